"""The options of how files are read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from khand.readers.decode import check_encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """
    How files are read.

    Args:
        encoding: Encoding of files without a byte order mark; None for UTF-8.
        format: The format of all files; None to tell it from each file's content and name.
        main: Leave out navigation, header, footer and asides of HTML pages.
        outputs: Take the outputs of a notebook's code cells, too.
        quoted: Take what an e-mail quotes of earlier ones, too.
        text_field: The field of JSON, JSON Lines and Parquet that holds the text, an inner one written with dots:
            ``"body.text"``. Each record is a document then, and its other fields are the metadata of its chunks.

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
        """The same options, changed by those given here that are not None."""
        return replace(self, encoding=encoding or self.encoding, format=format or self.format)


DEFAULT = ReadOptions()
