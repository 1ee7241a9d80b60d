"""Götterdämmerung's narration: its tables and parts come together here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Props, Say, Suggestion
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Beat, Choice, Decision, Face, First, Pad
from gm_appliance.core.language import Language
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import TABLE_MATCHES, TableNarration
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.ending import GOES_ON
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration import TITLE, prompts, props, topics
from gm_appliance.games.gotterdammerung.narration.beside import beside, named_props, named_screen, told_of
from gm_appliance.games.gotterdammerung.narration.events import SIDE_WON, GotterdammerungEvents
from gm_appliance.games.gotterdammerung.narration.gods import god_name, place_name
from gm_appliance.games.gotterdammerung.narration.options import OPTIONS
from gm_appliance.games.gotterdammerung.narration.prefetch import closed_steps, outcomes
from gm_appliance.games.gotterdammerung.narration.screens import GotterdammerungScreens, aimed_at
from gm_appliance.games.gotterdammerung.narration.teaching import GotterdammerungTeaching
from gm_appliance.games.gotterdammerung.narration.timetables import STEPS, beat_cues, unheard
from gm_appliance.games.gotterdammerung.places import VALKYRIE, Place


class Gotterdammerung(TableNarration):
    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = prompts.PROMPTS
    TOPICS = topics.TOPICS
    TEACHING = GotterdammerungTeaching

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        super().__init__(_, people)
        self._events = GotterdammerungEvents(_, people)
        self._screens = GotterdammerungScreens(_, people)

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._.pgettext(
            "line",
            "{players}, {gods}",
            players=self.players(int(options["players"])),
            gods=self._.npgettext("line", "{n} god", "{n} gods", int(options["gods"])),
        )

    def _told(self, view: GotterdammerungView) -> Party:
        return told_of(view, self._people)

    def _beside(self, view: GotterdammerungView, cues: Iterable[Cue]) -> tuple[Cue, ...]:
        return tuple(beside(self._, self._told(view), cues))

    def prompt(self, decision: Decision, view: GotterdammerungView) -> PromptText:
        if decision.name not in prompts.PROMPTS:
            return super().prompt(decision, view)
        return prompts.PROMPTS[decision.name].in_case(prompts.case_of(decision, view, self._told(view)))

    def values(self, decision: Decision, view: GotterdammerungView) -> Mapping[str, object]:
        return prompts.values_of(self._, view, self._told(view))

    def before(self, decision: Decision, view: GotterdammerungView) -> Iterator[Say]:
        if prompts.case_of(decision, view, self._told(view)) == "deputy":
            yield Say(self._("{by} acts in place of {god}.", **self.values(decision, view)))

    def ask(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        return () if decision.name in STEPS else super().ask(decision, view)

    def question(self, decision: Decision, view: GotterdammerungView) -> Say:
        """If the conspirators may call the end, OK goes on, so the question is a suggestion."""
        said = super().question(decision, view)
        goes_on = decision.name == "end.called" and decision.domain.contains(GOES_ON)
        return Suggestion(said.text) if goes_on else said

    def again(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        return () if decision.name in STEPS else super().again(decision, view)

    def on_repeat(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        """With all explanations, as in the first round: of a god, the council, voting."""
        if isinstance(view.phase, model.Council):
            view = replace(view, phase=replace(view.phase, resumed=False))
        elif isinstance(view.phase, model.Trial):
            view = replace(view, phase=replace(view.phase, begun=False))
        return self.ask(decision, replace(view, round=1))

    def labels(self, decision: Decision, view: GotterdammerungView, face: Face) -> ButtonLabels | None:
        if decision.name == "night.void":
            return ButtonLabels(
                ok=self._.pgettext("button", "the night is void"), back=self._.pgettext("button", "it is not")
            )
        if isinstance(view.phase, model.Calling) and view.phase.swap:
            return ButtonLabels(ok=self._.pgettext("button", "go without a pad"))
        # The question contains it, and is put to one seat after the other.
        return ButtonLabels() if decision.name == "council.thumb" else None

    def remind(self, decision: Decision, view: GotterdammerungView, times: int) -> tuple[Cue, ...]:
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

    def screen(self, decision: Decision, view: GotterdammerungView, face: Face, minutes: int) -> Screen:
        title = self._(self.prompt(decision, view).title, **self.values(decision, view))
        screen = self._screens.screen(decision, view, face, title, minutes)
        return named_screen(self._told(view), screen)

    def item(self, choice: Choice, view: GotterdammerungView) -> str:
        return self._screens.item(choice, view)

    def lights(self, decision: Decision, view: GotterdammerungView) -> frozenset[int]:
        if isinstance(decision.who, Pad):
            return frozenset(view.pads)  # those called so far
        if isinstance(decision.who, First):
            return frozenset(decision.who.seats)
        return super().lights(decision, view)

    def marked_seat(self, decision: Decision, view: GotterdammerungView, face: Face) -> int:
        return aimed_at(view, face)

    def beat(self, decision: Decision, view: GotterdammerungView, beat: Beat) -> tuple[Cue, ...]:
        return self._beside(view, beat_cues(self._, decision, view, beat))

    def unheard(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        return unheard(self._, decision, view)

    def prefetch(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        cues = [cue for event in outcomes(decision, view) for cue in self._events.tell(event, view)]
        for step, then in closed_steps(view):
            cues += [cue for beat in step.beats for cue in self.beat(step, then, beat)]
        return tuple(cues)

    def tell(self, event: Any, view: GotterdammerungView) -> tuple[Cue, ...]:
        """Update the table first, unless the event does so itself."""
        cues = self._events.tell(event, view)
        if not any(isinstance(cue, Props) for cue in cues):
            cues = (props.props(self._, view), *cues)
        return self._beside(view, cues)

    def known(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self._beside(view, self._events.called(view))

    def farewell(self, view: GotterdammerungView) -> tuple[Cue, ...]:
        return (Say(self._("The game ends here. Turn your faction cards.")),)

    def back(self, before: GotterdammerungView, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self._beside(view, props.moved_back(self._, before, view))

    def recap(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        match view.phase:
            case model.Picking() | model.Seating() | model.Calling() | model.Deal() | model.Learning():
                return ()
            case model.Night() if view.round > 1:
                return ()  # the beginning of the round, just announced, was a recap
        spoken = props.worlds(self._, view)
        if view.cards.away:
            spoken = (*props.full_recap(self._, view), Say(self._(TABLE_MATCHES)))
        if isinstance(view.phase, model.Look) and decision.closed:
            return (*spoken, Say(self._("The look is repeated. If you looked at a card, take it again.")))
        return spoken

    def props(self, view: GotterdammerungView) -> Props:
        return named_props(self._, self._told(view), props.props(self._, view))

    def interrupted(self, decision: Decision, view: GotterdammerungView) -> str:
        words = STEPS.get(decision.name) or prompts.PROMPTS.get(decision.name)
        if words is None or words.interrupted is None:
            return self._("Götterdämmerung was interrupted in round {round}.", round=view.round)
        return self._(words.interrupted, **self.values(decision, view))

    def side_won(self, side: str) -> str:
        return self._(SIDE_WON[side]) if side in SIDE_WON else super().side_won(side)

    def role(self, role: str) -> str:
        god, _space, number = role.partition(" ")
        if god not in GODS and (god, number.isdecimal()) != (VALKYRIE, True):
            return super().role(role)
        return place_name(self._, Place(god, int(number or 0)))

    def topics(self, view: GotterdammerungView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics.offered(view, on_request)

    def topic(self, topic: str) -> str:
        if topic in GODS:
            return self._(self.TOPICS[topic].line, god=god_name(self._, topic))
        return super().topic(topic)

    def explain(self, topic: str, view: GotterdammerungView) -> tuple[Cue, ...]:
        return props.full_recap(self._, view) if topic == "recap" else super().explain(topic, view)
