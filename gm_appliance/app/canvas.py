"""Pictures as SVG and PNG, without a browser: boxes, lines, text, and the symbols of the virtual table's page.

Letters that its fonts lack are taken from a font of this machine, if one has them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from io import BytesIO
from math import atan2, ceil, cos, pi, sin, sqrt
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

from PIL import Image, ImageChops, ImageDraw, ImageFont

from gm_appliance import simulator
from gm_appliance.games.registry import emblems

Point: TypeAlias = tuple[float, float]

STATIC = Path(simulator.__file__).parent / "static"
SVG = "{http://www.w3.org/2000/svg}"

MORE_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "FreeSans.ttf", "Arial Unicode.ttf", "Arial.ttf")
"""Fonts that a machine may have, with more letters."""

SCALE = 2
"""A PNG is drawn larger by this, for smooth edges."""

SMALLEST = 0.7
"""The most that text shrinks to fit; then it is cut."""

STEPS = 16
"""Lines for one curve."""


@cache
def _font(file: str, size: float, weight: int) -> ImageFont.FreeTypeFont | None:
    try:
        font = ImageFont.truetype(file, size)
    except OSError:
        return None
    if file.endswith(".woff2"):
        font.set_variation_by_axes([weight])
    return font


@cache
def _has(file: str, letter: str) -> bool:
    font = _font(file, 20, 400)
    if font is None:
        return False
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def _files(serif: bool) -> list[str]:
    family = "alegreya" if serif else "roboto"
    own = [str(STATIC / f"fonts/{family}-{part}-wght-normal.woff2") for part in ("latin", "latin-ext")]
    return [*own, *MORE_FONTS]


def missing(text: str) -> str:
    """The letters of a text that no font here has, which a PNG shows as empty boxes."""
    return "".join(sorted({one for one in text if not any(_has(file, one) for file in _files(False))}))


class Text:
    """A line of text, shrunk or cut to a width. runs: each font's file with its part of the text."""

    def __init__(self, text: str, size: float, width: float, *, serif: bool, bold: bool) -> None:
        self.size, self._serif, self.weight = size, serif, 700 if bold else 400
        self._set(text)
        if width and self.length > width:
            self.size = max(size * SMALLEST, size * width / self.length)
            self._set(text)
        while width and self.length > width and len(text) > 1:
            text = text[:-1].rstrip()
            self._set(f"{text}…")

    def _set(self, text: str) -> None:
        self.text, files = text, _files(self._serif)
        self.runs: list[tuple[str, str]] = []
        for letter in text:
            file = next((one for one in files if _has(one, letter)), files[0])
            if self.runs and (self.runs[-1][0] == file or letter.isspace()):
                file, text = self.runs.pop()
                letter = f"{text}{letter}"
            self.runs.append((file, letter))
        self.length = sum(self.font(file).getlength(text) / SCALE for file, text in self.runs)

    def font(self, file: str) -> ImageFont.FreeTypeFont:
        font = _font(file, self.size * SCALE, self.weight)
        assert font
        return font


