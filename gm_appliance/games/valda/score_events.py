"""Valda's events, kept as a score: what all are told. Seats and rounds count from 1."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rolled:
    """These seats rolled these numbers for who begins. highest: who rolled most; several roll once more."""

    numbers: tuple[tuple[int, int], ...]
    highest: tuple[int, ...]


@dataclass(frozen=True)
class RoundBegins:
    """A round begins, and this seat with it. clockwise: as all rounds but the last of the Turnaround."""

    round: int
    first: int
    clockwise: bool = True


@dataclass(frozen=True)
class Moved:
    """A seat's followers were `before` and are `after`."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True)
class ZoneReached:
    """From now on the seat never falls below this many followers."""

    seat: int
    zone: int


@dataclass(frozen=True)
class Corrected:
    """A seat's followers were entered as `before` and are `after`."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True)
class Tied:
    """These seats are first, tied in ``"followers"`` or ``"buildings"``."""

    seats: tuple[int, ...]
    what: str


@dataclass(frozen=True)
class Counted:
    """A seat has so many ``"buildings"`` or ``"resources"``, which breaks a tie."""

    what: str
    seat: int
    number: int


@dataclass(frozen=True)
class Ended:
    """The game is decided: ``"played"`` to its end, or a ``"race"`` won; and who shares the win."""

    why: str
    winners: tuple[int, ...]
