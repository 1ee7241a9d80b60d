"""The score pad's events. Seats and rounds count from 1."""

from __future__ import annotations

from gm_appliance.core.values import Value


class Scored(Value):
    """Points were entered for a seat. total: the seat's, including these."""

    seat: int
    points: int
    total: int


class RoundOver(Value):
    round: int


class RoundBegins(Value):
    round: int
    dealer: int


class Deals(Value):
    dealer: int


class AsksEverybody(Value):
    """From now on the box asks everybody for points once a round (`on`), or waits for entries."""

    on: bool


class Corrected(Value):
    """An entry of `seat` in `round` was changed from `old` to `new` points. old: 0 if there was no entry.
    total: the seat's, with the new points."""

    round: int
    seat: int
    old: int
    new: int
    total: int


class EntryMoved(Value):
    """An entry of `seat` in `round` was given to the seat `to`. total, total_to: the new totals of both."""

    round: int
    seat: int
    to: int
    points: int
    total: int
    total_to: int


class EntryDeleted(Value):
    """An entry of `seat` in `round` was deleted. total: the seat's new total."""

    round: int
    seat: int
    points: int
    total: int


class PlayerJoins(Value):
    """Somebody joins or comes back. total: the points they start with."""

    seat: int
    total: int


class PlayerLeaves(Value):
    seat: int
    total: int


class Ended(Value):
    """The game is decided. why: as in `model.Over`. winners: the seats in first place, if any."""

    why: str
    winners: tuple[int, ...]
