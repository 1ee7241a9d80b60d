"""Deals cards as people would, outside the game, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm_appliance.core.cues.props import Card, Deck, Plate, Prop
from gm_appliance.core.values import replace
from gm_appliance.simulator.table_file import MAX_SEATS, SavedTable, TableFile


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
    """A tabletop that deals when the first deck is laid out. What people see of it: see `SeenTable`."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._cards: tuple[Card, ...] = ()
        self._unturned: frozenset[int] = frozenset()

    def lay(self, items: Sequence[Prop]) -> None:
        self._unturned = unturned(items)
        deck = deck_asked(items)
        if deck and not self._cards:
            self._cards = shuffled(deck, self._rng)

    def card_of(self, seat: int) -> str | None:
        return self._cards[seat - 1].name if 1 <= seat <= len(self._cards) else None

    def unturned(self) -> frozenset[int]:
        return self._unturned

    def shown_thumb(self, seat: int) -> None:
        """Nobody holds out a thumb here."""


class Dealt:
    """The dealt cards and the bots' seats, kept in a file, so that they outlive a restart."""

    def __init__(self, file: TableFile, rng: Random) -> None:
        self._file, self._rng = file, rng
        self._saved = file.load()

    def lay(self, items: Sequence[Prop]) -> None:
        """Deal the cards of a new deck."""
        deck = deck_asked(items)
        held = ", ".join(f"{count} {card.name}" for card, count in deck.cards) if deck else ""
        if held != self._saved.deck:
            cards = shuffled(deck, self._rng)[:MAX_SEATS] if deck else self._saved.cards
            self._save(replace(self._saved, deck=held, cards=cards))

    def to(self, seat: int) -> Card | None:
        """The card dealt to a seat; None before the deal."""
        return self._saved.cards[seat - 1] if 1 <= seat <= len(self._saved.cards) else None

    def card_of(self, seat: int) -> str | None:
        card = self.to(seat)
        return card.name if card else None

    def holders(self, card: str) -> tuple[int, ...]:
        return tuple(seat for seat, one in enumerate(self._saved.cards, 1) if one.name == card)

    @property
    def bots(self) -> frozenset[int]:
        return self._saved.bots

    def leave_to_bots(self, seats: frozenset[int]) -> bool:
        """Put bots at these seats; whether that is a change. Raises ValueError for a seat outside 1 to 15."""
        if not all(1 <= seat <= MAX_SEATS for seat in seats):
            raise ValueError(f"bots sit at seats 1 to {MAX_SEATS}")
        if seats == self.bots:
            return False
        self._save(replace(self._saved, bots=seats))
        return True

    def _save(self, saved: SavedTable) -> None:
        self._saved = saved
        self._file.save(saved)
