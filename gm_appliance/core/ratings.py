"""Ratings of people, by a refit of all kept games.

Nothing is carried from game to game: the same games give the same ratings, whatever their order, and a game
that is corrected or deleted leaves no trace. In a game with sides, the odds of a side depend on the number of
players and on the mean of its people's strengths; elsewhere people are placed as in a Plackett–Luce model.
Strengths are logarithms of odds, by game and side, with a normal prior of 0 ± `PRIOR`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import exp, log, sqrt
from operator import mul
from typing import NamedTuple, TypeAlias

from gm_appliance.core.people import by_ear
from gm_appliance.core.results import Result
from gm_appliance.core.values import Value

PRIOR = 0.8  # of a person's strength; wider than most tables are, which costs little and covers the others
BASE_PRIOR = 0.4  # of a side's odds, and of what a number of players adds to them
CENTER, SCALE = 1500, 400 / log(10)  # points as in chess: 400 more are odds of ten to one
ROUNDS = 25  # at most; six are usual
SURE = 1.645  # standard errors on either side that hold nine of ten

Effect: TypeAlias = "tuple[str, str, int]"
"""A person and a side, "" where there are none, and 0; or "", a side and the number of players, 0 for all."""

Entrant: TypeAlias = "Mapping[Effect, float]"
"""A side or a person in one game: the effects that add up to its strength, and their weights."""


class Stage(NamedTuple):
    """These came first among these. If several share a place, each has its share."""

    chosen: Sequence[Entrant]
    among: Sequence[Entrant]


class Rating(Value):
    """sides: the points and margin by side; empty for games without. margin: nine of ten are within it.
    first, last: the places that are possible; None if no difference to anybody is known."""

    name: str
    points: int
    margin: int
    sides: Mapping[str, tuple[int, int]]
    first: int | None = None
    last: int | None = None


def ratings(results: Iterable[Result]) -> dict[str, list[Rating]]:
    """By game, of all people with names: first those with a known place, best first, then the others by
    name. Games that say nothing about people are left out."""
    ordered = sorted(results, key=lambda one: one.identity)
    games = {game: [*found] for game, found in groupby(ordered, key=lambda one: one.game)}
    rated = {game: _rated(found) for game, found in games.items()}
    return {game: found for game, found in rated.items() if found}


def _rated(results: Sequence[Result]) -> list[Rating]:
    told = [(one, stages) for one in results if (stages := [*stages_of(one)])]
    names = {by_ear(name): name for one, _stages in told for name in one.people.values()}
    fit = Fit([stage for _result, stages in told for stage in stages])
    sides = sorted({side for name, side, _players in fit.effects if name})
    own = {who: {(who, side, 0): 1 / len(sides) for side in sides} for who in names}
    above: dict[str, set[str]] = {
        who: {other for other in names if other != who and fit.better(own[other], own[who])} for who in names
    }
    below = {who: sum(who in over for over in above.values()) for who in names}
    found = []
    for who, name in names.items():
        points, margin = in_points(*fit.combined(own[who]))
        by_side = {side: in_points(*fit.combined({(who, side, 0): 1.0})) for side in sides if side}
        known = bool(above[who] or below[who])
        places = (len(above[who]) + 1, len(names) - below[who]) if known else (None, None)
        found.append(Rating(name, points, margin, by_side, *places))
    least = len(found) + 1
    return sorted(found, key=lambda one: (one.first or least, one.last or least, by_ear(one.name)))


def in_points(strength: float, error: float) -> tuple[int, int]:
    return round(CENTER + SCALE * strength), round(SCALE * SURE * error)


def stages_of(result: Result) -> Iterator[Stage]:
    """The comparisons of strength in a result; none if no named person played, or nobody won."""
    named, won = result.people, result.winning_seats
    if not named or not won:
        return
    left: list[tuple[int, Entrant]] = []
    if by_side := any(side in result.winners for side in result.sides.values()):
        sides = sorted({*result.sides.values()})
        left = [(side not in result.winners, _side(result, side, based=side != sides[0])) for side in sides]
    else:
        places = {seat: place for place, seat, _points in result.standings()}
        for seat in places or range(1, result.players + 1):
            entrant = {(by_ear(named[seat]), "", 0): 1.0} if seat in named else {}
            left.append((places.get(seat, seat not in won), entrant))
    while len(left) > 1:
        first = min(place for place, _one in left)
        chosen = [one for place, one in left if place == first]
        yield Stage(chosen, [one for _place, one in left])
        left = left[len(chosen) :] if result.points and not by_side else []


def _side(result: Result, side: str, *, based: bool) -> Entrant:
    """based: whether it has a base rate; the first side has none, since only differences count."""
    base = {("", side, 0): 1.0, ("", side, len(result.sides)): 1.0} if based else {}
    seats = [seat for seat, one in result.sides.items() if one == side]
    named = (result.people[seat] for seat in seats if seat in result.people)
    return {**{(by_ear(one), side, 0): 1 / len(seats) for one in named}, **base}


class Fit:
    """The most likely effects, and how well each is known."""

    def __init__(self, stages: Sequence[Stage], prior: float = PRIOR) -> None:
        self.effects = sorted({effect for stage in stages for one in stage.among for effect in one})
        self._at = {effect: at for at, effect in enumerate(self.effects)}
        self._prior = prior
        self._values = [0.0] * len(self.effects)
        self._covariance: list[list[float]] = []
        for _round in range(ROUNDS):  # of Newton's method; the likelihood has one maximum
            gradient, curvature = self._derivatives(stages)
            self._covariance = _inverse(curvature)
            step = [sum(map(mul, row, gradient)) for row in self._covariance]
            self._values = [value + one for value, one in zip(self._values, step, strict=True)]
            if max(map(abs, step), default=0) < 1e-4:  # the next would be of its square
                break

    def combined(self, weights: Entrant) -> tuple[float, float]:
        """The value of a weighted sum of effects, and its standard error."""
        known = [(self._at[effect], weight) for effect, weight in weights.items() if effect in self._at]
        value = sum(weight * self._values[at] for at, weight in known)
        spread = sum(one * other * self._covariance[at][by] for at, one in known for by, other in known)
        unknown = sum(weight**2 for effect, weight in weights.items() if effect not in self._at)
        return value, sqrt(spread + unknown * self._prior**2)

    def better(self, one: Entrant, other: Entrant) -> bool:
        """Whether it is known that one is stronger than the other."""
        both = {*one, *other}
        value, error = self.combined({effect: one.get(effect, 0) - other.get(effect, 0) for effect in both})
        return value > SURE * error

    def _derivatives(self, stages: Sequence[Stage]) -> tuple[list[float], list[list[float]]]:
        """The gradient of the posterior's logarithm, and its negative second derivative."""
        precision = [1 / (self._prior if name else BASE_PRIOR) ** 2 for name, _side, _players in self.effects]
        gradient = [-one * value for one, value in zip(precision, self._values, strict=True)]
        curvature = [
            [one * (at == other) for other in range(len(precision))] for at, one in enumerate(precision)
        ]

        def add(weights: Mapping[int, float], times: float) -> None:
            for at, one in weights.items():
                for other, weight in weights.items():
                    curvature[at][other] += times * one * weight

        for chosen, among in stages:
            numbered = [{self._at[effect]: weight for effect, weight in one.items()} for one in among]
            odds = [exp(sum(weight * self._values[at] for at, weight in one.items())) for one in numbered]
            mean: dict[int, float] = {}
            for one, share in zip(numbered, odds, strict=True):
                add(one, len(chosen) * share / sum(odds))
                for at, weight in one.items():
                    mean[at] = mean.get(at, 0) + weight * share / sum(odds)
            add(mean, -len(chosen))
            for at, expected in mean.items():
                gradient[at] -= len(chosen) * expected
            for winner in chosen:
                for effect, weight in winner.items():
                    gradient[self._at[effect]] += weight
        return gradient, curvature


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan; no pivoting is needed."""
    rows = [[*row] for row in matrix]
    for at in range(len(rows)):
        over = 1 / rows[at][at]
        pivot = [over if other == at else one * over for other, one in enumerate(rows[at])]
        for other, row in enumerate(rows):
            times, row[at] = row[at], 0.0
            rows[other] = [one - times * by for one, by in zip(row, pivot, strict=True)]
        rows[at] = pivot
    return rows
