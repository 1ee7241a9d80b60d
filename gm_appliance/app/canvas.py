"""Pictures as SVG and PNG without a browser: boxes, lines, text, and the symbols of the virtual table's page.

Letters that its fonts lack are taken from a font of this machine, if one has them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from cmath import exp, phase
from collections.abc import Iterator
from functools import cache, partial
from html import escape
from io import BytesIO
from math import pi, sqrt
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageChops, ImageDraw, ImageFont, features

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

STEPS = 16
"""Lines for one curve."""


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
        """x, y: its corner. An unknown one is not drawn."""
        inside = "".join(ElementTree.tostring(one, "unicode") for one in _symbols().get(name, ()))
        inside = re.sub(r' xmlns:\w+="[^"]*"|(?<=[</])\w+:', "", inside)
        move = f"translate({x:g} {y:g}) scale({size / 24:.4g})"
        style = f'fill="{colour}" color="{colour}" fill-rule="evenodd"'
        self._parts.append(f'<g transform="{move}" {style}>{inside}</g>')
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
def _symbols() -> dict[str, ElementTree.Element]:
    sheets = [ElementTree.parse(file).getroot() for file in (STATIC / "symbols.svg", *emblems())]
    return {one.get("id", ""): one for sheet in sheets for one in sheet.iter(f"{SVG}symbol")}


@cache
def _stamp(name: str, size: int) -> Image.Image:
    """A symbol as a mask."""
    new, scale = partial(Image.new, "1", (size, size)), size / 24
    mask = new()
    for one in _symbols().get(name, ()):
        layer, mirrored = new(), one.get("transform", "").startswith("matrix(-1")
        for path in _paths(one):
            points = [((24 - at.real if mirrored else at.real) * scale, at.imag * scale) for at in path]
            if one.get("fill") != "none":
                shape = new()
                ImageDraw.Draw(shape).polygon(points, fill=1)
                layer = ImageChops.logical_xor(layer, shape)
            if width := float(one.get("stroke-width", 0)) * scale:
                draw = ImageDraw.Draw(layer)
                draw.line(points, 1, round(width), joint="curve")
                for end in (points[0], points[-1]):
                    draw.circle(end, width / 2, fill=1)
        mask = ImageChops.logical_or(mask, layer)
    return mask.convert("L")


def _paths(shape: ElementTree.Element) -> Iterator[list[complex]]:
    """The outlines of a path or a circle, as points."""
    if shape.tag == f"{SVG}circle":
        x, y, r = (float(shape.get(name, 0)) for name in ("cx", "cy", "r"))
        yield [complex(x, y) + r * exp(1j * pi * at / STEPS) for at in range(2 * STEPS)]
        return
    tokens = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", shape.get("d", ""))[::-1]
    path, command, handle = [0j], "", 0j
    while tokens:
        if tokens[-1].isalpha():
            command = tokens.pop()
        kind, at = command.upper(), path[-1]
        if kind == "Z":
            path.append(path[0])
            continue
        base = at if command.islower() else 0j
        given = [float(tokens.pop()) for _n in range({"H": 1, "V": 1, "C": 6, "S": 4, "A": 7}.get(kind, 2))]
        if kind in "HV":
            given = [given[0], at.imag - base.imag] if kind == "H" else [at.real - base.real, given[0]]
        end, before = base + complex(*given[-2:]), base + complex(*given[-4:-2])
        if kind == "M":
            if len(path) > 1:
                yield path
            path, command = [end], "l" if command == "m" else "L"
        elif kind in "CS":
            first = base + complex(*given[:2]) if kind == "C" else 2 * at - handle
            path += _curve(at, first, before, end)
        elif kind == "A":
            path += _arc(at, end, (given[0], given[1]), large=given[3] > 0, sweep=given[4] > 0)
        else:
            path.append(end)
        handle = before if kind in "CS" else end
    yield path


def _curve(start: complex, one: complex, other: complex, end: complex) -> Iterator[complex]:
    for t in (step / STEPS for step in range(1, STEPS + 1)):
        u = 1 - t
        yield start * u**3 + 3 * one * u * u * t + 3 * other * u * t * t + end * t**3


def _arc(
    start: complex, end: complex, radii: tuple[float, float], *, large: bool, sweep: bool
) -> Iterator[complex]:
    """Of an ellipse that is not turned, as the SVG specification finds its centre (F.6.5)."""
    one, other = (complex(at.real / radii[0], at.imag / radii[1]) for at in (start, end))
    half = (one - other) / 2
    away = sqrt(max(0.0, 1 / abs(half) ** 2 - 1)) * (1 if large != sweep else -1)
    centre, r = (one + other) / 2 - 1j * away * half, max(1.0, abs(half))
    first, last = phase(one - centre), phase(other - centre)
    if sweep != (last > first):
        last += 2 * pi if sweep else -2 * pi
    for step in range(1, STEPS + 1):
        at = centre + r * exp(1j * (first + (last - first) * step / STEPS))
        yield complex(at.real * radii[0], at.imag * radii[1])
