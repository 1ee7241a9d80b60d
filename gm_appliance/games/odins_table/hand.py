"""The box's own cards when it plays: the only secret in Odin's Table; and the state that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from gm_appliance.core.values import Redacted
from gm_appliance.games.odins_table.board import COLUMNS
from gm_appliance.games.odins_table.model import DECK, OdinView, put

MIXTURE = (2, 2, 3, 3, 3, 3, 3, 3, 3, 2)
"""Copies of each card, 0 to 9, in the box's deck: an assumption, because the rulebook does not say."""

CARDS_OF_A_DECK = tuple(card for card, number in enumerate(MIXTURE) for _ in range(number))
assert len(CARDS_OF_A_DECK) == DECK


class Hand(Redacted):
    """The box's cards.

    cards: by column; None if a card was used and the deck must be shuffled first.
    deck:  cards to be drawn, next one first. The box's mind does not know them.
    awaits: its piece attacks, and Idunn scouts if she guards the column attacked; revealed only after the
            fight.
    """

    redacted = ("cards", "deck", "awaits")

    cards: tuple[int | None, ...]
    deck: tuple[int, ...]
    awaits: bool = False

    @property
    def waits(self) -> bool:
        """Whether a column is empty because the deck is used up."""
        return None in self.cards

    def used(self, column: int) -> Hand:
        card, deck = (self.deck[0], self.deck[1:]) if self.deck else (None, ())
        return Hand(put(self.cards, column, card), deck)

    def shuffled(self, discarded: Sequence[int], number: int) -> Hand:
        """With those cards as a new deck, in their `number`-th order, and the empty place filled."""
        first, *rest = in_order(discarded, number)
        return Hand(put(self.cards, self.cards.index(None), first), tuple(rest))

    def swapped(self, first: int, second: int) -> Hand:
        cards = put(put(self.cards, first, self.cards[second]), second, self.cards[first])
        return Hand(cards, self.deck)


class LastFight(Redacted):
    """The last fight against the box, while the person may still correct the card named in it.

    before:   the state when that card was asked for.
    shuffled: the order drawn when the fight used up the box's deck; 0 if it did not.
    """

    redacted = ("before", "shuffled")

    before: State
    shuffled: int = 0


class State(Redacted):
    """The whole game: the public view, and the box's cards while it plays. last_fight: if correctable."""

    redacted = ("hand", "last_fight")

    view: OdinView
    hand: Hand | None = None
    last_fight: LastFight | None = None


def orders(number: int) -> int:
    """The number of orders of `number` cards, treating equal cards as different."""
    return factorial(number)


def in_order(cards: Sequence[int], number: int) -> tuple[int, ...]:
    """The cards in their `number`-th order, counted from 1.

    >>> [in_order((3, 5, 8), number) for number in (1, 2, 6)]
    [(3, 5, 8), (3, 8, 5), (8, 5, 3)]
    """
    left, rest, found = list(cards), number - 1, []
    while left:
        at, rest = divmod(rest, factorial(len(left) - 1))
        found.append(left.pop(at))
    return tuple(found)


def dealt(number: int) -> Hand:
    """The deck in its `number`-th order, with its first six cards in the box's hand."""
    deck = in_order(CARDS_OF_A_DECK, number)
    return Hand(deck[:COLUMNS], deck[COLUMNS:])
