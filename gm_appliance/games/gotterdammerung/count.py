"""The count of a ballot. Rulebook, "The Council of the Gods", and the cards of Sif, Thor, Heimdall, Balder
and Freya."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.games.gotterdammerung.gods import ActionCard, card_of, weight
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.hidden_roles.model import DOWN, UP, Count, Modifier


def count(
    view: GotterdammerungView, accused: int, thumbs: Mapping[int, str], voters: tuple[int, ...]
) -> Count:
    """Count a complete ballot. thumbs: of everybody who showed one, by seat. voters: the seats whose own
    thumb counts. An accused Balder who is not among them still turns the votes of his card's holder."""
    raw = [thumbs[seat] for seat in voters]
    modifiers: list[Modifier] = []
    facing = {seat: thumbs[seat] for seat in thumbs}
    for card, seat in _lying(view, lambda card: card.turns):
        leader = view.seat_of(card)
        if seat in voters and leader in thumbs and thumbs[leader] != thumbs[seat]:
            facing[seat] = thumbs[leader]
            modifiers.append(Modifier(seat, card, facing[seat], 0))
    for card, seat in _lying(view, lambda card: bool(card.votes)):
        if seat in voters:
            modifiers.append(Modifier(seat, card, facing[seat], card_of(card).votes))
    total = {DOWN: 0, UP: 0}
    for seat in voters:
        total[facing[seat]] += weight(view, seat)
    for card, seat in _lying(view, lambda card: bool(card.adds)):
        own = view.seat_of(card)
        if seat == accused and own in facing:
            total[facing[own]] += card_of(card).adds
            modifiers.append(Modifier(own, card, facing[own], card_of(card).adds))
    return Count(raw.count(DOWN), raw.count(UP), tuple(modifiers), total[DOWN], total[UP])


def _lying(view: GotterdammerungView, effect: Callable[[ActionCard], bool]) -> list[tuple[str, int]]:
    """The cards with this effect at players other than their god, each with that seat."""
    lying = view.cards.lying
    return [(card, seat) for seat in sorted(lying) for card in lying[seat] if effect(card_of(card))]
