"""Draws solids: `picture(things, eye, size)` is a picture as from far away, with edges and soft light."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hardware.contents import Thing

Array = NDArray[np.float64]

FINER = 2
"""Pixels of the drawing to one of the picture, along each side."""
EDGE = 25.0
"""A crease sharper than this is drawn as a line, in degrees."""
INK = 0.35


def directions(around: float, up: float) -> Array:
    """Right, up and towards the eye, which looks from this far around (0: from the front) and above."""
    a, b = radians(around), radians(up)
    eye = np.array([sin(a) * cos(b), -cos(a) * cos(b), sin(b)])
    right = np.array([cos(a), sin(a), 0.0])
    return np.array([right, np.cross(eye, right), eye])


def triangles(thing: Thing) -> Array:
    mesh = thing.solid.to_mesh()
    points: Array = np.asarray(mesh.vert_properties, float)[:, :3]
    faces: NDArray[np.int64] = np.asarray(mesh.tri_verts, np.int64)
    return points[faces]


def picture(things: Sequence[Thing], around: float, up: float, wide: int, margin: int = 12) -> Image.Image:
    """As wide as that many pixels, and as high as the things need."""
    axes = directions(around, up)
    corners = [triangles(thing) @ axes.T for thing in things]
    everything = np.concatenate([one.reshape(-1, 3) for one in corners])
    low, high = everything.min(axis=0), everything.max(axis=0)
    scale = FINER * (wide - 2 * margin) / (high[0] - low[0])
    size = (wide * FINER, int((high[1] - low[1]) * scale) + 2 * margin * FINER)
    canvas = Canvas(size)
    for number, (thing, found) in enumerate(zip(things, corners, strict=True)):
        x = (found[..., 0] - low[0]) * scale + margin * FINER
        y = (high[1] - found[..., 1]) * scale + margin * FINER
        canvas.draw(np.stack([x, y, found[..., 2] * scale], axis=-1), thing.colour, number)
    return canvas.finished((wide, size[1] // FINER))


LIGHT = np.array([-0.35, 0.55, 0.76])


class Canvas:
    """Of each pixel its depth, its colour, and which plane of which thing is there."""

    def __init__(self, size: tuple[int, int]) -> None:
        wide, high = size
        self.depth = np.full((high, wide), -np.inf)
        self.colour = np.full((high, wide, 3), 255.0)
        self.normal = np.zeros((high, wide, 3))
        self.thing = np.full((high, wide), -1)

    def draw(self, faces: Array, colour: str, number: int) -> None:
        """Faces in pixels, y downwards."""
        base = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], float)
        ahead, aside = faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
        flipped = np.cross(ahead * [1, -1, 1], aside * [1, -1, 1])
        length = np.linalg.norm(flipped, axis=1)
        seen = (length > 1e-9) & (flipped[:, 2] > 1e-3 * length)
        for face, normal in zip(faces[seen], flipped[seen] / length[seen, None], strict=True):
            self._face(face, normal, base * (0.62 + 0.42 * max(0.0, float(normal @ LIGHT))), number)

    def _face(self, face: Array, normal: Array, shade: Array, number: int) -> None:
        left, top = np.maximum(np.floor(face[:, :2].min(axis=0)).astype(int), 0)
        right, low = np.ceil(face[:, :2].max(axis=0)).astype(int) + 1
        right, low = min(right, self.depth.shape[1]), min(low, self.depth.shape[0])
        if right <= left or low <= top:
            return
        x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, low) + 0.5)
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = face
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        z = az + b * (bz - az) + c * (cz - az)
        here = (slice(top, low), slice(left, right))
        inside = (b >= -1e-6) & (c >= -1e-6) & (b + c <= 1 + 1e-6) & (z > self.depth[here])
        self.depth[here][inside] = z[inside]
        self.colour[here][inside] = shade
        self.normal[here][inside] = normal
        self.thing[here][inside] = number

    def finished(self, size: tuple[int, int]) -> Image.Image:
        """With lines where another thing or another plane begins, and shadows in corners."""
        ink = np.zeros(self.depth.shape, bool)
        for axis in (0, 1):
            ahead = np.roll(self.thing, -1, axis) != self.thing
            turn = (np.roll(self.normal, -1, axis) * self.normal).sum(axis=2) < cos(radians(EDGE))
            with np.errstate(invalid="ignore"):
                jump = np.abs(np.roll(self.depth, -1, axis) - self.depth) > 6 * FINER
            edge = ahead | (turn & (self.thing >= 0)) | (jump & (self.thing >= 0))
            edge[-1, :] = edge[:, -1] = False
            ink |= edge
        shaded = self.colour * self._shadow()[..., None]
        shaded[ink] *= INK
        image = Image.fromarray(np.clip(shaded, 0, 255).astype(np.uint8))
        return image.resize(size, Image.Resampling.LANCZOS)

    def _shadow(self) -> Array:
        """Darker where most of what is around is nearer to the eye."""
        empty = self.thing < 0
        floor = float(self.depth[~empty].min())
        depth = np.where(empty, floor, self.depth)
        total = np.zeros_like(depth)
        for reach in (5, 12, 24):
            for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
                around = np.roll(depth, (dy * reach * FINER // 2, dx * reach * FINER // 2), (0, 1))
                total += np.clip((around - depth - 2 * FINER) / (reach * FINER), 0, 1)
        return np.where(empty, 1.0, 1 - 0.5 * total / 24)
