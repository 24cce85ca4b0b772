"""What every function that takes a text or settings refuses, before any work."""

from collections.abc import Callable

import pytest

import khand
from khand.errors import InputError


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
