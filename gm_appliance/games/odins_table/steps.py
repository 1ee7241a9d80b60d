"""A step of Odin's Table in the making."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Step
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.model import View, put, put_known


class OdinStepBuilder:
    """A step in the making: the view so far and what has been told of it."""

    __slots__ = ("events", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.events: list[tuple[Any, View]] = []

    def change(self, **changes: Any) -> None:
        """Change the view without a word."""
        self.view = self.view.changed(changes)

    def tell(self, event: object, **changes: Any) -> None:
        """Change the view and tell the event that did it."""
        if changes:
            self.view = self.view.changed(changes)
        self.events.append((event, self.view))

    def discard(self, colour: int, column: int, card: int) -> None:
        """A colour's card in that column was used: it is discarded, and one unknown takes its place."""
        view = self.view
        piles = list(view.piles)
        piles[colour] = piles[colour].discarded(card)
        known = put_known(view, colour, put(view.known[colour], column, None))
        self.change(piles=(piles[WHITE], piles[BLACK]), known=known)

    def step(self) -> Step[View, View]:
        """The step, made."""
        return Step(self.view, tuple(self.events))
