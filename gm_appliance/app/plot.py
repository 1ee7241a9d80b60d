"""Finished games as plots, in the style of the page: who won how often, and points per round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from gm_appliance.app.canvas import BAR, CREAM, SOFT, Canvas
from gm_appliance.app.history import called, day, keys_told, share, title
from gm_appliance.core.messages import _, word
from gm_appliance.core.results import Result
from gm_appliance.core.tallies import tallies

GAMES = 3  # how many of the newest games with rounds are drawn
MOST = 8  # bars in a panel
WIDE, HIGH, EDGE, GAP = 528, 272, 48, 48  # a plot of points; around the panels, and between them
HEAD, PITCH = 44, 34  # the room for a panel's title; from bar to bar
LINES = ("#d2aa5f", "#7fb2f0", "#8fd6b4", "#f29b8a", "#c9a4e6", "#f2d56b", "#9fb0c8", "#f4e8cd")

Panel: TypeAlias = "tuple[str, float, Callable[[Canvas, float, float], None]]"  # title, height, drawing


def plot(results: Sequence[Result]) -> Canvas:
    """Draw who won how often, the sides, the roles, and the points of the newest games. Raises ValueError if
    there is nothing to draw."""
    panels = [*_panels(results)]
    if not panels:
        raise ValueError(_("There is nothing to plot: nobody has won, and no game has rounds."))
    pairs = [panels[at : at + 2] for at in range(0, len(panels), 2)]
    heights = [HEAD + GAP + max(high for _name, high, _draw in pair) for pair in pairs]
    canvas = Canvas(2 * EDGE + len(pairs[0]) * (WIDE + GAP) - GAP, round(2 * EDGE + sum(heights) - GAP))
    for row, pair in enumerate(pairs):
        for column, (name, _high, draw) in enumerate(pair):
            x, y = EDGE + column * (WIDE + GAP), EDGE + sum(heights[:row])
            canvas.text(x, y + 20, name, 26, CREAM, family="Alegreya", bold=True, width=WIDE)
            draw(canvas, x, y + HEAD)
    return canvas


def _panels(results: Sequence[Result]) -> Iterator[Panel]:
    for by, name in (("person", word("Wins")), ("side", word("Sides")), ("role", word("Roles"))):
        found = sorted(tallies(results, by), key=lambda one: -one.wins / one.games)
        shares = [(one.wins / one.games, share(one.wins, one.games)) for one in found]
        bars = [(key, *one) for key, one in zip(keys_told(found, by), shares, strict=True)][:MOST]
        if any(one.wins for one in found):
            yield name, PITCH * len(bars), _bars(bars)
    for one in [one for one in results if one.rounds][: -GAMES - 1 : -1]:
        yield _in_rounds(one)


def _bars(rows: Sequence[tuple[str, float, str]]) -> Callable[[Canvas, float, float], None]:
    return lambda canvas, x, y: canvas.bars(x, y, WIDE, PITCH, rows)


def _in_rounds(result: Result) -> Panel:
    """One line for each player: the points so far, with the name at its end."""
    seats = sorted({seat for one in result.rounds for seat in one})
    lines = {seat: [*accumulate((one.get(seat, 0) for one in result.rounds), initial=0)] for seat in seats}
    low, high = (pick(value for line in lines.values() for value in line) for pick in (min, max))

    def draw(canvas: Canvas, x: float, y: float) -> None:
        wide, high_up, many = WIDE - 190, HIGH - 16, len(result.rounds)

        def at(points: int) -> float:
            return y + 8 + high_up * (high - points) / max(1, high - low)

        apart = [points for points in {low, high} if abs(at(points) - at(0)) > 16]
        for points in (0, *apart):
            canvas.line([(x + 44, at(points)), (x + 44 + wide, at(points))], BAR)
            canvas.text(x + 36, at(points) + 5, str(points), 14, SOFT, anchor="end", width=36)
        below = y - 16.0
        for seat in sorted(seats, key=lambda seat: -lines[seat][-1]):
            colour = LINES[(seat - 1) % len(LINES)]
            spots = [(x + 44 + wide * n / many, at(points)) for n, points in enumerate(lines[seat])]
            canvas.line(spots, colour, 3)
            below = max(below + 18, at(lines[seat][-1]) + 5)  # names must not cover each other
            name = f"{called(result.player(seat))} {lines[seat][-1]}"
            canvas.text(x + 52 + wide, below, name, 15, colour, width=WIDE - wide - 52)

    return _("{game}, {date}", game=title(result.game), date=day(result)), HIGH, draw
