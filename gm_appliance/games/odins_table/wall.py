"""Deductions about the cards behind the person's wall, in a game against the box."""

from __future__ import annotations

from gm_appliance.core.values import Value, replace
from gm_appliance.games.odins_table.board import COLUMNS

_ALL = frozenset(range(COLUMNS))


class Wall(Value):
    """The hidden cards, to an observer who sees cards only while they lie face up.

    shown: those of the six cards shown at the start of the game that have not been seen since, lowest first.
    first: the columns, from 0, in which one of these may still be hidden.
    """

    shown: tuple[int, ...] = ()
    first: frozenset[int] = frozenset()

    @classmethod
    def of(cls, shown: tuple[int, ...]) -> Wall:
        """The start of a game: each of these six cards may be in any column."""
        return cls(tuple(sorted(shown)), _ALL)

    def seen(self, column: int, card: int) -> Wall:
        """That column's card was seen. If it equals one of the six, it counts as that one."""
        if column not in self.first:
            return self
        shown = list(self.shown)
        if card in shown:
            shown.remove(card)
        return Wall(tuple(shown), self.first - {column})

    def shuffled(self, hidden: frozenset[int]) -> Wall:
        """Cards hidden in these columns may have changed places, so each of the six may be in any of them."""
        return replace(self, first=hidden) if self.first else self

    def swapped(self, first: int, second: int) -> Wall:
        across = {first: second, second: first}
        return replace(self, first=frozenset(across.get(one, one) for one in self.first))


UNSEEN = Wall()
