"""Files to text: encodings, names, folders, globs."""

import errno
import os
from pathlib import Path

import pytest

from khand.errors import InputError, OptionError
from khand.readers import Found, decode, find, format_of, read
from khand.readers.chunks import read_chunks

TEXT = "# नमस्ते\r\n\ncafé 😀\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-8"])
def test_mark_says_the_encoding(encoding: str) -> None:
    """A byte order mark is obeyed and removed; without one a file is UTF-8. Newlines stay as they are."""
    assert TEXT == decode(TEXT.encode(encoding))


@pytest.mark.parametrize(("mark", "codec"), [(b"\xfe\xff", "utf-16-be"), (b"\0\0\xfe\xff", "utf-32-be")])
def test_big_endian_marks(mark: bytes, codec: str) -> None:
    """Big-endian files are read, too."""
    assert TEXT == decode(mark + TEXT.encode(codec))


def test_mark_goes_before_the_encoding_named() -> None:
    """In a folder of mixed files the mark knows better than one name for all."""
    assert TEXT == decode(TEXT.encode("utf-16"), encoding="cp1252")


def test_only_one_mark_is_removed() -> None:
    """A second U+FEFF is text."""
    assert "\ufeffa" == decode(b"\xef\xbb\xbf" * 2 + b"a")


def test_encoding_named_is_used() -> None:
    """What is not UTF-8 is read as the encoding named, also an old Indian or Chinese one."""
    assert "café" == decode(b"caf\xe9", encoding="cp1252")
    assert "汉字" == decode("汉字".encode("gb18030"), encoding="gb18030")


@pytest.mark.parametrize(
    ("data", "encoding", "position"),
    [
        (b"name,value\n" * 500 + b"\xe9t\xe9", None, 5500),
        (b"\xef\xbb\xbfab\xff", None, 5),
        (b"\xff\xfea\0\0\xdc", None, 4),
        (b"ab\x81", "cp1252", 2),
        (b"\xe0\xa4", None, 0),
    ],
)
def test_bad_byte_is_an_error_with_its_position(data: bytes, encoding: str | None, position: int) -> None:
    """File and byte are named, counted from 0 in the file as it is on disk; nothing is replaced."""
    with pytest.raises(
        InputError, match=rf"menu\.txt: not \S+ at byte {position} \(counted from 0\)"
    ) as caught:
        decode(data, encoding=encoding, source="menu.txt")
    assert (position, "menu.txt") == (caught.value.position, caught.value.source)


@pytest.mark.parametrize("encoding", ["klingon", "hex", "a\0b"])
def test_unknown_encoding_is_refused(encoding: str) -> None:
    """Also for an empty file, where nothing would be decoded."""
    with pytest.raises(OptionError, match="encoding="):
        decode(b"", encoding=encoding)


def test_nul_is_kept(tmp_path: Path) -> None:
    """NUL characters stay, so that offsets hold."""
    (tmp_path / "a.txt").write_bytes(b"a\0b\0")
    assert "a\0b\0" == read(Found(tmp_path / "a.txt", "a.txt")).text


def test_format_follows_the_extension() -> None:
    """Markdown, HTML and text by extension, in any case; what says nothing is text."""
    names = ("a.md", "b.MARKDOWN", "c.html", "d.htm", "e.txt", "f.rst", "README")
    assert ["markdown", "markdown", "html", "html", "text", "rst", "text"] == [format_of(n) for n in names]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of documents; the working folder is its parent."""
    for name in (
        "docs/b.md",
        "docs/a.txt",
        "docs/sub/index.md",
        "docs/.git/x.md",
        "docs/pic.png",
        "more/index.md",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sources(*inputs: str, root: str | Path | None = None) -> list[str]:
    """Names of the documents found."""
    found, errors = find(inputs, root=root)
    assert not errors
    return [each.source for each in found]


@pytest.mark.usefixtures("tree")
def test_folder_is_searched_in_a_fixed_order() -> None:
    """Known extensions at any depth, no hidden ones; names are POSIX paths relative to the folder given."""
    assert ["a.txt", "b.md", "sub/index.md"] == sources("docs")


def test_file_that_is_named(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is called by its way from the working folder, however it is given; outside of that by its bare name."""
    given = ("docs/sub/index.md", str(tree / "docs/sub/index.md"), "more/../docs/./sub/index.md")
    assert [["docs/sub/index.md"]] * 3 == [sources(one) for one in given]
    assert ["docs/pic.png"] == sources("docs/pic.png")
    monkeypatch.chdir("docs")
    assert (["sub/index.md"], ["index.md"]) == (sources("sub/index.md"), sources("../more/index.md"))


