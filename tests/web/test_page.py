"""The page as a whole: language, theme, widths, hostile texts, keyboard, print."""

import re
from pathlib import Path

import pytest

import khand

pytestmark = pytest.mark.timeout(240)

EXAMPLES = Path(__file__).parents[2] / "examples"
HANDBOOK = (EXAMPLES / "handbook.md").read_text("utf-8")


def test_hindi_is_an_equal(tab, address):
    """Every view speaks Hindi with the seeds' words, numbers are Indian, the choice is remembered and the address follows."""
    page = tab(address).open("#calculator")
    page.page.locator("#language").click()
    assert "hi" == page.page.evaluate("document.documentElement.lang")
    assert "lang=hi" in page.page.url
    page.fill("#plan-length", "1000000")
    shown = page.page.evaluate("document.body.innerText")
    for words in ("RAG चंक कैलकुलेटर", "दस्तावेज़ की लंबाई", "ओवरलैप", "दोहराव", "लागत"):
        assert words in shown
    assert "11,42,784 एम्बेडिंग टोकन" == page.text("#plan-embedded")
    page.fill("#plan-overlap", "512")
    assert "चंक आकार से छोटा होना चाहिए: 0 से 511।" == page.text("#plan-overlap-error")
    for view, words in (
        ("chunker", "पाठ चंकर"),
        ("window", "संदर्भ विंडो योजना"),
        ("help", "ओवरलैप की क़ीमत ज़्यादा लग रही है।"),
    ):
        page.page.locator(f'nav.bar [data-view="{view}"], .bar [data-view="{view}"]').click()
        assert words in page.page.locator(f"#{view}").text_content()
    english = page.page.evaluate(
        """() => [...document.querySelectorAll("[data-t]")].map((e) => e.textContent).filter((text) => /[a-z]{4,}/.test(text))"""
    )
    assert [] == english
    # an address names a language once; a choice by hand wins
    page.page.goto(f"{page.address}?lang=en")
    page.ready()
    assert "hi" == page.page.evaluate("document.documentElement.lang")
    assert "lang=hi" in page.page.url


def test_address_gives_the_language_until_one_is_chosen(tab, address):
    """`?lang=hi` opens in Hindi and stores nothing."""
    page = tab(address).open(lang="hi")
    assert "hi" == page.page.evaluate("document.documentElement.lang")
    assert page.page.evaluate("localStorage.getItem('khand.language')") is None


def test_messages_change_language_too(khand_page):
    """A message that stands at the foot is said again in the other language."""
    khand_page.open("#chunker")
    khand_page.paste("One.")
    khand_page.page.locator("#forget").click()
    assert "The text is forgotten." == khand_page.message()
    khand_page.page.locator("#language").click()
    assert "पाठ भुला दिया गया।" == khand_page.message()
    khand_page.page.locator("#language").click()


def test_devanagari_is_drawn_in_a_devanagari_font(tab, address):
    """Hindi text is not drawn as empty boxes."""
    page = tab(address).open("#calculator", lang="hi")
    session = page.page.context.new_cdp_session(page.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "#calculator-title"})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    assert any("Devanagari" in font["familyName"] for font in fonts), fonts


