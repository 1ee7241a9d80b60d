"""What Valda's companion is made of: gods and costs, holdings, phases and the view.

Nothing here is secret: hands of cards the box never learns. So the view is the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from gm_appliance.core.values import immutable
from gm_appliance.games.valda.companion.recent import Lying, Site
from gm_appliance.games.valda.companion.setup import Setup
from gm_appliance.games.valda.track import turn_order

T = TypeVar("T")

RESOURCES = ("blood", "gold", "diamond")
FOLLOWERS = "followers"

MINE, DRILL = "mine", "drill"
HEIMDALL, FREYA, SURTUR, TYR, THOR, ODIN, LOKI = (
    *("heimdall", "freya", "surtur", "tyr"),
    *("thor", "odin", "loki"),
)
GODS = (HEIMDALL, FREYA, SURTUR, TYR, THOR, ODIN, LOKI)
"""A temple is called by its god, wherever a building is named."""

_GOD_AT: Mapping[str, int] = {god: at for at, god in enumerate(GODS)}

BUILDINGS = (MINE, DRILL, *GODS)

BALANCES = (*RESOURCES, FOLLOWERS, *BUILDINGS)
"""All that a player has so much of."""

COSTS: Mapping[str, tuple[int, int, int]] = {
    MINE: (1, 1, 1),
    DRILL: (0, 2, 2),
    HEIMDALL: (1, 2, 2),
    FREYA: (0, 3, 3),
    SURTUR: (2, 0, 2),
    TYR: (2, 2, 0),
    THOR: (2, 2, 2),
    ODIN: (2, 3, 3),
    LOKI: (4, 1, 1),
}
"""What a building costs, in the order of `RESOURCES`."""

MOST: Mapping[str, int] = {MINE: 4, DRILL: 3}
"""Mines and drills a player can have: there are no more dice."""

SITES = 5
"""Temples in the area of one god."""

TEMPLES = 9
"""Temples of one player."""

LOCK = 3
"""Temples of one player that lock an area."""

AT_ONCE = 2
"""Buildings in one building phase."""

ACTIONS = 3
"""Actions in one game phase."""

START: Mapping[int, tuple[tuple[int, int, int], ...]] = {
    2: ((2, 1, 1), (2, 2, 2)),
    3: ((2, 1, 1), (2, 2, 1), (2, 2, 2)),
    4: ((2, 1, 1), (2, 2, 1), (2, 2, 2), (2, 3, 2)),
    5: ((2, 1, 1), (2, 2, 1), (2, 2, 2), (2, 2, 2), (2, 3, 2)),
}
"""What each player starts with, by the number of players, from the first player on."""

START_MINES = 2


@immutable
class Holding:
    """What a player has. temples: at each god, in the order of `GODS`. claimed: the gods whose areas the
    player has locked before, each of which brought its follower."""

    blood: int = 0
    gold: int = 0
    diamond: int = 0
    followers: int = 0
    mine: int = 0
    drill: int = 0
    temples: tuple[int, ...] = (0,) * len(GODS)
    claimed: frozenset[str] = frozenset()

    def of(self, what: str) -> int:
        """How much, of one of `BALANCES`."""
        at = _GOD_AT.get(what)
        if at is not None:
            return self.temples[at]
        number: int = getattr(self, what)
        return number

    def with_more(self, what: str, number: int) -> Holding:
        """With so much more of one of `BALANCES`, or less. Raises ValueError below zero."""
        after = self.of(what) + number
        if after < 0:
            raise ValueError(f"{what} cannot be {after}")
        if what in GODS:
            temples = list(self.temples)
            temples[_GOD_AT[what]] = after
            return replace(self, temples=tuple(temples))
        return replace(self, **{what: after})  # type: ignore[arg-type]

    def claiming(self, god: str, claimed: bool = True) -> Holding:
        """Having locked that god's area before, or not."""
        return replace(self, claimed=self.claimed | {god} if claimed else self.claimed - {god})

    @property
    def resources(self) -> int:
        """All resources together."""
        return self.blood + self.gold + self.diamond

    @property
    def buildings(self) -> int:
        """All buildings together: mines, drills and temples."""
        return self.mine + self.drill + sum(self.temples)


@immutable
class Attack:
    """One attack card on its way.

    power: as printed, before Surtur's bonus. doubled: by the Wrath of Thor. spear: by the Soulspear those
    killed count double.
    """

    attacker: int
    victim: int
    power: int
    doubled: bool = False
    spear: bool = False


# ---------------------------------------------------------------- phases: where the game stands


@immutable
class Choosing:
    """The table says who begins."""


@immutable
class StartRolling:
    """These seats roll for who begins; the highest does."""

    seats: tuple[int, ...]


@immutable
class Rolling:
    """Phase 1 of a turn: the dice are about to be rolled, by the box."""


@immutable
class Falling:
    """Dice are in the air, by the box. loki: where it goes on after Loki's; None: they are for resources."""

    loki: Converting | None = None


@immutable
class Reading:
    """The table rolls its own dice and enters them. gold: as entered; None before."""

    gold: int | None = None


@immutable
class Trading:
    """Phase 1, trade: what is given?"""


@immutable
class Mixing:
    """Four of any kinds are given one by one. given: so far."""

    given: tuple[str, ...] = ()


@immutable
class Receiving:
    """What is taken for them? given: of each of `RESOURCES`."""

    given: tuple[int, int, int]


