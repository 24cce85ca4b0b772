"""E-mail: subject, who, when, and the text; what it quotes of earlier mails where asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from khand.errors import InputError
from khand.readers.document import Document
from khand.readers.html import markdown
from khand.readers.markdown_text import escaped
from khand.readers.options import ReadOptions

if TYPE_CHECKING:
    from email.message import EmailMessage

_FIELD = re.compile(rb"(?m)^([A-Za-z-]{2,40}):[ \t]")
_TELLING = {b"received", b"message-id", b"mime-version", b"return-path", b"delivered-to"}
_SHOWN = ("From", "To", "Cc", "Date")
_INTRODUCES = re.compile(
    r"^(?:On\b.{0,300}\bwrote|Am\b.{0,300}\bschrieb.{0,100}|Le\b.{0,300}\ba écrit|El\b.{0,300}\bescribió|.{0,300}ने लिखा)\s*:\s*$"
)
_FORWARDED = re.compile(
    r"^-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine)\s*-{2,}\s*$"
)


def sniff(data: bytes, suffix: str) -> str:
    """Lines of names and values, among them one that only mail has."""
    if suffix not in (".eml", ".txt", "", ".msg", ".mail"):
        return ""
    head = data[:4000].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    names = {found.lower() for found in _FIELD.findall(head)}
    begins = _FIELD.match(head) is not None
    return "eml" if begins and b"from" in names and (_TELLING & names or suffix == ".eml") else ""


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The mail: its subject as heading, who and when, its text; attachments are named as left out."""
    from email import message_from_bytes, policy  # slow to load, and most files are no mail

    message = message_from_bytes(data, policy=policy.default)
    if not message.keys():
        raise InputError(f"{name}: is no e-mail: it does not begin with lines such as From:", source=name)
    subject = _header(message, "Subject") or "(no subject)"
    fields = [(field, _header(message, field)) for field in _SHOWN]
    about = "\n".join([f"{field}: {value}" for field, value in fields if value])
    body, is_html, left_out = _body(message, name)
    if not options.quoted and not is_html:
        body, quoted = _without_quoted(body)
        if quoted:
            left_out.append(f"lines quoted of earlier mails: {quoted} (take them with --quoted)")
    metadata = {field.lower(): value for field, value in fields if value}
    if is_html:
        lines = "  \n".join(escaped(line) for line in about.split("\n"))
        text = f"# {escaped(subject, heading=True)}\n\n{lines}\n\n{body}"
        return [Document("", text, "markdown", (), metadata, (), left_out)]
    text = f"{subject}\n\n{about}\n\n{body.strip(chr(10)).rstrip()}\n"
    return [Document("", text, "mail", (), metadata, (), left_out)]


def _header(message: EmailMessage, field: str) -> str:
    try:
        return " ".join(str(message.get(field, "")).split())
    except (ValueError, IndexError, AttributeError, TypeError):  # what the parser of damaged headers raises
        return " ".join(str(dict(message.raw_items()).get(field, "")).split())


def _body(message: EmailMessage, name: str) -> tuple[str, bool, list[str]]:
    """The text, whether it was HTML, and what is not read."""
    part = message.get_body(("plain", "html"))
    attached = [part.get_filename() or part.get_content_type() for part in message.iter_attachments()]
    left_out = [f"attachments: {', '.join(attached)}"] if attached else []
    if part is None:
        kind = message.get_content_type()
        if kind in ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"):
            raise InputError(f"{name}: is an encrypted e-mail; decrypt it first", source=name)
        return "", False, left_out
    try:
        text = part.get_content()
    except (LookupError, ValueError, AssertionError) as error:
        raise InputError(
            f"{name}: the text of this e-mail cannot be decoded ({error})", source=name
        ) from error
    text = str(text).replace("\r\n", "\n")
    is_html = part.get_content_subtype() == "html"
    return (markdown(text) if is_html else text), is_html, left_out


def _without_quoted(body: str) -> tuple[str, int]:
    """The text without lines that quote, and what introduces them; how many lines were left out."""
    lines = body.split("\n")
    end = next((i for i, line in enumerate(lines) if _FORWARDED.match(line) is not None), len(lines))
    kept = []
    for i, line in enumerate(lines[:end]):
        following = next((other for other in lines[i + 1 : i + 4] if other.strip()), "")
        introduces = _INTRODUCES.match(line) is not None and following.startswith(">")
        if not line.startswith(">") and not introduces:
            kept.append(line)
    return "\n".join(kept), len(lines) - len(kept)
