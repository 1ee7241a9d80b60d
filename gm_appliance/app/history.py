"""`gm-appliance history`: the finished games as a table, as statistics or as data."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import to_builtins

from gm_appliance.app import columns
from gm_appliance.core.language import NP_
from gm_appliance.core.messages import _, spoken, word
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.people import by_ear
from gm_appliance.core.ratings import Rating, ratings
from gm_appliance.core.results import Player, Result
from gm_appliance.core.tallies import BY, Tally, at_table, tallies, wins
from gm_appliance.games.registry import GAMES, registered
from gm_appliance.storage.journal import JournalError, JournalReader
from gm_appliance.storage.results import NAME, read

__all__ = ["NAME", "add_arguments", "asked_for", "show"]

NARROW = 60  # columns of a terminal below which games have no title, and statistics three columns

Identity: TypeAlias = "tuple[str, float]"

COLUMNS = (
    *("date", "certain", "game", "players", "seconds", "reason"),
    *("winners", "winning_players", "names", "sides", "roles", "points", "rounds", "options"),
)
"""The columns of the CSV file; see docs/history.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    games = _("only this game: one of {games}", games=", ".join(GAMES))
    parser.add_argument("--game", metavar=word("GAME"), help=games)
    parser.add_argument("--last", type=int, metavar="N", help=_("only the last N games"))
    people = _("only games played by exactly these people")
    parser.add_argument("--table", metavar=word("NAME,NAME"), help=people)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--by", choices=tuple(BY), help=_("statistics instead of a list"))
    shown.add_argument("--json", action="store_true", help=_("as JSON"))
    csv_help = _("as CSV, with the columns described in {page}", page="docs/history.md")
    shown.add_argument("--csv", action="store_true", help=csv_help)
    drawn = _("plot wins, and points per round, to this SVG or PNG file")
    shown.add_argument("--plot", type=Path, metavar=word("FILE"), help=drawn)


def asked_for(file: Path, args: argparse.Namespace) -> list[Result]:
    """The selected results; reports damaged lines of the file. Raises ValueError, OSError."""
    found, damaged = read(file)
    for line in damaged:
        told = _("line {line} of {file} is damaged and was left out", line=line, file=file)
        print(f"gm-appliance: {told}", file=sys.stderr)
    some = at_table(found, filter(None, args.table.split(","))) if args.table else found
    return chosen(some, args.game, args.last)


def show(results: Sequence[Result], args: argparse.Namespace, journal: Path, *, rated: bool) -> None:
    """journal: the file, for the sessions' numbers. rated: whether people are rated."""
    if args.json or args.csv:
        print(as_json(results) if args.json else as_csv(results))
        return
    width = columns.room()
    rows = table(results, sessions(journal), width)
    for row in statistics(results, args.by, width, rated=rated) if args.by else rows:
        print(row)


def sessions(journal: Path) -> Mapping[Identity, int]:
    """The number of each session, as `gm-appliance replay` takes it; empty if the journal cannot be read."""
    try:
        with closing(JournalReader(journal)) as reader:
            return {(one.game, one.started): one.id for one in reader.sessions() if one.status == "ended"}
    except (JournalError, OSError):
        return {}


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


def day(result: Result, shown: int = 16) -> str:
    """When the game ended, with a question mark if the clock may have been wrong. shown: its letters; 10 for
    a date without the time."""
    when = result.date[:shown].replace("T", " ")
    return when if result.certain else _("{date}?", date=when)


def winner(result: Result) -> str:
    """The side that won, in the game's words, or the players."""
    sides = [side_won(result.game, one) for one in result.winners if isinstance(one, str)]
    return ", ".join(sides or (called_in(result, seat) for seat in result.winning_seats)) or word("nobody")


def side_won(game: str, side: str) -> str:
    """That a side won, in the game's words."""
    with suppress(MissingWords, KeyError):  # of another version
        return GAMES[game].narration(spoken()).side_won(side)
    return side


# ---------------------------------------------------------------- for people


def table(results: Sequence[Result], numbers: Mapping[Identity, int], width: int) -> Iterator[str]:
    """One line for each game. numbers: of the sessions in the journal. width: of the terminal."""
    if not results:
        yield _("No game has been finished yet.")
        return
    narrow = width < NARROW
    heads = [
        "",
        word("Date"),
        word("Players"),
        word("Game"),
        word("Winner"),
        "" if narrow else word("Length"),
    ]
    rows = [heads, *(_row(one, str(numbers.get(one.identity, ""))) for one in results)]
    if narrow:
        rows = [
            [number, when[5:] or when, *who, won, length] for number, when, *who, _game, won, length in rows
        ]
    shortened = ((3, 12), (2, 8)) if narrow else ((2, 40), (3, 9), (4, 17), (2, 8), (4, 8))
    yield from columns.table(rows, width, shortened, right=(0, len(rows[0]) - 1))
    if any(one.bots for one in results):
        yield _("* played by the computer")


def _row(result: Result, number: str) -> list[str]:
    length = _length(result.seconds)
    return [number, day(result, 10), ", ".join(_seats(result)), title(result.game), winner(result), length]


