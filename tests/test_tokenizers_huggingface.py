"""A Hugging Face tokenizer.json by its path; the small files are trained here, by the library itself."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khand.errors import MissingExtraError, TokenizerError
from khand.tokenizers import get_tokenizer

tokenizers = pytest.importorskip("tokenizers", reason="the extra khand[huggingface] is not installed")

PROSE = ["the quick brown fox jumps over the lazy dog", "वह घर आया और सो गया", "今天天气很好"] * 20
KINDS = ("wordpiece", "unigram", "bpe")


def train(kind):
    """A small tokenizer with all that must not count: a template, truncation, padding, special tokens."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

    if kind == "wordpiece":
        made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        made.normalizer = normalizers.BertNormalizer()
        made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        trainer = trainers.WordPieceTrainer(
            vocab_size=150, special_tokens=["[UNK]", "[CLS]", "[SEP]"], show_progress=False
        )
    elif kind == "unigram":
        made = Tokenizer(models.Unigram())
        made.pre_tokenizer = pre_tokenizers.Metaspace()
        trainer = trainers.UnigramTrainer(
            vocab_size=120, special_tokens=["<unk>", "[CLS]", "[SEP]"], unk_token="<unk>", show_progress=False
        )
    else:
        made = Tokenizer(models.BPE())
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        made.decoder = decoders.ByteLevel()
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=320, special_tokens=["[CLS]", "[SEP]"], initial_alphabet=alphabet, show_progress=False
        )
    made.train_from_iterator(PROSE, trainer)
    ends = [("[CLS]", made.token_to_id("[CLS]")), ("[SEP]", made.token_to_id("[SEP]"))]
    made.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    made.enable_truncation(4)
    made.enable_padding(length=64)
    return made


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The path of a tokenizer.json of each kind."""
    folder = tmp_path_factory.mktemp("huggingface")
    for kind in KINDS:
        train(kind).save(str(folder / f"{kind}.json"))
    return {kind: str(folder / f"{kind}.json") for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_counts_the_text_and_nothing_else(kind, files):
    """Ids are the library's for the text alone: no template, no truncation, no padding."""
    plain = tokenizers.Tokenizer.from_file(files[kind])
    plain.no_truncation()
    plain.no_padding()
    text = "The quick fox, वह घर आया। 今天天气 \n\n jumps 123 times"
    tokenizer = get_tokenizer(files[kind])
    expected = plain.encode(text, add_special_tokens=False).ids
    assert (expected, len(expected)) == (tokenizer.encode(text), tokenizer.count(text))
    assert [len(expected), 0] == tokenizer.count_many([text, ""])
    assert ("huggingface", True, files[kind]) == (tokenizer.backend, tokenizer.exact, tokenizer.name)


@pytest.mark.parametrize("kind", ["wordpiece", "bpe"])
def test_special_tokens_are_text(kind, files):
    """The name of a special token in a text is the characters it is made of."""
    assert get_tokenizer(files[kind]).count("[SEP]") >= 3


@pytest.mark.parametrize("kind", KINDS)
@given(text=st.text(st.sampled_from("the quick .\n\u3000वह ि今天👋\x1cÉ"), max_size=30))
def test_ends(kind, files, text):
    """Each token has an end; ends never go back, and the last one is the text's."""
    tokenizer = get_tokenizer(files[kind])
    ends = list(tokenizer.ends(text))
    assert (tokenizer.count(text), sorted(ends)) == (len(ends), ends)
    assert not ends or ends[-1] == len(text)


@pytest.mark.parametrize("kind", KINDS)
@given(
    text=st.text(st.sampled_from("ab qu.\n\t\r\u3000वि今\u0301\x1c\x00É"), min_size=1, max_size=16),
    data=st.data(),
)
def test_counts_add_up_at_a_seam(kind, files, text, data):
    """At a seam the counts of both sides add up to the count of the whole, for every cut before and after."""
    tokenizer = get_tokenizer(files[kind])
    i = data.draw(st.integers(0, len(text)))
    if tokenizer.is_seam(text, i):
        for a in range(i + 1):
            for b in range(i, len(text) + 1):
                assert tokenizer.count(text[a:b]) == tokenizer.count(text[a:i]) + tokenizer.count(text[i:b])


def test_seams_of_a_wordpiece_file(files):
    """Where the file splits at white space, the places beside it are seams; elsewhere nothing is promised."""
    assert [True, True, False] == [get_tokenizer(files["wordpiece"]).is_seam("one two", i) for i in (3, 4, 5)]
    assert not get_tokenizer(files["unigram"]).is_seam("one two", 3)


@pytest.mark.parametrize(
    ("content", "said"), [("{", "not JSON"), ("[]", "no model"), ('{"model": 3}', "not a tok")]
)
def test_files_that_are_no_tokenizer(content, said, tmp_path):
    """A file that is no tokenizer is refused with its path and the reason."""
    path = tmp_path / "tokenizer.json"
    path.write_text(content)
    with pytest.raises(TokenizerError, match=said) as caught:
        get_tokenizer(str(path))
    assert str(path) == caught.value.tokenizer


def test_file_that_is_not_there(tmp_path):
    """A missing file is named."""
    with pytest.raises(TokenizerError, match="No such file"):
        get_tokenizer(str(tmp_path / "tokenizer.json"))


def test_changed_file_is_read_anew(files, tmp_path):
    """A file that has changed since is not answered from memory."""
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(json.loads(train("wordpiece").to_str())))
    before = get_tokenizer(str(path)).count("unseen ☀")
    path.write_text(train("bpe").to_str())
    assert before != get_tokenizer(str(path)).count("unseen ☀")


def test_library_that_is_not_installed(files, monkeypatch):
    """Without the library the error names the extra that brings it."""
    from khand.tokenizers.huggingface import HuggingFaceTokenizer

    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(MissingExtraError, match=r"khand\[huggingface\]") as caught:
        HuggingFaceTokenizer(files["bpe"])
    assert caught.value.extra == "huggingface"


@pytest.mark.parametrize("kind", KINDS)
def test_tokenizer_of_the_library_is_one(kind, files):
    """The object counts as its file does, whatever it was told to add or cut off; it may be sent to other processes."""
    import pickle

    import khand

    text = "The quick fox, वह घर आया। 今天天气 \n\n jumps 123 times. " * 5
    made = train(kind)
    by_object, by_file = (khand.chunk(text, size=30, tokenizer=given) for given in (made, files[kind]))
    assert by_object == by_file
    assert by_object == khand.chunk(text, pickle.loads(pickle.dumps(khand.Settings(size=30, tokenizer=made))))
