"""Makes the display's fonts from the X11 fonts they derive from. Run by hand, when one changes:

    apt-get install xfonts-terminus xfonts-base
    python -m tests.devices.display.convert_fonts

The result is Pillow's own format (`.pil` metrics beside a `.pbm` sheet), which loads without
FreeType and without unpacking. A sheet has 16 glyphs a row, in the order of their codes.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.fonts import CODES, FALLBACK, SHEETS

# name here: (source file, width, height, characters)
ALL_GLYPHS = "".join(CODES)
FACES = {
    "title": ("ter-u14b_unicode.pcf.gz", 8, 14, ALL_GLYPHS),
    "text": ("ter-u12n_unicode.pcf.gz", 6, 12, ALL_GLYPHS),
    "small": ("5x8.pcf.gz", 5, 8, ALL_GLYPHS),
    "tiny": ("4x6.pcf.gz", 4, 6, ALL_GLYPHS),
    "big": ("ter-u20b_unicode.pcf.gz", 10, 20, ALL_GLYPHS),
    "large": ("ter-u24b_unicode.pcf.gz", 12, 24, ALL_GLYPHS),
    "huge": ("ter-u32b_unicode.pcf.gz", 16, 32, "0123456789-"),
}

# Characters a source has under another name.
ALIKE = {"▸": "►", "◂": "◄"}

# Glyphs that the tiny source lacks: rows from the top.
DRAWN = {
    ("tiny", "▸"): ("#...", "##..", "###.", "##..", "#..."),
    ("tiny", "◂"): ("..#.", ".##.", "###.", ".##.", "..#."),
    ("tiny", "▲"): (".#..", ".#..", "###.", "###."),
    ("tiny", "▼"): ("###.", "###.", ".#..", ".#.."),
    ("tiny", "●"): ("....", ".#..", "###.", ".#.."),
    ("tiny", "○"): ("....", ".#..", "#.#.", ".#.."),
    ("tiny", "↑"): (".#..", "###.", ".#..", ".#..", ".#.."),
    ("tiny", "↓"): (".#..", ".#..", ".#..", "###.", ".#.."),
    ("tiny", "←"): (".#..", "###.", ".#.."),
    ("tiny", "→"): (".#..", "###.", ".#.."),
    ("tiny", "…"): ("", "", "", "", "#.#."),
}


def glyph(face: str, source: ImageFont.FreeTypeFont, size: tuple[int, int], character: str) -> Image.Image:
    """One glyph of `size` pixels. Raises ValueError if the source does not have it."""
    if rows := DRAWN.get((face, character)):
        picture = Image.new("1", size)
        lit = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"]
        ImageDraw.Draw(picture).point(lit, 1)
        return picture
    missing = written("\ue000", source, size)
    for name in (character, ALIKE.get(character, character)):
        picture = written(name, source, size)
        if character in "? \xa0" or picture != missing:
            return picture
    raise ValueError(f"{face}: the source has no {character!r}")


def written(text: str, source: ImageFont.FreeTypeFont, size: tuple[int, int]) -> Image.Image:
    picture = Image.new("1", size)
    ImageDraw.Draw(picture).text((0, 0), text, 1, source)
    return picture


def box(size: tuple[int, int]) -> Image.Image:
    width, height = size
    picture = Image.new("1", size)
    ImageDraw.Draw(picture).rectangle((0, height // 6, width - 2, height - 1 - height // 5), outline=1)
    return picture


def convert(face: str, sources: Path, target: Path) -> None:
    file, width, height, characters = FACES[face]
    source = ImageFont.truetype(str(sources / file), height)
    for number, called in enumerate(SHEETS):
        here = [one for one in characters if CODES[one] >> 8 == number]
        glyphs = {CODES[one] & 0xFF: glyph(face, source, (width, height), one) for one in here}
        if glyphs:
            glyphs.setdefault(FALLBACK, box((width, height)))
            write(glyphs, (width, height), target / f"{face}{called}")


def write(glyphs: Mapping[int, Image.Image], size: tuple[int, int], to: Path) -> None:
    """Write a sheet of glyphs by their places, and its metrics."""
    width, height = size
    sheet = Image.new("1", (16 * width, height * -(-len(glyphs) // 16)))
    places = {}
    for index, code in enumerate(sorted(glyphs)):
        places[code] = (index % 16 * width, index // 16 * height)
        sheet.paste(glyphs[code], places[code])
    sheet.save(to.with_suffix(".pbm"))
    metrics = b""
    for code in range(256):
        x, y = places.get(code, places[FALLBACK])
        metrics += struct.pack(">10h", width, 0, 0, 0, width, height, x, y, x + width, y + height)
    to.with_suffix(".pil").write_bytes(b"PILfont\n;;;;;;%d;\nDATA\n" % height + metrics)


if __name__ == "__main__":
    folders = [Path(argument) for argument in sys.argv[1:]] or [Path("/usr/share/fonts/X11/misc")]
    for name, (file, *_) in FACES.items():
        found = next(folder for folder in folders if (folder / file).exists())
        convert(name, found, Path(fonts.__file__).parent)
