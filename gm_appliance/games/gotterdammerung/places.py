"""What lies on Götterdämmerung's table: who sits where, and where the action cards are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gm_appliance.core.values import immutable

VALKYRIE = "valkyrie"


@immutable
class Place:
    """One seat's god. `number` tells Valkyries apart (from 1); 0 for a god."""

    god: str
    number: int = 0
    below: bool = False


class Places(tuple[Place, ...]):
    """Every seat's god, in seating order.

    Only a banishment makes others, and views share them until then: so they know what follows.

    seats:  all, by number. asgard: those in Asgard, in the order in which the roll call names them.
    gods:   each god's seat, in seating order, which is the order of play; no Valkyries.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self.seats = tuple(range(1, len(self) + 1))
        self.asgard = tuple(seat for seat, place in zip(self.seats, self, strict=True) if not place.below)
        self.gods = {place.god: seat for seat, place in enumerate(self, 1) if place.god != VALKYRIE}

    def banished(self, seat: int) -> Places:
        """With that seat's card turned to the Underworld."""
        return Places((*self[: seat - 1], replace(self[seat - 1], below=True), *self[seat:]))


class Cards(dict[str, int]):
    """Where each action card lies, by its god. Never changed: a card that is moved makes others.

    home: the seat of each card's own god, where it is inert.
    away: where those lie that are at another seat, in the order in which they were laid there.
    lying: the same by seat.
    """

    def __init__(self, home: Mapping[str, int], away: Mapping[str, int] | None = None) -> None:
        self.home = home
        self.away = away or {}
        super().__init__(home, **self.away)
        self.lying: dict[int, tuple[str, ...]] = {}
        for card, seat in self.away.items():
            self.lying[seat] = (*self.lying.get(seat, ()), card)

    def moved(self, card: str, seat: int) -> Cards:
        """With that card at that seat."""
        away = {**self.away, card: seat}
        if seat == self.home[card]:
            del away[card]
        return Cards(self.home, away)

    def returned(self) -> Cards:
        """All at home."""
        return Cards(self.home)
