"""Events of Valda's companion: what all are told. Seats and rounds count from 1; a building is "mine",
"drill", or a temple by its god's name.

Each balance that changes is changed by one of these: `ledger` says by how much.
"""

from __future__ import annotations

from gm_appliance.core.values import immutable

# ---------------------------------------------------------------- the game and its turns


@immutable
class StartRolled:
    """These seats rolled these numbers for who begins. highest: who rolled most; several roll once more."""

    numbers: tuple[tuple[int, int], ...]
    highest: tuple[int, ...]


@immutable
class Endowed:
    """A seat starts with this."""

    seat: int
    blood: int
    gold: int
    diamond: int
    mines: int


@immutable
class RoundBegins:
    """A round begins, and this seat with it. clockwise: as all rounds but the last of the Turnaround."""

    round: int
    first: int
    clockwise: bool = True


@immutable
class TurnBegins:
    """The turn of a seat begins: resource phase."""

    round: int
    seat: int


@immutable
class ZoneReached:
    """From now on the seat never falls below this many followers."""

    seat: int
    zone: int


@immutable
class Corrected:
    """A seat's balance was `before` and is `after`, for it had been wrong."""

    seat: int
    what: str
    before: int
    after: int


@immutable
class Ended:
    """The game is decided: after the last of the ``"rounds"``, or by a ``"race"``.

    by: what decided it: ``"followers"``, ``"buildings"``, ``"resources"``, or ``"shared"``.
    """

    why: str
    winners: tuple[int, ...]
    by: str


# ---------------------------------------------------------------- phase 1: resources


@immutable
class DiceRolled:
    """What the dice brought the seat. own: the table rolled."""

    seat: int
    blood: int
    gold: int
    diamond: int
    own: bool = False


@immutable
class Traded:
    """The seat gave these and took one of `took`."""

    seat: int
    blood: int
    gold: int
    diamond: int
    took: str


# ---------------------------------------------------------------- phase 2: actions and cards; effects


@immutable
class Gained:
    """The seat has more. why: ``"action"``, ``"card"``, ``"attack"`` or ``"resisted"``."""

    seat: int
    what: str
    number: int
    why: str


@immutable
class Lost:
    """The seat has less: `number`, of the `printed` that it would be. why: ``"card"`` or ``"attack"``; by:
    the seat whose card it was. Followers that are killed stop at a safe zone, resources at zero."""

    seat: int
    what: str
    number: int
    printed: int
    by: int
    why: str


@immutable
class Stolen:
    """What `seat` lost, `by` has: `number`, of the `printed` that it would be."""

    seat: int
    what: str
    number: int
    printed: int
    by: int
    why: str


@immutable
class Given:
    """The seat gave of its own to another."""

    seat: int
    to: int
    what: str
    number: int


@immutable
class ActionsGained:
    """A card gave the seat more actions. left: now."""

    seat: int
    number: int
    left: int


# ---------------------------------------------------------------- buildings


@immutable
class Built:
    """The seat built, and paid this; nothing for what a card builds. followers: 1 with a temple.

    For a temple the seat also takes one of two cards of that god."""

    seat: int
    what: str
    blood: int
    gold: int
    diamond: int
    followers: int
    card: bool = False


@immutable
class AreaLocked:
    """The seat has three temples at a god now. followers: 1 where it is the first time."""

    seat: int
    god: str
    followers: int


@immutable
class AreaOpened:
    """The seat, which had locked a god's area, has fewer than three temples there now."""

    seat: int
    god: str


@immutable
class Destroyed:
    """A building of the seat is gone, by a card of another or its own."""

    seat: int
    what: str
    by: int


@immutable
class TempleMoved:
    """A temple of the seat moved from one god to another, by a card."""

    seat: int
    god: str
    to: str
    by: int


@immutable
class BuildingCancelled:
    """Backstab: the building never stood. What had been paid comes back, and what came with it goes.

    claimed: with it goes the first lock of its area by that seat."""

    seat: int
    what: str
    blood: int
    gold: int
    diamond: int
    followers: int
    claimed: bool = False


# ---------------------------------------------------------------- phase 4: attacks


@immutable
class AttackOrder:
    """Who may attack the seat, in this order."""

    victim: int
    seats: tuple[int, ...]


@immutable
class AttacksPassed:
    """These may not attack any more in this phase. ends: so nobody is left who may."""

    seats: tuple[int, ...]
    ends: bool


@immutable
class Attacked:
    """An attack. power: `printed` and Surtur's `bonus`."""

    attacker: int
    victim: int
    power: int
    printed: int
    bonus: int


@immutable
class Defended:
    """The victim defended with `shields` on so many `cards`, and Tyr's `bonus` in all. power: against it;
    blocked: whether that was enough. Nothing played is 0 shields, on 0 cards."""

    attacker: int
    victim: int
    power: int
    defence: int
    shields: int
    cards: int
    bonus: int
    blocked: bool


@immutable
class AttackRedirected:
    """Vanished: the attack on `victim` goes to `to` instead."""

    attacker: int
    victim: int
    to: int


@immutable
class AttackCancelled:
    """Tyr's Revenge: the attack is called off, and the victim takes its card."""

    attacker: int
    victim: int


@immutable
class PowerDoubled:
    """The Wrath of Thor: the attack is this strong now. blocked: the defence that was played still holds;
    False where none was played yet."""

    attacker: int
    power: int
    blocked: bool


@immutable
class HornBlown:
    """War Horn: the attack cannot be defended."""

    attacker: int
    victim: int


@immutable
class SpearThrown:
    """Soulspear: followers killed by this attack count double."""

    attacker: int
    victim: int


@immutable
class AttackAgain:
    """Surtur's Claim: the attack that was defended is played again on the same seat."""

    attacker: int
    victim: int


@immutable
class CardAgain:
    """Hammer Time: a yellow card is played again, without an action."""

    seat: int


# ---------------------------------------------------------------- phase 5: followers, and dice


@immutable
class Converted:
    """The seat turned `paid` of a resource into followers, by the power of a god."""

    seat: int
    god: str
    what: str
    paid: int
    followers: int


@immutable
class LokiRolled:
    """Loki's dice: what lies on them, none if the table rolled; their `total`, and by how much the seat's
    followers really changed."""

    seat: int
    dice: tuple[int, ...]
    total: int
    followers: int


@immutable
class DieTurned:
    """Crown of Fortune: a die showed `was` and shows `now`. The seat's resources change by this, and its
    followers."""

    seat: int
    was: int | str
    now: int | str
    blood: int = 0
    gold: int = 0
    diamond: int = 0
    followers: int = 0
