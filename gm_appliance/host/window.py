"""A step with a timetable. Its beats come on time, whatever is pressed.

The rules give a timetable without words, and the voice the length of its words; `in_time` combines them
before the step begins. Both are public, and so is the result. It is not saved: a replay has the choice that
was made, and a step that was interrupted is timed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NoReturn

from gm_appliance.core.cues import Cue, Light, Say, Show, Storm
from gm_appliance.core.cues.screens import ClosedScreen
from gm_appliance.core.game import AllSeats, Beat, Choice, Decision
from gm_appliance.core.narration import Narration
from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.core.values import replace
from gm_appliance.host.prompt import by_clock
from gm_appliance.host.session import CutOff, Paused, Session, at_panel
from gm_appliance.pickers import Gesture, open_picker

SLACK = 0.5  # seconds that a press made before the end may take to arrive

_EYES = {"close": (Light(), Show(ClosedScreen()), Storm(True)), "open": (Storm(False),)}

PATIENCE = 20.0
"""Seconds that a step waits at most, eyes open, until its words are rendered. After that it estimates."""


def timed(decision: Decision, words: Sequence[float]) -> Decision:
    """The decision with beats as late as its words need.

    words: seconds that the words of each beat take. Each beat lasts as long as in the rules, or as long as
    its words and its rest, if that is longer. Beats of the same mark form a rhythm: they all last as long as
    the longest of them.

    >>> from gm_appliance.core.game import Clock, OneOf
    >>> beats = (Beat("close", 0.0, rest=1.0), Beat("name", 1.0, 3), Beat("name", 3.0, 4), Beat("end", 5.0))
    >>> rules = Decision("night", Clock(), OneOf(("over",)), beats=beats, lead=1.0)
    >>> night = timed(rules, (1.5, 0.5, 2.25, 0.0))
    >>> [beat.at for beat in night.beats], night.lead
    ([0.0, 2.5, 4.75, 7.0], 2.5)
    """
    needed = [
        max(after.at - beat.at, seconds + beat.rest)
        for (beat, after), seconds in zip(pairwise(decision.beats), words, strict=False)
    ]
    longest: dict[str, float] = {}
    for beat, seconds in zip(decision.beats, needed, strict=False):
        longest[beat.mark] = max(seconds, longest.get(beat.mark, 0.0))
    beats: list[Beat] = []
    at = 0.0
    for beat in decision.beats:
        beats.append(replace(beat, at=at))
        at += longest.get(beat.mark, 0.0)
    lead = next(new.at for new, old in zip(beats, decision.beats, strict=True) if old.at >= decision.lead)
    return replace(decision, beats=tuple(beats), lead=lead)


def words_of(decision: Decision, view: Any, narration: Narration) -> list[tuple[Cue, ...]]:
    return [narration.beat(decision, view, beat) for beat in decision.beats]


def in_time(session: Session, decision: Decision) -> Decision:
    """The decision with the timetable that the voice needs. Waits for words that are not rendered yet.

    Raises BrokenOff if somebody stops it meanwhile.
    """
    stage, view = session.stage, session.play.view
    spoken = words_of(decision, view, session.narration)
    every = [cue for cues in spoken for cue in cues]
    stage.prepare(every)
    if stage.length(every) is None:
        stage.perform(session.announcements.one_moment())
        session.wait_until_rendered(every, PATIENCE)
    return timed(decision, [stage.length(cues, guess=True) or 0.0 for cues in spoken])


def _speaks(cues: Iterable[Cue]) -> bool:
    return any(isinstance(cue, Say) for cue in cues)


class Window:
    """Performs one timetable, starting now, and listens to the presses."""

    def __init__(self, session: Session, decision: Decision) -> None:
        self._session = session
        self._stage = session.stage
        self._decision = decision
        self._picker = open_picker(decision)
        self._onset = self._quiet_at = 0.0
        self._spoken: list[float] = []  # when the beats with words begin, and the end
        self._owed: tuple[Cue, ...] = ()  # the answer to a press

    def run(self) -> Choice:
        """The choice, at the last beat. Raises BrokenOff if the window is broken off."""
        timetable = [*self._timetable()]
        self._spoken = [*(at for at, cues in timetable if _speaks(cues)), timetable[-1][0]]
        self._onset = self._stage.now()
        for index, (at, cues) in enumerate(timetable):
            self._listen(at)
            self._begin(index, cues)
        if isinstance(self._decision.who, AllSeats):
            self._hear_the_last()
        if self._owed:
            self._session.announce(self._owed)
        choice = self._picker.at_end() if self._picker else None
        return choice or by_clock(self._decision)

    def _begin(self, index: int, cues: tuple[Cue, ...]) -> None:
        stage, speaks = self._stage, _speaks(cues)
        stage.beat(index)
        if speaks and stage.unheard:
            # Pictures would take the place of words that have to be read.
            shut = (cue for cue in cues if not isinstance(cue, Show) or isinstance(cue.screen, ClosedScreen))
            cues = tuple(shut)
        if speaks:
            self._quiet_at = stage.now() + stage.perform_afresh(cues)
        else:
            stage.perform(cues)
        if self._owed:
            self._answer()

    def _answer(self) -> None:
        """Say what is owed, whole, between the words of two beats; the next ones wait only in the lead-in."""
        stage, now = self._stage, self._stage.now()
        ends = max(now, self._quiet_at) + (stage.length(self._owed, guess=True) or 0.0)
        due = self._onset + next((at for at in self._spoken if self._onset + at > now), self._spoken[-1])
        if ends > due and not self._leads:
            return
        self._onset += max(0.0, ends - due)
        stage.perform(self._owed)
        self._quiet_at, self._owed = ends, ()

    @property
    def _leads(self) -> bool:
        """Whether this is the lead-in, in which anything can stop the step."""
        return self._stage.now() < self._onset + self._decision.lead

    def _timetable(self) -> Iterator[tuple[float, tuple[Cue, ...]]]:
        """When each beat begins, and its cues; while eyes are closed, in the storm and without light."""
        decision, shut = self._decision, False
        for beat in decision.beats:
            shut = decision.closed and (beat.mark == "close" or (shut and beat.mark != "open"))
            cues = self._cues(beat)
            if shut:
                cues = tuple(cue for cue in cues if not isinstance(cue, Show | Light))
            yield beat.at, (*(_EYES.get(beat.mark, ()) if decision.closed else ()), *cues)

    def _cues(self, beat: Beat) -> tuple[Cue, ...]:
        return self._session.narration.beat(self._decision, self._session.play.view, beat)

    def _listen(self, at: float) -> None:
        """Listen until this time of the timetable."""
        stage, beats = self._stage, self._decision.beats
        # A press just before a beat is handled after it, and delays none, unless the window ends with it.
        last = at == beats[-1].at and any(beat.listens for beat in beats[-2:])
        while last or stage.now() < self._onset + at:
            gesture = stage.next(self._onset + at, heed=True)
            if gesture is not None:
                self._on_gesture(gesture)
                continue
            if isinstance(self._decision.who, AllSeats) and (loss := stage.news.lost()):
                self._break_off(loss)
            if stage.now() >= self._onset + at:
                break

    def _hear_the_last(self) -> None:
        """Wait for presses that a line may still carry. Where it was out, the window is taken again.

        This depends only on the line, which reports by itself that it is whole, never on who pressed.
        """
        stage, beats = self._stage, self._decision.beats
        after = max(index for index, beat in enumerate(beats) if beat.listens) + 1
        end = self._onset + beats[after].at
        if stage.pads_heard() == float("inf"):
            return  # no line that could be out
        while stage.now() < end + SLACK:
            self._listen(beats[after].at + SLACK)
        if not stage.pads_lost and stage.pads_heard() < end:
            stage.news.hear(Fault("pads", "unheard"))
            raise CutOff

    def _on_gesture(self, gesture: Gesture) -> None:
        told: tuple[Cue, ...] = ()
        if gesture.source != PANEL:
            self._picker = self._picker.on(gesture) if self._picker else None
        elif self._leads:
            told = self._session.heed(gesture)
        elif at_panel(gesture, "repeat", "hold"):
            raise Paused(self._decision.closed)
        elif at_panel(gesture, "back", "hold") and not self._decision.closed:
            told = self._session.announcements.not_back(True)
        if told:
            self._owed = told
            self._answer()

    def _break_off(self, loss: Fault) -> NoReturn:
        """The pads, or some of them, are gone: the window is taken again once they are back.

        People need open eyes and time to repair them; OK goes on without them.
        """
        stage, announcements = self._stage, self._session.announcements
        news = stage.news
        stage.begin()
        news.mark_told(loss.part)
        cues = announcements.broken_off(loss)
        stage.perform_afresh((*announcements.clear(self._decision.closed), *cues))
        while not news.back(loss.part):
            gesture = stage.next(None, heed=True)
            if more := news.lost(loss.part):  # and now others too
                cues = announcements.broken_off(more)
                news.mark_told(loss.part)
                stage.perform(cues)
            if gesture and at_panel(gesture, "ok", "tap"):
                break
            if gesture and gesture.source == PANEL and gesture.kind in ("tap", "hold"):
                stage.perform_afresh(cues)
        stage.hush()
        for cue in self._session.faults():
            self._session.wait_for(cue)
        raise CutOff
