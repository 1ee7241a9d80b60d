"""Thor's events. Seats and rounds count from 1; gods and action cards are named as in `model`."""

from __future__ import annotations

from gm_appliance.core.values import Value
from gm_appliance.games.thor.model import Fact


class RoundBegins(Value):
    """A round begins with the turn of `first`. lots: the box has just drawn that seat."""

    round: int
    first: int
    lots: bool = False


class OfferPlaced(Value):
    """An offer of `value` (0 to 5) was placed. number: offers at the god now. sixth: it ends the round."""

    seat: int
    god: str
    value: int
    number: int
    sixth: bool


class Declared(Value):
    """The seat placed its last offer and declares that the round ends with this turn."""

    seat: int


class GodTaken(Value):
    seat: int
    god: str
    left: int


class TookNothing(Value):
    """The seat took no card. forced: none was left."""

    seat: int
    forced: bool


class OutOfCards(Value):
    seat: int


class FollowsTurns(Value):
    """From now on the box follows every turn (`on`), or people tell it how each round ended."""

    on: bool


class OfferCorrected(Value):
    """An offer was `new`, not `old`; if `new` was here already, it becomes `old`. Or the offer belongs to the
    god `to`, on top; then `new` equals `old`."""

    god: str
    old: int
    new: int
    to: str


class CardDrawn(Value):
    seat: int
    left: int


class CardPlaced(Value):
    """The seat placed an action card above a god. Its immediate effect, if any, is a separate event."""

    seat: int
    card: str
    god: str


class CardRemoved(Value):
    """The seat played the action card `by` to remove `card` from above a god; both are out of play."""

    seat: int
    god: str
    card: str
    by: str


class TimesTaken(Value):
    """Favorable Times: the seat took `number` cards of a god, 0 to 2. left: cards left on the stack."""

    seat: int
    god: str
    number: int
    left: int


class OathKept(Value):
    """Vanirs' Oath: `seat` took a card of a god from `victim`, which is 0 if nobody had one."""

    seat: int
    god: str
    victim: int


class Cried(Value):
    """Cry from Valhalla: each of these seats returned one card of a god. left: cards now on its stack."""

    god: str
    seats: tuple[int, ...]
    left: int


class Reordered(Value):
    """Mjollnir's Power: this offer is on top now; None if there were fewer than two."""

    god: str
    value: int | None


class Entered(Value):
    """A fact of the final position. follows: it was not entered, but has only one possible value."""

    round: int
    fact: Fact
    value: int | str
    follows: bool = False


class Corrected(Value):
    """A fact of a final position, or of the table in a live round, was changed from `old` to `new`."""

    round: int
    fact: Fact
    old: int | str
    new: int | str


class RoundOver(Value):
    """The round is scored. values: of each god, in order, action cards included."""

    round: int
    values: tuple[int, ...]


class GodScored(Value):
    """The points for a seat's cards of one god: `number` cards, 1 to 5, each worth `value`."""

    seat: int
    god: str
    value: int
    number: int
    points: int


class GiftsScored(Value):
    """The points for `number` Three Gifts, 1 or 2, in a seat's hand."""

    seat: int
    number: int
    points: int


class RoundScored(Value):
    """A seat's points in a round, and its new total. Follows the points of its cards; after a correction it
    stands alone, and only seats whose points changed get one."""

    round: int
    seat: int
    points: int
    total: int


class Ended(Value):
    """The match is decided. why: as in `model.Final`. winners: the seats in first place, if any."""

    why: str
    winners: tuple[int, ...]
