"""The heart of Odin's Table: what is open at each phase, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.game import Choice, Decision, IllegalChoice, Outcome, Step
from gm_appliance.games.odins_table import judge, match, referee, solo, turn_end
from gm_appliance.games.odins_table.events import GameBegins
from gm_appliance.games.odins_table.hand import State
from gm_appliance.games.odins_table.model import (
    BOX,
    PERSON,
    Between,
    Choosing,
    Dealing,
    Defending,
    Fighting,
    Final,
    Judging,
    Laying,
    Lots,
    Moving,
    Over,
    Repeating,
    Reshuffling,
    Scouting,
    Setup,
    Showing,
    Swapping,
    Targeting,
    View,
)
from gm_appliance.games.odins_table.steps import OdinStepBuilder

LOTS = "lots"
SIDES: Mapping[str, int] = {"white": PERSON, "black": BOX}
"""In a game of one person: the seat that plays white, by what the person plays."""


def begin(options: Mapping[str, int | str]) -> State:
    """A table as the first game begins. Options as `Game.complete` returns them."""
    setup = Setup(str(options["mode"]), int(options["games"]), str(options.get("strength", "")))
    white = SIDES.get(str(options.get("side")), options.get("white", LOTS))
    if isinstance(white, str):
        return State(View(setup, Lots()))
    return State(View(setup, match.FIRST[setup.mode], white))


def opening(view: View) -> tuple[Any, ...]:
    """Who plays white, where no lots are drawn for it."""
    return () if isinstance(view.phase, Lots) else (GameBegins(view.game, view.white),)


_DECISIONS: dict[type, Callable[[View, Any], Decision]] = {
    Lots: match.lots_decision,
    Judging: judge.judging_decision,
    Defending: judge.defending_decision,
    Choosing: referee.choosing_decision,
    Targeting: referee.targeting_decision,
    Fighting: referee.fighting_decision,
    Swapping: turn_end.swapping_decision,
    Scouting: turn_end.scouting_decision,
    Repeating: turn_end.repeating_decision,
    Dealing: solo.dealing_decision,
    Showing: solo.showing_decision,
    Laying: solo.laying_decision,
    Moving: solo.moving_decision,
    Reshuffling: solo.reshuffling_decision,
    Between: match.between_decision,
    Final: match.final_decision,
}

_FOLLOWS: dict[type, Callable[[OdinStepBuilder, Any, Any], None]] = {
    Lots: match.apply_lots,
    Judging: judge.apply_judging,
    Defending: judge.apply_defending,
    Choosing: referee.apply_choosing,
    Targeting: referee.apply_targeting,
    Fighting: referee.apply_fighting,
    Swapping: turn_end.apply_swapping,
    Scouting: turn_end.apply_scouting,
    Repeating: turn_end.apply_repeating,
    Dealing: solo.apply_dealing,
    Showing: solo.apply_showing,
    Laying: solo.apply_laying,
    Moving: solo.apply_moving,
    Reshuffling: solo.apply_reshuffling,
    Between: match.apply_between,
    Final: match.apply_final,
}

_BESIDE: dict[str, Callable[[OdinStepBuilder, Any, Any], None]] = {
    "turn.idunn": referee.apply_idunn,
    "judge.close": judge.apply_closing,
}
"""What is open beside a phase's own decision, by its name."""


def public(state: State) -> View:
    return state.view


def decision(view: View) -> Decision | None:
    """What is open; None once everybody has seen how it ended. Whoever asks again is given the same one."""
    return view.opened or view.once(_open)


def _open(view: View) -> Decision | None:
    phase = view.phase
    return None if isinstance(phase, Over) else _DECISIONS[type(phase)](view, phase)


def apply(state: State, choice: Choice) -> Step[State, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    view = state.view
    open_now = decision(view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    answered, phase = open_now.demand(choice), view.phase
    builder = OdinStepBuilder(state)
    follows = _BESIDE.get(answered.name) or _FOLLOWS[type(phase)]
    follows(builder, phase, choice.value)
    return builder.step()


def outcome(view: View) -> Outcome | None:
    """How it ended; None while it goes on."""
    return match.outcome(view)
