"""What changed between two sets of chunks."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import khand
from khand.changes import _out_of_order
from khand.cli import main

PARAGRAPHS = st.lists(
    st.sampled_from(["Be kind.", "Be fair.", "# A", "# B", "## C", "Bring a pen. Bring ink."]), max_size=12
)


def cut(paragraphs: list[str], source: str = "a.md") -> khand.Chunks:
    """The chunks of a document of these paragraphs."""
    return khand.chunk("\n\n".join(paragraphs), size=16, source=source)


@given(PARAGRAPHS, PARAGRAPHS)
def test_lists_make_the_old_index_the_new_one(before: list[str], after: list[str]) -> None:
    """Deleting, embedding and updating what is listed gives exactly the new records, and nothing needless is embedded."""
    old, new = cut(before), cut(after)
    found = khand.diff(old, new)
    store = {chunk.id: chunk for chunk in old}
    for gone in found.removed:
        del store[gone.id]
    assert not {chunk.id for chunk in found.added} & set(store)
    store |= {chunk.id: chunk for chunk in [*found.added, *found.updated]}
    assert {chunk.id: chunk for chunk in new} == store
    assert (len(new), len(old)) == (len(found.added) + found.kept, len(found.removed) + found.kept)
    assert sum(chunk.tokens for chunk in new) == found.all_tokens
    assert {chunk.id for chunk in found.moved} <= {chunk.id for chunk in found.updated}


@given(PARAGRAPHS, PARAGRAPHS)
def test_lists_keep_an_index_of_children_too(before: list[str], after: list[str]) -> None:
    """With children the lists have them as well, the figures are those of the chunks alone, and theirs stand apart."""
    old, new = (
        khand.chunk("\n\n".join(text), size=40, children=4, source="a.md") for text in (before, after)
    )
    found = khand.diff(old, new)
    store = {chunk.id: chunk for chunk in old.with_children()}
    for gone in found.to_delete:
        del store[gone]
    assert not {chunk.id for chunk in found.to_embed} & set(store)
    store |= {chunk.id: chunk for chunk in [*found.to_embed, *found.to_update]}
    assert {chunk.id: chunk for chunk in new.with_children()} == store
    assert len(new) == len(found.added) + found.kept
    alone = khand.diff(list(old), list(new))
    assert (alone.to_dict(), alone.added, None) == (
        found.to_dict() | {"children": None},
        found.added,
        alone.children,
    )
    if old.children or new.children:
        assert (
            khand.diff(
                [child._replace(parent=None) for child in old.children],
                [child._replace(parent=None) for child in new.children],
            ).tokens
            == found.children.tokens
        )
    assert khand.diff(old.with_children(), new.with_children()) == found


def test_same_chunks_are_unchanged() -> None:
    """Nothing to embed, to delete or to update."""
    chunks = cut(["# A", "Be kind.", "# B", "Be fair."])
    found = khand.diff(chunks, list(chunks))
    assert (2, 0, 0, 0, 0, 0) == (
        found.unchanged, len(found.added), len(found.removed), len(found.moved), len(found.updated), found.tokens
    )  # fmt: skip


def test_printed_difference() -> None:
    """It says how many chunks are new, gone, moved and the same, and what is to be embedded."""
    old, new = cut(["# A", "Be kind.", "# B", "Be fair."]), cut(["# A", "Be kind.", "# C", "Be fair."])
    assert "1 unchanged, 0 moved, 1 added, 1 removed; 6 of 12 tokens to embed" == str(khand.diff(old, new))


def test_section_that_moves() -> None:
    """The fewest that must have moved are said to have; none is embedded again."""
    old = cut(["# A", "one", "# B", "two", "# C", "three", "# D", "four"])
    new = cut(["# D", "four", "# A", "one", "# B", "two", "# C", "three"])
    found = khand.diff(old, new)
    assert ([("D",)], 3, 0, 0) == (
        [chunk.headings for chunk in found.moved], found.unchanged, len(found.added), len(found.removed)
    )  # fmt: skip
    assert 4 == len(found.updated)


def test_file_that_was_renamed_need_not_be_embedded() -> None:
    """Its chunks have new ids, and the vectors of the old ones."""
    old, new = cut(["# A", "one"], "old.md"), cut(["# A", "one"], "new.md")
    found = khand.diff(old, new)
    assert ({new[0].id: old[0].id}, new[0].tokens) == (found.copies, found.copied_tokens)
    assert (1, 1) == (len(found.added), len(found.removed))


@given(st.permutations(range(8)))
def test_fewest_that_moved(order: list[int]) -> None:
    """As many stay as in a longest run that increases, found by trying all; those that stay increase."""
    named = [(place, str(place)) for place in order]
    moved = _out_of_order(named)
    stay = [place for place in order if str(place) not in moved]
    assert sorted(stay) == stay
    runs = [[order[k] for k in range(8) if bits >> k & 1] for bits in range(256)]
    assert max(len(run) for run in runs if run == sorted(run)) == len(stay)


def test_one_changed_paragraph_of_a_manual() -> None:
    """Of a manual of 300 pages only chunks of its section are new, and only they are paid for."""
    pages = [f"## Section {k}\n\n" + f"Rule {k} says what to do. It is short. " * 40 for k in range(300)]
    old = khand.chunk("# Manual\n\n" + "\n\n".join(pages), size=200)
    pages[150] = pages[150].replace("It is short.", "It is long now.", 1)
    new = khand.chunk("# Manual\n\n" + "\n\n".join(pages), size=200)
    found = khand.diff(old, new)
    assert {"Section 150"} == {chunk.heading for chunk in found.added}
    assert (
        len(found.added)
        == len(found.removed)
        <= len([chunk for chunk in new if chunk.heading == "Section 150"])
    )
    assert 0 == len(found.moved)
    assert pytest.approx(sum(chunk.tokens for chunk in found.added) * 2e-6) == found.cost(2)


def test_chunks_of_two_runs_in_one_file_are_refused() -> None:
    """An id stands for one chunk."""
    chunks = cut(["# A", "one"])
    for old, new in (([*chunks, *chunks], []), ([], [*chunks, *chunks])):
        with pytest.raises(khand.InputError, match=rf"two chunks have the id {chunks[0].id}.*a\.md"):
            khand.diff(old, new)


def test_command_for_files_and_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures for people and programs; OLD and NEW may be folders of parts; a file of something else is an error."""
    monkeypatch.chdir(tmp_path)
    Path("d").mkdir()
    Path("d/a.md").write_text("# A\n\none\n\n# B\n\ntwo\n")

    def run(*arguments: str):
        return CliRunner().invoke(main, arguments)

    run("chunk", "d", "--out-dir", "old")
    Path("d/a.md").write_text("# A\n\none\n\n# B\n\ntwo and more\n")
    run("chunk", "d", "-o", "new.jsonl")
    (added,) = [chunk for chunk in khand.read_jsonl("new.jsonl") if "more" in chunk.text]
    lists = ("--to-embed", "embed.jsonl", "--to-delete", "delete.txt")
    shown = run("diff", "old", "new.jsonl", "--price", "1", *lists).stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert {"Unchanged 1", f"Added 1 {added.tokens} tokens to embed", "Removed 1"} <= set(lines)
    assert [added] == list(khand.read_jsonl("embed.jsonl"))
    (gone,) = Path("delete.txt").read_text().split()
    assert gone in {chunk.id for chunk in khand.read_jsonl("old")}
    again = run("diff", "new.jsonl", "new.jsonl", "--json").stdout
    assert '"unchanged": 2' in again
    Path("bad.jsonl").write_text('{"tokens": 3}\n')
    for wrong, says in (
        ("none.jsonl", "No such file"),
        ("bad.jsonl", "line 1: a chunk has 'id'"),
        ("d", "no parts"),
    ):
        failed = run("diff", "new.jsonl", wrong)
        assert (1, "") == (failed.exit_code, failed.stdout)
        assert says in failed.stderr


