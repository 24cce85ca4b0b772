"""The chunker: chunks as khand makes them, the document in their tints, and everything one does with them."""

import json
import re
from pathlib import Path

import pytest

import khand
from khand.tokenizers import get_tokenizer
from khand.writers import dumps

pytestmark = pytest.mark.timeout(240)

EXAMPLES = Path(__file__).parents[2] / "examples"
HANDBOOK = (EXAMPLES / "handbook.md").read_text("utf-8")
HINDI = (EXAMPLES / "handbook-hi.md").read_text("utf-8")
WORDS = "Dr. Rao came. " * 30
TABLE = """() => Object.fromEntries([...document.querySelectorAll("#chunker .figures-table tbody tr")].filter((row) => row.checkVisibility()).map((row) =>
    [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.textContent)]))"""


def why(page):
    """The rows of the table of plan and result."""
    if page.page.locator("#why").is_hidden():
        page.page.locator("#why-button").click()
    return page.page.evaluate(TABLE)


def unfold(page):
    """The fields that are folded away."""
    if page.page.locator("#settings-a-folded").is_hidden():
        page.page.locator("#settings-a-more").click()


def test_chunker_shows_every_chunk_as_khand_makes_it(khand_page):
    """Texts, headings, tokens, lines, reasons and repeated characters are those of the library."""
    khand_page.open("#chunker?size=100&overlap=20")
    khand_page.paste(HANDBOOK)
    made = khand.chunk(HANDBOOK, size=100, overlap=20)
    cards = khand_page.chunks()
    assert [c.text for c in made] == [card["text"] for card in cards]
    assert [c.text[: c.overlap_chars] for c in made] == [card["mark"] for card in cards]
    assert any(card["mark"] for card in cards)
    for number, (chunk, card) in enumerate(zip(made, cards, strict=True), 1):
        under = f"under “{chunk.heading}”" if chunk.heading else "without a heading"
        assert f"Chunk {number} — {under}, {chunk.tokens} tokens" in card["head"]
        one_line = chunk.start_line == chunk.end_line
        lines = f"line {chunk.start_line}" if one_line else f"lines {chunk.start_line}–{chunk.end_line}"
        assert re.search(rf"{lines}\b", card["foot"])


def test_first_chunk_stands_in_the_window_at_once(khand_page):
    """The first card stands in the upper half of a window 900 px high, the document too."""
    khand_page.open("#chunker?size=100&overlap=20")
    khand_page.paste(HANDBOOK)
    tops = [
        khand_page.page.locator(s).first.bounding_box()["y"]
        for s in ("#chunk-bench .card", "#chunk-bench .region")
    ]
    assert max(tops) < 450


def test_path_context_and_heading_are_said_once(khand_page):
    """The quiet line has what is embedded and not in the text; a chunk that holds its heading does not repeat it there."""
    text = "# Policy\n\nBe kind.\n\n## Eligibility\n\nAn order is eligible if it is paid."
    khand_page.open("#chunker?size=40")
    khand_page.paste(text)
    second = khand_page.chunks()[1]
    assert "Chunk 2 — under “Eligibility”" in second["head"]
    assert "+ embedded with it: Policy" == second["context"]


def test_empty_chunker_shows_an_example_cut_small(khand_page):
    """Before there is a document one sees an example in its tints, with stripes where two chunks overlap."""
    khand_page.open("#chunker")
    khand_page.until("document.querySelectorAll('#chunk-sample .region').length > 4")
    seen = khand_page.page.evaluate(
        "() => [...document.querySelectorAll('#chunk-sample .region')].map((r) => r.className)"
    )
    assert {"region even", "region odd"} <= set(seen)
    assert any("twice" in name for name in seen)
    assert "cut at 120 tokens with 24 of overlap" in khand_page.text("#chunk-sample h2")
    khand_page.page.locator("#chunk-examples").get_by_role("button", name="Law with §").click()
    khand_page.idle()
    assert "library-act.md" == khand_page.text("#chunk-about h1")
    assert khand_page.chunks()


@pytest.mark.parametrize("name", ["Handbook", "Hindi handbook", "Law with §", "API page", "Chat log"])
def test_every_example_is_cut(khand_page, name):
    """Each of the examples opens under its own name and gives chunks."""
    khand_page.open("#chunker?size=120")
    khand_page.page.locator("#chunk-examples").get_by_role("button", name=name).first.click()
    khand_page.idle()
    assert len(khand_page.chunks()) > 3


@pytest.mark.parametrize("text", ["read", "source", "embedded"])
def test_document_in_tints_holds_every_character_once(khand_page, text):
    """The regions joined are the document, whichever way it is drawn; what stands in two chunks is striped."""
    khand_page.open(f"#chunker?by=sentence&size=200&overlap=60&text={text}")
    khand_page.paste(HINDI)
    regions = khand_page.parts("#chunk-bench cut-document")
    assert HINDI == "".join(region["text"] for region in regions)
    made = khand.chunk(HINDI, by="sentence", size=200, overlap=60)
    repeated = [c.text[: c.overlap_chars].strip() for c in made if c.overlap_tokens]
    assert repeated == [region["text"].strip() for region in regions if region["twice"]]


MARKDOWN = """---
title: x
---
# A *title* with `code` #

Setext
======

Prose that was wrapped by hand at a width of some eighty characters, so that its lines
flow again when they are drawn, with **strong**, *stress*, `a | b` and <b>markup</b>.

Roses are red,\x20\x20
violets are blue.

- one
  more of one
- two
  1. deep
     ```
     - not an item
     ```
> quoted
> twice

| a | `x` | c \\| d |
|:--|---|--:|
| 1 |  | 3 |

***

    indented code

<details>
<summary>S</summary>
</details>
"""


