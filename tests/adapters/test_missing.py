"""An adapter without its package names the extra."""

import sys
from importlib import import_module

import pytest

import khand


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("langchain", "langchain_text_splitters", "langchain"),
        ("llama_index", "llama_index.core.node_parser", "llama-index"),
        ("haystack", "haystack", "haystack"),
    ],
)
def test_missing_package_names_the_extra(adapter, package, extra, monkeypatch) -> None:
    """Whether or not it is installed here: without the package, the import says what to install."""
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"khand.adapters.{adapter}", raising=False)
    with pytest.raises(khand.MissingExtraError) as caught:
        import_module(f"khand.adapters.{adapter}")
    assert extra == caught.value.extra
    assert f"khand[{extra}]" in str(caught.value)


@pytest.mark.parametrize(
    ("call", "package", "extra"),
    [
        (lambda: khand.ray.chunk_dataset(None), "ray.data", "ray"),
        (lambda: khand.spark.chunk_dataframe(None), "pyspark.sql", "spark"),
    ],
)
def test_missing_engine_names_the_extra(call, package, extra, monkeypatch) -> None:
    """The module is there without its engine; what is called says what to install."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(khand.MissingExtraError, match=rf"khand\[{extra}\]") as caught:
        call()
    assert extra == caught.value.extra