def _length(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def _seats(result: Result) -> Iterator[str]:
    """Everybody, the winners first, with their points if there are any."""
    seats = range(1, max((result.players, len(result.names), *result.sides)) + 1)
    places = {seat: place for place, seat, _points in result.standings()}
    for seat in sorted(seats, key=lambda seat: (places.get(seat, 0), seat not in result.winning_seats, seat)):
        named = called_in(result, seat)
        if named not in (result.player(seat), called(seat)):  # a role, which several may have
            named = f"{named} ({seat})"
        points = f" {result.points[seat]}" if seat in result.points else ""
        yield f"{named}{'*' if seat in result.bots else ''}{points}"


# ---------------------------------------------------------------- statistics

Tables: TypeAlias = "list[tuple[str, list[list[str]]]]"  # titles, and rows with their heads


def statistics(results: Sequence[Result], by: str, width: int, *, rated: bool = False) -> Iterator[str]:
    """A table of one kind of statistics. rated: followed by a table for each game, with people's ratings."""
    found = tallies(results, by)
    if not found:
        yield _("There is nothing to count yet.")
        return
    shown = SHOWN[by] if width >= NARROW else SHOWN[by][:3]
    numbers = [at for at, name in enumerate(shown, 1) if name != "wins"]
    yield from columns.table(_counted(found, by, shown, results), width, ((2, 24), (0, 8), (2, 8)), numbers)
    if rated and by == "person":
        yield from tables_told(by_game(results, rated=True), width)


def _counted(
    found: Sequence[Tally], by: str, shown: Sequence[str], results: Sequence[Result]
) -> list[list[str]]:
    several = len({one.key[0] for one in found}) > 1
    heads = ["", *(_(COUNTED[name]) for name in shown)]
    return [heads, *([key_words(one, by, several), *_cells(one, shown, results)] for one in found)]


def by_game(results: Sequence[Result], *, rated: bool) -> Tables:
    """For each game, who played and won how often. rated: with ratings, in their order."""
    found = []
    for game in sorted({one.game for one in results}, key=title):
        played = [one for one in results if one.game == game]
        rates = {by_ear(one.name): one for one in ratings(played).get(game, ())} if rated else {}
        order = [*rates]
        named = {by_ear(one.key[0]): one for one in tallies(played, "person") if isinstance(one.key[0], str)}
        best = sorted(named, key=lambda name: order.index(name) if name in rates else len(order))
        rows = _counted([named[name] for name in best], "person", ("games", "won"), played)
        if rates:
            sides = sorted({side for one in rates.values() for side in one.sides})
            heads = [word("Rating"), word("Place"), *(side_won(game, side) for side in sides)]
            cells = [_rating(rates.get(name), sides) for name in best]
            rows = [[*row, *more] for row, more in zip(rows, (heads, *cells), strict=True)]
        if best:
            found.append((title(game), rows))
    return found


def _rating(one: Rating | None, sides: Sequence[str]) -> list[str]:
    """The cells of a rating; a place only if it is known."""
    if one is None:
        return [""] * (2 + len(sides))
    place = f"{one.first}" if one.first == one.last else f"{one.first}–{one.last}"
    points, *more = (f"{n} ± {margin}" for n, margin in ((one.points, one.margin), *one.sides.values()))
    return [points, _("too early to tell") if one.first is None else place, *more]


def tables_told(tables: Tables, width: int) -> Iterator[str]:
    """Without the sides' ratings, and without games and wins beside a rating, on a narrow terminal."""
    for name, rows in tables:
        if width < NARROW:
            rows = [[row[0], *(row[3:5] or row[1:])] for row in rows]
        place = 2 if width < NARROW else 4
        shortened = [(at, 10) for at in range(5, len(rows[0]))] + [(place, 8)] * (place < len(rows[0]))
        yield from ("", name)
        yield from columns.table(rows, width, [*shortened, (0, 8)], right=range(1, place))


COUNTED = {
    "games": NP_("word", "Games"),
    "won": NP_("word", "Won"),
    "wins": NP_("word", "Wins"),
    "length": NP_("word", "Length"),
    "survived": NP_("word", "Survived"),
    "right": NP_("word", "Accused rightly"),
    "streak": NP_("word", "In a row"),
}
SHOWN = {
    "person": ("games", "won", "survived", "right", "streak"),
    "role": ("games", "won", "survived"),
    **dict.fromkeys(("side", "players"), ("games", "won", "length")),
    "table": ("games", "wins", "length"),
}
"""The columns of each kind of statistics."""


def _cells(tally: Tally, shown: Sequence[str], results: Sequence[Result]) -> list[str]:
    has_sides = not isinstance(tally.key[-1], int)
    won = wins(at_table(results, map(str, tally.key)))
    cells = {
        "games": str(tally.games),
        "won": share(tally.wins, tally.games) if has_sides else "",
        "wins": ", ".join(f"{player} {many}" for player, many in won),
        "length": _length(tally.seconds / tally.games),
        "survived": share(tally.survived, tally.fought),
        "right": share(tally.right, tally.made),
        "streak": f"{tally.streak} ({tally.longest})",
    }
    return [cells[name] for name in shown]


def share(some: int, whole: int) -> str:
    """The number and its share; empty without any."""
    return f"{some} ({_('{n} %', n=round(100 * some / whole))})" if whole else ""


def key_words(tally: Tally, by: str, several: bool) -> str:
    """The words for a key. several: whether there are keys of several games, which are named then."""
    if by in ("person", "table"):
        return ", ".join(map(called, tally.key))
    game, *more = tally.key
    words = [str(one) for one in more]
    if isinstance(more[-1], str):
        words[-1] = _role(str(game), words[-1]) if by == "role" else side_won(str(game), words[-1])
    told_so_far = ": ".join(words)
    return f"{told_so_far}, {title(str(game))}" if several else told_so_far


def _role(game: str, role: str) -> str:
    """Roles told apart by a number have no word without one."""
    for one in (role, f"{role} 1"):
        with suppress(MissingWords, KeyError):  # of another version
            return GAMES[game].narration(spoken()).role(one).rstrip("0123456789 ")
    return role


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