@immutable
class Acting:
    """Phase 2, the game phase. actions: at most so many are left."""

    actions: int = ACTIONS


@immutable
class Building:
    """Phase 3: what is built? left: so many more."""

    left: int = AT_ONCE


@immutable
class Attacking:
    """Phase 4: who attacks? left: those who still may, in order. made: attacks so far of the first one."""

    left: tuple[int, ...]
    made: int = 0


@immutable
class Powering:
    """How strong is the attack card? rest: where it goes on after this attack."""

    attacker: int
    rest: Attacking


@immutable
class Defending:
    """How strong are the victim's defence cards, as printed?"""

    attack: Attack
    rest: Attacking


@immutable
class Shielding:
    """How many defence cards are these shields on? Each has Tyr's bonus."""

    attack: Attack
    shields: int
    rest: Attacking


@immutable
class Redirecting:
    """Vanished: whom does the attack go to instead?"""

    attack: Attack
    rest: Attacking


@immutable
class Blocked:
    """The attack was defended, with so much. Does a god weapon change that, or reward it?"""

    attack: Attack
    defence: int
    rest: Attacking


@immutable
class Effect:
    """What a card does is entered, one effect after another: which, whose, of what, how many.

    actor:  who played it. attack: the attack that was not defended; None for a yellow card.
    rest:   where it goes on. some: at least one effect has been entered.
    kind:   of the effect that is entered now, "" before it is known; likewise whom (a seat or "all"; 0)
            and what (one of `BALANCES`).
    """

    actor: int
    attack: Attack | None
    rest: Attacking | Acting
    some: bool = False
    kind: str = ""
    whom: int | str = 0
    what: str = ""


@immutable
class Converting:
    """Phase 5: what is turned into followers? used: how often each conversion was used, in the order of
    `conversion.CONVERSIONS`. thrown: Loki's dice were."""

    used: tuple[int, ...]
    thrown: bool = False


@immutable
class Summing:
    """The table rolls Loki's dice and enters their sum."""

    back: Converting


@immutable
class Turning:
    """Crown of Fortune: which die is turned, and to what? at: what lies on it; None before."""

    back: Phase
    at: int | str | None = None


@immutable
class Correcting:
    """A balance is to be corrected: whose, which? 0 and "" stand for not chosen yet."""

    back: Phase
    seat: int = 0
    what: str = ""


@immutable
class Done:
    """A phase of the turn is over. Never lasts: the next one follows at once.

    phase: one of `PHASES`, or "" before the first."""

    phase: str = ""


@immutable
class Final:
    """The game is decided: why, a `reason` of the outcome; all look at the standings."""

    why: str


@immutable
class Over:
    """The game is over."""

    why: str


Phase: TypeAlias = (
    "Choosing | StartRolling | Rolling | Falling | Reading | Trading | Mixing | Receiving | Acting | Building"
    " | Attacking | Powering | Defending | Shielding | Redirecting | Blocked | Effect | Converting | Summing"
    " | Turning | Correcting | Done | Final | Over"
)

PHASES = ("resources", "trade", "game", "building", "attack", "followers")
"""Of a turn, in order; the book's first one in two."""


# ---------------------------------------------------------------- the view


@immutable
class View:
    """Everything there is.

    holdings: of each seat, from seat 1. round: from 1, 0 before the first; first: the seat that began.
    turn: whose turn it is, 0 where it is nobody's. lying: dice that can still be turned, and site: a
    building that can still be cancelled, where there are such. ended: everybody's followers at the end of
    each round so far.
    """

    setup: Setup
    phase: Phase
    holdings: tuple[Holding, ...]
    round: int = 0
    first: int = 0
    turn: int = 0
    lying: Lying | None = None
    site: Site | None = None
    ended: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return self.setup.seats

    def has(self, seat: int) -> Holding:
        """What a seat has."""
        return self.holdings[seat - 1]

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of this round, once it is known who began."""
        setup = self.setup
        return turn_order(setup.players, self.first, self.round, turnaround=setup.turnaround, race=setup.race)

    @property
    def followers(self) -> tuple[int, ...]:
        """Of each seat."""
        return tuple(one.followers for one in self.holdings)

    def others(self, seat: int) -> tuple[int, ...]:
        """Everybody but that seat, clockwise from it."""
        after = (seat + at for at in range(self.setup.players - 1))
        return tuple(at % self.setup.players + 1 for at in after)

    def sites(self, god: str) -> int:
        """How many temples there is still room for in a god's area, 0 to 5."""
        return self._areas[god][0]

    def owner(self, god: str) -> int:
        """The seat that has locked a god's area; 0 where it is open."""
        return self._areas[god][1]

    @cached_property
    def _areas(self) -> Mapping[str, tuple[int, int]]:
        """Of each god's area: free sites, and who has locked it."""
        found = {}
        for god, temples in zip(GODS, zip(*(one.temples for one in self.holdings), strict=True), strict=True):
            owners = (seat for seat, number in enumerate(temples, 1) if number >= LOCK)
            found[god] = (max(0, SITES - sum(temples)), next(owners, 0))
        return found

    def once(self, find: Callable[[View], T]) -> T:
        """What this finds in the view: sought once only, for a view never changes. It is always the same."""
        found: dict[str, Any] = self.__dict__
        if _OPEN not in found:
            found[_OPEN] = find(self)
        result: T = found[_OPEN]
        return result


_OPEN = "_open"
