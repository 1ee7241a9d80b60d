"""A track with a lane for each player, below each other: a label, the position, and its number.

Zones are drawn across all lanes. The player being moved has a large number beside the lanes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gm_appliance.core.cues.screens import Lane, TrackScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.text import (
    HEIGHT,
    HUGE,
    LARGE,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    WIDTH,
    Canvas,
    Typeface,
    fit,
)
from gm_appliance.devices.display.drawing.text_layout import Figure, TextBlock, TextLayout

MOST = 6
"""The most lanes drawn."""

WIDEST = 18
"""The widest distance of a few lanes."""

LABEL = 3
"""Letters of a label."""

DIGITS = 3
"""Digits of a number beside its lane; a longer one is cut."""

LINE = 6
"""The height of a lane under its words, where there is no room for both in one row."""


class _Course(NamedTuple):
    """Where the spaces of all lanes stand: from `left` to `right`, `spaces` after the first one."""

    left: int
    right: int
    spaces: int

    def x(self, at: int) -> int:
        return self.left + (self.right - self.left) * min(max(at, 0), self.spaces) // self.spaces


def track(canvas: Canvas, screen: TrackScreen) -> None:
    """Draw it with the first MOST lanes."""
    canvas.title(screen.title)
    lanes = screen.lanes[:MOST]
    face, pitch = _pitch(canvas, screen, len(lanes))
    top, right = canvas.top, WIDTH
    moved = next((lane for lane in lanes if lane.marked), None)
    if moved:
        right -= _large(canvas, moved.at, top + pitch * len(lanes) // 2)
    course = _Course(
        max((_wide(lane, face) for lane in lanes), default=0) + 4,
        right - 4 - max((len(_number(lane)) for lane in lanes), default=0) * face.width,
        _spaces(screen),
    )
    for zone in screen.zones:
        if 0 < zone <= course.spaces and lanes:
            x = course.x(zone)
            canvas.pen.line((x, top, x, top + pitch * len(lanes) - 1), 1)
    for at, lane in enumerate(lanes):
        _beside(canvas, lane, top + at * pitch, pitch, face, course)
        number = "" if lane.marked else _number(lane)
        canvas.write(right - len(number) * face.width, _middle(top + at * pitch, pitch, face), number, face)


def _pitch(canvas: Canvas, screen: TrackScreen, count: int) -> tuple[Typeface, int]:
    """The largest face in which all lanes stand over the hint, and how far apart; the hint is written."""
    hint = fonts.tidy(screen.hint).strip(" ")
    free = HEIGHT - canvas.top
    small = count * TEXT.height > free - bool(hint) * TEXT.height
    if hint:
        foot = SMALL if small else TEXT
        free -= foot.height
        canvas.write(1, HEIGHT - foot.height, fit(hint, foot.columns(WIDTH)), foot)
    pitch = min(WIDEST, free // max(1, count))
    face = next(one for one in (TEXT, SMALL, TINY) if one.height <= pitch or one is TINY)
    return face, pitch


def _large(canvas: Canvas, number: int, middle: int) -> int:
    """The number that is being changed, at the right edge; how wide that is."""
    text = str(number)
    face = next((one for one in (LARGE, TITLE, TEXT) if len(text) * one.width <= 2 * LARGE.width), SMALL)
    text = fit(text, face.columns(2 * LARGE.width))
    canvas.write(WIDTH - len(text) * face.width, middle - face.height // 2, text, face)
    return 2 * LARGE.width + 4


def _beside(canvas: Canvas, lane: Lane, top: int, pitch: int, face: Typeface, course: _Course) -> None:
    """A label and its lane: a line as far as it has come, dots from there on, and a stone."""
    label, y = _label(lane), _middle(top, pitch, face)
    if lane.marked:
        canvas.pen.rectangle((0, top, _wide(lane, face), top + pitch - 2), 1)
    canvas.write(1, y, label, face, int(not lane.marked))
    _lane(canvas, lane, top + (pitch - 1) // 2, min(pitch - 2, 8), course)


def _lane(canvas: Canvas, lane: Lane, middle: int, high: int, course: _Course) -> None:
    stone, wide = course.x(lane.at), 5
    canvas.pen.line((course.left, middle, stone, middle), 1)
    for x in range(stone, course.right, 3):
        canvas.pen.point((x, middle), 1)
    left = min(max(stone - wide // 2, course.left), course.right - wide + 1)
    # A black edge, so that the stone is visible on a zone.
    edges = (left - 1, middle - high // 2 - 1, left + wide, middle - high // 2 + high)
    canvas.pen.rectangle(edges, 0)
    canvas.pen.rectangle((left, middle - high // 2, left + wide - 1, middle - high // 2 + high - 1), 1)


def _middle(top: int, pitch: int, face: Typeface) -> int:
    """Where words stand in a lane."""
    return top + (pitch - face.height) // 2


def _label(lane: Lane) -> str:
    return fonts.tidy(lane.label)[:LABEL]


def _wide(lane: Lane, face: Typeface) -> int:
    return len(_label(lane)) * face.width


def _number(lane: Lane) -> str:
    return fit(str(lane.at), DIGITS)


def _spaces(screen: TrackScreen) -> int:
    """The number of spaces after the first: the track's length, or the furthest position beyond it."""
    return max(1, screen.length, *(lane.at for lane in screen.lanes))


# ---------------------------------------------------------------- larger letters, or upright


def track_reflowed(layout: TextLayout, screen: TrackScreen) -> None:
    """The number that is being changed; else, label and number each over its lane, as large as they fit."""
    layout.head(screen.title)
    moved = next((lane for lane in screen.lanes if lane.marked), None)
    if moved and not layout.type.whole:
        text = str(moved.at)
        face = next((one for one in (HUGE, LARGE) if len(text) <= one.columns(layout.width)), SMALL)
        number = TextBlock(face, [fit(text, face.columns(layout.width))])
        layout.fill((), screen.hint, Figure(number.height, lambda top: layout.write(number, top)))
        return
    hint_rows = bool(screen.hint.strip()) * (1 if layout.width > layout.height else 2)
    free = layout.bottom - layout.top - hint_rows * TEXT.height
    wanted = min(len(screen.lanes), MOST if layout.type.whole else 2)
    faces = (face for face in layout.type.faces if wanted * (face.height + LINE) <= free)
    face = next((one for one in faces if one.columns(layout.width) >= 2 * LABEL + 1), SMALL)
    shown = screen.lanes[: free // (face.height + LINE)]
    course = _Course(0, layout.width - 1, _spaces(screen))

    def drawn(top: int) -> None:
        _over(layout, shown, top, face, course, screen.zones)

    layout.fill((), screen.hint, Figure(len(shown) * (face.height + LINE), drawn))


def _over(
    layout: TextLayout, lanes: Sequence[Lane], top: int, face: Typeface, course: _Course, zones: Sequence[int]
) -> None:
    for at, lane in enumerate(lanes):
        y, number = top + at * (face.height + LINE), _number(lane)
        if lane.marked:
            layout.canvas.pen.rectangle((0, y, layout.width - 1, y + face.height - 1), 1)
        ink, right = int(not lane.marked), layout.width - len(number) * face.width
        layout.canvas.write(1, y, _label(lane), face, ink)
        layout.canvas.write(right, y, number, face, ink)
        line = y + face.height
        for zone in zones:
            if 0 < zone <= course.spaces:
                layout.canvas.pen.line((course.x(zone), line, course.x(zone), line + LINE - 2), 1)
        _lane(layout.canvas, lane, line + LINE // 2 - 1, LINE - 2, course)
