"""The epilogue of a game that is over: facts of it, of which the rarest are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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


class Epilogue(Value):
    """A game's: all that may be told of one that is over, and the sentences, by kind of fact."""

    facts: Callable[[Told], Iterable[Fact]]
    sentences: Mapping[str, Sentence]

    def rarest(self, told: Told) -> list[Fact]:
        """The rarest facts, of each kind the last, and only one about the same people; in the order of their
        rounds, first those without one."""
        last = {fact.kind: fact for fact in self.facts(told) if fact.kind in self.sentences}
        rare: list[Fact] = []
        for fact in sorted(last.values(), key=lambda fact: self.sentences[fact.kind].share):
            if not fact.seats or fact.seats not in [one.seats for one in rare]:
                rare.append(fact)
        return sorted(rare[:MOST], key=lambda fact: int(fact.words.get("round", 0)))