class Svg:
    """An SVG with its own fonts inside."""

    def __init__(self, width: int, height: int, background: str) -> None:
        self._size = width, height
        self._parts: list[str] = []
        self._files: set[str] = set()
        self.box(0, 0, width, height, background)

    def box(self, x: float, y: float, width: float, height: float, colour: str, radius: float = 0) -> None:
        at = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
        self._parts.append(f'<rect {at} fill="{colour}"/>')

    def line(self, points: Sequence[Point], colour: str, width: float = 1) -> None:
        listed = " ".join(f"{x:g},{y:g}" for x, y in points)
        style = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
        self._parts.append(f'<polyline points="{listed}" {style}/>')

    # Many parameters: one for each property of a text.
    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        *,
        serif: bool = False,
        bold: bool = False,
        anchor: str = "start",
        width: float = 0,
    ) -> None:
        """y: of the baseline. anchor: which part of the text is at x: start, middle or end."""
        line = Text(text, size, width, serif=serif, bold=bold)
        self._files.update(file for file, _run in line.runs if file.endswith(".woff2"))
        family = "Alegreya, serif" if serif else "Roboto, sans-serif"
        style = f'font-family="{family}" font-size="{line.size:.4g}" font-weight="{line.weight}"'
        at = f'x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}"'
        self._parts.append(f"<text {at} {style}>{escape(line.text)}</text>")

    def symbol(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        """x, y: its corner. Nothing is drawn for an unknown name."""
        if name not in _symbols():
            return
        inside = "".join(ElementTree.tostring(one, "unicode") for one in _symbols()[name])
        inside = re.sub(r' xmlns:\w+="[^"]*"|(?<=[</])\w+:', "", inside)
        move = f"translate({x:g} {y:g}) scale({size / 24:.4g})"
        style = f'fill="{colour}" color="{colour}" fill-rule="evenodd"'
        self._parts.append(f'<g transform="{move}" {style}>{inside}</g>')

    def drawn(self) -> bytes:
        width, height = self._size
        faces = "".join(map(_face, sorted(self._files)))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        size = f'width="{width}" height="{height}"'
        return f"{head} {size}><style>{faces}</style>{''.join(self._parts)}</svg>\n".encode()


def _face(file: str) -> str:
    family = Path(file).name.partition("-")[0].title()
    letters = (
        "U+100-2AF,U+1E00-1EFF,U+20A0-20CF"
        if "latin-ext" in file
        else "U+0-FF,U+131,U+152-153,U+2000-206F,U+2212"
    )
    data = b64encode(Path(file).read_bytes()).decode()
    source = f"src:url(data:font/woff2;base64,{data}) format('woff2');unicode-range:{letters}"
    return f"@font-face{{font-family:{family};font-weight:100 900;{source}}}"


class Png:
    """The same, as pixels."""

    def __init__(self, width: int, height: int, background: str) -> None:
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), background)
        self._draw = ImageDraw.Draw(self._image)

    def box(self, x: float, y: float, width: float, height: float, colour: str, radius: float = 0) -> None:
        corners = (x * SCALE, y * SCALE, (x + width) * SCALE - 1, (y + height) * SCALE - 1)
        self._draw.rounded_rectangle(corners, radius * SCALE, colour)

    def line(self, points: Sequence[Point], colour: str, width: float = 1) -> None:
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(scaled, colour, ceil(width * SCALE), joint="curve")

    # Many parameters: one for each property of a text.
    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        *,
        serif: bool = False,
        bold: bool = False,
        anchor: str = "start",
        width: float = 0,
    ) -> None:
        line = Text(text, size, width, serif=serif, bold=bold)
        at = (x - line.length * {"start": 0, "middle": 0.5, "end": 1}[anchor]) * SCALE
        for file, run in line.runs:
            font = line.font(file)
            self._draw.text((at, y * SCALE), run, colour, font, anchor="ls")
            at += font.getlength(run)

    def symbol(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        mask = _stamp(name, round(size * SCALE))
        self._image.paste(colour, (round(x * SCALE), round(y * SCALE)), mask)

    def drawn(self) -> bytes:
        out = BytesIO()
        self._image.reduce(SCALE).save(out, "PNG", optimize=True)
        return out.getvalue()


def canvas_for(file: Path, width: int, height: int, background: str) -> Svg | Png:
    """By the name of the file that it is for."""
    return (Png if file.suffix.lower() == ".png" else Svg)(width, height, background)


# ---------------------------------------------------------------- symbols


@cache
def _symbols() -> dict[str, ElementTree.Element]:
    sheets = [ElementTree.parse(file).getroot() for file in (STATIC / "symbols.svg", *emblems())]
    return {one.get("id", ""): one for sheet in sheets for one in sheet.iter(f"{SVG}symbol")}


@cache
def _stamp(name: str, size: int) -> Image.Image:
    """A symbol as a mask."""
    mask, scale = Image.new("1", (size, size)), size / 24
    for one in _symbols().get(name, ()):
        layer = Image.new("1", (size, size))
        flipped = one.get("transform", "").startswith("matrix(-1")
        for path in _paths(one):
            points = [((24 - x if flipped else x) * scale, y * scale) for x, y in path]
            if one.get("fill") != "none":
                shape = Image.new("1", (size, size))
                ImageDraw.Draw(shape).polygon(points, fill=1)
                layer = ImageChops.logical_xor(layer, shape)
            if width := float(one.get("stroke-width", 0)) * scale:
                draw, r = ImageDraw.Draw(layer), width / 2
                draw.line(points, 1, round(width), joint="curve")
                for x, y in (points[0], points[-1]):
                    draw.ellipse((x - r, y - r, x + r, y + r), fill=1)
        mask = ImageChops.logical_or(mask, layer)
    return mask.convert("L")


def _paths(shape: ElementTree.Element) -> Iterator[list[Point]]:
    """The outlines of a path or a circle, as lines."""
    if shape.tag == f"{SVG}circle":
        x, y, r = (float(shape.get(name, 0)) for name in ("cx", "cy", "r"))
        yield [(x + r * cos(at * pi / 18), y + r * sin(at * pi / 18)) for at in range(36)]
        return
    tokens = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", shape.get("d", ""))
    path: list[Point] = []
    command, handle = "", (0.0, 0.0)
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        kind = command.upper()
        if kind == "Z":
            path.append(path[0])
            continue
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7}[kind]
        given, tokens = [float(one) for one in tokens[:count]], tokens[count:]
        x, y = path[-1] if path else (0.0, 0.0)
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if kind in "HV":
            end = (given[0] + dx, y) if kind == "H" else (x, given[0] + dy)
        else:
            end = (given[-2] + dx, given[-1] + dy)
        if kind == "M":
            if path:
                yield path
            path, command = [end], "l" if command == "m" else "L"
        elif kind in "CS":
            pairs = [(a + dx, b + dy) for a, b in zip(given[::2], given[1::2], strict=True)]
            first = pairs[0] if kind == "C" else (2 * x - handle[0], 2 * y - handle[1])
            path += _curve((x, y), first, pairs[-2], end)
            handle = pairs[-2]
        elif kind == "A":
            path += _arc((x, y), given[0], given[1], bool(given[3]), bool(given[4]), end)
        else:
            path.append(end)
        if kind not in "CS":
            handle = end
    yield path