@pytest.mark.parametrize(("size", "overlap"), [(12, 10), (16, 8), (40, 20)])
def test_every_chunk_has_its_number_in_the_document(khand_page, size, overlap):
    """Chunks that others cover wholly are numbered as well, each once and in order."""
    text = "Alpha beta gamma delta. " * 12
    khand_page.open(f"#chunker?by=window&size={size}&overlap={overlap}&show=document")
    khand_page.paste(text)
    made = khand.chunk(text, by="window", size=size, overlap=overlap)
    numbers = khand_page.page.evaluate(
        "[...document.querySelectorAll('#chunk-bench cut-document .no')].map((each) => Number(each.textContent))"
    )
    assert list(range(1, len(made) + 1)) == numbers


def test_reading_changes_no_character(khand_page):
    """Headings, lists, quotes, tables and code are drawn; every character stays, in its order."""
    khand_page.open("#chunker?size=400")
    khand_page.paste(MARKDOWN)
    assert MARKDOWN == "".join(region["text"] for region in khand_page.parts("#chunk-bench cut-document"))
    assert [c.text for c in khand.chunk(MARKDOWN)] == [card["text"] for card in khand_page.chunks()]
    drawn = {
        "heading": ".text .h1",
        "item": ".text .li",
        "row": ".text .tr",
        "head": ".text .cell.head",
        "code": ".text pre",
        "quote": ".text .q",
        "stress": ".text em",
        "strong": ".text strong",
    }
    found = {name: khand_page.page.locator(selector).count() for name, selector in drawn.items()}
    assert {name: count > 0 for name, count in found.items()} == dict.fromkeys(drawn, True)
    assert "a | b" in khand_page.page.locator(".text p code").all_text_contents()[1]


def test_embedded_and_source_are_exact(khand_page):
    """ "Embedded" is the embedded text, "Source" the slice, character by character."""
    khand_page.open("#chunker?size=60&text=embedded")
    khand_page.paste(HANDBOOK)
    made = khand.chunk(HANDBOOK, size=60)
    assert any(c.text != c.embed_text for c in made)
    assert [c.embed_text for c in made] == [card["text"] for card in khand_page.chunks()]
    khand_page.page.get_by_role("button", name="Source").click()
    assert [c.text for c in made] == [card["text"] for card in khand_page.chunks()]
    assert "text=source" in khand_page.page.url


def test_prose_is_in_sans_code_and_tables_in_mono_or_scrolling(khand_page):
    """Prose is set in the page's own type, code in mono; code and tables scroll sideways, they do not wrap."""
    khand_page.open("#chunker?size=400&text=read")
    khand_page.paste(HANDBOOK)
    style = "(s) => getComputedStyle(document.querySelector(s))"
    family = {s: khand_page.page.evaluate(f"{style}.fontFamily", s) for s in (".text p", ".text pre", "body")}
    assert family["body"] == family[".text p"]
    assert "mono" in family[".text pre"].lower()
    assert "pre" == khand_page.page.evaluate(f"{style}.whiteSpace", ".text pre")
    assert "nowrap" == khand_page.page.evaluate(f"{style}.whiteSpace", ".text .cell")
    assert "auto" == khand_page.page.evaluate(f"{style}.overflowX", ".text .wide")


def marked(page):
    """Which elements are marked, by where they are, once the pointer has rested."""
    return page.page.evaluate(
        """() => Object.fromEntries([["document", ".region.on"], ["list", ".card.on"], ["histogram", "size-histogram i.on"], ["ruler", "chunk-ruler .on"]]
            .map(([name, selector]) => [name, [...document.querySelectorAll(selector)].map((e) => e.dataset.k)]))"""
    )


def test_hovering_marks_a_chunk_everywhere(khand_page):
    """A chunk under the pointer is marked in document, list, histogram and ruler at once."""
    khand_page.open("#chunker?size=100")
    khand_page.paste(HANDBOOK)
    khand_page.page.locator('.card[data-k="1"]').hover()
    khand_page.until("document.querySelector('.card.on')?.dataset.k === '1'")
    assert {"document": ["1"], "list": ["1"], "histogram": ["1"], "ruler": ["1"]} == marked(khand_page)
    khand_page.page.locator("#chunk-about h1").hover()
    khand_page.until("document.querySelector('.card.on') === null")


def in_view(page, selector):
    """The element stands in the window (and in its pane), under what sticks at the top."""
    return page.until(
        """(selector) => { const element = document.querySelector(selector); if (!element) return false;
            const { top, bottom } = element.getBoundingClientRect();
            const floor = element.closest(".docpane")?.getBoundingClientRect().bottom ?? innerHeight;
            return top < Math.min(floor, innerHeight) - 20 && bottom > document.querySelector(".tools").getBoundingClientRect().bottom; }""",
        argument=selector,
    )


def test_click_brings_the_chunk_into_view_in_the_other_pane(khand_page):
    """A click on a card shows its place in the document, a click in the document its card; both stay marked."""
    khand_page.open("#chunker?size=60")
    khand_page.paste(HANDBOOK)
    last = len(khand.chunk(HANDBOOK, size=60)) - 1
    khand_page.page.locator("chunk-ruler button").last.click()
    in_view(khand_page, f'.card[data-k="{last}"]')
    in_view(khand_page, f'#chunk-bench .region[data-k="{last}"]')
    khand_page.page.locator("chunk-ruler button").first.click()
    in_view(khand_page, '#chunk-bench .region[data-k="0"]')
    khand_page.page.locator('.card[data-k="2"] .foot').click()
    in_view(khand_page, '#chunk-bench .region[data-k="2"]')
    khand_page.page.locator("chunk-ruler button").nth(5).click()
    in_view(khand_page, '#chunk-bench .region[data-k="5"]')
    khand_page.page.locator('#chunk-bench .region[data-k="5"]').click(position={"x": 10, "y": 10})
    in_view(khand_page, '.card[data-k="5"]')
    assert "5" in marked(khand_page)["list"]


