"""The positions of the hub's parts on perfboard, and the connections below it.

The board measures 160 × 100 mm, with a ring at every hole. Holes are (column, row) from (0, 0) at the upper
left, seen from the side of the parts. Pads 1 to 8 are along the upper edge, 9 to 15 along the lower, turned
round; the Pico, with its USB socket at the left edge, and the chips are between them. Parts with two ends
stand upright over two adjacent holes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from firmware.hub_protocol import PADS, REGISTERS, WIRING
from hardware.netlist import MATCHED, NAMES, OPEN, Circuit, hub, pico_pin

Hole = tuple[int, int]
Way = tuple[Hole, ...]
"""Bare wire along these holes, horizontal or vertical, soldered at each hole that it passes."""

COLUMNS, ROWS = 57, 37
"""The holes in use; a board of this size has about 61 by 38."""
BLOCK = 7
"""The width of a pad's parts, in columns."""
UPPER = 8
"""The number of pads along the upper edge."""

PICO = (0, 13)
CHIPS = {f"U{n}": (27 + 9 * ((n - 1) % 3), 13 if n <= 3 else 21) for n in range(1, 7)}
"""Upper left corners: pin 40 of the Pico, pin 16 of a chip."""


@dataclass(frozen=True)
class Layout:
    """holes: the hole of each leg, by pin such as ``R101.1``. bare: wires without insulation."""

    circuit: Circuit
    holes: Mapping[str, Hole]
    bare: tuple[Way, ...]

    @property
    def net_at(self) -> dict[Hole, str]:
        """The net of each hole with a leg in it."""
        nets = {f"{part.ref}.{pin}": net for part in self.circuit.parts for pin, net in part.pins.items()}
        return {hole: nets[pin] for pin, hole in self.holes.items()}


@dataclass(frozen=True)
class Wire:
    """An insulated wire below the board."""

    net: str
    start: Hole
    end: Hole

    @property
    def length(self) -> int:
        """The number of holes along columns and rows."""
        return abs(self.start[0] - self.end[0]) + abs(self.start[1] - self.end[1])


def layout(seats: int = PADS) -> Layout:
    """The hub for 1 to 15 seats, always on the same board; parts left out leave gaps."""
    circuit = hub(seats)
    holes, bare = dict(_pico()), list(_picos_links())
    for part in circuit.of("74HC165", "74HC595"):
        holes |= _chip(part.ref)
        bare += _chips_links(part.ref)
    holes |= _held_up(circuit)
    for pad in range(1, seats + 1):
        holes |= {pin: _turned(pad, hole) for pin, hole in _channel(pad).items()}
        bare += [tuple(_turned(pad, hole) for hole in way) for way in CHANNELS_LINKS]
    return Layout(circuit, holes, (*bare, *_rails(seats)))


# ---------------------------------------------------------------- a pad's parts


def _turned(pad: int, hole: Hole) -> Hole:
    """Convert a position in a pad's block to one on the board."""
    column, row = hole
    if pad <= UPPER:
        return BLOCK * (pad - 1) + column, row
    return BLOCK * (pad - UPPER) - 1 - column, ROWS - 1 - row


RAIL, GROUND_RAIL = 4, 9
"""Rows of bare wires that all blocks along an edge share: 3V3 and ground."""


