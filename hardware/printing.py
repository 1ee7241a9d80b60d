"""Can a solid be printed without support? This looks at its layers only, and knows nothing of its design."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold
from numpy.typing import NDArray
from PIL import Image, ImageDraw

LAYER = 0.2
LEANING = 0.3
"""How far a layer may stand out over the one below it: walls that lean by 55 degrees."""
FINE = 0.5
"""The raster, in millimetres."""
DIRECTIONS = 8
STRAIGHT = 3.0
"""An edge of that length gives a direction of its own."""
LOOSE = 2.0
"""How far a nozzle can draw plastic into the air."""


@dataclass(frozen=True)
class Bridge:
    """Plastic laid over air. long: between what carries it, along the best direction for all of it."""

    height: float
    long: float
    area: float


def bridges(solid: Manifold) -> Iterator[Bridge]:
    """All bridges of a solid that is printed as it stands."""
    low, high = solid.bounding_box()[2], solid.bounding_box()[5]
    below = solid.slice(low + LAYER / 2)
    for number in range(1, round((high - low) / LAYER)):
        height = low + (number + 0.5) * LAYER
        here = solid.slice(height)
        in_air = here - below.offset(LEANING, JoinType.Miter)
        for piece in in_air.decompose():
            if piece.area() > 0.5:
                around = CrossSection([_corners(piece.bounds())]).offset(8 * FINE, JoinType.Miter)
                yield Bridge(height - LAYER / 2, _span(piece, (here - in_air) ^ around), piece.area())
        below = here


def _corners(bounds: tuple[float, float, float, float]) -> list[tuple[float, float]]:
    left, low, right, high = bounds
    return [(left, low), (right, low), (right, high), (left, high)]


def _span(piece: CrossSection, carries: CrossSection) -> float:
    """Of all directions, the one in which the longest stretch over air is shortest."""
    return min(_longest(piece.rotate(-angle), carries.rotate(-angle)) for angle in _directions(piece))


def _directions(piece: CrossSection) -> set[float]:
    """In degrees: all round, and along the outline."""
    found = {180.0 * number / DIRECTIONS for number in range(DIRECTIONS)}
    for outline in piece.to_polygons():
        along = np.roll(outline, -1, axis=0) - outline
        edges = along[np.hypot(*along.T) > STRAIGHT]
        found |= {float(angle) for angle in np.round(np.degrees(np.arctan2(edges[:, 1], edges[:, 0]))) % 180}
    return found


def _longest(piece: CrossSection, carries: CrossSection) -> float:
    """The longest stretch along x. One that ends in the air is infinite, if it is longer than LOOSE."""
    left, low, right, high = piece.bounds()
    margin = 4 * FINE
    size = (int((right - left + 2 * margin) / FINE) + 1, int((high - low + 2 * margin) / FINE) + 1)
    air, carried = (_raster(shape, left - margin, low - margin, size) for shape in (piece, carries))
    steps = np.diff(air.astype(np.int8), axis=1)
    rows, starts = np.nonzero(steps == 1)
    _rows, ends = np.nonzero(steps == -1)
    # Where one outline ends and the next begins, a pixel may be missing.
    held = [
        np.logical_or.reduce([carried[rows, at + more] for more in (-1, 0, 1, 2)])
        for at in (starts - 1, ends)
    ]
    long = (ends - starts) * FINE
    loose = ~(held[0] & held[1])
    return inf if (long[loose] > LOOSE).any() else float(long[~loose].max(initial=0))


def _raster(shape: CrossSection, left: float, low: float, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Outlines filled and their holes left out."""
    found = np.zeros(size[::-1], bool)
    for outline in shape.to_polygons():
        image = Image.new("1", size)
        points = [((x - left) / FINE, (y - low) / FINE) for x, y in outline]
        ImageDraw.Draw(image).polygon(points, fill=1)
        found ^= np.asarray(image, bool)
    return found
