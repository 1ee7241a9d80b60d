"""The bitmap fonts of the display and the 256 codes they share. Provenance: README.md beside this."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from PIL import ImageFont

FALLBACK = 0x7F
"""The code of the box drawn for a character the fonts do not have."""

# Latin-1 lies at its own codes; these lie in the control codes it leaves empty.
_SPARE = "▸▲▼↑↓←→●○…–’“”‘„‚—œŒŸ€•◂"
CODES: dict[str, int] = {
    **{chr(code): code for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))},
    **{character: code for code, character in enumerate(_SPARE, 0x80)},
}

# Every kind of blank is a space; invisible characters vanish; the true minus is a dash.
_TIDY = {
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029\u2009\u202f"), " "),
    **dict.fromkeys(map(ord, "\xad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"), None),
    ord("\u2212"): "–",
}


def tidy(text: str) -> str:
    """The text as it is drawn: one line, accents joined to their letters, one code a character."""
    return unicodedata.normalize("NFC", text.translate(_TIDY))


def coded(text: str) -> bytes:
    """The glyph codes of a tidy text; the box for whatever the fonts lack."""
    return bytes(CODES.get(character, FALLBACK) for character in text)


@cache
def load(name: str) -> ImageFont.ImageFont:
    """One of this folder's fonts. Raises OSError where its files are missing."""
    return ImageFont.load(str(Path(__file__).parent / f"{name}.pil"))
