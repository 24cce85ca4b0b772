"""The calculator and the planner of a window: figures, sentence, errors, the windows of a real text."""

from pathlib import Path

import pytest

import khand

pytestmark = pytest.mark.timeout(240)

EXAMPLES = Path(__file__).parents[2] / "examples"
WORDS = "Dr. Rao came. " * 30
IDS = ("chunks", "embedded", "share", "repeated", "surplus", "last")
EXAMPLE = ["23 chunks", "11,408 tokens to embed", "12.3%", "1,408", "More than the document: 14.1%", "144"]


def figures(page):
    return [page.text(f"#plan-{name}") for name in IDS]


def test_first_paint_is_right_before_python_is_ready(tab, address):
    """The sentence of the worked example stands in the page as it arrives, without any script, above the fold."""
    page = tab(address, java_script_enabled=False, viewport={"width": 1280, "height": 720})
    page.page.goto(address)
    assert EXAMPLE == [page.page.locator(f"#plan-{name}").text_content() for name in IDS]
    box = page.page.locator("#plan-sentence").bounding_box()
    assert box["y"] + box["height"] < 720


def test_calculator_computes_the_example_and_fills_in_the_formula(khand_page):
    """10,000 / 512 / 64 gives the known figures, and the formula shows the user's own numbers."""
    khand_page.open("#calculator?tokenizer=cl100k_base")
    khand_page.fill("#plan-price", "0.02")
    assert EXAMPLE == figures(khand_page)
    assert "$0.00022816" == khand_page.text("#plan-cost")
    formula = khand_page.text("#plan-formula")
    assert "1 + ⌈(10,000 − 512) ÷ (512 − 64)⌉ = 23" in formula
    assert "11,408 ÷ 1,000,000 × $0.02 = $0.00022816" in formula


def test_model_brings_its_price_and_date(khand_page):
    """The chosen model's price is taken and dated; a typed price, in another currency, goes before it."""
    khand_page.open("#calculator")
    assert "$0.00022816" == khand_page.text("#plan-cost")
    assert "published 20" in khand_page.text("#plan-model-note")
    assert "$0.22816" == khand_page.text("#plan-many")
    khand_page.page.locator("#plan-currency").select_option("EUR")
    khand_page.fill("#plan-price", "1")
    khand_page.fill("#plan-documents", "10")
    assert ("€0.011408", "€0.11408") == (khand_page.text("#plan-cost"), khand_page.text("#plan-many"))
    assert "10 such documents" == khand_page.text("#plan-many-name")


def test_calculator_is_live_and_takes_characters_and_shares(khand_page):
    """Each change shows at once; estimates carry ≈; the overlap may be a share; Devanagari digits are digits."""
    khand_page.open("#calculator")
    khand_page.fill("#plan-length", "४०,०००")
    khand_page.page.locator("#plan-unit").select_option("characters")
    khand_page.idle()
    assert ["≈23 chunks", "≈11,408 tokens to embed"] == figures(khand_page)[:2]
    assert "Hindi, code and numbers" in khand_page.text("#plan-ratio-note")
    khand_page.fill("#plan-overlap", "12.5%")
    assert "≈23 chunks" == khand_page.text("#plan-chunks")
    khand_page.fill("#plan-ratio", "2")
    assert f"≈{khand.plan(20_000, size=512, overlap=64).chunks} chunks" == khand_page.text("#plan-chunks")


def test_slider_goes_with_the_number(khand_page):
    """The sliders follow the numbers, an arrow is a step of 6 %, a page key doubles."""
    khand_page.open("#calculator")
    slider = khand_page.page.locator("#plan-size-slide")
    slider.focus()
    khand_page.page.keyboard.press("PageUp")
    khand_page.idle()
    doubled = int(khand_page.page.locator("#plan-size").input_value())
    assert 0.95 < doubled / 1024 < 1.05
    assert f"{khand.plan(10_000, size=doubled, overlap=64).chunks} chunks" == khand_page.text("#plan-chunks")
    before = slider.input_value()
    khand_page.fill("#plan-size", "100")
    assert int(slider.input_value()) < int(before)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("overlap", "512", "Must be smaller than the chunk size: 0 to 511."),
        ("size", "0", "A whole number, 1 or more."),
        ("length", "many", "A whole number, 0 or more."),
        ("price", "-1", "A number, 0 or more."),
        ("price", "1e999", "A number, 0 or more."),
        ("overlap", "x", "A whole number, or a share of the size such as 10%."),
    ],
)
def test_errors_stand_beside_their_field(khand_page, field, value, words):
    """A wrong value is named under its field, the field is marked, and mending it clears both."""
    khand_page.open("#calculator")
    box = khand_page.page.locator(f"#plan-{field}")
    before = box.input_value()
    khand_page.fill(f"#plan-{field}", value)
    assert words == khand_page.text(f"#plan-{field}-error")
    assert "true" == box.get_attribute("aria-invalid")
    assert "is-stale" in khand_page.page.locator("#plan-sentence").get_attribute("class")
    khand_page.fill(f"#plan-{field}", before)
    assert "" == khand_page.text(f"#plan-{field}-error")
    assert box.get_attribute("aria-invalid") is None


