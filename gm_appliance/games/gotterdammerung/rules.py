"""The heart of Götterdämmerung: what is open at each phase, and what follows.

A round is a night, the Oracle's dice, the gods in ascending order, the Oracle's look and a
council (rulebook, "Playing the Game"). Each has a module of its own; here they meet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gm_appliance.core.game import Chance, Choice, Decision, IllegalChoice, Outcome, Step
from gm_appliance.games.gotterdammerung import action, council, ending, night, setup, somebody
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.model import (
    Calling,
    Council,
    Deal,
    Dice,
    Die,
    EndCheck,
    Learning,
    Leaving,
    Look,
    Night,
    Over,
    Picking,
    Seating,
    State,
    StepBuilder,
    Trial,
    Turn,
    View,
)

begin = setup.begin
opening = setup.opening

_DECISIONS: dict[type, Callable[[View, Any], Decision]] = {
    Picking: setup.picking_decision,
    Seating: setup.seating_decision,
    Calling: setup.calling_decision,
    Deal: setup.deal_decision,
    Learning: setup.learning_decision,
    Night: night.night_decision,
    Die: night.die_decision,
    Dice: action.dice_decision,
    Turn: action.turn_decision,
    Look: action.look_decision,
    Council: council.council_decision,
    Trial: council.trial_decision,
    EndCheck: ending.end_check_decision,
    Leaving: somebody.leaving_decision,
}


def _apply_end_check(builder: StepBuilder, choice: Choice) -> None:
    phase = builder.view.phase
    assert isinstance(phase, EndCheck)
    if not ending.call_end(builder, choice):
        return
    if phase.by == "conspiracy":
        builder.change(phase=Dice())
    elif phase.by == "council":
        council.next_round(builder)
    else:
        action.next_turn(builder, after=GODS[phase.by].order)


def _apply_leaving(builder: StepBuilder, choice: Choice) -> None:
    phase = builder.view.phase
    assert isinstance(phase, Leaving)
    if somebody.leave(builder, choice):
        action.without(builder, phase.seat)
        council.without(builder, phase.seat)


_FOLLOWS: dict[type, Callable[[StepBuilder, Choice], None]] = {
    Picking: setup.apply_picking,
    Seating: setup.apply_seating,
    Calling: setup.apply_calling,
    Deal: setup.apply_deal,
    Learning: setup.apply_learning,
    Night: night.apply_night,
    Die: night.apply_die,
    Dice: action.apply_dice,
    Turn: action.apply_turn,
    Look: action.apply_look,
    Council: council.apply_council,
    Trial: council.apply_trial,
    EndCheck: _apply_end_check,
    Leaving: _apply_leaving,
}


# ---------------------------------------------------------------- the four functions


def public(state: State) -> View:
    return state.view


def decision(view: View) -> Decision | None:
    """What is open; None once the game is over. Whoever asks again is given the same one."""
    return view.opened or view.once(_open)


def _open(view: View) -> Decision | None:
    if isinstance(view.phase, Over):
        return None
    main = _DECISIONS[type(view.phase)](view, view.phase)
    # Nobody asks for anything while a timetable runs or a die rolls.
    if main.beats or isinstance(main.who, Chance):
        return main
    return main.offering(somebody.on_request(view))


def apply(state: State, choice: Choice) -> Step[State, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(state.view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    answered = open_now.demand(choice)
    builder = StepBuilder(state)
    if answered in open_now.open():
        _FOLLOWS[type(state.view.phase)](builder, choice)
    else:
        somebody.apply_on_request(builder, choice)
    return builder.step()


def outcome(view: View) -> Outcome | None:
    return view.outcome
