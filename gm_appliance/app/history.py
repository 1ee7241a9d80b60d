"""The games played to their end, as a table, as data, or drawn: `gm-appliance history`."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gm_appliance.core.messages import _, spoken
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.results import Player, Result, to_plain
from gm_appliance.games.registry import GAMES, registered
from gm_appliance.storage.results import NAME, read

__all__ = ["NAME", "add_arguments", "show"]

WIDTH = 80
"""Columns of a terminal. The table keeps to them; what is too long in it ends in "…"."""

LEAST = 8
"""Columns that a cell of the table keeps, however little room there is."""

COLUMNS = (
    *("date", "certain", "game", "players", "seconds", "reason"),
    *("winners", "winning_players", "names", "points", "rounds", "options"),
)
"""Of the CSV file; see docs/history.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which games, and how they are shown."""
    games = _("only this game: one of {games}", games=", ".join(GAMES))
    parser.add_argument("--game", metavar=_("GAME"), help=games)
    parser.add_argument("--last", type=int, metavar="N", help=_("only the last N games"))
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help=_("as JSON"))
    csv_help = _("as CSV, its columns as in {page}", page="docs/history.md")
    shown.add_argument("--csv", action="store_true", help=csv_help)
    drawn = _("draw points over the rounds, and wins, into this SVG file")
    shown.add_argument("--plot", type=Path, metavar=_("FILE"), help=drawn)


def show(file: Path, args: argparse.Namespace) -> None:
    """What this file of results holds, printed or drawn as was asked. Raises ValueError and OSError."""
    found, damaged = read(file)
    for line in damaged:
        told = _("line {line} of {file} is damaged and left out", line=line, file=file)
        print(f"gm-appliance: {told}", file=sys.stderr)
    results = chosen(found, args.game, args.last)
    if args.plot:
        _plot(results, args.plot)
    elif args.json or args.csv:
        print(as_json(results) if args.json else as_csv(results))
    else:
        for row in table(results):
            print(row)


def _plot(results: Sequence[Result], file: Path) -> None:
    if file.suffix != ".svg":
        raise ValueError(_("{file}: the plot is an SVG file; its name ends in .svg", file=file))
    try:
        from gm_appliance.app.plot import plot
    except ImportError as error:
        how = "pip install 'gm-appliance[plot]'"
        raise ValueError(_("plots need another library: {how} ({error})", how=how, error=error)) from error
    plot(results, file)


def chosen(results: Sequence[Result], game: str | None, last: int | None) -> list[Result]:
    """Those that are asked for, the oldest first. Raises NoSuchGame for a game nobody knows, and
    ValueError for a number that is none of games."""
    if game is not None and all(one.game != game for one in results):
        registered(game)
    if last is not None and last < 1:
        said = {"option": "--last", "value": last}
        raise ValueError(_("{option} {value} is out of range: 1 or more", **said))
    found = [one for one in results if game in (None, one.game)]
    return found[-last:] if last else found


def called(player: Player) -> str:
    """A player's name; by seat where nobody gave one."""
    return player if isinstance(player, str) else _("Player {number}", number=player)


def title(game: str) -> str:
    """A game's name; one that is in this box no more, by that on the command line."""
    return GAMES[game].narration(spoken()).title() if game in GAMES else game


def day(result: Result) -> str:
    """When it ended, to the minute, with a question mark where the clock may have been wrong."""
    when = result.date[:16].replace("T", " ")
    return when if result.certain else _("{date}?", date=when)


def winner(result: Result) -> str:
    """Who won: the seats, or the side, in the game's words."""
    if seats := result.winning_seats:
        return ", ".join(called(result.player(seat)) for seat in seats)
    sides = [one for one in result.winners if isinstance(one, str)]
    try:
        return ", ".join(GAMES[result.game].narration(spoken()).side_won(one) for one in sides) or _("nobody")
    except (Unspoken, KeyError):  # as another version knew it
        return ", ".join(sides)


# ---------------------------------------------------------------- for people


def table(results: Iterable[Result]) -> Iterator[str]:
    """A heading, and a line a game; at most `WIDTH` columns."""
    heads = (_("Date"), _("Game"), _("Players"), _("Winner"), _("Points"), _("Length"))
    rows = [heads, *map(_row, results)]
    if len(rows) == 1:
        yield _("No game was played to its end yet.")
        return
    widths = _widths(rows)
    numbers = (2, 5)  # these stand to the right
    for row in rows:
        cells = [_cut(cell, width) for cell, width in zip(row, widths, strict=True)]
        aligned = (
            cell.rjust(width) if at in numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        yield "  ".join(aligned).rstrip()


def _row(result: Result) -> tuple[str, ...]:
    points = ", ".join(str(points) for _place, _seat, points in result.standings())
    minutes = round(result.seconds / 60)
    length = f"{minutes // 60}:{minutes % 60:02}"
    cells = (day(result), title(result.game), str(result.players or ""), winner(result), points, length)
    return tuple(" ".join(cell.split()) for cell in cells)  # a line a game, whatever is in a name


def _widths(rows: Sequence[tuple[str, ...]]) -> list[int]:
    """As wide as the cells are; the points first, then winners and game, give way to the others."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for at in (4, 3, 1):
        over = sum(widths) + 2 * (len(widths) - 1) - WIDTH
        widths[at] = max(min(LEAST, widths[at]), widths[at] - max(0, over))
    return widths


def _cut(cell: str, width: int) -> str:
    """What fits; of a list whole words and numbers, for half a number is another one."""
    if len(cell) <= width:
        return cell
    whole = cell[:width].rpartition(",")[0]
    return f"{whole or cell[: width - 1].rstrip()}…"


# ---------------------------------------------------------------- for other programs


def as_json(results: Iterable[Result]) -> str:
    """A list of objects, each with all that is kept, and who won by name or seat."""
    return json.dumps([_with_winners(one) for one in results], ensure_ascii=False, indent=2)


def _with_winners(result: Result) -> dict[str, Any]:
    winners = [result.player(seat) for seat in result.winning_seats]
    return {**to_plain(result), "players": result.players, "winning_players": winners}


def as_csv(results: Iterable[Result]) -> str:
    """A line a game, after one with the names of `COLUMNS`."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for one in results:
        writer.writerow({name: _cell(value) for name, value in _with_winners(one).items()})
    return out.getvalue().rstrip("\n")


def _cell(value: Any) -> Any:
    """Lists with semicolons, what belongs to a seat or an option with an equals sign, rounds with bars."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Mapping):
        return ";".join(f"{key}={one}" for key, one in value.items())
    if isinstance(value, list):
        nested = any(isinstance(one, Mapping) for one in value)
        return ("|" if nested else ";").join(str(_cell(one)) for one in value)
    return value
