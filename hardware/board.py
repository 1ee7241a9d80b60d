"""Reads the hub's board, hardware/kicad/hub.kicad_pcb, which is drawn with KiCad.

Parts are placed as in perfboard.py. There are four layers: parts and tracks on top, ground, 3V3, and tracks
below. hardware/kicad/check.py has KiCad fill the two planes and check everything, and writes the files that a
manufacturer needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("kicad") / "hub.kicad_pcb"

Spot = tuple[float, float]
"""A place on KiCad's sheet, in millimetres."""


@dataclass(frozen=True)
class Element:
    """An element of a file of KiCad's: its name, its words and numbers, and the elements inside it."""

    words: list[str] = field(default_factory=list)
    inside: list[Element] = field(default_factory=list)

    def all(self, *names: str) -> Iterator[Element]:
        return (one for one in self.inside if one.words[0] in names)

    def numbers(self, name: str) -> list[float]:
        """The numbers of an element inside; none without such an element."""
        return next(([float(word) for word in one.words[1:]] for one in self.all(name)), [])

    def spot(self, name: str = "at") -> Spot:
        x, y, *_angle = self.numbers(name)
        return x, y

    @property
    def layer(self) -> str:
        return next(one.words[1] for one in self.all("layer"))


def read(text: str) -> Element:
    """The contents of a file."""
    opened = [Element()]
    for bracket, quoted, word in re.findall(r'([()])|"(.*?)"|([^\s()"]+)', text):
        if bracket == "(":
            opened.append(Element())
            opened[-2].inside.append(opened[-1])
        elif bracket:
            opened.pop()
        else:
            opened[-1].words.append(word or quoted)
    return opened[0].inside[0]


SILK = "F.SilkS"


class Leg(NamedTuple):
    """A hole. pin: like ``R101.1``; net: "" for none; drill, ring: diameters; square: whether the ring is."""

    pin: str
    at: Spot
    net: str
    drill: float
    ring: float
    square: bool


def legs(board: Element) -> list[Leg]:
    """All legs, part by part."""
    return [leg for part in board.all("footprint") for leg in _legs_of(part)]


def _legs_of(part: Element) -> Iterator[Leg]:
    x, y, *angle = part.numbers("at")
    turn = radians(sum(angle))
    reference = next(one.words[2] for one in part.all("fp_text") if one.words[1] == "reference")
    for pad in part.all("pad"):
        across, down = pad.spot()
        at = (x + across * cos(turn) + down * sin(turn), y - across * sin(turn) + down * cos(turn))
        net = next((one.words[2] for one in pad.all("net")), "")
        (drill,), (ring, _) = pad.numbers("drill"), pad.numbers("size")
        yield Leg(f"{reference}.{pad.words[1]}", at, net, drill, ring, "rect" in pad.words)


def printed(board: Element) -> Iterator[tuple[Spot, Element]]:
    """All lines and letters to be seen on top, each with the place where its coordinates start. Parts with
    letters are not turned."""
    for one in board.inside:
        if one.words[0].startswith("gr_") and one.layer == SILK:
            yield (0.0, 0.0), one
    for part in board.all("footprint"):
        for one in part.inside:
            if one.words[0].startswith("fp_") and one.layer == SILK and "hide" not in one.words:
                yield part.spot(), one


def letters(drawn: Element) -> tuple[float, float]:
    """The height of letters, and the width of their lines."""
    (font,) = (font for one in drawn.all("effects") for font in one.all("font"))
    return font.numbers("size")[0], font.numbers("thickness")[0]
