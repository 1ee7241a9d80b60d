"""A step of Odin's Table in the making."""

from __future__ import annotations

from gm_appliance.core.game import Step
from gm_appliance.core.views import BaseStepBuilder
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.hand import Hand, State
from gm_appliance.games.odins_table.model import View, put, put_known


class OdinStepBuilder(BaseStepBuilder[View]):
    """A step in the making: the view so far, the box's hand, and what has been told.

    final: a card of the box was revealed, which nobody can forget.
    """

    __slots__ = ("final", "hand")

    def __init__(self, state: State) -> None:
        super().__init__(state.view)
        self.hand: Hand | None = state.hand
        self.final = False

    def card(self, colour: int, column: int) -> int | None:
        """A colour's card in that column, if it lies face up; the box's own even if not."""
        if (known := self.view.known[colour][column]) is not None:
            return known
        return self.hand.cards[column] if self.hand and colour == self.view.box else None

    def reveal(self, colour: int, column: int) -> int | None:
        """The same, for all to see: what follows from the box's card is final."""
        self.final = self.final or (colour == self.view.box and self.view.known[colour][column] is None)
        return self.card(colour, column)

    def seen(self, colour: int, column: int, card: int) -> None:
        """A colour's card lies open, or was used; what is behind the person's wall can be told better."""
        if self.hand and colour != self.view.box:
            self.change(wall=self.view.wall.seen(column, card))

    def discard(self, colour: int, column: int, card: int) -> None:
        """A colour's card in that column was used: it is discarded, and one unknown takes its place."""
        view = self.view
        piles = list(view.piles)
        piles[colour] = piles[colour].discarded(card)
        known = put_known(view, colour, put(view.known[colour], column, None))
        self.change(piles=(piles[WHITE], piles[BLACK]), known=known)
        self.seen(colour, column, card)
        if self.hand and colour == view.box:
            self.hand = self.hand.used(column)

    def step(self) -> Step[State, View]:
        """The step, made."""
        return Step(State(self.view, self.hand), tuple(self.events), self.final)