@pytest.mark.usefixtures("tree")
def test_glob_names_files_as_the_shell_would() -> None:
    """What a glob matches is called as if it had been named."""
    assert ["docs/b.md", "docs/sub/index.md"] == sources("docs/**/*.md") == sources("d*/**/*.md")


def test_a_file_name_may_look_like_a_glob(tree: Path) -> None:
    """A file that is there is taken as it is."""
    (tree / "a[1].md").write_text("x")
    assert ["a[1].md"] == sources("a[1].md")


@pytest.mark.usefixtures("tree")
def test_each_file_is_read_once() -> None:
    """A file named twice, or by a folder and by itself, is one document."""
    assert ["docs/b.md", "a.txt", "sub/index.md"] == sources("docs/b.md", "docs", "docs/../docs/a.txt")


@pytest.mark.usefixtures("tree")
def test_two_documents_with_one_name() -> None:
    """They are refused, both are named; a root common to both tells them apart."""
    with pytest.raises(
        OptionError, match=r"'index\.md' would name two .* docs/sub/index\.md and more/index\.md"
    ):
        find(["docs/sub", "more"])
    assert ["docs/sub/index.md", "more/index.md"] == sources("docs/sub", "more", root=".")


@pytest.mark.usefixtures("tree")
def test_name_does_not_depend_on_other_inputs() -> None:
    """A document is called the same whatever else is in the run."""
    others = ("docs/b.md", "docs/*.txt", "docs/sub")
    assert ["docs/b.md", "docs/a.txt", "index.md"] == sources(*others)
    assert ["docs/b.md", "docs/a.txt", "index.md"] == [name for one in others for name in sources(one)]


def test_root_is_what_all_names_are_relative_to(tree: Path) -> None:
    """Of files named, found in folders and matched alike; one outside of it is refused."""
    assert ["sub/index.md", "b.md", "a.txt"] == sources(
        "docs/sub", "docs/b.md", "docs/*.txt", root=tree / "docs"
    )
    with pytest.raises(OptionError, match=r"more/index\.md is not under it"):
        find(["docs/b.md", "more"], root="docs")


def test_what_names_no_file_is_an_error(tree: Path) -> None:
    """Each input is named with the reason; the others are found."""
    (tree / "empty").mkdir()
    found, errors = find(["nothing.md", "docs/b.md", "*.xyz", "empty"])
    assert ["docs/b.md"] == [each.source for each in found]
    reasons = ("nothing.md: no such file", "*.xyz: nothing matches", "empty: no documents in this folder")
    assert len(reasons) == len(errors)
    assert [] == [why for why, error in zip(reasons, errors, strict=True) if not str(error).startswith(why)]


def test_file_that_cannot_be_read_is_an_input_error(tmp_path: Path) -> None:
    """A folder, or a file that has gone, is an error that names it."""
    with pytest.raises(InputError, match=r"gone\.md"):
        read(Found(tmp_path / "gone.md", "gone.md"))


@pytest.mark.skipif(os.name == "nt", reason="Windows names are Unicode")
def test_name_that_is_not_utf8(tmp_path: Path) -> None:
    """A file with a broken name can be chunked; the name carries U+FFFD."""
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    found, _ = find([str(tmp_path)])
    assert ["caf\ufffd.md"] == [each.source for each in found]


def test_chunk_file_that_is_none_is_named(tmp_path: Path) -> None:
    """The line that is no chunk is named."""
    path = tmp_path / "c.jsonl"
    for line, says in (
        ('{"tokens": "3"}', "line 2: a chunk has"),
        ("[1]", "line 2: a chunk"),
        ("{", "line 2: not JSON"),
    ):
        path.write_text('{"tokens": 3}\n' + line)
        with pytest.raises(InputError, match=says):
            read_chunks(path)
    path.write_text('{"tokens": 3}\n\n{"tokens": 40, "text": "\\u2028"}\n')
    assert [3, 40] == read_chunks(path).tokens


