"""The hub's board, tracks and all. `python -m docs.drawings.board` draws it, beside this file."""

from __future__ import annotations

from math import dist
from pathlib import Path

from docs.drawings.sheet import FONT, INK
from docs.drawings.wiring import BLUE, RUST
from hardware.board import FILE as BOARD
from hardware.board import Element, Spot, legs, letters, printed, read

FILE = Path(__file__).with_name("board.svg")
SCALE = 10
"""Of the picture: letters smaller than a unit are drawn badly."""
LAYERS = {"B.Cu": BLUE, "F.Cu": RUST}
COPPER, HOLE = "#c9a227", "#ffffff"


def picture(text: str) -> str:
    """The board of a file of KiCad's: tracks below blue, above red, rings, holes and what is printed."""
    board = read(text)
    (edge,) = (one for one in board.all("gr_rect") if one.layer == "Edge.Cuts")
    (x, y), (right, below) = edge.spot("start"), edge.spot("end")
    w, h = right - x, below - y
    seen = " ".join(f"{SCALE * number:g}" for number in (x, y, w, h))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}" font-family="{FONT}">']
    lines.append(f'<g transform="scale({SCALE})">')
    lines.append(
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#eef3ec" stroke="{INK}" stroke-width="0.4"/>'
    )
    for layer, colour in LAYERS.items():
        tracks = " ".join(_line(one, (0, 0)) for one in board.all("segment") if one.layer == layer)
        lines.append(f'<path d="{tracks}" stroke="{colour}" stroke-width="0.3" opacity="0.4"/>')
    lines += [_dot(one.spot(), 0.3, "#555") for one in board.all("via")]
    for leg in legs(board):
        ring = _square if leg.square else _dot
        lines += [ring(leg.at, leg.ring / 2, COPPER), _dot(leg.at, leg.drill / 2, HOLE)]
    shapes = ((SHAPES.get(one.words[0][3:]), one, at) for at, one in printed(board))
    drawn = " ".join(shape(one, at) for shape, one, at in shapes if shape)
    lines.append(f'<path d="{drawn}" fill="none" stroke="{INK}" stroke-width="0.2"/></g>')
    lines += [_text(one, at) for at, one in printed(board) if one.words[0].endswith("text")]
    return "\n".join([*lines, "</svg>", ""])


def _line(drawn: Element, at: Spot) -> str:
    (a, b), (c, d) = _spot(drawn, "start", at), _spot(drawn, "end", at)
    return f"M{a:.5g} {b:.5g}L{c:.5g} {d:.5g}"


def _box(drawn: Element, at: Spot) -> str:
    (a, b), (c, d) = _spot(drawn, "start", at), _spot(drawn, "end", at)
    return f"M{a:.5g} {b:.5g}H{c:.5g}V{d:.5g}H{a:.5g}Z"


def _circle(drawn: Element, at: Spot) -> str:
    x, y = _spot(drawn, "center", at)
    radius = dist((x, y), _spot(drawn, "end", at))
    half = f"a{radius:.4g} {radius:.4g} 0 0 0"
    return f"M{x - radius:.5g} {y:.5g}{half} {2 * radius:.4g} 0{half} {-2 * radius:.4g} 0"


SHAPES = {"line": _line, "rect": _box, "circle": _circle}


def _spot(drawn: Element, name: str, at: Spot) -> Spot:
    x, y = drawn.spot(name)
    return at[0] + x, at[1] + y


def _text(drawn: Element, at: Spot) -> str:
    x, y = _spot(drawn, "at", at)
    height, _ = letters(drawn)
    place = f'x="{SCALE * x:g}" y="{SCALE * y:g}" dy="0.36em" text-anchor="middle"'
    return f'<text {place} font-size="{1.3 * SCALE * height:g}" fill="{INK}">{drawn.words[-1]}</text>'


def _dot(at: Spot, radius: float, colour: str) -> str:
    x, y = at
    return f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius:g}" fill="{colour}"/>'


def _square(at: Spot, half: float, colour: str) -> str:
    x, y = at
    size = f'width="{2 * half:g}" height="{2 * half:g}"'
    return f'<rect x="{x - half:.5g}" y="{y - half:.5g}" {size} fill="{colour}"/>'


if __name__ == "__main__":
    FILE.write_text(picture(BOARD.read_text("utf-8")), encoding="utf-8")
