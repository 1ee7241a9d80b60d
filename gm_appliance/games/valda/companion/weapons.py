"""God weapons, where they change what the box works out. Anybody may play one at any time, so most are open
on request; nobody is asked who plays one. Those that only move cards are no business of the box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.games.valda.companion import attack as attacks
from gm_appliance.games.valda.companion import building
from gm_appliance.games.valda.companion.conversion import thrown_to
from gm_appliance.games.valda.companion.events import (
    AttackAgain,
    AttackCancelled,
    CardAgain,
    DieTurned,
    Gained,
    HornBlown,
    PowerDoubled,
    SpearThrown,
)
from gm_appliance.games.valda.companion.model import (
    FOLLOWERS,
    RESOURCES,
    Acting,
    Attack,
    Attacking,
    Building,
    Converting,
    Defending,
    Effect,
    Redirecting,
    Trading,
    Turning,
    View,
)
from gm_appliance.games.valda.companion.recent import Lying
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder

CROWN, HAMMER, BACKSTAB, WRATH, HORN = "crown", "hammer", "backstab", "wrath", "horn"
VANISHED, REVENGE, SPEAR, RESISTED, CLAIM = "vanished", "revenge", "spear", "resisted", "claim"

WEAPONS = (CROWN, HAMMER, BACKSTAB, WRATH, HORN, VANISHED, REVENGE, SPEAR, RESISTED, CLAIM)

REWARD = 2
"""Followers for an attack that was resisted."""


def playable(view: View) -> tuple[str, ...]:
    """The god weapons that change something now, on request."""
    if "weapons" in view.setup.by_hand:
        return ()
    phase = view.phase
    if isinstance(phase, Defending):
        wrath = () if phase.attack.doubled else (WRATH,)
        return (*wrath, HORN, *_against(view, phase.attack))
    if isinstance(phase, Effect):
        return _of_effect(view, phase)
    crown = (CROWN,) if isinstance(phase, _MEANWHILE) and _turnable(view) else ()
    hammer = (HAMMER,) if isinstance(phase, Acting) else ()
    backstab = (BACKSTAB,) if isinstance(phase, Building | Attacking | Converting) and view.site else ()
    return (*crown, *hammer, *backstab)


_MEANWHILE = (Trading, Acting, Building, Attacking, Converting)
"""While dice that were thrown may still lie on the table."""


def _against(view: View, attack: Attack) -> tuple[str, ...]:
    """What its victim can do about an attack."""
    return (*((VANISHED,) if attacks.redirectable(view, attack) else ()), REVENGE)


def _of_effect(view: View, phase: Effect) -> tuple[str, ...]:
    if phase.attack is None or phase.kind:
        return ()
    spear = () if phase.attack.spear else (SPEAR,)
    return spear if phase.some else (*spear, *_against(view, phase.attack))


def weapon_decision(view: View) -> Decision | None:
    """What can be played now; None where nothing can."""
    can = playable(view)
    return _which(can) if can else None


@lru_cache(maxsize=64)
def _which(weapons: tuple[str, ...]) -> Decision:
    return Decision("weapon.play", Table(), OneOf(weapons))


def play(builder: CompanionStepBuilder, value: Any) -> None:
    _PLAYS[value](builder, builder.view.phase)


# ---------------------------------------------------------------- in an attack


def double(builder: CompanionStepBuilder, attacker: int, power: int, holds: bool) -> None:
    builder.tell(PowerDoubled(attacker, power, holds))


def blow(builder: CompanionStepBuilder, attack: Attack) -> None:
    builder.tell(HornBlown(attack.attacker, attack.victim))


def resist(builder: CompanionStepBuilder, attack: Attack) -> None:
    builder.tell(Gained(attack.victim, FOLLOWERS, REWARD, RESISTED))


def claim(builder: CompanionStepBuilder, attack: Attack) -> None:
    builder.tell(AttackAgain(attack.attacker, attack.victim))


def _play_wrath(builder: CompanionStepBuilder, phase: Defending) -> None:
    doubled = replace(phase.attack, doubled=True)
    double(builder, doubled.attacker, attacks.power(builder.view, doubled), False)
    builder.go(replace(phase, attack=doubled))


def _play_horn(builder: CompanionStepBuilder, phase: Defending) -> None:
    blow(builder, phase.attack)
    attacks.hit(builder, phase.attack, phase.rest)


def _play_vanished(builder: CompanionStepBuilder, phase: Defending | Effect) -> None:
    attack, rest = phase.attack, phase.rest
    assert attack is not None
    assert isinstance(rest, Attacking)
    left = attacks.redirectable(builder.view, attack)
    builder.go(Redirecting(attack, rest))
    if len(left) == 1:
        attacks.apply_redirecting(builder, Redirecting(attack, rest), left[0])


def _play_revenge(builder: CompanionStepBuilder, phase: Defending | Effect) -> None:
    attack, rest = phase.attack, phase.rest
    assert attack is not None
    assert isinstance(rest, Attacking)
    builder.tell(AttackCancelled(attack.attacker, attack.victim))
    attacks.go_on(builder, rest)


def _play_spear(builder: CompanionStepBuilder, phase: Effect) -> None:
    attack = phase.attack
    assert attack is not None
    builder.tell(SpearThrown(attack.attacker, attack.victim))
    builder.go(replace(phase, attack=replace(attack, spear=True)))


# ---------------------------------------------------------------- at other times


def _play_hammer(builder: CompanionStepBuilder, phase: Acting) -> None:
    seat = builder.view.turn
    builder.tell(CardAgain(seat), phase=Effect(seat, None, phase))


def _play_backstab(builder: CompanionStepBuilder, phase: Building | Attacking | Converting) -> None:
    site = builder.view.site
    assert site is not None
    building.cancel(builder, site)


# ---------------------------------------------------------------- Crown of Fortune


def _others(view: View, at: int | str) -> tuple[int | str, ...]:
    """What else the die can show that shows this now."""
    lying, faces = view.lying, view.setup.faces
    assert lying is not None
    sides: tuple[int | str, ...] = faces.white if lying.white else faces.blue
    if isinstance(at, str):
        sides = faces.yellow
    return tuple(side for side in dict.fromkeys(sides) if side != at)


def _turnable(view: View) -> tuple[int | str, ...]:
    """What lies on dice that can show something else."""
    if not view.lying:
        return ()
    up: tuple[int | str, ...] = (*view.lying.yellow, *view.lying.blue, *view.lying.white)
    return tuple(at for at in dict.fromkeys(up) if _others(view, at))


def _play_crown(builder: CompanionStepBuilder, phase: Any) -> None:
    can = _turnable(builder.view)
    _turn(builder, Turning(phase, can[0] if len(can) == 1 else None))


def _turn(builder: CompanionStepBuilder, phase: Turning) -> None:
    """Ask on; where a die can show only one other thing, it does."""
    builder.go(phase)
    if phase.at is not None and len(others := _others(builder.view, phase.at)) == 1:
        apply_turning(builder, phase, others[0])


def turning_decision(view: View, phase: Turning) -> Decision:
    if phase.at is None:
        return Decision("crown.die", Table(), OneOf(_turnable(view)))
    return Decision("crown.face", Table(), OneOf(_others(view, phase.at)))


def apply_turning(builder: CompanionStepBuilder, phase: Turning, value: Any) -> None:
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


def _loki_change(view: View, lying: Lying, more: int) -> int:
    """By how much followers change, as if the dice had fallen so."""
    return thrown_to(lying.before, sum(lying.white) + more) - view.has(lying.seat).followers


_PLAYS: dict[str, Callable[[CompanionStepBuilder, Any], None]] = {
    CROWN: _play_crown,
    HAMMER: _play_hammer,
    BACKSTAB: _play_backstab,
    WRATH: _play_wrath,
    HORN: _play_horn,
    VANISHED: _play_vanished,
    REVENGE: _play_revenge,
    SPEAR: _play_spear,
}
