"""The public events of Götterdämmerung."""

from __future__ import annotations

from gm_appliance.core.values import Value


class Seated(Value):
    god: str
    seat: int


class OracleMoved(Value):
    dice: tuple[int, ...]
    seat: int


class CardsReturned(Value):
    cards: tuple[str, ...]


class Skipped(Value):
    """A wounded god takes no action."""

    god: str


class Targetless(Value):
    god: str


class Passed(Value):
    god: str


class CardLaid(Value):
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
    god: str
    seat: int


class Looked(Value):
    """The Oracle has looked."""


class Absent(Value):
    """A god whose player left takes no action."""

    god: str
