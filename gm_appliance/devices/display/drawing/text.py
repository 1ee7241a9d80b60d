"""Words on a canvas: faces, fitting, wrapping; and symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from gm_appliance.core.values import Value
from gm_appliance.devices.display import fonts

WIDTH, HEIGHT = 128, 64
PICTURES = Path(__file__).parents[1] / "pictures"


class Typeface(Value):
    """A fixed-width font: its file's name, and the pixels of one glyph's cell."""

    name: str
    width: int
    height: int

    def columns(self, pixels: int) -> int:
        return max(0, pixels // self.width)


TITLE = Typeface("title", 8, 14)
TEXT = Typeface("text", 6, 12)
SMALL = Typeface("small", 5, 8)
TINY = Typeface("tiny", 4, 6)
BIG = Typeface("big", 10, 20)
LARGE = Typeface("large", 12, 24)
HUGE = Typeface("huge", 16, 32)


class Canvas:
    """A black picture, and its pen."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.width, self.height = width, height
        self.image = Image.new("1", (width, height))
        self.pen = ImageDraw.Draw(self.image)

    def write(self, x: int, y: int, text: str, face: Typeface = TEXT, ink: int = 1) -> None:
        """Write tidy text with its top left corner at `x`, `y`."""
        for column, sheet, places in fonts.runs(text):
            self.pen.text((x + column * face.width, y), places, ink, fonts.load(face.name, sheet))

    def centred(self, middle: int, y: int, text: str, face: Typeface = TEXT, ink: int = 1) -> None:
        self.write(middle - len(text) * face.width // 2, y, text, face, ink)

    def stamp(self, picture: Image.Image, x: int, y: int, ink: int = 1) -> None:
        """Draw the lit pixels of a small picture."""
        self.pen.bitmap((x, y), picture, ink)


@cache
def picture(name: str) -> Image.Image:
    """The picture in `pictures/<name>.pbm`, whose ones are lit. Raises OSError if it is missing."""
    with Image.open(PICTURES / f"{name}.pbm") as stored:
        return ImageChops.invert(stored)


def largest(columns: int, pixels: int, faces: Sequence[Typeface]) -> Typeface:
    """The first face in which this many columns fit into these pixels; the last one if none does."""
    return next((face for face in faces if columns <= face.columns(pixels)), faces[-1])


@cache
def by_legibility(kinds: tuple[tuple[Typeface, ...], ...]) -> list[tuple[Typeface, ...]]:
    """A face for each text, one of its kinds, in all combinations, the most legible first."""
    return sorted(product(*kinds), key=legibility, reverse=True)


@cache
def legibility(faces: tuple[Typeface, ...]) -> tuple[float, float]:
    """The smallest face counts first, then how large they are in the middle."""
    heights = [face.height for face in faces] or [0]
    return min(heights), sum(heights) / len(heights)


def tidied(texts: Iterable[str]) -> list[str]:
    """The texts that are not blank, without blanks around them."""
    return [text for text in (fonts.tidy(one).strip(" ") for one in texts) if text]


def fit(text: str, columns: int) -> str:
    """The text, cut with "…" if it has more characters than `columns`."""
    return text if len(text) <= columns else text[: max(0, columns - 1)].rstrip(" ") + "…" * (columns > 0)


def wrap(text: str, columns: int, rows: int) -> list[str]:
    """The text on at most `rows` rows, broken at blanks; the last is cut if necessary."""
    done: list[str] = []
    while len(text) > columns and len(done) < rows - 1:
        at = text.rfind(" ", 0, columns + 1)
        if at > 0:
            done.append(text[:at].rstrip(" "))
            text = text[at:].lstrip(" ")
        else:
            done.append(text[: columns - 1] + "-")
            text = text[columns - 1 :]
    return [*done, fit(text, columns)]


def flow(lines: Iterable[str], columns: int, rows: int) -> list[str]:
    """The lines on at most `rows` rows. Long lines take free rows, then those of blank lines. The last line
    says what to press and is always kept; of too many lines those before it are left out."""
    texts = [fonts.tidy(line).rstrip(" ") for line in lines]
    if len(texts) > rows:
        texts = [*texts[: rows - 1], *texts[-1:]] if rows > 0 else []
    needs = [len(wrap(text, columns, rows)) for text in texts]
    while sum(needs) > rows and "" in texts and max(needs) > 1:
        blank = len(texts) - 1 - texts[::-1].index("")
        del texts[blank], needs[blank]
    free = rows - len(texts)
    result: list[str] = []
    for text, need in zip(texts, needs, strict=True):
        granted = min(need - 1, free)
        free -= granted
        result += wrap(text, columns, granted + 1)
    return result