def test_document_follows_the_cards(khand_page):
    """Scrolling the page brings the place of the first visible card into the document's pane."""
    khand_page.open("#chunker?size=60")
    khand_page.paste(HANDBOOK * 3)
    khand_page.page.mouse.move(1000, 600)
    khand_page.page.mouse.wheel(0, 3000)
    top = khand_page.until(
        """() => { const under = document.querySelector(".docpane").getBoundingClientRect().top + 8;
            const card = [...document.querySelectorAll(".card")].find((c) => c.getBoundingClientRect().bottom > under);
            const region = document.querySelector(`#chunk-bench .region[data-k~="${card?.dataset.k}"]`);
            if (!region || Number(card.dataset.k) < 3) return false;
            const { top, bottom } = region.getBoundingClientRect(); const pane = document.querySelector(".docpane").getBoundingClientRect();
            return bottom > pane.top && top < pane.bottom && card.dataset.k; }"""
    )
    assert int(top) >= 3


def test_one_pane_with_a_switch_on_narrow_screens(khand_page):
    """Below 1056 px one pane is shown, the document first, and a switch to the other."""
    khand_page.page.set_viewport_size({"width": 800, "height": 900})
    khand_page.open("#chunker?size=100")
    khand_page.paste(HANDBOOK)
    assert khand_page.page.locator(".docpane").is_visible()
    assert khand_page.page.locator(".listpane").is_hidden()
    assert khand_page.page.locator(".segments .both").is_hidden()
    khand_page.page.get_by_role("button", name="Chunks", exact=True).click()
    assert khand_page.page.locator(".listpane").is_visible()
    assert len(khand.chunk(HANDBOOK, size=100)) == len(khand_page.chunks())
    khand_page.page.set_viewport_size({"width": 1280, "height": 900})


def test_strip_has_the_four_figures(khand_page):
    """Chunks beside the plan, tokens beside the document, the overlap's share and price, the largest beside the size."""
    khand_page.open("#chunker?size=100&overlap=20")
    khand_page.paste(HANDBOOK)
    report = khand.chunk(HANDBOOK, size=100, overlap=20).report
    shown = khand_page.page.locator(".strip .figure dd").all_text_contents()
    money = report.repeated / 1_000_000 * 0.02 * 1000
    assert [
        f"{report.chunks}",
        f"plan {report.plan.chunks}",
        f"{report.tokens:,}",
        f"document {report.document_tokens:,}",
        f"{report.repeated_share * 100:.1f}%",
    ] == shown[:5]
    assert shown[5].startswith(f"{report.repeated} tokens twice · $")
    assert money == pytest.approx(float(shown[5].split("$")[1].split()[0]), rel=1e-3)
    assert [f"{report.largest}", "of 100"] == shown[6:]
    note = khand_page.text("size-histogram p")
    assert f"smallest {report.smallest} · mean {round(report.mean, 1):g} · largest {report.largest}" in note


def test_why_opens_when_something_is_wrong(khand_page):
    """Reasons and advice are folded; a character larger than the size opens them."""
    khand_page.open("#chunker?size=100")
    khand_page.paste(HANDBOOK)
    assert khand_page.page.locator("#why").is_hidden()
    khand_page.open("#chunker?size=1")
    khand_page.paste("👩‍👩‍👧 a")
    assert khand_page.page.locator("#why").is_visible()
    assert "single character of more than 1 tokens" in khand_page.text(".advice")


def test_plan_stands_beside_the_result(khand_page):
    """The table has the windows' figures, the chunks' figures and their difference."""
    khand_page.open("#chunker?size=100&overlap=20&price=0.02")
    khand_page.paste(HANDBOOK)
    report = khand.chunk(HANDBOOK, size=100, overlap=20).report
    rows = why(khand_page)
    assert [f"{report.plan.chunks}", f"{report.chunks}"] == rows["Chunks"][:2]
    assert [f"{report.plan.embedded:,}", f"{report.tokens:,}"] == rows["Tokens to embed"][:2]
    assert f"{report.repeated:,}" == rows["Repeated tokens"][1]
    assert f"{report.context_tokens:,}" == rows["Context tokens"][1]
    assert float(rows["1,000 such documents"][1].strip("$")) == pytest.approx(
        report.cost(0.02) * 1000, rel=1e-3
    )
    assert re.fullmatch(r"[+−][\d.]+ points", rows["Repeated share"][2])


def test_advice_is_given_where_it_applies_and_can_be_taken(khand_page):
    """Small chunks are explained with their remedy; taking it changes the setting, and undo takes that back."""
    text = "# Top\n\nIntro.\n\n" + "".join(f"## Section {i}\n\nA short one.\n\n" for i in range(12))
    khand_page.open("#chunker?size=200")
    khand_page.paste(text)
    why(khand_page)
    assert "minimum size joins small ones" in khand_page.text(".advice")
    khand_page.page.get_by_role("button", name="Try a minimum size of").click()
    khand_page.idle()
    assert "The setting was changed." == khand_page.message()
    assert "67" == khand_page.page.locator("#settings-a-min_size").input_value()
    assert len(khand.chunk(text, size=200, min_size=67)) == len(khand_page.chunks())
    khand_page.page.locator("#notice button").click()
    khand_page.idle()
    assert len(khand.chunk(text, size=200)) == len(khand_page.chunks())


