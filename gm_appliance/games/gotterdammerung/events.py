"""The public events of Götterdämmerung."""

from __future__ import annotations

from gm_appliance.core.values import Value


class Seated(Value):
    god: str
    seat: int


class OracleMoved(Value):
    """The Oracle moved on by the dice, to `seat`."""

    dice: tuple[int, ...]
    seat: int


class CardsReturned(Value):
    """The action cards that lay at other seats go back to their gods."""

    cards: tuple[str, ...]


class Skipped(Value):
    """A wounded god takes no action."""

    god: str


class Targetless(Value):
    """A god has no target."""

    god: str


class Passed(Value):
    """A god takes no action by choice."""

    god: str


class CardLaid(Value):
    """A god laid its action card at a seat."""

    god: str
    seat: int


class CardRemoved(Value):
    """A god sent `card`, which lay at `seat`, home to the card's own god."""

    god: str
    card: str
    seat: int


class CardTaken(Value):
    """A god took `card`, which lay at `seat`."""

    god: str
    card: str
    seat: int


class OracleSent(Value):
    """A god moved the Oracle to a seat."""

    god: str
    seat: int


class Looked(Value):
    """The Oracle has looked."""


class Absent(Value):
    """A god whose player left takes no action."""

    god: str
