"""The ring of seats, with title, lines and hint in its middle.

A seat in Asgard is a solid stone, one in the Underworld a pit, open above: its shape tells. Under
it lie crosses for wounds on the left, bars for other cards on the right, and the Oracle's eye
between them. The marker is a frame. Where things stand follows from the number of seats alone, so
nothing but the frame moves when the marker does.
"""

from __future__ import annotations

import math
from functools import cache

from gm_appliance.cues import RingScreen, RingSeat
from gm_appliance.table import fonts
from gm_appliance.table.drawing.text import HEIGHT, SMALL, TEXT, TINY, TITLE, WIDTH, Canvas, Face, fit, wrap

# A place from its top left corner: the stone with the label, a gap, what lies there.
STONE_WIDTH, STONE_HEIGHT = 15, 10
LYING = STONE_HEIGHT + 1
PLACE_HEIGHT = LYING + 3
FRAME = 2  # how far the marker's frame stands out
BEND = 14  # the radius of the table's corners
WIDE = (WIDTH - STONE_WIDTH - 1) / 2 - FRAME
HIGH = (HEIGHT - PLACE_HEIGHT) / 2 - FRAME
AROUND = 4 * (WIDE + HIGH - 2 * BEND) + 2 * math.pi * BEND

WOUND = ("#.#", ".#.", "#.#")
CARD = ("##", "##", "##")
EYE = (".##...##.", "##..#..##", ".##...##.", "..#####..")  # its upper lid is the stone's edge

# The tops of the rows of words, by how many there are, for `TEXT`; others are moved by so much.
SLOTS = {0: (), 1: (26,), 2: (20, 32), 3: (15, 26, 36), 4: (15, 23, 31, 39)}
MOVED = {TITLE: -1, TEXT: 0, SMALL: 2, TINY: 4}
INK = {TITLE: (1, 12), TEXT: (2, 10), SMALL: (3, 10), TINY: (4, 9)}  # its first and last row from there
LEAST_ROOM = 72


@cache
def places(count: int) -> tuple[tuple[int, int], ...]:
    """The top left corners of `count` places, clockwise from the top middle, with even gaps.

    The left half mirrors the right one, to the pixel.
    """
    edge = _right_edge()
    near, far = 0.0, 8.0  # gaps with which the right half is too full and too empty
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
    """Points from the top middle on, each so far from the one before and from its mirror image."""
    chosen = [edge[0]]
    for x, y in edge[1:]:
        across, down = (x - chosen[-1][0]) / STONE_WIDTH, (y - chosen[-1][1]) / PLACE_HEIGHT
        beside = across**4 + down**4  # nearly a box's distance, but without its jumps
        mirrored = y <= 0 or 2 * x / STONE_WIDTH >= gap or (count % 2 == 0 and x == 0)
        if beside >= gap**4 and mirrored:
            chosen.append((x, y))
    return chosen


def _right_edge() -> list[tuple[float, float]]:
    """Points along the right half of the table's edge, a third of a pixel apart, downwards."""
    return [_edge(step / 3) for step in range(int(3 * AROUND / 2) + 1)] + [(0.0, HIGH)]


def _edge(along: float) -> tuple[float, float]:
    """The point so far along the right half of a table with round corners, from the top middle."""
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


def ring(canvas: Canvas, screen: RingScreen) -> None:
    """Draw it. Up to 16 seats stand clear of each other; labels have up to three letters.

    Of more than two wounds or two other cards at a seat two are drawn.
    """
    corners = places(len(screen.seats))
    _words(canvas, screen, corners)
    for seat, (x, y) in zip(screen.seats, corners, strict=True):
        _seat(canvas, seat, x, y)
    for seat, (x, y) in zip(screen.seats, corners, strict=True):
        if seat.marked:
            height = PLACE_HEIGHT if seat.wounds or seat.cards or seat.oracle else STONE_HEIGHT
            box = (x - FRAME, y - FRAME, x + STONE_WIDTH - 1 + FRAME, y + height - 1 + FRAME)
            canvas.pen.rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), outline=0)
            canvas.pen.rectangle((box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1), outline=0)
            canvas.pen.rectangle(box, outline=1)


def _seat(canvas: Canvas, seat: RingSeat, x: int, y: int) -> None:
    right, bottom = x + STONE_WIDTH - 1, y + STONE_HEIGHT - 1
    if seat.below:
        canvas.pen.line((x, y + 2, x, bottom, right, bottom, right, y + 2), 1)
    else:
        canvas.pen.rectangle((x, y, right, bottom), 1)
        canvas.pen.point(((x, y), (right, y), (x, bottom), (right, bottom)), 0)
    label = fonts.tidy(seat.label)[:3]
    face, lift = (TEXT, -1) if len(label) < 3 else (TINY, 2)
    canvas.centred(x + STONE_WIDTH // 2 + 1, y + lift - seat.below, label, face, int(seat.below))
    for index in range(min(seat.wounds, 2)):
        canvas.stamp(WOUND, x + 4 * index, y + LYING)
    for index in range(min(seat.cards, 2)):
        canvas.stamp(CARD, right - 1 - 3 * index, y + LYING)
    if seat.oracle:
        canvas.stamp(EYE, x + 3, y + LYING - 1)


def _words(canvas: Canvas, screen: RingScreen, corners: tuple[tuple[int, int], ...]) -> None:
    title, hint = fonts.tidy(screen.title).strip(" "), fonts.tidy(screen.hint).strip(" ")
    lines = [line for line in map(fonts.tidy, screen.lines) if line.strip(" ")]
    texts = [*filter(None, [title]), *lines[: 4 - bool(title) - bool(hint)]]
    if hint:
        free = max(1, 3 - len(texts))
        texts += wrap(hint, TEXT.columns(_room(corners, SLOTS[3][-1], TEXT)), free) if free > 1 else [hint]
    dense = len(texts) > 3
    for index, (y, text) in enumerate(zip(SLOTS[len(texts)], texts, strict=True)):
        faces = (SMALL, TINY) if dense else (TEXT, SMALL, TINY)
        if title and index == 0 and not dense:
            faces = (TITLE, *faces)
        face, columns = _face(text, y, corners, faces)
        canvas.centred(WIDTH // 2, y if dense else y + MOVED[face], fit(text, columns), face)


def _face(
    text: str, y: int, corners: tuple[tuple[int, int], ...], faces: tuple[Face, ...]
) -> tuple[Face, int]:
    """The first face in which the text fits there, else the last; and its columns."""
    for face in faces:
        columns = face.columns(_room(corners, y, face))
        if len(text) <= columns:
            break
    return face, columns


def _room(corners: tuple[tuple[int, int], ...], y: int, face: Face) -> int:
    """How many pixels around the middle are free for a row of words in that slot."""
    first, last = y + INK[face][0], y + INK[face][1]
    beside = [
        abs(x - WIDE - FRAME) - STONE_WIDTH / 2 - FRAME
        for x, top in corners
        if top <= last and first < top + PLACE_HEIGHT
    ]
    return max(LEAST_ROOM, int(2 * min(beside, default=WIDTH / 2)))
