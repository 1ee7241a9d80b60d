"""Can a solid be printed without support? It looks at the solid only, layer by layer, and knows nothing of its design."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, inf, pi, sin

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold
from numpy.typing import NDArray
from PIL import Image, ImageDraw

LAYER = 0.2
LEANING = 0.3
"""How far a layer may stand out over the one below it: walls that lean by 55 degrees."""
FINE = 0.25
"""The raster, in millimetres."""
DIRECTIONS = 12
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
                yield Bridge(height - LAYER / 2, _span(piece, here - in_air), piece.area())
        below = here


def _raster(shape: CrossSection, left: float, low: float, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Even and odd: outlines and their holes."""
    found = np.zeros(size[::-1], bool)
    for outline in shape.to_polygons():
        image = Image.new("1", size)
        points = [((x - left) / FINE, (y - low) / FINE) for x, y in outline]
        ImageDraw.Draw(image).polygon(points, fill=1)
        found ^= np.asarray(image, bool)
    return found


def _span(piece: CrossSection, carries: CrossSection) -> float:
    """Of all directions, the one in which the longest stretch over air is shortest.

    A stretch that ends in the air counts as infinitely long, unless it is shorter than LOOSE.
    """
    left, low, right, high = piece.bounds()
    margin = 6 * FINE
    size = (int((right - left + 2 * margin) / FINE) + 2, int((high - low + 2 * margin) / FINE) + 2)
    air = _raster(piece, left - margin, low - margin, size)
    carried = _raster(carries, left - margin, low - margin, size)
    return min(_longest(air, carried, pi * number / DIRECTIONS) for number in range(DIRECTIONS))


def _longest(air: NDArray[np.bool_], carried: NDArray[np.bool_], angle: float) -> float:
    """The longest stretch in this direction. The raster's margin is neither air nor carries anything."""
    rows, columns = np.nonzero(air)
    long, loose = np.zeros(len(rows)), np.zeros(len(rows), bool)
    for way in (1, -1):
        waiting, step = np.arange(len(rows)), 0
        while len(waiting):
            step += 1
            y = np.rint(rows[waiting] + way * step * sin(angle)).astype(int)
            x = np.rint(columns[waiting] + way * step * cos(angle)).astype(int)
            over = air[y, x]
            ended = waiting[~over]
            long[ended] += step * FINE
            # Where the raster of one outline ends and that of the next begins, a pixel may be missing.
            ahead = [(np.rint(rows[ended] + way * (step + more) * sin(angle)).astype(int),
                      np.rint(columns[ended] + way * (step + more) * cos(angle)).astype(int)) for more in (0, 1, 2)]
            loose[ended] |= ~np.logical_or.reduce([carried[at] for at in ahead])
            waiting = waiting[over]
    if (long[loose] > LOOSE).any():
        return inf
    return float(long[~loose].max(initial=0))
