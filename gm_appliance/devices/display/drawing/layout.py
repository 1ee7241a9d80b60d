"""The layout of a screen on a picture of any size and type: title, figure, words, press hint.

The usual picture shows everything in letters of one size. In large type a screen shows what matters now, as
large as it fits, and leaves the rest to the voice. An upright picture shows everything, one below the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gm_appliance.devices.display.drawing.text import (
    BIG,
    HUGE,
    LARGE,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    Canvas,
    Typeface,
    fit,
    flow,
    largest,
    tidied,
    wrap,
)

GAP = 2  # pixels under the title's rule
WORDS = (LARGE, BIG, TITLE, TEXT, SMALL)
NUMBERS = (HUGE, *WORDS, TINY)


class Figure(NamedTuple):
    """Something to draw: its height, and a function that draws it below a row."""

    height: int
    draw: Callable[[int], None]


NO_FIGURE = Figure(0, lambda top: None)


class TextBlock(NamedTuple):
    """Texts broken into rows of one face."""

    face: Typeface
    rows: list[str]

    @property
    def height(self) -> int:
        return len(self.rows) * self.face.height


class Layout(Canvas):
    """A picture being drawn, free from `top` to `bottom`.

    faces: for words, the largest first. whole: whether to show everything, or only what matters.
    wide: whether it is wider than high. compact: the usual picture.
    lines: of a list, each with its number, and the first and the last of its rows of pixels.
    """

    def __init__(self, width: int, height: int, large: bool) -> None:
        super().__init__(width, height)
        self.faces: tuple[Typeface, ...] = WORDS if large else (TEXT, SMALL)
        self.whole = not large
        self.wide = width > height
        self.compact = self.wide and not large
        self.top, self.bottom = 0, height
        self.lines: list[tuple[int, int, int]] = []

    # ------------------------------------------------------------ breaking words

    def tidied(self, texts: Iterable[str]) -> list[str]:
        """The texts that are not blank; only in the usual picture with more than one blank between words."""
        clean = tidied(texts)
        return clean if self.compact else [" ".join(text.split()) for text in clean]

    def set(self, texts: Iterable[str], face: Typeface, width: int = 0) -> TextBlock | None:
        """The texts in this face; None if a word does not fit into a row.

        From TEXT downwards, words that are too long are broken: smaller letters would be hard to read.
        """
        clean, columns = self.tidied(texts), face.columns(width or self.width)
        if face.height > TEXT.height and any(len(word) > columns for text in clean for word in text.split()):
            return None
        return TextBlock(face, [row for text in clean for row in wrap(text, columns, len(text) + 1)])

    def cut(self, texts: Iterable[str], face: Typeface, rows: int, width: int = 0) -> TextBlock:
        """As much of the texts as fits."""
        kept: list[str] = []
        for text in self.tidied(texts):
            if len(kept) < rows:
                kept += wrap(text, face.columns(width or self.width), rows - len(kept))
        return TextBlock(face, kept)

    def within(self, text: str, faces: Sequence[Typeface], rows: int, width: int = 0) -> TextBlock | None:
        """The text in the first of these faces in which it needs no more rows."""
        tried = (self.set((text,), face, width) for face in faces)
        return next((words for words in tried if words and len(words.rows) <= rows), None)

    def number(self, number: int, room: int) -> TextBlock:
        """The number as large as it fits into the width and this height."""
        face = largest(len(str(number)), self.width, [one for one in NUMBERS if one.height <= room])
        return TextBlock(face, [fit(str(number), face.columns(self.width))])

    # ------------------------------------------------------------ writing them

    def put(self, words: TextBlock, top: int, x: int | None = None, ink: int = 1) -> None:
        """Write them from row `top` on; each centred, or from `x` on."""
        for index, row in enumerate(words.rows):
            left = (self.width - len(row) * words.face.width) // 2 if x is None else x
            self.write(left, top + index * words.face.height, row, words.face, ink)

    def head(self, title: str, corner: str = "", face: Typeface = TEXT, room: int = 0) -> None:
        """The title over a line; to its right, if there is room, `corner`.

        room: pixels for the title, if something else will be drawn to its right.
        """
        rows = 1 if self.wide else 2
        corner = corner if self.wide else ""
        room = room or self.width - (len(corner) + bool(corner)) * face.width
        words = self.within(title, (TITLE, TEXT, SMALL), rows, room) or self.cut((title,), TEXT, rows, room)
        down = int(words.face is not TITLE)
        self.put(words, down, x=down if self.compact else 0)
        self.write(self.width - len(corner) * face.width, int(face is not TITLE), corner, face)
        rule = max(words.height, TITLE.height)
        self.pen.line((0, rule, self.width - 1, rule), 1)
        self.top = rule + GAP

    def room(self, texts: Iterable[str], hint: str) -> int:
        """The height that is left for a figure by these texts, of a row each, and by the hint."""
        hints = len(tidied((hint,))) * (1 if self.wide else 2)
        return self.bottom - self.top - (len(tidied(texts)) + hints) * TEXT.height

    def fill(
        self, texts: Iterable[str], hint: str = "", figure: Figure = NO_FIGURE, below: bool = False
    ) -> None:
        """A figure, words as large as they fit under it, or over it, and the hint at the bottom."""
        body, foot = self.fitted(texts, hint, self.bottom - self.top - figure.height)
        self.bottom -= foot.height
        self.put(foot, self.bottom, x=1)
        top = self.top + max(0, self.bottom - self.top - body.height - figure.height) // 2
        self.put(body, top if below else top + figure.height)
        figure.draw(top + body.height if below else top)

    def under(self, figure: Figure, lines: Iterable[str]) -> None:
        """The lines under a figure; in large type only the last one, which says what to press."""
        said = self.tidied(lines)
        if self.compact:
            self.bottom -= min(len(said), 3) * TEXT.height
            figure.draw(self.top + (self.bottom - self.top - figure.height) // 2)
            self.rows(said, self.bottom)
        else:
            self.fill(said[:-1] if self.whole else (), "".join(said[-1:]), figure)

    def rows(self, lines: Iterable[str], top: int) -> None:
        """Lines from row `top` to the bottom, wrapped where rows are free."""
        shown = flow(lines, TEXT.columns(self.width), (self.height - top) // TEXT.height)
        self.put(TextBlock(TEXT, shown), top, x=1)

    def foot(self, hint: str, most: Typeface = TITLE) -> None:
        """The hint at the bottom, in one row and in no larger letters than these."""
        words = self._one_row(hint, most)
        self.bottom -= words.height
        self.put(words, self.bottom, x=1)

    def fitted(self, texts: Iterable[str], hint: str, height: int) -> tuple[TextBlock, TextBlock]:
        """Body and hint in the largest faces that have room together, the hint's no larger. If not everything
        has to be shown, the last texts are left out before the letters become small."""
        clean = self.tidied(texts)
        readable = [face for face in self.faces if face.height >= TEXT.height]
        fewest = 1 if clean and not self.whole else len(clean)
        for count in range(len(clean), fewest - 1, -1):
            if found := self._together(clean[:count], hint, height, readable):
                return found
        if found := self._together(clean, hint, height, self.faces):
            return found
        foot, least = self._one_row(hint), self.faces[-1]
        return self.cut(clean, least, (height - foot.height) // least.height), foot

    def _together(
        self, texts: Sequence[str], hint: str, height: int, faces: Sequence[Typeface]
    ) -> tuple[TextBlock, TextBlock] | None:
        for index, face in enumerate(faces):
            for other in faces[index:]:
                body, foot = self.set(texts, face), self.set((hint,), other)
                shouts = foot is not None and len(foot.rows) > 1 and other.height > TITLE.height
                if body and foot and not shouts and body.height + foot.height <= height:
                    return body, foot
        return None

    def _one_row(self, hint: str, most: Typeface = TITLE) -> TextBlock:
        faces = [face for face in self.faces if face.height <= most.height]
        return self.within(hint, faces, 1) or self.cut((hint,), faces[-1], 1)
