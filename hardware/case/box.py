"""The box: display, loudspeaker and five buttons in its lid, the Pi on its bottom plate.

The Pi lies with USB and network to the back, power, HDMI and headphones to the right and its card to the
front: every jack can be reached from outside, and the card changed without a screwdriver. (With power at
the back, USB would be inside, where neither a stick nor the hub can be plugged in.) The openings reach down
to the rim, so nothing has to be bridged; tongues of the bottom plate close them below the jacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from manifold3d import CrossSection, Manifold

from hardware.case.shapes import (
    ENGRAVED,
    FLOOR,
    PILLAR,
    PLATE,
    PLAY,
    SMALL_THREAD,
    STEP,
    SWITCH,
    SWITCH_ROOM,
    WALL,
    Point,
    between,
    bottom,
    corners,
    disc,
    flat,
    layer,
    letters,
    pillars,
    pillars_of,
    post,
    rectangle,
    rounded,
    screw_holes,
    thumb,
    together,
    walls,
    within,
)

SIZE = (168.0, 98.0, 51.0)
TOP = 3.0
RIGHT, FRONT, BACK = SIZE[0] / 2, -SIZE[1] / 2, SIZE[1] / 2

# The corner of the Pi's power jack and card; its length, with its USB sockets, goes to the back.
PI = (RIGHT - WALL - 6.0, BACK - WALL - 0.4 - 88.0)
PI_HIGH = 5.0
PI_HOLES: Mapping[str, Point] = {"bottom": (49, 58), "bottom-zero": (23, 58)}
# Openings: where along that edge of the Pi they begin and end, and how high they are.
JACKS, JACKS_HIGH = (3.0, 61.5), 17.5
SOCKETS, SOCKETS_HIGH = (0.5, 55.5), 23.6
CARD, CARD_HIGH = (8.0, 40.0), 16.5
# Where a thumb reaches the card from below: the Zero's is nearer to the jacks.
THUMB: Mapping[str, Point] = {"bottom": CARD, "bottom-zero": (CARD[0], 23)}
TONGUE = 2.5

# A display of 2.42 inches: 55.01 × 27.49 mm of picture, in a glass of 60.5 × 37 mm.
DISPLAY = (37.0, 15.0)
WINDOW = ((-28.3, -16.0), (28.3, 14.8))
DISPLAY_PLATE = 1.0
POCKET = (62.5, 44.0)
BARS = (50.0, 54.0)
BAR_POST = 2.2
DRILLED = 1.6

SPEAKER = (-43.5, 15.0)
SPEAKER_SIZE = (71.0, 31.5, 17.0)
SPEAKER_BAR = 44.0

KEYS_Y = FRONT + 25
KEYS = {-66.0: "up", -44.0: "down", -10.0: "OK", 26.0: "BACK", 62.0: "REPEAT"}


def openings(gap: float, jacks: float, sockets: float, card: float) -> Manifold:
    """Through the right, the rear and the front wall, up to these heights."""
    x, y = PI
    return together(
        (
            between((RIGHT - WALL - gap, y + JACKS[0] + gap, -0.1), (RIGHT + gap, y + JACKS[1] - gap, jacks)),
            between(
                (x - SOCKETS[1] + gap, BACK - WALL - gap, -0.1), (x - SOCKETS[0] - gap, BACK + gap, sockets)
            ),
            between((x - CARD[1] + gap, FRONT - gap, -0.1), (x - CARD[0] - gap, FRONT + WALL + gap, card)),
        )
    )


def window(wider: float = 0) -> CrossSection:
    (left, low), (right, high) = WINDOW
    cut = CrossSection.square((right - left + 2 * wider, high - low + 2 * wider))
    return cut.translate((DISPLAY[0] + left - wider, DISPLAY[1] + low - wider))


def grille() -> CrossSection:
    places = ((x * 3.9 + y % 2 * 1.95, y * 3.5) for x in range(-8, 9) for y in range(-3, 4))
    round_ = (at for at in places if (at[0] / 31) ** 2 + (at[1] / 12.5) ** 2 < 1)
    return flat(disc(2.4, at, 12) for at in round_).translate(SPEAKER)


def marks() -> CrossSection:
    """In front of the buttons: as the display names them."""
    drawn = {x: letters(name, 5) if name.isupper() else thumb(name == "up") for x, name in KEYS.items()}
    return flat(mark.translate((x, KEYS_Y - 15.5)) for x, mark in drawn.items())


def lid() -> Manifold:
    """It is printed face down, so every layer lies on a wider one."""
    top = SIZE[2]
    pocket, holes = rectangle(*POCKET, DISPLAY), flat(rectangle(SWITCH, SWITCH, (x, KEYS_Y)) for x in KEYS)
    wide_holes = flat(rectangle(SWITCH_ROOM, SWITCH_ROOM, (x, KEYS_Y)) for x in KEYS)
    face = rounded(SIZE[0], SIZE[1]) - grille()
    layers = [
        layer(top - TOP, top - PLATE, face - wide_holes - pocket),
        layer(top - PLATE, top - DISPLAY_PLATE, face - holes - pocket),
        layer(top - DISPLAY_PLATE, top - ENGRAVED, face - holes - window()),
    ]
    low = top - ENGRAVED
    while low < top - STEP / 2:
        layers.append(layer(low, low + STEP, face - holes - marks() - window(low + STEP - (top - ENGRAVED))))
        low += STEP
    return together(layers)


def under_lid() -> Iterator[Manifold]:
    """What holds display and loudspeaker."""
    lid_low = SIZE[2] - TOP
    for x, y in corners(*BARS):
        yield post(lid_low - BAR_POST, lid_low, PILLAR, (DISPLAY[0] + x, DISPLAY[1] + y))
    x, y = SPEAKER
    wide, high, deep = SPEAKER_SIZE
    for side in (-1, 1):
        yield post(lid_low - deep + 0.4, lid_low, PILLAR, (x, y + side * SPEAKER_BAR / 2))
    frame = rectangle(wide + 3.2, high + 3.2) - rectangle(wide, high) - rectangle(wide - 16, high + 9)
    yield layer(lid_low - 6, lid_low, frame.translate(SPEAKER))


def drilled() -> Manifold:
    """The short posts' holes go on into the lid."""
    holes = flat(disc(SMALL_THREAD, (DISPLAY[0] + x, DISPLAY[1] + y)) for x, y in corners(*BARS))
    return layer(SIZE[2] - TOP - 1, SIZE[2] - TOP + DRILLED, holes)


