"""The hub as a board to order: `python -m hardware.board` writes hardware/kicad/hub.kicad_pcb.

Parts are placed as in perfboard.py; routing.py finds the tracks. There are four layers: parts and tracks on
top, ground, 3V3, and tracks at the bottom. hardware/kicad/check.py has KiCad fill the two planes and check
everything, and writes the files a manufacturer needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hardware.netlist import GROUND, OPEN, SUPPLY, Part
from hardware.perfboard import COLUMNS, ROWS, Hole, layout
from hardware.routing import Place, Router

FILE = Path(__file__).with_name("kicad") / "hub.kicad_pcb"

PITCH = 2.54
SIZE = (160.0, 100.0)
CORNER = (40.0, 40.0)
"""The board's corner on KiCad's sheet, in millimetres, as are all lengths below."""
FIRST = ((SIZE[0] - PITCH * (COLUMNS - 1)) / 2, (SIZE[1] - PITCH * (ROWS - 1)) / 2)
"""The hole (0, 0), measured from the board's corner."""
SCREWS = ((5.0, 5.0), (155.0, 5.0), (5.0, 95.0), (155.0, 95.0))
SCREW, TRACK = 3.2, 0.25
VIA, VIA_DRILL = 0.6, 0.3
KEPT = 1.15
"""The least distance between the centres of a track and of another net's leg."""
BUTTON = (6.5, 4.5)
"""The distances between the four legs of the service button."""
PLANES = {GROUND: "In1.Cu", SUPPLY: "In2.Cu"}
LAYERS = ("F.Cu", "B.Cu")

Spot = tuple[float, float]


class Leg(NamedTuple):
    """A hole with a ring. pin: its number; net: "" for none."""

    pin: str
    at: Spot
    net: str


def spot(hole: tuple[float, float]) -> Spot:
    """Where a hole of the perfboard is on KiCad's sheet."""
    return CORNER[0] + FIRST[0] + PITCH * hole[0], CORNER[1] + FIRST[1] + PITCH * hole[1]


@cache
def legs() -> dict[str, list[Leg]]:
    """All legs by part, including those without a net."""
    board = layout()
    found = {}
    for part in board.circuit.parts:
        at = {pin: board.holes[f"{part.ref}.{pin}"] for pin in part.pins}
        found[part.ref] = list(_of_part(part, at))
    return found


def _of_part(part: Part, at: dict[str, Hole]) -> Iterator[Leg]:
    nets = {pin: "" if net == OPEN else net for pin, net in part.pins.items()}
    if part.value == "button":
        x, y = spot(at["1"])
        # Inside the button, the two legs of a side are connected.
        for pin, other, down in (("1", "3", 0.0), ("2", "4", BUTTON[1])):
            yield Leg(pin, (x, y + down), nets[pin])
            yield Leg(other, (x + BUTTON[0], y + down), "")
        return
    if part.value == "Pico":
        left, below = at["4"][0] - 3, at["4"][1]
        at = {str(n): (left + n - 1, below) if n <= 20 else (left + 40 - n, below - 7) for n in range(1, 41)}
    for pin, hole in at.items():
        yield Leg(pin, spot(hole), nets.get(pin, ""))


# ---------------------------------------------------------------- tracks


def _grid(at: Spot) -> tuple[int, int]:
    """The nearest place of the router, whose grid has half a hole's pitch and a margin of one pitch."""
    column, row = ((at[axis] - CORNER[axis] - FIRST[axis]) / PITCH * 2 + 2 for axis in (0, 1))
    return round(column), round(row)


def _at(place: Place) -> Spot:
    return spot(((place[0] - 2) / 2, (place[1] - 2) / 2))


@cache
def tracks() -> dict[str, list[tuple[Place, Place]]]:
    """The steps of each net's track. Raises Congested if no way is found."""
    pins: dict[str, list[tuple[int, int]]] = {}
    blocked: dict[tuple[int, int], str] = {}
    for leg in (leg for of_part in legs().values() for leg in of_part):
        column, row = _grid(leg.at)
        for beside in ((column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)):
            x, y = _at((*beside, 0))
            if (x - leg.at[0]) ** 2 + (y - leg.at[1]) ** 2 < KEPT**2:
                blocked[beside] = leg.net if blocked.get(beside, leg.net) == leg.net and leg.net else "nobody"
        if leg.net and leg.net not in PLANES and _at((column, row, 0)) == leg.at:
            pins.setdefault(leg.net, []).append((column, row))
    wanted = {net: found for net, found in pins.items() if len(found) > 1}
    return Router(2 * COLUMNS + 3, 2 * ROWS + 3, wanted, blocked).routed()


