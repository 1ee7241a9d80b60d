"""What goes into the cases, as solids in millimetres; nothing here comes from the cases.

A Raspberry Pi's origin is the corner of its power jack and its card, at the underside of the board: x runs
along the jacks, y towards the 40-pin header. Board, holes and the middles of the jacks are as in the
mechanical drawings of Raspberry Pi; they were compared with NopSCADlib's (`vitamins/pcbs.scad`: 3B+, 3A+, 4,
Zero) and AnchorSCAD's (`rpi5_outline.py`), and none differs by more than 0.2 mm. A jack's own size is rounded
up to half a millimetre. Plugs, leads and coolers are as large as common ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from manifold3d import Manifold

from hardware.case.shapes import Point, Size, between, disc, layer, rectangle, rounded, together

GREEN, METAL, DARK, CABLE, GOLD = "#2f7d4f", "#c6ccd6", "#23272f", "#3b4252", "#caa24a"
BLUE, WHITE, RED, RIBBON, WOOD = "#1c2f52", "#eceff4", "#d1495b", "#9aa5b8", "#d0bd86"


class Thing(NamedTuple):
    """loose: what yields, such as a cable; it may touch, but nothing may be inside it."""

    name: str
    solid: Manifold
    colour: str
    loose: bool = False

    def at(self, x: float, y: float, z: float = 0, turn: float = 0) -> Thing:
        """Turned about the z axis by so many degrees, then moved."""
        return self._replace(solid=self.solid.rotate((0, 0, turn)).translate((x, y, z)))


# ---------------------------------------------------------------- Raspberry Pi

BOARD = 1.4


class Jack(NamedTuple):
    """wide, deep, high: its size. out: how far it stands out over the board's edge. plug: its plug's grip."""

    wide: float
    deep: float
    high: float
    out: float
    plug: Size


JACKS: Mapping[str, Jack] = {
    "USB-C": Jack(9, 7.5, 3.5, 1.5, (12.5, 24, 6.5)),
    "micro-USB": Jack(8, 6, 3, 1.5, (11, 22, 8.5)),
    "HDMI": Jack(15, 12, 6.5, 2, (21, 38, 11.5)),
    "micro-HDMI": Jack(7.5, 8.5, 3.5, 2, (12, 28, 8)),
    "mini-HDMI": Jack(11.5, 8, 3.5, 1.5, (16, 30, 9.5)),
    "headphones": Jack(7, 15, 6, 2.5, (10, 24, 10)),
    "USB": Jack(15, 18, 16, 3, (16, 35, 8)),
    "one USB": Jack(14.5, 14.5, 8, 3, (16, 35, 8)),
    "network": Jack(16.5, 21.5, 13.5, 3, (12, 28, 9)),
}


@dataclass(frozen=True)
class Pi:
    """A model. front: its jacks along x, by the middle of each. side: those at its far end, along y."""

    name: str
    size: Point
    front: tuple[tuple[str, float], ...]
    side: tuple[tuple[str, float], ...]
    card_y: float = 28
    card_on_top: bool = False
    cooler: float = 12.0
    """From the board to the top of what cools its processor."""
    button_y: float | None = None
    """The middle of its power button, at the edge with the card."""

    @property
    def holes(self) -> list[Point]:
        return [(x, y) for x in (3.5, 61.5) for y in (3.5, self.size[1] - 3.5)]

    @property
    def header_y(self) -> float:
        return self.size[1] - 3.5


SIDE_4 = (("USB", 9.0), ("USB", 27.0), ("network", 45.75))
SIDE_5 = (("network", 10.25), ("USB", 29.0), ("USB", 47.0))
PIS: tuple[Pi, ...] = (
    Pi("3B+", (85, 56), (("micro-USB", 10.6), ("HDMI", 32), ("headphones", 53.5)), SIDE_5),
    Pi("3A+", (65, 56), (("micro-USB", 10.6), ("HDMI", 32), ("headphones", 53.5)), (("one USB", 31.45),)),
    Pi(
        "4", (85, 56), (("USB-C", 11.2), ("micro-HDMI", 26), ("micro-HDMI", 39.5), ("headphones", 54)), SIDE_4
    ),
    Pi(
        "5",
        (85, 56),
        (("USB-C", 11.2), ("micro-HDMI", 25.8), ("micro-HDMI", 39.2)),
        SIDE_5,
        cooler=16,
        button_y=18.4,
    ),
    Pi("Zero 2", (65, 30), (("mini-HDMI", 12.4), ("micro-USB", 41.4), ("micro-USB", 54)), (), 16.9, True, 6),
)


def _front(jack: Jack, x: float) -> tuple[Manifold, Manifold, Point]:
    """The jack, its plug's grip and the place of its cable: along x, and above the board."""
    solid = between((x - jack.wide / 2, -jack.out, 0), (x + jack.wide / 2, jack.deep - jack.out, jack.high))
    wide, long, high = jack.plug
    middle = jack.high / 2
    low = -jack.out - 0.5
    grip = between((x - wide / 2, low - long, middle - high / 2), (x + wide / 2, low, middle + high / 2))
    return solid, grip, (x, middle)


