"""Pictures kept as files: symbols, and the closed eye."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image, ImageChops

FOLDER = Path(__file__).parents[1] / "pictures"


@cache
def picture(name: str) -> Image.Image:
    """The picture in `pictures/<name>.pbm`, whose ones are lit. Raises OSError if it is missing."""
    with Image.open(FOLDER / f"{name}.pbm") as stored:
        return ImageChops.invert(stored)
