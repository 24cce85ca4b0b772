"""The title that front matter gives to a document."""

import pytest

from khand.outline.front_matter import title


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("---\ntitle: Payments guide\nslug: /pay\n---\n", "Payments guide"),
        ('---\r\nlayout: a\r\ntitle: "A: b"\r\n---\r\n', "A: b"),
        ("---\ntitle: भुगतान\n---\n", "भुगतान"),
        ("---\ntitle: C# for all\n---\n", "C# for all"),
        ("---\n'title': 'x # y' # z\n---\n", "x # y"),
        ('---\ntitle: "\\u0041\\n b"\n---\n', "A b"),
        ("---\ntitle:\n---\n", ""),
        ("---\ntitle: [a, b]\n---\n", ""),
        ("---\nsubtitle: a\n---\n", ""),
        ("+++\ntitle = 'C:\\a'\n+++\n", "C:\\a"),
        ("+++\n[author]\ntitle = 'Dr'\n+++\n", ""),
        ('+++\ntitle = """a\n+++\n', ""),
    ],
)
def test_title_of_front_matter(source, expected):
    """The title is read from one line of YAML or TOML, plain or quoted; anything else gives none."""
    assert expected == title(source)
