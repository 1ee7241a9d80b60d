"""The score pad in a trick-taking game: ten rounds of points, mostly small, some negative."""

from __future__ import annotations

from random import Random
from typing import Any

from benchmarks.people import Custom, People, options
from gm_appliance.core.game import Choice, Decision, Number


def points(rng: Random) -> People:
    def choose(decision: Decision, view: Any) -> Choice | None:
        if isinstance(decision.domain, Number):
            return Choice(decision.name, round(rng.triangular(-20, 60, 10)))
        return Choice(decision.name, options(decision)[0])

    return choose


TABLES = (
    Custom(
        "Score pad, 4 players",
        "scorepad",
        {"players": 4, "until": "rounds", "rounds": 10},
        points,
        "round",
        frozenset(("RoundBegins",)),
        frozenset(("RoundOver",)),
    ),
)
