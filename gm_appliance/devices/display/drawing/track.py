"""A track with a lane for each player, below each other: a label, the position, and its number.

Zones are drawn across all lanes. The player being moved has a large number beside the lanes.
"""

from __future__ import annotations

from typing import NamedTuple

from gm_appliance.core.cues.screens import Lane, TrackScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import Figure, Layout
from gm_appliance.devices.display.drawing.text import LARGE, SMALL, TEXT, TINY, TITLE, Canvas, fit, largest

MOST = 6  # the most lanes drawn
WIDEST = 18  # the widest pitch of a few lanes
LABEL = 3  # letters of a label
DIGITS = 3  # digits of a number beside its lane; a longer one is cut
LINE = 6  # the height of a lane under its words
STONE = 5  # the width of a stone


class _Course(NamedTuple):
    """Where the spaces of all lanes are: the first at `left`, the last of `spaces` more at `right`."""

    left: int
    right: int
    spaces: int

    def x(self, at: int) -> int:
        return self.left + (self.right - self.left) * min(max(at, 0), self.spaces) // self.spaces


def track(layout: Layout, screen: TrackScreen) -> None:
    """Draw the first MOST lanes; in large type only the number being changed, or as many lanes as fit."""
    layout.head(screen.title)
    moved = next((lane for lane in screen.lanes if lane.marked), None)
    if layout.compact:
        _beside(layout, screen, moved)
    elif moved and not layout.whole:
        number = layout.number(moved.at, layout.room((), screen.hint))
        layout.fill((), screen.hint, Figure(number.height, lambda top: layout.put(number, top)))
    else:
        layout.fill((), screen.hint, _over(layout, screen))


def _beside(layout: Layout, screen: TrackScreen, moved: Lane | None) -> None:
    """The words beside their lane, in the largest face in which all lanes fit above the hint."""
    lanes = screen.lanes[:MOST]
    layout.foot(screen.hint, TEXT if len(lanes) * TEXT.height <= layout.room((), screen.hint) else SMALL)
    top, right = layout.top, layout.width
    pitch = min(WIDEST, (layout.bottom - top) // max(1, len(lanes)))
    face = next((one for one in (TEXT, SMALL) if one.height <= pitch), TINY)
    if moved:
        right -= _large(layout, moved.at, top + pitch * len(lanes) // 2)
    course = _Course(
        max((len(_label(lane)) for lane in lanes), default=0) * face.width + 4,
        right - 4 - max((len(_number(lane)) for lane in lanes), default=0) * face.width,
        _spaces(screen),
    )
    _zones(layout, screen, course, top, top + pitch * len(lanes) - 1)
    for at, lane in enumerate(lanes):
        y = top + at * pitch
        label, number = _label(lane), "" if lane.marked else _number(lane)
        if lane.marked:
            layout.pen.rectangle((0, y, len(label) * face.width, y + pitch - 2), 1)
        middle = y + (pitch - face.height) // 2
        layout.write(1, middle, label, face, int(not lane.marked))
        layout.write(right - len(number) * face.width, middle, number, face)
        _lane(layout, lane, y + (pitch - 1) // 2, min(pitch - 2, 8), course)


def _large(canvas: Canvas, number: int, middle: int) -> int:
    """Draw the number being changed at the right edge; returns its width."""
    wide = 2 * LARGE.width
    face = largest(len(str(number)), wide, (LARGE, TITLE, TEXT, SMALL))
    text = fit(str(number), face.columns(wide))
    canvas.write(canvas.width - len(text) * face.width, middle - face.height // 2, text, face)
    return wide + 4


def _over(layout: Layout, screen: TrackScreen) -> Figure:
    """Label and number over their lane, as large as all lanes fit, or in large type as two fit."""
    room = layout.room((), screen.hint)
    wanted = min(len(screen.lanes), MOST if layout.whole else 2)
    faces = [one for one in layout.faces if wanted * (one.height + LINE) <= room]
    face = largest(2 * LABEL + 1, layout.width, (*faces, SMALL))
    pitch, right = face.height + LINE, layout.width - 1
    shown = screen.lanes[: room // pitch]
    course = _Course(0, right, _spaces(screen))

    def drawn(top: int) -> None:
        for at, lane in enumerate(shown):
            y, number, ink = top + at * pitch, _number(lane), int(not lane.marked)
            line = y + face.height
            if lane.marked:
                layout.pen.rectangle((0, y, right, line - 1), 1)
            layout.write(1, y, _label(lane), face, ink)
            layout.write(layout.width - len(number) * face.width, y, number, face, ink)
            _zones(layout, screen, course, line, line + LINE - 2)
            _lane(layout, lane, line + LINE // 2 - 1, LINE - 2, course)

    return Figure(len(shown) * pitch, drawn)


def _zones(canvas: Canvas, screen: TrackScreen, course: _Course, top: int, bottom: int) -> None:
    for zone in screen.zones:
        if 0 < zone <= course.spaces and bottom > top:
            canvas.pen.line((course.x(zone), top, course.x(zone), bottom), 1)


def _lane(canvas: Canvas, lane: Lane, middle: int, high: int, course: _Course) -> None:
    """A line to the position, dots from there on, and a stone."""
    x, top = course.x(lane.at), middle - high // 2
    canvas.pen.line((course.left, middle, x, middle), 1)
    canvas.pen.point([(dot, middle) for dot in range(x, course.right, 3)], 1)
    left = min(max(x - STONE // 2, course.left), course.right - STONE + 1)
    # The stone has a black edge, to be visible on a zone.
    canvas.pen.rectangle((left - 1, top - 1, left + STONE, top + high), 0)
    canvas.pen.rectangle((left, top, left + STONE - 1, top + high - 1), 1)


def _label(lane: Lane) -> str:
    return fonts.tidy(lane.label)[:LABEL]


def _number(lane: Lane) -> str:
    return fit(str(lane.at), DIGITS)


def _spaces(screen: TrackScreen) -> int:
    """The number of spaces after the first: the track's length, or the furthest position beyond it."""
    return max(1, screen.length, *(lane.at for lane in screen.lanes))
