"""Deals cards as people would, outside the game, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm_appliance.core.cues.props import Card, Deck, Plate, Prop


def deck_asked(items: Sequence[Prop]) -> Deck | None:
    return next((prop for prop in items if isinstance(prop, Deck)), None)


def unturned(items: Sequence[Prop]) -> frozenset[int]:
    """The seats whose plates are not turned round."""
    return frozenset(prop.at for prop in items if isinstance(prop, Plate) and not prop.turned)


def shuffled(deck: Deck, rng: Random) -> tuple[Card, ...]:
    """A card for each seat from 1."""
    cards = [card for card, count in deck.cards for _ in range(count)]
    rng.shuffle(cards)
    return tuple(cards)


class Dealer:
    """A tabletop that deals when the first deck is laid out."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._cards: tuple[Card, ...] = ()
        self._unturned: frozenset[int] = frozenset()

    def lay(self, items: Sequence[Prop]) -> None:
        self._unturned = unturned(items)
        deck = deck_asked(items)
        if deck and not self._cards:
            self._cards = shuffled(deck, self._rng)

    def card(self, seat: int) -> str | None:
        """The name of a seat's card; None before the deal."""
        return self._cards[seat - 1].name if 1 <= seat <= len(self._cards) else None

    def unturned(self) -> frozenset[int]:
        """The seats whose plates are not turned round, which everybody sees."""
        return self._unturned
