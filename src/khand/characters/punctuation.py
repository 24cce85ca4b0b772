"""
What ends a sentence, what leads on to what follows, what opens and what closes, in every script: each mark stands here once.

Each constant is a string of single characters. How a language uses a mark that has two meanings (``»`` opens in Danish and
closes in French) is for the rooms that read them to say.
"""

from __future__ import annotations

STOPS = ".!?…‥‼⁇⁈⁉‽⸮﹒﹖﹗"
"""Marks that end a sentence only where white space or the end of the text follows: ``3.14`` does not."""

FULL_STOPS = (
    "。！？｡．"  # Han, kana
    "।॥"  # Devanagari and the other scripts of India
    "؟۔"  # Arabic, Urdu
    "։"  # Armenian
    "።፧፨"  # Ethiopic
    "။"  # Burmese
    "។៕"  # Khmer
    "།༎"  # Tibetan
    "᠃᠉"  # Mongolian
    "෴"  # Sinhala
    "᱾᱿"  # Ol Chiki
    "꓿"  # Lisu
    "߹"  # N'Ko
    "܀܁܂"  # Syriac
    "꘎꘏"  # Vai
    "꛳꛷"  # Bamum
    "꧈꧉"  # Javanese
    "꩝꩞꩟"  # Cham
    "꯫"  # Meetei Mayek
    "᙮"  # Canadian syllabics
)
"""
Marks that end a sentence whatever follows: the scripts that have them use them for nothing else.

``STOPS`` and ``FULL_STOPS`` together are what a finished sentence ends with, closing marks after it apart.
"""

COLONS = (
    ":：﹕︓"  # most scripts; wide, small and upright forms
    "՝․"  # Armenian, whose full stop looks like a colon
    "፥፦"  # Ethiopic
    "៖"  # Khmer
    "᠄"  # Mongolian
    "꛴"  # Bamum
    "᭝"  # Balinese
    "꧇"  # Javanese
)
"""
Marks that lead on to what follows, such as a list. In Hindi, Persian and Hebrew a dash may stand after one (``:-``).

Scripts that are missing have no such mark: Tibetan and Burmese end a sentence before a list.
"""

COMMAS = ",;，；﹐﹔､、،؛߸᠂᠈၊፣፤꓾꘍"
"""Marks that part a sentence and stay with the word before them."""

_BRACKETS = (
    "()[]{}（）［］｛｝｟｠"  # most scripts, wide
    "「」『』【】〔〕〖〗〘〙〚〛《》〈〉｢｣〝〞"  # Han, kana
    "﹙﹚﹛﹜﹝﹞︗︘︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈"  # small and upright forms of these
    "⁅⁆⁽⁾₍₎❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯"  # mathematics, ornaments
    "༺༻༼༽﴿﴾"  # Tibetan, Arabic
)
"""Pairs; the quotes of Han and kana are among them, since they open and close like brackets everywhere."""

OPENING_BRACKETS = _BRACKETS[::2]
"""Marks that open wherever they stand."""

CLOSING_BRACKETS = _BRACKETS[1::2] + "〟"
"""Marks that close wherever they stand."""

OPENING_QUOTES = "“‘«‹"
"""Quotes that open in most languages; German closes with the first two, Danish with the others."""

CLOSING_QUOTES = "”’»›"
"""Quotes that close in most languages; Swedish opens with the first two, Danish with the others."""

LOW_QUOTES = "„‚‟"
"""Quotes that only open."""

STRAIGHT_QUOTES = "\"'"
"""Quotes that open and close alike."""

INVERTED = "¿¡"
"""Spanish marks before a question or an exclamation."""

BULLETS = "•‣▪●◦⁃*"
"""Signs that begin an item of a list in plain text."""