def test_pasted_text_is_split_into_the_windows_of_the_plan(khand_page):
    """The calculator shows the first windows of a real text with the overlap marked, and names the remainder."""
    khand_page.open("#calculator?size=20&overlap=5")
    khand_page.paste(WORDS, view="calculator")
    made = khand.chunk(WORDS, by="window", size=20, overlap=5)
    assert str(made.report.document_tokens) == khand_page.page.locator("#plan-length").input_value()
    assert f"{len(made)} chunks" == khand_page.text("#plan-chunks")
    cards = khand_page.parts("#preview-list")
    expected = [(c.text, c.text[: c.overlap_chars]) for c in made]
    assert [*expected[:6], expected[-1]] == [(card["text"], card["mark"]) for card in cards]
    assert "the remainder" in cards[-1]["foot"]
    assert "The first 6 and the last:" == khand_page.text("#preview-first")
    assert "do not see the boundaries of sentences" in khand_page.text("#preview-summary")


def test_a_window_is_shown_in_its_tokens(khand_page):
    """A window of the calculator is shown in its byte-pair tokens, as many as it has."""
    khand_page.open("#calculator?size=20&overlap=5")
    khand_page.paste(WORDS, view="calculator")
    khand_page.page.get_by_role("button", name="Tokens of chunk 1", exact=True).click()
    khand_page.until("document.querySelector('#preview-list .token') !== null")
    assert "20 tokens · cl100k_base" in khand_page.text("#preview-list .bpe-head")
    assert 20 == khand_page.page.locator("#preview-list .token").count()


def test_several_files_are_planned_one_by_one_and_summed(khand_page):
    """The calculator's figures for several files are the sums of their plans, not the plan of their sum."""
    khand_page.open("#calculator?size=50&overlap=10")
    texts = [WORDS, WORDS * 2 + "x"]
    khand_page.choose_files(*[(f"{i}.md", text.encode()) for i, text in enumerate(texts)], view="calculator")
    lengths = [khand.chunk(text, by="window", size=50).report.document_tokens for text in texts]
    plan = khand.plan(lengths, size=50, overlap=10)
    assert f"{plan.chunks} chunks" == khand_page.text("#plan-chunks")
    assert f"{plan.embedded:,} tokens to embed" == khand_page.text("#plan-embedded")
    assert str(sum(lengths)) == khand_page.page.locator("#plan-length").input_value()
    assert "2 documents" in khand_page.text("#plan-length-note")


def test_length_follows_the_tokenizer(khand_page):
    """The calculator has a tokenizer of its own; its length is that tokenizer's, and says which that is."""
    text = (EXAMPLES / "handbook-hi.md").read_text("utf-8")[:2000]
    khand_page.open("#calculator")
    khand_page.paste(text, view="calculator")
    for name in ("cl100k_base", "o200k_base"):
        khand_page.page.locator("#plan-tokenizer").select_option(name)
        khand_page.idle()
        report = khand.chunk(text, by="window", size=512, overlap=64, tokenizer=name).report
        assert str(report.document_tokens) == khand_page.page.locator("#plan-length").input_value()
        assert khand_page.text("#plan-chunks").startswith(f"{report.chunks} ")
        assert name in khand_page.text("#plan-length-note")
    khand_page.fill("#plan-length", "10000")
    assert khand_page.page.locator("#plan-length-note").is_hidden()


def test_characters_are_code_points(khand_page):
    """An emoji beyond U+FFFF is one character, as in Python."""
    khand_page.open("#calculator")
    khand_page.choose_files(("smile.txt", "😀😀😀".encode()), view="calculator")
    assert "smile.txt · 3 characters, 1 line" == khand_page.text("#plan-document .about-one")
    assert "in 3 characters, counted with cl100k_base: 1 window." in khand_page.text("#preview-summary")