def body() -> Manifold:
    slots = together(
        between((-RIGHT - 1, y - 1.5, 10), (-RIGHT + WALL + 1, y + 1.5, 32)) for y in range(-24, 25, 8)
    )
    sides = walls(SIZE, SIZE[2] - TOP) - openings(0.01, JACKS_HIGH, SOCKETS_HIGH, CARD_HIGH) - slots
    return together((lid() - drilled(), sides, pillars(pillars_of(SIZE), 0, SIZE[2] - TOP), *under_lid()))


def box_bottom(name: str = "bottom") -> Manifold:
    tongues = within(SIZE, -0.1, TONGUE, openings(PLAY, TONGUE, TONGUE, 0.1))
    near, far = THUMB[name]
    notch = between((PI[0] - far, FRONT - 1, -FLOOR - 1), (PI[0] - near, PI[1] + 9, 9))
    across, along = PI_HOLES[name]
    places = [(PI[0] - 3.5 - x, PI[1] + 3.5 + y) for x in (0, across) for y in (0, along)]
    holes = together(disc(SMALL_THREAD, at).extrude(2).translate((0, 0, -1.2)) for at in places)
    plate = bottom(SIZE) + tongues - screw_holes(pillars_of(SIZE)) - notch - holes
    return together((plate, *(post(0, PI_HIGH, at=at) for at in places)))


def bar(between_screws: float) -> Manifold:
    """It presses a part against the lid. Its holes are slots, as screws may be a little off."""
    slots = flat(
        (disc(2.8, (x, -1)) + disc(2.8, (x, 1))).hull() for x in (-between_screws / 2, between_screws / 2)
    )
    return layer(0, 3, rounded(between_screws + 8, 9, 3) - slots)


def bars() -> Manifold:
    """Two for the display, one for the loudspeaker."""
    lengths = (BARS[1], BARS[1], SPEAKER_BAR)
    return together(bar(length).translate((0, 14 * number, 0)) for number, length in enumerate(lengths))


# A smaller display, here of 1.54 inches: its board, its glass, and the picture with a margin.
SMALL = (43.0, 37.5)
SMALL_GLASS = (42.0, 28.5, 1.5)
SMALL_WINDOW = (36.5, 19.0)


def adapter() -> Manifold:
    """It fills the pocket of the lid for a smaller display, which is glued into it."""
    outer = rectangle(POCKET[0] - 2 * PLAY, POCKET[1] - 2 * PLAY)
    glass = rectangle(SMALL_GLASS[0] + 2 * PLAY, SMALL_GLASS[1] + 2 * PLAY)
    board = rectangle(SMALL[0] + 2 * PLAY, SMALL[1] + 2 * PLAY)
    thin = 0.8
    return together(
        (
            layer(0, thin, outer - rectangle(*SMALL_WINDOW)),
            layer(thin, thin + SMALL_GLASS[2], outer - glass),
            layer(thin + SMALL_GLASS[2], 4.0, outer - board),
        )
    )


PARTS = {
    "body": body,
    "bottom": box_bottom,
    "bottom-zero": lambda: box_bottom("bottom-zero"),
    "bars": bars,
    "adapter": adapter,
}
