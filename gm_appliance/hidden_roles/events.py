"""The public events of every game of hidden roles."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.values import Value
from gm_appliance.hidden_roles.model import Count


class AllSeated(Value):
    """Everybody knows who sits where."""


class PadCalled(Value):
    """A seat's pad is known.

    none: it has no pad, and decides at the panel. swap: the pad was replaced during a game.
    """

    seat: int
    none: bool
    swap: bool


class Missing(Value):
    seats: tuple[int, ...]


class FactionsLearned(Value):
    """The cards were entered. fit: whether there are as many of each as were dealt."""

    fit: bool


class Banished(Value):
    """A seat is out of the fight.

    by:   the night, the council or a role: ``"conspiracy"``, ``"council"``, ``"hel"``.
    over: whether this ended the game, to the box's knowledge; if so, the reveal comes next.
    """

    seat: int
    by: str
    over: bool = False


class NobodyBanished(Value):
    """Nobody fell at night; the reason is secret."""


class Protected(Value):
    seat: int


class Accuses(Value):
    """A seat wants to accuse; the accused is not named yet."""

    accuser: int


class Withdrawn(Value):
    accuser: int


class Accused(Value):
    accuser: int
    accused: int


class Supported(Value):
    supporter: int
    accused: int


class Dropped(Value):
    accused: int


class ThumbsShown(Value):
    """All thumbs of a ballot, by seat in seating order."""

    accused: int
    thumbs: Mapping[int, str]


class Counted(Value):
    accused: int
    count: Count


class Totals(Value):
    """A counted ballot as totals only, cards included, for the option ``count="totals"``."""

    accused: int
    down: int
    up: int


class Spared(Value):
    accused: int
    tie: bool


class CouncilEnds(Value):
    """The council ends and nobody falls.

    why: ``"agreed"``, ``"second"`` (after the last vote of a day), ``"nobody"`` (can be accused any more).
    """

    why: str


class RoundBegins(Value):
    round: int


class NightVoid(Value):
    """Somebody peeked, and everything is restored to nightfall.

    seats: those back in the fight. cards: the cards that return to their former places.
    """

    seats: tuple[int, ...]
    cards: tuple[str, ...]


class Leaves(Value):
    seat: int


class Joins(Value):
    seat: int


class BallotChanged(Value):
    """From now on the table plays without pads, because nobody can hear the box.

    ballot: how everybody votes: ``"thumbs"`` or ``"booth"``.
    """

    ballot: str


class Won(Value):
    """The reveal: the winning side, and every seat's card; empty if the box does not know them."""

    faction: str
    factions: tuple[str, ...]


class Ended(Value):
    """The table ended the game before a side had won. factions: as in `Won`."""

    factions: tuple[str, ...]
