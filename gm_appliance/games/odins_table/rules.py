"""The rules of Odin's Table put together: each phase's decision, and the consequences of each choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Choice, Decision, Step, demanded
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.odins_table import correction, judge, match, model, referee, solo, turn_end
from gm_appliance.games.odins_table.events import GameBegins
from gm_appliance.games.odins_table.hand import State
from gm_appliance.games.odins_table.model import BOX, PERSON, REFEREE, OdinView
from gm_appliance.games.odins_table.steps import OdinStepBuilder

LOTS = "lots"
SIDES: Mapping[str, int] = {"white": PERSON, "black": BOX}
"""Solo: the seat that plays white, by the colour the person chose."""

PHASES: Mapping[type, PhaseRules] = {
    **judge.PHASES,
    **referee.PHASES,
    **turn_end.PHASES,
    **solo.PHASES,
    **match.PHASES,
}


def begin(options: Mapping[str, int | str]) -> State:
    setup = model.Setup(str(options["mode"]), int(options["games"]), str(options.get("strength", "")))
    white = SIDES.get(str(options.get("side")), options.get("white", LOTS))
    if isinstance(white, str):
        return State(OdinView(setup, model.Lots()))
    return State(OdinView(setup, match.FIRST[setup.mode], white))


def opening(view: OdinView) -> tuple[Any, ...]:
    """Announces who plays white, unless it is drawn by lot."""
    return () if isinstance(view.phase, model.Lots) else (GameBegins(view.game, view.white),)


def public(state: State) -> OdinView:
    return state.view


def decision(view: OdinView) -> Decision | None:
    return view.once(_open)


def _open(view: OdinView) -> Decision | None:
    phase = view.phase
    if isinstance(phase, model.Over):
        return None
    open_now = PHASES[type(phase)].decision(view, phase)
    if view.correctable:
        return open_now.offering((correction.CORRECT,))
    followed = view.setup.mode == REFEREE and isinstance(phase, model.Choosing | model.Targeting)
    return open_now.offering((judge.STOP,)) if followed else open_now


def apply(state: State, choice: Choice) -> Step[State, OdinView]:
    """The step that follows from a choice. Raises IllegalChoice; the state is never changed."""
    answered, phase = demanded(decision(state.view), choice), state.view.phase
    if answered is correction.CORRECT:
        return correction.corrected(state, choice.value)
    builder = OdinStepBuilder(state)
    if answered is judge.STOP:
        judge.stop_following(builder)
    else:
        PHASES[type(phase)].apply(builder, phase, choice.value)
    return correction.keeping_last_fight(state, answered, choice, builder.step())


outcome = match.outcome
