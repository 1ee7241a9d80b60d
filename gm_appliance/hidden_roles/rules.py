"""The rules of a game of hidden roles: the kit's phases, and the game's own."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from gm_appliance.core.game import AllSeats, Chance, Choice, Decision, IllegalChoice, Outcome, Step
from gm_appliance.core.views import PhaseRules
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.calling import CallingRules
from gm_appliance.hidden_roles.ending import GOES_ON
from gm_appliance.hidden_roles.hooks import Builder
from gm_appliance.hidden_roles.night import NightRules
from gm_appliance.hidden_roles.people import UNHEARD, PeopleRules, before_presses
from gm_appliance.hidden_roles.state import State, StepBuilder


class HiddenRoles(CallingRules, NightRules, PeopleRules):
    """A game overrides what `hooks.Hooks` leaves open, and adds its own phases."""

    @cached_property
    def _phases(self) -> dict[type | str, PhaseRules]:
        return {
            model.Calling: PhaseRules(self._call, self._pad_called),
            model.Deal: PhaseRules(self._deal, self._dealt),
            model.Learning: PhaseRules(self._learn, self._learned),
            model.Night: PhaseRules(self.night, self.night_over),
            model.Die: PhaseRules(self._die, self._die_found),
            model.EndCheck: PhaseRules(self._end_check, self._end_called),
            model.Leaving: PhaseRules(self._leaving, self._left),
            model.Council: PhaseRules(self._council, self._talked),
            **self._trial,
            **self.phases(),
        }

    def _of(self, phase: model.Phase) -> PhaseRules:
        return self._phases[phase.step if type(phase) is model.Trial else type(phase)]

    def _end_called(self, builder: Builder, phase: model.EndCheck, winner: str) -> None:
        if winner != GOES_ON:
            self.win(builder, winner)
        else:
            self.after_fall(builder, phase.by)

    # ------------------------------------------------------------ the functions of a `Game`

    def public(self, state: State) -> Any:
        return state.view

    def outcome(self, view: Any) -> Outcome | None:
        outcome: Outcome | None = view.outcome
        return outcome

    def decision(self, view: Any) -> Decision | None:
        """The open decision, the same object for the same view; None once the game is over."""
        decision: Decision | None = view.once(self._open_now)
        return decision

    def _open_now(self, view: Any) -> Decision | None:
        if type(view.phase) is model.Over:
            return None
        main = self._of(view.phase).decision(view, view.phase)
        pressed = isinstance(main.who, AllSeats)
        # Nothing is on offer while a timetable runs or a die rolls. Before a timetable the host may ask.
        if main.closed and view.with_pads and (pressed or isinstance(view.phase, model.Night)):
            return main.offering((*(before_presses(view) if pressed else ()), UNHEARD))
        if main.beats or type(main.who) is Chance:
            return main.offering(before_presses(view)) if pressed else main
        return main.offering(self.on_request(view))

    def apply(self, state: State, choice: Choice) -> Step[State, Any]:
        """The step that follows from a choice. Raises IllegalChoice, having changed nothing."""
        view = state.view
        open_now = self.decision(view)
        if open_now is None:
            raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
        answered = open_now.demand(choice)
        builder: Builder = StepBuilder(self, state)
        if answered in open_now.open():
            self._of(view.phase).apply(builder, view.phase, choice.value)
        else:
            self._on_request(builder, choice)
        return builder.step()
