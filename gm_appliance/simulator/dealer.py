"""Deals faction cards when the table is told to, as people do: outside the game, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gm_appliance.core.cues import Prop

PROTECT = "protect"
CONSPIRE = "conspire"


def deal_asked(items: Sequence[Prop]) -> tuple[int, int] | None:
    """How many protectors and conspirators are to be dealt; None where no deal lies there."""
    for prop in items:
        kind, _, numbers = prop.mark.partition(":")
        if kind == "deal":
            protectors, conspirators = numbers.split(":")
            return int(protectors), int(conspirators)
    return None


def seen_in_asgard(items: Sequence[Prop]) -> frozenset[int]:
    """The seats whose god's card is not turned to the Underworld."""
    return frozenset(prop.seat for prop in items if prop.mark == "god")


def shuffled(protectors: int, conspirators: int, rng: Random) -> dict[int, str]:
    """A faction card for each seat from 1."""
    cards = [PROTECT] * protectors + [CONSPIRE] * conspirators
    rng.shuffle(cards)
    return dict(enumerate(cards, 1))


class Dealer:
    """A tabletop that deals once when a deal is first laid out."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._cards: dict[int, str] = {}
        self._asgard: frozenset[int] = frozenset()

    def lay(self, items: Sequence[Prop]) -> None:
        self._asgard = seen_in_asgard(items)
        asked = deal_asked(items)
        if asked and not self._cards:
            self._cards = shuffled(*asked, self._rng)

    def card(self, seat: int) -> str | None:
        """The faction card at a seat; None before the deal."""
        return self._cards.get(seat)

    def asgard(self) -> frozenset[int]:
        """The seats whose god's card lies in Asgard, as everybody sees."""
        return self._asgard
