"""What has just happened, and can still be changed by a god weapon."""

from __future__ import annotations

from gm_appliance.core.values import immutable


@immutable
class Lying:
    """Dice as they were thrown last, for the Crown of Fortune.

    yellow, blue, white: what lies on top of each. before: the followers the seat had before white dice.
    """

    seat: int
    yellow: tuple[str, ...] = ()
    blue: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    before: int = 0


@immutable
class Site:
    """The building that was built last in this turn, for the Backstab. cost: what was really paid, in the
    order of `RESOURCES`. followers: what came with it. claimed: it locked its area for the first time."""

    seat: int
    what: str
    cost: tuple[int, int, int]
    followers: int
    claimed: bool = False
