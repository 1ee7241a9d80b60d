"""The layout of a few large words on a picture of any size: title, figure, main text, hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gm_appliance.core.values import Value
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.text import (
    BIG,
    HUGE,
    LARGE,
    SMALL,
    TEXT,
    TITLE,
    Canvas,
    Typeface,
    wrap,
)

GAP = 2  # pixels under the title's rule


class Type(Value):
    """The faces that words may have, the largest first. whole: show everything, else only what matters."""

    faces: tuple[Typeface, ...]
    whole: bool


LARGE_TYPE = Type((LARGE, BIG, TITLE, TEXT, SMALL), whole=False)
PLAIN_TYPE = Type((TEXT, SMALL), whole=True)
NUMBER_TYPE = Type((HUGE,), whole=True)
WHOLE_TYPE = Type((LARGE, BIG, TITLE, TEXT, SMALL), whole=True)
"""For spoken text, which must be shown whole on a display of any size."""


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


class TextLayout:
    """A picture being drawn, free from `top` to `bottom`."""

    def __init__(self, canvas: Canvas, type_: Type) -> None:
        self.canvas = canvas
        self.type = type_
        self.width, self.height = canvas.image.size
        self.top, self.bottom = 0, self.height

    def set(self, texts: Sequence[str], faces: Sequence[Typeface], margin: int = 0) -> TextBlock | None:
        """The texts in the first of these faces in which every word fits into a row; None if there is none.

        From TEXT downwards, words that are too long are broken: smaller letters would be hard to read.
        """
        clean = tidied(texts)
        for face in faces:
            columns = face.columns(self.width - margin)
            whole = all(len(word) <= columns for text in clean for word in text.split(" "))
            if whole or face.height <= TEXT.height:
                return TextBlock(face, [row for text in clean for row in wrap(text, columns, len(text) + 1)])
        return None

    def cut(self, texts: Sequence[str], face: Typeface, rows: int, margin: int = 0) -> TextBlock:
        """As much of the texts as fits."""
        kept: list[str] = []
        for text in tidied(texts):
            if len(kept) < rows:
                kept += wrap(text, face.columns(self.width - margin), rows - len(kept))
        return TextBlock(face, kept)

    def write(self, words: TextBlock, top: int, x: int | None = None, ink: int = 1) -> None:
        """Write them from row `top` on; each centred, or from `x` on."""
        for index, row in enumerate(words.rows):
            left = (self.width - len(row) * words.face.width) // 2 if x is None else x
            self.canvas.write(left, top + index * words.face.height, row, words.face, ink)

    def head(self, title: str, corner: str = "") -> None:
        """The title over a line; to its right, if there is room, `corner`: the position in a list."""
        rows = 1 if self.width > self.height else 2
        corner = corner if rows == 1 else ""
        margin = (len(corner) + 1) * TEXT.width if corner else 0
        for face in (TITLE, TEXT, SMALL):
            words = self.set((title,), (face,), margin)
            if words and len(words.rows) <= rows:
                break
        else:
            words = self.cut((title,), TEXT, rows, margin)
        self.write(words, int(words.face is not TITLE), x=0)
        self.canvas.write(self.width - len(corner) * TEXT.width, 1, corner)
        rule = max(words.height, TITLE.height)
        self.canvas.pen.line((0, rule, self.width - 1, rule), 1)
        self.top = rule + GAP

    def fill(
        self, texts: Sequence[str], hint: str = "", figure: Figure = NO_FIGURE, below: bool = False
    ) -> None:
        """A figure, words as large as they fit under it, or over it, and the hint at the bottom."""
        body, foot = self.fitted(texts, hint, self.bottom - self.top - figure.height)
        self.bottom -= foot.height
        self.write(foot, self.bottom, x=1)
        top = self.top + max(0, self.bottom - self.top - body.height - figure.height) // 2
        self.write(body, top if below else top + figure.height)
        figure.draw(top + body.height if below else top)

    def foot(self, hint: str, largest: Typeface = TITLE) -> None:
        """The hint at the bottom, in one row and no larger than that."""
        words = self._one_row(hint, largest)
        self.bottom -= words.height
        self.write(words, self.bottom, x=1)

    def fitted(self, texts: Sequence[str], hint: str, height: int) -> tuple[TextBlock, TextBlock]:
        """Body and hint in the largest faces that have room together, the hint's no larger.

        If not everything has to be shown, the last texts are left out before the letters become small.
        """
        clean, faces = tidied(texts), self.type.faces
        readable = [face for face in faces if face.height >= TEXT.height]
        fewest = 1 if clean and not self.type.whole else len(clean)
        for count in range(len(clean), fewest - 1, -1):
            if found := self._together(clean[:count], hint, height, readable):
                return found
        if found := self._together(clean, hint, height, faces):
            return found
        foot = self._one_row(hint)
        return self.cut(clean, faces[-1], (height - foot.height) // faces[-1].height), foot

    def _together(
        self, texts: Sequence[str], hint: str, height: int, faces: Sequence[Typeface]
    ) -> tuple[TextBlock, TextBlock] | None:
        for index, face in enumerate(faces):
            for other in faces[index:]:
                body, foot = self.set(texts, (face,)), self.set((hint,), (other,))
                shouts = foot is not None and len(foot.rows) > 1 and other.height > TITLE.height
                if body and foot and not shouts and body.height + foot.height <= height:
                    return body, foot
        return None

    def _one_row(self, hint: str, largest: Typeface = TITLE) -> TextBlock:
        """The hint in one row, no larger than that."""
        faces = [face for face in self.type.faces if face.height <= largest.height]
        tried = (self.set((hint,), (face,)) for face in faces)
        short = (words for words in tried if words and len(words.rows) < 2)
        return next(short, None) or self.cut((hint,), faces[-1], 1)


def tidied(texts: Sequence[str]) -> list[str]:
    """The texts that are not blank, without superfluous blanks."""
    spaced = (" ".join(fonts.tidy(text).split()) for text in texts)
    return [text for text in spaced if text]
