"""What all are told: an event for everything that happens in public."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.values import frozen
from gm_appliance.games.gotterdammerung.model import Count


@frozen
class Seated:
    god: str
    seat: int


@frozen
class AllSeated:
    """Every seat has its god or its Valkyrie, and the Oracle lies where it starts."""


@frozen
class Missing:
    """These seats did not press in the window."""

    seats: tuple[int, ...]


@frozen
class FactionsLearned:
    """Whether the thumbs fit the number of faction cards."""

    fit: bool


@frozen
class Banished:
    """By ``"conspiracy"``, ``"hel"`` or ``"council"``.

    over: the game has ended with it, as far as the box knows: the reveal comes next.
    """

    seat: int
    by: str
    over: bool = False


@frozen
class NobodyBanished:
    """The night passed; never with a reason."""


@frozen
class OracleMoved:
    """By the dice, so many seats on."""

    dice: tuple[int, ...]
    seat: int


@frozen
class CardsReturned:
    """The action cards that lay elsewhere go back to their gods."""

    cards: tuple[str, ...]


@frozen
class Skipped:
    """A wounded god takes no action."""

    god: str


@frozen
class Targetless:
    """A god has nobody to act on."""

    god: str


@frozen
class Passed:
    god: str


@frozen
class CardLaid:
    """A god's action card was laid at a seat."""

    god: str
    seat: int


@frozen
class CardRemoved:
    """A god sent a card that lay at a seat home to its own god."""

    god: str
    card: str
    seat: int


@frozen
class CardTaken:
    """A god took a card that lay at a seat to himself."""

    god: str
    card: str
    seat: int


@frozen
class OracleSent:
    """A god moved the Oracle to a seat."""

    god: str
    seat: int


@frozen
class Protected:
    """A card keeps this seat in Asgard."""

    seat: int


@frozen
class Looked:
    """The Oracle has looked."""


@frozen
class Accuses:
    """Somebody wants to accuse; whom is not said yet."""

    accuser: int


@frozen
class Withdrawn:
    accuser: int


@frozen
class Accused:
    accuser: int
    accused: int


@frozen
class Supported:
    supporter: int
    accused: int


@frozen
class Dropped:
    """Nobody supported it; it does not count."""

    accused: int


@frozen
class ThumbsShown:
    """All thumbs of a ballot at once, by seat."""

    accused: int
    thumbs: Mapping[int, str]


@frozen
class Counted:
    accused: int
    count: Count


@frozen
class Spared:
    accused: int
    tie: bool


@frozen
class CouncilEnds:
    """Without a banishment: ``"agreed"``, ``"second"`` (after the second vote), ``"nobody"``."""

    why: str


@frozen
class RoundBegins:
    """The next round, before its night."""

    round: int


@frozen
class Won:
    """The reveal: the faction that stands and every seat's faction."""

    faction: str
    factions: tuple[str, ...]


@frozen
class Totals:
    """A counted ballot by its totals alone, every card counted in; where the house wants no more."""

    accused: int
    down: int
    up: int


# ---------------------------------------------------------------- what happens to people


@frozen
class PadCalled:
    """This seat's pad is known; with `none` it has none, and decides at the panel.

    swap: in the middle of a game.
    """

    seat: int
    none: bool
    swap: bool


@frozen
class NightVoid:
    """Somebody had the eyes open. All is as before the night.

    seats: back in Asgard. cards: the action cards that go back to where they lay.
    """

    seats: tuple[int, ...]
    cards: tuple[str, ...]


@frozen
class Leaves:
    """Nobody plays this seat from now on."""

    seat: int


@frozen
class Joins:
    """Somebody plays this seat again."""

    seat: int


@frozen
class Absent:
    """A god whose player left takes no action."""

    god: str


@frozen
class Ended:
    """The table ended the game before a faction won; every seat's faction, where they are known."""

    factions: tuple[str, ...]
