"""The open decision in each phase of Götterdämmerung, and the consequences of each choice.

A round is a night, the Oracle's dice, the gods in ascending order, the Oracle's look and a council
(rulebook, "Playing the Game"). Each has a module of its own with a table of its phases; they are merged here.
"""

from __future__ import annotations

from gm_appliance.core.game import AllSeats, Chance, Choice, Decision, IllegalChoice, Outcome, Step
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import action, council, ending, night, setup, somebody
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.model import (
    Dice,
    EndCheck,
    GotterdammerungStepBuilder,
    GotterdammerungView,
    Leaving,
    Look,
    Over,
    State,
)

begin = setup.begin
opening = setup.opening


def _end_called(builder: GotterdammerungStepBuilder, phase: EndCheck, winner: str) -> None:
    if winner != ending.GOES_ON:
        ending.win(builder, winner)
    elif phase.by == "conspiracy":
        builder.change(phase=Dice())
    elif phase.by == "council":
        council.next_round(builder)
    else:
        action.next_turn(builder, after=GODS[phase.by].order)


def _left(builder: GotterdammerungStepBuilder, phase: Leaving, answer: str) -> None:
    if somebody.leave(builder, phase, answer):
        action.without(builder, phase.seat)
        council.without(builder, phase.seat)


PHASES: dict[type, PhaseRules] = {
    **setup.PHASES,
    **night.PHASES,
    **action.PHASES,
    **council.PHASES,
    EndCheck: PhaseRules(ending.end_check, _end_called),
    Leaving: PhaseRules(somebody.leaving, _left),
}


def public(state: State) -> GotterdammerungView:
    return state.view


def decision(view: GotterdammerungView) -> Decision | None:
    """The open decision, the same object for the same view; None once the game is over."""
    return view.once(_open)


def _open(view: GotterdammerungView) -> Decision | None:
    if type(view.phase) is Over:
        return None
    main = PHASES[type(view.phase)].decision(view, view.phase)
    # Nothing is on offer while a timetable runs or a die rolls. Before a timetable the host may ask.
    if main.closed and view.with_pads and not isinstance(view.phase, Look):
        before = somebody.before_presses(view) if isinstance(main.who, AllSeats) else ()
        return main.offering((*before, somebody.UNHEARD))
    if main.beats or type(main.who) is Chance:
        return main.offering(somebody.before_presses(view)) if isinstance(main.who, AllSeats) else main
    return main.offering(somebody.on_request(view))


def apply(state: State, choice: Choice) -> Step[State, GotterdammerungView]:
    """The step that follows from a choice. Raises IllegalChoice, having changed nothing."""
    view = state.view
    open_now = decision(view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    answered = open_now.demand(choice)
    builder = GotterdammerungStepBuilder(state)
    if answered in open_now.open():
        PHASES[type(view.phase)].apply(builder, view.phase, choice.value)
    else:
        somebody.apply_on_request(builder, choice)
    return builder.step()


def outcome(view: GotterdammerungView) -> Outcome | None:
    return view.outcome
