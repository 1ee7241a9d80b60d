"""The epilogue of a game that is over: the rarest of its facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from gm_appliance.core.standings import alone_ahead
from gm_appliance.core.values import Value, field

Told: TypeAlias = "Sequence[tuple[Any, Any]]"
"""All events of a game that is over, each with the view right after it."""

MOST = 5
"""Sentences of an epilogue: with twelve words each they take less than a minute in the slowest voice."""


class Fact(Value):
    """Something that happened in a game.

    kind: the key of its sentence. seats, words: what its placeholders stand for, the seats as numbers.
    """

    kind: str
    seats: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, int | str] = field(default_factory=dict)


def rarest(facts: Iterable[Fact], kinds: Sequence[str]) -> list[Fact]:
    """Of each kind the last, and only one about the same people. kinds: the rarest first."""
    last = {fact.kind: fact for fact in facts}
    rare: list[Fact] = []
    for fact in (last[kind] for kind in kinds if kind in last):
        if not fact.seats or fact.seats not in [one.seats for one in rare]:
            rare.append(fact)
    return rare[:MOST]


def race(points: Mapping[int, int], before: Mapping[int, int], won: Sequence[int]) -> Iterator[Fact]:
    """Of a game for points. before: those before the last round; empty if there was only one."""
    if len(won) == 1 and sorted(points.values())[-2] == points[won[0]] - 1:
        yield Fact("by one")
    led = alone_ahead(before) if before else 0
    if led and led not in won:
        yield Fact("lead lost", {"player": led})
        if len(won) == 1 and before[won[0]] == min(before.values()):
            yield Fact("from behind", {"player": won[0]})
