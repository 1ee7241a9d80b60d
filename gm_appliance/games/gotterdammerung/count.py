"""The count of a ballot (rulebook, "The Council of the Gods")."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.games.gotterdammerung.gods import votes_of, weight
from gm_appliance.games.gotterdammerung.model import DOWN, UP, Count, Modifier, View


def count(view: View, thumbs: Mapping[int, str]) -> Count:
    """Count complete thumbs by seat: raw, then each card that changes a weight, then the total."""
    raw_down = sum(thumb == DOWN for thumb in thumbs.values())
    modifiers = tuple(
        Modifier(seat, card, thumb, votes_of(card))
        for seat, thumb in thumbs.items()
        for card in view.cards_at(seat)
        if votes_of(card)
    )

    def total(thumb: str) -> int:
        return sum(weight(view, seat) for seat, one in thumbs.items() if one == thumb)

    return Count(raw_down, len(thumbs) - raw_down, modifiers, total(DOWN), total(UP))
