"""The notes of the report: every sentence with its figures, for one and for more, and when nothing is said."""

import pytest

import khand

ROWS = "| Name | Left |\n|---|---|\n| apples | 12 |\n| pears | 3 |\n| plums | 40 |\n| figs | 7 |\n"
SECTION = "# {}\n\nOne two. Three four.\n\n"


def note(code, text, **options):
    options = {"tokenizer": "characters"} | options
    found = [note for note in khand.chunk(text, **options).report.notes if note.code == code]
    assert len(found) <= 1, f"said twice: {found}"
    return found[0] if found else None


HINDI = "सबके प्रति दयालु रहें। "
SAID = [
    (
        "nul",
        ("a\0b", {"size": 9}),
        "The text holds 1 NUL character, the first at offset 1; kept as it is.",
        {"count": 1, "position": 1},
    ),
    (
        "nul",
        ("ab\0\0", {"size": 9}),
        "The text holds 2 NUL characters, the first at offset 2; kept as it is.",
        {"count": 2, "position": 2},
    ),
    (
        "windows_moved",
        ("кéжยन", {"by": "window", "size": 3, "overlap": 0, "tokenizer": "p50k_base"}),
        "4 windows instead of the 3 planned: 3 edges moved so that no grapheme cluster is cut and no window recounts "
        "above the size.",
        {"planned": 3, "made": 4, "by": "window", "moved": 3},
    ),
    (
        "windows_moved",
        ("ab👩‍👩cd", {"by": "window", "size": 4, "overlap": 0}),
        "3 windows instead of the 2 planned: 1 edge moved so that no grapheme cluster is cut and no window recounts "
        "above the size.",
        {"planned": 2, "made": 3, "by": "window", "moved": 1},
    ),
    (
        "differs_from_plan",
        ("One two. Three.", {"by": "sentence", "size": 10}),
        None,
        None,
    ),
    (
        "differs_from_plan",
        (SECTION.format("A") + SECTION.format("B"), {"size": 60}),
        "2 chunks where fixed windows would make 1: cuts keep to structural boundaries, so chunks are uneven.",
        {"planned": 1, "made": 2, "by": "heading"},
    ),
    (
        "differs_from_plan",
        ("word " * 8 + "\n" * 30, {"size": 40}),
        "1 chunk where fixed windows would make 2: cuts keep to structural boundaries, so chunks are uneven.",
        {"planned": 2, "made": 1, "by": "heading"},
    ),
    (
        "differs_from_plan",
        (SECTION.format("A") + SECTION.format("B"), {"size": 60, "tokenizer": "estimate"}),
        "2 chunks where fixed windows would make ≈1: cuts keep to structural boundaries, so chunks are uneven.",
        {"planned": 1, "made": 2, "by": "heading"},
    ),
    (
        "some_small_chunks",
        ("# A\n\nyes\n\n" + (SECTION.format("B")) * 4, {"size": 40}),
        "1 of 5 chunks are below half the size because a structural boundary came first; none fits together with "
        "a neighbour under a common heading, so min_size would change nothing.",
        {"small": 1, "chunks": 5, "by": "heading", "min_size": 0, "joinable": 0},
    ),
    (
        "small_chunks",
        ("# A\n\nyes\n\n# B\n\nyes", {"size": 40}),
        "1 of 2 chunks are below half the size because a structural boundary came first. Cutting by heading does not "
        "join pieces across it; none fits together with a neighbour under a common heading, so min_size would change nothing.",
        {"small": 1, "chunks": 2, "by": "heading", "min_size": 0, "joinable": 0},
    ),
    (
        "small_chunks",
        ("yes\n\nno\n\nperhaps", {"size": 40, "by": "paragraph", "min_size": 2}),
        "2 of 3 chunks are below half the size because a structural boundary came first. Cutting by paragraph does "
        "not join pieces across it; min_size has joined those that have a common heading and fit together.",
        {"small": 2, "chunks": 3, "by": "paragraph", "min_size": 2, "joinable": 2},
    ),
    (
        "small_chunks",
        ("yes\n\nno\n\nperhaps", {"size": 40, "by": "paragraph"}),
        "2 of 3 chunks are below half the size because a structural boundary came first. Cutting by paragraph does "
        "not join pieces across it; min_size joins small ones under their common heading: 2 fit together with a neighbour.",
        {"small": 2, "chunks": 3, "by": "paragraph", "min_size": 0, "joinable": 2},
    ),
    ("small_chunks", ("yes\n\nno\n\nperhaps", {"size": 5}), None, None),
    (
        "long_units",
        (ROWS, {"size": 70}),
        "1 cut is inside a list, a table or code longer than the size: between items, rows or lines, with the table's "
        "header or the code's fence repeated in the embedded text.",
        {"cuts": 1},
    ),
    (
        "long_units",
        (ROWS, {"size": 54}),
        "2 cuts are inside a list, a table or code longer than the size: between items, rows or lines, with the "
        "table's header or the code's fence repeated in the embedded text.",
        {"cuts": 2},
    ),
    ("long_units", (ROWS, {"size": 200}), None, None),
    (
        "cut_units",
        ("One two three four five.", {"size": 14}),
        "1 cut is inside a sentence, row, line or heading that is larger than the size or does not fit beside its "
        "heading: at line ends, else between words, and inside a word only where it alone exceeds 14.",
        {"cuts": 1, "size": 14, "inside_words": 0, "in_links": 0},
    ),
    (
        "cut_units",
        ("One two incomprehensibilities.", {"size": 10}),
        "3 cuts are inside a sentence, row, line or heading that is larger than the size or does not fit beside its "
        "heading: at line ends, else between words, and inside a word only where it alone exceeds 10.",
        {"cuts": 3, "size": 10, "inside_words": 2, "in_links": 0},
    ),
    (
        "cut_units",
        ("See [this](https://example.org/a/b/c/d/e/f) now.", {"size": 20}),
        "3 cuts are inside a sentence, row, line or heading that is larger than the size or does not fit beside its "
        "heading: at line ends, else between words, and inside a word only where it alone exceeds 20. 1 chunk ends "
        "inside the address of a link larger than that.",
        {"cuts": 3, "size": 20, "inside_words": 1, "in_links": 1},
    ),
    ("cut_units", ("One two. Three.", {"size": 9}), None, None),
    (
        "dense_script",
        (HINDI * 9, {"size": 100, "tokenizer": "cl100k_base"}),
        "A token holds less here than in English: 100 tokens say about what 22 say there. A size of 600 finds more, or a "
        "model whose tokenizer needs fewer tokens for this script.",
        {"size": 100, "like": 22, "wanted": 600},
    ),
    ("dense_script", (HINDI * 9, {"size": 250, "tokenizer": "o200k_base"}), None, None),
    ("dense_script", (HINDI * 9, {"size": 600, "tokenizer": "cl100k_base"}), None, None),
    ("dense_script", (HINDI * 9, {"size": 100}), None, None),  # characters
    ("dense_script", ("One two. " * 9, {"size": 20, "tokenizer": "cl100k_base"}), None, None),
    (
        "long_chunks",
        ("One two three. " * 300, {"size": 600, "tokenizer": "cl100k_base"}),
        "2 chunks have more than 300 tokens, where one vector stands for much: children=40 embeds small windows inside "
        "each as well, which finds passages better for two to three times the tokens.",
        {"long": 2, "tokens": 300},
    ),
    ("long_chunks", ("One two three. " * 300, {"size": 300, "tokenizer": "cl100k_base"}), None, None),
    ("long_chunks", ("One two three. " * 300, {"size": 600}), None, None),  # characters
    ("long_chunks", (HINDI * 300, {"size": 600, "tokenizer": "cl100k_base"}), None, None),
    (
        "long_chunks",
        ("One two three. " * 300, {"size": 600, "tokenizer": "cl100k_base", "children": 40}),
        None,
        None,
    ),
    (
        "overlap_cost",
        ("One two. " * 9, {"size": 20, "overlap": 9}),
        "33.6 % of what is embedded is repeated. The repetition is real; a tenth of the size is usually enough.",
        {"share": 40 / 119},  # five times eight characters in seven chunks of 17
    ),
    ("overlap_cost", ("One two. " * 9, {"size": 20}), None, None),
    (
        "overlap_carried",
        (SECTION.format("A") + SECTION.format("B"), {"size": 60, "overlap": 12}),
        "Overlap was carried at 0 of 1 cut: 1 is at a heading (overlap_across_headings carries it over).",
        {"carried": 0, "cuts": 1, "heading": 1, "no_room": 0},
    ),
    (
        "overlap_carried",
        (SECTION.format("A") + SECTION.format("B") + SECTION.format("C"), {"size": 20, "overlap": 9}),
        "Overlap was carried at 3 of 5 cuts: 2 are at headings (overlap_across_headings carries it over).",
        {"carried": 3, "cuts": 5, "heading": 2, "no_room": 0},
    ),
    (
        "overlap_carried",
        ("Some extraordinarily. More incomprehensible words.", {"size": 30, "overlap": 6}),
        "Overlap was carried at 0 of 1 cut: at 1 no whole sentence or word fitted, or it would have made the chunk "
        "end at a worse place.",
        {"carried": 0, "cuts": 1, "heading": 0, "no_room": 1},
    ),
    (
        "overlap_carried",
        (
            SECTION.format("A") + "# B\n\nSome extraordinarily. More incomprehensible words.",
            {"size": 30, "overlap": 6},
        ),
        "Overlap was carried at 0 of 2 cuts: 1 is at a heading (overlap_across_headings carries it over), at 1 no "
        "whole sentence or word fitted, or it would have made the chunk end at a worse place.",
        {"carried": 0, "cuts": 2, "heading": 1, "no_room": 1},
    ),
    ("overlap_carried", (SECTION.format("A") + SECTION.format("B"), {"size": 60}), None, None),
    ("overlap_carried", ("One two. Three four. Five.", {"size": 21, "overlap": 12}), None, None),
    (
        "context_gave_way",
        (ROWS, {"size": 51}),
        "1 chunk carries less context than wanted: it takes at most half of the size and gives way to whole units.",
        {"chunks": 1},
    ),
    (
        "context_gave_way",
        ("# A\n\n" + ROWS * 2, {"size": 44}),
        "4 chunks carry less context than wanted: it takes at most half of the size and gives way to whole units.",
        {"chunks": 4},
    ),
    ("context_gave_way", (ROWS, {"size": 52}), None, None),
    (
        "language",
        ("One two.", {"size": 60, "language": "xx"}),
        "No rules of its own for the sentences of language 'xx': the common ones are used. Known are ",
        {"language": "xx"},
    ),
    ("language", ("One two.", {"size": 60, "language": "hi-IN"}), None, None),
    ("language", ("One two.", {"size": 60, "language": "xx", "by": "window"}), None, None),
    ("language", ("", {"size": 60, "language": "xx"}), None, None),
    (
        "oversized",
        ("ab 👨‍👩‍👧‍👦", {"size": 4}),
        "1 chunk is a single grapheme cluster of more than 4 characters, marked oversized.",
        {"chunks": 1, "size": 4},
    ),
    (
        "oversized",
        ("ab 👨‍👩‍👧‍👦 👨‍👩‍👧‍👦", {"size": 4, "tokenizer": "cl100k_base"}),
        "2 chunks are a single grapheme cluster of more than 4 tokens, marked oversized.",
        {"chunks": 2, "size": 4},
    ),
    ("oversized", ("ab 👨‍👩‍👧‍👦", {"size": 7}), None, None),
]


@pytest.mark.parametrize(("code", "made", "text", "values"), SAID)
def test_said(code, made, text, values):
    """A note is there where there is something to say, with the figures of the chunks, and not elsewhere."""
    document, options = made
    found = note(code, document, **options)
    if text is None:
        assert found is None
        return
    assert found is not None
    assert text == (found.text[: len(text)] if code == "language" else found.text)
    if values is not None:
        assert values == found.values
