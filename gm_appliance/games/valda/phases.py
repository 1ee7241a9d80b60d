"""The phases of a game of Valda, asked and resolved by the modules of the rules."""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.values import Value

AT_ONCE = 2

ACTIONS = 3


class Attack(Value):
    """An attack card that has been played. power: the swords printed on it, without Surtur's bonus. doubled:
    by the Wrath of Thor. spear: with the Soulspear, so followers that it kills count double."""

    attacker: int
    victim: int
    power: int
    doubled: bool = False
    spear: bool = False


class Blocked(Value):
    """An attack that was blocked by this defence. rest: the phase that follows."""

    attack: Attack
    defence: int
    rest: Attacking


class Choosing(Value):
    """The table enters who begins."""


class StartRolling(Value):
    """These seats roll for who begins; the highest does."""

    seats: tuple[int, ...]


class Rolling(Value):
    """Phase 1 of a turn: the box is about to roll the dice."""


class Falling(Value):
    """Dice for resources are in the air, thrown by the box."""


class Reading(Value):
    """The table rolls its own dice and enters them. gold: as entered; None before that."""

    gold: int | None = None


class Trading(Value):
    """Phase 1, trade: what does the player give?"""


class Mixing(Value):
    """Four resources of any kinds are entered one by one. given: so far."""

    given: tuple[str, ...] = ()


class Receiving(Value):
    """What does the player take in exchange? given: the number of each of `RESOURCES`."""

    given: tuple[int, int, int]


class Acting(Value):
    """Phase 2, the game phase. actions: remaining. begun: something has been done in it."""

    actions: int = ACTIONS
    begun: bool = False


class Building(Value):
    """Phase 3: what does the player build? left: how many more buildings are allowed."""

    left: int = AT_ONCE


class Attacking(Value):
    """Phase 4: who attacks? left: the seats that may still attack, in order. made: the attacks of the first
    one.

    blocked: the previous attack, while a god weapon may still change the fact that it was blocked. builds:
    how many more buildings are offered beside the first attack.
    """

    left: tuple[int, ...]
    made: int = 0
    builds: int = 0
    blocked: Blocked | None = None


class Powering(Value):
    """How many swords are on the attack card? rest: the phase after this attack."""

    attacker: int
    rest: Attacking


class Defending(Value):
    """How many shields are printed on the victim's defence cards?"""

    attack: Attack
    rest: Attacking


class Shielding(Value):
    """On how many cards are these shields? Each has Tyr's bonus."""

    attack: Attack
    shields: int
    rest: Attacking


class Redirecting(Value):
    """Vanished: who is attacked instead?"""

    attack: Attack
    rest: Attacking


class Effect(Value):
    """The effects of a card are entered one after another: which, whose, of what, how many.

    actor:  who played it. attack: the attack that was not blocked; None for a yellow card.
    rest:   the phase that follows. entered: the effects entered so far, as in `cards`; "" for other ones.
    kind:   of the effect being entered, "" until it is known; likewise whom (a seat or "all"; 0) and what
            (one of `BALANCES`). number: if known in advance, because this is the card's only effect.
    """

    actor: int
    attack: Attack | None
    rest: Attacking | Acting
    entered: tuple[str, ...] = ()
    kind: str = ""
    whom: int | str = 0
    what: str = ""
    number: int = 0


class Converting(Value):
    """Phase 5: what does the player turn into followers? used: how often each of `conversion.CONVERSIONS` was
    used, in their order. thrown: Loki's dice were."""

    used: tuple[int, ...]
    thrown: bool = False


class Throwing(Value):
    """Loki's dice are in the air, thrown by the box."""

    back: Converting


class Summing(Value):
    """The table rolls Loki's dice and enters their sum."""

    back: Converting


class Setting(Value):
    """The followers of a seat are entered: at the end of its turn, or of another seat during that turn."""

    seat: int


class Turning(Value):
    """Crown of Fortune: turn which die, and to what? at: the side on top; None until it is known."""

    back: Phase
    at: int | str | None = None


class Correcting(Value):
    """Correcting a balance. seat, what: 0 and "" until they are known."""

    back: Phase
    seat: int = 0
    what: str = ""


class Done(Value):
    """A part of the turn is over; "" before the first. Never lasts: the next part follows at once."""

    part: str = ""


class Counting(Value):
    """These seats are tied, and the table counts what breaks the tie. why: of the outcome. what: one of
    `ending.CRITERIA`. numbers: those entered so far, in the order of seats."""

    why: str
    what: str
    seats: tuple[int, ...]
    numbers: tuple[int, ...] = ()


class Final(Value):
    """The game is decided; the standings are shown. why: of the outcome. by: the deciding criterion."""

    why: str
    winners: tuple[int, ...]
    by: str


class Over(Value):
    """The game is over. final: how it was decided."""

    final: Final


Phase: TypeAlias = (
    "Choosing | StartRolling | Rolling | Falling | Reading | Trading | Mixing | Receiving | Acting | Building"
    " | Attacking | Powering | Defending | Shielding | Redirecting | Effect | Converting | Throwing"
    " | Summing | Setting | Turning | Correcting | Done | Counting | Final | Over"
)
