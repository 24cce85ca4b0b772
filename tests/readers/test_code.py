"""Code by its syntax: definitions are sections, statements are not cut where they fit; without it, lines."""

import sys
from pathlib import Path

import pytest

import khand
from khand.errors import InputError, MissingExtraError
from khand.outline import Kind, blocks, children
from khand.outline.languages import LANGUAGES

SOURCES = {
    "python": ("import os\n\n# about\n@dec\nclass Order(Base):\n    x = 1\n\n    def total(self):\n        return 1\n\n\ndef main():\n    pass\n",
               ["class Order", "def total", "def main"]),
    "javascript": ("export class A {\n  m() {\n    return 1\n  }\n}\nexport default function g() {\n  return 2\n}\n",
                   ["class A", "m", "function g"]),
    "typescript": ("export interface I {\n  a: number\n}\nabstract class A {\n  m(): number {\n    return 1\n  }\n}\n",
                   ["interface I", "abstract class A", "m"]),
    "tsx": ("function V() {\n  return <b>x</b>\n}\n", ["function V"]),
    "go": ("package a\n\nfunc (o *Order) Total() int {\n\treturn 1\n}\n\ntype Order struct {\n\tA int\n}\n",
           ["func (o *Order) Total", "type Order struct"]),
    "rust": ("/// doc\nimpl Order {\n    fn total(&self) -> i32 {\n        1\n    }\n}\npub struct S {\n    a: i32,\n}\n",
             ["impl Order", "fn total", "pub struct S"]),
    "java": ("class A {\n  @Override\n  public int total() {\n    return 1;\n  }\n}\n", ["class A", "public int total"]),
    "c": ("int f(int a) {\n  return 1;\n}\n\nstruct S {\n  int a;\n};\n", ["int f", "struct S"]),
    "cpp": ("namespace n {\nclass A {\n  int f() {\n    return 1;\n  }\n};\n}\n", ["namespace n", "class A", "int f"]),
    "csharp": ("namespace N {\n  class A {\n    int F() {\n      return 1;\n    }\n  }\n}\n", ["namespace N", "class A", "int F"]),
    "ruby": ("module M\n  class A\n    def t\n      1\n    end\n  end\nend\n", ["module M", "class A", "def t"]),
    "php": ("<?php\nclass B {\n  function f() {\n    return 1;\n  }\n}\n", ["class B", "function f"]),
    "kotlin": ("class A {\n    fun f(): Int {\n        return 1\n    }\n}\n", ["class A", "fun f"]),
    "swift": ("class A {\n    func f() -> Int {\n        1\n    }\n}\n", ["class A", "func f"]),
    "sql": ("CREATE TABLE a (\n  x int\n);\n\nSELECT 1;\n", ["CREATE TABLE a"]),
    "bash": ("f() {\n  echo\n}\n", ["f"]),
}  # fmt: skip


@pytest.mark.parametrize(("language", "source", "titles"), [(k, *v) for k, v in SOURCES.items()], ids=SOURCES)
def test_definitions_are_sections(language: str, source: str, titles: list[str]) -> None:
    """In every language; the blocks tile the file."""
    found = blocks(source, f"code:{language}")
    assert titles == [block.title for block in found if block.kind == Kind.HEADING][: len(titles)]
    assert source == "".join(source[block.start : block.end] for block in found)


def test_every_language_has_a_case() -> None:
    """Here."""
    assert LANGUAGES.keys() == SOURCES.keys()


def test_names_are_the_heading_path() -> None:
    """A method stands under its class; the comment and decorator above a definition go with it."""
    chunks = khand.chunk(SOURCES["python"][0], format="code:python", size=60)
    paths = {chunk.headings: chunk.text for chunk in chunks}
    assert ("class Order", "def total") in paths
    assert paths["class Order",].startswith("# about\n@dec\nclass Order")


def test_statements_that_fit_are_not_cut() -> None:
    """A cut inside a function is between its statements, at every size that holds the longest."""
    statement = "    call(\n        {n},\n\n        'text that takes some tokens',\n    )\n"
    source = "def f():\n" + "".join(statement.format(n=n) for n in range(30))
    for size in (40, 60, 90):
        chunks = khand.chunk(source, format="code:python", size=size, context=())
        assert len(chunks) > 3
        for chunk in chunks:
            assert chunk.text.count("call(") == chunk.text.count("    )")


def test_pieces_tile_and_end() -> None:
    """Real code of the standard library, down to lines."""
    source = Path(
        sys.modules["argparse"].__file__ if "argparse" in sys.modules else __import__("argparse").__file__
    ).read_text()
    todo = list(blocks(source, "code:python"))
    assert source == "".join(source[b.start : b.end] for b in todo)
    seen = 0
    while todo:
        block = todo.pop()
        pieces = children(source, block, "code:python")
        if pieces:
            assert (block.start, block.end) == (pieces[0].start, pieces[-1].end)
            assert all(a.end == b.start for a, b in zip(list(pieces), list(pieces)[1:], strict=False))
            assert len(pieces) > 1 or pieces[0].kind == Kind.LINE
        todo += list(pieces)
        seen += 1
    assert seen > 1000


def test_by_default_code_is_cut_between_lines(tmp_path: Path) -> None:
    """Whatever is installed: the same chunks everywhere."""
    file = tmp_path / "a.py"
    file.write_text(SOURCES["python"][0])
    assert [()] * len(khand.chunk_file(file)) == [chunk.headings for chunk in khand.chunk_file(file)]
    assert ("class Order", "def total") in [
        chunk.headings for chunk in khand.chunk_file(file, format="code", size=60)
    ]
    (tmp_path / "a.xyz").write_text("x")
    with pytest.raises(InputError, match="no language of code has this suffix"):
        khand.chunk_file(tmp_path / "a.xyz", format="code")


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install stands in the error."""
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    with pytest.raises(MissingExtraError, match=r'pip install "khand\[code\]"'):
        khand.chunk("x = 1  # not parsed before", format="code:python")
