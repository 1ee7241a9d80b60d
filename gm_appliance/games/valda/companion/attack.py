"""Phase 4: who may attack, in which order; power against defence; and what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, Seat, Table
from gm_appliance.games.valda.companion import weapons
from gm_appliance.games.valda.companion.asking import ask
from gm_appliance.games.valda.companion.events import (
    Attacked,
    AttackOrder,
    AttackRedirected,
    AttacksPassed,
    Defended,
)
from gm_appliance.games.valda.companion.model import (
    SURTUR,
    TYR,
    Attack,
    Attacking,
    Blocked,
    Defending,
    Effect,
    Phase,
    Powering,
    Redirecting,
    Shielding,
    View,
)
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder

NONE = "none"

MOST_SWORDS, USUAL_SWORDS = 20, 3
MOST_SHIELDS = 40
MOST_CARDS = 10

FEW = 3
"""Players, up to whom Surtur gives a second attack."""


def enter_attacks(view: View) -> Phase | None:
    """None where attacks are kept by hand."""
    return None if "attacks" in view.setup.by_hand else Attacking(attack_order(view, view.turn))


def attack_order(view: View, victim: int) -> tuple[int, ...]:
    """Most followers first, then most resources, then clockwise from the victim."""

    def strength(seat: int) -> tuple[int, int]:
        return view.has(seat).followers, view.has(seat).resources

    return tuple(sorted(view.others(victim), key=strength, reverse=True))


def announce_order(builder: CompanionStepBuilder, phase: Attacking) -> None:
    builder.tell(AttackOrder(builder.view.turn, phase.left), phase=phase)


def attacking_decision(view: View, phase: Attacking) -> Decision:
    return Decision("attack.who", Table(), OneOf((NONE, *phase.left)))


def apply_attacking(builder: CompanionStepBuilder, phase: Attacking, value: Any) -> None:
    """Whoever is not chosen before somebody who is has passed, and a pass is final."""
    if value == NONE:
        _pass(builder, phase.left[1:] if phase.made else phase.left, ends=True)
        builder.leave("attack")
        return
    at = phase.left.index(value)
    _pass(builder, phase.left[1 if phase.made else 0 : at], ends=False)
    made = phase.made + 1 if at == 0 else 1
    builder.go(Powering(value, Attacking(phase.left[at:], made)))


def _pass(builder: CompanionStepBuilder, seats: tuple[int, ...], *, ends: bool) -> None:
    if seats:
        builder.tell(AttacksPassed(seats, ends))


def go_on(builder: CompanionStepBuilder, rest: Attacking) -> None:
    """After an attack: whoever made it may have another, by Surtur's power as his temples stand now."""
    attacker = rest.left[0]
    again = attacks_of(builder.view, attacker) > rest.made
    left = rest if again else Attacking(rest.left[1:])
    if left.left:
        builder.go(left)
    else:
        builder.leave("attack")


def attacks_of(view: View, attacker: int) -> int:
    """Attacks that a seat has in one phase: one, or two by Surtur among two or three players."""
    return 2 if view.setup.players <= FEW and view.has(attacker).of(SURTUR) else 1


def power_bonus(view: View, attacker: int) -> int:
    """What Surtur adds to each attack card of a seat."""
    temples = min(2, view.has(attacker).of(SURTUR))
    return max(0, temples - 1) if view.setup.players <= FEW else temples


def defence_bonus(view: View, victim: int) -> int:
    """What Tyr adds to each defence card of a seat."""
    return min(2, view.has(victim).of(TYR))


def power(view: View, attack: Attack) -> int:
    """With Surtur's bonus; the Wrath of Thor doubles both."""
    single = attack.power + power_bonus(view, attack.attacker)
    return single * 2 if attack.doubled else single


def powering_decision(view: View, phase: Powering) -> Decision:
    return Decision("attack.power", Seat(phase.attacker), Number(1, MOST_SWORDS, USUAL_SWORDS))


def apply_powering(builder: CompanionStepBuilder, phase: Powering, value: Any) -> None:
    attack = Attack(phase.attacker, builder.view.turn, value)
    announce(builder, attack, phase.rest)


