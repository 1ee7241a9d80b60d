"""The narration of a game of hidden roles: the kit's parts and the game's come together here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Props, Say, Suggestion
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Beat, Choice, Decision, Face, First, Pad
from gm_appliance.core.language import Language, Message
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.model import GOES_ON
from gm_appliance.hidden_roles.narration.beside import beside, named_props, named_screen, told_of
from gm_appliance.hidden_roles.narration.events import HiddenRolesEvents
from gm_appliance.hidden_roles.narration.prefetch import closed_steps, outcomes
from gm_appliance.hidden_roles.narration.prompts import PROMPTS, DecisionText, case_of
from gm_appliance.hidden_roles.narration.screens import HiddenRolesScreens
from gm_appliance.hidden_roles.narration.timetables import Timetables
from gm_appliance.hidden_roles.rules import HiddenRoles


class HiddenRolesNarration(TableNarration):
    """A game sets the tables and parts below; see `narration.GameNarration` for the methods."""

    PROMPTS: ClassVar[Mapping[str, PromptText]] = PROMPTS
    RULES: ClassVar[HiddenRoles]
    EVENTS: ClassVar[type[HiddenRolesEvents]]
    SCREENS: ClassVar[type[HiddenRolesScreens]]
    TIMETABLES: ClassVar[type[Timetables]]
    SIDE_WON: ClassVar[Mapping[str, Message]]
    """For the list of the last games."""
    FAREWELL: ClassVar[Message]
    """The last words of a game that the table ends before it is over."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        super().__init__(_, people)
        self._events = self.EVENTS(_, people)
        self._screens = self.SCREENS(_, people)
        self._timetables = self.TIMETABLES(_, people)

    def _told(self, view: Any) -> Party:
        return told_of(view, self._people)

    def _beside(self, view: Any, cues: Iterable[Cue]) -> tuple[Cue, ...]:
        return tuple(beside(self._, self._told(view), cues))

    # ------------------------------------------------------------ prompts

    def prompt(self, decision: Decision, view: Any) -> PromptText:
        prompt = super().prompt(decision, view)
        return prompt.in_case(self.case(decision, view)) if isinstance(prompt, DecisionText) else prompt

    def case(self, decision: Decision, view: Any) -> str:
        """The key in `DecisionText.cases`; empty for none."""
        seat = view.phase.seat if isinstance(view.phase, model.Calling) else 0
        return case_of(decision, view, self.RULES, bool(self._told(view).named(seat)))

    def values(self, decision: Decision, view: Any) -> Mapping[str, object]:
        phase, name = view.phase, self._events.name
        values: dict[str, object] = {"round": view.round, "game": self.title()}
        match phase:
            case model.Calling() | model.Leaving():
                values["seat"] = name(view, phase.seat)
                values["player"] = self._told(view).name(self._, phase.seat)
            case model.Learning(asked=(seat, *_others)) | model.Trial(asked=(seat, *_others)):
                values["seat"] = name(view, seat)
        if isinstance(phase, model.Trial):
            values["accuser"] = name(view, phase.accuser)
            if phase.accused:
                values["accused"] = name(view, phase.accused)
            values["seconds"] = self._.ngettext("{n} second", "{n} seconds", view.setup.drop)
        return values

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return () if decision.name in self._timetables.STEPS else super().ask(decision, view)

    def question(self, decision: Decision, view: Any) -> Say:
        """If people may call the end, OK goes on, so the question is a suggestion."""
        said = super().question(decision, view)
        goes_on = decision.name == "end.called" and decision.domain.contains(GOES_ON)
        return Suggestion(said.text) if goes_on else said

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return () if decision.name in self._timetables.STEPS else super().again(decision, view)

    def on_repeat(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """With all explanations, as in the first round: of a role, the council, voting."""
        if isinstance(view.phase, model.Council):
            view = replace(view, phase=replace(view.phase, resumed=False))
        elif isinstance(view.phase, model.Trial):
            view = replace(view, phase=replace(view.phase, begun=False))
        return self.ask(decision, replace(view, round=1))

    def labels(self, decision: Decision, view: Any, face: Face) -> ButtonLabels | None:
        if decision.name == "night.void":
            return ButtonLabels(
                ok=self._.pgettext("button", "the night is void"), back=self._.pgettext("button", "it is not")
            )
        if isinstance(view.phase, model.Calling) and view.phase.swap:
            return ButtonLabels(ok=self._.pgettext("button", "go without a pad"))
        # The question contains it, and is put to one seat after the other.
        return ButtonLabels() if decision.name == "council.thumb" else None

    def remind(self, decision: Decision, view: Any, times: int) -> tuple[Cue, ...]:
        if decision.name == "council.accuse":
            said = self._.ngettext(
                "You have talked for {n} minute. Take your time.",
                "You have talked for {n} minutes. Take your time.",
                times * view.setup.talk,
            )
        elif decision.name == "council.defence":
            said = self._.ngettext(
                "{n} second of defence. Please finish, {accused}.",
                "{n} seconds of defence. Please finish, {accused}.",
                times * view.setup.defence,
                **self.values(decision, view),
            )
        else:
            return super().remind(decision, view, times)
        return (Say(said),)

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        title = self.heading(decision, view)
        return named_screen(self._told(view), self._screens.screen(decision, view, face, title, minutes))

    def item(self, choice: Choice, view: Any) -> str:
        return self._screens.item(choice, view)

    def lights(self, decision: Decision, view: Any) -> frozenset[int]:
        if isinstance(decision.who, Pad):
            return frozenset(view.pads)  # those called so far
        if isinstance(decision.who, First):
            return frozenset(decision.who.seats)
        return super().lights(decision, view)

    def marked_seat(self, decision: Decision, view: Any, face: Face) -> int:
        return self._screens.aimed_at(view, face)

    def beat(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        return self._beside(view, self._timetables.beat(decision, view, beat))

    def unheard(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return self._timetables.unheard(decision, view)

    def prefetch(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        cues = [
            cue for event in outcomes(self.RULES, decision, view) for cue in self._events.tell(event, view)
        ]
        for step, then in closed_steps(self.RULES, view):
            cues += [cue for beat in step.beats for cue in self.beat(step, then, beat)]
        return tuple(cues)

    # ------------------------------------------------------------ events, recaps

    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        """Update the table first, unless the event does so itself."""
        cues = self._events.tell(event, view)
        if not any(isinstance(cue, Props) for cue in cues):
            cues = (self._events.table(view), *cues)
        return self._beside(view, cues)

    def farewell(self, view: Any) -> tuple[Cue, ...]:
        return (Say(self._(self.FAREWELL)),)

    def props(self, view: Any) -> Props:
        return named_props(self._, self._told(view), self._events.table(view))

    def interrupted(self, decision: Decision, view: Any) -> str:
        words = self._timetables.STEPS.get(decision.name) or self.PROMPTS.get(decision.name)
        where = getattr(words, "interrupted", None)
        if where is None:
            return self._("{game} was interrupted in round {round}.", **self.values(decision, view))
        return self._(where, **self.values(decision, view))

    def side_won(self, side: str) -> str:
        return self._(self.SIDE_WON[side]) if side in self.SIDE_WON else super().side_won(side)
