"""Which script a letter is of; a script is named by the language that stands for it."""

from __future__ import annotations

from functools import lru_cache

SCRIPTS = (
    # first and last letter, language of a script that serves one; for the others the guess where no word is known
    ("a", "ɏ", "en"),
    ("\u1e00", "\u1eff", "vi"),
    ("\u0370", "\u03ff", "el"),
    ("\u1f00", "\u1fff", "el"),
    ("\u0400", "\u052f", "ru"),
    ("\u0531", "\u058a", "hy"),
    ("\u0590", "\u05ff", "he"),
    ("\u0600", "\u06ff", "ar"),
    ("\u0750", "\u077f", "ar"),
    ("\u0900", "\u097f", "hi"),
    ("\u0980", "\u09ff", "bn"),
    ("\u0a00", "\u0a7f", "pa"),
    ("\u0a80", "\u0aff", "gu"),
    ("\u0b00", "\u0b7f", "or"),
    ("\u0b80", "\u0bff", "ta"),
    ("\u0c00", "\u0c7f", "te"),
    ("\u0c80", "\u0cff", "kn"),
    ("\u0d00", "\u0d7f", "ml"),
    ("\u0d80", "\u0dff", "si"),
    ("\u0e00", "\u0e7f", "th"),
    ("\u0e80", "\u0eff", "lo"),
    ("\u0f00", "\u0fff", "bo"),
    ("\u1000", "\u109f", "my"),
    ("\u10a0", "\u10ff", "ka"),
    ("\u1100", "\u11ff", "ko"),
    ("\u1200", "\u139f", "am"),
    ("\u1780", "\u17ff", "km"),
    ("\u3040", "\u30ff", "ja"),
    ("\u3400", "\u9fff", "zh"),
    ("\uac00", "\ud7a3", "ko"),
)


@lru_cache(maxsize=4096)
def script_of(letter: str) -> str:
    """
    The language that stands for the script of a letter; ``"en"`` for Latin and for scripts that are not listed.

    Args:
        letter: One code point, in lower case.

    >>> script_of("q"), script_of("क"), script_of("ж")
    ('en', 'hi', 'ru')
    """
    for first, last, code in SCRIPTS:
        if first <= letter <= last:
            return code
    return "en"
