"""A finished game as a picture to share: who won, the sides, who fell when, the vote that decided; or points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gm_appliance.app.canvas import Png, Svg, canvas_for, missing
from gm_appliance.app.story import Story
from gm_appliance.core.cues.props import Card, Plate

WIDTH, HEIGHT = 1200, 630
EDGE, GAP = 48, 12
NIGHT, CREAM, BRASS, SOFT = "#0e1d3d", "#f4e8cd", "#d2aa5f", "#a9b8d8"
BAR, STONE, FALLEN = "#24407a", "#3f4858", "#b9c0cc"

COLOURS: Mapping[str, tuple[str, str]] = {
    "plain": ("#6b5a36", "#f4e8cd"),
    "red": ("#9c2417", "#f8d5cd"),
    "orange": ("#c25e00", "#fde0bd"),
    "yellow": ("#8a5f08", "#fdeaa6"),
    "green": ("#00796b", "#c9efe3"),
    "blue": ("#1d5fb0", "#d0e3f8"),
    "purple": ("#78398f", "#ecd9f4"),
    "grey": ("#66758a", "#e4e9f0"),
}
"""Ink and field, as on the table's page."""

ROW = 8
"""The most cards in a row."""


def picture(story: Story, file: Path) -> tuple[bytes, str]:
    """The picture, as SVG unless the file's name ends in .png; and the letters for which there is no font."""
    canvas = canvas_for(file, WIDTH, HEIGHT, NIGHT)
    wide = WIDTH - 2 * EDGE
    canvas.box(0, 0, WIDTH, 8, BRASS)
    canvas.text(
        EDGE, 62, f"{story.title} · {story.note}" if story.note else story.title, 24, BRASS, width=wide
    )
    canvas.text(EDGE, 134, story.headline or story.title, 64, CREAM, serif=True, bold=True, width=wide)
    _cards(canvas, story) if not story.points else _bars(canvas, story)
    if story.decided:
        canvas.symbol("thumb", EDGE, 566, 32, BRASS)
        canvas.text(EDGE + 44, 592, story.decided, 26, CREAM, width=wide - 44)
    names = "".join((*story.people.values(), *story.persons.values()))
    return canvas.drawn(), missing(names) if isinstance(canvas, Png) else ""


def _cards(canvas: Svg | Png, story: Story) -> None:
    """A card for each seat: side by side, those who stood to the end first."""
    plates = {one.at: one for one in story.props.items if isinstance(one, Plate)}
    cards = {one.at: one for one in story.props.items if isinstance(one, Card) and one.own and one.name}
    sides = list(dict.fromkeys(cards[seat].label for seat in sorted(cards)))
    last = [*story.fallen][::-1]

    def order(seat: int) -> tuple[int, int, int]:
        side = sides.index(cards[seat].label) if seat in cards else len(sides)
        return side, last.index(seat) + 1 if seat in last else 0, seat

    seats = sorted(plates, key=order)
    rows = [seats] if len(seats) <= ROW else [seats[: (len(seats) + 1) // 2], seats[(len(seats) + 1) // 2 :]]
    width = min(168, (WIDTH - 2 * EDGE - GAP * (len(rows[0]) - 1)) / max(1, len(rows[0])))
    height = 250 if len(rows) == 1 else 178
    top = 230 if len(rows) == 1 else 174
    for row, line in enumerate(rows):
        for at, seat in enumerate(line):
            x, y = EDGE + at * (width + GAP), top + row * (height + GAP)
            _card(canvas, story, plates[seat], cards.get(seat), (x, y, width, height))


def _card(
    canvas: Svg | Png, story: Story, plate: Plate, side: Card | None, at: tuple[float, float, float, float]
) -> None:
    x, y, width, height = at
    seat, fell = plate.at, story.fallen.get(plate.at, "")
    ink, field = COLOURS[side.colour if side else "plain"]
    middle, inside = x + width / 2, width - 12
    if fell:
        field = FALLEN
    canvas.box(x, y, width, height, field, 10)
    canvas.box(x, y, width, 30, ink, 10)
    canvas.box(x, y + 20, width, 10, ink)
    if side:
        canvas.text(middle, y + 21, side.label, 16, "#ffffff", anchor="middle", width=inside, bold=True)
    person = story.persons.get(seat, "")
    low = y + height - 34
    names = [(story.called(seat), 21, True), *([(person, 17, False)] if person else [])]
    for text, size, bold in reversed(names):
        canvas.text(middle, low, text, size, "#1b1407", anchor="middle", width=inside, bold=bold)
        low -= size + 3
    if fell:
        canvas.text(middle, y + height - 11, fell, 15, STONE, anchor="middle", width=inside, bold=True)
    size = min(width - 40, low - y - 30 - 8)
    symbol = plate.symbol or (side.symbol if side else "") or "person"
    canvas.symbol(symbol, middle - size / 2, y + 30 + (low - y - 30 - size) / 2, size, STONE if fell else ink)


def _bars(canvas: Svg | Png, story: Story) -> None:
    """A bar for each seat's points, the best first."""
    best = sorted(story.points.items(), key=lambda one: -one[1])
    if story.chapters and story.headline.startswith(story.called(best[-1][0])):
        best.reverse()  # fewest points win
    step = min(96.0, 410 / len(best))
    least, most = min(0, *story.points.values()), max(1, *story.points.values())
    left, room = EDGE + 250, WIDTH - 2 * EDGE - 250 - 90
    zero = left + room * -least / (most - least)
    for at, (seat, points) in enumerate(best):
        y, high = 180 + at * step, step * 0.72
        size = min(26.0, step * 0.5)
        long = room * abs(points) / (most - least)
        canvas.text(EDGE, y + high * 0.72, story.called(seat), size, CREAM, width=236, bold=not at)
        canvas.box(zero if points >= 0 else zero - long, y, max(3.0, long), high, BRASS if not at else BAR, 5)
        end = zero + (long if points >= 0 else 0) + 12
        canvas.text(
            end, y + high * 0.72, str(points).replace("-", "−"), size, CREAM if not at else SOFT, bold=True
        )
