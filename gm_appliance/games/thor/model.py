"""What Thor is made of: gods and cards, the table, phases and the view.

Nothing here is secret. What players hold in hand the box never learns; it knows how many cards they
hold, and which cards it has not seen yet. So the view is the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from gm_appliance.core.standings import Standing, standings
from gm_appliance.core.values import frozen, immutable
from gm_appliance.core.views import BaseStepBuilder, BaseView

GODS = ("odin", "thor", "freya", "njord", "freyr", "baldur")
"""As their stacks lie; the basic game leaves the last one out."""

PLACE: Mapping[str, int] = {god: at for at, god in enumerate(GODS)}
"""The place of each god's stack, from 0."""

BASIC = 5
"""Gods in the basic game."""

COPIES = 5
"""Cards of each god."""

VALUES = (0, 1, 2, 3, 4, 5)
"""The offers to each god: each value once."""

# ---------------------------------------------------------------- The Will of Thor

GIFTS = "gifts"
TIMES = "times"
OATH = "oath"
MJOLLNIR = "mjollnir"
CRY = "cry"

CARDS: Mapping[str, int] = {
    "advice": 1,  # Loki's Advice: +3
    "tricks": 1,  # Loki's Tricks: +2
    "ploy": 1,  # Loki's Ploy: -2
    "intrigues": 1,  # Loki's Intrigues: -3
    "favor": 1,  # Thor's Favor: the value becomes 5
    "wrath": 1,  # Wrath of Thor: the value becomes 0
    "fruits": 1,  # Fruits of Yggdrasill: the value doubles
    TIMES: 1,  # Favorable Times
    OATH: 2,  # Vanirs' Oath
    MJOLLNIR: 1,  # Mjollnir's Power
    CRY: 1,  # Cry from Valhalla
    GIFTS: 2,  # Three Gifts
}
"""The fourteen action cards, and how many there are of each. Three Gifts cannot be placed above a god."""

GIFT_POINTS = 3
"""What each Three Gifts kept in hand is worth at the end."""


T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The items with another one at that place, from 0."""
    changed = list(items)
    changed[at] = item
    return tuple(changed)


@immutable
class Setup:
    """The options of one match.

    will: with The Will of Thor. rounds: of the match.
    floor: no god's value falls below zero. must: whoever closes a round must take a god card.
    """

    players: int
    mode: str
    gods: tuple[str, ...]
    will: bool
    rounds: int
    floor: bool
    must: bool

    @property
    def seats(self) -> tuple[int, ...]:
        return _seats(self.players)


@lru_cache(maxsize=8)
def _seats(players: int) -> tuple[int, ...]:
    return tuple(range(1, players + 1))


# ---------------------------------------------------------------- the table, live


@immutable
class Will:
    """The action cards.

    above: over each god, in the order of the gods; "" where there is none.
    held:  how many each seat has in hand. pile: how many are left to draw.
    gone:  those out of play.
    """

    above: tuple[str, ...]
    held: tuple[int, ...]
    pile: int = sum(CARDS.values())
    gone: tuple[str, ...] = ()

    def unseen(self) -> tuple[str, ...]:
        """The cards of which a copy lies neither above a god nor out of play: in a hand or in the pile."""
        return tuple(card for card in CARDS if self.hidden(card))

    def hidden(self, card: str) -> int:
        """How many copies of a card are in hands or in the pile."""
        return CARDS[card] - self.above.count(card) - self.gone.count(card)


class Board(NamedTuple):
    """What lies on the table in a live round; each god in the order of the gods, each seat from seat 1.

    offers: those at each god, the first placed first. stacks: god cards left on each.
    hands:  god cards of each seat, for each god. cards: offer cards in hand of each seat.
    will:   the action cards; None without them.

    A new one is made twice in a turn, which a named tuple is quickest at.
    """

    offers: tuple[tuple[int, ...], ...]
    stacks: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]
    will: Will | None = None


# ---------------------------------------------------------------- the final position


@immutable
class Fact:
    """One fact of a final position.

    kind: ``"offer"`` (the last one at `god`), ``"card"`` (the action card above `god`), ``"count"``
          (cards of `god` before `seat`) or ``"gifts"`` (Three Gifts in hand of `seat`).
    """

    kind: str
    god: str = ""
    seat: int = 0


@immutable
class Sheet:
    """A final position, as far as it is known.

    values: of each of `sheets.facts`, in their order; None where it was not entered. An offer is 0 to 5
            or ``"none"``, an action card its name or ``"none"``, the rest are numbers.
    gone:   the action cards out of play, as far as the box knows. held, pile: how many are in each hand
            and left to draw; where nobody counted, as many as there are.
    """

    values: tuple[int | str | None, ...]
    gone: tuple[str, ...]
    held: tuple[int, ...]
    pile: int


# ---------------------------------------------------------------- phases: where the match stands


@immutable
class Lots:
    """The box draws who begins."""


@immutable
class Choosing:
    """The table says who begins."""


@immutable
class Offering:
    """A turn begins: to which god goes the offer? Or an action card is played."""

    seat: int


@immutable
class Valuing:
    """Which offer is it?"""

    seat: int
    god: str


@immutable
class Declaring:
    """It was the last offer in hand: does the seat end the round?"""

    seat: int


@immutable
class Playing:
    """Which action card is placed?"""

    seat: int


@immutable
class Placing:
    """Above which god?"""

    seat: int
    card: str


@immutable
class Removing:
    """From which god is an action card removed?"""

    seat: int


@immutable
class Discarding:
    """Which action card is played to remove the one above that god?"""

    seat: int
    god: str


@immutable
class FavorableTimes:
    """How many of that god's cards are taken at once?"""

    seat: int
    god: str


