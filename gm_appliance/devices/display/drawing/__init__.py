"""Screens as pictures of 128 × 64 pixels, black and white. Everything shown is drawn here.

A picture depends only on its screen. Any text can be drawn: long ones are cut with "…", and missing glyphs
become a box.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from gm_appliance.core.cues.screens import Screen
from gm_appliance.devices.display.drawing.layout import Layout
from gm_appliance.devices.display.drawing.screens import paint
from gm_appliance.devices.display.drawing.text import HEIGHT, WIDTH

__all__ = ["HEIGHT", "WIDTH", "draw", "frame", "lines"]


@lru_cache(maxsize=512)
def frame(screen: Screen, large: bool = False, upright: bool = False) -> bytes:
    """The picture as 1024 bytes, row by row, eight pixels per byte, the leftmost in the highest bit.

    large: fewer words in larger letters. upright: 64 pixels wide and 128 high.
    """
    return _painted(screen, large, upright).image.tobytes()


@lru_cache(maxsize=64)
def lines(screen: Screen, large: bool = False) -> tuple[tuple[int, int, int], ...]:
    """The lines of a list that are seen: each with its number, and its first and last row of pixels."""
    return tuple(_painted(screen, large, upright=False).lines)


def draw(screen: Screen, large: bool = False, upright: bool = False) -> Image.Image:
    """A new picture of this screen, mode "1"."""
    return Image.frombytes("1", _size(upright), frame(screen, large, upright))


def _painted(screen: Screen, large: bool, upright: bool) -> Layout:
    layout = Layout(*_size(upright), large)
    paint(layout, screen)
    return layout


def _size(upright: bool) -> tuple[int, int]:
    return (HEIGHT, WIDTH) if upright else (WIDTH, HEIGHT)
