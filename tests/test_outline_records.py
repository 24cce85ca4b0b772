"""Records are told from wrapped prose; docs/records.md has the signs and these figures."""

import sys
import time
from pathlib import Path

import pytest
from test_outline_conformance import CORPUS

from khand.outline import Kind, blocks, children

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "scripts"))
import measure_records as measure  # noqa: E402

SAMPLES = [*measure.samples()]

# Samples that are taken for prose, and in which formats: docs/records.md says why.
MISSED = {
    ("addresses", "contacts"): ("markdown", "text"),
    ("breaks", "wrapped between the breaks"): ("text",),
    ("lists", "dictionary"): ("markdown", "text"),
}


def records(text, format="text"):
    """The records of a text of one paragraph, each without the line end."""
    (block,) = blocks(text, format)
    return [text[piece.start : piece.end].rstrip("\r\n") for piece in children(text, block, format)]


@pytest.mark.parametrize("format", ["markdown", "text"])
@pytest.mark.parametrize(("kind", "title", "text"), SAMPLES, ids=lambda value: value[:24].split("\n")[0])
def test_samples(kind, title, text, format):
    """Records of every kind, in several languages, are found, but for those listed."""
    assert (format not in MISSED.get((kind, title), ())) is measure.found(text, format)


@pytest.mark.parametrize("format", ["markdown", "text"])
def test_found_share(format):
    """At least 95 % of the samples are found."""
    assert sum(measure.found(text, format) for _, _, text in SAMPLES) >= 0.95 * len(SAMPLES)


PROSE = [
    "The committee read the report and was helped by the\nexternal auditors before it agreed to the budget for\nthe year. The board then met on Monday in the large\nroom of the town hall.",
    "It was a long day: the train left at\n10:05, and on 3/4/24 nobody could say when the\nnext one would come. We waited, and waited, and\nwaited.",
    "This sentence is on a line of its own.\nThe next one is, too, and it is longer than the first.\nThen there is a short one.\nAnd a last one that ends the paragraph.",
    "यह एक लम्बा वाक्य है जो कई पंक्तियों में लिखा गया है और\nजिसमें कोई विराम नहीं आता जब तक कि वह अपने अन्त तक न\nपहुँच जाए। फिर दूसरा वाक्य आता है जो पहले से कुछ छोटा\nहै।",
    "这是一个很长的句子，它被分成了好几行，每一行的宽度都差不多，\n因为编辑器在同样的位置换行，所以这些行不是记录，而是普通的文\n字。后面还有一句话。",
    "Эта комиссия прочитала отчёт и согласилась с бюджетом на\nследующий год. В понедельник совет собрался в большом зале\nратуши. Никто не возражал против плана, и он был принят\nбез голосования.",
    "Die Kommission las den Bericht und stimmte dem Haushalt für das\nJahr zu. Der Rat trat am Montag im großen Saal des Rathauses\nzusammen. Niemand sprach gegen den Plan, und so wurde er ohne\nAbstimmung angenommen.",
    "THE SOFTWARE IS PROVIDED AS IS, WITHOUT WARRANTY OF ANY KIND,\nEXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES\nOF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. IN NO\nEVENT SHALL THE AUTHORS BE LIABLE.",
    "See [the guide](https://example.org/a/very/long/address/that/does/not/fit/on/a/line) for\nmore about this, or read on.\nThe last line is short.",
    "One long line of the paragraph is followed by a shorter one,\nand that is all.",
    "He said: wait, and then he\nleft.",
]


@pytest.mark.parametrize("text", PROSE)
@pytest.mark.parametrize("format", ["markdown", "text"])
def test_prose(text, format):
    """Wrapped prose is none, nor prose with a line for each sentence."""
    assert [] == records(text, format)


@pytest.mark.parametrize("format", ["markdown", "text"])
def test_prose_of_documents(format):
    """No paragraph of the novels is taken for records but a table of words and a list of dates."""
    texts = measure.documents(Path(CORPUS) if CORPUS else HERE / "data" / "documents")["prose"]
    _, several, hits = measure.taken(texts, format)
    assert len(hits) <= 0.005 * several


def test_a_cue_stays_whole():
    """A cue is a record of several lines, with the number above its time; so is a key with the indented lines below."""
    cues = ["1\n00:00:01,000 --> 00:00:02,000\nOne\ntwo", "2\n00:00:03,000 --> 00:00:04,000\nThree"]
    assert cues == records("\n".join(cues) + "\n")
    assert ["To: a,\n  b", "From: c"] == records("To: a,\n  b\nFrom: c\n")


@pytest.mark.parametrize("prefix", ["> ", "  "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_inside_containers(prefix, end):
    """Records inside a quote or an item are found, each beginning with the prefix of its line, whatever ends the lines."""
    lines = ["10:00 start", "10:05 a longer line of the log", "10:06 end"]
    text = "".join(f"{prefix}{line}{end}" for line in lines)
    text = "- " + text[2:] if prefix == "  " else text
    (block,) = blocks(text, "markdown")
    while block.kind != Kind.PARAGRAPH:
        (block,) = children(text, block, "markdown")
    found = children(text, block, "markdown")
    assert [Kind.RECORD] * 3 == [piece.kind for piece in found]
    assert text.splitlines(keepends=True) == [text[piece.start : piece.end] for piece in found]


def test_every_line_of_code():
    """Each line of code is a record, also where assignments look like keys."""
    lines = ["import os", "def f(a, b):", "    x = a + b", "    y = x - 1", "    return helper(x, y)"]
    assert lines == records("\n".join(lines))


def test_hard_breaks_are_no_accident():
    """One hard break in wrapped prose is none; a lone space before \\r\\n is no hard break."""
    assert [] == records("a line that goes on  \nwith this one and\nthat one and\nthe last", "markdown")
    assert [] == records("one line of words \r\nand another", "markdown")


@pytest.mark.parametrize(
    "line",
    [
        "10:00 a log\n",
        "a" * 5000 + " b\n",
        "word " * 50 + "\n",
        "a" + " " * 300 + "b\n",
        "<" * 200 + " b\n",
        '"' * 201 + " b\n",
        "a<br " * 40 + "\n",
        "f(" * 100 + "\n",
        "= " * 100 + "\n",
        "[a" * 100 + "\n",
        "." * 300 + "b\n",
        "k: v\n",
        "a b c d e f g\n",
    ],
)
@pytest.mark.parametrize("format", ["markdown", "text"])
def test_linear(line, format):
    """Eight times the paragraph takes no more than about eight times the time."""

    def seconds(size):
        text = "x " + line * (size // len(line))
        block = blocks(text, format)[0]
        begin = time.process_time()
        children(text, block, format)
        return time.process_time() - begin

    for _ in range(4):
        if seconds(800_000) <= 16 * min(seconds(100_000) for _ in range(3)) + 0.1:
            return
    pytest.fail("the time grows faster than the text")
