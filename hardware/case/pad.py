"""A seat's pad: two switches, up away from the player and down towards them, between cheeks that hide the
thumb; and a lamp at the end of a tunnel that only the player looks into.

It is printed as it stands. Two ribs below its top keep the bridges short, and hold the header's piece of
perfboard.
"""

from __future__ import annotations

from manifold3d import Manifold

from hardware.case.shapes import (
    ENGRAVED,
    PLATE,
    SWITCH,
    SWITCH_ROOM,
    WALL,
    Size,
    between,
    bottom,
    flat,
    layer,
    pillars,
    pillars_of,
    rectangle,
    rounded,
    screw_holes,
    thumb,
    together,
    walls,
)

SIZE = (54.0, 88.0, 24.0)
TOP = 3.0
CHEEK = 16.0
"""How far they rise above the top: as high as a keycap that is not pressed."""
SWITCHES_Y = (22.0, -4.0)
LAMP_Y = -27.0
"""Where the lamp's tunnel begins."""
TUNNEL_WIDE, TUNNEL_LONG = 6.0, 15.0
"""From the tip of the lamp to its mouth."""
TILT = 35.0
"""Upwards, to the player's eyes."""
LAMP = 5.2
SKIN = 0.4
"""Closes the lamp's hole from below, so that it is bridged from rib to rib; it is cut out after printing."""
HEADER = (15.6, 9.2)
"""A box header of 2 × 3 contacts."""
HEADER_LOW = 7.0
PERFBOARD = (26.0, 15.0, 1.6)
PERFBOARD_LOW = 5.0
PERFBOARD_Y = SIZE[1] / 2 - WALL - 3.4
RIB, RIB_X = 2.0, 9.7


def along_tunnel(solid: Manifold) -> Manifold:
    """From standing at the origin to lying along the tunnel's axis."""
    return solid.rotate((90 - TILT, 0, 0)).translate((0, LAMP_Y, SIZE[2] - 1))


def tube(across: float, low: float, high: float) -> Manifold:
    cylinder = Manifold.cylinder(high - low, across / 2, circular_segments=40)
    return along_tunnel(cylinder.translate((0, 0, low)))


def cheeks() -> Manifold:
    """They fall towards the player in front of the switches, and leave room for a hand."""
    wide, deep, high = SIZE
    wedge = between((-wide, -100, 0), (wide, 0, 60)).rotate((32, 0, 0))
    front = between((-wide, -deep / 2 - 1, high), (wide, -deep / 2 + WALL + 2, high + 60))
    return (
        walls(SIZE, CHEEK).translate((0, 0, high))
        - wedge.translate((0, -deep / 2 + 20, high + CHEEK))
        - front
    )


def lamp_seat() -> Manifold:
    return tube(LAMP, -30, 1)


def hood() -> Manifold:
    low: Size = (-20, -SIZE[1] / 2, SIZE[2] - TOP)
    return tube(TUNNEL_WIDE + 2 * WALL + 2, -6, TUNNEL_LONG + 2) ^ between(low, (20, 16, SIZE[2] + 37))


def lid() -> Manifold:
    top, outline = SIZE[2], rounded(SIZE[0], SIZE[1])
    wide, close = (flat(rectangle(side, side, (0, y)) for y in SWITCHES_Y) for side in (SWITCH_ROOM, SWITCH))
    marks = flat(thumb(up).translate((-17, y)) for y, up in zip(SWITCHES_Y, (True, False), strict=True))
    return together(
        (
            layer(top - TOP, top - PLATE, outline - wide),
            layer(top - PLATE, top - ENGRAVED, outline - close),
            layer(top - ENGRAVED, top, outline - close - marks),
        )
    )


def ribs() -> Manifold:
    """With a slot in each for the perfboard."""
    long = SIZE[1] - 2 * WALL + 0.2
    both = flat(rectangle(RIB, long, (x, 0)) for x in (-RIB_X, RIB_X))
    slot = rectangle(PERFBOARD[0], PERFBOARD[2] + 0.2, (0, PERFBOARD_Y + PERFBOARD[2] / 2))
    high = PERFBOARD_LOW + PERFBOARD[1] + 0.4
    return layer(0, high, both - slot) + layer(high, SIZE[2] - TOP, both)


def body() -> Manifold:
    wide, high = HEADER
    y = SIZE[1] / 2
    slot = between((-wide / 2, y - WALL - 1, HEADER_LOW), (wide / 2, y + 1, HEADER_LOW + high))
    tunnel = tube(TUNNEL_WIDE, 0, 60) + lamp_seat()
    skin = between((-50, -50, SIZE[2] - TOP), (50, 50, SIZE[2] - TOP + SKIN))
    sides = walls(SIZE, SIZE[2] - TOP) - slot
    return together(
        (
            sides,
            pillars(pillars_of(SIZE), 0, SIZE[2] - TOP),
            ribs(),
            (lid() + cheeks() + hood()) - (tunnel - skin),
        )
    )


def pad_bottom() -> Manifold:
    """With a block that holds the perfboard up in its slots."""
    y = PERFBOARD_Y
    block = between((-8, y - 0.7, -0.1), (8, y + 2.3, PERFBOARD_LOW))
    beside_ribs = together(between((x - 1.5, -SIZE[1], 0), (x + 1.5, SIZE[1], 9)) for x in (-RIB_X, RIB_X))
    return bottom(SIZE) - beside_ribs - screw_holes(pillars_of(SIZE)) + block


PARTS = {"body": body, "bottom": pad_bottom}
