"""What all may know of the cards behind the person's wall, who plays against the box."""

from __future__ import annotations

from dataclasses import replace

from gm_appliance.core.values import immutable
from gm_appliance.games.odins_table.board import COLUMNS

_ALL = frozenset(range(COLUMNS))


@immutable
class Wall:
    """Hidden cards, as whoever sees them only while they lie open can tell.

    shown: of the six shown as the game began, those not seen again since, the lowest first.
    first: the columns in which one of these may still be hidden; from 0.
    """

    shown: tuple[int, ...] = ()
    first: frozenset[int] = frozenset()

    @classmethod
    def of(cls, shown: tuple[int, ...]) -> Wall:
        """As the game begins: these six, and nobody else knows which is where."""
        return cls(tuple(sorted(shown)), _ALL)

    def seen(self, column: int, card: int) -> Wall:
        """That column's card lies open, or was used. One like a card of the six is taken for that."""
        if column not in self.first:
            return self
        shown = list(self.shown)
        if card in shown:
            shown.remove(card)
        return Wall(tuple(shown), self.first - {column})

    def shuffled(self, hidden: frozenset[int]) -> Wall:
        """Two of the cards hidden in these columns may have changed places: each may be anywhere now."""
        return replace(self, first=hidden) if self.first else self

    def swapped(self, first: int, second: int) -> Wall:
        """The cards of these columns changed places."""
        across = {first: second, second: first}
        return replace(self, first=frozenset(across.get(one, one) for one in self.first))


UNSEEN = Wall()
"""Nothing is known of any card."""
