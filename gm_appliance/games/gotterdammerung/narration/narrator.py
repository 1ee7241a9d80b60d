"""Götterdämmerung told: here the parts meet.

What is asked stands in `prompts`, what happened in `events`, the steps with closed eyes in
`timetables`, what is said of a god in `gods`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gm_appliance.core.cues import Cue, Props, Say
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Beat, Decision, Face, First, Pad, Seat
from gm_appliance.core.language import Language
from gm_appliance.core.narration import BaseNarration, OptionText, Unspoken
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.gotterdammerung.model import (
    Calling,
    Council,
    Deal,
    Learning,
    Look,
    Night,
    Picking,
    Seating,
    View,
)
from gm_appliance.games.gotterdammerung.narration.beside import beside, named_props, named_screen, told_of
from gm_appliance.games.gotterdammerung.narration.events import SIDE_WON, Events
from gm_appliance.games.gotterdammerung.narration.explanations import explanation, topic_line, topics_at
from gm_appliance.games.gotterdammerung.narration.options import option_text
from gm_appliance.games.gotterdammerung.narration.prefetch import outcomes
from gm_appliance.games.gotterdammerung.narration.prompts import (
    PROMPTS,
    opening,
    reminder,
    shorter,
    values_of,
)
from gm_appliance.games.gotterdammerung.narration.props import full_recap, moved_back, props, worlds
from gm_appliance.games.gotterdammerung.narration.screens import marked_seat, screen_of
from gm_appliance.games.gotterdammerung.narration.timetables import STEPS, beat_cues


class Gotterdammerung(BaseNarration):
    """The narration in one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._people = people
        self._events = Events(_, people)

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Götterdämmerung")

    def option(self, name: str) -> OptionText:
        return option_text(self._, name)

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._.pgettext(
            "line",
            "{players}, {gods}",
            players=self._.npgettext("line", "{n} plays", "{n} play", int(options["players"])),
            gods=self._.npgettext("line", "{n} god", "{n} gods", int(options["gods"])),
        )

    # ------------------------------------------------------------ decisions

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return () if decision.name in STEPS else opening(self._, decision, view, told_of(view, self._people))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return () if decision.name in STEPS else shorter(self._, decision, view)

    def on_repeat(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        """What a council is about, also where it goes on."""
        if isinstance(view.phase, Council):
            view = replace(view, phase=replace(view.phase, resumed=False))
        return self.ask(decision, view)

    def remind(self, decision: Decision, view: View, times: int) -> tuple[Cue, ...]:
        return reminder(self._, decision, view, times)

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        screen = screen_of(self._, decision, view, face, minutes)
        return named_screen(told_of(view, self._people), screen)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        if isinstance(decision.who, Pad):
            return frozenset(view.pads)  # those called already
        if isinstance(decision.who, Seat):
            return frozenset((decision.who.seat,))
        return frozenset(decision.who.seats) if isinstance(decision.who, First) else frozenset()

    def marked_seat(self, decision: Decision, view: View, face: Face) -> int:
        return marked_seat(view, face)

    def beat(self, decision: Decision, view: View, beat: Beat) -> tuple[Cue, ...]:
        return tuple(beside(self._, told_of(view, self._people), beat_cues(self._, decision, view, beat)))

    def prefetch(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return tuple(cue for event in outcomes(decision, view) for cue in self._events.tell(event, view))

    # ------------------------------------------------------------ what happened, and where the game stands

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        return tuple(beside(self._, told_of(view, self._people), self._events.tell(event, view)))

    def known(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return tuple(beside(self._, told_of(view, self._people), self._events.called(view)))

    def left(self, view: View) -> tuple[Cue, ...]:
        return (Say(self._("The game ends here. Turn your faction cards.")),)

    def back(self, before: View, view: View) -> tuple[Cue, ...]:
        return tuple(beside(self._, told_of(view, self._people), moved_back(self._, before, view)))

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.phase, Picking | Seating | Calling | Deal | Learning):
            return ()
        if isinstance(view.phase, Night) and view.round > 1:
            return ()  # The round's beginning, just told, was a recap.
        spoken = list(worlds(self._, view))
        if any(view.cards_at(seat) for seat in view.seats):
            # Cards may have been moved, or the table bumped, since they were told.
            check = Say(self._("Does your table match? If not, set it right."))
            spoken = [*full_recap(self._, view), check]
        if isinstance(view.phase, Look) and decision.closed:
            same = self._("The look is repeated. Whoever looked takes the same card.")
            spoken.append(Say(same))
        return tuple(spoken)

    def props(self, view: View) -> Props:
        return named_props(self._, told_of(view, self._people), props(self._, view, forward=False))

    def interrupted(self, decision: Decision, view: View) -> str:
        told = STEPS.get(decision.name) or PROMPTS.get(decision.name)
        if told is None or told.interrupted is None:
            return self._("Round {round} was interrupted.", round=view.round)
        return self._(told.interrupted, **values_of(self._, view))

    def side_won(self, side: str) -> str:
        if side not in SIDE_WON:
            raise Unspoken(f"the side {side!r}")
        return self._(SIDE_WON[side])

    # ------------------------------------------------------------ what is explained

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics_at(view, on_request)

    def topic(self, topic: str) -> str:
        return topic_line(self._, topic)

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        return explanation(self._, topic, view)
