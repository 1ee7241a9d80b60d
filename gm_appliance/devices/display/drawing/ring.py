"""The ring of seats, with title, lines and hint in its middle.

A seat is a solid stone, a hollow one an outline that is open above. Crosses are below it on the left, bars on
the right, the eye between them. The marker is a frame. Positions depend only on the number of seats, so only
the frame moves when the marker does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import merge
from itertools import repeat

from gm_appliance.core.cues.screens import RingScreen, RingSeat
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import NO_FIGURE, Figure, Layout
from gm_appliance.devices.display.drawing.text import (
    BIG,
    HEIGHT,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    WIDTH,
    Canvas,
    Typeface,
    by_legibility,
    fit,
    legibility,
    picture,
    tidied,
)

# A place, from its top left corner: the stone with the label, a gap, the marks.
STONE_WIDTH, STONE_HEIGHT = 15, 10
LYING = STONE_HEIGHT + 1
PLACE_HEIGHT = LYING + 3
FRAME = 2  # pixels between a stone and the marker's frame
BEND = 14  # the radius of the table's corners
WIDE = (WIDTH - STONE_WIDTH - 1) / 2 - FRAME
HIGH = (HEIGHT - PLACE_HEIGHT) / 2 - FRAME
AROUND = 4 * (WIDE + HIGH - 2 * BEND) + 2 * math.pi * BEND

INK = {BIG: (3, 17), TITLE: (2, 12), TEXT: (2, 10), SMALL: (1, 7), TINY: (0, 5)}
"""The first and last row of a face's letters; descenders reach into the gap below."""
ZONE = (19, 45)  # the rows between the top and the bottom seats, with the marker's frame around them
ROWS = 4

BLOCK_HEIGHT = 17  # of a row of blocks: the marker, the block, the marks
LEAST_PITCH = 8  # from one block to the next