def test_advice_prints_no_zeros(khand_page):
    """A part of an advice that is about nothing is left out."""
    khand_page.open("#chunker?size=60&overlap=20")
    khand_page.paste(HANDBOOK)
    why(khand_page)
    assert "Overlap is carried at" in khand_page.text(".advice")
    assert not re.search(r"(: 0\.|\b0 of)", khand_page.text(".advice"))


def test_find_jump_and_filter(khand_page):
    """Words are found in chunks one after another; a number and a line are gone to; a reason, a bar, "tiny" filter."""
    khand_page.open("#chunker?size=60&overlap=10")
    khand_page.paste(HANDBOOK)
    made = khand.chunk(HANDBOOK, size=60, overlap=10)
    having = [str(i) for i, c in enumerate(made) if "order" in c.text.lower()]
    khand_page.page.locator("#find").fill("order")
    assert f"{len(having)} chunks" == khand_page.text(".tools output")
    khand_page.page.locator("#find").press("Enter")
    khand_page.page.locator("#find").press("Enter")
    assert f"2 of {len(having)}" == khand_page.text(".tools output")
    khand_page.until("(k) => document.querySelector('.card.on')?.dataset.k === k", argument=having[1])
    assert khand_page.page.evaluate("CSS.highlights.get('find').size") > 0
    khand_page.page.locator("#jump").fill("7")
    khand_page.page.locator("#jump").press("Enter")
    khand_page.until("document.activeElement.dataset.k === '6'")
    line = made[9].end_line
    khand_page.page.locator("#jump").fill(f"L{line}")
    khand_page.page.locator("#jump").press("Enter")
    first = next(str(i) for i, c in enumerate(made) if c.end_line >= line)
    khand_page.until("(k) => document.activeElement.dataset.k === k", argument=first)
    for value, passes in (
        ("overlap", lambda c: c.overlap_tokens > 0),
        ("tiny", lambda c: c.tokens < 15),
        ("cut:heading", lambda c: c.cut == "heading"),
    ):
        khand_page.page.locator("#filter").select_option(value)
        assert [c.text for c in made if passes(c)] == [card["text"] for card in khand_page.chunks()]
    khand_page.page.locator("#filter").select_option("over")
    assert "No such chunk." in khand_page.text(".listpane")
    khand_page.page.get_by_role("button", name="Show all").click()
    bar = khand_page.page.locator("size-histogram button:not(:disabled)").last
    low, high = (int(n) for n in bar.get_attribute("data-bin").split(":")[1:])
    bar.click()
    shown = [card["text"] for card in khand_page.chunks()]
    assert [c.text for c in made if low <= c.tokens <= high] == shown
    bar.click()
    assert len(made) == len(khand_page.chunks())


def test_chunk_is_shown_in_its_tokens(khand_page):
    """The view of a chunk in its tokens has as many as it counts, joined they are the embedded text, ids on demand."""
    khand_page.open("#chunker?size=100")
    khand_page.paste(HINDI)
    made = khand.chunk(HINDI, size=100)
    khand_page.page.get_by_role("button", name="Tokens of chunk 3", exact=True).click()
    pieces = khand_page.until(
        """() => { const all = [...document.querySelectorAll('.card[data-k="2"] .token')];
            return all.length > 0 && all.map((token) => [token.title.split(" ").map(Number),
                [...token.childNodes].filter((n) => !["SUP", "SUB"].includes(n.nodeName)).map((n) => n.textContent).join("")]); }"""
    )
    ids = [each for piece, _ in pieces for each in piece]
    counter = get_tokenizer("cl100k_base", backend="python")
    assert counter.encode(made[2].embed_text) == ids
    assert made[2].tokens == len(ids)
    shown = "".join(text for _, text in pieces)
    assert made[2].embed_text == shown.replace("·", " ").replace("↵", "\n")
    sub = khand_page.page.locator('.card[data-k="2"] .token sub').first
    assert sub.is_hidden()
    khand_page.page.locator('.card[data-k="2"] .bpe-head button').click()
    assert sub.is_visible()


def test_slider_recuts_live(khand_page):
    """Moving the slider changes number and chunks at once where a cut is quick, by keys too."""
    khand_page.open("#chunker?size=100")
    khand_page.paste(HANDBOOK)
    slider = khand_page.page.locator("#settings-a-size-slide")
    slider.focus()
    khand_page.page.keyboard.press("ArrowRight")
    khand_page.idle()
    size = int(khand_page.page.locator("#settings-a-size").input_value())
    assert 100 < size <= 108
    assert len(khand.chunk(HANDBOOK, size=size)) == len(khand_page.chunks())
    # while it is dragged, before it is let go
    khand_page.page.evaluate(
        """() => { const s = document.getElementById("settings-a-size-slide"); s.value = "10"; s.dispatchEvent(new Event("input")); }"""
    )
    khand_page.idle()
    dragged = int(khand_page.page.locator("#settings-a-size").input_value())
    assert len(khand.chunk(HANDBOOK, size=dragged)) == int(khand_page.text(".strip .first dd"))


