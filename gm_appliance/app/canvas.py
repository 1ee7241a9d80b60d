"""Pictures as SVG and PNG without a browser: boxes, lines, text, and the symbols of the virtual table's page.

Letters that its fonts lack are taken from a font of this machine, if one has them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from html import escape
from io import BytesIO
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageDraw, ImageFont, features

from gm_appliance import simulator
from gm_appliance.core.messages import _
from gm_appliance.games.registry import emblems

STATIC = Path(simulator.__file__).parent / "static"
SVG = "{http://www.w3.org/2000/svg}"
FONTS = {
    family: [f"{STATIC}/fonts/{family.lower()}-{part}-wght-normal.woff2" for part in ("latin", "latin-ext")]
    for family in ("Alegreya", "Roboto")
}
MORE_FONTS = (
    *("DejaVuSans.ttf", "NotoSans-Regular.ttf", "FreeSans.ttf", "Arial Unicode.ttf", "Arial.ttf"),
    *("NotoSansCJK-Regular.ttc", "wqy-microhei.ttc", "DroidSansFallbackFull.ttf", "PingFang.ttc", "msyh.ttc"),
)
"""Fonts that a machine may have, with more letters; the last ones with Chinese and Japanese ones."""

FIGURES = ["lnum"] if features.check("raqm") else None
"""Without this, Alegreya's figures have different heights."""

NIGHT, CREAM, BRASS, SOFT, BAR = "#0e1d3d", "#f4e8cd", "#d2aa5f", "#a9b8d8", "#24407a"

SCALE = 2
"""A PNG is drawn larger by this, for smooth edges."""

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
def _with(letter: str, family: str) -> str:
    """The first font's file that has this letter; empty if none has."""
    for file in (*FONTS[family], *MORE_FONTS):
        with suppress(OSError):
            mask = _font(file, 20, 400).getmask
            if letter.isspace() or bytes(mask(letter)) != bytes(mask("\uffff")):
                return file
    return ""


