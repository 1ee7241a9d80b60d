"""Horizontal bars, such as who won how often."""

from __future__ import annotations

from gm_appliance.core.cues.screens import BarsScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import Figure, Layout
from gm_appliance.devices.display.drawing.text import SMALL, TEXT, Typeface, fit

LABEL = 9  # letters of a label beside its bar: more would leave no room for the bar
LEAST = 24  # pixels of the longest bar, at least
THICK = 4  # pixels of a bar under its label, the last one black


def bars(layout: Layout, screen: BarsScreen) -> None:
    """Label and number with the bar between them, or in large type and upright pictures below them. As large
    as all fit, or if not everything has to be shown, as large as two fit. Further bars are left out."""
    layout.head(screen.title)
    if layout.compact:
        face = TEXT if len(screen.bars) * TEXT.height <= layout.room((), screen.hint) else SMALL
        layout.foot(screen.hint, face)
        room, pitch = layout.bottom - layout.top, face.height
    else:
        room = layout.room((), screen.hint)
        wanted = len(screen.bars) if layout.whole else min(len(screen.bars), 2)
        longest = max((len(f"{fonts.tidy(label)} {number}") for label, number in screen.bars), default=0)
        wide = (face for face in layout.faces if longest <= face.columns(layout.width))
        face = next((one for one in wide if wanted * (one.height + THICK) <= room), SMALL)
        pitch = face.height + THICK
    shown = screen.bars[: room // pitch]

    def drawn(top: int) -> None:
        for row, bar in enumerate(shown):
            _bar(layout, top + row * pitch, bar, shown, face)

    if layout.compact:
        drawn(layout.top)
    else:
        layout.fill((), screen.hint, Figure(len(shown) * pitch, drawn))


def _bar(
    layout: Layout, top: int, bar: tuple[str, int], shown: tuple[tuple[str, int], ...], face: Typeface
) -> None:
    """The label to the left, the number at the right edge, the bar between or under them."""
    label, number = fonts.tidy(bar[0]), fit(str(bar[1]), face.columns(layout.width))
    begins, ends = 0, layout.width
    if layout.compact:
        digits = max(len(str(number)) for _label, number in shown)
        longest = max(len(fonts.tidy(label)) for label, _number in shown)
        columns = max(0, min(LABEL, face.columns(layout.width - 4 - LEAST) - digits, longest))
        begins, ends = 1 + columns * face.width + 2, layout.width - digits * face.width - 3
        first, last = top + 1, top + face.height - 3
    else:
        columns = face.columns(layout.width) - len(number) - 1
        first, last = top + face.height, top + face.height + THICK - 2
    layout.write(int(layout.compact), top, fit(label, columns), face)
    layout.write(layout.width - len(number) * face.width, top, number, face)
    most = max(number for _label, number in shown)
    if bar[1] > 0 and ends > begins:
        wide = max(1, (ends - begins) * bar[1] // most)
        layout.pen.rectangle((begins, first, begins + wide - 1, last), 1)
