"""Does everything fit? Solids that overlap, and how much room there is between others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from manifold3d import Manifold

from hardware.case.shapes import together
from hardware.contents import Thing

NOTHING = 0.01
"""Cubic millimetres that come from rounding."""
LARGE = 1000
"""Triangles of a solid that is compared with all others at once, as that is quicker."""


def near(one: Manifold, other: Manifold, room: float = 0) -> bool:
    """Whether the boxes around two solids come that near."""
    a, b = one.bounding_box(), other.bounding_box()
    return all(a[axis] - room < b[axis + 3] and b[axis] - room < a[axis + 3] for axis in range(3))


def overlaps(things: Sequence[Thing]) -> Iterator[tuple[str, str, float]]:
    """Pairs of things that are partly in the same place, with the volume."""
    clear = {
        id(one)
        for one in things
        if one.solid.num_tri() > LARGE
        and _common(one.solid, together(other.solid for other in things if other is not one)) < NOTHING
    }
    for one, other in combinations(things, 2):
        if not clear & {id(one), id(other)} and near(one.solid, other.solid):
            volume = _common(one.solid, other.solid)
            if volume >= NOTHING:
                yield one.name, other.name, volume


def _common(one: Manifold, other: Manifold) -> float:
    return float((one ^ other).volume())


def room(things: Sequence[Thing], one: str, other: str, most: float = 3.0) -> float:
    """The least distance between things of these names, up to ``most``. Raises ValueError without such."""
    ones, others = ([thing.solid for thing in things if thing.name == name] for name in (one, other))
    if not ones or not others:
        raise ValueError(f"nothing is called {one} or {other}")
    pairs = [(a, b) for a in ones for b in others if near(a, b, most)]
    return min((float(a.min_gap(b, most)) for a, b in pairs), default=most)