def test_theme_is_chosen_and_remembered(tab, address):
    """System, light and dark; the choice outlives a reload."""
    page = tab(address).open()
    paper = "getComputedStyle(document.body).backgroundColor"
    seen = []
    for _ in range(2):
        page.page.locator("#theme").click()
        seen.append((page.text("#theme"), page.page.evaluate(paper)))
    assert ["Theme: light", "Theme: dark"] == [name for name, _ in seen]
    assert seen[0][1] != seen[1][1]
    page.page.reload()
    page.ready()
    assert ("Theme: dark", seen[1][1]) == (page.text("#theme"), page.page.evaluate(paper))


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=alert(1)> & <b>bold</b> </textarea><script>alert(2)</script>",  # B93
        "# <img src=x onerror=alert(1)>\n\n</pre></script><svg onload=alert(3)>\n",
        "a\u202ereversed\u202c b \u2066isolated",
        "javascript:alert(4) [x](javascript:alert(5))",
    ],
)
def test_hostile_text_is_shown_as_it_is(khand_page, text):
    """No element is made from a text, wherever it is shown; its characters are what is shown."""
    khand_page.open("#chunker?tokenizer=characters&size=30")
    khand_page.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    khand_page.paste(text)
    expected = [c.text for c in khand.chunk(text, tokenizer="characters", size=30)]
    hidden = re.compile("[\u202a-\u202e\u2066-\u2069]")
    assert [hidden.sub("", each) for each in expected] == [card["text"] for card in khand_page.chunks()]
    for view in ("calculator", "window", "chunker"):
        khand_page.page.locator(f'.bar [data-view="{view}"]').click()
        khand_page.idle()
    made = "document.querySelectorAll('main img, main script, main svg[onload]').length"
    assert 0 == khand_page.page.evaluate(made)


@pytest.mark.parametrize("width", [360, 768, 2560])
def test_nothing_is_wider_than_the_window(khand_page, width):
    """No view scrolls sideways, on a phone or on a wide screen."""
    khand_page.page.set_viewport_size({"width": width, "height": 900})
    for query in ("size=60&overlap=10", "size=60&compare=1&b.by=window&price=0.02"):
        khand_page.open(f"#chunker?{query}")
        khand_page.paste(HANDBOOK)
        for view in ("chunker", "calculator", "window", "help"):
            khand_page.page.locator(f'.bar [data-view="{view}"]').click()
            khand_page.idle()
            wide = khand_page.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert wide <= 0, (view, query)
    khand_page.page.set_viewport_size({"width": 1280, "height": 900})


def test_phone_has_the_document_first_and_the_settings_in_reach(khand_page):
    """On a phone the document begins in the upper half; the settings are one line at the foot that opens as a sheet."""
    khand_page.page.set_viewport_size({"width": 360, "height": 780})
    khand_page.open("#chunker?size=100&overlap=20")
    khand_page.paste(HANDBOOK)
    assert khand_page.page.locator("#chunk-bench .region").first.bounding_box()["y"] < 390
    line = khand_page.page.locator("#chunk-summary")
    box = line.bounding_box()
    assert box["y"] + box["height"] <= 780 + 1
    made = khand.chunk(HANDBOOK, size=100, overlap=20)
    assert f"Heading · 100 · Overlap 20{len(made)} chunks" == line.text_content()
    assert khand_page.page.locator("#settings-a-size").is_hidden()
    line.click()
    assert khand_page.page.locator("#settings-a-size").is_visible()
    khand_page.page.keyboard.press("Escape")
    assert khand_page.page.locator("#settings-a-size").is_hidden()
    khand_page.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("fragment", ["", "#chunker", "#window", "#help"])
def test_views_start_at_their_top(tab, address, fragment):
    """On a phone no title lies under the bar."""
    page = tab(address, viewport={"width": 360, "height": 740})
    page.page.goto(f"{address}?lang=en{fragment}")
    page.ready()
    assert 0 == page.page.evaluate("scrollY")


def test_everything_is_reached_by_keyboard(khand_page):
    """Tab goes through every control of a view in order, and the skip link jumps over the bar."""
    khand_page.open("#chunker")
    khand_page.paste("# A\n\nb")
    khand_page.page.evaluate("document.activeElement.blur()")
    seen = []
    for _ in range(45):
        khand_page.page.keyboard.press("Tab")
        seen.append(
            khand_page.page.evaluate(
                "document.activeElement.id || document.activeElement.textContent.trim().slice(0, 20)"
            )
        )
    wanted = "Skip to the content,language,theme,settings-a-by,settings-a-size-slide,settings-a-size,settings-a-overlap"
    wanted += ",settings-a-tokenizer,settings-a-more,compare,forget,format,edit,another,why-button,find,jump,filter,Export ▾,Copy"
    assert [] == [control for control in wanted.split(",") if control not in seen]
