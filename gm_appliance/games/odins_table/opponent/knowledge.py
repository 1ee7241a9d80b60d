"""The knowledge of a player in the box's seat: the public view and its own cards."""

from __future__ import annotations

from gm_appliance.core.values import Redacted
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.hand import State
from gm_appliance.games.odins_table.model import BOX, OdinView


class Knowledge(Redacted):
    """Everything the box's mind receives: no deck, and none of the person's hidden cards. cards: the box's
    own, by column."""

    redacted = ("cards",)

    view: OdinView
    cards: tuple[int, ...]

    @property
    def colour(self) -> int:
        return self.view.colour_of(BOX)

    @property
    def other(self) -> int:
        return BLACK if self.colour == WHITE else WHITE


def knowledge(state: State, seat: int) -> Knowledge:
    """The knowledge of the box's seat. Raises LookupError for other seats, and if the box does not play."""
    if state.hand is None or seat != BOX:
        raise LookupError(f"the box does not play seat {seat}")
    return Knowledge(state.view, tuple(card for card in state.hand.cards if card is not None))
