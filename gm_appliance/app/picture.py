"""A finished game as a picture to share: who won; sides, who fell when, the decisive vote; or points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from gm_appliance.app.canvas import Canvas, missing
from gm_appliance.app.story import Story
from gm_appliance.core.cues.props import Card, Plate
from gm_appliance.core.messages import _

WIDTH, HEIGHT = 1200, 630
EDGE, GAP = 48, 12
WIDE = WIDTH - 2 * EDGE
NIGHT, CREAM, BRASS, SOFT = "#0e1d3d", "#f4e8cd", "#d2aa5f", "#a9b8d8"
BAR, STONE, FALLEN, BLACK = "#24407a", "#3f4858", "#b9c0cc", "#1b1407"

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
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    canvas.box(0, 0, WIDTH, 8, BRASS)
    canvas.text(EDGE, 62, " · ".join(filter(None, (story.title, story.note))), 24, BRASS, width=WIDE)
    headline = story.headline or story.title
    canvas.text(EDGE, 134, headline, 64, CREAM, family="Alegreya", bold=True, width=WIDE)
    (_bars if story.points else _cards)(canvas, story)
    if story.decided:
        canvas.symbol("thumb", EDGE, 566, 32, BRASS)
        canvas.text(EDGE + 44, 592, story.decided, 26, CREAM, width=WIDE - 44)
    return canvas


def draw(story: Story, file: Path) -> Iterator[str]:
    """As `saved` says."""
    return saved(lambda: picture(story), file, (*story.people.values(), *story.persons.values()))


def saved(draw: Callable[[], Canvas], file: Path, names: Iterable[str]) -> Iterator[str]:
    """Write a picture as the file's name says, then tell the letters of names in it that it lacks.

    Raises ValueError and OSError.
    """
    kind = file.suffix.lower()
    if kind not in (".svg", ".png"):
        raise ValueError(_("{file}: the picture's name must end in .svg or .png", file=file))
    canvas = draw()
    file.write_bytes(canvas.png() if kind == ".png" else canvas.svg())
    if kind == ".png" and (letters := missing("".join(names))):
        yield _("No font here has these letters: {letters}", letters=letters)


def _cards(canvas: Canvas, story: Story) -> None:
    """A card for each seat: side by side, those who stood to the end first."""
    plates = {one.at: one for one in story.props.items if isinstance(one, Plate)}
    laid = [one for one in story.props.items if isinstance(one, Card) and one.own and one.name]
    cards = {one.at: one for one in laid if isinstance(one.at, int)}
    sides = list(dict.fromkeys(cards[seat].label for seat in sorted(cards)))
    last = [*story.fallen][::-1]

    def order(seat: int) -> tuple[int, int, int]:
        side = sides.index(cards[seat].label) if seat in cards else len(sides)
        return side, last.index(seat) + 1 if seat in last else 0, seat

    seats = sorted(plates, key=order)
    row = len(seats) if len(seats) <= ROW else (len(seats) + 1) // 2
    width = min(168, (WIDE - GAP * (row - 1)) / max(1, row))
    top, height = (230, 250) if row == len(seats) else (174, 178)
    for at, seat in enumerate(seats):
        x, y = EDGE + at % row * (width + GAP), top + at // row * (height + GAP)
        _card(canvas, story, plates[seat], cards.get(seat), (x, y, width, height))


def _card(
    canvas: Canvas, story: Story, plate: Plate, side: Card | None, at: tuple[float, float, float, float]
) -> None:
    x, y, width, height = at
    fell, person = story.fallen.get(plate.at, ""), story.persons.get(plate.at, "")
    ink, field = COLOURS[side.colour if side else "plain"]
    middle, low = x + width / 2, y + height - 34.0
    canvas.box(x, y, width, height, FALLEN if fell else field, 10)
    canvas.box(x, y, width, 30, ink, 10)
    canvas.box(x, y + 20, width, 10, ink)
    written = [
        (y + 21, side.label if side else "", 16, "#ffffff", True),
        (y + height - 11, fell, 15, STONE, True),
    ]
    if person:
        written.append((low, person, 17, BLACK, False))
        low -= 20
    written.append((low, story.called(plate.at), 21, BLACK, True))
    for under, text, letters, colour, bold in written:
        canvas.text(middle, under, text, letters, colour, anchor="middle", width=width - 12, bold=bold)
    room = low - 24 - y - 30
    size = min(width - 40, room - 8)
    symbol = plate.symbol or (side.symbol if side else "") or "person"
    canvas.symbol(symbol, middle - size / 2, y + 30 + (room - size) / 2, size, STONE if fell else ink)


def _bars(canvas: Canvas, story: Story) -> None:
    """A bar for each seat's points, the best first."""
    best = sorted(story.points, key=lambda seat: (seat not in story.winners, -story.points[seat]))
    step = min(96.0, 410 / len(best))
    least, most = min(0, *story.points.values()), max(1, *story.points.values())
    left, room = EDGE + 250, WIDE - 250 - 90
    zero, size, high = left - room * least / (most - least), min(26.0, step * 0.5), step * 0.72
    for at, seat in enumerate(best):
        y, won, points = 385 - step * (len(best) / 2 - at), seat in story.winners, story.points[seat]
        long = room * abs(points) / (most - least)
        canvas.text(EDGE, y + high * 0.5 + size * 0.36, story.called(seat), size, CREAM, width=236, bold=won)
        canvas.box(zero - (long if points < 0 else 0), y, max(3.0, long), high, BRASS if won else BAR, 5)
        end, number = zero + max(0, long if points > 0 else 0) + 12, str(points).replace("-", "−")
        canvas.text(end, y + high * 0.5 + size * 0.36, number, size, CREAM if won else SOFT, bold=True)
