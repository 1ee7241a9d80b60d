"""Odin's Table: people who press forward, attack when they can, and hold random cards."""

from __future__ import annotations

from random import Random

from benchmarks.people import Company, Custom, People, options
from gm_appliance.core.game import JSON, Choice, Decision, Opponent
from gm_appliance.games.odins_table.board import NAMES
from gm_appliance.games.odins_table.model import OdinView

FIGHTS = 0.65
"""The share of fights among the events entered for a judge; the rest are conquered spaces."""


def judged(rng: Random) -> People:
    def choose(decision: Decision, view: OdinView) -> Choice | None:
        if decision.name == "judge.next":
            colour = rng.choice(("white", "black"))
            what = str(rng.randint(0, 9)) if rng.random() < FIGHTS else "conquers"
            return Choice(decision.name, f"{colour}-{what}")
        return Choice(decision.name, first_or_any(decision, rng))

    return choose


def moving(rng: Random) -> People:
    """A random piece among the likely ones, usually to the first target: forward if possible."""

    def choose(decision: Decision, view: OdinView) -> Choice | None:
        if isinstance(decision.who, Opponent):
            return None
        if decision.name == "turn.piece":
            pieces = [one for one in options(decision) if str(one) in NAMES]
            return Choice(decision.name, rng.choice(pieces[: len(pieces) // 2 + 1]))
        if decision.name == "turn.target":
            can = options(decision)
            return Choice(decision.name, can[0] if rng.random() < 0.7 else rng.choice(can))
        return Choice(decision.name, first_or_any(decision, rng))

    return choose


def first_or_any(decision: Decision, rng: Random) -> JSON:
    """The likely line; a random one in lists of cards."""
    if decision.at >= 0:
        return options(decision)[0]
    return rng.choice(options(decision))


def _table(name: str, begins: str, turn: str, people: Company, **given: JSON) -> Custom:
    return Custom(
        f"Odin's Table, {name}",
        "odins-table",
        given,
        people,
        turn,
        frozenset((begins,)),
        frozenset(("GameOver",)),
    )


TABLES = (
    _table("judge", "judge.next", "entry", judged, mode="judge"),
    _table("referee", "turn.piece", "turn", moving, mode="referee"),
    _table("solo", "turn.piece", "turn", moving, mode="solo", strength="easy"),
)