@cache
def places(count: int) -> tuple[tuple[int, int], ...]:
    """The top left corners of `count` places, clockwise from the top middle, with even gaps. The left half
    mirrors the right one, to the pixel."""
    # Points along the right half of the table's edge, a third of a pixel apart, downwards.
    edge = [*(_edge(step / 3) for step in range(int(3 * AROUND / 2) + 1)), (0.0, HIGH)]
    near, far = 0.0, 8.0  # with the first gap too many places fit on the right half, with the second too few
    while far - near > 0.01:
        gap = (near + far) / 2
        near, far = (near, gap) if len(_spaced(edge, gap, count)) < count // 2 + 1 else (gap, far)
    half = _spaced(edge, near, count)[: count // 2 + 1]
    right = [(FRAME + round(WIDE + x), FRAME + round(HIGH + y)) for x, y in half]
    if count % 2 == 0 and count:
        right[-1] = (right[0][0], FRAME + round(2 * HIGH))
    left = [(2 * right[0][0] - x, y) for x, y in right[1 : (count + 1) // 2]]
    return tuple([*right, *reversed(left)][:count])


def _spaced(edge: list[tuple[float, float]], gap: float, count: int) -> list[tuple[float, float]]:
    """Points from the top middle on, at this distance from the one before and from their mirror images."""
    chosen = [edge[0]]
    for x, y in edge[1:]:
        across, down = (x - chosen[-1][0]) / STONE_WIDTH, (y - chosen[-1][1]) / PLACE_HEIGHT
        beside = across**4 + down**4  # nearly the distance of boxes, but smooth
        mirrored = y <= 0 or 2 * x / STONE_WIDTH >= gap or (count % 2 == 0 and x == 0)
        if beside >= gap**4 and mirrored:
            chosen.append((x, y))
    return chosen


def _edge(along: float) -> tuple[float, float]:
    """The point at this distance along the right half of a table with round corners, from the top middle."""
    flat, upright, quarter = WIDE - BEND, 2 * (HIGH - BEND), math.pi / 2 * BEND
    if along <= flat:
        return along, -HIGH
    along -= flat
    if along <= quarter:
        return flat + BEND * math.sin(along / BEND), -HIGH + BEND * (1 - math.cos(along / BEND))
    along -= quarter
    if along <= upright:
        return WIDE, along - HIGH + BEND
    along -= upright
    if along <= quarter:
        return flat + BEND * math.cos(along / BEND), HIGH - BEND * (1 - math.sin(along / BEND))
    return flat - (along - quarter), HIGH


def ring(layout: Layout, screen: RingScreen) -> None:
    """A ring, in which up to 16 seats do not touch; in large type, or upright, rows of seats. Labels have up
    to three letters. At most two crosses and two bars are drawn at a seat."""
    if layout.compact:
        corners = places(len(screen.seats))
        _words(layout, screen, corners)
        _stand(layout, screen.seats, corners)
        return
    if screen.title:
        layout.head(screen.title)
    figure = _unrolled(layout, screen.seats) if screen.seats else NO_FIGURE
    layout.fill(screen.lines, screen.hint, figure, below=True)


def _stand(canvas: Canvas, seats: Sequence[RingSeat], corners: Sequence[tuple[int, int]]) -> None:
    """Draw the seats at these corners, and over them the marker's frame, FRAME pixels wider."""
    for seat, (x, y) in zip(seats, corners, strict=True):
        _seat(canvas, seat, x, y)
    for seat, (x, y) in zip(seats, corners, strict=True):
        if seat.marked:
            height = PLACE_HEIGHT if seat.crosses or seat.bars or seat.eye else STONE_HEIGHT
            box = (x - FRAME, y - FRAME, x + STONE_WIDTH - 1 + FRAME, y + height - 1 + FRAME)
            canvas.pen.rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), outline=0)
            canvas.pen.rectangle((box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1), outline=0)
            canvas.pen.rectangle(box, outline=1)


def _seat(canvas: Canvas, seat: RingSeat, x: int, y: int) -> None:
    right, bottom = x + STONE_WIDTH - 1, y + STONE_HEIGHT - 1
    if seat.hollow:
        canvas.pen.line((x, y + 2, x, bottom, right, bottom, right, y + 2), 1)
    else:
        canvas.pen.rectangle((x, y, right, bottom), 1)
        canvas.pen.point(((x, y), (right, y), (x, bottom), (right, bottom)), 0)
    label = fonts.tidy(seat.label)[:3]
    face, lift = (TEXT, -1) if len(label) < 3 else (TINY, 2)
    canvas.centred(x + STONE_WIDTH // 2 + 1, y + lift - seat.hollow, label, face, int(seat.hollow))
    for index in range(min(seat.crosses, 2)):
        canvas.stamp(picture("cross"), x + 4 * index, y + LYING)
    for index in range(min(seat.bars, 2)):
        canvas.stamp(picture("bar"), right - 1 - 3 * index, y + LYING)
    if seat.eye:
        canvas.stamp(picture("eye"), x + 3, y + LYING - 1)


# ---------------------------------------------------------------- the words in the middle


def _words(layout: Layout, screen: RingScreen, corners: tuple[tuple[int, int], ...]) -> None:
    """Title, lines and hint in the largest faces in which they touch no seat and no frame."""
    title, hint = tidied((screen.title,)), tidied((screen.hint,))
    said = [*title, *tidied(screen.lines)[: ROWS - len(title) - len(hint)]]
    # Only one row is larger than text: the name, which is the first line, or else the title.
    large = {len(title): (BIG, TITLE)} if len(said) > len(title) else {0: (TITLE,)}
    for texts, faces in _settings(said, "".join(hint), large):
        tops = _tops(faces)
        rooms = [_room(corners, top, face) for top, face in zip(tops, faces, strict=False)]
        if tops and all(len(text) <= room for text, room in zip(texts, rooms, strict=True)):
            break
    for text, face, top, room in zip(texts, faces, tops, rooms, strict=True):
        layout.centred(WIDTH // 2, top, fit(text, room), face)


def _settings(
    said: list[str], hint: str, large: Mapping[int, tuple[Typeface, ...]]
) -> Iterator[tuple[list[str], tuple[Typeface, ...]]]:
    """The rows of words and their faces, the most legible first; in the last one all are tiny.

    large: the larger faces that a row may have.
    """
    ways = []
    for hints in _broken(hint):
        texts = [*said, *hints]
        if len(texts) <= ROWS:
            kinds = tuple((*large.get(at, ()), TEXT, SMALL, TINY) for at in range(len(texts)))
            ways.append(zip(repeat(texts), by_legibility(kinds), strict=False))
    return merge(*ways, key=lambda way: legibility(way[1]), reverse=True)


def _broken(hint: str) -> list[list[str]]:
    """The hint in one row, and in two about as long."""
    blanks = [at for at, character in enumerate(hint) if character == " "]
    at = min(blanks, key=lambda blank: abs(2 * blank - len(hint)), default=0)
    one = [hint] if hint else []
    return [one, [hint[:at].rstrip(" "), hint[at:].lstrip(" ")]] if at else [one]


@cache
def _tops(faces: tuple[Typeface, ...]) -> tuple[int, ...]:
    """The tops of the rows, spread evenly over ZONE; none if they are too high."""
    inks = [INK[face][1] - INK[face][0] + 1 for face in faces]
    first, last = ZONE
    free = last - first + 1 - sum(inks)
    touching = 0 if set(faces) == {TEXT} else len(faces) - 1
    if free < touching:
        return ()
    gap = free / (len(faces) + 1) if free > len(faces) else free / max(1, len(faces) - 1)
    y, tops = first + (free - gap * (len(faces) - 1)) / 2, []
    for face, ink in zip(faces, inks, strict=True):
        tops.append(round(y) - INK[face][0])
        y += ink + gap
    return tuple(tops)


@cache
def _room(corners: tuple[tuple[int, int], ...], y: int, face: Typeface) -> int:
    """How many letters fit between the seats, in a row whose top is at `y`."""
    first, last = y + INK[face][0], y + INK[face][1]
    beside = [
        abs(x - WIDE - FRAME) - STONE_WIDTH / 2 - FRAME - 1
        for x, top in corners
        if top - FRAME <= last and first < top + PLACE_HEIGHT + FRAME
    ]
    return face.columns(int(2 * max(0, min(beside, default=WIDTH / 2))))


# ---------------------------------------------------------------- in large type, or upright


def _unrolled(layout: Layout, seats: Sequence[RingSeat]) -> Figure:
    """All seats in their order, row by row: as stones, or in large type as blocks."""
    if layout.whole:
        pitch, high = STONE_WIDTH + 1, PLACE_HEIGHT + 2
        across = layout.width // pitch
        corners = [(at % across * pitch, at // across * high + 2) for at in range(len(seats))]
        height = -(-len(seats) // across) * high + 2
        return Figure(height, lambda top: _stand(layout, seats, [(x, top + y) for x, y in corners]))
    rows = -(-len(seats) * LEAST_PITCH // layout.width)
    across = -(-len(seats) // rows)
    pitch = min(16, layout.width // across)
    left = (layout.width - pitch * across) // 2 + 1

    def drawn(top: int) -> None:
        for at, seat in enumerate(seats):
            x, y = left + at % across * pitch, top + at // across * BLOCK_HEIGHT
            _block(layout, seat, x, y, pitch - 2)

    return Figure(BLOCK_HEIGHT * rows, drawn)


def _block(canvas: Canvas, seat: RingSeat, x: int, top: int, wide: int) -> None:
    """A solid block, or an open outline; the eye is a hole in it, the marker a point above it."""
    y, right = top + 5, x + wide - 1
    if seat.hollow:
        canvas.pen.line((x, y, x, y + 7, right, y + 7, right, y), 1)
    else:
        canvas.pen.rectangle((x, y, right, y + 7), 1)
    if seat.eye:
        middle = x + wide // 2
        canvas.pen.rectangle((middle - 1, y + 2, middle, y + 4), int(seat.hollow))
    if seat.crosses > 0:
        canvas.stamp(picture("cross"), x, y + 9)
    if seat.bars > 0:
        canvas.stamp(picture("bar"), right - 1, y + 9)
    if seat.marked:
        middle = x + (wide - 1) // 2
        for step in range(4):
            canvas.pen.line((middle - 3 + step, top + step, middle + 3 - step, top + step), 1)
