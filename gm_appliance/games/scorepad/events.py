"""The score pad's events: what all are told."""

from __future__ import annotations

from gm_appliance.core.values import immutable


@immutable
class Scored:
    seat: int
    points: int
    total: int


@immutable
class RoundOver:
    """The round of that number is complete."""

    round: int


@immutable
class RoundBegins:
    round: int
    dealer: int


@immutable
class Deals:
    """Another player deals the round that is open."""

    dealer: int


@immutable
class Corrected:
    """An entry of `seat` in `round` was `old` and is `new`; the total follows from it.

    old: 0 where there was none yet.
    """

    round: int
    seat: int
    old: int
    new: int
    total: int


@immutable
class EntryMoved:
    """An entry of `seat` in `round` is another seat's now; the totals of both follow from it."""

    round: int
    seat: int
    to: int
    points: int
    total: int
    total_to: int


@immutable
class EntryDeleted:
    """An entry of `seat` in `round` is gone; the total follows from it."""

    round: int
    seat: int
    points: int
    total: int


@immutable
class PlayerJoins:
    """Somebody plays from now on, or again, and has so many points."""

    seat: int
    total: int


@immutable
class PlayerLeaves:
    """Somebody plays no more. The points stay."""

    seat: int
    total: int


@immutable
class Ended:
    """Why, as in `model.Over`, and who shares the first place; nobody if nothing was entered."""

    why: str
    winners: tuple[int, ...]
