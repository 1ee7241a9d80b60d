"""Who sits where in Götterdämmerung, and where the action cards lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.hidden_roles import places as kit

VALKYRIE = "valkyrie"


class Place(kit.Place):
    """One seat's god. number: tells Valkyries apart, from 1; 0 for a god."""

    god: str = VALKYRIE
    number: int = 0

    @property
    def role(self) -> str:
        """Its name in results: ``"hel"``, ``"valkyrie 3"``; empty before the gods are seated."""
        if self.god != VALKYRIE:
            return self.god
        return f"{VALKYRIE} {self.number}" if self.number else ""


class Places(kit.Places[Place]):
    """gods: each god's seat, in seating order, which is the order of play; without Valkyries."""

    def __init__(self, places: Iterable[Place]) -> None:
        super().__init__(places)
        self.gods = {place.god: seat for seat, place in enumerate(self, 1) if place.god != VALKYRIE}


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
        """A copy with this card at this seat."""
        away = {**self.away, card: seat}
        if seat == self.home[card]:
            del away[card]
        return Cards(self.home, away)

    def returned(self) -> Cards:
        """A copy with all cards at home."""
        return Cards(self.home)