def test_link_under_the_preview_keeps_the_settings_of_the_chunker(khand_page):
    """Going from the calculator to the chunker by the link in its text changes the view and nothing else."""
    khand_page.open("#chunker?by=sentence&size=77&price=0.5")
    khand_page.page.locator('[data-view="calculator"]').click()
    khand_page.paste(WORDS, view="calculator")
    khand_page.page.get_by_role("link", name="Cut this text at its structure").click()
    khand_page.idle()
    values = [khand_page.page.locator(f"#settings-a-{name}").input_value() for name in ("by", "size")]
    assert ["sentence", "77"] == values
    assert khand_page.page.url.endswith("#chunker?by=sentence&size=77&price=0.5")
    assert WORDS.startswith(khand_page.chunks()[0]["text"])


def test_address_with_a_unit_there_is_not_falls_back(khand_page):
    """What an address names and the page does not have is the default."""
    khand_page.open("#calculator?unit=foo&length=10000&tokenizer=bar")
    assert EXAMPLE == figures(khand_page)


def test_estimates_carry_a_sign(khand_page):
    """The formula and the cost show ≈ where they rest on an estimate."""
    khand_page.open("#calculator?length=40000&unit=characters&price=0.02")
    formula = khand_page.text("#plan-formula")
    assert "1 + ⌈(≈10,000 − 512) ÷ (512 − 64)⌉ = ≈23" in formula
    assert "≈11,408 ÷ 1,000,000 × $0.02 = ≈$0.00022816" in formula


def test_planner_says_what_fits_in_a_sentence(khand_page):
    """Without chunks a nominal size is used: 216 fit, 408 tokens stay free, and what the retrieved ones take."""
    khand_page.open("#window")
    assert "216 chunks fit, 408 tokens stay free." == khand_page.text("#window-sentence")
    assert "Your 12 chunks take at most 6,144 tokens: 4.8% of the window." == khand_page.text(
        "#window-chosen"
    )
    khand_page.fill("#window-retrieved", "217")
    assert "217 chunks do not fit: 104 tokens are missing." == khand_page.text("#window-chosen")
    assert "8,000 · 6.2%" in khand_page.text("window-bar dl")


def test_planner_measures_the_chunks_just_made(khand_page):
    """With chunks: their mean, 95th percentile and largest; the sentence says what is sure."""
    text = (EXAMPLES / "handbook.md").read_text("utf-8")
    khand_page.open("#chunker")
    khand_page.paste(text)
    khand_page.page.locator('[data-view="window"]').click()
    khand_page.idle()
    made = khand.chunk(text)
    plan = khand.window(128_000, prompt=2_000, tools=3_000, history=8_000, answer=4_000, chunks=made)
    dds = khand_page.page.locator("#window-plan .figure dd:first-of-type").all_text_contents()
    assert [plan.mean.chunks, plan.p95.chunks, plan.worst.chunks] == [int(dd.replace(",", "")) for dd in dds]
    assert khand_page.text("#window-sentence").startswith(f"{plan.worst.chunks} chunks fit")
    khand_page.fill("#window-history", "200000")
    assert "tokens more than the window has" in khand_page.text("#window-total-error")


def test_planner_counts_a_text_into_its_field(khand_page):
    """A prompt or the tools are pasted and counted exactly."""
    khand_page.open("#window")
    khand_page.page.get_by_role("button", name="Prompt: Count a text").click()
    khand_page.fill("#window-prompt-text", "You are a helpful assistant. सहायक")
    tokens = khand.chunk("You are a helpful assistant. सहायक").report.document_tokens
    khand_page.until(f"document.getElementById('window-prompt').value === '{tokens}'")


@pytest.mark.parametrize("unit", ["characters", "words"])
def test_a_window_is_of_tokens(khand_page, unit):
    """Chunks counted in characters or words divide no window of tokens, and the planner says so."""
    khand_page.open(f"#chunker?tokenizer={unit}&size=60&price=0.02")
    khand_page.paste(WORDS)
    khand_page.page.locator('[data-view="window"]').click()
    khand_page.idle()
    assert f"were counted in {unit}; a window is counted in tokens" in khand_page.text("#window-measured")
    assert 1 == khand_page.page.locator("#window-plan .figure").count()
    assert "Chunks of 512 tokens" in khand_page.text("#window-plan")
