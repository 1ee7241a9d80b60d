"""Public events. Seats and rounds count from 1. A building is "mine", "drill", or a temple by its god's name.
Only an event changes a balance; `ledger` says by how much."""

from __future__ import annotations

from gm_appliance.core.values import Value


class StartRolled(Value):
    """The numbers rolled for who begins. highest: the seats with the highest; several roll again."""

    numbers: tuple[tuple[int, int], ...]
    highest: tuple[int, ...]


class Endowed(Value):
    seat: int
    blood: int
    gold: int
    diamond: int
    mines: int


class RoundBegins(Value):
    """A round begins with the turn of the seat `first`. clockwise: false in the Turnaround's last round."""

    round: int
    first: int
    clockwise: bool = True


class TurnBegins(Value):
    round: int
    seat: int


class ByHand(Value):
    """A part of the seat's turn that the table plays by hand, one of `options.PARTS`, begins. seats: for
    "attacks" the seats that may attack, in order."""

    seat: int
    part: str
    seats: tuple[int, ...] = ()


class PartSwitched(Value):
    """From now on the box follows a part of the turn, of `options.PARTS` or "dice"; or the table plays it."""

    part: str
    followed: bool


class Moved(Value):
    seat: int
    before: int
    after: int


class ZoneReached(Value):
    """The seat has reached a safe zone: it never falls below this number of followers again."""

    seat: int
    zone: int


class Corrected(Value):
    seat: int
    what: str
    before: int
    after: int


class Tied(Value):
    """These seats are tied for the most ``"followers"``, or later ``"buildings"``."""

    seats: tuple[int, ...]
    what: str


class Counted(Value):
    what: str
    seat: int
    number: int


class Ended(Value):
    """The game is decided. why: ``"played"`` after the last round, or ``"race"``. by: the criterion that
    decided it: ``"followers"``, ``"buildings"``, ``"resources"``, or ``"shared"``."""

    why: str
    winners: tuple[int, ...]
    by: str


class DiceRolled(Value):
    """The resources from the seat's dice. own: the table rolled."""

    seat: int
    blood: int
    gold: int
    diamond: int
    own: bool = False


class Traded(Value):
    seat: int
    blood: int
    gold: int
    diamond: int
    took: str


class Gained(Value):
    seat: int
    what: str
    number: int
    why: str


class Lost(Value):
    """The seat lost `number`, out of `printed`: followers stop at a safe zone, resources at zero. by: the
    seat that played the card. why: ``"card"`` or ``"attack"``."""

    seat: int
    what: str
    number: int
    printed: int
    by: int
    why: str


class Stolen(Value):
    """As `Lost`, but `by` gains it."""

    seat: int
    what: str
    number: int
    printed: int
    by: int
    why: str


class Given(Value):
    seat: int
    to: int
    what: str
    number: int


class ActionsGained(Value):
    """A card gave the seat more actions. left: the new number of actions."""

    seat: int
    number: int
    left: int


class CardsDrawn(Value):
    seat: int
    number: int
    left: int


class HandLimited(Value):
    """The seat's game phase ends: it keeps at most this number of cards."""

    seat: int
    number: int


class Built(Value):
    """The seat built, and paid this. followers: 1 with a temple. card: a card built it for free. With a
    temple the seat also takes one of two cards of that god."""

    seat: int
    what: str
    blood: int
    gold: int
    diamond: int
    followers: int
    card: bool = False


class AreaLocked(Value):
    """The seat now has three temples at a god. followers: 1 the first time."""

    seat: int
    god: str
    followers: int


class AreaOpened(Value):
    seat: int
    god: str


class Destroyed(Value):
    seat: int
    what: str
    by: int


class TempleMoved(Value):
    seat: int
    god: str
    to: str
    by: int


class BuildingCancelled(Value):
    """Backstab cancels a building: the payment is returned, and the followers leave. claimed: the building
    had locked its area for the first time; this is cancelled too."""

    seat: int
    what: str
    blood: int
    gold: int
    diamond: int
    followers: int
    claimed: bool = False


class AttackOrder(Value):
    victim: int
    seats: tuple[int, ...]


class AttacksPassed(Value):
    """These seats have passed and may not attack any more in this phase. ends: neither may anybody else."""

    seats: tuple[int, ...]
    ends: bool


class PlainAttack(Value):
    """An attack that no god strengthens or weakens: the table itself compares swords with shields."""

    attacker: int
    victim: int


class Attacked(Value):
    """An attack. power: `printed` and Surtur's `bonus`."""

    attacker: int
    victim: int
    power: int
    printed: int
    bonus: int


class Defended(Value):
    """The victim's `defence` against an attack of this `power`: `shields` on `cards`, and Tyr's `bonus`.
    Without a defence all of these are 0."""

    attacker: int
    victim: int
    power: int
    defence: int
    shields: int
    cards: int
    bonus: int
    blocked: bool


class AttackRedirected(Value):
    """Vanished: the attack on `victim` goes to `to` instead."""

    attacker: int
    victim: int
    to: int


class AttackCancelled(Value):
    """Tyr's Revenge: the attack is cancelled, and the victim takes its card."""

    attacker: int
    victim: int


class PowerDoubled(Value):
    """The Wrath of Thor raises the attack to this power. blocked: an earlier defence still holds."""

    attacker: int
    power: int
    blocked: bool


class HornBlown(Value):
    """War Horn: the attack cannot be defended."""

    attacker: int
    victim: int


class SpearThrown(Value):
    """Soulspear: followers killed by this attack count double."""

    attacker: int
    victim: int


class AttackAgain(Value):
    """Surtur's Claim: the blocked attack is played again on the same seat."""

    attacker: int
    victim: int


class CardAgain(Value):
    seat: int


class Converted(Value):
    """A god turned `paid` of a resource of the seat into followers."""

    seat: int
    god: str
    what: str
    paid: int
    followers: int


class LokiRolled(Value):
    """Loki's dice. dice: the sides on top; empty if the table rolled. followers: the actual change."""

    seat: int
    dice: tuple[int, ...]
    total: int
    followers: int


class DieTurned(Value):
    """Crown of Fortune: a die showed `was` and now shows `now`, changing resources or followers by this."""

    seat: int
    was: int | str
    now: int | str
    blood: int = 0
    gold: int = 0
    diamond: int = 0
    followers: int = 0
