"""Can a solid be printed without support? It looks at the solid only, layer by layer, and knows nothing of its design."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin

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
                yield Bridge(height - LAYER / 2, _span(piece, here, below), piece.area())
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


def _span(piece: CrossSection, here: CrossSection, below: CrossSection) -> float:
    """Of all directions, the one in which the longest stretch over air is shortest.

    A stretch ends where the layer below carries it. One that ends in the air counts as infinitely long, if it is longer
    than a nozzle can do without: two millimetres.
    """
    left, low, right, high = piece.bounds()
    margin = 3
    size = (int((right - left + 2 * margin) / FINE) + 2, int((high - low + 2 * margin) / FINE) + 2)
    air = _raster(piece, left - margin, low - margin, size)
    carried = _raster(here ^ below, left - margin, low - margin, size)
    rows, columns = np.nonzero(air)
    return min(_longest(air, carried, rows, columns, pi * n / DIRECTIONS) for n in range(DIRECTIONS))


def _longest(
    air: NDArray[np.bool_], carried: NDArray[np.bool_], rows: NDArray[np.intp], columns: NDArray[np.intp], angle: float
) -> float:
    total = np.zeros(len(rows))
    for way in (1, -1):
        reach = np.full(len(rows), np.inf)
        waiting = np.arange(len(rows))
        for step in range(1, 4000):
            y = np.rint(rows[waiting] + way * step * sin(angle)).astype(int)
            x = np.rint(columns[waiting] + way * step * cos(angle)).astype(int)
            inside = (y >= 0) & (x >= 0) & (y < air.shape[0]) & (x < air.shape[1])
            over = np.zeros(len(waiting), bool)
            over[inside] = air[y[inside], x[inside]]
            ends = np.zeros(len(waiting), bool)
            ends[inside] = carried[y[inside], x[inside]] & ~over[inside]
            reach[waiting[ends]] = step * FINE
            waiting = waiting[over]
            if not len(waiting):
                break
        total += reach
    loose = np.isinf(total)
    return float("inf") if loose.any() else float(total.max(initial=0))
