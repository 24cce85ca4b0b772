"""The title that front matter gives to a document."""

from __future__ import annotations

import re

_YAML = re.compile(r"^(?:title|\"title\"|'title')[ \t]*:[ \t]+(.*)$", re.MULTILINE)
_TOML = re.compile(r"^(?:title|\"title\"|'title')[ \t]*=[ \t]*(.*)$", re.MULTILINE)
_TABLE = re.compile(r"^\[", re.MULTILINE)
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?')
_SINGLE = re.compile(r"'((?:[^']|'')*)'[ \t]*(?:#.*)?")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))")
_CONTROL = {"n": " ", "t": " ", "r": " "}


def title(front_matter: str) -> str:
    r"""
    The `title` of front matter in YAML (``---``) or TOML (``+++``), one line of text; "" where there is none such.

    Only a plain or a quoted value on the line of its key is read; blocks (``|``, ``>``), lists, maps and anchors are not.

    Args:
        front_matter: Its source, the lines that open and close it included.

    >>> title("---\ntitle: Payments guide # draft\n---\n"), title('+++\ntitle = "A \\"b\\""\n+++\n')
    ('Payments guide', 'A "b"')
    >>> title("---\ntitle: 'It''s'\n---\n"), title("---\nmenu:\n  title: no\n---\n"), title("---\ntitle: >\n  no\n---\n")
    ("It's", '', '')
    """
    source = front_matter.replace("\r\n", "\n").replace("\r", "\n")
    toml = source.lstrip("\ufeff \t\n").startswith("+++")
    if toml:
        table = _TABLE.search(source)
        source = source[: table.start()] if table is not None else source
    found = (_TOML if toml else _YAML).search(source)
    if found is None:
        return ""
    value = found[1].strip()
    double = _DOUBLE.fullmatch(value)
    single = _SINGLE.fullmatch(value)
    if double is not None:
        value = _ESCAPE.sub(_unescaped, double[1])
    elif single is not None:
        value = single[1] if toml else single[1].replace("''", "'")
    elif toml or value[:1] in tuple("|>[{&*!%@`\"'#"):
        return ""
    else:
        value = re.split(r"[ \t]#", value, maxsplit=1)[0]
    return " ".join(value.split())


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _CONTROL.get(found[3], found[3])
