"""Statistics of finished games: by person, side, role, number of players, and table.

Bots are left out, and a game with bots counts only for the persons at it. Everything is counted anew each
time, so deleting a game or a name leaves no trace here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from gm_appliance.core.people import by_ear
from gm_appliance.core.results import Player, Result
from gm_appliance.core.values import Value

Key: TypeAlias = "tuple[int | str, ...]"
Sides: TypeAlias = "Mapping[str, Sequence[str]]"  # the sides that each game was seen to have


# Many attributes: one for each thing counted.
class Tally(Value):
    """The counts for a person, a side or whatever else the key stands for.

    key:      the person; the game and the side or role; the game, the number of players and the side, if it
              has sides; or the people of a table.
    wins:     of `games`. seconds: of all games together.
    streak:   wins in a row up to now. longest: the longest ever.
    right:    of the accusations `made`, those that met the other side. Only accusations by the larger side
              count, because the smaller one knows who is who.
    survived: of the games `fought`, in which somebody fell, those in which this seat was left at the end.
    """

    key: Key
    games: int = 0
    wins: int = 0
    seconds: float = 0.0
    streak: int = 0
    longest: int = 0
    right: int = 0
    made: int = 0
    survived: int = 0
    fought: int = 0


class _Played(NamedTuple):
    """One game, as it counts for one key."""

    key: Key
    result: Result
    won: bool
    seats: tuple[int, ...] = ()


def tallies(results: Sequence[Result], by: str) -> list[Tally]:
    """The tallies of one kind of `BY`, those with the most games first. results: oldest first. Seats without
    a name count as persons only if nobody has one."""
    sides: defaultdict[str, set[str]] = defaultdict(set)
    for one in results:
        sides[one.game].update(one.sides.values(), (side for side in one.winners if isinstance(side, str)))
    found: dict[Key, list[_Played]] = {}
    for one in results:
        for played in BY[by](one, {game: sorted(some) for game, some in sides.items()}):
            found.setdefault(_heard(played.key), []).append(played)
    counted = [*map(_tally, found.values())]
    if by == "person" and any(isinstance(one.key[0], str) for one in counted):
        counted = [one for one in counted if isinstance(one.key[0], str)]
    return sorted(counted, key=lambda one: (-one.games, -one.wins, _heard(one.key)))


def at_table(results: Iterable[Result], people: Iterable[str]) -> list[Result]:
    """The games of exactly these people, wherever they sat."""
    wanted = {by_ear(name) for name in people}
    return [one for one in results if {by_ear(name) for name in one.people.values()} == wanted]


def wins(results: Sequence[Result]) -> list[tuple[Player, int]]:
    """Each player's wins, in descending order; players without a win are left out."""
    won = [one for one in tallies(results, "person") if one.wins]
    return [(one.key[0], one.wins) for one in sorted(won, key=lambda one: (-one.wins, _heard(one.key)))]


def _heard(key: Key) -> Key:
    return tuple(by_ear(one) if isinstance(one, str) else f"{one:4}" for one in key)


def _tally(played: Sequence[_Played]) -> Tally:
    """played: not empty. The key is spelt as it was last."""
    right, made, survived, fought = 0, 0, 0, 0
    streak = longest = 0
    for one in played:
        result, many = one.result, Counter(one.result.sides.values())
        streak = streak + 1 if one.won else 0
        longest = max(longest, streak)
        fought += len(one.seats) if result.falls else 0
        survived += sum(seat not in result.falls for seat in one.seats) if result.falls else 0
        for accuser, accused, _fell in result.accused:
            side, other = result.sides.get(accuser, ""), result.sides.get(accused, "")
            if accuser in one.seats and side and other and many[side] * 2 > many.total():
                made, right = made + 1, right + (side != other)
    wins, seconds = sum(one.won for one in played), sum(one.result.seconds for one in played)
    counts = (len(played), wins, seconds, streak, longest, right, made, survived, fought)
    return Tally(played[-1].key, *counts)


def _persons(result: Result, sides: Sides) -> Iterator[_Played]:
    """Seats too, if the game has no names."""
    seats = range(1, 0 if any(result.names) else result.players + 1)
    nameless: dict[int, Player] = {seat: seat for seat in seats if seat not in result.bots}
    for seat, player in (nameless | result.people).items():
        yield _Played((player,), result, seat in result.winning_seats, (seat,))


def _sides(result: Result, sides: Sides) -> Iterator[_Played]:
    """The game's sides, also where its cards were not revealed and only the winner is known."""
    won = {one for one in result.winners if isinstance(one, str)}
    for side in sides[result.game] if won and not result.bots else ():
        seats = tuple(seat for seat, one in result.sides.items() if one == side)
        yield _Played((result.game, side), result, side in won, seats)


def _roles(result: Result, sides: Sides) -> Iterator[_Played]:
    """Roles that only a number tells apart count as one."""
    for seat, role in result.roles.items():
        if result.sides and seat not in result.bots:
            kind = role.rstrip("0123456789 ")
            yield _Played((result.game, kind), result, seat in result.winning_seats, (seat,))


def _sizes(result: Result, sides: Sides) -> Iterator[_Played]:
    if not result.players or result.bots:
        return
    for one in _sides(result, sides):
        yield one._replace(key=(result.game, result.players, one.key[1]))
    if not sides[result.game]:
        yield _Played((result.game, result.players), result, won=bool(result.winners))


def _tables(result: Result, sides: Sides) -> Iterator[_Played]:
    people = sorted(result.people.values(), key=by_ear)
    if people[1:] and not result.bots:
        yield _Played(tuple(people), result, won=bool(result.winners))


BY: Mapping[str, Callable[[Result, Sides], Iterator[_Played]]] = {
    "person": _persons,
    "side": _sides,
    "role": _roles,
    "players": _sizes,
    "table": _tables,
}
