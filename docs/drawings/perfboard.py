"""The hub on perfboard, from both sides. `python -m docs.drawings.perfboard` writes the pictures.

What is where, and joined to what, is hardware/perfboard.py's; here it is only drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from docs.drawings.sheet import FONT, INK, PAPER, QUIET
from docs.drawings.wiring import BLUE, GREEN, PLUM, RUST
from hardware.netlist import GROUND, SUPPLY, Part
from hardware.perfboard import CHIPS, COLUMNS, GROUND_RAIL, PICO, ROWS, Hole, Layout, layout, wires

HERE = Path(__file__).parent
STEP, MARGIN = 20, 40
"""Between two holes, and around all of them."""
BOARD, RING, BARE = "#f6efdc", "#d8c896", "#8a8f96"
PARTS = {
    "2.2 kΩ": ("#c9ddf2", "2k2"),
    "1 kΩ": ("#cfe8d5", "1k"),
    "470 Ω": ("#f4d3bd", "470"),
    "47 Ω": ("#e3d3ee", "47"),
    "47 kΩ": ("#d7dbe0", "47k"),
    "10 kΩ": ("#f3e6a8", "10k"),
    "22 nF": ("#f0c9a0", "22n"),
    "100 nF": ("#f0c9a0", "100n"),
    "10 µF": ("#b8c7e0", "10µ"),
    "BAT85": ("#e9b4b4", ""),
}
"""Colour and short name of parts that stand over two holes."""
Spot = tuple[float, float]
"""A hole, or a place between holes."""
LEAD_DOWN = ROWS - GROUND_RAIL
"""The row of the lower pads' parts from which bare wires lead down."""
SMALL = 6.5
"""Numbers of pins and contacts."""
FAR = 14
"""A wire that is longer is not drawn but named at both ends."""


class Picture:
    """A board, seen from the side of the parts or, mirrored, from below."""

    def __init__(self, board: Layout, *, below: bool) -> None:
        self.board, self.below = board, below
        self.lines: list[str] = []
        width, height = (2 * MARGIN + STEP * (count - 1) for count in (COLUMNS, ROWS))
        self.size = width, height
        self.add(f'<rect width="{width}" height="{height}" fill="{PAPER}"/>')
        inner = f'x="22" y="22" width="{width - 44}" height="{height - 44}" rx="6"'
        self.add(f'<rect {inner} fill="{BOARD}" stroke="{RING}"/>')
        self._rings()

    def add(self, line: str) -> None:
        self.lines.append(line)

    def at(self, hole: Spot) -> Spot:
        column = COLUMNS - 1 - hole[0] if self.below else hole[0]
        return MARGIN + STEP * column, MARGIN + STEP * hole[1]

    def text(
        self,
        hole: Spot,
        words: str,
        size: float = 9,
        colour: str = INK,
        turn: int = 0,
        *,
        clear: bool = False,
    ) -> None:
        """Words with their middle here. clear: with a rim, so that they can be read across lines."""
        x, y = self.at(hole)
        turned = f' transform="rotate({turn} {x:g} {y:g})"' if turn else ""
        turned += f' stroke="{BOARD}" stroke-width="2" paint-order="stroke"' if clear else ""
        # Not by dominant-baseline, which many programs that print do not know.
        middle = f'x="{x:g}" y="{y:g}" dy="0.36em" text-anchor="middle"{turned}'
        self.add(f'<text {middle} font-size="{size:g}" fill="{colour}">{escape(words)}</text>')

    def line(self, one: Hole, other: Hole, colour: str, width: float, opacity: float = 1) -> None:
        (x, y), (u, v) = self.at(one), self.at(other)
        end = f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" opacity="{opacity:g}"'
        self.add(f'<line x1="{x:g}" y1="{y:g}" x2="{u:g}" y2="{v:g}" {end}/>')

    def box(self, one: Spot, other: Spot, fill: str, stroke: str = INK) -> None:
        """A rectangle from the middle of a hole to that of another, or between holes."""
        (x, y), (u, v) = self.at(one), self.at(other)
        place = f'x="{min(x, u):g}" y="{min(y, v):g}" width="{abs(u - x):g}" height="{abs(v - y):g}"'
        self.add(f'<rect {place} rx="3" fill="{fill}" stroke="{stroke}" stroke-width="0.8"/>')

    def dot(self, hole: Hole, radius: float, colour: str) -> None:
        x, y = self.at(hole)
        self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>')

    def svg(self) -> str:
        width, height = self.size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="{FONT}">'
        return "\n".join([head, *self.lines, "</svg>", ""])

    def _rings(self) -> None:
        for column in range(COLUMNS):
            for row in range(ROWS):
                self.dot((column, row), 2.4, RING)
            if column % 5 == 0:
                for above in (-1.45, ROWS + 0.45):
                    self.text((column, above), str(column), 8, QUIET)
        for row in range(0, ROWS, 5):
            for side in (-1.55, COLUMNS + 0.55):
                self.text((side, row), str(row), 8, QUIET)

    def bare(self, colour: str, width: float) -> None:
        for way in self.board.bare:
            self.line(way[0], way[-1], colour, width)


def parts() -> str:
    """From above: every part, and the bare wires below it."""
    board = layout()
    picture = Picture(board, below=False)
    picture.bare(BARE, 2)
    _large(picture)
    for part in board.circuit.parts:
        if part.value in PARTS:
            _standing(picture, part, board.holes[f"{part.ref}.1"], board.holes[f"{part.ref}.2"])
        elif part.value == "jack":
            _header(picture, part)
    return picture.svg()


