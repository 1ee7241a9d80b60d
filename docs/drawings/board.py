"""The hub's board, tracks and all. `python -m docs.drawings.board` draws it, beside this file."""

from __future__ import annotations

from math import dist
from pathlib import Path

from docs.drawings.sheet import FONT, INK
from docs.drawings.wiring import BLUE, RUST
from hardware.board import FILE as BOARD
from hardware.board import Element, Spot, legs, read

FILE = Path(__file__).with_name("board.svg")
SCALE = 10
"""Of the picture: letters smaller than a unit are drawn badly."""
LAYERS = {"B.Cu": BLUE, "F.Cu": RUST}


def picture(text: str) -> str:
    """The board of a file of KiCad's: tracks below blue, above red, rings, holes and what is printed."""
    board = read(text)
    edge, *boxes = sorted(board.all("gr_rect"), key=lambda one: one.layer != "Edge.Cuts")
    (x, y), (right, below) = edge.spot("start"), edge.spot("end")
    w, h = right - x, below - y
    seen = " ".join(f"{SCALE * number:g}" for number in (x, y, w, h))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}" font-family="{FONT}">']
    lines.append(f'<g transform="scale({SCALE})">')
    lines.append(
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#eef3ec" stroke="{INK}" stroke-width="0.4"/>'
    )
    for layer, colour in LAYERS.items():
        tracks = " ".join(_line(one) for one in board.all("segment") if one.layer == layer)
        lines.append(f'<path d="{tracks}" stroke="{colour}" stroke-width="0.3" opacity="0.7"/>')
    lines += [_dot(one.spot(), 0.3, "#555") for one in board.all("via")]
    for leg in legs(board):
        lines += [_dot(leg.at, 0.75, "#c9a227"), _dot(leg.at, 0.45, "#ffffff")]
    for one in board.all("gr_circle"):
        centre = one.spot("center")
        lines.append(_dot(centre, dist(centre, one.spot("end")), "#ffffff"))
    drawn = [_box(one) for one in boxes] + [_line(one) for one in board.all("gr_line")]
    lines.append(f'<path d="{" ".join(drawn)}" fill="none" stroke="{INK}" stroke-width="0.2"/></g>')
    lines += [_text(one) for one in board.all("gr_text")]
    return "\n".join([*lines, "</svg>", ""])


def _line(drawn: Element) -> str:
    (a, b), (c, d) = drawn.spot("start"), drawn.spot("end")
    return f"M{a:g} {b:g}L{c:g} {d:g}"


def _box(drawn: Element) -> str:
    (a, b), (c, d) = drawn.spot("start"), drawn.spot("end")
    return f"M{a:g} {b:g}H{c:g}V{d:g}H{a:g}Z"


def _text(printed: Element) -> str:
    x, y, *turn = printed.numbers("at")
    a, b = f"{SCALE * x:g}", f"{SCALE * y:g}"
    turned = f' transform="rotate(-{turn[0]:g} {a} {b})"' if any(turn) else ""
    size = next(font.numbers("size")[0] for one in printed.all("effects") for font in one.all("font"))
    place = f'x="{a}" y="{b}" dy="0.36em" text-anchor="middle"{turned}'
    return f'<text {place} font-size="{1.3 * SCALE * size:g}" fill="{INK}">{printed.words[1]}</text>'


def _dot(at: Spot, radius: float, colour: str) -> str:
    x, y = at
    return f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:g}" fill="{colour}"/>'


if __name__ == "__main__":
    FILE.write_text(picture(BOARD.read_text("utf-8")), encoding="utf-8")