@pytest.fixture
def locked(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder inside the tree that may not be listed, whoever runs the tests."""
    folder = tree / "docs/locked"
    folder.mkdir()
    (folder / "c.md").write_text("x")
    scandir = os.scandir

    def refuse(path: str | Path = ".") -> object:
        if Path(path).name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    return folder


@pytest.mark.usefixtures("locked")
@pytest.mark.parametrize("given", ["docs", "docs/**/*.md", "docs/*/*.md", "docs/locked", "docs/**"])
def test_folder_that_cannot_be_listed_is_named(given: str) -> None:
    """It is one failed input, however it is reached; what can be read is found."""
    found, errors = find([given, "more"])
    assert ["docs/locked: Permission denied"] == [str(error) for error in errors]
    assert "index.md" in {Path(each.source).name for each in found}


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes and links")
def test_only_files_are_documents_of_a_folder(tree: Path) -> None:
    """A pipe would never end; a link to a file is a document, one to nothing is read and so named as failed."""
    os.mkfifo(tree / "docs/pipe.md")
    (tree / "docs/link.md").symlink_to(tree / "more/index.md")
    (tree / "docs/gone.md").symlink_to("nowhere.md")
    (tree / "docs/round.md").symlink_to("round.md")
    names = ["b.md", "gone.md", "link.md", "round.md"]
    assert [*names, "sub/index.md"] == [name for name in sources("docs") if name != "a.txt"]
    assert names == sources("docs/*.md", root="docs")
    for name in ("gone.md", "round.md"):
        with pytest.raises(InputError, match=name):
            read(Found(tree / "docs" / name, name))


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_links_to_folders_are_not_followed_to_any_depth(tree: Path) -> None:
    """Neither by a folder nor by ``**``: a link back up would give every document many times."""
    (tree / "docs/sub/loop").symlink_to("..")
    (tree / "docs/sub/loop2").symlink_to("..")
    assert ["a.txt", "b.md", "sub/index.md"] == sources("docs")
    assert ["docs/b.md", "docs/sub/index.md"] == sources("docs/**/*.md")
    assert ["docs/sub/loop/b.md"] == sources("docs/sub/loop/*.md")


@pytest.mark.usefixtures("tree")
def test_glob_is_as_the_shell_has_it() -> None:
    """``**`` is no folder or any number of them; hidden names need a dot of their own; absolute ones work."""
    assert ["a.txt", "b.md", "pic.png", "sub/index.md"] == sources("docs/**", root="docs")
    found = [f"docs/{name}" for name in ("b.md", "sub/index.md")]
    assert found == sources("docs/**/**/*.md") == sources(f"{Path.cwd()}/docs/**/*.md")
    assert ["docs/.git/x.md"] == sources("docs/.git/*.md") == sources("docs/.*/*.md")
    assert ["docs/a.txt", "docs/b.md"] == sources("docs/../docs/[ab].*")


@pytest.mark.usefixtures("tree")
def test_glob_that_matches_only_folders_says_so() -> None:
    """The folders are named, and what finds the documents in them."""
    _, errors = find(["d*"])
    assert ["d*: matches no file, only docs; for what is in folders give d*/**/*.md"] == list(
        map(str, errors)
    )


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.pdf", b"%PDF-1.4\n\x9c\xff", "a.pdf: is a PDF file, not what format='text' says"),
        ("a.docx", b"PK\x03\x04\xff\xfe" + bytes(60), "a.docx: is a ZIP archive; khand does not read that"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "a.png: is a PNG picture; khand does not read that"),
        ("a.txt", b"caf\xe9", "a.txt: not utf-8 at byte 3"),
    ],
)
def test_no_text_is_read_as_text(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    """A format that is named does not make text of a PDF: what the file is comes before advice on encodings."""
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError) as caught:
        read(Found(tmp_path / name, name), format="text")
    assert str(tmp_path / says) in str(caught.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """What is asked to read one file says what reads a folder."""
    with pytest.raises(InputError, match=r"is a folder; khand\.chunk_files takes folders"):
        read(tmp_path)
