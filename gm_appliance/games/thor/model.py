"""Thor's values: gods and cards, the board, final positions, phases and the view. The view is the state,
because the box knows no secret: it learns how many cards are in a hand, but not which."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from gm_appliance.core.standings import Standing, standings
from gm_appliance.core.values import Value
from gm_appliance.core.views import BaseStepBuilder, BaseView

GODS = ("odin", "thor", "freya", "njord", "freyr", "baldur")
"""In the order of their stacks; the basic game omits the last one."""

PLACE: Mapping[str, int] = {god: at for at, god in enumerate(GODS)}

BASIC = 5

COPIES = 5

VALUES = (0, 1, 2, 3, 4, 5)  # the offer cards of each god: one of each value


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
"""The fourteen action cards and the number of copies. Three Gifts cannot be placed above a god."""

GIFT_POINTS = 3  # points for each Three Gifts in hand at the end of a round


T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[at] = item
    return tuple(changed)


class Setup(Value):
    """The options of one match; see OPTIONS in the package.

    mode: as the table wants it now. will: with The Will of Thor. floor: no god's value falls below zero.
    must: the player who ends a round with an offer must take a god card.
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


class Will(Value):
    """The action cards. above: the card above each god, in the order of the gods; "" for none. held: the
    number in each seat's hand. pile: the number left to draw. gone: the cards out of play."""

    above: tuple[str, ...]
    held: tuple[int, ...]
    pile: int = sum(CARDS.values())
    gone: tuple[str, ...] = ()

    def unseen(self) -> tuple[str, ...]:
        return tuple(card for card in CARDS if self.hidden(card))

    def hidden(self, card: str) -> int:
        return CARDS[card] - self.above.count(card) - self.gone.count(card)


class Board(NamedTuple):
    """The table in a live round. Gods are in the order of `Setup.gods`, seats from seat 1.

    offers: values at each god, in the order of placing. stacks: god cards left on each stack.
    hands:  of each seat, its cards of each god. cards: offer cards in each seat's hand.
    will:   the action cards; None without The Will of Thor.

    Two of these are made in each turn; a named tuple is the fastest to make.
    """

    offers: tuple[tuple[int, ...], ...]
    stacks: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    cards: tuple[int, ...]
    will: Will | None = None


class Fact(Value):
    """One fact of a final position.

    kind: ``"offer"`` (the last one at `god`), ``"card"`` (the action card above `god`), ``"count"``
          (cards of `god` that `seat` has), ``"gifts"`` (Three Gifts in hand of `seat`), or, in a live round,
          ``"held"`` (action cards in hand of `seat`).
    """

    kind: str
    god: str = ""
    seat: int = 0


class Sheet(Value):
    """A final position, possibly incomplete.

    values: of each of `sheets.facts`, in their order; None if not entered. An offer is 0 to 5 or ``"none"``,
            an action card is its name or ``"none"``, the others are numbers.
    gone:   the action cards known to be out of play.
    held, pile: action cards in each hand and left to draw; all of them in a round that was not followed.
    """

    values: tuple[int | str | None, ...]
    gone: tuple[str, ...]
    held: tuple[int, ...]
    pile: int


class Lots(Value):
    """The box draws the first player."""


class Choosing(Value):
    """The table chooses the first player."""


class Offering(Value):
    """A turn begins: which offer, to which god? Or an action card?"""

    seat: int


class Declaring(Value):
    """The seat has placed its last offer: does it end the round?"""

    seat: int


class Playing(Value):
    """Which action card is placed?"""

    seat: int


class Placing(Value):
    """Above which god is that card placed?"""

    seat: int
    card: str


class Removing(Value):
    """From which god is an action card removed?"""

    seat: int


class Discarding(Value):
    """Which action card is played to remove the one above the god?"""

    seat: int
    god: str


class FavorableTimes(Value):
    """How many cards of the god does the seat take?"""

    seat: int
    god: str


class VanirsOath(Value):
    """From whom does the seat take a card of the god?"""

    seat: int
    god: str


class MjollnirsPower(Value):
    """Which offer to the god comes on top?"""

    seat: int
    god: str


class Taking(Value):
    """The second half of a turn: a god card, or an action card. closing: ``"sixth"`` or ``"last"`` if an
    offer of that kind ends the round with this turn; otherwise ""."""

    seat: int
    closing: str = ""


class Amending(Value):
    """Correcting the box's record of a live round. Fields with default values are yet to be chosen.

    back: the phase to return to. group: a god, or ``"held"``, the action cards in hands.
    what: for a god ``"offer-3"`` (the offer of that value), ``"card"`` (the action card above it) or the seat
          whose cards are wrong; for ``"held"``, the seat.
    """

    back: Offering | Declaring | Taking
    group: str
    what: int | str = ""


class Waiting(Value):
    """With `mode=final`: the table plays the round without the box."""


class Entering(Value):
    """Entering the unknown facts of that round's final position, in order. back: the phase to return to, if
    the round was scored before."""

    round: int
    back: Between | Final | None = None


class Between(Value):
    """A round is scored, and another follows."""


class Sure(Value):
    """The table wants to end the match between two rounds and is asked to confirm."""


class Correcting(Value):
    """Correcting a fact of a final position. Fields with default values are yet to be chosen. group: a god or
    ``"gifts"``. back: the phase to return to."""

    back: Entering | Between | Final
    round: int = 0
    group: str = ""
    fact: Fact | None = None


class Final(Value):
    """The match is decided; the standings are shown. why: ``"played"`` to its end, or ``"ended"`` early."""

    why: str


class Over(Value):
    """The match is over. why: as in `Final`."""

    why: str


Phase: TypeAlias = (
    "Lots | Choosing | Offering | Declaring | Playing | Placing | Removing | Discarding"
    " | FavorableTimes | VanirsOath | MjollnirsPower | Taking | Amending | Waiting | Entering | Between"
    " | Sure | Correcting | Final | Over"
)

_PLAYS = (Playing, Placing, FavorableTimes, VanirsOath, MjollnirsPower, Removing, Discarding)

TURN: frozenset[type] = frozenset((Offering, Declaring, *_PLAYS, Taking))
"""The phases of a turn: a seat decides."""


class ThorView(BaseView):
    """The whole state of a match.

    board:  the table in a live round; with `mode=final` as at the start, or as last known if turns were
            followed for a while.
    round:  the current round, from 1. first: the seat that began it; 0 before it is known.
    sheets: final positions of the rounds so far; the last may be incomplete.
    points: of each scored round, the points of each seat.
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
        return self.setup.gods

    @property
    def followed(self) -> bool:
        return any(self.board.offers) or any(map(any, self.board.hands))

    @property
    def turn(self) -> int:
        """The seat whose turn it is in a live round; 0 otherwise."""
        return getattr(self.phase, "seat", 0)

    @property
    def totals(self) -> Mapping[int, int]:
        return {seat: sum(one[seat - 1] for one in self.points) for seat in self.seats}

    @property
    def standings(self) -> tuple[Standing, ...]:
        return standings(self.totals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; none before a round is scored."""
        totals = self.totals
        most = max(totals.values())
        return tuple(seat for seat in totals if totals[seat] == most) if self.points else ()


class ThorStepBuilder(BaseStepBuilder[ThorView]):
    __slots__ = ()

    def go(self, phase: Phase, event: object = None, board: Board | None = None) -> None:
        """Change the phase, and the board if given; tell the event, if given. A faster `change` and `tell`
        for turns, in which nothing else changes."""
        before = self.view
        self.view = ThorView(
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
