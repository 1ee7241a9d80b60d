"""Pictures as SVG and PNG without a browser: boxes, lines, text, and the symbols of the virtual table's page.

Letters that its fonts lack are taken from a font of this machine, if one has them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageDraw, ImageFont, features

from gm_appliance import simulator
from gm_appliance.games.registry import emblems

STATIC = Path(simulator.__file__).parent / "static"
SVG = "{http://www.w3.org/2000/svg}"
FONTS = {
    family: [
        str(STATIC / f"fonts/{family.lower()}-{part}-wght-normal.woff2") for part in ("latin", "latin-ext")
    ]
    for family in ("Alegreya", "Roboto")
}
MORE_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "FreeSans.ttf", "Arial Unicode.ttf", "Arial.ttf")
"""Fonts that a machine may have, with more letters."""

LETTERS = ("U+0-FF,U+131,U+152-153,U+2000-206F,U+2212", "U+100-130,U+132-151,U+154-2AF,U+1E00-1EFF")
"""Those of each of the page's fonts."""

FIGURES = ["lnum"] if features.check("raqm") else None
"""Without this, Alegreya's figures have different heights."""

SCALE = 2
"""A PNG is drawn larger by this, for smooth edges."""

SMALLEST = 0.7
"""The most that text shrinks to fit; then it is cut."""

SHEET, ROW, STAMP = Path(__file__).parent / "symbols.png", 8, 192
"""All symbols in pixels, drawn by docs/drawings/symbols.py; those in a row, and the size of each."""


@cache
def _font(file: str, size: float, weight: int) -> ImageFont.FreeTypeFont:
    """Raises OSError if this machine does not have it."""
    font = ImageFont.truetype(file, size)
    if file.endswith(".woff2"):
        font.set_variation_by_axes([weight])
    return font


@cache
def _has(file: str, letter: str) -> bool:
    try:
        mask = _font(file, 20, 400).getmask
    except OSError:
        return False
    return letter.isspace() or bytes(mask(letter)) != bytes(mask("\uffff"))


def missing(text: str) -> str:
    """The letters of a text that no font here has, which a PNG shows as empty boxes."""
    files = (*FONTS["Roboto"], *MORE_FONTS)
    return "".join(sorted({one for one in text if not any(_has(file, one) for file in files)}))


