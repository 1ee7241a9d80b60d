"""Sensible people, for `presses.py`: a module for each game says which choices they make there.

`Custom` is a table and what it plays. Its people see what lies on the table, which is the game's public
view, and their own hands, which the module keeps. They are seeded, and press nothing themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from gm_appliance.core.game import JSON, Choice, Decision, OneOf, PerSeat

People: TypeAlias = "Callable[[Decision, Any], Choice | None]"
"""Their choice where a decision is open, of the view; None where they press nothing."""

Company: TypeAlias = "Callable[[Random], People]"
"""The people of one evening, from a generator."""


@dataclass(frozen=True)
class Custom:
    """A table.

    name:    in the report. game: as in the registry. options: chosen in the menu, others at their defaults.
    turn:    what is measured: "turn", "round" and so on. begins, ends: the decisions, or the classes of
             events, with which it begins and is over; what comes between two turns belongs to the evening.
    counts:  whether it is one in which this was chosen first.
    """

    name: str
    game: str
    options: Mapping[str, JSON]
    people: Company
    turn: str
    begins: frozenset[str]
    ends: frozenset[str] = frozenset()
    counts: Callable[[JSON], bool] = lambda first: True


def sampled(decision: Decision, rng: Random) -> Choice:
    """Any legal choice."""
    return Choice(decision.name, decision.domain.sample(rng))


def options(decision: Decision) -> tuple[int | str, ...]:
    """What can be chosen from a list."""
    assert isinstance(decision.domain, OneOf)
    return decision.domain.options


def of_everybody(decision: Decision, value: Callable[[int], JSON]) -> Choice:
    """Every seat's value in a window."""
    assert isinstance(decision.domain, PerSeat)
    return Choice(decision.name, {key: value(int(key)) for key in decision.domain.keys})
