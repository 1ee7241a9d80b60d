"""A finished game as it is kept: what people ask of it later, whatever the rules are by then.

Nothing is folded again for it. What a game says of itself is its outcome; the facts the house knows are
`FACTS`, and docs/house.md tells them to whoever writes a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from math import isfinite
from typing import Any, TypeAlias

from gm_appliance.core.domains import Plain
from gm_appliance.core.game import Outcome
from gm_appliance.core.values import immutable

Player: TypeAlias = "str | int"
"""Who played: by name, or by seat where nobody gave a name."""

POINTS, BY_ROUND, SIDES = FACTS = ("totals", "by_round", "factions")
"""The facts of an outcome that are kept: the points of each seat at the end; those of each round, a list in
the order of the rounds; the side each seat was on. Seats are keys of a mapping: ``{"1": 40, "2": -3}``."""


@immutable
class Result:
    """One finished game.

    game:    its name on the command line. reason: why it ended, as a word of the game's own.
    started: seconds since 1970, to the microsecond; no two playings of a game began at the same.
    date:    when it ended, by the box's clock: ``"2026-10-11T21:30:05+02:00"``.
    certain: whether that clock could be trusted.
    seconds: how long was played, 0 or more.
    names:   of the people, by seat from 1; empty where nobody gave any.
    points:  by seat. rounds: the same of each round, in order. sides: by seat.
    winners: seats or sides; empty where nobody won.
    """

    game: str
    started: float
    date: str
    certain: bool
    seconds: float
    options: Mapping[str, int | str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    rounds: tuple[Mapping[int, int], ...] = ()
    sides: Mapping[int, str] = field(default_factory=dict)
    winners: tuple[int | str, ...] = ()
    reason: str = ""

    @property
    def identity(self) -> tuple[str, float]:
        """What tells this playing from every other."""
        return self.game, self.started

    @property
    def players(self) -> int:
        """How many played; 0 where nobody wrote it down."""
        given = self.options.get("players", 0)
        return given if isinstance(given, int) else max(self.points, default=0)

    @property
    def winning_seats(self) -> tuple[int, ...]:
        """The seats that won, those of a side among them where it is known who was on it."""
        seats = {one for one in self.winners if isinstance(one, int)}
        return tuple(sorted(seats | {seat for seat, side in self.sides.items() if side in self.winners}))

    @property
    def day(self) -> tuple[int, int] | None:
        """Month and day of the date; None where it is none."""
        _year, month, day = (*map(_number, self.date[:10].split("-")), 0, 0, 0)[:3]
        return (month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None

    def player(self, seat: int) -> Player:
        """Who sat there."""
        return self.names[seat - 1] if 0 < seat <= len(self.names) and self.names[seat - 1] else seat

    def standings(self) -> list[tuple[int, int, int]]:
        """Place, seat and points of everybody who has points: the winners first, then those whose points are
        nearest to theirs. Who has as many shares the place."""
        won = self.winning_seats
        best = max((self.points[seat] for seat in won if seat in self.points), default=0)

        def behind(seat: int) -> tuple[bool, int]:
            return seat not in won, 0 if seat in won else abs(self.points[seat] - best)

        order = sorted(map(behind, self.points))
        seats = sorted(self.points, key=lambda seat: (behind(seat), seat))
        return [(order.index(behind(seat)) + 1, seat, self.points[seat]) for seat in seats]


def wins(results: Iterable[Result]) -> list[tuple[Player, int]]:
    """Who won how often, the most first; who never won is not listed."""
    won = Counter(one.player(seat) for one in results for seat in one.winning_seats)
    return sorted(won.items(), key=lambda one: (-one[1], isinstance(one[0], int), one[0]))


def of_outcome(
    game: str,
    options: Mapping[str, Plain],
    outcome: Outcome,
    *,
    started: float,
    date: str,
    certain: bool,
    seconds: float,
    names: Sequence[str] = (),
) -> Result:
    """What is kept of a game that ended so. Facts that are not as `FACTS` says are left out."""
    kept = {
        "options": dict(options),
        "names": [*names],
        "points": outcome.facts.get(POINTS),
        "rounds": outcome.facts.get(BY_ROUND),
        "sides": outcome.facts.get(SIDES),
        "winners": [*outcome.winners],
        "reason": outcome.reason,
    }
    head = {"game": game, "started": started, "date": date, "certain": certain, "seconds": seconds}
    return of_plain({**head, **kept})


# ---------------------------------------------------------------- as plain data


def to_plain(result: Result) -> dict[str, Any]:
    """The same as JSON knows it; `of_plain` reads it."""
    return {
        "game": result.game,
        "started": result.started,
        "date": result.date,
        "certain": result.certain,
        "seconds": round(result.seconds, 1),
        "options": dict(result.options),
        "names": [*result.names],
        "points": _by_text(result.points),
        "rounds": [_by_text(one) for one in result.rounds],
        "sides": _by_text(result.sides),
        "winners": [*result.winners],
        "reason": result.reason,
    }


def of_plain(data: Any) -> Result:
    """A result as `to_plain` wrote it, or another version: what is unknown is passed over, and what is
    not as it should be is left out. Raises ValueError where game or beginning are missing."""
    if not isinstance(data, dict):
        raise ValueError("no result")
    game, started = data.get("game"), _finite(data.get("started"))
    if not isinstance(game, str) or started is None:
        raise ValueError("no game, or no beginning")
    return Result(
        game,
        started,
        _text(data.get("date")),
        data.get("certain") is True,
        max(0.0, _finite(data.get("seconds")) or 0.0),
        _options(data.get("options")),
        tuple(map(_text, _listed(data.get("names")))),
        _points(data.get("points")),
        tuple(map(_points, _listed(data.get("rounds")))),
        {seat: one for seat, one in _by_seat(data.get("sides")).items() if isinstance(one, str)},
        tuple(one for one in _listed(data.get("winners")) if isinstance(one, int | str)),
        _text(data.get("reason")),
    )


def _by_text(by_seat: Mapping[int, Any]) -> dict[str, Any]:
    return {str(seat): one for seat, one in by_seat.items()}


def _by_seat(data: Any) -> dict[int, Any]:
    items = data.items() if isinstance(data, Mapping) else ()
    return {int(seat): one for seat, one in items if str(seat).isascii() and str(seat).isdecimal()}


def _points(data: Any) -> dict[int, int]:
    return {seat: one for seat, one in _by_seat(data).items() if isinstance(one, int)}


def _options(data: Any) -> dict[str, int | str]:
    items = data.items() if isinstance(data, Mapping) else ()
    return {str(name): one for name, one in items if isinstance(one, int | str)}


def _listed(data: Any) -> Sequence[Any]:
    return data if isinstance(data, list | tuple) else ()


def _finite(data: Any) -> float | None:
    """A number; None for what is none, or beyond all bounds."""
    try:
        return float(data) if isinstance(data, int | float) and isfinite(data) else None
    except OverflowError:
        return None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0


def _text(data: Any) -> str:
    return data if isinstance(data, str) else ""
