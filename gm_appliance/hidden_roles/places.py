"""What is at each seat, and who is still in the fight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from gm_appliance.core.values import Value, replace


class Place(Value):
    """A seat. below: whether it is out of the fight. card: its card, if it was turned for all to see."""

    below: bool = False
    card: str = ""


P = TypeVar("P", bound=Place)


class Places(tuple[P, ...], Generic[P]):
    """All seats, in seating order. Derived values are computed once, because views share a `Places`.

    seats: all seats, by number. inside: the seats still in the fight, in seating order.
    """

    def __init__(self, places: Iterable[P]) -> None:
        self.seats = tuple(range(1, len(self) + 1))
        self.inside = tuple(seat for seat, place in zip(self.seats, self, strict=True) if not place.below)

    def banished(self, seat: int, card: str = "") -> Any:
        """A copy with this seat out of the fight. card: its card, if it is turned."""
        fallen = replace(self[seat - 1], below=True, card=card)
        return type(self)((*self[: seat - 1], fallen, *self[seat:]))