def _channel(pad: int) -> dict[str, Hole]:
    """The legs of a pad's parts.

    A box header's odd contacts are on the side of its notch, here the outer one; contact 1 is then at the
    right.
    """
    base = 100 * pad
    found = {f"J{pad}.{number}": (4 - (number - 1) // 2, 1 + (number - 1) % 2) for number in range(1, 7)}

    def put(ref: str, one: Hole, other: Hole) -> None:
        found[f"{ref}.1"], found[f"{ref}.2"] = one, other

    for place in (0, 1):
        wire, at = 5 - 2 * place, 4 - 2 * place
        put(f"R{base + 2 * place + 1}", (wire, RAIL), (wire, RAIL + 1))
        put(f"R{base + 2 * place + 2}", (wire, RAIL + 2), (at, RAIL + 2))
        put(f"C{base + place + 1}", (wire, GROUND_RAIL - 1), (wire, GROUND_RAIL))
        put(f"D{base + 2 * place + 1}", (at, GROUND_RAIL), (at, GROUND_RAIL - 1))
        put(f"D{base + 2 * place + 2}", (at, RAIL + 1), (at, RAIL))
    put(f"R{base + 5}", (0, RAIL + 2), (1, RAIL + 2))
    put(f"D{base + 5}", (0, GROUND_RAIL), (0, GROUND_RAIL - 1))
    put(f"D{base + 6}", (0, RAIL + 1), (0, RAIL))
    return found


CHANNELS_LINKS: tuple[Way, ...] = (
    *(((wire, RAIL + 1), (wire, RAIL + 2)) for wire in (5, 3)),
    *(((at, RAIL + 1), (at, GROUND_RAIL - 1)) for at in (4, 2, 0)),
    *(((wire, GROUND_RAIL - 1), (wire - 1, GROUND_RAIL - 1)) for wire in (5, 3)),
)


# ---------------------------------------------------------------- Pico and chips


def _picos_hole(pin: int) -> Hole:
    """The USB socket is at the left: pins 1 to 20 are below, from the left, 40 to 21 above."""
    column, row = PICO
    return (column + pin - 1, row + 7) if pin <= 20 else (column + 40 - pin, row)


def _pico() -> Iterator[tuple[str, Hole]]:
    for pin in NAMES["Pico"]:
        yield f"A1.{pin}", _picos_hole(int(pin))
    for number, name in enumerate(MATCHED, 1):
        column, row = _picos_hole(int(pico_pin(WIRING[name])))
        yield f"R{number}.1", (column, row + 1)
        yield f"R{number}.2", (column, row + 2)
    column, row = _picos_hole(36)
    yield "C1.1", (column, row - 1)
    yield "C1.2", (column - 1, row - 1)
    column, row = _picos_hole(20)
    yield "SW1.1", (column + 2, row)
    yield "SW1.2", (column + 2, row + 2)


def _picos_links() -> Iterator[Way]:
    for name in MATCHED:
        column, row = _picos_hole(int(pico_pin(WIRING[name])))
        yield (column, row), (column, row + 1)
    column, row = _picos_hole(36)
    yield (column, row - 1), (column, row)
    column, row = _picos_hole(20)
    yield (column, row), (column + 2, row)


def _chips_hole(ref: str, pin: int) -> Hole:
    """The notch is at the left: pins 1 to 8 are below, from the left, 16 to 9 above."""
    column, row = CHIPS[ref]
    return (column + pin - 1, row + 3) if pin <= 8 else (column + 16 - pin, row)


def _chip(ref: str) -> dict[str, Hole]:
    """A chip, and its capacitor above pins 16 and 15."""
    column, row = CHIPS[ref]
    capacitor = f"C{int(ref[1:]) + 1}"
    legs = {f"{capacitor}.1": (column, row - 1), f"{capacitor}.2": (column + 1, row - 1)}
    return {**{f"{ref}.{pin}": _chips_hole(ref, pin) for pin in range(1, 17)}, **legs}


def _chips_links(ref: str) -> Iterator[Way]:
    """3V3 runs above and below a chip, and is connected to it and its resistors."""
    column, row = CHIPS[ref]
    yield (column, row - 2), (column + 7, row - 2)
    yield (column, row - 2), (column, row)
    if int(ref[1:]) <= REGISTERS:
        yield (column, row + 5), (column + 1, row + 5)
        yield (column, row + 3), (column, row + 4)
        yield (column + 1, row + 3), (column + 1, row + 4)
        yield (column + 6, row - 1), (column + 6, row)
        yield (column + 1, row - 1), (column + 1, row)
    else:
        yield (column + 3, row - 1), (column + 3, row)


def _held_up(circuit: Circuit) -> dict[str, Hole]:
    """The pull-up resistors, right at their pins."""
    pins: dict[str, list[Hole]] = {"load": [], "clock": [], "lamp off": []}
    for ref in (part.ref for part in circuit.of("74HC165")):
        pins["load"].append(_chips_hole(ref, 1))
        pins["clock"].append(_chips_hole(ref, 2))
        pins.setdefault(circuit.part(ref).pins["10"], []).append(_chips_hole(ref, 10))
    for part in circuit.of("74HC595"):
        pins["lamp off"].append(_chips_hole(part.ref, 13))
    legs: dict[str, Hole] = {}
    for part in circuit.parts:
        if "kΩ" in part.value and not part.pad:
            column, row = pins[part.pins["2"]].pop(0)
            above = row in {row for _, row in CHIPS.values()}
            step = -1 if above else 1
            legs |= {f"{part.ref}.1": (column, row + 2 * step), f"{part.ref}.2": (column, row + step)}
    return legs


def _rails(seats: int) -> Iterator[Way]:
    """Rails along both edges, from the first block to the last."""
    for pads in (range(1, min(seats, UPPER) + 1), range(UPPER + 1, seats + 1)):
        if pads:
            for row in (RAIL, GROUND_RAIL):
                ends = [_turned(pad, (column, row)) for pad in (pads[0], pads[-1]) for column in (0, 5)]
                yield min(ends), max(ends)


# ---------------------------------------------------------------- connections


def passed(way: Way) -> Iterator[Hole]:
    """The holes along a bare wire."""
    for (a, b), (c, d) in pairwise(way):
        steps = max(abs(c - a), abs(d - b))
        for step in range(steps + 1):
            yield a + (c - a) * step // steps, b + (d - b) * step // steps


def clusters(board: Layout) -> list[tuple[str, frozenset[Hole]]]:
    """Groups of holes connected by bare wires, with their nets. Raises ValueError if two nets meet."""
    nets = board.net_at
    groups: dict[Hole, set[Hole]] = {hole: {hole} for hole in nets}
    for way in board.bare:
        together = set[Hole]().union(*(groups.get(hole, {hole}) for hole in passed(way)))
        groups |= dict.fromkeys(together, together)
    found = []
    for group in {id(group): group for group in groups.values()}.values():
        joined = {nets[hole] for hole in group if hole in nets}
        if len(joined) > 1:
            raise ValueError(f"bare wire joins {', '.join(sorted(joined))} at {min(group)}")
        if joined:
            found.append((joined.pop(), frozenset(group)))
    return found


LONG = 8
"""A group of this many holes is a rail; in its net every other group has its own wire to a rail."""


def wires(board: Layout) -> list[Wire]:
    """The insulated wires that complete the nets: always the shortest that adds one more group of holes."""
    by_net: dict[str, list[frozenset[Hole]]] = {}
    for net, group in sorted(clusters(board), key=lambda one: (one[0], -len(one[1]), min(one[1]))):
        by_net.setdefault(net, []).append(group)
    by_net.pop(OPEN, None)
    found = []
    for net, (first, *left) in by_net.items():
        reached = set(first)
        while left:
            shortest = [(_shortest(net, reached, group), group) for group in left]
            wire, group = min(shortest, key=lambda one: (one[0].length, one[0].end))
            found.append(wire)
            left.remove(group)
            if len(first) < LONG or len(group) >= LONG:
                reached |= group
    return found


def _shortest(net: str, reached: Iterable[Hole], group: Iterable[Hole]) -> Wire:
    pairs = (Wire(net, one, other) for one in reached for other in group)
    return min(pairs, key=lambda wire: (wire.length, wire.start, wire.end))


def joined(board: Layout, insulated: Iterable[Wire]) -> dict[str, frozenset[str]]:
    """The legs connected in the end, like `Circuit.nets`, but found only from holes and wires.

    Raises ValueError for two legs in one hole, or a hole that is not on the board.
    """
    legs: dict[Hole, str] = {}
    for pin, hole in board.holes.items():
        if legs.setdefault(hole, pin) != pin:
            raise ValueError(f"{legs[hole]} and {pin} are in the same hole, {hole}")
        if not (0 <= hole[0] < COLUMNS and 0 <= hole[1] < ROWS):
            raise ValueError(f"{pin} is beside the board")
    groups = {hole: {hole} for hole in legs}
    for way in [*(tuple(passed(way)) for way in board.bare), *((one.start, one.end) for one in insulated)]:
        together = set[Hole]().union(*(groups.get(hole, {hole}) for hole in way))
        groups |= dict.fromkeys(together, together)
    nets = board.net_at
    found: dict[str, set[str]] = {}
    for group in {id(group): group for group in groups.values()}.values():
        pins = {legs[hole] for hole in group if hole in legs}
        name = min({nets[hole] for hole in group if hole in legs} - {OPEN}, default=OPEN)
        if name != OPEN:
            key = name if name not in found else f"{name}, apart"
            found.setdefault(key, set()).update(pins)
    return {net: frozenset(pins) for net, pins in found.items()}