def _large(picture: Picture) -> None:
    column, row = PICO
    picture.box((column - 0.55, row - 0.65), (column + 19.55, row + 7.65), "#dcefe3")
    picture.box((column - 1.1, row + 1.9), (column + 1.2, row + 5.1), "#c7ccd2")
    picture.text((column + 10, row + 3.5), "Pico, its USB at the edge", 12)
    for part in picture.board.circuit.of("74HC165", "74HC595"):
        x, y = CHIPS[part.ref]
        corners = {1: (x, y + 2.5), 8: (x + 7, y + 2.5), 9: (x + 7, y + 0.5), 16: (x, y + 0.5)}
        picture.box((x - 0.6, y - 0.1), (x + 7.6, y + 3.1), "#e4e7eb")
        picture.box((x - 0.6, y + 1), (x - 0.1, y + 2), BOARD)
        picture.text((x + 3.8, y + 1.5), f"{part.ref}  {part.value}", 11)
        for number, corner in corners.items():
            picture.text(corner, str(number), SMALL, QUIET)
    button = picture.board.holes["SW1.1"]
    picture.box((button[0] - 0.5, button[1] - 0.5), (button[0] + 2.2, button[1] + 2.5), "#e4e7eb")
    picture.text((button[0] + 0.9, button[1] + 1), "service", 8)
    for pin, hole in picture.board.holes.items():
        if pin[0] in "AUS" and not pin.startswith("SW"):
            picture.dot(hole, 3, INK if pin.endswith(".1") and pin[0] == "U" else BARE)
        if pin[0] == "A":
            above = hole[1] == PICO[1]
            picture.text((hole[0], hole[1] + (0.6 if above else -0.6)), pin.removeprefix("A1."), SMALL, QUIET)


def _standing(picture: Picture, part: Part, one: Hole, other: Hole) -> None:
    fill, words = PARTS[part.value]
    (a, b), (c, d) = sorted((one, other))
    picture.box((a - 0.4, b - 0.4), (c + 0.4, d + 0.4), fill, QUIET)
    for hole in (one, other):
        picture.dot(hole, 1.6, QUIET)
    if part.value == "BAT85":
        _ring_of_diode(picture, one, other)
    elif part.value == "10 µF":
        picture.text((one[0], one[1] - 0.65), "+", 10)
    upright = a == c
    picture.text(((a + c) / 2, (b + d) / 2), words, 6.8 if len(words) < 4 else 6, turn=-90 if upright else 0)


def _ring_of_diode(picture: Picture, anode: Hole, cathode: Hole) -> None:
    """The bar near the cathode, as on the part."""
    away = (cathode[0] - anode[0], cathode[1] - anode[1])
    x, y = cathode[0] - 0.3 * away[0], cathode[1] - 0.3 * away[1]
    picture.box((x - 0.4, y - 0.07), (x + 0.4, y + 0.07), INK)


def _header(picture: Picture, part: Part) -> None:
    holes = {int(number): picture.board.holes[f"{part.ref}.{number}"] for number in part.pins}
    middle = sum(hole[0] for hole in holes.values()) / 6, sum(hole[1] for hole in holes.values()) / 6
    picture.box((middle[0] - 3, middle[1] - 1.8), (middle[0] + 3, middle[1] + 1.8), "#ffffff")
    out = 1 if holes[1][1] > holes[2][1] else -1
    picture.box((middle[0] - 0.9, middle[1] + 1.55 * out), (middle[0] + 0.9, middle[1] + 1.85 * out), BOARD)
    for number, hole in holes.items():
        picture.dot(hole, 3, RUST if number == 1 else BARE)
        picture.text((hole[0], hole[1] + (0.52 if hole[1] > middle[1] else -0.52)), str(number), SMALL, QUIET)
    for side in (-2.2, 2.2):
        picture.text((middle[0] + side, middle[1]), str(part.pad), 13)


def joints() -> str:
    """From below, mirrored: bare wires, and the insulated ones; of long ones both ends with where they go."""
    board = layout()
    picture = Picture(board, below=True)
    for hole in board.holes.values():
        picture.dot(hole, 3.4, QUIET)
    picture.bare(INK, 4)
    ends: list[tuple[Hole, str, str]] = []
    for wire in wires(board):
        colour = {SUPPLY: RUST, GROUND: GREEN}.get(wire.net, PLUM if wire.net.startswith("pad") else BLUE)
        if wire.length <= FAR:
            picture.line(wire.start, wire.end, colour, 2, 0.85)
        else:
            for here, there in ((wire.start, wire.end), (wire.end, wire.start)):
                picture.dot(here, 4.4, colour)
                ends.append((here, f"{there[0]}/{there[1]}", colour))
    for (column, row), words, colour in ends:
        # Neighbours by turns nearer and further; not where bare wires lead down from a hole.
        away = (0.44 + 0.27 * (column % 2)) * (-1 if row == LEAD_DOWN else 1)
        picture.text((column, row + away), words, 7, colour, clear=True)
    for ref, (column, row) in CHIPS.items():
        picture.text((column + 3.5, row + 1.5), ref, 13, QUIET)
    picture.text((PICO[0] + 10, PICO[1] + 3.5), "Pico", 13, QUIET)
    for part in board.circuit.of("jack"):
        column, row = board.holes[f"{part.ref}.1"]
        picture.text((column + (1.6 if row < ROWS / 2 else -1.6), row), str(part.pad), 13, QUIET)
    return picture.svg()


DRAWINGS: dict[str, Callable[[], str]] = {"perfboard-parts": parts, "perfboard-wires": joints}


def drawn() -> Iterator[tuple[Path, str]]:
    for name, draw in DRAWINGS.items():
        yield HERE / f"{name}.svg", draw()


if __name__ == "__main__":
    for path, text in drawn():
        path.write_text(text, encoding="utf-8")
