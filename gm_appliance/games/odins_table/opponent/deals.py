"""Possible deals of the cards that are hidden from the box. The person's deck is assumed to have the same
cards as the box's, minus those known to be elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeAlias

from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.fight import CARDS
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK
from gm_appliance.games.odins_table.opponent.knowledge import Knowledge

Hands: TypeAlias = "tuple[list[int], list[int]]"  # White's and Black's six cards, by column


class Deals:
    """Random deals consistent with what the box knows. decks: by colour, the cards that may replace a used
    card."""

    def __init__(self, known: Knowledge) -> None:
        view, other = known.view, known.other
        self._own = list(known.cards)
        self._is_white = known.colour == WHITE
        self._open = tuple(view.known[other])
        self._wall = view.wall
        lying = (card for card in self._open if card is not None)
        theirs = _without((*view.piles[other].used, *lying, *self._wall.shown))
        own = _without((*view.piles[known.colour].used, *known.cards))
        self.decks: tuple[Sequence[int], Sequence[int]] = (own, theirs) if self._is_white else (theirs, own)

    def deal(self, generator: Random) -> Hands:
        own, theirs = list(self._own), self._theirs(generator)
        return (own, theirs) if self._is_white else (theirs, own)

    def _theirs(self, generator: Random) -> list[int]:
        """Face-up cards; shown cards in columns where they may still be; elsewhere cards from the deck."""
        cards: list[int | None] = list(self._open)
        columns = sorted(self._wall.first)
        generator.shuffle(columns)
        for column, card in zip(columns, self._wall.shown, strict=False):
            cards[column] = card
        deck = self.decks[BLACK if self._is_white else WHITE]
        return [drawn(deck, generator) if card is None else card for card in cards]


def drawn(deck: Sequence[int], generator: Random) -> int:
    return deck[int(generator.random() * len(deck))]


def _without(cards: Iterable[int]) -> tuple[int, ...]:
    """A deck without these cards; one of each card if nothing is left."""
    deck = list(CARDS_OF_A_DECK)
    for card in cards:
        if card in deck:
            deck.remove(card)
    return tuple(deck) or CARDS
