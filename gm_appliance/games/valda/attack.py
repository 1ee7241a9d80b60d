"""Phase 4: who may attack, and in which order; power against defence; and god weapons that change attacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import building, events, phases
from gm_appliance.games.valda.model import FOLLOWERS, SURTUR, TYR, ValdaView
from gm_appliance.games.valda.steps import ValdaStepBuilder, ask

NONE = "none"

WRATH, HORN, RESISTED, CLAIM = "wrath", "horn", "resisted", "claim"
"""God weapons that change an attack."""

REWARD = 2  # the followers gained by Resisted

MOST_SWORDS, USUAL_SWORDS = 20, 3
MOST_SHIELDS = 40
MOST_CARDS = 10

FEW = 3  # up to this number of players, Surtur gives a second attack


def enter_attacks(view: ValdaView) -> phases.Phase | None:
    return phases.Attacking(attack_order(view, view.turn), builds=building.beside_attacks(view))


def attack_order(view: ValdaView, victim: int) -> tuple[int, ...]:
    """Most followers first, then most resources, then clockwise from the victim."""

    def strength(seat: int) -> tuple[int, int]:
        return view.has(seat).followers, view.has(seat).resources

    return tuple(sorted(view.others(victim), key=strength, reverse=True))


def _attacking_decision(view: ValdaView, phase: phases.Attacking) -> Decision:
    """If only a god weapon can still change the last attack, the victim says when to go on."""
    also = building.again(view) if phase.builds else ()
    domain = OneOf((NONE, *phase.left)) if phase.left else Ready((NONE,))
    who = Table() if also else Seat(view.turn)  # of two decisions at once, one pad answers one
    return Decision("attack.who", who, domain, also=also)


def build_first(builder: ValdaStepBuilder, value: Any) -> None:
    """Build a second time after all, before anybody attacks."""
    building.build(builder, builder.view.turn, value)
    phase = builder.view.phase
    assert isinstance(phase, phases.Attacking)
    builder.go(replace(phase, builds=0))


def _apply_attacking(builder: ValdaStepBuilder, phase: phases.Attacking, value: Any) -> None:
    """Seats before the chosen one have passed, and a pass is final. If the box keeps no resources, the real
    order may differ, and people enter only the attacks they want judged; seats before the chosen one then
    move to the end."""
    first, sure = (1 if phase.made else 0), builder.view.setup.cubes
    if value == NONE:
        _pass(builder, phase.left[first:] if sure else (), ends=True)
        builder.leave("attacks")
        return
    at = phase.left.index(value)
    before = phase.left[first:at]
    _pass(builder, before if sure else (), ends=False)
    made = phase.made + 1 if at == 0 else 1
    rest = phases.Attacking((*phase.left[at:], *(() if sure else before)), made)
    # Surtur may add to the swords, or Tyr to the shields.
    if sure or power_bonus(builder.view, value) or defence_bonus(builder.view, builder.view.turn):
        builder.go(phases.Powering(value, rest))
    else:
        builder.tell(events.PlainAttack(value, builder.view.turn))
        go_on(builder, rest)


def _pass(builder: ValdaStepBuilder, seats: tuple[int, ...], *, ends: bool) -> None:
    if seats:
        builder.tell(events.AttacksPassed(seats, ends))


def go_on(builder: ValdaStepBuilder, rest: phases.Attacking, blocked: phases.Blocked | None = None) -> None:
    """After an attack, its player may get another one, by the current number of temples at Surtur."""
    attacker = rest.left[0]
    again = attacks_of(builder.view, attacker) > rest.made
    left = rest if again else phases.Attacking(rest.left[1:])
    settle(builder, replace(left, blocked=blocked))


def settle(builder: ValdaStepBuilder, left: phases.Attacking) -> None:
    """Ask for the next attack, unless nothing more can happen."""
    if left.left or left.blocked:
        builder.go(left)
    else:
        builder.leave("attacks")


def attacks_of(view: ValdaView, attacker: int) -> int:
    return 2 if view.setup.players <= FEW and view.has(attacker).of(SURTUR) else 1


def power_bonus(view: ValdaView, attacker: int) -> int:
    temples = min(2, view.has(attacker).of(SURTUR))
    return max(0, temples - 1) if view.setup.players <= FEW else temples


def defence_bonus(view: ValdaView, victim: int) -> int:
    return min(2, view.has(victim).of(TYR))


def power(view: ValdaView, attack: phases.Attack) -> int:
    """The swords with Surtur's bonus; the Wrath of Thor doubles both."""
    single = attack.power + power_bonus(view, attack.attacker)
    return single * 2 if attack.doubled else single


def _powering_decision(view: ValdaView, phase: phases.Powering) -> Decision:
    return Decision("attack.power", Seat(phase.attacker), Number(1, MOST_SWORDS, USUAL_SWORDS))


def _apply_powering(builder: ValdaStepBuilder, phase: phases.Powering, value: Any) -> None:
    _announce(builder, phases.Attack(phase.attacker, builder.view.turn, value), phase.rest)


