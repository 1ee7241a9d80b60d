"""What all are told: an event for everything that happens in public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gm_appliance.games.gotterdammerung.model import Count


@dataclass(frozen=True)
class Seated:
    god: str
    seat: int


@dataclass(frozen=True)
class AllSeated:
    """Every seat has its god or its Valkyrie, and the Oracle lies where it starts."""


@dataclass(frozen=True)
class Missing:
    """These seats did not press in the window."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class FactionsLearned:
    """Whether the thumbs fit the number of faction cards."""

    fit: bool


@dataclass(frozen=True)
class Banished:
    """By ``"conspiracy"``, ``"hel"`` or ``"council"``.

    over: the game has ended with it, as far as the box knows: the reveal comes next.
    """

    seat: int
    by: str
    over: bool = False


@dataclass(frozen=True)
class NobodyBanished:
    """The night passed; never with a reason."""


@dataclass(frozen=True)
class OracleMoved:
    """By the dice, so many seats on."""

    dice: tuple[int, ...]
    seat: int


@dataclass(frozen=True)
class CardsReturned:
    """The action cards that lay elsewhere go back to their gods."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Skipped:
    """A wounded god takes no action."""

    god: str


@dataclass(frozen=True)
class Targetless:
    """A god has nobody to act on."""

    god: str


@dataclass(frozen=True)
class Passed:
    god: str


@dataclass(frozen=True)
class CardLaid:
    """A god's action card was laid at a seat."""

    god: str
    seat: int


@dataclass(frozen=True)
class CardRemoved:
    """A god sent a card that lay at a seat home to its own god."""

    god: str
    card: str
    seat: int


@dataclass(frozen=True)
class CardTaken:
    """A god took a card that lay at a seat to himself."""

    god: str
    card: str
    seat: int


@dataclass(frozen=True)
class OracleSent:
    """A god moved the Oracle to a seat."""

    god: str
    seat: int


@dataclass(frozen=True)
class Protected:
    """A card keeps this seat in Asgard."""

    seat: int


@dataclass(frozen=True)
class Looked:
    """The Oracle has looked."""


@dataclass(frozen=True)
class Accuses:
    """Somebody wants to accuse; whom is not said yet."""

    accuser: int


@dataclass(frozen=True)
class Withdrawn:
    accuser: int


@dataclass(frozen=True)
class Accused:
    accuser: int
    accused: int


@dataclass(frozen=True)
class Supported:
    supporter: int
    accused: int


@dataclass(frozen=True)
class Dropped:
    """Nobody supported it; it does not count."""

    accused: int


@dataclass(frozen=True)
class ThumbsShown:
    """All thumbs of a ballot at once, by seat."""

    accused: int
    thumbs: Mapping[int, str]


@dataclass(frozen=True)
class Counted:
    accused: int
    count: Count


@dataclass(frozen=True)
class Spared:
    accused: int
    tie: bool


@dataclass(frozen=True)
class CouncilEnds:
    """Without a banishment: ``"agreed"``, ``"second"`` (after the second vote), ``"nobody"``."""

    why: str


@dataclass(frozen=True)
class RoundBegins:
    """The next round, before its night."""

    round: int


@dataclass(frozen=True)
class Won:
    """The reveal: the faction that stands and every seat's faction."""

    faction: str
    factions: tuple[str, ...]


@dataclass(frozen=True)
class Totals:
    """A counted ballot by its totals alone, every card counted in; where the house wants no more."""

    accused: int
    down: int
    up: int


# ---------------------------------------------------------------- what happens to people


@dataclass(frozen=True)
class PadCalled:
    """This seat's pad is known; with `none` it has none, and decides at the panel.

    swap: in the middle of a game.
    """

    seat: int
    none: bool
    swap: bool


@dataclass(frozen=True)
class NightVoid:
    """Somebody had the eyes open. All is as before the night.

    seats: back in Asgard. cards: the action cards that go back to where they lay.
    """

    seats: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Leaves:
    """Nobody plays this seat from now on."""

    seat: int


@dataclass(frozen=True)
class Joins:
    """Somebody plays this seat again."""

    seat: int


@dataclass(frozen=True)
class Absent:
    """A god whose player left takes no action."""

    god: str


@dataclass(frozen=True)
class Ended:
    """The table ended the game before a faction won; every seat's faction, where they are known."""

    factions: tuple[str, ...]
