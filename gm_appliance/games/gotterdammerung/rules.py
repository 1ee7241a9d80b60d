"""The heart of Götterdämmerung: what is open at each stage, and what follows.

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
    Asking,
    Calling,
    Council,
    Deal,
    Dice,
    Die,
    Learning,
    Leaving,
    Look,
    Night,
    Over,
    Picking,
    Seating,
    State,
    Telling,
    Trial,
    Turn,
    View,
)

begin = setup.begin

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
    Asking: ending.asking_decision,
    Leaving: somebody.leaving_decision,
}


def _apply_asking(telling: Telling, choice: Choice) -> None:
    stage = telling.view.stage
    assert isinstance(stage, Asking)
    if not ending.call_end(telling, choice):
        return
    if stage.by == "conspiracy":
        telling.change(stage=Dice())
    elif stage.by == "council":
        council.next_round(telling)
    else:
        action.next_turn(telling, after=GODS[stage.by].order)


def _apply_leaving(telling: Telling, choice: Choice) -> None:
    stage = telling.view.stage
    assert isinstance(stage, Leaving)
    if somebody.leave(telling, choice):
        action.without(telling, stage.seat)
        council.without(telling, stage.seat)


_FOLLOWS: dict[type, Callable[[Telling, Choice], None]] = {
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
    Asking: _apply_asking,
    Leaving: _apply_leaving,
}


# ---------------------------------------------------------------- the four functions


def public(state: State) -> View:
    return state.view


def decision(view: View) -> Decision | None:
    """What is open; None once the game is over. Whoever asks again is given the same one."""
    return view.once(_open)


def _open(view: View) -> Decision | None:
    if isinstance(view.stage, Over):
        return None
    main = _DECISIONS[type(view.stage)](view, view.stage)
    # Nobody asks for anything while a timetable runs or a die rolls.
    if main.beats or isinstance(main.who, Chance):
        return main
    return main.offering(somebody.asides(view))


def apply(state: State, choice: Choice) -> Step[State, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(state.view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    answered = open_now.demand(choice)
    telling = Telling(state)
    if answered in open_now.open():
        _FOLLOWS[type(state.view.stage)](telling, choice)
    else:
        somebody.apply_aside(telling, choice)
    return telling.step()


def outcome(view: View) -> Outcome | None:
    return view.outcome
