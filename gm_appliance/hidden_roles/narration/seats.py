"""How a game calls its seats and draws its table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from gm_appliance.core.cues import Props, Show
from gm_appliance.core.cues.screens import RingScreen, RingSeat
from gm_appliance.core.language import Name, Names
from gm_appliance.core.table_narration import Words

T = TypeVar("T")

BREATH = 1.0
"""Seconds of silence before the suspense is over."""

DAWN = 1.5
"""Seconds of silence after the storm."""

NAMES = 4
"""Names in one sentence; four keep it within twelve words."""


class SeatWords(Words):
    """A game defines `name`, `ring` and `table`."""

    def name(self, view: Any, seat: int) -> Name:
        raise NotImplementedError

    def ring(self, view: Any, marked: int = 0, lit: frozenset[int] | None = None) -> tuple[RingSeat, ...]:
        """The ring of seats. marked: the seat with the marker; 0 for none. lit: the seats with a bar, instead
        of those with cards."""
        raise NotImplementedError

    def table(self, view: Any, forward: bool = False) -> Props:
        """Everything on the table. forward: whether cards are pushed out, to be looked at."""
        raise NotImplementedError

    def names(self, view: Any, seats: Iterable[int]) -> Names:
        return self._.names(self.name(view, seat) for seat in seats)

    def in_groups(self, view: Any, seats: Iterable[int], most: int = NAMES) -> list[Names]:
        """The names of many seats, a few in each sentence."""
        seats = tuple(seats)
        return [self.names(view, seats[at : at + most]) for at in range(0, len(seats), most)]

    def against(self, view: Any, accused: int) -> str:
        return self._.pgettext("line", "Against {accused}", accused=self.name(view, accused))

    def marked(self, title: str, view: Any, seat: int) -> Show:
        """The ring with this seat marked and named."""
        return Show(RingScreen(title, self.ring(view, seat), (self.name(view, seat),)))


def by_round(view: Any, *words: T) -> T:
    """One of these, by round, to vary what is repeated every round."""
    number: int = view.round
    return words[(number - 1) % len(words)]