# ---------------------------------------------------------------- KiCad's file


def text() -> str:
    """The board as KiCad 6 writes it, except for the planes' filling, which KiCad adds."""
    nets = ["", *sorted({leg.net for of_part in legs().values() for leg in of_part} - {""})]
    number = {net: at for at, net in enumerate(nets)}
    lines = [
        "(kicad_pcb (version 20211014) (generator hardware)",
        "  (general (thickness 1.6))",
        '  (paper "A4")',
    ]
    lines += [
        "  (layers",
        *(f"    ({layer})" for layer in _LAYERS),
        "  )",
        "  (setup (pad_to_mask_clearance 0))",
    ]
    lines += [f'  (net {at} "{net}")' for net, at in number.items()]
    for part in layout().circuit.parts:
        lines += [*_footprint(part, number), *_printed(part)]
    title = spot((COLUMNS - 4.5, ROWS - 3))
    lines += [
        *_edges(),
        *_word(title, "gm-appliance", 1.5),
        *_word((title[0], title[1] + 3), "seat hub", 1.5),
    ]
    for net, steps in sorted(tracks().items()):
        lines += _copper(steps, number[net])
    for net, layer in PLANES.items():
        lines += _plane(net, number[net], layer)
    return "\n".join([*lines, ")", ""])


_LAYERS = (
    *('0 "F.Cu" signal', '1 "In1.Cu" power', '2 "In2.Cu" power', '31 "B.Cu" signal'),
    *(
        '36 "B.SilkS" user',
        '37 "F.SilkS" user',
        '38 "B.Mask" user',
        '39 "F.Mask" user',
        '44 "Edge.Cuts" user',
    ),
)


def _mm(*numbers: float) -> str:
    return " ".join(f"{round(number, 4) + 0.0:g}" for number in numbers)


def _footprint(part: Part, number: dict[str, int]) -> Iterator[str]:
    own = legs()[part.ref]
    x, y = own[0].at
    yield f'  (footprint "hub:{part.value.replace(" ", "_")}" (layer "F.Cu") (at {_mm(x, y)})'
    yield "    (attr through_hole)"
    yield f'    (fp_text reference "{part.ref}" (at 0 0) (layer "F.SilkS") hide {_letters(1.0)})'
    yield f'    (fp_text value "{part.value}" (at 0 0) (layer "F.SilkS") hide {_letters(1.0)})'
    for leg in own:
        shape = "rect" if leg.pin == "1" and len(own) > 2 else "circle"
        drill = 1.0 if part.value in LARGE else 0.8
        net = f' (net {number[leg.net]} "{leg.net}")' if leg.net else ""
        place = f"(at {_mm(leg.at[0] - x, leg.at[1] - y)}) (size {RING} {RING}) (drill {drill})"
        yield f'    (pad "{leg.pin}" thru_hole {shape} {place} (layers *.Cu *.Mask){net})'
    yield "  )"


def _letters(size: float) -> str:
    return f"(effects (font (size {size} {size}) (thickness {max(0.12, size / 8):g})))"


def _printed(part: Part) -> Iterator[str]:
    """The print on top: outlines and names of large parts, values of upright parts, diode rings."""
    own = [leg.at for leg in legs()[part.ref]]
    (left, top), (right, bottom) = map(min, zip(*own, strict=True)), map(max, zip(*own, strict=True))
    middle = ((left + right) / 2, (top + bottom) / 2)
    if part.value in AROUND:
        wide, high, size = AROUND[part.value]
        yield _outline((left - wide, top - high), (right + wide, bottom + high))
        name = {"jack": "", "button": "SW1", "Pico": "Pico, its USB at the left"}
        yield from _word(middle, name.get(part.value, f"{part.ref} {part.value}"), size)
        yield from _notch(part, middle)
        if part.value == "jack":
            for side in (-5.6, 5.6):
                yield from _word((middle[0] + side, middle[1]), str(part.pad), 1.6)
        return
    (a, b), (c, d) = own
    if part.value == "BAT85":
        # The ring is near the second leg, the cathode.
        x, y = middle[0] + 0.11 * (c - a), middle[1] + 0.11 * (d - b)
        across = (0.8, 0.0) if a == c else (0.0, 0.8)
        yield _line((x - across[0], y - across[1]), (x + across[0], y + across[1]), 0.2)
    else:
        words = part.value.replace(" ", "").replace("Ω", "").replace("F", "").replace("2.2k", "2k2")
        yield from _word(middle, words, 0.7, 0 if a == c else 90)
        if part.value == "10 µF":
            yield from _word((a, b - 1.6), "+", 1.2)