@immutable
class VanirsOath:
    """Whose card of that god goes to the seat?"""

    seat: int
    god: str


@immutable
class MjollnirsPower:
    """Which of that god's offers lies on top now?"""

    seat: int
    god: str


@immutable
class Taking:
    """The turn ends: a god card, or an action card.

    closing: the round ends with this turn, for ``"sixth"`` offer or a ``"last"`` one; else "".
    """

    seat: int
    closing: str = ""


@immutable
class Waiting:
    """At the end of a round only: the round is being played without the box."""


@immutable
class Entering:
    """The final position of that round is entered: what is still unknown of it, in order.

    back: where the match goes on, if the round was scored before.
    """

    round: int
    back: Between | Final | None = None


@immutable
class Between:
    """A round is scored, and another follows."""


@immutable
class Correcting:
    """A fact of a final position is to be corrected: which? 0 and "" stand for not chosen yet.

    back: where the match goes on.
    """

    back: Entering | Between | Final
    round: int = 0
    group: str = ""
    fact: Fact | None = None


@immutable
class Final:
    """The match is decided, ``"played"`` to its end or ``"ended"`` before; all look at the standings."""

    why: str


@immutable
class Over:
    """The match is over."""

    why: str


Phase: TypeAlias = (
    "Lots | Choosing | Offering | Valuing | Declaring | Playing | Placing | Removing | Discarding"
    " | FavorableTimes | VanirsOath | MjollnirsPower | Taking | Waiting | Entering | Between | Correcting"
    " | Final | Over"
)

_PLAYS = (Playing, Placing, FavorableTimes, VanirsOath, MjollnirsPower, Removing, Discarding)

TURN: frozenset[type] = frozenset((Offering, Valuing, Declaring, *_PLAYS, Taking))
"""The phases of a turn, in which a seat decides."""


# ---------------------------------------------------------------- the view


@frozen
class View(BaseView):
    """Everything there is.

    board:  what lies on the table; as it was dealt where the box does not follow the round.
    round:  the one that is played, from 1; first: the seat that began it, 0 before the lots.
    sheets: the final positions of the rounds so far, the last one perhaps still incomplete.
    points: of each seat, in each scored round.
    """

    setup: Setup
    phase: Phase
    board: Board
    round: int = 1
    first: int = 0
    sheets: tuple[Sheet, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return self.setup.seats

    @property
    def gods(self) -> tuple[str, ...]:
        """The gods of this match, as their stacks lie."""
        return self.setup.gods

    @property
    def turn(self) -> int:
        """The seat whose turn it is in a live round; 0 where it is nobody's."""
        return getattr(self.phase, "seat", 0)

    @property
    def totals(self) -> Mapping[int, int]:
        """The points of each seat in all scored rounds."""
        return {seat: sum(one[seat - 1] for one in self.points) for seat in self.seats}

    @property
    def standings(self) -> tuple[Standing, ...]:
        """From best to worst; equal totals share a place."""
        return standings(self.totals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; nobody before a round is scored."""
        totals = self.totals
        most = max(totals.values())
        return tuple(seat for seat in totals if totals[seat] == most) if self.points else ()


class ThorStepBuilder(BaseStepBuilder[View]):
    """A step of Thor in the making."""

    __slots__ = ()

    def go(self, phase: Phase, event: object = None, board: Board | None = None) -> None:
        """Change the phase, and the board if one is given; tell the event that did it, if there is one.

        What `change` and `tell` do too: in a turn nothing else ever changes, so this one knows the rest.
        """
        before = self.view
        self.view = View(
            before.setup,
            phase,
            before.board if board is None else board,
            before.round,
            before.first,
            before.sheets,
            before.points,
        )
        if event is not None:
            self.events.append((event, self.view))
