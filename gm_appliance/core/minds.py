"""The box as a player that knows only what a player in its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Generic, TypeAlias, TypeVar

from gm_appliance.core.domains import JSON
from gm_appliance.core.values import Value

S = TypeVar("S")
K = TypeVar("K")

Thought: TypeAlias = "Callable[[Random], JSON]"
"""Finds an opponent's choice; the generator decides between equal ones."""


class Mind(Value, Generic[S, K]):
    """How an opponent plays.

    known:  returns what a player in this seat knows: the public view and this seat's secrets.
    choose: returns the value that answers the open decision. It never gets the state. It counts its effort
            instead of reading a clock, so the same knowledge and generator give the same choice.

    A player who was dealt a number says a higher one; the state has all numbers:

    >>> mind = Mind(lambda state, seat: state[seat - 1], lambda number, generator: number + 1)
    >>> mind.thought((3, 8), 2)(Random(1))
    9
    """

    known: Callable[[S, int], K]
    choose: Callable[[K, Random], JSON]

    def thought(self, state: S, seat: int) -> Thought:
        """The thought of this seat. It holds this seat's knowledge, not the state."""
        known, choose = self.known(state, seat), self.choose
        return lambda generator: choose(known, generator)
