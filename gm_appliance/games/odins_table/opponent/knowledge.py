"""What the player in the box's seat knows: the public view, and its own cards."""

from __future__ import annotations

from dataclasses import field

from gm_appliance.core.values import immutable
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.hand import State
from gm_appliance.games.odins_table.model import BOX, View


@immutable
class Knowledge:
    """All that the box's player may think with; neither deck is in it, nor the other's hidden cards.

    cards: its own, by column.
    """

    view: View
    cards: tuple[int, ...] = field(repr=False)

    @property
    def colour(self) -> int:
        """WHITE or BLACK, which the box plays."""
        return self.view.colour_of(BOX)

    @property
    def other(self) -> int:
        """The person's colour."""
        return BLACK if self.colour == WHITE else WHITE


def knowledge(state: State, seat: int) -> Knowledge:
    """What that seat, the box's, knows. Raises LookupError for any other, and where the box plays none."""
    if state.hand is None or seat != BOX:
        raise LookupError(f"the box does not play seat {seat}")
    return Knowledge(state.view, tuple(card for card in state.hand.cards if card is not None))
