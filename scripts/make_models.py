"""
Write src/khand/models.tsv: prices from the package genai-prices, tokenizers, limits and dimensions from the table below.

    pip install genai-prices && python scripts/make_models.py

The facts below were entered by hand; those of Voyage's current models and of gemini-embedding-001 were looked up in the providers'
documentation, the others were not and are to be checked against the models' cards; a model without an entry gets its price only.
"""

from __future__ import annotations

import re
import time
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from genai_prices.data import providers

TARGET = Path(__file__).parent.parent / "src" / "khand" / "models.tsv"
# the maker of a model comes before those who resell it
ORDER = ("openai", "cohere", "voyageai", "google", "mistral", "aws", "perplexity")
HEAD = """\
# Embedding models, one a line, made by scripts/make_models.py; columns are separated by tabs, an empty one is not known.
# Prices are US dollars for one million tokens as the source had them on that date, and change: the provider's page is what counts.
# A model without a price runs on one's own machine. Tokenizer: a name of khand's. Repository: where its tokenizer.json is published.
# model	provider	price	tokenizer	limit	dimensions	repository	date	source
"""


class Facts(NamedTuple):
    """What a model's documentation says."""

    limit: int | None = None
    dimensions: int | None = None
    tokenizer: str = ""
    repository: str = ""


def _voyage(limit: int, dimensions: int, name: str) -> Facts:
    return Facts(limit, dimensions, "", f"voyageai/{name}")


FACTS = {
    "text-embedding-3-small": Facts(8192, 1536, "cl100k_base"),
    "text-embedding-3-large": Facts(8192, 3072, "cl100k_base"),
    "text-embedding-ada-002": Facts(8192, 1536, "cl100k_base"),
    "embed-v4.0": Facts(128000, 1536),
    "gemini-embedding-001": Facts(2048, 3072),
    "gemini-embedding-2": Facts(8192, 3072),
    "mistral-embed": Facts(8192, 1024),
    "codestral-embed-2505": Facts(8192, 1536),
    "amazon.titan-embed-text-v1": Facts(8192, 1536),
    "amazon.titan-embed-text-v2:0": Facts(8192, 1024),
    "@cf/pfnet/plamo-embedding-1b": Facts(4096, 2048, "", "pfnet/plamo-embedding-1b"),
    "@cf/qwen/qwen3-embedding-0.6b": Facts(None, 1024, "", "Qwen/Qwen3-Embedding-0.6B"),
    "Qwen/Qwen3-Embedding-8B": Facts(32768, 4096, "", "Qwen/Qwen3-Embedding-8B"),
    "voyage-2": _voyage(4000, 1024, "voyage-2"),
    "voyage-3": _voyage(32000, 1024, "voyage-3"),
    "voyage-3-large": _voyage(32000, 1024, "voyage-3-large"),
    "voyage-3-lite": _voyage(32000, 512, "voyage-3-lite"),
    "voyage-3.5": _voyage(32000, 1024, "voyage-3.5"),
    "voyage-3.5-lite": _voyage(32000, 1024, "voyage-3.5-lite"),
    "voyage-4": Facts(32000, 1024),
    "voyage-4-large": Facts(32000, 1024),
    "voyage-4-lite": Facts(32000, 1024),
    "voyage-code-4": Facts(32000, 1024),
    "voyage-code-2": _voyage(16000, 1536, "voyage-code-2"),
    "voyage-code-3": _voyage(32000, 1024, "voyage-code-3"),
    "voyage-context-3": _voyage(32000, 1024, "voyage-context-3"),
    "voyage-finance-2": _voyage(32000, 1024, "voyage-finance-2"),
    "voyage-large-2": _voyage(16000, 1536, "voyage-large-2"),
    "voyage-large-2-instruct": _voyage(16000, 1024, "voyage-large-2-instruct"),
    "voyage-law-2": _voyage(16000, 1024, "voyage-law-2"),
    "voyage-multilingual-2": _voyage(32000, 1024, "voyage-multilingual-2"),
}
OWN = {
    "BAAI/bge-m3": Facts(8192, 1024),
    "BAAI/bge-small-en-v1.5": Facts(512, 384),
    "BAAI/bge-base-en-v1.5": Facts(512, 768),
    "BAAI/bge-large-en-v1.5": Facts(512, 1024),
    "Qwen/Qwen3-Embedding-0.6B": Facts(32768, 1024),
    "Qwen/Qwen3-Embedding-4B": Facts(32768, 2560),
    "Snowflake/snowflake-arctic-embed-l-v2.0": Facts(8192, 1024),
    "google/embeddinggemma-300m": Facts(2048, 768),
    "intfloat/e5-base-v2": Facts(512, 768),
    "intfloat/multilingual-e5-base": Facts(512, 768),
    "intfloat/multilingual-e5-large": Facts(512, 1024),
    "jinaai/jina-embeddings-v3": Facts(8192, 1024),
    "mixedbread-ai/mxbai-embed-large-v1": Facts(512, 1024),
    "nomic-ai/nomic-embed-text-v1.5": Facts(8192, 768),
    "sentence-transformers/all-MiniLM-L6-v2": Facts(256, 384),
    "sentence-transformers/all-mpnet-base-v2": Facts(384, 768),
    "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2": Facts(128, 384),
    "thenlper/gte-large": Facts(512, 1024),
}
"""Models to run oneself; each one's tokenizer.json is in its own repository."""


def main() -> None:
    rows = _priced()
    unused = FACTS.keys() - rows.keys()
    if unused:
        raise SystemExit(f"no price any more for {', '.join(sorted(unused))}: mend the table")
    for name, facts in OWN.items():
        about = (facts.tokenizer, facts.limit, facts.dimensions, name)
        rows.setdefault(name, ("", None, *about, "", "entered by hand; look at the model's card"))
    lines = [
        "\t".join([name, *("" if v is None else f"{v}" for v in values)]) for name, values in rows.items()
    ]
    TARGET.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} models in {TARGET}")


def _priced() -> dict[str, tuple]:
    """The embedding models with a published price, those of the best-known providers first: a row of the table by name."""
    today = time.strftime("%Y-%m-%d", time.gmtime())
    source = f"genai-prices {version('genai-prices')}"
    rows: dict[str, tuple] = {}
    for provider in sorted(
        providers, key=lambda p: (ORDER.index(p.id) if p.id in ORDER else len(ORDER), p.id)
    ):
        page = f"{source}; {provider.pricing_urls[0]}" if provider.pricing_urls else source
        # the usual example first
        for model in sorted(provider.models, key=lambda m: m.id != "text-embedding-3-small"):
            price = _price(model)
            if not _embeds(provider.id, model) or price is None:
                continue
            facts = FACTS.get(model.id, Facts(model.context_window))
            about = (
                facts.tokenizer,
                facts.limit or model.context_window,
                facts.dimensions,
                facts.repository,
            )
            rows.setdefault(model.id, (provider.id, price, *about, today, page))
    return rows


def _embeds(provider: str, model) -> bool:
    named = f"{model.id} {model.name or ''}".lower()
    return not model.deprecated and bool(
        re.search(r"\bembed|embedding", named) or (provider == "voyageai" and "rerank" not in named)
    )


def _price(model):
    """Dollars for a million tokens of text, where it is one figure."""
    price = getattr(model.prices, "input_mtok", None)
    return price if isinstance(price, int | float) or hasattr(price, "as_tuple") else None


if __name__ == "__main__":
    main()
