"""Chunks as JSON Lines."""

import json
import os
from pathlib import Path

import pytest
from _records import KEYS
from hypothesis import given
from hypothesis import strategies as st

from khand.chunk_record import Chunk
from khand.writers import dumps, replacing, write_jsonl


def chunk(text: str = "text", **fields: object) -> Chunk:
    """A chunk with one thing in it that matters."""
    plain = Chunk("id", "a.md", 0, None, (), text, text, 1, 0, len(text), 1, 1, None, 0, 0, "end")
    return plain._replace(**fields)


def test_keys_are_the_fields_in_their_order() -> None:
    """A record is flat and has the fields of a chunk in order."""
    full = chunk(
        heading="B",
        headings=("A", "B"),
        embed_text="A > B\n\ntext",
        page=3,
        overlap_chars=7,
        overlap_tokens=2,
        oversized=True,
        parent="7d0",
        metadata={"row": 4},
    )
    record = json.loads(dumps(full))
    assert [*KEYS, "parent", "metadata"] == list(record) == list(Chunk._fields)
    assert (["A", "B"], 7, 2, {"row": 4}) == tuple(
        record[name] for name in ("headings", "overlap_chars", "overlap_tokens", "metadata")
    )


def test_every_record_has_all_keys() -> None:
    """An embedded text that equals the text, a page that is not known and a flag that is not set are there too."""
    record = json.loads(dumps(chunk()))
    assert list(KEYS) == list(record)
    assert ("text", None, False) == (record["embed_text"], record["page"], record["oversized"])


def test_optional_keys_only_where_asked_for(tmp_path: Path) -> None:
    """A parent and metadata are keys where they say something, and null where they were asked for."""
    assert [*KEYS, "parent"] == list(json.loads(dumps(chunk(parent="7d0"))))
    assert [*KEYS, "parent"] == list(json.loads(dumps(chunk(), asked=["parent"])))
    write_jsonl([chunk(), chunk(parent="7d0")], tmp_path / "c.jsonl", asked=["parent"])
    lines = (tmp_path / "c.jsonl").read_text().splitlines()
    assert [None, "7d0"] == [json.loads(line)["parent"] for line in lines]


def test_people_can_read_it() -> None:
    """Letters of every script and emoji stand as they are."""
    assert "नमस्ते 漢字 😀 “ok”" in dumps(chunk("नमस्ते 漢字 😀 “ok”"))


@given(
    st.text(
        st.characters(exclude_categories=["Cs"])
        | st.sampled_from("\0\v\f\r\n\x1c\x1d\x1e\x7f\x85\u2028\u2029")
    )
)
def test_one_record_is_one_line_for_any_splitter(text: str) -> None:
    """No line end of any kind and no control character stands bare; the text comes back as it was."""
    line = dumps(chunk(text, heading=text, headings=(text,), source=text))
    assert [line] == line.splitlines()
    assert not [c for c in line if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029"]
    assert text == json.loads(line)["text"] == json.loads(line)["headings"][0]


def test_file_is_utf8_with_a_line_for_each_chunk(tmp_path: Path) -> None:
    """Bytes are the same on every system."""
    path = tmp_path / "c.jsonl"
    assert 2 == write_jsonl((chunk(text) for text in ("नमस्ते", "b")), path)
    lines = path.read_bytes().decode("utf-8").split("\n")
    assert ["नमस्ते", "b"] == [json.loads(line)["text"] for line in lines[:-1]]
    assert "" == lines[-1]


def test_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    """If chunks end in an error, the old file is as it was and there is no other."""
    path = tmp_path / "c.jsonl"

    def broken():
        yield chunk()
        raise KeyError("no more")

    for before in (None, "old"):
        if before:
            path.write_text(before)
        with pytest.raises(KeyError):
            write_jsonl(broken(), path)
        assert ([path] if before else []) == list(tmp_path.iterdir())
    assert "old" == path.read_text()


def test_old_file_is_whole_until_the_new_one_is(tmp_path: Path) -> None:
    """A reader sees the old file or the new one, never a part."""
    path = tmp_path / "c.jsonl"
    path.write_text("old")
    with replacing(path) as file:
        file.write("new" * 100_000)
        assert "old" == path.read_text()
    assert 300_000 == len(path.read_text())


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions, links and devices")
def test_permissions_links_and_devices(tmp_path: Path) -> None:
    """A new file has the permissions any new file has; a link stays a link; a device is written to."""
    (tmp_path / "plain").write_text("")
    write_jsonl([chunk()], tmp_path / "c.jsonl")
    assert (tmp_path / "plain").stat().st_mode == (tmp_path / "c.jsonl").stat().st_mode
    (tmp_path / "link").symlink_to(tmp_path / "c.jsonl")
    write_jsonl([], tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert b"" == (tmp_path / "c.jsonl").read_bytes()
    assert 1 == write_jsonl([chunk()], "/dev/null")


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    """The operating system's error comes through."""
    with pytest.raises(FileNotFoundError):
        write_jsonl([chunk()], tmp_path / "no" / "c.jsonl")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """The chunks are equal, and the figures follow from them; a line that is no chunk is named with its field."""
    import khand

    made = khand.chunk(
        "# A\n\nOne. Two. Three.\u2028Four.\n\n# B\n\nx\0y\n" * 2, size=9, overlap=3, source="a.md"
    )
    path = tmp_path / "c.jsonl"
    khand.write_jsonl(made, path)
    again = khand.read_jsonl(path)
    assert made == again
    for name in (
        "chunks",
        "tokens",
        "repeated",
        "repeated_share",
        "sizes",
        "cuts",
        "median",
        "p95",
        "histogram",
    ):
        assert getattr(made.report, name) == getattr(again.figures, name), name
    assert made.report.cost(2) == again.figures.cost(2)
    assert str(made) == str(again)
    record = made[0].to_dict(asked=["parent", "metadata"])
    for name, wrong in (
        ("headings", "A"),
        ("start", "0"),
        ("start", True),
        ("oversized", 1),
        ("parent", 3),
        ("id", None),
    ):
        path.write_text(json.dumps(record | {name: wrong}) + "\n")
        with pytest.raises(khand.InputError, match=f"c.jsonl, line 1: '{name}' cannot be"):
            khand.read_jsonl(path)


def test_duplicates_are_dropped() -> None:
    """The first of each embedded text stays and names the places of the others; the rest is as it was."""
    import khand

    made = [*khand.chunk("# A\n\nx\n\n# A\n\nx\n\n# B\n", source="a"), *khand.chunk("# A\n\nx\n", source="b")]
    kept = khand.drop_duplicates(made)
    places = [
        {name: getattr(c, name) for name in ("id", "source", "start", "end")} for c in (made[1], made[3])
    ]
    assert [made[0]._replace(metadata={"also_in": places}), made[2]] == kept
    assert kept == khand.drop_duplicates(kept)
