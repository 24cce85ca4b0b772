"""What every function that takes a text or settings refuses, before any work."""

import re
from collections.abc import Callable

import pytest

import khand
from khand.errors import InputError, OptionError


@pytest.mark.parametrize("function", [khand.chunk, khand.sentences])
@pytest.mark.parametrize("text", [b"a. b", None, 5])
def test_what_is_no_text_is_refused(function: Callable[[object], object], text: object) -> None:
    """Bytes, None and numbers are an input error that names the type, not a failure deep inside."""
    with pytest.raises(InputError, match=f"must be a str, not {type(text).__name__}"):
        function(text)


@pytest.mark.parametrize("function", [khand.chunk, khand.sentences])
def test_lone_surrogate_is_refused(function: Callable[[object], object]) -> None:
    """It is no character and can be written nowhere; its position is named."""
    with pytest.raises(InputError, match="U\\+D800 at offset 1") as caught:
        function("a\ud800b. c")
    assert 1 == caught.value.position


def test_unknown_setting_is_named() -> None:
    """With the one that is meant, and all there are."""
    with pytest.raises(
        OptionError, match="siz: no such setting; did you mean size\\? there are by, size, overlap, tokenizer"
    ):
        khand.chunk("x", siz=5)


@pytest.mark.parametrize(
    ("overlap", "says"),
    [
        ("100%", "overlap='100%', which is 200, with size=200"),
        (200, "overlap=200 with size=200"),
        (0.1, "a share of the size such as '10%'"),
        (0.125, "a share of the size such as '12.5%'"),
        (6.5, "overlap=6.5: must be a whole number from 0 up"),
    ],
)
def test_overlap_that_cannot_be(overlap: object, says: str) -> None:
    """The message holds what was given, and how the share is written that was meant."""
    with pytest.raises(OptionError, match=re.escape(says)):
        khand.chunk("x", size=200, overlap=overlap)