def test_two_settings_are_compared_at_the_same_place(khand_page):
    """Figures row by row with the difference, chunks side by side where both begin one, an export each."""
    khand_page.open("#chunker?size=100&compare=1&b.by=paragraph&b.size=120&b.overlap=12")
    khand_page.paste(HANDBOOK)
    a = khand.chunk(HANDBOOK, size=100)
    b = khand.chunk(HANDBOOK, by="paragraph", size=120, overlap=12)
    rows = khand_page.page.evaluate(TABLE)
    assert [str(len(a)), str(len(b)), f"+{len(b) - len(a)}"] == rows["Chunks"]
    assert [f"{a.report.tokens:,}", f"{b.report.tokens:,}"] == rows["Tokens to embed"][:2]
    sides = [[], []]
    for place in range(khand_page.page.evaluate("document.querySelectorAll('place-list > ol').length")):
        group = f"document.querySelectorAll('place-list > ol')[{place}]"
        khand_page.page.evaluate(f"{group}.scrollIntoView()")
        found = khand_page.until(
            f"""{group}.children.length && [...{group}.children].map((row) => [...row.children].map((side) =>
                [...side.children].map((card) => card.querySelector(".body").textContent)))"""
        )
        for row in found:
            for side, texts in zip(sides, row, strict=True):
                side.extend(texts)
            if row[0] and row[1]:
                assert a[len(sides[0]) - len(row[0])].start + a[
                    len(sides[0]) - len(row[0])
                ].overlap_chars == (
                    b[len(sides[1]) - len(row[1])].start + b[len(sides[1]) - len(row[1])].overlap_chars
                )
    assert [[c.text for c in a], [c.text for c in b]] == sides
    for letter, made in (("A", a), ("B", b)):
        with khand_page.page.expect_download() as waiting:
            khand_page.page.get_by_role("button", name=f"Export {letter}").click()
        data = Path(waiting.value.path()).read_text("utf-8")
        assert "".join(dumps(c) + "\n" for c in made) == data
    khand_page.page.get_by_role("button", name="End comparison").click()
    khand_page.idle()
    assert len(a) == len(khand_page.chunks())


def test_comparison_shows_how_sizes_spread_and_where_chunks_end(khand_page):
    """Beside the figures of two settings stand the sizes and the cuts of each; on a phone no figure scrolls."""
    khand_page.open("#chunker?size=100&compare=1&b.by=paragraph&b.size=120&b.overlap=12")
    khand_page.paste(HANDBOOK)
    cuts = khand_page.page.evaluate(
        """[...document.querySelectorAll(".spread")].map((side) =>
            Object.fromEntries([...side.querySelectorAll("li > div")].map((row) => [row.firstChild.textContent, Number(row.lastChild.textContent)])))"""
    )
    for shown, made in zip(
        cuts,
        (khand.chunk(HANDBOOK, size=100), khand.chunk(HANDBOOK, by="paragraph", size=120, overlap=12)),
        strict=True,
    ):
        assert len(made) == sum(shown.values())
        assert made.report.cuts["heading"] == shown["cut at heading"]
    box = "document.querySelector('.versus .scroll')"
    assert khand_page.page.evaluate(
        f"document.querySelector('.spreads').getBoundingClientRect().left > {box}.getBoundingClientRect().right"
    )
    khand_page.page.set_viewport_size({"width": 360, "height": 800})
    assert khand_page.page.evaluate(f"{box}.scrollWidth <= {box}.clientWidth")
    khand_page.page.set_viewport_size({"width": 1280, "height": 900})


def test_settings_of_two_units_are_not_subtracted(khand_page):
    """Beside tokens, characters stand without a difference and without a cost."""
    khand_page.open("#chunker?size=60&price=0.02&compare=1&b.tokenizer=characters&b.size=200")
    khand_page.paste(WORDS)
    rows = khand_page.page.evaluate(TABLE)
    assert "–" == rows["Tokens / characters to embed"][2]
    assert ["–", "–"] == rows["1,000 such documents"][1:]
    assert "–" != rows["Chunks"][2]


@pytest.mark.parametrize(
    "settings",
    [{}, {"by": "sentence", "size": 60, "overlap": 12}, {"by": "window", "size": 50, "overlap": 7}],
)
def test_jsonl_is_what_the_command_line_writes(khand_page, tmp_path, monkeypatch, settings):
    """The exported bytes equal those of ``khand chunk FILE`` with the same settings, for several files too."""
    from click.testing import CliRunner

    from khand.cli import main

    query = "&".join(f"{name}={value}" for name, value in settings.items())
    names = ["handbook.md", "handbook-hi.md"]
    monkeypatch.chdir(EXAMPLES)
    khand_page.open(f"#chunker?{query}")
    khand_page.choose_files(*[(name, (EXAMPLES / name).read_bytes()) for name in names])
    data, _ = khand_page.export("JSONL")
    options = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
    target = tmp_path / "chunks.jsonl"
    ran = CliRunner().invoke(main, ["chunk", *names, *options, "-o", str(target)])
    assert 0 == ran.exit_code, ran.output
    assert target.read_bytes() == data


def test_file_brought_back_by_undo_is_still_the_file(khand_page, tmp_path, monkeypatch):
    """After another text and Undo the chunks of subtitles carry their times, as those of the command line do."""
    from click.testing import CliRunner

    from khand.cli import main

    subtitles = b"WEBVTT\n\n00:01.000 --> 00:02.500\nOne line.\n\n00:03.000 --> 00:04.000\nAnother.\n"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "talk.vtt").write_bytes(subtitles)
    khand_page.open("#chunker")
    khand_page.choose_files(("talk.vtt", subtitles))
    khand_page.paste("Something else.")
    khand_page.page.locator("#undo").click()
    khand_page.idle()
    data, _ = khand_page.export("JSONL")
    ran = CliRunner().invoke(main, ["chunk", "talk.vtt"])
    assert 0 == ran.exit_code, ran.output
    assert b"00:01.000" in data
    assert ran.stdout.encode() == data


