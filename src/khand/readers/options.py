"""What a user may say of how files are read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from khand.readers.decode import check_encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """
    How files are read.

    Args:
        encoding: Of files without a byte order mark; None for UTF-8.
        format: The name of a format; None for what content and name of each file say.
        main: Of HTML only what is not navigation, header, footer or aside.
        outputs: Of notebooks also what the cells put out.
        quoted: Of e-mail also what it quotes of earlier mails.
        text_field: Of JSON, JSON Lines and Parquet the field that holds the text, inner ones with dots: ``"body.text"``; each
            record is a document then, and its other fields are metadata of its chunks.

    Raises:
        OptionError: `encoding` is not known.

    """

    encoding: str | None = None
    format: str | None = None
    main: bool = False
    outputs: bool = False
    quoted: bool = False
    text_field: str | None = None

    def __post_init__(self) -> None:
        """Check what can be checked before a file is read."""
        check_encoding(self.encoding)

    def but(self, *, encoding: str | None, format: str | None) -> ReadOptions:
        """The same with what is not None."""
        return replace(self, encoding=encoding or self.encoding, format=format or self.format)


DEFAULT = ReadOptions()
