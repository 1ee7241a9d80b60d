"""The heart of the companion: what is open at each phase, what follows, and how turn follows turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.game import Chance, Choice, Decision, Each, IllegalChoice, Number, OneOf, Step, Table
from gm_appliance.games.valda.companion import (
    actions,
    attack,
    building,
    conversion,
    corrections,
    effects,
    ending,
    resources,
    weapons,
)
from gm_appliance.games.valda.companion.events import Endowed, RoundBegins, StartRolled, TurnBegins
from gm_appliance.games.valda.companion.model import (
    PHASES,
    START,
    START_MINES,
    Acting,
    Attacking,
    Blocked,
    Building,
    Choosing,
    Converting,
    Correcting,
    Defending,
    Done,
    Effect,
    Falling,
    Final,
    Holding,
    Mixing,
    Over,
    Phase,
    Powering,
    Reading,
    Receiving,
    Redirecting,
    Rolling,
    Shielding,
    StartRolling,
    Summing,
    Trading,
    Turning,
    View,
)
from gm_appliance.games.valda.companion.setup import Faces, Setup
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder
from gm_appliance.games.valda.options import PARTS
from gm_appliance.games.valda.track import ROUNDS

outcome = ending.outcome

# ---------------------------------------------------------------- setup


def begin(options: Mapping[str, int | str]) -> View:
    """A table before it is known who begins. Options as `Game.complete` returns them."""
    players, own = int(options["players"]), options["dice"] == "own"
    turnaround = options["turnaround"] == "yes"
    setup = Setup(
        players,
        turnaround,
        race=options["race"] == "yes",
        own=own,
        any_four=options.get("trade") == "any",
        by_hand=frozenset(part for part in PARTS if options.get(part) == "hand"),
        faces=_faces({name: int(value) for name, value in options.items() if isinstance(value, int)}),
    )
    phase: Phase = StartRolling(setup.seats) if turnaround and not own else Choosing()
    return View(setup, phase, (Holding(),) * players)


def _faces(numbers: Mapping[str, int]) -> Faces:
    gold, two = numbers["yellow_gold"], numbers["blue_two"]
    minus, zero, one = numbers["white_minus"], numbers["white_zero"], numbers["white_one"]
    white = (-1,) * minus + (0,) * zero + (1,) * one
    six = resources.SIDES
    return Faces(
        ("gold",) * gold + ("diamond",) * (six - gold),
        (1,) * (six - two) + (2,) * two,
        white + (2,) * (six - len(white)),
    )


def public(view: View) -> View:
    return view


def _start_rolling_decision(view: View, phase: StartRolling) -> Decision:
    return Decision("first.die", Chance(), Each(tuple(map(str, phase.seats)), Number(1, resources.SIDES)))


def _apply_start_rolling(builder: CompanionStepBuilder, phase: StartRolling, value: Any) -> None:
    """The highest begins; those who tie for it roll once more."""
    numbers = {seat: value[str(seat)] for seat in phase.seats}
    highest = tuple(seat for seat in phase.seats if numbers[seat] == max(numbers.values()))
    builder.tell(StartRolled(tuple(numbers.items()), highest), phase=StartRolling(highest))
    if len(highest) == 1:
        _start(builder, highest[0])


def _choosing_decision(view: View, phase: Choosing) -> Decision:
    return Decision("first.who", Table(), OneOf(view.seats))


def _apply_choosing(builder: CompanionStepBuilder, phase: Choosing, value: Any) -> None:
    _start(builder, value)


def _start(builder: CompanionStepBuilder, first: int) -> None:
    """Everybody gets what they start with, from the first player on; then the first round begins."""
    view = builder.view
    players = view.setup.players
    for at, amounts in enumerate(START[players]):
        builder.tell(Endowed((first - 1 + at) % players + 1, *amounts, START_MINES))
    builder.change(first=first)
    _begin_round(builder, 1)


# ---------------------------------------------------------------- rounds and turns


def _begin_round(builder: CompanionStepBuilder, round: int) -> None:
    builder.change(round=round)
    order, first = builder.view.order, builder.view.first
    builder.tell(RoundBegins(round, order[0], clockwise=order[0] == first))
    _begin_turn(builder, order[0])


def _begin_turn(builder: CompanionStepBuilder, seat: int) -> None:
    begun = TurnBegins(builder.view.round, seat)
    builder.tell(begun, turn=seat, lying=None, site=None, phase=Done())


def _next_turn(builder: CompanionStepBuilder) -> None:
    """The next seat in the order; after the last one the drakkar sails on."""
    view = builder.view
    at = view.order.index(view.turn) + 1
    if at < view.setup.players:
        _begin_turn(builder, view.order[at])
    elif view.setup.race or view.round < ROUNDS:
        builder.change(ended=(*view.ended, view.followers))
        _begin_round(builder, view.round + 1)
    else:
        ending.finish(builder, ending.PLAYED)


_ENTER: Mapping[str, Callable[[View], Phase | None]] = {
    "resources": resources.enter_dice,
    "trade": resources.enter_trade,
    "game": actions.enter_actions,
    "building": building.enter_building,
    "attack": attack.enter_attacks,
    "followers": conversion.enter_conversion,
}


def _next_phase(builder: CompanionStepBuilder, after: str) -> None:
    """Go on in the first of the phases that follow in which anything is asked; or to the next turn."""
    for name in PHASES[PHASES.index(after) + 1 if after else 0 :]:
        phase = _ENTER[name](builder.view)
        if isinstance(phase, Attacking):
            attack.announce_order(builder, phase)
            return
        if phase:
            builder.go(phase)
            return
    _next_turn(builder)


def _follow(builder: CompanionStepBuilder) -> None:
    """What follows by itself: the end of a race, the next phase, the next turn."""
    while True:
        if ending.race_is_won(builder.view):
            ending.finish(builder, ending.WON_RACE)
        elif isinstance(phase := builder.view.phase, Done):
            _next_phase(builder, phase.phase)
        elif (over := _moot(builder.view)) is not None:
            builder.leave(over)
        else:
            return


def _moot(view: View) -> str | None:
    """The phase of a turn in which nothing can be chosen any more, for a balance is another one now."""
    if isinstance(view.phase, Trading) and not resources.enter_trade(view):
        return "trade"
    if isinstance(view.phase, Building) and not building.enter_building(view):
        return "building"
    if isinstance(view.phase, Reading) and view.phase.gold is None and not view.has(view.turn).mine:
        return None if view.has(view.turn).drill else "resources"
    return None


# ---------------------------------------------------------------- the four functions

_DECISIONS: Mapping[type, Callable[[View, Any], Decision]] = {
    Choosing: _choosing_decision,
    StartRolling: _start_rolling_decision,
    Rolling: resources.rolling_decision,
    Reading: resources.reading_decision,
    Trading: resources.trading_decision,
    Mixing: resources.mixing_decision,
    Receiving: resources.receiving_decision,
    Acting: actions.acting_decision,
    Effect: effects.effect_decision,
    Building: building.building_decision,
    Attacking: attack.attacking_decision,
    Powering: attack.powering_decision,
    Defending: attack.defending_decision,
    Shielding: attack.shielding_decision,
    Redirecting: attack.redirecting_decision,
    Blocked: attack.blocked_decision,
    Converting: conversion.converting_decision,
    Summing: conversion.summing_decision,
    Turning: weapons.turning_decision,
    Correcting: corrections.correcting_decision,
    Final: ending.final_decision,
}

_FOLLOWS: Mapping[type, Callable[[CompanionStepBuilder, Any, Any], None]] = {
    Choosing: _apply_choosing,
    StartRolling: _apply_start_rolling,
    Rolling: resources.apply_rolling,
    Reading: resources.apply_reading,
    Trading: resources.apply_trading,
    Mixing: resources.apply_mixing,
    Receiving: resources.apply_receiving,
    Acting: actions.apply_acting,
    Effect: effects.apply_effect,
    Building: building.apply_building,
    Attacking: attack.apply_attacking,
    Powering: attack.apply_powering,
    Defending: attack.apply_defending,
    Shielding: attack.apply_shielding,
    Redirecting: attack.apply_redirecting,
    Blocked: attack.apply_blocked,
    Converting: conversion.apply_converting,
    Summing: conversion.apply_summing,
    Turning: weapons.apply_turning,
    Correcting: corrections.apply_correcting,
    Final: ending.apply_final,
}


def decision(view: View) -> Decision | None:
    """What is open; None once everybody has seen how it ended. Whoever asks again is given the same one."""
    return view.once(_open)


def _open(view: View) -> Decision | None:
    phase = view.phase
    if isinstance(phase, Over):
        return None
    if isinstance(phase, Falling):
        return conversion.loki_decision(view) if phase.loki else resources.dice_decision(view)
    found = _DECISIONS[type(phase)](view, phase)
    asked = (weapons.weapon_decision(view), corrections.correction_decision(view))
    on_request = tuple(one for one in asked if one)
    return found.offering(on_request) if on_request else found


def apply(view: View, choice: Choice) -> Step[View, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    answered, phase, value = open_now.demand(choice), view.phase, choice.value
    builder = CompanionStepBuilder(view)
    if answered is not open_now:
        (weapons.play if answered.name == "weapon.play" else corrections.begin)(builder, value)
    elif isinstance(phase, Falling):
        _apply_falling(builder, phase, value)
    else:
        _FOLLOWS[type(phase)](builder, phase, value)
    _follow(builder)
    _decide_again(builder, phase)
    return builder.step()


def _apply_falling(builder: CompanionStepBuilder, phase: Falling, value: Any) -> None:
    if phase.loki:
        conversion.apply_loki(builder, phase.loki, value)
    else:
        resources.apply_dice(builder, value)


def _decide_again(builder: CompanionStepBuilder, before: Phase) -> None:
    """After a correction at the end it may be somebody else who has won."""
    now = builder.view.phase
    corrected = isinstance(before, Correcting) and bool(builder.events)
    if corrected and isinstance(now, Final) and now.why == ending.PLAYED:
        ending.finish(builder, now.why)
