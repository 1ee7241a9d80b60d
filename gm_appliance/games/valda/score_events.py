"""Events of Valda's score alone; it shares `RoundBegins` and others with the companion's."""

from __future__ import annotations

from gm_appliance.core.values import immutable


@immutable
class Moved:
    """A seat's followers were `before` and are `after`."""

    seat: int
    before: int
    after: int


@immutable
class Tied:
    """These seats are first, tied in ``"followers"`` or ``"buildings"``."""

    seats: tuple[int, ...]
    what: str


@immutable
class Counted:
    """A seat has so many ``"buildings"`` or ``"resources"``, which breaks a tie."""

    what: str
    seat: int
    number: int
