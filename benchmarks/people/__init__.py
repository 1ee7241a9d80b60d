"""Sensible people, for `presses.py`: a module for each game has their choices.

A `Custom` is a table and its game. Its people see the table, which is the game's public view, and their own
hands, which the module keeps. They are seeded, and press nothing themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from gm_appliance.core.game import JSON, Choice, Decision, OneOf, PerSeat

People: TypeAlias = "Callable[[Decision, Any], Choice | None]"
"""Given an open decision and the view, their choice; None if they press nothing."""

Company: TypeAlias = "Callable[[Random], People]"
"""Creates the people of one evening from a generator."""


@dataclass(frozen=True)
class Custom:
    """A table and its game.

    name:    in the report. game: as in the registry. options: chosen in the menu; the others have defaults.
    turn:    the unit measured: "turn", "round" and so on. begins, ends: decisions, or classes of events, that
             begin and end it; anything between two turns belongs to the evening.
    counts:  given its first choice, whether to count a turn.
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
    return Choice(decision.name, decision.domain.sample(rng))


def options(decision: Decision) -> tuple[int | str, ...]:
    assert isinstance(decision.domain, OneOf)
    return decision.domain.options


def of_everybody(decision: Decision, value: Callable[[int], JSON]) -> Choice:
    """Every seat's value in a timed window."""
    assert isinstance(decision.domain, PerSeat)
    return Choice(decision.name, {key: value(int(key)) for key in decision.domain.keys})