class Canvas:
    """A picture, drawn as SVG and in pixels at once. Measures are those of the SVG."""

    def __init__(self, width: int, height: int, background: str) -> None:
        self._size = width, height
        self._parts: list[str] = []
        self._used: set[str] = set()
        self._image = Image.new("RGB", (width * SCALE, height * SCALE))
        self._draw = ImageDraw.Draw(self._image)
        self.box(0, 0, width, height, background)

    def box(self, x: float, y: float, width: float, height: float, colour: str, radius: float = 0) -> None:
        at = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
        self._parts.append(f'<rect {at} fill="{colour}"/>')
        corners = (x * SCALE, y * SCALE, (x + width) * SCALE - 1, (y + height) * SCALE - 1)
        self._draw.rounded_rectangle(corners, radius * SCALE, colour)

    def line(self, points: list[tuple[float, float]], colour: str, width: float = 1) -> None:
        listed = " ".join(f"{x:g},{y:g}" for x, y in points)
        style = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
        self._parts.append(f'<polyline points="{listed}" {style}/>')
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(scaled, colour, round(width * SCALE), joint="curve")

    # Many parameters: one for each property of a text.
    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        *,
        family: str = "Roboto",
        bold: bool = False,
        anchor: str = "start",
        width: float = 0,
    ) -> None:
        """y: of the baseline. anchor: what is at x, start, middle or end. width: shrunk, then cut to it."""
        weight = 700 if bold else 400
        length, runs = _set(text, family, size, weight)
        if width and length > width:
            size = max(size * SMALLEST, size * width / length)
            length, runs = _set(text, family, size, weight)
        shown = text
        while width and length > width and text:
            text = text[:-1].rstrip()
            shown = f"{text}…"
            length, runs = _set(shown, family, size, weight)
        self._used.update(file for file, _run in runs)
        style = f'font-family="{family}, sans-serif" font-size="{size:.4g}" font-weight="{weight}"'
        at = f'x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}"'
        self._parts.append(f"<text {at} {style}>{escape(shown)}</text>")
        left = (x - length * {"start": 0, "middle": 0.5, "end": 1}[anchor]) * SCALE
        for file, run in runs:
            font = _font(file, size * SCALE, weight)
            self._draw.text((left, y * SCALE), run, colour, font, anchor="ls", features=FIGURES)
            left += font.getlength(run, features=FIGURES)

    def symbol(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        """x, y: its corner."""
        move = f"translate({x:g} {y:g}) scale({size / 24:.4g})"
        style = f'fill="{colour}" color="{colour}" fill-rule="evenodd"'
        self._parts.append(f'<g transform="{move}" {style}>{symbols()[name]}</g>')
        corner = round(x * SCALE), round(y * SCALE)
        self._image.paste(colour, corner, _stamp(name, round(size * SCALE)))

    def svg(self) -> bytes:
        """With its fonts inside."""
        width, height = self._size
        faces = [
            f"@font-face{{font-family:{family};font-weight:100 900;unicode-range:{letters};"
            f"src:url(data:font/woff2;base64,{b64encode(Path(file).read_bytes()).decode()})}}"
            for family, files in FONTS.items()
            for file, letters in zip(files, LETTERS, strict=True)
            if file in self._used
        ]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        style = f"<style>{''.join(faces)}text{{font-variant-numeric:lining-nums}}</style>"
        return f'{head} width="{width}" height="{height}">{style}{"".join(self._parts)}</svg>\n'.encode()

    def png(self) -> bytes:
        out = BytesIO()
        self._image.reduce(SCALE).save(out, "PNG", optimize=True)
        return out.getvalue()


def _set(text: str, family: str, size: float, weight: int) -> tuple[float, list[tuple[str, str]]]:
    """The length of a line of text, and each font's file with its part of it."""
    files = (*FONTS[family], *MORE_FONTS)
    runs: list[tuple[str, str]] = []
    for letter in text:
        file = next((one for one in files if _has(one, letter)), files[0])
        before = runs.pop() if runs and (runs[-1][0] == file or letter.isspace()) else (file, "")
        runs.append((before[0], before[1] + letter))
    lengths = (_font(file, size * SCALE, weight).getlength(run, features=FIGURES) for file, run in runs)
    return sum(lengths) / SCALE, runs


# ---------------------------------------------------------------- symbols


@cache
def symbols() -> dict[str, str]:
    """The SVG of each symbol inside a square of 24, by its name."""
    sheets = [ElementTree.parse(file).getroot() for file in (STATIC / "symbols.svg", *emblems())]
    found = {one.get("id", ""): one for sheet in sheets for one in sheet.iter(f"{SVG}symbol")}
    drawn = {name: "".join(ElementTree.tostring(one, "unicode") for one in found[name]) for name in found}
    return {name: re.sub(r' xmlns:\w+="[^"]*"|(?<=[</])\w+:', "", one) for name, one in drawn.items()}


def source() -> str:
    """Identifies what `SHEET` was drawn from."""
    return sha256(repr(symbols()).encode()).hexdigest()


@cache
def _stamp(name: str, size: int) -> Image.Image:
    """A symbol as a mask."""
    at = [*symbols()].index(name)
    corner = at % ROW * STAMP, at // ROW * STAMP
    with Image.open(SHEET) as sheet:
        return sheet.crop((*corner, corner[0] + STAMP, corner[1] + STAMP)).resize(
            (size, size), Image.Resampling.LANCZOS
        )
