"""Counts, ids and ends of every tokenizer without a file."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_tables import reference

from khand.characters import class_tables as tables
from khand.characters.classes import WHITE_SPACE, ranges
from khand.errors import TokenizerError
from khand.tokenizers import bpe, get_tokenizer, known_tokenizers
from khand.tokenizers.bpe import BytePairTokenizer
from khand.tokenizers.merging import _merge_by_heap, _merge_short, merge
from khand.tokenizers.native import has_native
from khand.tokenizers.patterns import ENCODINGS, SLICE_CHARS

BACKENDS = [(name, "python") for name in ENCODINGS] + [
    (name, "native") for name in ENCODINGS if has_native(name)
]

HARD = [
    "",
    " ",
    "Don't, DON'T, don'ſ, they'LL, 've, x'",
    "a  b\t\tc \n d\n\n  e \r\n\r\n\tf\n   ",
    "1234567 12 ३४५६७ ½ 𝟙𝟚𝟛𝟜",
    "यह किताब है। डॉ. राव आए, \u200dक्\u200dष ज़्यादा।",
    "今天天气很好。我们去公园吧！「はい」と彼は言った。한국어 문장입니다.",
    "ภาษาไทยไม่มีช่องว่าง ខ្មែរ မြန်မာ",
    "👩‍🚀🇮🇳 👋🏽 𝒳𝒴 \U000e0041 \ufeff\u00a0\u3000\u2028x\u0085y",
    "<|endoftext|> <|fim_prefix|>",
    "://path//\n/x !!ि\n//\n \u0300\n",
    "\x00\x1c\x1d\x1e\x1f\x0b\x0c x",
    "ÀÉÎ ßẞ Ǆǅǆ ʰʱ Àa'S İıſK",
]

WORDS = st.sampled_from(
    ["word", "Don't", "'s", "123", "है", "क्षत्रिय", "。", "中文", "ひら", "한국", "…", "\n", "\r\n", " ", "  ", "\t",
     "\u3000", "\u00a0", "/", "-", "👋🏽", "𝒳", "\u0300", "ि", "é", "É", "ſ", "'", ".", "ab" * 30]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(WORDS, max_size=25).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
)


def corpus():
    """A few real documents: the samples beside the tests and, where it is, the large corpus."""
    folders = [
        Path(__file__).parent / "data" / "documents",
        Path(os.environ.get("KHAND_CORPUS", "/nonexistent")),
    ]
    files = [file for folder in folders for file in sorted(folder.rglob("*.*"))]
    return [
        file.read_bytes().decode("utf-8", "replace")[:50_000] for file in files[:: max(1, len(files) // 25)]
    ]


@pytest.mark.parametrize(("name", "backend"), BACKENDS)
def test_ids_on_hard_and_real_texts(name, backend):
    """Ids are those of tiktoken on texts made to break them and on real documents."""
    tokenizer = get_tokenizer(name, backend=backend)
    for text in HARD + corpus():
        expected = reference(name).encode_ordinary(text)
        assert expected == tokenizer.encode(text)
        assert len(expected) == tokenizer.count(text)


@pytest.mark.parametrize(("name", "backend"), BACKENDS)
@given(text=TEXTS)
def test_ids_on_generated_texts(name, backend, text):
    """Ids are those of tiktoken on any text; counts and ends agree with them."""
    tokenizer = get_tokenizer(name, backend=backend)
    expected = reference(name).encode_ordinary(text)
    assert expected == tokenizer.encode(text)
    assert len(expected) == tokenizer.count(text)
    lengths = [len(reference(name).decode_single_token_bytes(i)) for i in expected]
    begun, at, data = [], 0, text.encode()
    for length in lengths:
        at += length
        begun.append(sum(byte & 0xC0 != 0x80 for byte in data[:at]))
    assert begun == list(tokenizer.ends(text))


@pytest.mark.parametrize(("name", "backend"), BACKENDS)
def test_ids_at_the_edges_of_every_class(name, backend):
    """Ids are those of tiktoken for the characters around each change of category, and for a sample of all."""
    constants = [tables.UPPER, tables.LOWER, tables.OTHER_LETTERS, tables.MARKS, tables.NUMBERS, WHITE_SPACE]
    edges = {c + k for constant in constants for pair in ranges(constant) for c in pair for k in (-1, 0)}
    points = sorted(c for c in edges | set(range(0, 0x110000, 97)) if c >= 0 and not 0xD800 <= c < 0xE000)
    text = "".join(f"a{c}1{c} {c}A{c}\n{c}" for c in map(chr, points))
    assert reference(name).encode_ordinary(text) == get_tokenizer(name, backend=backend).encode(text)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize(
    "unit", ["a", "ab", "abc", "xQ", "0", " ", "=", "\n", "\u3000", "का", "中", "é", "👋", "क्"]
)
def test_ids_of_long_runs(name, unit):
    """Long runs without a place to cut have the ids of tiktoken, though they are merged window by window."""
    text = unit * 2000
    assert reference(name).encode_ordinary(text) == get_tokenizer(name, backend="python").encode(text)


@given(st.text("abcdehlnorst", min_size=50, max_size=400))
def test_merging_by_windows(word):
    """All three ways to merge give the same tokens."""
    ranks = BytePairTokenizer("r50k_base")._ranks
    data = word.encode()
    assert _merge_short(data, ranks) == merge(data, ranks) == _merge_by_heap(data, ranks)


@given(
    st.text("ab", min_size=1, max_size=300), st.permutations(["ab", "ba", "aa", "bb", "aba", "bab", "abab"])
)
def test_merging_with_any_order_of_ranks(word, order):
    """Merging by windows is exact for vocabularies in which a late byte changes early tokens."""
    ranks = {b"a": 0, b"b": 1} | {token.encode(): rank for rank, token in enumerate(order, 2)}
    assert (
        _merge_short(word.encode(), ranks)
        == merge(word.encode(), ranks)
        == _merge_by_heap(word.encode(), ranks)
    )


def test_one_huge_word_is_linear():
    """Ten times the word takes at most some fifteen times the time."""
    tokenizer = BytePairTokenizer("cl100k_base")
    letters = "".join(chr(97 + (k * k * 7 + k // 3) % 26) for k in range(200_000))
    tokenizer.count("warm up")
    spent = []
    for size in (20_000, 200_000):
        begin = time.process_time()
        tokenizer.count(letters[:size])
        spent.append(time.process_time() - begin)
    assert spent[1] < 15 * spent[0] + 0.05


def test_long_texts_are_counted_in_slices():
    """A text of several slices has the ids of the whole."""
    text = "".join(f"word{k} कविता {k}।\n" for k in range(SLICE_CHARS // 6))
    assert len(text) > 2 * SLICE_CHARS
    assert reference("o200k_base").encode_ordinary(text) == get_tokenizer(
        "o200k_base", backend="python"
    ).encode(text)


def test_cache_is_bounded(monkeypatch):
    """What is kept of texts does not grow without end."""
    monkeypatch.setattr(bpe, "CACHE_CHARS", 10_000)
    tokenizer = bpe.BytePairTokenizer("r50k_base")
    for k in range(12):
        text = "".join(f" w{k}x{j}" for j in range(300))
        assert tokenizer.count(text) == len(tokenizer.encode(text))
        assert sum(map(len, tokenizer._known)) <= 10_000
        assert sum(map(len, tokenizer._counts)) <= 10_000
    assert tokenizer._known
    assert tokenizer._counts


def test_no_network():
    """Counting needs no socket, in any encoding and backend."""
    code = (
        "import socket\n"
        "def refuse(*args, **kwargs): raise SystemExit('a socket was opened')\n"
        "socket.socket.__init__ = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from khand.tokenizers import get_tokenizer\n"
        f"print([get_tokenizer(n, backend=b).count('Hello offline world.') for n, b in {BACKENDS!r}])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (f"{[4] * len(BACKENDS)}\n", "") == (done.stdout, done.stderr)


def test_import_loads_no_table():
    """Importing khand and asking for a tokenizer reads no table and imports no native code."""
    code = (
        "import sys, khand, khand.tokenizers.bpe as bpe\n"
        "t = khand.tokenizers.get_tokenizer('cl100k_base', backend='python')\n"
        "assert '_tokens' not in vars(t) and 'toktok' not in sys.modules and 'tokenizers' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_special_tokens_are_text():
    """Names of special tokens are counted as the text they are."""
    text = "The docs mention <|endoftext|> and <|fim_prefix|> as plain text."
    assert [20, 20] == [get_tokenizer("cl100k_base", backend=b).count(text) for b in ("python", None)]


def test_known_names():
    """Every name that is listed can be had, under that name."""
    for name in known_tokenizers():
        assert get_tokenizer(name).name.startswith(name)
        assert get_tokenizer(name).count("") == 0
        assert list(get_tokenizer(name).ends("")) == []


@pytest.mark.parametrize(
    "spec", ["gpt-5", "", "CL100K_BASE", "estimate:", "estimate:0", "estimate:-1", "estimate:x"]
)
def test_unknown_names(spec):
    """What is not known is refused with what is allowed, as a lookup error."""
    with pytest.raises(TokenizerError, match=r"estimate:3\.5") as caught:
        get_tokenizer(spec)
    assert spec == caught.value.tokenizer
    assert isinstance(caught.value, LookupError)


@pytest.mark.parametrize("spec", [None, 5, b"words"])
def test_what_is_no_tokenizer(spec):
    """What is neither a name nor a function is refused."""
    with pytest.raises(TokenizerError, match="a name, a path or a function"):
        get_tokenizer(spec)


@pytest.mark.parametrize("backend", ["native", "rust"])
def test_backend_that_is_not_there(backend):
    """A backend that does not count an encoding is refused."""
    with pytest.raises(TokenizerError, match="backend"):
        get_tokenizer("p50k_base", backend=backend)


@given(text=TEXTS, ratio=st.sampled_from(["4", "3.5", "0.5", "1.1", "7"]))
def test_estimate(text, ratio):
    """An estimate is the length over the ratio, rounded up, and is not exact."""
    tokenizer = get_tokenizer(f"estimate:{ratio}")
    tenths = round(float(ratio) * 10)
    assert -(-len(text) * 10 // tenths) == tokenizer.count(text)
    ends = list(tokenizer.ends(text))
    assert (tokenizer.count(text), sorted(ends)) == (len(ends), ends)
    assert not text or ends[-1] == len(text)
    assert not tokenizer.exact


@given(TEXTS)
def test_words_and_characters(text):
    """Words are the runs without white space, characters the code points."""
    words, characters = get_tokenizer("words"), get_tokenizer("characters")
    assert len(text.split()) == words.count(text) == len(words.ends(text))
    assert len(text) == characters.count(text) == len(characters.ends(text))
    assert [words.count(text)] * 2 == words.count_many([text, text])


def test_function():
    """A function counts; its ends are there for planning and reach the end of the text."""
    tokenizer = get_tokenizer(lambda text: len(text.split()))
    text = "one two three " * 500
    assert (1500, "callable", True) == (tokenizer.count(text), tokenizer.backend, tokenizer.exact)
    ends = list(tokenizer.ends(text))
    assert (sorted(ends), len(text)) == (ends, ends[-1])
    assert abs(len(ends) - 1500) < 30


@pytest.mark.parametrize("result", [-1, 2.0, None, "3", True])
def test_function_that_gives_no_number(result):
    """What is no whole number from 0 up is refused with what came."""
    with pytest.raises(TokenizerError, match="whole number from 0 up") as caught:
        get_tokenizer(lambda text: result).count("text")
    assert repr(result) in str(caught.value)


@pytest.mark.parametrize("name", ["cl100k_base", "p50k_base"])
def test_every_token_is_reached(name):
    """Every token of a table, merged from its bytes, gives itself."""
    ranks = BytePairTokenizer(name)._ranks
    assert [] == [token for token in ranks if _merge_short(token, ranks) != [token]]
