"""The hub's case: its board lies on posts, and a ribbon cable for each pad leaves along the long sides, held
between lid and bottom plate. The same four screws go through bottom plate, board and lid. The USB lead leaves
at the left.
"""

from __future__ import annotations

from manifold3d import CrossSection, Manifold

from hardware.case.shapes import (
    ENGRAVED,
    PILLAR,
    PLAY,
    SCREW,
    WALL,
    between,
    bottom,
    corners,
    flat,
    layer,
    letters,
    pillars,
    ring,
    rounded,
    screw_holes,
    together,
    walls,
    within,
)

SIZE = (167.0, 116.0, 34.0)
TOP = 2.4
HOLES = (150.0, 90.0)
POST = 7.0
"""Below the board: wires."""
BOARD = 1.6
CABLE, CABLES = 15.0, 140.0
"""How high above the rim the cables leave, and the width of all of them."""
CABLE_THICK = 1.0
"""Ribbon cable has 0.9 mm."""
USB_Y, USB_WIDE, USB_HIGH = 3.81, 16.0, 27.0


def openings(gap: float, cables: float, usb: float) -> Manifold:
    """Through both long walls, and through the left one for the USB lead."""
    x, y = SIZE[0] / 2, SIZE[1] / 2
    half, side = CABLES / 2 - gap, USB_WIDE / 2 - gap
    return together(
        (
            between((-half, y - WALL - gap, -0.1), (half, y + gap, cables)),
            between((-half, -y + WALL + gap, -0.1), (half, -y - gap, cables)),
            between((-x - gap, USB_Y - side, -0.1), (-x + WALL + gap, USB_Y + side, usb)),
        )
    )


def numbers() -> CrossSection:
    """Pads by their numbers, as the box names them, above their box headers."""
    drawn = []
    for pad in range(1, 16):
        upper = pad <= 8
        column = 7 * ((pad if upper else pad - 8) - 1) + 3
        at = ((column - 28) * 2.54, (1 if upper else -1) * (SIZE[1] / 2 - 8))
        drawn.append(letters(str(pad), 6).translate(at))
    return flat(drawn)


def body() -> Manifold:
    outline, top = rounded(SIZE[0], SIZE[1]), SIZE[2]
    return together(
        (
            layer(top - TOP, top - ENGRAVED, outline),
            layer(top - ENGRAVED, top, outline - numbers()),
            walls(SIZE, top - TOP) - openings(0.01, CABLE, USB_HIGH),
            pillars(corners(*HOLES), POST + BOARD + 0.1, top - TOP, 6.4),
        )
    )


def hub_bottom() -> Manifold:
    held = CABLE - CABLE_THICK
    tongues = within(SIZE, -0.1, held, openings(PLAY, held, held))
    posts = together(layer(-0.1, POST, ring(PILLAR, SCREW)).translate((*at, 0)) for at in corners(*HOLES))
    return bottom(SIZE) + tongues - screw_holes(corners(*HOLES)) + posts


PARTS = {"body": body, "bottom": hub_bottom}
