"""
Every error khand raises on purpose.

```
KhandError
├─ OptionError(ValueError)        a setting that cannot be: overlap=600, size=512
│  └─ TokenizerError(LookupError) a tokenizer that is not known or cannot be loaded
├─ InputError(ValueError)         a document that cannot be read: not UTF-8 at byte 1042
└─ MissingExtraError(ImportError) an optional dependency that is not installed
```
"""

from __future__ import annotations


class KhandError(Exception):
    """
    Base of every error khand raises on purpose.

    Two errors are equal if they are of one class and have the same message and fields. They can be pickled.
    """

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, KhandError):
            return False
        return self.args == other.args and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), self.args))

    def __reduce__(self) -> tuple[object, ...]:
        # an exception is otherwise made anew from its message alone, without its fields
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[KhandError], args: tuple[object, ...], fields: dict[str, object]) -> KhandError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class OptionError(KhandError, ValueError):
    """
    A setting is not allowed; raised before any work is done.

    Attributes:
        option: The name of the setting, e.g. ``"overlap"``.
        value: What was given.

    >>> raise OptionError("overlap=600 does not fit size=512", option="overlap", value=600)
    Traceback (most recent call last):
        ...
    khand.errors.OptionError: overlap=600 does not fit size=512

    """

    def __init__(self, message: str, *, option: str, value: object) -> None:
        super().__init__(message)
        self.option = option
        self.value = value


class TokenizerError(OptionError, LookupError):
    """
    There is no tokenizer of the name given, or it cannot be loaded from the path given.

    Attributes:
        tokenizer: What was given.

    """

    def __init__(self, message: str, *, tokenizer: str) -> None:
        super().__init__(message, option="tokenizer", value=tokenizer)
        self.tokenizer = tokenizer


class InputError(KhandError, ValueError):
    """
    A document cannot be read as text.

    Attributes:
        source: Its name, or None for a string.
        position: Where the fault is: a 0-based byte offset for files, a 0-based code point offset for strings, or None.

    """

    def __init__(self, message: str, *, source: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.source = source
        self.position = position


class MissingExtraError(KhandError, ImportError):
    """
    An optional dependency is not installed.

    Attributes:
        extra: The extra that brings it: ``pip install "khand[<extra>]"``.

    """

    def __init__(self, message: str, *, extra: str) -> None:
        super().__init__(message)
        self.extra = extra
