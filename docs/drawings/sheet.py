"""A sheet of paper for schematics that knows what it has joined.

What is drawn is noted: `Sheet.netlist` follows the very lines that are seen, so a drawing can be checked
against a table. Schemdraw draws; coordinates are its units, x to the right and y upwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import schemdraw
import schemdraw.elements as elm
from schemdraw.backends import svg
from schemdraw.segments import SegmentText
from schemdraw.types import Halign, Side, Valign

from hardware.netlist import GROUND, OPEN, SUPPLY

Point = tuple[float, float]
Pins = Sequence[tuple[str, str] | None]
"""Numbers and names. What follows a ~ in a name is overlined."""

INK, QUIET, PAPER, BOX = "#1b1f24", "#6a737d", "#ffffff", "#f3f5f8"
FONT = "Arial, Helvetica, sans-serif"
PITCH = 0.5


TEXT = re.compile(r'<text x="(\S+)" y="(\S+)" dominant-baseline="(\w+)" (.*?font-size="([\d.]+)")')
RISE = {"central": 0.36, "ideographic": -0.22, "hanging": 0.76}
"""How far letters stand above the line that Schemdraw names, in their size."""


class NotDrawnClearly(ValueError):
    """Lines meet in a way that leaves open whether they are joined."""


@dataclass(frozen=True)
class Netlist:
    """What a sheet joins.

    nets:  by name, the pins on it, each as ``U1.10``. A net that was given no name has that of its first pin.
    parts: resistors and other parts with two ends: their value, and the nets at both ends; an anode is first.
    labels: by pin, what is written at it.
    """

    nets: Mapping[str, frozenset[str]]
    parts: Sequence[tuple[str, str, str]]
    labels: Mapping[str, str]

    def net_of(self, pin: str) -> str:
        """The name of the net this pin is on."""
        (name,) = [name for name, pins in self.nets.items() if pin in pins]
        return name

    def beyond(self, net: str) -> list[tuple[str, str]]:
        """Where the parts on this net lead: the value of each, and the net at its other end."""
        there = [(value, b) for value, a, b in self.parts if a == net]
        return sorted(there + [(value, a) for value, a, b in self.parts if b == net])


@dataclass
class Sheet:
    """One drawing. The lower left corner is (0, 0)."""

    width: float
    height: float
    drawing: schemdraw.Drawing = field(init=False)
    _pins: list[tuple[str, Point]] = field(init=False, default_factory=list)
    _names: list[tuple[str, Point]] = field(init=False, default_factory=list)
    _lines: list[tuple[Point, Point]] = field(init=False, default_factory=list)
    _dots: set[Point] = field(init=False, default_factory=set)
    _parts: list[tuple[str, Point, Point]] = field(init=False, default_factory=list)
    _labels: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        svg.config.text = "text"
        self.drawing = schemdraw.Drawing(canvas="svg", show=False)
        self.drawing.config(unit=2, inches_per_unit=0.5, fontsize=11, font=FONT, color=INK, lw=1.4, margin=0)
        self.box((0, 0), (self.width, self.height), colour=PAPER, fill=PAPER)

    # ------------------------------------------------------------ what is joined

    def wire(self, *points: Point, colour: str = INK) -> None:
        """A line through these points."""
        for a, b in pairwise(points):
            self._lines.append((_exact(a), _exact(b)))
            self._add(elm.Line().at(a).to(b).color(colour).zorder(2))

    def dot(self, at: Point, colour: str = INK) -> None:
        """Lines that meet here are joined."""
        self._dots.add(_exact(at))
        self._add(elm.Dot(radius=0.06).at(at).color(colour).fill(colour).zorder(4))

    def name(self, at: Point, net: str) -> None:
        """Give the net here a name. Nothing is drawn: the caller writes it."""
        self._names.append((net, _exact(at)))

    def pin(self, pin: str, at: Point) -> None:
        """Another place where this pin can be joined."""
        self._pins.append((pin, _exact(at)))

    def supply(self, at: Point) -> None:
        """A bar above, to 3.3 V."""
        self.name(at, SUPPLY)
        self._add(elm.Vdd().at(at).theta(0))
        self.text((at[0], at[1] + 0.48), SUPPLY, align=("center", "bottom"), size=10)

    def ground(self, at: Point) -> None:
        self.name(at, GROUND)
        self._add(elm.GroundSignal().at(at).theta(0))

    def open_end(self, at: Point) -> None:
        """A pin that stays open."""
        self.name(at, OPEN)
        self._add(elm.NoConnect().at(at).theta(0).color(QUIET))

    def part(
        self,
        kind: type[elm.Element2Term],
        a: Point,
        b: Point,
        value: str,
        label: str | None = None,
        scale: float = 0.8,
        beside: float = 0.32,
    ) -> None:
        """A part with two ends, and its value, or `label`, above it or `beside` it."""
        self._parts.append((value, _exact(a), _exact(b)))
        self._add(kind().at(a).to(b).scale(scale).zorder(3))
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        words = value if label is None else label
        if words and a[1] == b[1]:
            self.text((middle[0], middle[1] + 0.3), words, align=("center", "bottom"), size=10)
        elif words:
            self.text((middle[0] + beside, middle[1]), words, size=10)

    def chip(self, name: str, corner: Point, size: Point, title: str, **sides: Pins) -> dict[str, Point]:
        """A box with pins on its sides: left, right, top, bottom. Returns where each pin's lead ends.

        corner: the lower left one. Pins go from the left, or from the top, PITCH apart; None is a gap.
        """
        chip = elm.Ic(size=size, lsize=10, plblsize=9)
        numbers = []
        for side, pins in sides.items():
            upright = side in ("left", "right")
            chip.side(_side(side), spacing=PITCH, leadlen=0.5, label_size=10, pinlabel_size=9)
            for slot, pin in enumerate(reversed(pins) if upright else pins, start=1):
                if pin is not None:
                    number, label = pin
                    chip.pin(
                        _side(side), _overlined(label), number, slot=f"{slot}/{len(pins)}", anchorname=number
                    )
                    self._labels[f"{name}.{number}"] = label
                    numbers.append(number)
        self._add(chip.at(corner).theta(0).fill(BOX).zorder(1))
        self.text((corner[0] + size[0] / 2, corner[1] + size[1] / 2), title, align=("center", "center"))
        found = {number: _exact(chip.absanchors[number]) for number in numbers}
        self._pins += [(f"{name}.{number}", place) for number, place in found.items()]
        return found

    # ------------------------------------------------------------ what is only seen

    def text(
        self,
        at: Point,
        words: str,
        align: tuple[Halign, Valign] = ("left", "center"),
        size: float = 11,
        colour: str = INK,
    ) -> None:
        self._add(_Words(words, align, size).at(at).theta(0).color(colour).zorder(5))

    def box(
        self, a: Point, b: Point, colour: str = INK, fill: str | None = None, dashed: bool = False
    ) -> None:
        """A rectangle between two corners, behind all else."""
        rectangle = elm.Rect(corner1=(0, 0), corner2=(b[0] - a[0], b[1] - a[1]))
        box = rectangle.at(a).theta(0).color(colour).zorder(0)
        if fill:
            box = box.fill(fill)
        self._add(box.linestyle("--").linewidth(1) if dashed else box)

    # ------------------------------------------------------------ what comes of it

    def svg(self) -> str:
        """The drawing as SVG, an element a line; the same with every Python."""
        text = self.drawing.get_imagedata("svg").decode()
        text = re.sub(r"-?\d+\.\d+(?:e-\d+)?", lambda number: _short(float(number[0])), text)
        text = TEXT.sub(_on_baseline, text.replace("stroke-dasharray:-;", ""))
        return re.sub(r"(?<=>)(?=<(?!/|tspan))|(?=</svg>)", "\n", text) + "\n"

    def netlist(self) -> Netlist:
        """What the lines join. Raises NotDrawnClearly where that is open to doubt."""
        groups = self._joined()
        named: dict[Point, str] = {}
        for net, at in self._names:
            if named.setdefault(groups.of(at), net) != net:
                raise NotDrawnClearly(f"{net} is joined to {named[groups.of(at)]}")
        nets: dict[str, set[str]] = {}
        for pin, at in self._pins:
            nets.setdefault(named.setdefault(groups.of(at), pin), set()).add(pin)

        def name_of(at: Point) -> str:
            return named.setdefault(groups.of(at), str(at))

        parts = [(value, name_of(a), name_of(b)) for value, a, b in self._parts]
        return Netlist({name: frozenset(pins) for name, pins in nets.items()}, parts, self._labels)

    def _joined(self) -> _Groups:
        groups = _Groups()
        for a, b in self._lines:
            groups.join(a, b)
        places: dict[str, Point] = {}
        for pin, at in self._pins:
            groups.join(at, places.setdefault(pin, at))
        ends = [end for line in self._lines for end in line]
        marks = self._dots.union(ends, places.values(), (at for _, at in self._names))
        for mark in marks.union(at for _, *both in self._parts for at in both):
            across = [line for line in self._lines if _within(mark, line)]
            if mark not in self._dots and (across or ends.count(mark) > 2):
                raise NotDrawnClearly(f"lines meet at {mark} without a dot")
            for line in across:
                groups.join(mark, line[0])
        return groups

    def _add(self, element: elm.Element) -> None:
        self.drawing.add(element)


class _Words(elm.Element):
    """Text and nothing else."""

    def __init__(self, words: str, align: tuple[Halign, Valign], size: float) -> None:
        super().__init__()
        self.segments.append(SegmentText((0, 0), words, align=align, fontsize=size))


class _Groups:
    """Points that are joined, each group under one of them."""

    def __init__(self) -> None:
        self._above: dict[Point, Point] = {}

    def of(self, point: Point) -> Point:
        while point in self._above:
            point = self._above[point]
        return point

    def join(self, a: Point, b: Point) -> None:
        a, b = self.of(a), self.of(b)
        if a != b:
            self._above[a] = b


def _exact(point: Iterable[float]) -> Point:
    """The point without what the computer's arithmetic added to it."""
    x, y = point
    return round(x, 3) + 0.0, round(y, 3) + 0.0


def _overlined(name: str) -> str:
    return re.sub("~(.+)", r"$\\overline{\1}$", name)


def _on_baseline(found: re.Match[str]) -> str:
    """Text placed by its own line: many programs that print know no other."""
    x, y, line, rest, size = found.groups()
    return f'<text x="{x}" y="{_short(float(y) + RISE[line] * float(size))}" {rest}'


def _short(number: float) -> str:
    return f"{round(number, 2) + 0.0:g}"


def _within(point: Point, line: tuple[Point, Point]) -> bool:
    """Whether a point lies on a line, not at its ends. Lines are level or upright."""
    (ax, ay), (bx, by) = line
    x, y = point
    inside = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return inside and point not in line


def _side(side: str) -> Side:
    letters: dict[str, Side] = {"left": "L", "right": "R", "top": "T", "bottom": "B"}
    return letters[side]
