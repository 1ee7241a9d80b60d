"""Thor's events: what all are told. Seats and rounds count from 1; gods and cards as in `model`."""

from __future__ import annotations

from gm_appliance.core.values import frozen
from gm_appliance.games.thor.model import Fact

# ---------------------------------------------------------------- a round


@frozen
class RoundBegins:
    """A round begins, and this seat with it. lots: the box has just drawn the seat."""

    round: int
    first: int
    lots: bool = False


@frozen
class OfferPlaced:
    """`number`: how many offers lie at the god now. sixth: it ends the round."""

    seat: int
    god: str
    value: int
    number: int
    sixth: bool


@frozen
class Declared:
    """The seat placed its last offer and ended the round."""

    seat: int


@frozen
class GodTaken:
    """A god card went from its stack to the seat. left: how many are left on the stack."""

    seat: int
    god: str
    left: int


@frozen
class TookNothing:
    """The seat took no card. forced: there was none to take."""

    seat: int
    forced: bool


@frozen
class OutOfCards:
    """The seat has nothing left to play, which ends the round."""

    seat: int


# ---------------------------------------------------------------- action cards


@frozen
class CardDrawn:
    """An action card was drawn, unseen. left: how many are left to draw."""

    seat: int
    left: int


@frozen
class CardPlaced:
    """An action card lies above a god now. What it does at once follows as an event of its own; the
    values that it changes change with it."""

    seat: int
    card: str
    god: str


@frozen
class CardRemoved:
    """The action card above a god was removed with another; both are out of play."""

    seat: int
    god: str
    card: str
    by: str


@frozen
class TimesTaken:
    """Favorable Times: so many cards of a god, 0 to 2, went to the seat. left: on its stack."""

    seat: int
    god: str
    number: int
    left: int


@frozen
class OathKept:
    """Vanirs' Oath: a card of a god moved to `seat`. victim: from this seat; 0 where nobody had one."""

    seat: int
    god: str
    victim: int


@frozen
class Cried:
    """Cry from Valhalla: each of these seats, perhaps none, returned a card of a god. left: on its stack."""

    god: str
    seats: tuple[int, ...]
    left: int


@frozen
class Reordered:
    """Mjollnir's Power: this offer lies on top now; None where fewer than two lay there."""

    god: str
    value: int | None


# ---------------------------------------------------------------- the final position


@frozen
class Entered:
    """A fact of the final position. follows: nobody entered it, for nothing else was possible."""

    round: int
    fact: Fact
    value: int | str
    follows: bool = False


@frozen
class Corrected:
    """A fact of a final position was `old` and is `new`."""

    round: int
    fact: Fact
    old: int | str
    new: int | str


# ---------------------------------------------------------------- the score


@frozen
class RoundOver:
    """The round is scored. values: of each god, in their order, with what the action cards make of them."""

    round: int
    values: tuple[int, ...]


@frozen
class GodScored:
    """What a seat's cards of one god bring: `number` cards, 1 to 5, each worth `value`."""

    seat: int
    god: str
    value: int
    number: int
    points: int


@frozen
class GiftsScored:
    """What Three Gifts in a seat's hand bring."""

    seat: int
    number: int
    points: int


@frozen
class RoundScored:
    """What a seat has of a round in all, and of the match so far. Comes after its cards one by one; alone
    where a correction changed it."""

    round: int
    seat: int
    points: int
    total: int


@frozen
class Ended:
    """The match: why, as in `model.Final`, and who shares the first place; nobody if no round was scored."""

    why: str
    winners: tuple[int, ...]
