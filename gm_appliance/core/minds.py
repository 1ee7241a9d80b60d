"""How the box plays a seat itself: from what a player there knows, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Generic, TypeAlias, TypeVar

from gm_appliance.core.domains import Plain
from gm_appliance.core.values import immutable

S = TypeVar("S")
K = TypeVar("K")

Thought: TypeAlias = "Callable[[Random], Plain]"
"""What an opponent would choose; the generator decides where it wavers."""


@immutable
class Mind(Generic[S, K]):
    """An opponent's way to play.

    known:  what a player in this seat knows: the public view, and secrets of that seat alone.
    choose: the value of a choice that answers the decision open there. It is never given the state. It
            counts its effort, and never looks at a clock: the same knowledge and generator choose the same.

    A player who was dealt a number, and says a higher one; the state is everybody's numbers:

    >>> mind = Mind(lambda state, seat: state[seat - 1], lambda number, generator: number + 1)
    >>> mind.thought((3, 8), 2)(Random(1))
    9
    """

    known: Callable[[S, int], K]
    choose: Callable[[K, Random], Plain]

    def thought(self, state: S, seat: int) -> Thought:
        """What is to be thought now in this seat. It holds what is known there, and not the state."""
        known, choose = self.known(state, seat), self.choose
        return lambda generator: choose(known, generator)