def _curve(start: Point, one: Point, other: Point, end: Point) -> Iterator[Point]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        points = list(zip((start, one, other, end), weights, strict=True))
        yield sum(p[0] * w for p, w in points), sum(p[1] * w for p, w in points)


# Many parameters: those of the path's command.
def _arc(start: Point, rx: float, ry: float, large: bool, sweep: bool, end: Point) -> Iterator[Point]:
    """An arc of an ellipse that is not turned, by its ends, as the SVG specification, F.6.5, finds its centre."""
    (x1, y1), (x2, y2) = ((x / rx, y / ry) for x, y in (start, end))
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    half = dx * dx + dy * dy
    r = max(1.0, sqrt(half))  # an ellipse that is too small grows
    away = sqrt(max(0.0, r * r / half - 1)) * (1 if large != sweep else -1) if half else 0.0
    x, y = (x1 + x2) / 2 + away * dy, (y1 + y2) / 2 - away * dx
    first, last = atan2(y1 - y, x1 - x), atan2(y2 - y, x2 - x)
    if sweep and last <= first:
        last += 2 * pi
    elif not sweep and last >= first:
        last -= 2 * pi
    for step in range(1, STEPS + 1):
        at = first + (last - first) * step / STEPS
        yield (x + r * cos(at)) * rx, (y + r * sin(at)) * ry
