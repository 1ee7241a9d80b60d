"""God weapons that change the box's calculations; those that only move cards are left out. Anybody may play
one at any time, so most are open on request. The box does not ask who plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import attack as attacks
from gm_appliance.games.valda import building, phases
from gm_appliance.games.valda.attack import CLAIM, HORN, RESISTED, WRATH
from gm_appliance.games.valda.conversion import thrown_to
from gm_appliance.games.valda.events import AttackCancelled, CardAgain, DieTurned, PowerDoubled, SpearThrown
from gm_appliance.games.valda.model import RESOURCES, Lying, ValdaView
from gm_appliance.games.valda.steps import ValdaStepBuilder

CROWN, HAMMER, BACKSTAB = "crown", "hammer", "backstab"
VANISHED, REVENGE, SPEAR = "vanished", "revenge", "spear"

WEAPONS = (CROWN, HAMMER, BACKSTAB, WRATH, HORN, VANISHED, REVENGE, SPEAR, RESISTED, CLAIM)


def playable(view: ValdaView) -> tuple[str, ...]:
    """The god weapons that would change something now."""
    if "weapons" not in view.setup.parts:
        return ()
    phase = view.phase
    if isinstance(phase, phases.Attacking) and phase.blocked:
        return (RESISTED, CLAIM, *(() if phase.blocked.attack.doubled else (WRATH,)), HORN)
    if isinstance(phase, phases.Defending):
        wrath = () if phase.attack.doubled else (WRATH,)
        return (*wrath, HORN, *_against(view, phase.attack))
    if isinstance(phase, phases.Effect):
        return _of_effect(view, phase)
    crown = (CROWN,) if isinstance(phase, _MEANWHILE) and _turnable(view) else ()
    hammer = (HAMMER,) if isinstance(phase, phases.Acting) else ()
    backstab = (BACKSTAB,) if view.site and isinstance(phase, _AFTER_BUILDING) else ()
    return (*crown, *hammer, *backstab)


_MEANWHILE = (phases.Trading, phases.Acting, phases.Building, phases.Attacking, phases.Converting)
"""The phases in which thrown dice may still be on the table."""

_AFTER_BUILDING = (phases.Building, phases.Attacking, phases.Converting)


def _against(view: ValdaView, attack: phases.Attack) -> tuple[str, ...]:
    return (*((VANISHED,) if attacks.redirectable(view, attack) else ()), REVENGE)


def _of_effect(view: ValdaView, phase: phases.Effect) -> tuple[str, ...]:
    if phase.attack is None or phase.kind:
        return ()
    spear = () if phase.attack.spear else (SPEAR,)
    return spear if phase.entered else (*spear, *_against(view, phase.attack))


def weapon_decision(view: ValdaView) -> Decision | None:
    """The weapons that can be played now; None if there are none."""
    can = playable(view)
    return _which(can) if can else None


@lru_cache(maxsize=64)
def _which(weapons: tuple[str, ...]) -> Decision:
    return Decision("weapon.play", Table(), OneOf(weapons))


def play(builder: ValdaStepBuilder, value: Any) -> None:
    phase = builder.view.phase
    if isinstance(phase, phases.Attacking) and phase.blocked:
        attacks.change_blocked(builder, phase, value)
    else:
        _PLAYS[value](builder, phase)


def _play_wrath(builder: ValdaStepBuilder, phase: phases.Defending) -> None:
    doubled = replace(phase.attack, doubled=True)
    told = PowerDoubled(doubled.attacker, attacks.power(builder.view, doubled), blocked=False)
    builder.tell(told, phase=replace(phase, attack=doubled))


def _play_horn(builder: ValdaStepBuilder, phase: phases.Defending) -> None:
    attacks.blow_horn(builder, phase.attack, phase.rest)


def _play_vanished(builder: ValdaStepBuilder, phase: phases.Defending | phases.Effect) -> None:
    attack, rest = phase.attack, phase.rest
    assert attack is not None
    assert isinstance(rest, phases.Attacking)
    left = attacks.redirectable(builder.view, attack)
    builder.go(phases.Redirecting(attack, rest))
    if len(left) == 1:
        attacks.apply_redirecting(builder, phases.Redirecting(attack, rest), left[0])


def _play_revenge(builder: ValdaStepBuilder, phase: phases.Defending | phases.Effect) -> None:
    attack, rest = phase.attack, phase.rest
    assert attack is not None
    assert isinstance(rest, phases.Attacking)
    builder.tell(AttackCancelled(attack.attacker, attack.victim))
    attacks.go_on(builder, rest)


def _play_spear(builder: ValdaStepBuilder, phase: phases.Effect) -> None:
    attack = phase.attack
    assert attack is not None
    builder.tell(SpearThrown(attack.attacker, attack.victim))
    builder.go(replace(phase, attack=replace(attack, spear=True)))


def _play_hammer(builder: ValdaStepBuilder, phase: phases.Acting) -> None:
    seat = builder.view.turn
    builder.tell(CardAgain(seat), phase=phases.Effect(seat, None, replace(phase, begun=True)))


def _play_backstab(builder: ValdaStepBuilder, phase: phases.Phase) -> None:
    site = builder.view.site
    assert site is not None
    building.cancel(builder, site)


def _others(view: ValdaView, at: int | str) -> tuple[int | str, ...]:
    """The other sides of a die with this one on top."""
    lying, faces = view.lying, view.setup.faces
    assert lying is not None
    sides: tuple[int | str, ...] = faces.white if lying.white else faces.blue
    if isinstance(at, str):
        sides = faces.yellow
    return tuple(side for side in dict.fromkeys(sides) if side != at)


def _turnable(view: ValdaView) -> tuple[int | str, ...]:
    """The sides on top of dice that can be turned."""
    if not view.lying:
        return ()
    up: tuple[int | str, ...] = (*view.lying.yellow, *view.lying.blue, *view.lying.white)
    return tuple(at for at in dict.fromkeys(up) if _others(view, at))


def _play_crown(builder: ValdaStepBuilder, phase: Any) -> None:
    can = _turnable(builder.view)
    _turn(builder, phases.Turning(phase, can[0] if len(can) == 1 else None))


def _turn(builder: ValdaStepBuilder, phase: phases.Turning) -> None:
    """Ask for what is not known yet; a die with only one other side is turned at once."""
    builder.go(phase)
    if phase.at is not None and len(others := _others(builder.view, phase.at)) == 1:
        _apply_turning(builder, phase, others[0])


def _turning_decision(view: ValdaView, phase: phases.Turning) -> Decision:
    if phase.at is None:
        return Decision("crown.die", Table(), OneOf(_turnable(view)))
    return Decision("crown.face", Table(), OneOf(_others(view, phase.at)))


def _apply_turning(builder: ValdaStepBuilder, phase: phases.Turning, value: Any) -> None:
    if phase.at is None:
        _turn(builder, replace(phase, at=value))
        return
    lying = builder.view.lying
    assert lying is not None
    seat, was = lying.seat, phase.at
    if lying.white:
        assert isinstance(was, int)
        event = DieTurned(seat, was, value, followers=_loki_change(builder.view, lying, value - was))
    else:
        change = dict.fromkeys(RESOURCES, 0)
        for face, sign in ((was, -1), (value, 1)):
            change["blood" if isinstance(face, int) else face] += sign * (
                face if isinstance(face, int) else 1
            )
        event = DieTurned(seat, was, value, **change)
    builder.tell(event, phase=phase.back, lying=None)


def _loki_change(view: ValdaView, lying: Lying, more: int) -> int:
    """The change in followers if one die's value had been higher by `more`."""
    return thrown_to(lying.before, sum(lying.white) + more) - view.has(lying.seat).followers


_PLAYS: dict[str, Callable[[ValdaStepBuilder, Any], None]] = {
    CROWN: _play_crown,
    HAMMER: _play_hammer,
    BACKSTAB: _play_backstab,
    WRATH: _play_wrath,
    HORN: _play_horn,
    VANISHED: _play_vanished,
    REVENGE: _play_revenge,
    SPEAR: _play_spear,
}

PHASES: Mapping[type, PhaseRules] = {phases.Turning: PhaseRules(_turning_decision, _apply_turning)}