def announce(builder: CompanionStepBuilder, attack: Attack, rest: Attacking) -> None:
    """Tell an attack and ask how it is defended."""
    view = builder.view
    bonus = power_bonus(view, attack.attacker)
    told = Attacked(attack.attacker, attack.victim, power(view, attack), attack.power, bonus)
    builder.tell(told, phase=Defending(attack, rest), lying=None, site=None)


# ---------------------------------------------------------------- defence


def defending_decision(view: View, phase: Defending) -> Decision:
    return Decision("attack.defence", Seat(phase.attack.victim), Number(0, MOST_SHIELDS))


def apply_defending(builder: CompanionStepBuilder, phase: Defending, value: Any) -> None:
    if value and defence_bonus(builder.view, phase.attack.victim):
        builder.go(Shielding(phase.attack, value, phase.rest))
    else:
        _judge(builder, phase.attack, value, 0, phase.rest)


def shielding_decision(view: View, phase: Shielding) -> Decision:
    return Decision("attack.cards", Seat(phase.attack.victim), Number(1, min(MOST_CARDS, phase.shields), 1))


def apply_shielding(builder: CompanionStepBuilder, phase: Shielding, value: Any) -> None:
    _judge(builder, phase.attack, phase.shields, value, phase.rest)


def _judge(builder: CompanionStepBuilder, attack: Attack, shields: int, cards: int, rest: Attacking) -> None:
    """The sum of the defence is held against the power; equal is enough."""
    view = builder.view
    strength, bonus = power(view, attack), cards * defence_bonus(view, attack.victim)
    defence = shields + bonus
    blocked = defence >= strength
    builder.tell(Defended(attack.attacker, attack.victim, strength, defence, shields, cards, bonus, blocked))
    if not blocked:
        hit(builder, attack, rest)
    elif "weapons" in view.setup.by_hand:
        go_on(builder, rest)
    else:
        builder.go(Blocked(attack, defence, rest))


def hit(builder: CompanionStepBuilder, attack: Attack, rest: Attacking) -> None:
    """It was not defended: its effect is entered."""
    builder.go(Effect(attack.attacker, attack, rest))


def blocked_decision(view: View, phase: Blocked) -> Decision:
    can = (weapons.RESISTED, weapons.CLAIM, *(() if phase.attack.doubled else (weapons.WRATH,)))
    return Decision("attack.blocked", Table(), OneOf(("on", *can, weapons.HORN)))


def apply_blocked(builder: CompanionStepBuilder, phase: Blocked, value: Any) -> None:
    attack, rest = phase.attack, phase.rest
    if value == weapons.RESISTED:
        weapons.resist(builder, attack)
    if value in ("on", weapons.RESISTED):
        go_on(builder, rest)
    elif value == weapons.CLAIM:
        weapons.claim(builder, attack)
        builder.go(Defending(replace(attack, doubled=False), rest))
    elif value == weapons.HORN:
        weapons.blow(builder, attack)
        hit(builder, attack, rest)
    else:
        doubled = replace(attack, doubled=True)
        holds = phase.defence >= power(builder.view, doubled)
        weapons.double(builder, attack.attacker, power(builder.view, doubled), holds)
        if holds:
            builder.go(replace(phase, attack=doubled))
        else:
            hit(builder, doubled, rest)


# ---------------------------------------------------------------- Vanished


def redirectable(view: View, attack: Attack) -> tuple[int, ...]:
    """Whom an attack can go to instead: somebody who neither makes it nor is its victim."""
    return tuple(seat for seat in view.others(attack.attacker) if seat != attack.victim)


def redirecting_decision(view: View, phase: Redirecting) -> Decision:
    return ask("attack.redirect", phase.attack.victim, redirectable(view, phase.attack))


def apply_redirecting(builder: CompanionStepBuilder, phase: Redirecting, value: Any) -> None:
    attack = phase.attack
    builder.tell(AttackRedirected(attack.attacker, attack.victim, value))
    builder.go(Defending(replace(attack, victim=value), phase.rest))