def pi_board(pi: Pi) -> Iterator[Thing]:
    """The board with everything on it, without cables."""
    wide, deep = pi.size
    holes = together(disc(2.7, at).extrude(BOARD + 2).translate((0, 0, -1)) for at in pi.holes)
    yield Thing("Pi", layer(0, BOARD, rounded(wide, deep, 3).translate((wide / 2, deep / 2))) - holes, GREEN)
    for name, x in pi.front:
        yield Thing(f"Pi's {name}", _front(JACKS[name], x)[0].translate((0, 0, BOARD)), METAL)
    for name, y in pi.side:
        jack = JACKS[name]
        end = wide + jack.out
        yield Thing(
            f"Pi's {name}",
            between((end - jack.deep, y - jack.wide / 2, BOARD), (end, y + jack.wide / 2, BOARD + jack.high)),
            METAL,
        )
    low = BOARD if pi.card_on_top else -1.4
    yield Thing("card", between((-2.5, pi.card_y - 5.5, low), (12.5, pi.card_y + 5.5, low + 1.4)), DARK)
    if (at := pi.button_y) is not None:
        yield Thing("Pi's power button", between((-1.5, at - 3, BOARD), (4, at + 3, BOARD + 3.5)), WHITE)
    yield Thing(
        "Pi's header", between((7.1, pi.header_y - 2.6, BOARD), (57.9, pi.header_y + 2.6, BOARD + 8.5)), DARK
    )
    chip = min(deep - 13, 33)
    yield Thing("Pi's cooler", between((22, chip - 14, BOARD), (37, chip, BOARD + pi.cooler)), METAL)
    if not pi.card_on_top:
        # Solder below the board.
        yield Thing("Pi's underside", between((14, 7, -2.5), (wide - 4, deep - 7, 0)), GREEN)


def pi_leads(pi: Pi) -> Iterator[Thing]:
    """Leads on its header, as tall as their housings and a bend."""
    low = BOARD + 2.5
    housings = between((7.1, pi.header_y - 2.6, low + 6.1), (57.9, pi.header_y + 2.6, low + 14))
    yield Thing(
        "leads",
        housings + between((8, pi.header_y - 2, low + 14), (57, pi.header_y + 2, low + 19)),
        CABLE,
        True,
    )


def pi_plugs(pi: Pi, reach: float = 40) -> Iterator[Thing]:
    """A plug with its cable in every jack."""
    wide = pi.size[0]
    for name, x in pi.front:
        _jack, grip, (along, up) = _front(JACKS[name], x)
        cable = (
            Manifold.cylinder(reach, 2.2, circular_segments=20).rotate((90, 0, 0)).translate((along, -20, up))
        )
        yield Thing(f"plug in {name}", (grip + cable).translate((0, 0, BOARD)), CABLE, True)
    for name, y in pi.side:
        jack = JACKS[name]
        across, long, high = jack.plug
        start = wide + jack.out + 0.5
        for level in (0.27, 0.76) if name == "USB" else (0.5,):
            z = BOARD + jack.high * level
            grip = between(
                (start, y - across / 2 + (0.6 if name == "USB" else 0), z - high / 2 + 0.1),
                (start + long, y + across / 2 - (0.6 if name == "USB" else 0), z + high / 2 - 0.1),
            )
            cable = (
                Manifold.cylinder(reach, 2, circular_segments=20)
                .rotate((0, 90, 0))
                .translate((start + 20, y, z))
            )
            yield Thing(f"plug in {name}", grip + cable, CABLE, True)


# ---------------------------------------------------------------- display


@dataclass(frozen=True)
class Display:
    """A module of 2.42 inches; its glass is 60.5 × 37 mm.

    picture_y: from the board's middle to the picture's.
    """

    name: str
    board: Point
    picture_y: float = 1.5
    glass: float = 2.2
    """Thick; with what glues it to the board, 0.4 more."""


DISPLAYS = (
    Display("Waveshare 2.42inch OLED Module", (61.5, 39.5)),
    Display("another, as large as fits", (74, 46), 0),
    Display("another, with a thin glass", (72, 43), 1.5, 1.8),
)
PICTURE = (55.01, 27.49)
ROWS = 64
LIT = 0.9
"""From the front of the glass to what is lit."""