class Canvas:
    """A picture, drawn as SVG and in pixels at once. Measures are those of the SVG.

    missing: the letters that no font here has, which a PNG shows as empty boxes.
    """

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height
        self._parts: list[str] = []
        self._used: set[str] = set()
        self.missing: set[str] = set()
        self._image = Image.new("RGB", (width * SCALE, height * SCALE))
        self._draw = ImageDraw.Draw(self._image)
        self.box(0, 0, width, height, NIGHT)
        self.box(0, 0, width, 8, BRASS)

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
        width: float,
        family: str = "Roboto",
        bold: bool = False,
        anchor: str = "start",
    ) -> None:
        """y: of the baseline. anchor: the part at x: start, middle or end. width: text shrinks to it."""
        weight = 700 if bold else 400
        length, runs = _set(text, family, size, weight)
        if length > width:
            size = size * width / length
            length, runs = _set(text, family, size, weight)
        self._used.update(file for file, _run in runs)
        self.missing.update(letter for letter in text if not _with(letter, family))
        families = ", ".join(Path(file).stem for file in FONTS[family])
        style = f'font-family="{families}, sans-serif" font-size="{size:.4g}" font-weight="{weight}"'
        at = f'x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}"'
        self._parts.append(f"<text {at} {style}>{escape(text)}</text>")
        left = (x - length * {"start": 0, "middle": 0.5, "end": 1}[anchor]) * SCALE
        for file, run in runs:
            font = _font(file, size * SCALE, weight)
            self._draw.text((left, y * SCALE), run, colour, font, anchor="ls", features=FIGURES)
            left += font.getlength(run, features=FIGURES)

    def bars(
        self, x: float, y: float, width: float, pitch: float, rows: Iterable[tuple[str, float, str]]
    ) -> None:
        """For each row a label, a bar of this share of the longest, and a text behind it."""
        size, room, high = min(26.0, pitch / 2), width * 0.46, pitch * 0.6
        for row, (label, share, written) in enumerate(rows):
            top, under = y + row * pitch, y + row * pitch + high / 2 + size * 0.36
            self.text(x, under, label, size, CREAM, width=width * 0.34)
            self.box(x + width * 0.36, top, room, high, BAR, 4)
            self.box(x + width * 0.36, top, max(4, room * share), high, BRASS, 4)
            self.text(x + width, under, written, size, SOFT, width=width * 0.17, anchor="end")

    def symbol(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        """x, y: its corner."""
        move = f"translate({x:g} {y:g}) scale({size / 24:.4g})"
        style = f'fill="{colour}" color="{colour}" fill-rule="evenodd"'
        self._parts.append(f'<g transform="{move}" {style}>{symbols()[name]}</g>')
        at = [*symbols()].index(name)
        left, top = at % ROW * STAMP, at // ROW * STAMP
        with Image.open(SHEET) as sheet:
            stamp = sheet.crop((left, top, left + STAMP, top + STAMP))
        stamp = stamp.resize((round(size * SCALE), round(size * SCALE)), Image.Resampling.LANCZOS)
        self._image.paste(colour, (round(x * SCALE), round(y * SCALE)), stamp)

    def svg(self) -> bytes:
        """With its fonts inside."""
        width, height = self._size
        faces = [
            f"@font-face{{font-family:{Path(file).stem};font-weight:100 900;"
            f"src:url(data:font/woff2;base64,{b64encode(Path(file).read_bytes()).decode()})}}"
            for file in sorted(self._used)
            if file.endswith(".woff2")
        ]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        style = f"<style>{''.join(faces)}text{{font-variant-numeric:lining-nums}}</style>"
        return f'{head} width="{width}" height="{height}">{style}{"".join(self._parts)}</svg>\n'.encode()

    def png(self) -> bytes:
        out = BytesIO()
        self._image.reduce(SCALE).save(out, "PNG", optimize=True)
        return out.getvalue()

    def lacking(self) -> Iterator[str]:
        """Tells what a PNG lacks."""
        if self.missing:
            yield _("No font here has these letters: {letters}", letters="".join(sorted(self.missing)))

    def save(self, file: Path) -> Iterator[str]:
        """Write it as the file's name says; tells what a PNG lacks. Raises ValueError and OSError."""
        kind = file.suffix.lower()
        if kind not in (".svg", ".png"):
            raise ValueError(_("{file}: the picture's name must end in .svg or .png", file=file))
        file.write_bytes(self.png() if kind == ".png" else self.svg())
        yield from self.lacking() if kind == ".png" else ()


def _set(text: str, family: str, size: float, weight: int) -> tuple[float, list[tuple[str, str]]]:
    """The length of a line of text, and each font's file with its part of it."""
    runs = [
        (file, "".join(letters))
        for file, letters in groupby(text, lambda letter: _with(letter, family) or FONTS[family][0])
    ]
    lengths = (_font(file, size * SCALE, weight).getlength(run, features=FIGURES) for file, run in runs)
    return sum(lengths) / SCALE, runs


# ---------------------------------------------------------------- symbols


@cache
def symbols() -> dict[str, str]:
    """The SVG of each symbol inside a square of 24, by its name."""
    sheets = [ElementTree.parse(file).getroot() for file in (STATIC / "symbols.svg", *emblems())]
    found = {one.get("id", ""): one for sheet in sheets for one in sheet.iter(f"{SVG}symbol")}
    drawn = {name: "".join(ElementTree.tostring(one, "unicode") for one in found[name]) for name in found}
    return {name: re.sub(r' xmlns(?::\w+)?="[^"]*"|(?<=[</])\w+:', "", one) for name, one in drawn.items()}


def source() -> str:
    """Identifies what `SHEET` was drawn from."""
    return sha256(repr(symbols()).encode()).hexdigest()
