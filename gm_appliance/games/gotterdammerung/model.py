"""Götterdämmerung's own records: options, phases and the view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from gm_appliance.core.values import Value, field
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.hooks import StepBuilder

PROTECT = "protect"
CONSPIRE = "conspire"

# Rulebook, "Setup", for a game with a game master.
_CONSPIRATORS = {7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 5}

DECKS: Mapping[int, Mapping[str, int]] = {
    n: {CONSPIRE: few, PROTECT: n - few} for n, few in _CONSPIRATORS.items()
}
"""The faction cards dealt, by players."""

Target: TypeAlias = "int | str"
"""The target of a god's action: a seat, a card by its god's name, or ``"oracle"``."""


class Setup(kit.Setup):
    """The options of one game; `OPTIONS` in the package has their ranges and defaults."""

    gods: int
    pick: str
    seating: str
    dice: str
    look: int


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

    def __init__(self, each: Iterable[Place]) -> None:
        super().__init__(each)
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


class Picking(Value):
    """The table chooses which gods take part; `gods` are those chosen so far."""

    gods: tuple[str, ...]


class Seating(Value):
    """The table chooses seats for `gods`, in order of play; `seats` are the first gods' seats."""

    gods: tuple[str, ...]
    seats: tuple[int, ...]


class Dice(Value):
    """The Oracle's two dice; `thrown` holds those thrown so far."""

    thrown: tuple[int, ...] = ()


class Turn(Value):
    """A god may act. The player at seat `by` decides: the god's own, or Niörd's as a deputy."""

    god: str
    by: int


class Look(Value):
    """The Oracle looks at a card."""


class GotterdammerungView(kit.HiddenRolesView):
    """All public knowledge.

    cards:       where each action card lies; at its own god's seat it is inert.
    oracle:      the seat that holds the Oracle.
    dice:        the last dice thrown; empty before.
    dvalin_last: the seat Dvalin's card was last given to, and the round; (0, 0) for never.
    """

    setup: Setup
    places: Places
    cards: Cards = field(default_factory=lambda: Cards({}))
    oracle: int = 1
    dice: tuple[int, ...] = ()
    dvalin_last: tuple[int, int] = (0, 0)

    @property
    def asgard(self) -> tuple[int, ...]:
        """The seats in Asgard, in seating order, which is the order of the roll call."""
        return self.places.inside

    def place(self, seat: int) -> Place:
        return self.places[seat - 1]

    def seat_of(self, god: str) -> int:
        """The seat of a god; 0 if the god does not take part."""
        return self.places.gods.get(god, 0)

    def cards_at(self, seat: int) -> tuple[str, ...]:
        """Other gods' action cards at this seat."""
        return self.cards.lying.get(seat, ())


GotterdammerungStepBuilder: TypeAlias = StepBuilder[GotterdammerungView]