def _announce(builder: ValdaStepBuilder, attack: phases.Attack, rest: phases.Attacking) -> None:
    view = builder.view
    bonus = power_bonus(view, attack.attacker)
    told = events.Attacked(attack.attacker, attack.victim, power(view, attack), attack.power, bonus)
    builder.tell(told, phase=phases.Defending(attack, rest), lying=None, site=None)


def _defending_decision(view: ValdaView, phase: phases.Defending) -> Decision:
    """The number starts at the shields that block the attack with one card."""
    needed = power(view, phase.attack) - defence_bonus(view, phase.attack.victim)
    start = min(MOST_SHIELDS, max(0, needed))
    return Decision("attack.defence", Seat(phase.attack.victim), Number(0, MOST_SHIELDS, start))


def _apply_defending(builder: ValdaStepBuilder, phase: phases.Defending, value: Any) -> None:
    """With Tyr, ask for the number of cards if it matters, or if a god weapon may still double the swords."""
    view = builder.view
    counts = value < power(view, phase.attack) or "weapons" in view.setup.parts
    if value and counts and defence_bonus(view, phase.attack.victim):
        builder.go(phases.Shielding(phase.attack, value, phase.rest))
    else:
        _judge(builder, phase.attack, value, 0, phase.rest)


def _shielding_decision(view: ValdaView, phase: phases.Shielding) -> Decision:
    return Decision("attack.cards", Seat(phase.attack.victim), Number(1, min(MOST_CARDS, phase.shields), 1))


def _apply_shielding(builder: ValdaStepBuilder, phase: phases.Shielding, value: Any) -> None:
    _judge(builder, phase.attack, phase.shields, value, phase.rest)


def _judge(
    builder: ValdaStepBuilder, attack: phases.Attack, shields: int, cards: int, rest: phases.Attacking
) -> None:
    """Compare defence and power; an equal defence blocks."""
    view = builder.view
    strength, bonus = power(view, attack), cards * defence_bonus(view, attack.victim)
    defence = shields + bonus
    blocked = defence >= strength
    builder.tell(
        events.Defended(attack.attacker, attack.victim, strength, defence, shields, cards, bonus, blocked)
    )
    if not blocked:
        hit(builder, attack, rest)
    elif "weapons" in view.setup.parts:
        go_on(builder, rest, phases.Blocked(attack, defence, rest))
    else:
        go_on(builder, rest)


def hit(builder: ValdaStepBuilder, attack: phases.Attack, rest: phases.Attacking) -> None:
    """Ask for the effect of a successful attack, unless the table applies it without the box."""
    if "cards" in builder.view.setup.parts:
        builder.go(phases.Effect(attack.attacker, attack, rest))
    else:
        go_on(builder, rest)


def change_blocked(builder: ValdaStepBuilder, phase: phases.Attacking, weapon: str) -> None:
    assert phase.blocked is not None
    attack, rest = phase.blocked.attack, phase.blocked.rest
    if weapon == RESISTED:
        builder.tell(events.Gained(attack.victim, FOLLOWERS, REWARD, RESISTED))
        settle(builder, replace(phase, blocked=None))
    elif weapon == CLAIM:
        builder.tell(events.AttackAgain(attack.attacker, attack.victim))
        builder.go(phases.Defending(replace(attack, doubled=False), rest))
    elif weapon == HORN:
        blow_horn(builder, attack, rest)
    else:
        doubled = replace(attack, doubled=True)
        strength = power(builder.view, doubled)
        holds = phase.blocked.defence >= strength
        builder.tell(events.PowerDoubled(attack.attacker, strength, holds))
        if holds:
            builder.go(replace(phase, blocked=replace(phase.blocked, attack=doubled)))
        else:
            hit(builder, doubled, rest)


def blow_horn(builder: ValdaStepBuilder, attack: phases.Attack, rest: phases.Attacking) -> None:
    builder.tell(events.HornBlown(attack.attacker, attack.victim))
    hit(builder, attack, rest)


def redirectable(view: ValdaView, attack: phases.Attack) -> tuple[int, ...]:
    """The seats that can be attacked instead: neither the attacker nor the victim."""
    return tuple(seat for seat in view.others(attack.attacker) if seat != attack.victim)


def _redirecting_decision(view: ValdaView, phase: phases.Redirecting) -> Decision:
    return ask("attack.redirect", phase.attack.victim, redirectable(view, phase.attack))


def apply_redirecting(builder: ValdaStepBuilder, phase: phases.Redirecting, value: Any) -> None:
    attack = phase.attack
    builder.tell(events.AttackRedirected(attack.attacker, attack.victim, value))
    builder.go(phases.Defending(replace(attack, victim=value), phase.rest))


PHASES: Mapping[type, PhaseRules] = {
    phases.Attacking: PhaseRules(_attacking_decision, _apply_attacking),
    phases.Powering: PhaseRules(_powering_decision, _apply_powering),
    phases.Defending: PhaseRules(_defending_decision, _apply_defending),
    phases.Shielding: PhaseRules(_shielding_decision, _apply_shielding),
    phases.Redirecting: PhaseRules(_redirecting_decision, apply_redirecting),
}
