"""Who sits where in Götterdämmerung, and where the action cards lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.core.values import Value, replace

VALKYRIE = "valkyrie"


class Place(Value):
    """One seat's god. number: tells Valkyries apart, from 1; 0 for a god. below: whether it is in the
    Underworld."""

    god: str
    number: int = 0
    below: bool = False

    @property
    def role(self) -> str:
        """Its name in results: ``"hel"``, ``"valkyrie 3"``; empty before the gods are seated."""
        if self.god != VALKYRIE:
            return self.god
        return f"{VALKYRIE} {self.number}" if self.number else ""


class Places(tuple[Place, ...]):
    """Every seat's god, in seating order. Derived values are computed once, because views share a `Places`.

    seats:  all seats, by number.
    asgard: the seats in Asgard, in seating order.
    gods:   each god's seat, in seating order, which is the order of play; without Valkyries.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self.seats = tuple(range(1, len(self) + 1))
        self.asgard = tuple(seat for seat, place in zip(self.seats, self, strict=True) if not place.below)
        self.gods = {place.god: seat for seat, place in enumerate(self, 1) if place.god != VALKYRIE}

    def banished(self, seat: int) -> Places:
        return Places((*self[: seat - 1], replace(self[seat - 1], below=True), *self[seat:]))


class Cards(dict[str, int]):
    """Where each action card lies, by its god. Never changed: moving a card returns a copy.

    home:  the seat of each card's own god, where it is inert.
    away:  the seats of cards away from home, in the order they were laid.
    lying: the cards away from home, by seat.
    """

    def __init__(self, home: Mapping[str, int], away: Mapping[str, int] | None = None) -> None:
        self.home = home
        self.away = away or {}
        super().__init__(home, **self.away)
        self.lying: dict[int, tuple[str, ...]] = {}
        for card, seat in self.away.items():
            self.lying[seat] = (*self.lying.get(seat, ()), card)

    def moved(self, card: str, seat: int) -> Cards:
        away = {**self.away, card: seat}
        if seat == self.home[card]:
            del away[card]
        return Cards(self.home, away)

    def returned(self) -> Cards:
        return Cards(self.home)
