"""Horizontal bars, such as who won how often."""

from __future__ import annotations

from gm_appliance.core.cues.screens import BarsScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.text import HEIGHT, SMALL, TEXT, WIDTH, Canvas, Typeface, fit
from gm_appliance.devices.display.drawing.text_layout import Figure, TextLayout

LABEL = 9  # letters of a label: more would leave no room for the bar
LEAST = 24  # pixels that the longest bar has, whatever its label
THICK = 4  # pixels of a bar under its label, with one that stays dark


def bars(canvas: Canvas, screen: BarsScreen) -> None:
    """A label, its bar, its number: three rows of usual letters, else five of small ones. Further rows are
    left out."""
    hint = fonts.tidy(screen.hint).strip(" ")
    canvas.title(screen.title)
    face = TEXT if len(screen.bars) <= 4 - bool(hint) else SMALL
    room = HEIGHT - canvas.top - (face.height if hint else 0)
    shown = screen.bars[: room // face.height]
    for row, bar in enumerate(shown):
        _beside(canvas, canvas.top + row * face.height, bar, shown, face)
    if hint:
        canvas.write(1, HEIGHT - face.height, fit(hint, face.columns(WIDTH)), face)


def _beside(
    canvas: Canvas, top: int, bar: tuple[str, int], shown: tuple[tuple[str, int], ...], face: Typeface
) -> None:
    """The label, the bar right of it, the number at the right edge."""
    labels = [fonts.tidy(label) for label, _number in shown]
    right = max(len(str(number)) for _label, number in shown)
    columns = face.columns(WIDTH - 4 - LEAST) - right
    left = max(0, min(LABEL, columns, max(map(len, labels))))
    text = fit(str(bar[1]), face.columns(WIDTH))
    canvas.write(1, top, fit(fonts.tidy(bar[0]), left), face)
    canvas.write(WIDTH - len(text) * face.width, top, text, face)
    begins = 1 + left * face.width + 2
    wide = _length(bar[1], shown, WIDTH - right * face.width - 3 - begins)
    if wide:
        canvas.pen.rectangle((begins, top + 1, begins + wide - 1, top + face.height - 3), 1)


def bars_reflowed(layout: TextLayout, screen: BarsScreen) -> None:
    """Label and number, each over its bar, as large as all fit; if not everything has to be shown, as large
    as two fit."""
    layout.head(screen.title)
    hint_rows = bool(screen.hint.strip()) * (1 if layout.width > layout.height else 2)
    free = layout.bottom - layout.top - hint_rows * TEXT.height
    wanted = len(screen.bars) if layout.type.whole else min(len(screen.bars), 2)
    longest = max((len(_line(bar)) for bar in screen.bars), default=0)
    fitting = (
        face
        for face in layout.type.faces
        if wanted * (face.height + THICK) <= free and longest <= face.columns(layout.width)
    )
    face = next(fitting, SMALL)
    shown = screen.bars[: free // (face.height + THICK)]

    def drawn(top: int) -> None:
        for row, bar in enumerate(shown):
            _over(layout, top + row * (face.height + THICK), bar, shown, face)

    layout.fill((), screen.hint, Figure(len(shown) * (face.height + THICK), drawn))


def _over(
    layout: TextLayout, top: int, bar: tuple[str, int], shown: tuple[tuple[str, int], ...], face: Typeface
) -> None:
    """The label and the number at both edges, the bar under them."""
    columns = face.columns(layout.width)
    number = fit(str(bar[1]), columns)
    layout.canvas.write(0, top, fit(fonts.tidy(bar[0]), columns - len(number) - 1), face)
    layout.canvas.write(layout.width - len(number) * face.width, top, number, face)
    wide = _length(bar[1], shown, layout.width)
    if wide:
        bottom = top + face.height + THICK
        layout.canvas.pen.rectangle((0, top + face.height, wide - 1, bottom - 2), 1)


def _line(bar: tuple[str, int]) -> str:
    return f"{fonts.tidy(bar[0])} {bar[1]}"


def _length(number: int, shown: tuple[tuple[str, int], ...], whole: int) -> int:
    """The pixels of a bar, where the longest has all; a number above 0 is seen."""
    most = max(one for _label, one in shown)
    return max(1, whole * number // most) if number > 0 and whole > 0 else 0
