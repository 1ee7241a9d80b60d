"""The effects of cards on resources, followers and buildings, entered one after another. People enter what is
printed; the box works out and announces what really happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Decision, Number, Seat
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import attack, building, cards, phases
from gm_appliance.games.valda.cards import GAINS, KILL, LOSE, STEAL
from gm_appliance.games.valda.events import ActionsGained, Gained, Given, Lost, Stolen
from gm_appliance.games.valda.model import BUILDINGS, FOLLOWERS, GODS, RESOURCES, Holding, ValdaView
from gm_appliance.games.valda.steps import ValdaStepBuilder, ask
from gm_appliance.games.valda.track import safe_below

DONE, NONE, ALL = "done", "none", "all"

GAIN, GIVE, BUILD, DESTROY, MOVE, ACTION = ("gain", "give", "build", "destroy", "move", "action")

KINDS = (*GAINS, STEAL, KILL, LOSE, GAIN, GIVE, BUILD, DESTROY, MOVE, ACTION)

ON_OTHERS = (STEAL, GAIN, GIVE)

ON_ALL = (STEAL, KILL, LOSE, GAIN)

MOST_PRINTED = 9  # the highest number an effect can be entered with

MOST_ACTIONS = 3


def _decision(view: ValdaView, phase: phases.Effect) -> Decision:
    seat = phase.actor
    if not phase.kind:
        return ask("effect.kind", seat, _kinds(view, phase))
    if _asks_whom(phase) and not phase.whom:
        return ask("effect.whom", seat, _whom(view, phase))
    if _asks_what(phase) and not phase.what:
        return ask("effect.what", seat, _what(view, phase))
    if phase.kind == MOVE:
        whom = int(phase.whom)
        return ask("effect.to", seat, building.movable(view, whom, phase.what))
    return Decision("effect.number", Seat(seat), _number(view, phase))


def _kinds(view: ValdaView, phase: phases.Effect) -> tuple[str, ...]:
    """The effects possible now, likely ones first. After an effect was entered, "done" comes first; before
    that, the most common attacks do."""
    if phase.attack:
        wanted: tuple[str, ...] = (KILL, STEAL, LOSE, DESTROY, MOVE, GAIN)
    else:
        wanted = KINDS
    can = [kind for kind in wanted if _possible(view, phase, kind)]
    if phase.entered:
        return (DONE, *can)
    lines = cards.common(view, red=True) if phase.attack else ()
    return (*(line for line in lines if cards.effect(line)[0] in can), *can, NONE)


def plays(view: ValdaView, line: str) -> bool:
    kind, _what, _number = cards.effect(line)
    return _possible(view, phases.Effect(view.turn, None, phases.Acting()), kind)


def _possible(view: ValdaView, phase: phases.Effect, kind: str) -> bool:
    if kind in GAINS or kind == ACTION:
        return True
    if kind == BUILD:
        return any(building.has_room(view, phase.actor, what) for what in BUILDINGS)
    return bool(_targets(view, replace(phase, kind=kind, whom=0)))


def _targets(view: ValdaView, phase: phases.Effect) -> tuple[int, ...]:
    if phase.attack:
        seats: tuple[int, ...] = (phase.attack.victim,)
        if phase.kind == GAIN:
            return (phase.actor,)
    else:
        own = () if phase.kind in ON_OTHERS else (phase.actor,)
        seats = (*view.others(phase.actor), *own)
    if phase.kind == GIVE and not _own(view, phase):
        return ()
    return tuple(seat for seat in seats if _hits(view, phase.kind, seat))


def _hits(view: ValdaView, kind: str, seat: int) -> bool:
    holding = view.has(seat)
    if kind == KILL:
        return holding.followers > 0
    if kind == LOSE:
        return holding.resources > 0
    if kind == STEAL:
        return bool(_amounts(holding))
    if kind == DESTROY:
        return holding.buildings > 0
    return kind != MOVE or bool(_moving(view, seat))


def _amounts(holding: Holding) -> tuple[str, ...]:
    return tuple(what for what in GAINS if holding.of(what))


def _own(view: ValdaView, phase: phases.Effect) -> tuple[str, ...]:
    return tuple(what for what in GAINS if loose(view.has(phase.actor), what))


def _moving(view: ValdaView, seat: int) -> tuple[str, ...]:
    return tuple(god for god in GODS if view.has(seat).of(god) and building.movable(view, seat, god))


def _asks_whom(phase: phases.Effect) -> bool:
    return phase.kind not in (*GAINS, BUILD, ACTION)


def _whom(view: ValdaView, phase: phases.Effect) -> tuple[int | str, ...]:
    found = _targets(view, phase)
    others = [seat for seat in found if seat != phase.actor]
    return (*found, ALL) if phase.kind in ON_ALL and len(others) > 1 else found


def _asks_what(phase: phases.Effect) -> bool:
    return phase.kind not in (*GAINS, KILL, ACTION)


def _what(view: ValdaView, phase: phases.Effect) -> tuple[str, ...]:
    """The possible balances: somebody the effect hits must have some."""
    if phase.kind == BUILD:
        return tuple(what for what in (*GODS, *BUILDINGS[:2]) if building.has_room(view, phase.actor, what))
    if phase.kind == GAIN:
        return GAINS
    if phase.kind == GIVE:
        return _own(view, phase)
    if phase.kind == DESTROY:
        return building.standing(view, int(phase.whom))
    if phase.kind == MOVE:
        return _moving(view, int(phase.whom))
    kinds = RESOURCES if phase.kind == LOSE else GAINS
    return tuple(what for what in kinds if any(view.has(seat).of(what) for seat in _hit(view, phase)))


def _hit(view: ValdaView, phase: phases.Effect) -> tuple[int, ...]:
    return view.others(phase.actor) if phase.whom == ALL else (int(phase.whom),)


def _number(view: ValdaView, phase: phases.Effect) -> Number:
    """Any printed number; but nobody gives away more than they can lose."""
    if phase.kind == ACTION:
        return Number(1, MOST_ACTIONS, 1)
    if phase.kind == GIVE:
        return Number(1, min(MOST_PRINTED, loose(view.has(phase.actor), phase.what)), 1)
    return Number(1, MOST_PRINTED, 1)


def _apply(builder: ValdaStepBuilder, phase: phases.Effect, value: Any) -> None:
    if not phase.kind:
        if value in (DONE, NONE):
            _leave(builder, phase)
        elif value in KINDS:
            _go_on(builder, replace(phase, kind=value))
        else:
            play(builder, phase, value)
    elif _asks_whom(phase) and not phase.whom:
        _go_on(builder, replace(phase, whom=value))
    elif _asks_what(phase) and not phase.what:
        _go_on(builder, replace(phase, what=value))
    else:
        _follow(builder, phase, value)


def play(builder: ValdaStepBuilder, phase: phases.Effect, line: str) -> None:
    kind, what, number = cards.effect(line)
    _go_on(builder, replace(phase, kind=kind, what=what, number=number))


def _leave(builder: ValdaStepBuilder, phase: phases.Effect) -> None:
    if len(phase.entered) == 1 and phase.entered[0]:
        red = phase.attack is not None
        builder.change(cards=cards.noted(builder.view, phase.entered[0], red=red))
    if isinstance(phase.rest, phases.Acting):
        builder.go(phase.rest)
    else:
        attack.go_on(builder, phase.rest)


def _go_on(builder: ValdaStepBuilder, phase: phases.Effect) -> None:
    """Ask for what is not known yet; a single possible answer is taken without asking."""
    view = builder.view
    if _asks_whom(phase) and not phase.whom:
        whom = _whom(view, phase)
        if len(whom) == 1:
            _go_on(builder, replace(phase, whom=whom[0]))
            return
    elif _asks_what(phase) and not phase.what:
        what = _what(view, phase)
        if len(what) == 1:
            _go_on(builder, replace(phase, what=what[0]))
            return
    elif phase.number or phase.kind in (BUILD, DESTROY):
        _follow(builder, phase, phase.number)
        return
    builder.go(phase)


def _follow(builder: ValdaStepBuilder, phase: phases.Effect, value: Any) -> None:
    rest, actor = phase.rest, phase.actor
    if phase.kind == BUILD:
        building.build(builder, actor, phase.what, card=True)
    elif phase.kind == DESTROY:
        building.destroy(builder, int(phase.whom), phase.what, actor)
    elif phase.kind == MOVE:
        building.move(builder, int(phase.whom), phase.what, value, actor)
    elif phase.kind == ACTION:
        assert isinstance(rest, phases.Acting)
        rest = replace(rest, actions=rest.actions + value)
        builder.tell(ActionsGained(actor, value, rest.actions))
    else:
        _number_changes(builder, phase, value)
    entered = (*phase.entered, cards.line(phase.kind, phase.what, value))
    after = phases.Effect(actor, phase.attack, rest, entered)
    if phase.number:
        _leave(builder, after)
    else:
        builder.go(after)


def _number_changes(builder: ValdaStepBuilder, phase: phases.Effect, number: int) -> None:
    actor, why = phase.actor, "attack" if phase.attack else "card"
    if phase.kind in GAINS:
        builder.tell(Gained(actor, phase.kind, number, why))
    elif phase.kind == GIVE:
        builder.tell(Given(actor, int(phase.whom), phase.what, number))
    else:
        for seat in _hit(builder.view, phase):
            _happens(builder, phase, seat, number, why)


def _happens(builder: ValdaStepBuilder, phase: phases.Effect, seat: int, number: int, why: str) -> None:
    actor, holding = phase.actor, builder.view.has(seat)
    if phase.kind == GAIN:
        builder.tell(Gained(seat, phase.what, number, why))
    elif phase.kind == KILL:
        printed = number * 2 if phase.attack and phase.attack.spear else number
        really = min(printed, loose(holding, FOLLOWERS))
        builder.tell(Lost(seat, FOLLOWERS, really, printed, actor, why))
    else:
        really = min(number, loose(holding, phase.what))
        event = Stolen if phase.kind == STEAL else Lost
        builder.tell(event(seat, phase.what, really, number, actor, why))


def loose(holding: Holding, what: str) -> int:
    """How much a seat can lose: all of a resource; followers only down to the safe zone."""
    have = holding.of(what)
    return have - safe_below(have) if what == FOLLOWERS else have


PHASES: Mapping[type, PhaseRules] = {phases.Effect: PhaseRules(_decision, _apply)}
