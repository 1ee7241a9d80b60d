"""Words on a canvas: faces, fitting, wrapping."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from gm_appliance.core.values import Value
from gm_appliance.devices.display import fonts

WIDTH, HEIGHT = 128, 64


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


@dataclass
class Canvas:
    """A black picture, its pen, and where the next row of text may begin.

    lines: of a list, each with its number, and the first and the last of its rows of pixels.
    """

    image: Image.Image
    pen: ImageDraw.ImageDraw
    top: int = 0
    lines: list[tuple[int, int, int]] = field(default_factory=list)

    @classmethod
    def blank(cls, width: int = WIDTH, height: int = HEIGHT) -> Canvas:
        image = Image.new("1", (width, height))
        return cls(image, ImageDraw.Draw(image))

    def write(self, x: int, y: int, text: str, face: Typeface = TEXT, ink: int = 1) -> None:
        """Write tidy text with its top left corner at `x`, `y`."""
        for column, sheet, places in fonts.runs(text):
            self.pen.text((x + column * face.width, y), places, ink, fonts.load(face.name, sheet))

    def centred(self, middle: int, y: int, text: str, face: Typeface = TEXT, ink: int = 1) -> None:
        self.write(middle - len(text) * face.width // 2, y, text, face, ink)

    def stamp(self, rows: Iterable[str], x: int, y: int, ink: int = 1) -> None:
        """Draw a small picture, given as rows of "#" and "."."""
        for down, row in enumerate(rows):
            self.pen.point([(x + across, y + down) for across, pixel in enumerate(row) if pixel == "#"], ink)

    def title(self, text: str, room: int = WIDTH) -> None:
        """The bold title over a line; in narrower letters if it does not fit into `room` pixels."""
        text = fonts.tidy(text)
        if len(text) <= TITLE.columns(room):
            self.write(0, 0, text, TITLE)
        else:
            self.write(1, 1, fit(text, TEXT.columns(room - 1)))
        self.pen.line((0, TITLE.height, WIDTH - 1, TITLE.height), 1)
        self.top = 16

    def rows(self, lines: Iterable[str], count: int = 4) -> None:
        """Lines on the last `count` rows, wrapped where rows are free."""
        for row, line in enumerate(flow(lines, TEXT.columns(WIDTH), count)):
            self.write(1, self.row(row + 4 - count), line)

    def row(self, index: int) -> int:
        """The top of one of the four rows under a title."""
        return 16 + index * TEXT.height

    def hint(self, text: str) -> None:
        """What the buttons do now, on the last row."""
        self.write(1, self.row(3), fit(fonts.tidy(text), TEXT.columns(WIDTH)))


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
    """The lines on at most `rows` rows. Long lines take free rows, then those of blank lines.

    The last line says what to press and is always kept; of too many lines those before it are left out.
    """
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
