"""Embedding models: a dated list, looked up by name."""

import datetime

import pytest
from click.testing import CliRunner

from khand.cli import main
from khand.cli.models_known import how_to_count, priced
from khand.errors import InputError, OptionError, TokenizerError
from khand.models import get_model, models, parse_models
from khand.tokenizers import get_tokenizer, known_tokenizers


def test_prices_are_dated() -> None:
    """Every price says of which day it is and where from; every tokenizer named is one of khand's."""
    names = [model.name for model in models()]
    assert len(names) == len(set(names)) > 40
    for model in models():
        assert (model.price is None) == (model.date == "")
        assert model.price is None or model.price > 0
        assert model.source
        assert not model.date or datetime.date.fromisoformat(model.date)
        assert model.tokenizer in ("", *known_tokenizers())
        assert model.limit is None or model.limit >= 128


def test_name_is_found_however_it_is_written() -> None:
    """Case and the owner before a slash do not matter; one's own models come first."""
    assert "BAAI/bge-m3" == get_model("BGE-M3").name
    own = parse_models("bge-m3\t\t0.3\n", "mine")
    assert 0.3 == get_model("bge-m3", own).price
    assert 8192 == get_model("BAAI/bge-m3", own).limit


def test_name_that_is_not_known_gets_near_ones() -> None:
    """The message names models with a like name."""
    with pytest.raises(OptionError, match=r"voyage-3\.5"):
        get_model("voyage-3-5")


@pytest.mark.parametrize(
    "line", ["\t\t1", "a\tb\tcheap", "a\tb\t-1", "a\tb\tinf", "a\tb\t1\t\tmany", "a" + "\tb" * 9]
)
def test_line_that_is_no_model_is_named(line: str) -> None:
    """What is wrong with a file of one's own is said with its line."""
    with pytest.raises(InputError, match=r"mine\.tsv, line 2"):
        parse_models(f"# mine\n{line}\n", "mine.tsv")


def test_age_of_a_price_is_said() -> None:
    """From half a year on the days are said."""
    model = get_model("text-embedding-3-small")._replace(date="2026-01-31")
    assert "look whether" not in priced(model, datetime.date(2026, 7, 31))
    assert "that is 184 days ago: look whether it still holds" in priced(model, datetime.date(2026, 8, 3))


def test_tokenizer_of_a_model() -> None:
    """A model is a tokenizer's name where khand has its tables; else how to get its file is said."""
    assert "cl100k_base" == get_tokenizer("text-embedding-3-large").name
    with pytest.raises(TokenizerError, match=r"tokenizer\.json of voyageai/voyage-3\.5"):
        get_tokenizer("voyage-3.5")
    with pytest.raises(TokenizerError, match=r"BAAI/bge-m3 tokenizer\.json"):
        get_tokenizer("BAAI/bge-m3")
    assert "not published" in how_to_count(get_model("amazon.titan-embed-text-v1"))


def test_command_fits_a_terminal() -> None:
    """Every model with its figures within 80 columns; a WORD chooses, and then the repositories of tokenizers are named."""
    shown = CliRunner().invoke(main, ["models"]).stdout
    assert 80 >= max(map(len, shown.splitlines()))
    rows = " ".join(shown.split())
    for model in models():
        figures = [
            model.provider,
            model.price and f"{model.price:g}",
            model.limit and f"{model.limit:,}",
            model.dimensions and f"{model.dimensions:,}",
        ]
        row = " ".join([model.name, *(cell for cell in figures if cell)])
        assert f"{row} {model.tokenizer or ('file' if model.repository else 'none')}" in rows
    one = CliRunner().invoke(main, ["models", "e5-large"]).stdout
    assert "tokenizer.json of intfloat/multilingual-e5-large\n" in one
    assert "voyage" not in one


def test_command_with_models_of_ones_own(tmp_path, monkeypatch) -> None:
    """They come first; where no price has a date, none is told."""
    (tmp_path / "mine.tsv").write_text("mine\tus\t0.1234567\testimate:3.5\t100\n")
    monkeypatch.setenv("KHAND_MODELS", str(tmp_path / "mine.tsv"))
    assert [
        "Model  Provider     Price  Limit  Dim.  Tokenizer",
        "mine   us        0.123457    100        estimate:3.5",
    ] == (CliRunner().invoke(main, ["models", "mine"]).stdout.splitlines())
