"""The public events of Götterdämmerung."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.values import Value
from gm_appliance.games.gotterdammerung.model import Count


class Seated(Value):
    god: str
    seat: int


class AllSeated(Value):
    """Every seat has its god or its Valkyrie, and the Oracle is in its starting place."""


class Missing(Value):
    """These seats did not press in the secret window."""

    seats: tuple[int, ...]


class FactionsLearned(Value):
    """The factions were entered. fit: whether there are as many of each as faction cards."""

    fit: bool


class Banished(Value):
    """A seat falls to the Underworld. by: ``"conspiracy"``, ``"hel"`` or ``"council"``. over: whether this
    ended the game, to the box's knowledge; if so, the reveal comes next."""

    seat: int
    by: str
    over: bool = False


class NobodyBanished(Value):
    """Nobody was banished at night; the reason is secret."""


class OracleMoved(Value):
    dice: tuple[int, ...]
    seat: int


class CardsReturned(Value):
    """The action cards that lay at other seats go back to their gods."""

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
    god: str
    card: str
    seat: int


class OracleSent(Value):
    god: str
    seat: int


class Protected(Value):
    """A card keeps this seat in Asgard."""

    seat: int


class Looked(Value):
    """The Oracle has looked."""


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
    """Nobody supported the accusation, so it does not count."""

    accused: int


class ThumbsShown(Value):
    """All thumbs of a ballot, by seat in seating order."""

    accused: int
    thumbs: Mapping[int, str]


class Counted(Value):
    accused: int
    count: Count


class Spared(Value):
    accused: int
    tie: bool


class CouncilEnds(Value):
    """The council ends without a banishment. why: ``"agreed"``, ``"second"`` (after the second vote),
    ``"nobody"`` (can be accused any more)."""

    why: str


class RoundBegins(Value):
    round: int


class Won(Value):
    """The reveal: the winning faction, and every seat's faction; empty if the box does not know them."""

    faction: str
    factions: tuple[str, ...]


class Totals(Value):
    """A counted ballot as totals only, cards included, for the option ``count="totals"``."""

    accused: int
    down: int
    up: int


class PadCalled(Value):
    """A seat's pad is known. none: it has no pad, and decides at the panel. swap: the pad was replaced during
    a game."""

    seat: int
    none: bool
    swap: bool


class NightVoid(Value):
    """Somebody peeked, and everything is restored to nightfall. seats: those back in Asgard. cards: the
    action cards that return to their former places."""

    seats: tuple[int, ...]
    cards: tuple[str, ...]


class Leaves(Value):
    seat: int


class Joins(Value):
    seat: int


class BallotChanged(Value):
    """From now on the table plays without pads, because nobody can hear the box. ballot: how everybody votes:
    ``"thumbs"`` or ``"booth"``."""

    ballot: str


class Absent(Value):
    """A god whose player left takes no action."""

    god: str


class Ended(Value):
    """The table ended the game before a faction won. factions: as in `Won`."""

    factions: tuple[str, ...]
