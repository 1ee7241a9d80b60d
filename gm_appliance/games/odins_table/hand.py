"""The box's own cards, where it plays: the one secret of Odin's Table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import factorial

from gm_appliance.core.values import immutable
from gm_appliance.games.odins_table.board import COLUMNS
from gm_appliance.games.odins_table.model import DECK, View, put

MIXTURE = (2, 2, 3, 3, 3, 3, 3, 3, 3, 2)
"""How many of each card, 0 to 9, are in the box's deck: our own guess, for the book does not say."""

CARDS_OF_A_DECK = tuple(card for card, number in enumerate(MIXTURE) for _ in range(number))
assert len(CARDS_OF_A_DECK) == DECK


@immutable
class Hand:
    """What the box holds.

    cards: by column; None where a card was used and the deck has to be shuffled first.
    deck:  to be drawn, the next one first. What the box does not know itself is in here.
    """

    cards: tuple[int | None, ...] = field(repr=False)
    deck: tuple[int, ...] = field(repr=False)

    @property
    def waits(self) -> bool:
        """Whether a place is empty, for no card is left to be drawn."""
        return None in self.cards

    def used(self, column: int) -> Hand:
        """Without that card; the next one of the deck takes its place."""
        card, deck = (self.deck[0], self.deck[1:]) if self.deck else (None, ())
        return Hand(put(self.cards, column, card), deck)

    def shuffled(self, discarded: Sequence[int], number: int) -> Hand:
        """With those cards as a new deck, in the order of that number, and the empty place filled."""
        first, *rest = in_order(discarded, number)
        return Hand(put(self.cards, self.cards.index(None), first), tuple(rest))

    def swapped(self, first: int, second: int) -> Hand:
        """With these two cards in each other's places."""
        cards = put(put(self.cards, first, self.cards[second]), second, self.cards[first])
        return Hand(cards, self.deck)


@immutable
class State:
    """All there is: what everybody may know, and the box's cards while it plays."""

    view: View
    hand: Hand | None = field(default=None, repr=False)


def orders(number: int) -> int:
    """In how many orders so many cards can lie, each card counted as another one."""
    return factorial(number)


def in_order(cards: Sequence[int], number: int) -> tuple[int, ...]:
    """The cards in one of their orders, the `number`-th of all, from 1.

    >>> [in_order((3, 5, 8), number) for number in (1, 2, 6)]
    [(3, 5, 8), (3, 8, 5), (8, 5, 3)]
    """
    left, rest, found = list(cards), number - 1, []
    while left:
        at, rest = divmod(rest, factorial(len(left) - 1))
        found.append(left.pop(at))
    return tuple(found)


def dealt(number: int) -> Hand:
    """A shuffled deck of which the first six lie before the box."""
    deck = in_order(CARDS_OF_A_DECK, number)
    return Hand(deck[:COLUMNS], deck[COLUMNS:])
