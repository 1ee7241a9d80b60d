"""The words and pictures of the steps with a timetable, beat by beat."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Light, Say, Show, Sound
from gm_appliance.core.cues.screens import BarScreen, Lines, TextScreen
from gm_appliance.core.game import Beat, Decision
from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.values import Value, field
from gm_appliance.hidden_roles.model import Learning, Trial
from gm_appliance.hidden_roles.narration.seats import SeatWords, by_round

CLOSE = NP_("line", "Close your eyes.")
READ_ALOUD = N_("Somebody who is not playing reads me aloud. You close your eyes.")

_UNSAID = ("thunder", "tick", "end")
"""Beats without words: the thunder, a bar that shrinks, the end."""


class TimetableText(Value):
    """All words and pictures of a step with a timetable.

    beats:       the words, by the beat's mark.
    interrupted: that {game} was interrupted in this step.
    hint:        shown during the lead-in.
    unheard:     how to do it without hearing the box, agreed on beforehand. In seconds from its beginning:
                 {opens} to {closes}, when some have open eyes, and {last}, when all open theirs.
    later:       instead of `beats`, after the first vote of a game.
    repeated:    instead of `beats`, if only seats with missing thumbs are asked.
    nightly:     instead of `beats`, in turn by the round; with two, the second is for all later rounds.
    """

    title: Message
    beats: Mapping[str, Message]
    interrupted: Message
    hint: Message = CLOSE
    unheard: Message = READ_ALOUD
    later: Mapping[str, Message] = field(default_factory=dict)
    repeated: Mapping[str, Message] = field(default_factory=dict)
    nightly: Mapping[str, tuple[Message, ...]] = field(default_factory=dict)

    def words(self, view: Any, mark: str) -> Message | None:
        """The words at a beat, depending on what was heard before; None for silence."""
        if words := self.nightly.get(mark):
            return by_round(view, *words) if len(words) > 2 else words[0 if view.round == 1 else 1]
        if isinstance(view.phase, Learning | Trial) and view.phase.repeat and mark in self.repeated:
            return self.repeated[mark]
        return self.later.get(mark) if view.ballots and mark in self.later else self.beats.get(mark)


class Timetables(SeatWords):
    STEPS: ClassVar[Mapping[str, TimetableText]]
    """By decision; these decisions have no prompt."""

    def beat(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        """The cues at a beat. Raises MissingWords."""
        self._step(decision)
        thunder = (Sound("thunder"),) if beat.mark == "thunder" else ()
        cues = (*thunder, *self.shown(decision, view, beat))
        spoken = self.spoken(decision, view, beat)
        return self.beside(view, (*cues, Say(spoken)) if spoken else cues)

    def unheard(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """How to do a step with closed eyes without hearing the box. Raises MissingWords.

        The seconds are those of its timetable, and the display shows the same to those with open eyes.
        """
        at = {beat.mark: beat.at for beat in decision.beats}
        seconds = {}
        if "die" in at:
            seconds = {"opens": ceil(at["die"]), "closes": int(at["reclose"]), "last": ceil(at["open"])}
        text = self._(self._step(decision).unheard, **seconds)
        return (Show(TextScreen(text)), Say(text))

    def _step(self, decision: Decision) -> TimetableText:
        if decision.name not in self.STEPS:
            raise MissingWords(f"the timetable of {decision.name!r}", "add it to STEPS")
        return self.STEPS[decision.name]

    def shown(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        step = self._step(decision)
        title = self._(step.title, round=view.round)
        if beat.mark == "open":
            return (self.table(view),)
        if beat.mark == "lead":
            shown = Lines(title, (self._vote_against(view), "", "", self._(step.hint)))
            return (Light(), Show(shown), self.table(view))
        if beat.mark in ("now", "tick") and decision.name == "council.vote":
            lines = (self._vote_against(view), self._(step.hint))
            return (Show(BarScreen(title, int(beat.about), view.setup.vote, lines)),)
        return ()

    def spoken(self, decision: Decision, view: Any, beat: Beat) -> str:
        """The words of a beat; empty for silence. Raises MissingWords."""
        if beat.mark == "count":
            return str(beat.about)
        if beat.mark == "name":
            return str(self.name(view, int(beat.about)))
        if beat.mark in _UNSAID:
            return ""
        said = self._step(decision).words(view, beat.mark)
        if said is None:
            raise MissingWords(f"beat {beat.mark!r} of {decision.name!r}", "add it to its beats in STEPS")
        return self._(said, **self.values(decision, view))

    def _vote_against(self, view: Any) -> str:
        """The accused, in a line; empty outside a vote."""
        return self.against(view, view.phase.accused) if isinstance(view.phase, Trial) else ""
