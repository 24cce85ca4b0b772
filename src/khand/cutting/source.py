"""One document and everything that is known of it: made once, asked by every room."""

from __future__ import annotations

from khand.characters.space import trimmed_end
from khand.cutting.measure import Measure, Sums
from khand.cutting.sections import Sections
from khand.cutting.structure import Structure
from khand.settings import Settings
from khand.tokenizers.base import Tokenizer


class Source:
    """
    A document to be cut.

    Args:
        text: The source text.
        sections: Its units and their heading paths.
        tokenizer: What counts.
        settings: How to cut.

    Attributes:
        structure: What is inside its blocks.
        measure: Counts its spans.
        sums: The tokens before each unit.
        size: The budget of a chunk, less what the tokenizer's template adds to each.
        overlap: How many tokens of the chunk before a chunk may repeat.
        end: Where its last non-blank character ends.
    """

    def __init__(self, text: str, sections: Sections, tokenizer: Tokenizer, settings: Settings) -> None:
        self.text = text
        self.sections = sections
        self.settings = settings
        self.tokenizer = tokenizer
        self.size = settings.size - tokenizer.template
        self.overlap = settings.overlap_tokens
        self.structure = Structure(text, sections, settings.format or "markdown", settings.language)
        self.measure = Measure(text, tokenizer)
        self.sums: Sums = self.measure.sums(sections.edges)
        self.end = trimmed_end(text, 0, len(text))

    def count_all(self) -> int:
        """Exact tokens of the whole text, white space included."""
        return self.sums.before[-1]
