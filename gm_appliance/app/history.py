"""`gm-appliance history`: the finished games as a table or as data."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from gm_appliance.core.messages import _, spoken, word
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.results import Player, Result
from gm_appliance.games.registry import GAMES, registered
from gm_appliance.storage.results import NAME, read

__all__ = ["NAME", "add_arguments", "asked_for", "show"]

WIDTH = 80  # columns of the table. A cell that is too long ends in "…".
LEAST = 8  # the minimum width of shortened cells

COLUMNS = (
    *("date", "certain", "game", "players", "seconds", "reason"),
    *("winners", "winning_players", "names", "sides", "roles", "points", "rounds", "options"),
)
"""The columns of the CSV file; see docs/history.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    games = _("only this game: one of {games}", games=", ".join(GAMES))
    parser.add_argument("--game", metavar=word("GAME"), help=games)
    parser.add_argument("--last", type=int, metavar="N", help=_("only the last N games"))
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help=_("as JSON"))
    csv_help = _("as CSV, with the columns described in {page}", page="docs/history.md")
    shown.add_argument("--csv", action="store_true", help=csv_help)
    drawn = _("plot points per round, and wins, to this SVG file")
    shown.add_argument("--plot", type=Path, metavar=word("FILE"), help=drawn)


def asked_for(file: Path, args: argparse.Namespace) -> list[Result]:
    """The selected results; reports damaged lines of the file. Raises ValueError, OSError."""
    found, damaged = read(file)
    for line in damaged:
        told = _("line {line} of {file} is damaged and was left out", line=line, file=file)
        print(f"gm-appliance: {told}", file=sys.stderr)
    return chosen(found, args.game, args.last)


def show(results: Sequence[Result], args: argparse.Namespace) -> None:
    if args.json or args.csv:
        print(as_json(results) if args.json else as_csv(results))
    else:
        for row in table(results):
            print(row)


def chosen(results: Sequence[Result], game: str | None, last: int | None) -> list[Result]:
    """The last results, at least 1, of one game; None for all. Oldest first. Raises NoSuchGame for a game
    that is neither in the results nor in the registry, and ValueError."""
    if game is not None and all(one.game != game for one in results):
        registered(game)
    if last is not None and last < 1:
        said = {"option": "--last", "value": last}
        raise ValueError(_("{option} {value} is out of range: 1 or more", **said))
    found = [one for one in results if game in (None, one.game)]
    return found[-last:] if last else found


def called(player: Player) -> str:
    """The name, or "Player 3" for a seat without one."""
    return player if isinstance(player, str) else _("Player {number}", number=player)


def called_in(result: Result, seat: int) -> str:
    """The player at a seat, by name, role or seat, in this order of preference."""
    with suppress(MissingWords, KeyError):  # of another version
        if isinstance(result.player(seat), int):
            return GAMES[result.game].narration(spoken()).role(result.roles[seat])
    return called(result.player(seat))


def title(game: str) -> str:
    """A game's title, or its name if the game no longer exists."""
    return GAMES[game].narration(spoken()).title() if game in GAMES else game


def day(result: Result) -> str:
    """When the game ended, with a question mark if the clock may have been wrong."""
    when = result.date[:16].replace("T", " ")
    return when if result.certain else _("{date}?", date=when)


def winner(result: Result) -> str:
    """The side that won, in the game's words, or the players."""
    sides = [one for one in result.winners if isinstance(one, str)]
    with suppress(MissingWords, KeyError):  # of another version
        sides = [GAMES[result.game].narration(spoken()).side_won(one) for one in sides]
    return ", ".join(sides) or _players(result) or word("nobody")


def _players(result: Result) -> str:
    return ", ".join(called_in(result, seat) for seat in result.winning_seats)


# ---------------------------------------------------------------- for people


def table(results: Iterable[Result]) -> Iterator[str]:
    """The table's lines. Below a game with sides are the players of the winning side."""
    heads = (word("Date"), word("Game"), word("Players"), word("Winner"), word("Points"), word("Length"))
    listed = [*results]
    rows = [heads, *map(_row, listed)]
    if not listed:
        yield _("No game has been finished yet.")
        return
    widths = _widths(rows)
    numbers = (2, 5)  # aligned to the right
    below = ["", *(_players(one) if one.sides else "" for one in listed)]
    for row, players in zip(rows, below, strict=True):
        cells = [_cut(cell, width) for cell, width in zip(row, widths, strict=True)]
        aligned = (
            cell.rjust(width) if at in numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        yield "  ".join(aligned).rstrip()
        if players:
            indent = widths[0] + 2
            yield " " * indent + _cut(" ".join(players.split()), WIDTH - indent)


def _row(result: Result) -> tuple[str, ...]:
    points = ", ".join(str(points) for _place, _seat, points in result.standings())
    minutes = round(result.seconds / 60)
    length = f"{minutes // 60}:{minutes % 60:02}"
    cells = (day(result), title(result.game), str(result.players or ""), winner(result), points, length)
    return tuple(" ".join(cell.split()) for cell in cells)  # a name may contain a line break


def _widths(rows: Sequence[tuple[str, ...]]) -> list[int]:
    """The columns' widths, shortening points first, then winners, then games."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for at in (4, 3, 1):
        over = sum(widths) + 2 * (len(widths) - 1) - WIDTH
        widths[at] = max(min(LEAST, widths[at]), widths[at] - max(0, over))
    return widths


def _cut(cell: str, width: int) -> str:
    """Cut to whole items of a list, since half a number is wrong, or to whole words."""
    if len(cell) <= width:
        return cell
    whole = cell[:width].rpartition(",")[0] or cell[:width].rpartition(" ")[0]
    return f"{whole or cell[: width - 1].rstrip()}…"


# ---------------------------------------------------------------- for other programs


def as_json(results: Iterable[Result]) -> str:
    """All fields of each result, and the winners by name, role or seat."""
    return json.dumps([_with_winners(one) for one in results], ensure_ascii=False, indent=2)


def _with_winners(result: Result) -> dict[str, Any]:
    winners = tuple(_played(result, seat) for seat in result.winning_seats)
    return {**to_builtins(result, str_keys=True), "players": result.players, "winning_players": winners}


def _played(result: Result, seat: int) -> Player:
    player = result.player(seat)
    return player if isinstance(player, str) else result.roles.get(seat, seat)


def as_csv(results: Iterable[Result]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for one in results:
        writer.writerow({name: _cell(value) for name, value in _with_winners(one).items()})
    return out.getvalue().rstrip("\n")


def _cell(value: Any) -> Any:
    """Separates items by semicolons, keys from values by "=", rounds by "|"."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Mapping):
        return ";".join(f"{key}={one}" for key, one in value.items())
    if isinstance(value, tuple):
        nested = any(isinstance(one, Mapping) for one in value)
        return ("|" if nested else ";").join(str(_cell(one)) for one in value)
    return value
