"""Valda's nouns: gods and costs, holdings, the options of a game, and the view. Nothing is secret: the box
never learns what is in anybody's hand. So the view is the state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from gm_appliance.core.values import Value, replace
from gm_appliance.core.views import BaseView
from gm_appliance.games.valda.phases import Phase
from gm_appliance.games.valda.track import turn_order

RESOURCES = ("blood", "gold", "diamond")
FOLLOWERS = "followers"

MINE, DRILL = "mine", "drill"
HEIMDALL, FREYA, SURTUR, TYR, THOR, ODIN, LOKI = (
    *("heimdall", "freya", "surtur", "tyr"),
    *("thor", "odin", "loki"),
)
GODS = (HEIMDALL, FREYA, SURTUR, TYR, THOR, ODIN, LOKI)
"""Gods; a temple, as a building, is named by its god."""

_GOD_AT: Mapping[str, int] = {god: at for at, god in enumerate(GODS)}

BUILDINGS = (MINE, DRILL, *GODS)

BALANCES = (*RESOURCES, FOLLOWERS, *BUILDINGS)  # everything that the box counts for a player

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
"""The price of each building, in the order of `RESOURCES`."""

MOST: Mapping[str, int] = {MINE: 4, DRILL: 3}
"""The most mines and drills per player, limited by the dice."""

SITES = 5  # sites for temples in each god's area

TEMPLES = 9

LOCK = 3  # the temples of one player that lock an area
HAND = 10  # the most cards a player keeps at the end of the game phase

START: Mapping[int, tuple[tuple[int, int, int], ...]] = {
    2: ((2, 1, 1), (2, 2, 2)),
    3: ((2, 1, 1), (2, 2, 1), (2, 2, 2)),
    4: ((2, 1, 1), (2, 2, 1), (2, 2, 2), (2, 3, 2)),
    5: ((2, 1, 1), (2, 2, 1), (2, 2, 2), (2, 2, 2), (2, 3, 2)),
}
"""The initial resources by number of players, from the first player on."""

START_MINES = 2


class Holding(Value):
    """A player's holdings. temples: at each god, in the order of `GODS`. claimed: the gods whose areas the
    player has ever locked; the first lock at each god brings a follower."""

    blood: int = 0
    gold: int = 0
    diamond: int = 0
    followers: int = 0
    mine: int = 0
    drill: int = 0
    temples: tuple[int, ...] = (0,) * len(GODS)
    claimed: frozenset[str] = frozenset()

    def of(self, what: str) -> int:
        at = _GOD_AT.get(what)
        if at is not None:
            return self.temples[at]
        number: int = getattr(self, what)
        return number

    def with_more(self, what: str, number: int) -> Holding:
        """The holding with `number` more of one of `BALANCES`, or fewer. Raises ValueError below zero."""
        after = self.of(what) + number
        if after < 0:
            raise ValueError(f"{what} cannot be {after}")
        if what in GODS:
            temples = list(self.temples)
            temples[_GOD_AT[what]] = after
            return replace(self, temples=tuple(temples))
        return replace(self, **{what: after})  # type: ignore[arg-type]

    def claiming(self, god: str, claimed: bool = True) -> Holding:
        return replace(self, claimed=self.claimed | {god} if claimed else self.claimed - {god})

    @property
    def resources(self) -> int:
        return self.blood + self.gold + self.diamond

    @property
    def buildings(self) -> int:
        return self.mine + self.drill + sum(self.temples)


class Lying(Value):
    """The last dice thrown, while the Crown of Fortune can still turn one. yellow, blue, white: the side on
    top of each. before: the seat's followers before white dice."""

    seat: int
    yellow: tuple[str, ...] = ()
    blue: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    before: int = 0


class Site(Value):
    """This turn's last building, while the Backstab can still cancel it. cost: actually paid, in the order of
    `RESOURCES`. followers: gained with it. claimed: it locked its area for the first time."""

    seat: int
    what: str
    cost: tuple[int, int, int]
    followers: int
    claimed: bool = False


class Faces(Value):
    """The six sides of the dice of each colour, in order; empty if the box never sees dice. A yellow side is
    "gold" or "diamond". A blue one is a number of blood, a white one of followers."""

    yellow: tuple[str, ...] = ()
    blue: tuple[int, ...] = ()
    white: tuple[int, ...] = ()


class Setup(Value, dict=True):
    """The options of one game, as the rules use them.

    parts:    the parts of a turn that the box asks about: keys of `rules.TURN`, and "weapons".
    by_hand:  the parts that it announces, and leaves to the table.
    announced: those of them that this mode never asks about.
    keeps:    the balances it keeps of each seat, in the order of `BALANCES`. The others stay 0.
    own:      the table rolls its own dice.
    any_four: any four resources buy one, not only four of a kind.
    """

    players: int
    turnaround: bool
    race: bool
    own: bool
    any_four: bool
    parts: frozenset[str]
    by_hand: frozenset[str]
    announced: frozenset[str]
    keeps: tuple[str, ...]
    faces: Faces

    @cached_property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, self.players + 1))

    @property
    def whole(self) -> bool:
        """Whether the box is told everything that changes a balance, and so knows them all."""
        return not self.by_hand - {"weapons"}

    @cached_property
    def cubes(self) -> bool:
        """Whether the box keeps resources."""
        return RESOURCES[0] in self.keeps


USUAL_CARDS = (
    (*((f"2 {what}", 0) for what in RESOURCES), (f"1 {FOLLOWERS}", 0)),
    ((f"kill 1 {FOLLOWERS}", 0), (f"steal 1 {FOLLOWERS}", 0)),
)
"""Before any card has been entered."""


class ValdaView(BaseView):
    """The whole state.

    holdings: of each seat, from seat 1. round: from 1; 0 before the first. first: the seat that began.
    turn: the current or last seat to play, 0 before the first. lying: dice that can still be turned.
    site: a building that can still be cancelled. ended: everybody's followers at the end of each round.
    cards: the lines of `cards` with the number of times each came up, most common first; for yellow cards,
    and for attacks.
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
    cards: tuple[tuple[tuple[str, int], ...], ...] = USUAL_CARDS

    @property
    def seats(self) -> tuple[int, ...]:
        return self.setup.seats

    def has(self, seat: int) -> Holding:
        return self.holdings[seat - 1]

    @property
    def order(self) -> tuple[int, ...]:
        setup = self.setup
        return turn_order(setup.players, self.first, self.round, turnaround=setup.turnaround, race=setup.race)

    @property
    def practised(self) -> bool:
        """Whether everybody has heard a whole turn."""
        return self.round > 1 or self.turn != self.first

    @property
    def followers(self) -> tuple[int, ...]:
        return tuple(one.followers for one in self.holdings)

    @property
    def marks(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's followers at the end of each round, including the current one as it is now."""
        return (*self.ended[: self.round - 1], self.followers)

    def others(self, seat: int) -> tuple[int, ...]:
        after = (seat + at for at in range(self.setup.players - 1))
        return tuple(at % self.setup.players + 1 for at in after)

    def sites(self, god: str) -> int:
        return self._areas[god][0]

    def owner(self, god: str) -> int:
        return self._areas[god][1]

    @cached_property
    def _areas(self) -> Mapping[str, tuple[int, int]]:
        found = {}
        for god, temples in zip(GODS, zip(*(one.temples for one in self.holdings), strict=True), strict=True):
            owners = (seat for seat, number in enumerate(temples, 1) if number >= LOCK)
            found[god] = (max(0, SITES - sum(temples)), next(owners, 0))
        return found