def display(one: Display) -> Iterator[Thing]:
    """Seen from its front; its picture is at the origin, its front at z = 0, and the module below that."""
    wide, high = one.board
    y = -one.picture_y
    back = -one.glass - 0.4
    yield Thing("display", layer(-one.glass, 0, rectangle(60.5, 37, (0, y if abs(y) < 2 else y / 2))), BLUE)
    yield Thing("display's board", layer(back - 1.6, back, rectangle(wide, high, (0, y))), GREEN)
    # Seven pins at one of its long edges, with leads.
    edge = y + high / 2 - 2.5
    low = back - 1.6
    yield Thing("display's pins", between((-9, edge - 1.3, low - 2.5), (9, edge + 1.3, low)), DARK)
    yield Thing(
        "display's leads", between((-9, edge - 1.3, low - 22), (9, edge + 1.3, low - 2.5)), CABLE, True
    )


def picture_on(one: Display) -> Manifold:
    """What is lit."""
    return layer(-one.glass + 0.1, 0.02, rectangle(*PICTURE))


# ---------------------------------------------------------------- sound

LOUDSPEAKER: Size = (70, 30, 17)
"""Adafruit 4445, and what is sold as “4 Ω, 3 W, enclosed, 70 × 30 × 17 mm”."""


def loudspeaker() -> Iterator[Thing]:
    """Its front is at z = 0, all else below."""
    wide, high, deep = LOUDSPEAKER
    yield Thing("loudspeaker", layer(-deep, 0, rounded(wide, high, 3)), DARK)


def amplifier() -> Iterator[Thing]:
    """MAX98357A on a board of Adafruit's, 3006, 17.8 × 19.4 mm, with leads upwards; on a pad of foam."""
    yield Thing(
        "amplifier", layer(1, 2.6, rectangle(17.8, 19.4)) + layer(2.6, 10, rectangle(10, 7, (0, 6))), BLUE
    )
    yield Thing("amplifier's leads", layer(5, 24, rectangle(17.8, 2.6, (0, -7))), CABLE, True)


# ---------------------------------------------------------------- switches


def switch(name: str, pressed: bool = False) -> Iterator[Thing]:
    """An MX switch, the top of its plate at z = 0, with a keycap DSA and soldered wires."""
    body = (
        layer(0, 1, rectangle(15.6, 15.6))
        + layer(1, 6.6, rectangle(13, 13))
        + layer(-5, 0, rectangle(13.95, 13.95))
    )
    yield Thing(f"switch {name}", body + layer(-8.3, -5, rectangle(9, 9)), DARK)
    yield Thing(f"wires of {name}", layer(-12, -8.3, rectangle(9, 9)), CABLE, True)
    drop = 4.0 if pressed else 0
    top, base = (
        layer(13.9 - drop, 14 - drop, rectangle(12.5, 12.5)),
        layer(6.4 - drop, 6.5 - drop, rectangle(18.2, 18.2)),
    )
    inner = layer(6.3 - drop, 6.5 - drop, rectangle(16, 16)) + layer(
        11.4 - drop, 11.5 - drop, rectangle(12.8, 12.8)
    )
    yield Thing(f"keycap {name}", (top + base).hull() - inner.hull(), WHITE)


# ---------------------------------------------------------------- hub and pad

HUB_BOARD: Size = (160, 100, 1.6)
PITCH = 2.54


def box_header() -> Iterator[Thing]:
    """2 × 3 contacts, three of them along x, with the socket of a ribbon cable that leaves along y."""
    yield Thing("box header", layer(0, 9.1, rectangle(15.3, 8.9)), DARK)
    yield Thing("socket", layer(9.1, 16, rectangle(13, 6.5)), CABLE)


def lamp() -> Thing:
    """A lamp of 5 mm with bent legs, its collar at z = 0."""
    tip = Manifold.cylinder(7.6, 2.5, circular_segments=30)
    collar = Manifold.cylinder(1, 2.9, circular_segments=30).translate((0, 0, -1))
    return Thing("lamp", tip + collar, RED)


def screw(wide: float, long: float, head: float, countersunk: bool) -> Manifold:
    """Its thread's core points up from z = 0; its head is below, or at most at z = 0 if countersunk."""
    core = Manifold.cylinder(long, wide / 2, circular_segments=24)
    if countersunk:
        return core + Manifold.cylinder((head - wide) / 2, head / 2, wide / 2, 24)
    return core + Manifold.cylinder(2, head / 2, circular_segments=24).translate((0, 0, -2))
