"""The hub's board, tracks and all. `python -m docs.drawings.board` draws it, beside this file."""

from __future__ import annotations

import re
from pathlib import Path

from docs.drawings.sheet import FONT, INK
from docs.drawings.wiring import BLUE, RUST
from hardware.board import CORNER, SCREW, SCREWS, SIZE, legs
from hardware.board import FILE as BOARD

FILE = Path(__file__).with_name("board.svg")
NUMBER = r"([-\d.]+) ([-\d.]+)"
SCALE = 10
"""Of the picture: letters smaller than a unit are drawn badly."""
LAYERS = {"B.Cu": BLUE, "F.Cu": RUST}


def picture(text: str) -> str:
    """The board of a file of KiCad's: tracks below blue, above red, rings, holes and what is printed."""
    (x, y), (w, h) = CORNER, SIZE
    seen = " ".join(f"{SCALE * number:g}" for number in (x, y, w, h))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}" font-family="{FONT}">']
    lines.append(f'<g transform="scale({SCALE})">')
    lines.append(
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#eef3ec" stroke="{INK}" stroke-width="0.4"/>'
    )
    tracks = re.findall(rf'segment \(start {NUMBER}\) \(end {NUMBER}\) .* \(layer "(.*?)"\)', text)
    for layer, colour in LAYERS.items():
        ways = " ".join(f"M{a} {b}L{c} {d}" for a, b, c, d, on in tracks if on == layer)
        lines.append(f'<path d="{ways}" stroke="{colour}" stroke-width="0.3" opacity="0.7"/>')
    lines += [_dot(a, b, 0.3, "#555") for a, b in re.findall(rf"via \(at {NUMBER}\)", text)]
    for leg in (leg for own in legs().values() for leg in own):
        lines += [_dot(*leg.at, 0.75, "#c9a227"), _dot(*leg.at, 0.45, "#ffffff")]
    lines += [_dot(x + a, y + b, SCREW / 2, "#ffffff") for a, b in SCREWS]
    boxes = rf'gr_rect \(start {NUMBER}\) \(end {NUMBER}\) \(layer "F.SilkS"\)'
    drawn = [f"M{a} {b}H{c}V{d}H{a}Z" for a, b, c, d in re.findall(boxes, text)]
    drawn += [
        f"M{a} {b}L{c} {d}"
        for a, b, c, d in re.findall(rf"gr_line \(start {NUMBER}\) \(end {NUMBER}\)", text)
    ]
    lines.append(f'<path d="{" ".join(drawn)}" fill="none" stroke="{INK}" stroke-width="0.2"/></g>')
    words = rf'gr_text "(.*?)" \(at {NUMBER}(?: (90))?\) .*?\(size ([\d.]+)'
    for said, *at, turn, size in re.findall(words, text):
        a, b = (f"{SCALE * float(number):g}" for number in at)
        turned = f' transform="rotate(-90 {a} {b})"' if turn else ""
        place = f'x="{a}" y="{b}" dy="0.36em" text-anchor="middle"{turned}'
        lines.append(f'<text {place} font-size="{1.3 * SCALE * float(size):g}" fill="{INK}">{said}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _dot(x: float | str, y: float | str, radius: float, colour: str) -> str:
    at = f'cx="{float(x):.4g}" cy="{float(y):.4g}"'
    return f'<circle {at} r="{radius:g}" fill="{colour}"/>'


if __name__ == "__main__":
    FILE.write_text(picture(BOARD.read_text("utf-8")), encoding="utf-8")
