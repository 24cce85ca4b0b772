"""axe-core finds nothing, in every view, both languages and both themes."""

from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.timeout(240)

EXAMPLE = (Path(__file__).parents[2] / "examples" / "handbook.md").read_text("utf-8")


@pytest.fixture(scope="module")
def axe():
    found = find_spec("axe_playwright_python")
    if found is None:
        pytest.skip("axe-core comes with the package axe-playwright-python")
    return (Path(found.origin).parent / "axe.min.js").read_text("utf-8")


def violations(khand, axe):
    khand.page.evaluate(axe)
    return khand.page.evaluate(
        """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
            (v) => [v.id, v.impact, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))])"""
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "hi"])
def test_no_violation(tab, address, axe, lang, theme):
    """Labels, names, contrast, order of headings and roles are right everywhere, with and without a document."""
    khand = tab(address, color_scheme=theme, viewport={"width": 1280, "height": 900}).open(lang=lang)
    found = {}
    for view in ("calculator", "chunker", "window", "help"):
        khand.page.locator(f'[data-view="{view}"]').click()
        khand.idle()
        found[view] = violations(khand, axe)
    khand.open("#chunker?size=80&overlap=20&price=0.02", lang=lang)
    khand.paste(EXAMPLE)
    khand.page.locator("#settings-a-more").click()
    khand.page.locator("#why-button").click()
    found["chunks"] = violations(khand, axe)
    khand.page.locator(".to-tokens").first.click()
    khand.page.locator(".segments .embedded").click()
    found["embedded"] = violations(khand, axe)
    khand.page.locator("#compare").click()
    khand.fill("#settings-a-overlap", "90")
    found["compared, with an error"] = violations(khand, axe)
    khand.page.locator('[data-view="calculator"]').click()
    khand.idle()
    found["preview"] = violations(khand, axe)
    khand.page.locator('[data-view="window"]').click()
    khand.idle()
    found["measured window"] = violations(khand, axe)
    assert {} == {place: found[place] for place in found if found[place]}


def test_narrow_screen_has_no_violation_either(tab, address, axe):
    """The same on a phone."""
    khand = tab(address, viewport={"width": 360, "height": 740}).open("#chunker?size=80")
    khand.paste(EXAMPLE)
    assert [] == violations(khand, axe)