def test_command_lists_children_and_counts_them_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one changed section the chunk and its child go into the lists; the figures are of chunks, a line of children."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str):
        return CliRunner().invoke(main, arguments)

    old = "# A\n\nOne is here. Two is there.\n\n# B\n\nThree is here. Four is there."
    Path("a.md").write_text(old)
    cut = ("chunk", "a.md", "--children", "4")
    run(*cut, "-o", "old.jsonl")
    Path("a.md").write_text(old.replace("Four is", "Four was"))
    lists = ("--to-embed", "embed.jsonl", "--to-delete", "delete.txt", "--price", "1000000")
    told = run(*cut, "-o", "new.jsonl", "--against", "old.jsonl", *lists).stdout
    new = khand.read_jsonl("new.jsonl")
    changed = [chunk for chunk in new.with_children() if "Four" in chunk.text]
    assert (1, 1) == (changed[0].parent is None, len(changed) - 1)
    assert changed == list(khand.read_jsonl("embed.jsonl").with_children())
    assert 2 == len(Path("delete.txt").read_text().split())
    child = changed[1].tokens
    row = f"3 unchanged; 1 added, 1 removed: {child} tokens to embed besides, cost {child}.00"
    assert row in " ".join(told.split())
    assert "Unchanged 1 " in " ".join(told.split())
    figures = json.loads(run("diff", "old.jsonl", "new.jsonl", "--json", "--price", "1000000").stdout)
    assert (1, changed[0].tokens, child, child) == (
        figures["added"], figures["cost"], figures["children"]["tokens"], figures["children"]["cost"]
    )  # fmt: skip
    # into parts, and against parts
    run(*cut, "--out-dir", "parts", "--against", "old.jsonl", "--to-embed", "again.jsonl")
    assert Path("embed.jsonl").read_bytes() == Path("again.jsonl").read_bytes()
    assert khand.diff("old.jsonl", "new.jsonl") == khand.diff("old.jsonl", "parts")
