"""
Each extra alone in a clean environment: ``python scripts/extras.py [NAME...]``.

A wheel is built, and for each extra an environment made that has nothing but it. There its example gives what the extra promises;
without the extra the same example ends with the error that names it. Then the wheel is run by pipx and uvx. Takes minutes and
downloads what the extras bring (some 2.5 GB for all but `sentence-transformers`, which is tried only when it is named).
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
FORMATS = ROOT / "tests" / "data" / "formats"
HEAVY = ("sentence-transformers",)

TOKENIZER = '{"version":"1.0","model":{"type":"WordLevel","vocab":{"two":0,"words":1,"?":2},"unk_token":"?"},"pre_tokenizer":{"type":"Whitespace"},"added_tokens":[]}'

EXAMPLES = {
    "huggingface": f"""
open("tokenizer.json", "w").write({TOKENIZER!r})
print(khand.chunk("two words", tokenizer="tokenizer.json")[0].tokens == 2)""",
    "evaluate": """
from khand.evaluation.embedders import get_embedder
print(get_embedder("static").embed(["leave"]).shape[0] == 1)""",
    "minilm": """
from khand.evaluation.embedders import get_embedder
print(get_embedder("minilm").embed(["leave"]).shape == (1, 384))""",
    "sentence-transformers": """
from khand.extras import load
print(bool(load("sentence_transformers", "sentence-transformers").SentenceTransformer))""",
    "files": f"""
print(all(khand.chunk_file(f"{FORMATS}/{{name}}") for name in ("policy.pdf", "policy.docx", "staff.xlsx")))""",
    "parquet": """
from khand.writers.parquet import write
import io
out = io.BytesIO()
write([khand.chunk("One.")[0].to_dict()], out)
print(out.getvalue()[:4] == b"PAR1")""",
    "arrow": """
import sys
rows = {"text": ["One."]}
try:
    import pyarrow
    rows = pyarrow.table(rows)
except ImportError:
    pass
print(khand.chunk_table(rows).num_rows == 1)""",
    "langchain": """
from khand.adapters.langchain import KhandTextSplitter
print(KhandTextSplitter(chunk_size=100, chunk_overlap=0).split_text("One.") == ["One."])""",
    "llama-index": """
from khand.adapters.llama_index import KhandNodeParser
from llama_index.core.schema import Document
print(len(KhandNodeParser(size=100).get_nodes_from_documents([Document(text="One.")])) == 1)""",
    "haystack": """
from khand.adapters.haystack import KhandSplitter
from haystack import Document
print(len(KhandSplitter(size=100).run([Document(content="One.")])["documents"]) == 1)""",
    "ray": """
dataset = None
try:
    import ray.data
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    dataset = ray.data.from_items([{"text": "One."}])
except ImportError:
    pass
print(khand.ray.chunk_dataset(dataset).count() == 1)""",
    "spark": """
import os, sys
frame = None
try:
    from pyspark.sql import SparkSession
    os.environ["PYSPARK_PYTHON"] = sys.executable
    frame = SparkSession.builder.master("local[1]").getOrCreate().createDataFrame([("One.",)], "text string")
except ImportError:
    pass
print(khand.spark.chunk_dataframe(frame).count() == 1)""",
    "mcp": """
from khand.adapters.mcp import server
print(server([]).name == "khand")""",
    "code": """
print(khand.chunk("def one():\\n    return 1\\n", format="code:python")[0].headings == ("def one",))""",
}


def run(*command, cwd):
    """What a command prints, and its exit code."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout, done.stderr


def installed(folder, wheel, extra=""):
    """The Python of a new environment with the wheel and perhaps an extra."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    what = f"{wheel}[{extra}]" if extra else str(wheel)
    code, _, told = run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", what, cwd=folder)
    assert code == 0, told[-2000:]
    return python


def error_in(base, extra, folder):
    """What is wrong with the error where the extra is missing; "" for nothing."""
    # `minilm` and `sentence-transformers` need what `evaluate` brings first
    names = (extra, "evaluate") if extra in ("minilm", "sentence-transformers") else (extra,)
    code, out, told = run(base, "-c", "import khand" + EXAMPLES[extra], cwd=folder)
    named = any(f'pip install "khand[{name}]"' in told for name in names)
    if code and "MissingExtraError" in told and named:
        return ""
    return f"without it: exit code {code}, {out.strip()} {told.strip().splitlines()[-1:]}"


def tried(wheel, base, extra, folder):
    """What is wrong with an extra; "" for nothing."""
    wrong = error_in(base, extra, folder)
    python = installed(folder / extra, wheel, extra)
    code, out, told = run(python, "-c", "import khand" + EXAMPLES[extra], cwd=folder)
    if (code, out.strip().splitlines()[-1:]) != (0, ["True"]):
        wrong += f" with it: exit code {code}, {out.strip()} {told.strip()[-500:]}"
    return wrong


def runners(wheel, folder):
    """pipx and uvx, each with what is wrong."""
    python = folder / "runners" / "bin" / "python"
    venv.create(folder / "runners", with_pip=True)
    run(python, "-m", "pip", "install", "-q", "pipx", "uv", cwd=folder)
    for name, command in (
        ("pipx run", (python, "-m", "pipx", "run", "--spec", wheel, "khand")),
        ("uvx", (python.parent / "uvx", "--from", wheel, "khand")),
    ):
        code, out, told = run(*command, "plan", "10000", "--size", "512", "--overlap", "64", cwd=folder)
        yield name, "" if code == 0 and "11,408" in out else f"exit code {code}: {told[-500:]}"


def main(names):
    """Try those that are named, else all that are not heavy and the runners."""
    with tempfile.TemporaryDirectory() as given:
        folder = Path(given)
        code, _, told = run(
            sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT, cwd=folder
        )
        assert code == 0, told[-2000:]
        (wheel,) = folder.glob("khand-*.whl")
        base = installed(folder / "base", wheel)
        asked = names or [name for name in EXAMPLES if name not in HEAVY]
        results = [(extra, tried(wheel, base, extra, folder)) for extra in asked]
        if not names:
            results += runners(wheel, folder)
    for name, wrong in results:
        print(f"{name:<22} {wrong or 'holds'}")
    return 1 if any(wrong for _, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
