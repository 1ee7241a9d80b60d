"""What all cases are made of. Millimetres; z = 0 is the lower rim of a body, its bottom plate is below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product

from manifold3d import CrossSection, JoinType, Manifold, OpType

Point = tuple[float, float]
Size = tuple[float, float, float]

WALL = 2.4
"""Outer walls: six lines of a nozzle of 0.4 mm."""
FLOOR = 2.4
"""The bottom plate."""
PLATE = 1.5
"""The thickness that a switch clicks into, from its data sheet."""
SWITCH = 14.0
"""The side of an MX switch's square hole."""
SWITCH_ROOM = 17.0
"""The same in the thicker part of a lid."""
CORNER = 5.0
PLAY = 0.25
"""Between two printed parts."""
SCREW, THREAD = 3.2, 2.6
"""M3 passes; M3 cuts its own thread."""
SMALL_THREAD = 2.1
"""M2.5 cuts its own thread."""
PILLAR = 7.0
PILLAR_IN = WALL + 3.1
"""From the outside of a wall to the middle of a pillar."""
THREAD_DEEP = 12.0
ENGRAVED = 0.6
STEP = 0.2
"""A printed layer."""


def disc(across: float, at: Point = (0, 0), sides: int = 40) -> CrossSection:
    return CrossSection.circle(across / 2, sides).translate(at)


def rectangle(wide: float, deep: float, at: Point = (0, 0)) -> CrossSection:
    """A rectangle around its middle."""
    return CrossSection.square((wide, deep), True).translate(at)


def rounded(wide: float, deep: float, radius: float = CORNER) -> CrossSection:
    inner = rectangle(wide - 2 * radius, deep - 2 * radius)
    return inner.offset(radius, JoinType.Round, 2, 40)


def ring(outer: float, inner: float) -> CrossSection:
    return disc(outer) - disc(inner)


def layer(low: float, high: float, outline: CrossSection) -> Manifold:
    """This outline from one height to another."""
    return outline.extrude(high - low).translate((0, 0, low))


def between(one: Size, other: Size) -> Manifold:
    """A box between two opposite corners, in any order."""
    (a, b, c), (d, e, f) = one, other
    return Manifold.cube((abs(d - a), abs(e - b), abs(f - c))).translate((min(a, d), min(b, e), min(c, f)))


def together(parts: Iterable[Manifold]) -> Manifold:
    return Manifold.batch_boolean(list(parts), OpType.Add)


def flat(parts: Iterable[CrossSection]) -> CrossSection:
    return CrossSection.batch_boolean(list(parts), OpType.Add)


def corners(wide: float, deep: float) -> Iterator[Point]:
    """The corners of a rectangle around the origin."""
    return ((x * wide / 2, y * deep / 2) for x, y in product((-1, 1), repeat=2))


def pillars_of(size: Size) -> Iterator[Point]:
    return corners(size[0] - 2 * PILLAR_IN, size[1] - 2 * PILLAR_IN)


def inside(size: Size) -> CrossSection:
    return rounded(size[0] - 2 * WALL, size[1] - 2 * WALL, CORNER - WALL)


def walls(size: Size, high: float) -> Manifold:
    return layer(0, high, rounded(size[0], size[1]) - inside(size))


def pillars(places: Iterable[Point], low: float, high: float, across: float = PILLAR) -> Manifold:
    """Pillars below a lid, drilled from below for M3."""
    one = layer(low, low + THREAD_DEEP, ring(across, THREAD)) + layer(low + THREAD_DEEP, high, disc(across))
    return together(one.translate((*at, 0)) for at in places)


def post(low: float, high: float, across: float = 6, at: Point = (0, 0)) -> Manifold:
    """A post drilled for M2.5."""
    return layer(low, high, ring(across, SMALL_THREAD)).translate((*at, 0))


def screw_holes(places: Iterable[Point]) -> Manifold:
    """Countersunk from below, through the bottom plate."""
    through = Manifold.cylinder(FLOOR + 20, SCREW / 2, circular_segments=40).translate((0, 0, -FLOOR - 1))
    head = Manifold.cylinder(1.71, 3.25, SCREW / 2, 40).translate((0, 0, -FLOOR - 0.01))
    return together((through + head).translate((*at, 0)) for at in places)


def bottom(size: Size, beside: float = 2 * PILLAR + 4) -> Manifold:
    """The plate that closes a body from below.

    A ridge just inside the walls keeps it in place. beside: how much of each side it leaves to the pillars.
    """
    outer = rounded(size[0] - 2 * (WALL + PLAY), size[1] - 2 * (WALL + PLAY), CORNER - WALL - PLAY)
    ridge = outer - outer.offset(-1.6, JoinType.Miter)
    kept = rectangle(size[0], size[1] - beside) + rectangle(size[0] - beside, size[1])
    return layer(-FLOOR, 0, rounded(size[0], size[1])) + layer(-0.01, 1.2, ridge ^ kept)


def within(size: Size, low: float, high: float, parts: Manifold) -> Manifold:
    """Parts, cut to the outline of the case."""
    return parts ^ layer(low, high, rounded(size[0], size[1]))


# ---------------------------------------------------------------- marks


def thumb(up: bool) -> CrossSection:
    """A triangle."""
    mark = CrossSection([[(-3.5, -3), (3.5, -3), (0, 3.5)]])
    return mark if up else mark.rotate(180)


STROKES = {
    "0": ["16 36 45 41 30 10 01 05 16"],
    "1": ["04 26 20", "00 40"],
    "2": ["05 16 36 45 44 00 40"],
    "3": ["06 46 24 34 43 41 30 10 01"],
    "4": ["30 36 02 42"],
    "5": ["46 06 04 34 43 41 30 10 01"],
    "6": ["46 26 04 01 10 30 41 42 33 03"],
    "7": ["06 46 10"],
    "8": ["13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33"],
    "9": ["00 20 42 45 36 16 05 04 13 43"],
    "A": ["00 26 40", "12 32"],
    "B": ["00 06 26 35 34 23 03", "23 32 31 20 00"],
    "C": ["45 36 16 05 01 10 30 41"],
    "E": ["40 00 06 46", "03 33"],
    "K": ["00 06", "46 02", "13 40"],
    "O": ["16 36 45 41 30 10 01 05 16"],
    "P": ["00 06 36 45 44 33 03"],
    "R": ["00 06 36 45 44 33 03", "23 40"],
    "T": ["06 46", "26 20"],
}
"""Letters, as lines between points of a grid four wide and six high."""


def letters(words: str, high: float, bold: float = 0.9) -> CrossSection:
    """Words around their middle, drawn with a pen as wide as ``bold``."""
    unit = (high - bold) / 6
    advance = 4 * unit + 2.4 * bold
    pen = disc(bold, sides=12)
    lines = []
    for number, letter in enumerate(words):
        left = (number - (len(words) - 1) / 2) * advance - 2 * unit
        for stroke in STROKES[letter]:
            points = [(left + int(x) * unit, (int(y) - 3) * unit) for x, y in map(tuple, stroke.split())]
            lines += [(pen.translate(a) + pen.translate(b)).hull() for a, b in pairwise(points)]
    return flat(lines)
