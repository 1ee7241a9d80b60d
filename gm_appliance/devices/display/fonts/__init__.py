"""The bitmap fonts of the display and the codes they share. Provenance: README.md beside this.

Pillow's own fonts have 256 codes each, so a face has two sheets, `text` and `text-more`; a code is the number
of the sheet and the place on it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from PIL import ImageFont

FALLBACK = 0x7F  # the code of the box drawn for a character the fonts do not have
SHEETS = ("", "-more")  # the ends of the sheets' file names

# Latin-1 keeps its codes; these take the control codes that it leaves free.
_SPARE = "▸▲▼↑↓←→●○…–’“”‘„‚—œŒŸ€•◂"
# On the second sheet: Latin Extended-A, and what Romanian has beside it.
_MORE = "".join(one for one in (*map(chr, range(0x100, 0x180)), *"ȘșȚț") if one not in _SPARE)
CODES: dict[str, int] = {
    **{chr(code): code for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))},
    **{character: code for code, character in enumerate(_SPARE, 0x80)},
    **{character: code for code, character in enumerate(_MORE, 0x120)},
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


def runs(text: str) -> Iterator[tuple[int, int, str]]:
    """The runs of a tidy text on one sheet: first column, sheet, and places on it as characters.

    Characters that the fonts lack become the box.
    """
    column = 0
    for sheet, codes in groupby((CODES.get(one, FALLBACK) for one in text), lambda code: code >> 8):
        places = "".join(chr(code & 0xFF) for code in codes)
        yield column, sheet, places
        column += len(places)


@cache
def load(name: str, sheet: int = 0) -> ImageFont.ImageFont:
    """A sheet of one of this folder's fonts. Raises OSError where its files are missing."""
    return ImageFont.load(str(Path(__file__).parent / f"{name}{SHEETS[sheet]}.pil"))
