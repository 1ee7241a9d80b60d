"""A step with a timetable: its beats come on time, whatever is pressed."""

from __future__ import annotations

from typing import NoReturn

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import ClosedScreen
from gm_appliance.core.game import AllSeats, Beat, Choice, Decision
from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.host.prompt import by_clock
from gm_appliance.host.session import CutOff, Paused, Session, at_panel
from gm_appliance.pickers import Gesture, open_picker

SLACK = 0.5
"""Seconds for which a press may be on its way that was made before the end."""


def _is_picture(cue: Cue) -> bool:
    """Whether it would stand where words have to be read: a beat is no time for both."""
    return isinstance(cue, Show) and not isinstance(cue.screen, ClosedScreen)


class Window:
    """Performs one timetable, starting now, and listens to the presses."""

    def __init__(self, session: Session, decision: Decision) -> None:
        self._session = session
        self._stage = session.stage
        self._decision = decision
        self._picker = open_picker(decision)
        self._onset = 0.0

    def run(self) -> Choice:
        """The choice, at the last beat. Raises BrokenOff if the window is broken off."""
        decision, stage = self._decision, self._stage
        timetable = [(beat.at, self._cues(beat)) for beat in decision.beats]
        stage.prepare([cue for _at, cues in timetable for cue in cues])
        self._onset = stage.now()
        for index, (at, cues) in enumerate(timetable):
            self._listen(self._onset + at)
            stage.beat(index)
            speaks = any(isinstance(cue, Say) for cue in cues)
            if speaks and stage.unheard:
                cues = tuple(cue for cue in cues if not _is_picture(cue))
            stage.perform_afresh(cues) if speaks else stage.perform(cues)
        if isinstance(decision.who, AllSeats):
            self._hear_the_last()
        choice = self._picker.at_end() if self._picker else None
        return choice or by_clock(decision)

    def _cues(self, beat: Beat) -> tuple[Cue, ...]:
        """What is said and shown at a beat."""
        return self._session.narration.beat(self._decision, self._session.play.view, beat)

    def _listen(self, until: float) -> None:
        """Until the next beat is due."""
        stage, beats = self._stage, self._decision.beats
        # What comes in just before a beat is handled after it, so that no press delays a beat.
        # Only if the listening ends with the window is everything handled first.
        last = until == self._onset + beats[-1].at and any(beat.listens for beat in beats[-2:])
        while last or stage.now() < until:
            gesture = stage.next(until, heed=True)
            if gesture is not None:
                self._on_gesture(gesture)
                continue
            if isinstance(self._decision.who, AllSeats) and (loss := stage.lost("pads")):
                self._break_off(loss)
            if stage.now() >= until:
                break

    def _hear_the_last(self) -> None:
        """Wait for presses that a line may still carry. Where it was out, the window is taken again.

        This depends on the line alone, which reports by itself that it is whole, never on who pressed.
        """
        stage, beats = self._stage, self._decision.beats
        after = max(index for index, beat in enumerate(beats) if beat.listens) + 1
        end = self._onset + beats[after].at
        if stage.pads_heard() == float("inf"):
            return  # no line that could be out
        while stage.now() < end + SLACK:
            self._listen(end + SLACK)
        if not stage.pads_lost and stage.pads_heard() < end:
            stage.hear(Fault("pads", "unheard"))
            raise CutOff

    def _on_gesture(self, gesture: Gesture) -> None:
        if gesture.source != PANEL:
            self._picker = self._picker.on(gesture) if self._picker else None
        elif self._stage.now() < self._onset + self._decision.lead:
            if cues := self._session.heed(gesture):
                self._stage.perform_afresh(cues)
        elif at_panel(gesture, "repeat", "hold"):
            raise Paused(self._decision.closed)

    def _break_off(self, loss: Fault) -> NoReturn:
        """The pads, or some of them, are gone: the window is taken again once they are back.

        People need open eyes and time to repair them; OK goes on without them.
        """
        stage, announcements = self._stage, self._session.announcements
        stage.begin()
        stage.mark_told("pads")
        cues = announcements.broken_off(loss.which, loss.what == "unplugged")
        stage.perform_afresh((*announcements.clear(self._decision.closed), *cues))
        while not stage.back("pads"):
            gesture = stage.next(None, heed=True)
            if more := stage.lost("pads"):  # and now others too
                cues = announcements.broken_off(more.which, more.what == "unplugged")
                stage.mark_told("pads")
                stage.perform(cues)
            if gesture and at_panel(gesture, "ok", "tap"):
                break
            if gesture and gesture.source == PANEL and gesture.kind in ("tap", "hold"):
                stage.perform_afresh(cues)
        stage.hush()
        for cue in self._session.faults():
            self._session.wait_for(cue)
        raise CutOff
