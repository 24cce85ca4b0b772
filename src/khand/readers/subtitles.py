"""Reads subtitles and transcripts (WebVTT, SubRip): a line for each cue, with its times as metadata."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import NamedTuple

from khand.errors import InputError
from khand.readers.decode import decode
from khand.readers.document import Document, Marks
from khand.readers.options import ReadOptions

_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMES = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}[^\n]*")
_VTT = re.compile(r"\ufeff?WEBVTT(?=[ \t\n]|$)")
_SRT_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+\d{1,9}[ \t]*\r?\n[ \t]*\d{1,4}:\d{1,2}:\d{2}[,.]\d{1,3}[ \t]*-->"
)
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>]{1,200})>")
_TAG = re.compile(r"</?[A-Za-z0-9][^<>\n]{0,200}>|\{\\[^{}\n]{1,100}\}")


class _Cue(NamedTuple):
    begins: str
    ends: str
    voice: str
    text: str


def sniff(data: bytes, _suffix: str) -> str:
    """WebVTT says so; SubRip begins with a number and a line of times."""
    head = data[:1000]
    if head.removeprefix(b"\xef\xbb\xbf").startswith(b"WEBVTT"):
        return "vtt"
    return "srt" if _SRT_START.match(head) is not None else ""


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """
    The cues of a file, a line each.

    A line is the words of a cue, after the speaker where a cue names another one than the cue before. What two cues in a row
    repeat (captions that roll up) stands once. Notes, styles and positions are left out.
    """
    text = decode(data, encoding=options.encoding, source=name).replace("\r\n", "\n").replace("\r", "\n")
    if options.format == "vtt" and _VTT.match(text) is None:
        raise InputError(f"{name}: is no WebVTT file: its first line is not WEBVTT", source=name)
    cues = list(_cues(text))
    if not cues and "-->" in text:
        raise InputError(f"{name}: holds no cue with times that can be read", source=name)
    if not cues and options.format == "srt":
        raise InputError(f"{name}: is no SubRip file: it holds no line of times", source=name)
    starts, parts, at = [], [], 0
    for cue in cues:
        line = f"{cue.voice}: {cue.text}" if cue.voice else cue.text
        starts.append(at)
        parts.append(line + "\n")
        at += len(line) + 1
    times = Marks("start_time", "end_time", starts, [c.begins for c in cues], [c.ends for c in cues])
    return [Document("", "".join(parts), "lines", (), None, (times,))]


def _cues(text: str) -> Iterable[_Cue]:
    shown: list[str] = []
    speaker = ""
    for block in re.split(r"\n[ \t]*\n", text):
        times = next((m for m in map(_TIMES.fullmatch, block.split("\n")[:3]) if m is not None), None)
        if times is None:
            continue
        body = block[block.index(times.group()) + len(times.group()) :]
        voice = _VOICE.search(body)
        lines = [" ".join(unescape(_TAG.sub("", line)).split()) for line in body.split("\n")]
        lines = [line for line in lines if line]
        new = _without_repeats(lines, shown)
        shown = lines
        if new:
            named = voice[1].strip() if voice is not None else ""
            yield _Cue(
                _time(times.groups()[:4]),
                _time(times.groups()[4:]),
                named if named != speaker else "",
                " ".join(new),
            )
            speaker = named


def _without_repeats(lines: list[str], shown: list[str]) -> list[str]:
    """The lines that the cue before did not show last; a cue that rolls up repeats its last lines."""
    for k in range(min(len(lines), len(shown)), 0, -1):
        if shown[-k:] == lines[:k]:
            return lines[k:] if k < len(lines) or len(lines) > 1 else lines
    return lines


def _time(parts: tuple[str | None, ...]) -> str:
    hours, minutes, seconds, thousandths = parts
    return f"{int(hours or 0):02}:{int(minutes or 0):02}:{seconds}.{(thousandths or '').ljust(3, '0')}"
