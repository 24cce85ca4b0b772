"""reStructuredText: sections as docutils has them, and what stands in them."""

import pytest

from khand import chunk
from khand.outline import Kind, blocks, children

PAGE = """\
.. _intro:

=====
Guide
=====

Intro with ``code``.

.. note::

   Mind the `gap <x>`_.

   - one
   - two

Usage
-----

* item one
  goes on
* item two

#. first
#. second

Example::

    Not a title
    -----------

:param x: a number
:returns: nothing

Table of things
~~~~~~~~~~~~~~~

=====  =====
A      B
=====  =====
1      2
3      4
=====  =====

+---+---+
| a | b |
+===+===+
| 1 | 2 |
+---+---+
| 3 | 4 |
+---+---+

.. code-block:: python

   def f():
       pass

Second :class:`Part <m.Part>`
-----------------------------

अंत।
"""


def test_sections() -> None:
    """Levels by the order in which the forms of underlines are met; titles without markup."""
    found = [(b.level, b.title) for b in blocks(PAGE, "rst") if b.kind == Kind.HEADING]
    assert [(1, "Guide"), (2, "Usage"), (3, "Table of things"), (2, "Second Part")] == found


def test_blocks() -> None:
    """Kinds in order; a label belongs to what it stands before."""
    kinds = [b.kind.name for b in blocks(PAGE, "rst")]
    assert (
        "HEADING PARAGRAPH QUOTE HEADING LIST LIST PARAGRAPH INDENTED_CODE LIST HEADING TABLE TABLE INDENTED_CODE HEADING PARAGRAPH"
        == " ".join(kinds)
    )


def pieces(kind: Kind, number: int = 0) -> list[str]:
    """The pieces of a block of the page."""
    block = [b for b in blocks(PAGE, "rst") if b.kind == kind][number]
    return [PAGE[c.start : c.end].strip() for c in children(PAGE, block, "rst")]


def test_pieces_of_blocks() -> None:
    """Items, rows with the header, blocks in a directive."""
    assert ["* item one\n  goes on", "* item two"] == pieces(Kind.LIST)
    assert ["=====  =====\nA      B\n=====  =====\n1      2", "3      4\n=====  ====="] == pieces(Kind.TABLE)
    assert [
        "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+",
        "| 3 | 4 |\n+---+---+",
    ] == pieces(Kind.TABLE, 1)
    assert [".. note::\n\n   Mind the `gap <x>`_.", "- one\n   - two"] == pieces(Kind.QUOTE)


def test_pieces_of_a_table_carry_its_header() -> None:
    """Both kinds of tables."""
    rows = "".join(f"{k:<5}  word{k}\n" for k in range(40))
    text = f"=====  =====\nA      B\n=====  =====\n{rows}=====  =====\n"
    made = chunk(text, format="rst", size=60)
    assert len(made) > 2
    assert all(piece.embed_text.startswith("=====  =====\nA      B\n=====  =====\n") for piece in made)


@pytest.mark.parametrize(
    "text",
    [
        "Not a title\n--\n\ntext\n",
        "a\n\n----------\n\nb\n",
        "Text.\n- - -\n",
        "  Indented\n  ========\n",
        "..\n  comment\n  =======\n",
    ],
)
def test_what_is_no_title(text: str) -> None:
    """Short lines, transitions, quotes, comments."""
    assert [] == [b.title for b in blocks(text, "rst") if b.kind == Kind.HEADING]
