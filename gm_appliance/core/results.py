"""The result of a finished game, as it is kept.

It is made from the game's outcome and never recomputed, so it survives changes of the rules. The house knows
the facts listed in `FACTS`; docs/developers/design.md explains those that a game may give.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, NamedTuple, TypeAlias, get_type_hints

from msgspec import Meta, ValidationError, convert

from gm_appliance.core.game import Outcome
from gm_appliance.core.people import by_ear
from gm_appliance.core.standings import standings
from gm_appliance.core.values import Value, field, replace

Player: TypeAlias = "str | int"  # a player's name, or the seat if there is none

FACTS = {"points": "totals", "rounds": "by_round", "sides": "factions"}
FACTS |= {name: name for name in ("roles", "accused", "falls", "first")}
"""The facts of an outcome that are kept, by the attribute of `Result`. Where that has a value for each seat,
seats are keys of a mapping: ``{"1": 40, "2": -3}``."""


class Accusation(NamedTuple):
    """An accusation that came to a vote, by seats. fell: whether the accused did."""

    accuser: int
    accused: int
    fell: bool


# Many attributes: one for each thing that is kept of a game.
class Result(Value):
    """One finished game.

    game:    its name on the command line.
    started: seconds since 1970, to the microsecond; with `game` it identifies the result.
    date:    when it ended, by the box's clock: ``"2026-10-11T21:30:05+02:00"``.
    certain: whether that clock was reliable.
    seconds: how long it was played, 0 or more.
    names:   of the players, by seat from 1; empty without names.
    points:  by seat. rounds: the same for each round. sides: by seat.
    roles:   by seat, as the game names them: ``"hel"``; empty for a game without roles.
    winners: seats or sides; empty if nobody won.
    reason:  why it ended, as the game's word for it.
    accused: those that came to a vote, in order.
    falls:   by seat, the round in which it fell, if it is out at the end.
    first:   the seat that began; 0 if unknown, or if nobody begins the game.
    bots:    the seats of the virtual table's.
    """

    game: str
    started: float
    date: str
    certain: bool
    seconds: Annotated[float, Meta(ge=0)]
    options: Mapping[str, int | str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    rounds: tuple[Mapping[int, int], ...] = ()
    sides: Mapping[int, str] = field(default_factory=dict)
    roles: Mapping[int, str] = field(default_factory=dict)
    winners: tuple[int | str, ...] = ()
    reason: str = ""
    accused: tuple[Accusation, ...] = ()
    falls: Mapping[int, int] = field(default_factory=dict)
    first: Annotated[int, Meta(ge=0)] = 0
    bots: tuple[int, ...] = ()

    @property
    def identity(self) -> tuple[str, float]:
        """Distinguishes it from all other results."""
        return self.game, self.started

    @property
    def players(self) -> int:
        """The number of players; 0 if unknown."""
        given = self.options.get("players", 0)
        return given if isinstance(given, int) else max(self.points, default=0)

    @property
    def winning_seats(self) -> tuple[int, ...]:
        """The seats that won, including those on a winning side."""
        seats = {one for one in self.winners if isinstance(one, int)}
        return tuple(sorted(seats | {seat for seat, side in self.sides.items() if side in self.winners}))

    @property
    def day(self) -> tuple[int, int] | None:
        """Month and day of the date; None if there is no date."""
        _year, month, day = (*map(_number, self.date[:10].split("-")), 0, 0, 0)[:3]
        return (month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None

    @property
    def people(self) -> dict[int, str]:
        """The names by seat, without seats of nobody known and of bots."""
        return {seat: name for seat, name in enumerate(self.names, 1) if name and seat not in self.bots}

    def player(self, seat: int) -> Player:
        return self.names[seat - 1] if 0 < seat <= len(self.names) and self.names[seat - 1] else seat

    def standings(self) -> list[tuple[int, int, int]]:
        """Place, seat and points of every seat with points.

        The winners come first, then the others by how close their points are. Equals share a place.
        """
        won = self.winning_seats
        best = max((self.points[seat] for seat in won if seat in self.points), default=0)
        near = {
            seat: 0 if seat in won else -abs(points - best) for seat, points in sorted(self.points.items())
        }
        return [
            (one.place, seat, self.points[seat]) for one in standings(near, winners=won) for seat in one.seats
        ]


def are_new(names: Sequence[str], game: str, results: Iterable[Result], taught: Iterable[str]) -> bool:
    """Whether one of these people has neither played this game nor been taught it.

    names: of the seats. People without names count as having played every game that was played here; if
    others have names, they are ignored. taught: the names of people who were taught it; "" for people without
    names.
    """
    played = (name for one in results if one.game == game for name in (*one.names, ""))
    known = {by_ear(name) for name in (*taught, *played)}
    named = {by_ear(name) for name in names if name} or {""}
    return not named <= known


def with_outcome(result: Result, outcome: Outcome) -> Result:
    """The result completed by the game's outcome. Facts of types not listed in `FACTS` are left out."""
    result = replace(
        result,
        seconds=max(0.0, round(result.seconds, 1)),
        winners=tuple(outcome.winners),
        reason=outcome.reason,
    )
    facts = {**outcome.facts, **outcome.counted}
    for name, fact in FACTS.items():
        with suppress(ValidationError):
            found = convert(facts.get(fact), _TYPES[name], str_keys=True)
            result = replace(result, **{name: found})
    return result


_TYPES = get_type_hints(Result, include_extras=True)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0
