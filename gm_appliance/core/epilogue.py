"""The epilogue of a game that is over: facts of it, of which the rarest are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from gm_appliance.core.language import Message
from gm_appliance.core.values import Value, field

Told: TypeAlias = "Sequence[tuple[Any, Any]]"
"""All events of a game that is over, each with the view right after it."""

MOST = 4
"""Sentences of an epilogue: with twelve words each they take less than a minute in the slowest voice."""


class Fact(Value):
    """Something that happened in a game.

    kind: the key of its sentence. seats, words: what its placeholders stand for, the seats as numbers.
    """

    kind: str
    seats: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, int | str] = field(default_factory=dict)


class Sentence(Value):
    """What is said of a kind of fact. share: of automatic evenings with such a fact, from 0 to 1; measured by
    `benchmarks.epilogues`."""

    said: Message
    share: float


def rarest(facts: Iterable[Fact], sentences: Mapping[str, Sentence], most: int = MOST) -> list[Fact]:
    """The rarest facts that have a sentence, of each kind the last, and only one about the same people; in
    the order of their rounds, first those without one."""
    last = {fact.kind: fact for fact in facts if fact.kind in sentences}
    rare: list[Fact] = []
    for fact in sorted(last.values(), key=lambda fact: sentences[fact.kind].share):
        if not fact.seats or fact.seats not in [one.seats for one in rare]:
            rare.append(fact)
    return sorted(rare[:most], key=lambda fact: int(fact.words.get("round", 0)))