@pytest.mark.parametrize(
    "query",
    [
        "size=60&overlap=10",
        "by=window&overlap=0&tokenizer=words",
        "context=headings&across=1&overlap=20",
        "size=120&children=40",
        "size=90&cut_at=%5E(%23%7C%5C*%5C*)&title=name&front_matter=skip",
    ],
)
def test_command_and_python_write_the_bytes_of_the_export(khand_page, tmp_path, monkeypatch, query):
    """What is copied as a command and as Python gives, run in the file's folder, the very bytes that are exported."""
    import shlex

    from click.testing import CliRunner

    from khand.cli import main

    monkeypatch.chdir(tmp_path)
    khand_page.open(f"#chunker?{query}")
    for name in ("handbook.md", "handbook-hi.md"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    khand_page.choose_files(*[(p.name, p.read_bytes()) for p in sorted(tmp_path.glob("*.md"))])
    data, _ = khand_page.export("JSONL")
    command = shlex.split(khand_page.export_says("Copy as command"))
    ran = CliRunner().invoke(main, command[1:])
    assert 0 == ran.exit_code, ran.output
    assert (tmp_path / "chunks.jsonl").read_bytes() == data
    (tmp_path / "chunks.jsonl").unlink()
    exec(khand_page.export_says("Copy as Python"), {})
    assert (tmp_path / "chunks.jsonl").read_bytes() == data


def test_title_and_front_matter_are_as_chosen(khand_page):
    """The title heads the path, front matter is left out, and what was left out is told."""
    text = "---\ntitle: From above\n---\n\nOne.\n\n## Two\n\nThree."
    khand_page.open("#chunker?text=embedded")
    khand_page.paste(text)
    assert [c.embed_text for c in khand.chunk(text)] == [card["text"] for card in khand_page.chunks()]
    unfold(khand_page)
    khand_page.fill("#settings-a-title", "My own")
    khand_page.page.locator("#settings-a-front_matter").select_option("skip")
    khand_page.idle()
    made = khand.chunk(text, title="My own", front_matter="skip")
    assert made[-1].embed_text.startswith("My own")
    assert [c.embed_text for c in made] == [card["text"] for card in khand_page.chunks()]
    why(khand_page)
    assert f"Characters of front matter left out, as asked: {made.report.left_out}." in khand_page.text(
        ".advice"
    )


def test_pattern_cuts_and_a_wrong_one_is_told(khand_page):
    """A chunk ends before every line with the pattern; what is none is told beside it; windows have no such field."""
    text = "Article 1\nBe kind.\n\nArticle 2\nBe fair.\n"
    khand_page.open("#chunker")
    khand_page.paste(text)
    unfold(khand_page)
    khand_page.fill("#settings-a-cut_at", "^Article")
    assert [c.text for c in khand.chunk(text, cut_at="^Article")] == [c["text"] for c in khand_page.chunks()]
    assert 2 == len(khand_page.chunks())
    khand_page.fill("#settings-a-cut_at", "(")
    assert "This pattern cannot be used" in khand_page.text('#settings-a [data-error="cut_at"]')
    khand_page.page.locator("#settings-a-by").select_option("window")
    khand_page.idle()
    assert 0 == khand_page.page.locator("#settings-a-cut_at").count()
    assert len(khand.chunk(text, by="window", overlap=64)) == len(khand_page.chunks())


def test_children_stand_inside_their_chunk(khand_page):
    """Each chunk has its windows folded in it, with their tokens; how many there are stands in the table."""
    made = khand.chunk(HINDI, size=200, children=40)
    khand_page.open("#chunker?size=200&children=40&show=chunks")
    khand_page.paste(HINDI)
    first = next(c for c in made if any(child.parent == c.id for child in made.children))
    inside = [child for child in made.children if child.parent == first.id]
    card = khand_page.page.locator(f'.card[data-k="{first.index}"]')
    assert f"{len(inside)} children" == card.locator(".children summary").text_content()
    card.locator(".children summary").click()
    khand_page.until("document.querySelector('.children[open] li') !== null")
    assert [child.text for child in inside] == card.locator(".children li pre").all_text_contents()
    assert [f"{child.tokens} tokens" for child in inside] == card.locator(
        ".children li > .note"
    ).all_text_contents()
    assert [c.text for c in made] == [each["text"] for each in khand_page.chunks()]
    rows = why(khand_page)
    assert f"{len(made.children)}" == rows["Children"][1]
    assert f"{made.report.child_tokens:,}" == rows["Tokens of the children"][1]


def test_link_has_the_settings_and_never_the_text(khand_page):
    """The copied link opens the same setting; the text is not in it."""
    khand_page.open("#chunker?size=77&overlap=10%25")
    khand_page.paste("my secret words")
    link = khand_page.export_says("Copy link")
    assert link == f"{khand_page.address}#chunker?size=77&overlap=10%25"


def test_pasted_text_exports_as_standard_input_does(khand_page):
    """A pasted text has no name; its records equal those of a stream. CSV opens in spreadsheets."""
    khand_page.open("#chunker?size=60")
    text = "# A\n\nOne. Two.\u2028Three\u0085four."
    khand_page.paste(text)
    data, name = khand_page.export("JSONL")
    expected = "".join(dumps(c) + "\n" for c in khand.chunk(text, size=60))
    assert (expected.encode(), "chunks.jsonl") == (data, name)
    csv, name = khand_page.export("CSV")
    assert csv.startswith(b"\xef\xbb\xbfid,source,index,")
    assert "chunks.csv" == name


def test_one_chunk_is_copied_as_it_is_embedded(khand_page):
    """The copy has the context, too."""
    text = "# Policy\n\nBe kind.\n\n## Eligibility\n\nAn order is eligible if it is paid."
    khand_page.open("#chunker?size=40")
    khand_page.paste(text)
    khand_page.page.get_by_role("button", name="Copy chunk 2").click()
    assert "Chunk 2 is copied." == khand_page.message()
    copied = khand_page.page.evaluate("navigator.clipboard.readText()")
    assert khand.chunk(text, size=40)[1].embed_text == copied


def test_every_tokenizer_counts_as_in_the_library(khand_page):
    """The four encodings, characters, words and estimates give the library's numbers; estimates carry ≈."""
    text = HINDI[:3000]
    khand_page.open("#chunker?size=300")
    khand_page.paste(text)
    shown = ".strip .figure.embedded dd"
    for name in ("cl100k_base", "o200k_base", "p50k_base", "r50k_base", "characters", "words", "estimate"):
        khand_page.page.locator("#settings-a-tokenizer").select_option(name)
        khand_page.idle()
        report = khand.chunk(text, size=300, tokenizer="estimate:4" if name == "estimate" else name).report
        assert f"{'' if report.exact else '≈'}{report.tokens:,}" == khand_page.text(shown), name
    unfold(khand_page)
    khand_page.fill("#settings-a-ratio", "2.5")
    report = khand.chunk(text, size=300, tokenizer="estimate:2.5").report
    assert f"≈{report.tokens:,}" == khand_page.text(shown)


@pytest.mark.parametrize("unit", ["characters", "words"])
def test_figures_are_named_as_they_are_counted_and_have_a_cost_only_in_tokens(khand_page, unit):
    """Characters and words are not tokens: they are named, and cost nothing."""
    khand_page.open(f"#chunker?tokenizer={unit}&size=60&price=0.02")
    khand_page.paste(WORDS)
    rows = why(khand_page)
    assert {f"{unit.title()} to embed", f"Repeated {unit}", f"Context {unit}"} <= rows.keys()
    assert "1,000 such documents" not in rows
    assert "token" not in khand_page.text("#chunk-bench").lower()
    unfold(khand_page)
    assert "A price is per token" in khand_page.text("#chunk-price-note")


def test_estimates_always_carry_a_sign(khand_page):
    """The plan beside the result and the planner show ≈ where they rest on an estimate."""
    khand_page.open("#chunker?tokenizer=estimate&size=30&price=0.02")
    khand_page.paste(WORDS)
    rows = why(khand_page)
    assert all(
        cell.startswith("≈") for cell in rows["1,000 such documents"][:2] + rows["Tokens to embed"][:2]
    )
    assert [True, False] == [cell.startswith("≈") for cell in rows["Chunks"][:2]]
    khand_page.page.locator('[data-view="window"]').click()
    khand_page.idle()
    shown = khand_page.page.locator("#window-plan .figure dd:first-of-type").all_text_contents()
    assert 3 == sum(figure.startswith("≈") for figure in shown)


def test_windows_get_the_overlap_they_usually_need(khand_page):
    """Choosing fixed windows sets their default overlap, going back takes it away; a chosen number stays."""
    khand_page.open("#chunker")
    khand_page.paste(WORDS)
    overlap = khand_page.page.locator("#settings-a-overlap")
    khand_page.page.locator("#settings-a-by").select_option("window")
    assert "64" == overlap.input_value()
    khand_page.page.locator("#settings-a-by").select_option("heading")
    assert "0" == overlap.input_value()
    khand_page.fill("#settings-a-overlap", "7")
    khand_page.page.locator("#settings-a-by").select_option("window")
    assert "7" == overlap.input_value()


@pytest.mark.parametrize("ratio", ["0", "x", ""])
def test_wrong_ratio_is_told_beside_the_ratio(khand_page, ratio):
    """The field to blame is the ratio's, and the words are the page's; what is folded away opens."""
    khand_page.open("#chunker?tokenizer=estimate")
    khand_page.paste(WORDS)
    unfold(khand_page)
    khand_page.fill("#settings-a-ratio", ratio)
    errors = {n: khand_page.text(f'#settings-a [data-error="{n}"]') for n in ("ratio", "tokenizer", "by")}
    assert {"ratio": "A number above 0.", "tokenizer": "", "by": ""} == errors


def test_address_with_choices_there_are_not_falls_back(khand_page):
    """What an address names and the page does not have is the default."""
    khand_page.open(
        "#chunker?by=foo&tokenizer=bar&heading_depth=9&language=xx&context=baz&size=77&show=x&text=y"
    )
    khand_page.paste(WORDS)
    names = ("by", "tokenizer", "heading_depth", "language", "size")
    values = [khand_page.page.locator(f"#settings-a-{name}").input_value() for name in names]
    assert ["heading", "text-embedding-3-small", "6", "", "77"] == values
    assert khand_page.chunks()


def test_reasons_stand_by_how_often_and_filter(khand_page):
    """Where chunks end, most often first; one of them shows only its chunks."""
    text = "# A\n\nOne.\n\n" + "Word " * 300 + "\n\n# B\n\nTwo. " + "More of it. " * 60
    khand_page.open("#chunker?size=50&overlap=10&context=headings")
    khand_page.paste(text)
    why(khand_page)
    counts = [int(n) for n in khand_page.page.locator(".ends-at button b").all_text_contents()]
    assert sorted(counts, reverse=True) == counts
    assert len(counts) > 2
    khand_page.page.locator(".ends-at button").first.click()
    assert counts[0] == len(khand_page.chunks())


def test_five_thousand_chunks_stay_fast(khand_page):
    """Only the chunks near the window are elements; the last one is reached by the End key, in full."""
    text = "".join(f"# Heading {i}\n\nSome words here, number {i}.\n\n" for i in range(5_000))
    khand_page.open("#chunker?size=60&show=chunks")
    khand_page.choose_files(("many.md", text.encode()))
    khand_page.until("document.querySelector('.strip .first dd')?.textContent === '5,000'", seconds=60)
    assert khand_page.page.evaluate("document.querySelectorAll('#chunk-results .card').length") < 400
    assert khand_page.page.locator("chunk-ruler button").count() <= 400
    khand_page.page.locator("#chunk-about h1").focus()
    khand_page.page.keyboard.press("End")
    khand_page.until("document.querySelector('#chunk-results [data-index=\"4999\"]') !== null")
    khand_page.until(
        "document.scrollingElement.scrollHeight - document.scrollingElement.scrollTop - innerHeight < 4"
    )


def test_chunks_in_the_window_come_with_the_figures(khand_page):
    """Whoever looks at the chunks while changing a setting sees the new ones at once, not boxes that are filled later."""
    khand_page.open("#chunker?size=60&show=chunks")
    khand_page.paste(HANDBOOK)
    filled = khand_page.page.evaluate(
        """() => new Promise((resolve) => {
            document.querySelectorAll("#chunk-results chunk-list ol")[2].scrollIntoView();
            const size = document.getElementById("settings-a-size");
            new MutationObserver((_, observer) => {
                observer.disconnect();
                const seen = [...document.querySelectorAll("#chunk-results chunk-list ol")].filter((group) => {
                    const { top, bottom } = group.getBoundingClientRect();
                    return bottom > 0 && top < innerHeight;
                });
                resolve(seen.map((group) => group.children.length));
            }).observe(document.querySelector("#chunk-results chunk-list"), { childList: true });
            size.value = "61";
            size.dispatchEvent(new Event("input", { bubbles: true }));
            size.dispatchEvent(new Event("change", { bubbles: true }));
        })"""
    )
    khand_page.idle()
    assert filled
    assert all(filled)


def test_single_keys_go_through_the_chunks_and_can_be_switched_off(khand_page):
    """j and k go on and back, / finds, d shows the document, t the tokens; the list of keys has a switch."""
    khand_page.open("#chunker?size=100")
    khand_page.paste(HANDBOOK)
    press = khand_page.page.keyboard.press
    press("j")
    press("j")
    khand_page.until("document.querySelector('.card.on')?.dataset.k === '1'")
    press("k")
    khand_page.until("document.querySelector('.card.on')?.dataset.k === '0'")
    press("t")
    khand_page.until("document.querySelector('.card[data-k=\"0\"] .token') !== null")
    press("d")
    assert khand_page.page.locator(".listpane").is_hidden()
    press("b")
    press("/")
    assert "find" == khand_page.page.evaluate("document.activeElement.id")
    khand_page.page.locator("#chunk-about h1").focus()
    press("?")
    khand_page.page.locator("#keys-on").uncheck()
    press("Escape")
    khand_page.page.locator("#chunk-about h1").focus()
    press("d")
    assert khand_page.page.locator(".listpane").is_visible()
    press("?")
    assert khand_page.page.locator("#keys").is_hidden()
    khand_page.page.locator("#keys-button").click()
    khand_page.page.locator("#keys-on").check()
    khand_page.page.get_by_role("button", name="Close").click()


def test_right_to_left_and_chinese_texts_lie_right(khand_page):
    """Arabic text runs from the right, Chinese text breaks inside the column."""
    khand_page.open("#chunker?show=chunks")
    khand_page.paste("هذا نص عربي طويل بما يكفي.\n\n这是一段没有空格的中文文本。" + "很长" * 300)
    widths = khand_page.until(
        """() => [...document.querySelectorAll("#chunk-results .text > p")].map((e) => [e.scrollWidth, e.clientWidth, getComputedStyle(e).unicodeBidi])"""
    )
    assert all(scroll <= client and bidi == "plaintext" for scroll, client, bidi in widths)


def test_emoji_are_marked_exactly(khand_page):
    """Offsets beyond U+FFFF are right: the marked part is the repeated part, never half an emoji."""
    text = "😀 one two. 👩‍👩‍👧 three four. 𝔘𝔫𝔦 five six. 🇮🇳 seven eight. " * 4
    khand_page.open("#chunker?by=sentence&size=60&overlap=30")
    khand_page.paste(text)
    made = khand.chunk(text, by="sentence", size=60, overlap=30)
    cards = khand_page.chunks()
    assert [(c.text, c.text[: c.overlap_chars]) for c in made] == [(c["text"], c["mark"]) for c in cards]
    assert any("👩‍👩‍👧" in card["mark"] for card in cards)


def test_ids_are_the_same_in_browser_and_python(khand_page):
    """B84: the same text has the same tokens and the same chunks in both."""
    text = "　　字 “ok” hello 👋 🌍"
    khand_page.open("#chunker?by=sentence&size=50")
    khand_page.paste(text)
    data, _ = khand_page.export("JSONL")
    assert "".join(dumps(c) + "\n" for c in khand.chunk(text, by="sentence", size=50)).encode() == data


def test_a_long_word_is_cut_whole(khand_page):
    """B79: 100,000 characters without a boundary are cut, none above the size."""
    khand_page.open("#chunker?size=100&overlap=10&show=chunks")
    khand_page.paste("a" * 100_000)
    data, _ = khand_page.export("JSONL")
    records = [json.loads(line) for line in data.decode().splitlines()]
    assert max(record["tokens"] for record in records) <= 100
    assert 100_000 == max(record["end"] for record in records)