def _notch(part: Part, middle: Spot) -> Iterator[str]:
    """A bar inside the outline, at the notch of a chip or box header."""
    x, y = middle
    if part.value == "jack":
        out = 3.6 if legs()[part.ref][0].at[1] > y else -3.6
        yield _line((x - 2, y + out), (x + 2, y + out), 0.4)
    elif part.value.startswith("74HC"):
        yield _line((x - 9.2, y - 0.9), (x - 9.2, y + 0.9), 0.4)


AROUND = {
    **{"74HC165": (0.9, -1.2, 1.3), "74HC595": (0.9, -1.2, 1.3)},
    **{"jack": (5.0, 3.2, 1.6), "Pico": (1.2, -1.5, 1.5), "button": (-1.2, -1.2, 0.8)},
}
"""For large parts: how far the outline extends beyond the legs, and the height of the name."""
LARGE = ("jack", "Pico", "button")
"""Parts with thick legs."""
RING = 1.5


def _word(at: Spot, words: str, size: float, turn: int = 0) -> Iterator[str]:
    if words:
        place = f"(at {_mm(*at)}{f' {turn}' if turn else ''})"
        yield f'  (gr_text "{words}" {place} (layer "F.SilkS") {_letters(size)})'


def _outline(a: Spot, b: Spot) -> str:
    return f'  (gr_rect (start {_mm(*a)}) (end {_mm(*b)}) (layer "F.SilkS") (width 0.15) (fill none))'


def _line(a: Spot, b: Spot, width: float) -> str:
    return f'  (gr_line (start {_mm(*a)}) (end {_mm(*b)}) (layer "F.SilkS") (width {width}))'


def _edges() -> Iterator[str]:
    (x, y), (w, h) = CORNER, SIZE
    cut = '(layer "Edge.Cuts") (width 0.1) (fill none)'
    yield f"  (gr_rect (start {_mm(x, y)}) (end {_mm(x + w, y + h)}) {cut})"
    for a, b in SCREWS:
        centre = _mm(x + a, y + b)
        edge = _mm(x + a + SCREW / 2, y + b)
        yield f"  (gr_circle (center {centre}) (end {edge}) {cut})"


def _copper(steps: list[tuple[Place, Place]], net: int) -> Iterator[str]:
    for one, other in _straight(steps):
        if one[2] == other[2]:
            ends = f"(start {_mm(*_at(one))}) (end {_mm(*_at(other))})"
            yield f'  (segment {ends} (width {TRACK}) (layer "{LAYERS[one[2]]}") (net {net}))'
        else:
            through = f'(size {VIA}) (drill {VIA_DRILL}) (layers "F.Cu" "B.Cu")'
            yield f"  (via (at {_mm(*_at(one))}) {through} (net {net}))"


def _straight(steps: list[tuple[Place, Place]]) -> Iterator[tuple[Place, Place]]:
    """Merge steps in a straight line; omit changes of layer in a leg's hole."""
    holes = {_grid(leg.at) for of_part in legs().values() for leg in of_part}
    left = {frozenset(step) for step in steps}
    for one, other in sorted({(min(step), max(step)) for step in steps}):
        if one[2] != other[2]:
            if one[:2] not in holes:
                yield one, other
            continue
        if frozenset((one, other)) not in left:
            continue
        way = (other[0] - one[0], other[1] - one[1])
        end = one
        while frozenset((end, ahead := (end[0] + way[0], end[1] + way[1], end[2]))) in left:
            left.discard(frozenset((end, ahead)))
            end = ahead
        yield one, end


def _plane(net: str, number: int, layer: str) -> Iterator[str]:
    (x, y), (w, h) = CORNER, SIZE
    corners = [(x + 0.5, y + 0.5), (x + w - 0.5, y + 0.5), (x + w - 0.5, y + h - 0.5), (x + 0.5, y + h - 0.5)]
    yield f'  (zone (net {number}) (net_name "{net}") (layer "{layer}") (hatch edge 0.5)'
    yield "    (connect_pads (clearance 0.3)) (min_thickness 0.25)"
    yield "    (fill yes (thermal_gap 0.4) (thermal_bridge_width 0.5))"
    yield f"    (polygon (pts {' '.join(f'(xy {_mm(*corner)})' for corner in corners)}))"
    yield "  )"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
