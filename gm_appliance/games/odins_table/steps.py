"""A step of Odin's Table under construction."""

from __future__ import annotations

from gm_appliance.core.game import Step
from gm_appliance.core.views import BaseStepBuilder
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.hand import Hand, State
from gm_appliance.games.odins_table.model import OdinView, put, put_known


class OdinStepBuilder(BaseStepBuilder[OdinView]):
    """A step under construction: the view so far, the box's hand, and the events. final: whether a card of
    the box was revealed; such a step cannot be taken back."""

    __slots__ = ("final", "hand")

    def __init__(self, state: State) -> None:
        super().__init__(state.view)
        self.hand: Hand | None = state.hand
        self.final = False

    def card(self, colour: int, column: int) -> int | None:
        """A colour's card in that column if it lies face up or is the box's; otherwise None."""
        if (known := self.view.known[colour][column]) is not None:
            return known
        return self.hand.cards[column] if self.hand and colour == self.view.box else None

    def reveal(self, colour: int, column: int) -> int | None:
        """The same card, shown to everybody: a hidden card of the box makes the step final."""
        self.final = self.final or (colour == self.view.box and self.view.known[colour][column] is None)
        return self.card(colour, column)

    def seen(self, colour: int, column: int, card: int) -> None:
        """A colour's card was seen. If it is the person's, update what the wall may still hide."""
        if self.hand and colour != self.view.box:
            self.change(wall=self.view.wall.seen(column, card))

    def discard(self, colour: int, column: int, card: int) -> None:
        view = self.view
        piles = list(view.piles)
        piles[colour] = piles[colour].discarded(card)
        known = put_known(view, colour, put(view.known[colour], column, None))
        self.change(piles=(piles[WHITE], piles[BLACK]), known=known)
        self.seen(colour, column, card)
        if self.hand and colour == view.box:
            self.hand = self.hand.used(column)

    def step(self) -> Step[State, OdinView]:
        return Step(State(self.view, self.hand), tuple(self.events), self.final)
