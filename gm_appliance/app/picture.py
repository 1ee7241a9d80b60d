"""A finished game as a picture to share: who won; sides, who fell when, the decisive vote; or points."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.app.canvas import BRASS, CREAM, Canvas
from gm_appliance.app.story import Story
from gm_appliance.core.cues.props import Card, Plate

WIDTH, HEIGHT = 1200, 630
EDGE, GAP = 48, 12
WIDE = WIDTH - 2 * EDGE
STONE, FALLEN, BLACK = "#3f4858", "#b9c0cc", "#1b1407"

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


def picture(story: Story) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.text(EDGE, 62, " · ".join(filter(None, (story.title, story.note))), 24, BRASS, width=WIDE)
    headline = story.headline or story.title
    canvas.text(EDGE, 134, headline, 64, CREAM, family="Alegreya", bold=True, width=WIDE)
    if story.points:
        _points(canvas, story)
    else:
        _cards(canvas, story)
    if story.decided:
        canvas.symbol("thumb", EDGE, 566, 32, BRASS)
        canvas.text(EDGE + 44, 592, story.decided, 26, CREAM, width=WIDE - 44)
    return canvas


def _points(canvas: Canvas, story: Story) -> None:
    """The best first."""
    best = sorted(story.points, key=lambda seat: (seat not in story.winners, -story.points[seat]))
    step, most = min(96.0, 410 / len(best)), max(1, *story.points.values())
    rows = [
        (story.people[seat], max(0, story.points[seat]) / most, str(story.points[seat]).replace("-", "−"))
        for seat in best
    ]
    canvas.bars(EDGE, 385 - step * len(best) / 2, WIDE, step, rows)


def _cards(canvas: Canvas, story: Story) -> None:
    """A card for each seat: side by side, those who stood to the end first."""
    plates = {one.at: one for one in story.props.items if isinstance(one, Plate)}
    laid = [one for one in story.props.items if isinstance(one, Card) and one.own and one.name]
    cards = {one.at: one for one in laid if isinstance(one.at, int)}
    sides = [cards[seat].label for seat in sorted(cards)]
    last = [*story.fallen][::-1]

    def order(seat: int) -> tuple[int, int, int]:
        side = sides.index(cards[seat].label) if seat in cards else len(sides)
        return side, last.index(seat) + 1 if seat in last else 0, seat

    row = len(plates) if len(plates) <= ROW else (len(plates) + 1) // 2
    width = min(168, (WIDE - GAP * (row - 1)) / max(1, row))
    top, height = (230, 250) if row == len(plates) else (174, 178)
    for at, seat in enumerate(sorted(plates, key=order)):
        x, y = EDGE + at % row * (width + GAP), top + at // row * (height + GAP)
        _card(canvas, story, plates[seat], cards.get(seat), (x, y, width, height))


def _card(
    canvas: Canvas, story: Story, plate: Plate, side: Card | None, at: tuple[float, float, float, float]
) -> None:
    x, y, width, height = at
    fell, person = story.fallen.get(plate.at, ""), story.persons.get(plate.at, "")
    ink, field = COLOURS[side.colour if side else "plain"]
    canvas.box(x, y, width, height, FALLEN if fell else field, 10)
    canvas.box(x, y, width, 30, ink, 10)
    canvas.box(x, y + 20, width, 10, ink)
    low = height - (54 if person else 34)
    for under, text, letters, colour in (
        (21, side.label if side else "", 16, "#ffffff"),
        (low, story.people[plate.at], 21, BLACK),
        (low + 20, person, 17, BLACK),
        (height - 11, fell, 15, STONE),
    ):
        bold = text != person
        canvas.text(
            x + width / 2, y + under, text, letters, colour, anchor="middle", width=width - 12, bold=bold
        )
    size = min(width - 40, low - 62)
    symbol = plate.symbol or (side.symbol if side else "") or "person"
    canvas.symbol(symbol, x + (width - size) / 2, y + (low + 6 - size) / 2, size, STONE if fell else ink)
