"""The loop: ask, remember, apply, tell. It does not know which game is on.

Everything said, shown and lit here comes from the narration, which is given the public view
alone; the state stays inside the `Play`. Time, chance and every part of the table are ports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn, Protocol

from gm_appliance.core.cues import Cue, Pause, Say
from gm_appliance.core.game import Chance, Choice, Decision, Every, Outcome, Pad, Plain
from gm_appliance.core.narration import Asking, Narration
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Ports
from gm_appliance.host.announcements import House
from gm_appliance.host.prompt import Prompt, by_clock
from gm_appliance.host.questions import Questions
from gm_appliance.host.stage import Stage, Stopped
from gm_appliance.pickers import Gesture, Picker, open_picker
from gm_appliance.storage.levels import Knobs
from gm_appliance.storage.session_log import Memory

__all__ = ["Host", "Observer", "Stopped"]


class Observer(Protocol):
    """Somebody who watches the loop without taking part: a transcript, bots at their pads."""

    def asked(self, asking: int, decision: Decision) -> None:
        """A decision was opened; `asking` is the number its edges carry."""
        ...

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def rested(self, seconds: float) -> None:
        """The narration pauses for so long."""
        ...


class _Interrupted(Exception):
    """The step that was on is left, and its decision opened anew."""


class _Paused(_Interrupted):
    """Somebody paused: the step is recovered."""


class _Aside(Exception):
    """Something was chosen that had to be asked for."""

    def __init__(self, choice: Choice) -> None:
        super().__init__("aside")
        self.choice = choice


class Host:
    """Runs plays, one after the other, at one table.

    askings: numbers never used before, restarts included.
    chance:  draws a legal value for a decision of chance.
    knobs:   what can be turned at the panel.
    """

    def __init__(
        self,
        ports: Ports,
        house: House,
        askings: Iterator[int],
        chance: Callable[[Decision], Plain],
        observer: Observer,
        knobs: Knobs | None = None,
    ) -> None:
        self._stage = Stage(ports, askings, observer.rested)
        self._house = house
        self._chance = chance
        self._observer = observer
        self._questions = Questions(
            self._stage,
            house.words,
            knobs or Knobs(),
            self._prompt,
            self._wait_for,
            self._undo_or_pause,
            observer.asked,
        )

    # ------------------------------------------------------------ one play, from here to its end

    def run(
        self,
        play: Play,
        narration: Narration,
        memory: Memory,
        *,
        resumed: bool = False,
        back_steps: bool = False,
        pads: Mapping[int, int] | None = None,
    ) -> Outcome | None:
        """Play to the end; returns the outcome.

        resumed:    the play was interrupted; recover before its decision is opened again.
        back_steps: a tap on BACK undoes, as in menus; else only holding it does.
        pads:       the pads of seats, where they are known already: these are not called.
        Raises Stopped when the service is to end.
        """
        self._play, self._narration, self._memory = play, narration, memory
        self._back_steps = back_steps
        self._known = dict(pads or {})
        recovering = resumed
        news: Iterable[tuple[Any, Any]] = ()
        while True:
            try:
                if not news and (props := narration.props(self._play.view)):
                    self._stage.perform((props,))
                if recovering:
                    self._recover()
                else:
                    self._tell(news)
                recovering, news = False, ()
                decision = self._play.decision
                if decision is None:
                    return self._play.outcome
                choice = self._decide(decision)
                news = self._take(decision, choice)
            except _Aside as aside:
                assert self._play.decision is not None
                self._known.clear()  # whoever calls a pad now means another one
                news = self._take(self._play.decision, aside.choice)
            except _Interrupted as interrupted:
                recovering, news = isinstance(interrupted, _Paused), ()

    @property
    def pads(self) -> Mapping[int, int]:
        """The pad of each seat that was called in the play that ran last."""
        return self._play.pads

    def perform(self, cues: Iterable[Cue]) -> None:
        """Perform cues between two plays, cutting off what is being said."""
        self._stage.perform_afresh(cues)

    def _take(self, decision: Decision, choice: Choice) -> Iterable[tuple[Any, Any]]:
        """Commit a choice, then let follow what follows."""
        answered = decision.demand(choice)
        self._memory.choose(choice, answered.secret)
        self._observer.chose(answered, choice)
        told = self._play.take(choice)
        for event, _view in told:
            self._observer.told(event)
        return told

    # ------------------------------------------------------------ deciding

    def _decide(self, decision: Decision) -> Choice:
        if isinstance(decision.who, Chance):
            return Choice(decision.name, self._chance(decision))
        calling = isinstance(decision.who, Pad)
        if isinstance(decision.who, Pad):
            known = Choice(decision.name, self._known.pop(decision.who.seat, None))
            if decision.domain.contains(known.value):
                return known
        self._stage.place_pads(self._play.pads)
        asking = self._stage.begin(calling=calling)
        view, narration = self._play.view, self._narration
        self._stage.prepare((*narration.ask(decision, view), *narration.again(decision, view)))
        self._look_ahead(decision)
        self._observer.asked(asking, decision)
        if decision.beats:
            return self._window(decision)
        return self._prompt(decision, narration, self._memory, self._on_panel).run()

    def _look_ahead(self, decision: Decision) -> None:
        """Have ready what may be said next: after each open choice, and after any secret one."""
        narration = self._narration
        for told in self._play.prospects():
            self._stage.prepare([cue for event, view in told for cue in narration.tell(event, view)])
        self._stage.prepare(narration.outlook(decision, self._play.view))

    def _prompt(
        self, decision: Decision, narration: Asking, memory: Memory, house: Callable[[Gesture, bool], bool]
    ) -> Prompt:
        return Prompt(self._stage, decision, self._play.view, narration, memory, house, self._troubles)

    def _window(self, decision: Decision) -> Choice:
        """A step with a timetable: the beats come when they come, whoever presses what."""
        view, stage = self._play.view, self._stage
        timetable = [(beat.at, self._narration.beat(decision, view, beat)) for beat in decision.beats]
        stage.prepare([cue for _at, cues in timetable for cue in cues])
        onset = stage.now()
        picker = open_picker(decision)
        for index, (at, cues) in enumerate(timetable):
            picker = self._between_beats(decision, picker, onset, onset + at)
            stage.beat(index)
            speaks = any(isinstance(cue, Say) for cue in cues)
            stage.perform_afresh(cues) if speaks else stage.perform(cues)
        choice = picker.at_end() if picker else None
        return choice or by_clock(decision)

    def _between_beats(
        self, decision: Decision, picker: Picker | None, onset: float, until: float
    ) -> Picker | None:
        stage = self._stage
        # What comes in just before a beat is looked at after it, so that no press delays what is due.
        # Only where the listening ends with the window, all of it is looked at first.
        last = until == onset + decision.beats[-1].at and any(beat.listens for beat in decision.beats[-2:])
        while last or stage.now() < until:
            gesture = stage.next(until, heed=True)
            if gesture is None:
                if isinstance(decision.who, Every) and (loss := stage.lost("pads")):
                    self._break_off(decision, loss.which)
                if stage.now() >= until:
                    break
            elif gesture.source != PANEL:
                picker = picker.on(gesture) if picker else None
            elif stage.now() < onset + decision.lead:
                self._undo_or_pause(gesture)
            elif _is(gesture, "repeat", "hold"):
                self._pause(eyes_closed=decision.closed)
        return picker

    def _break_off(self, decision: Decision, which: int) -> NoReturn:
        """The pads, or those of one register, are gone in a window: it is taken again once they are back.

        Whoever repairs them needs open eyes and time; OK goes on without them.
        """
        stage = self._stage
        stage.begin()
        stage.told("pads")
        stage.perform_afresh((*self._house.clear(decision.closed), *self._house.broken_off(which)))
        while not stage.back("pads"):
            gesture = stage.next(None, heed=True)
            if loss := stage.lost("pads"):  # and now others too
                which = loss.which
                stage.told("pads")
                stage.perform(self._house.broken_off(which))
            if gesture and _is(gesture, "ok", "tap"):
                break
            if gesture and gesture.source == PANEL and gesture.kind in ("tap", "hold"):
                stage.perform_afresh(self._house.broken_off(which))
        stage.perform_afresh(self._troubles())
        raise _Paused

    # ------------------------------------------------------------ what works wherever eyes are open

    def _on_panel(self, gesture: Gesture, unused: bool) -> bool:
        """Undo, pause, and questions where a tap on BACK means nothing else; True if it was one."""
        if not unused:
            return self._undo_or_pause(gesture)
        if _is(gesture, "back", "tap"):
            self._answer()
            return True
        return False

    def _undo_or_pause(self, gesture: Gesture) -> bool:
        """BACK held and REPEAT held; True if it was one."""
        stepping = self._back_steps and _is(gesture, "back", "tap")
        if stepping and not self._play.taken:
            self._answer()
        if stepping or _is(gesture, "back", "hold"):
            self._undo()
            return True
        if _is(gesture, "repeat", "hold"):
            self._pause(eyes_closed=False)
        return False

    def _undo(self) -> None:
        """Take the last choice back, or say that it cannot be."""
        if not self._play.can_undo():
            self._stage.perform_afresh(self._house.not_back(bool(self._play.taken)))
            return
        before = self._play.view
        self._memory.undo()
        self._play = self._play.undone()
        self._stage.perform_afresh(self._house.taken_back())
        self._stage.begin()
        for cue in self._narration.back(before, self._play.view):
            self._wait_for(cue)
        raise _Interrupted

    def _pause(self, eyes_closed: bool) -> None:
        """Stand still until somebody presses REPEAT; then the step is recovered."""
        stage = self._stage
        stage.begin()
        stage.perform_afresh(self._house.paused(eyes_closed))
        while True:
            gesture = stage.next(None, heed=True)
            stage.perform([cue for cue in self._troubles() if isinstance(cue, Say)])
            if gesture and gesture.source == PANEL and gesture.kind in ("tap", "hold"):
                if gesture.button in ("repeat", "ok"):
                    break
                stage.perform_afresh(self._house.still_paused())
        stage.perform_afresh(self._house.go_on())
        raise _Paused

    def _answer(self) -> None:
        """Answer questions, and open what is decided only when asked for."""
        made = self._questions.ask(self._narration, self._play.view, self._play.decision)
        if made is None:
            raise _Interrupted
        raise _Aside(made)

    # ------------------------------------------------------------ telling

    def _recover(self) -> None:
        """The one recovery rule, for a power cut and a pause alike."""
        decision, play = self._play.decision, self._play
        closed = decision is not None and decision.closed
        self._stage.begin()
        for cue in self._house.clear(closed):
            self._wait_for(cue)
        self._tell(play.told)
        if decision is not None:
            for cue in self._narration.recap(decision, play.view):
                self._wait_for(cue)

    def _tell(self, news: Iterable[tuple[Any, Any]]) -> None:
        """Tell events one after the other. OK skips the words, never the pictures."""
        self._stage.begin()
        skipping = False
        for event, view in news:
            for cue in self._narration.tell(event, view):
                skipping = self._wait_for(cue, skipping) or skipping
        for cue in self._troubles():
            self._wait_for(cue)

    def _troubles(self) -> tuple[Cue, ...]:
        """The words for what was heard of the parts since they were asked for last."""
        troubles = self._stage.troubles
        told = [self._house.trouble(one.part, one.what, one.which) for one in troubles]
        troubles.clear()
        return tuple(cue for cues in told for cue in cues)

    def _wait_for(self, cue: Cue, skipping: bool = False) -> bool:
        """Perform a cue and wait until it is over; True when somebody pressed OK to skip."""
        if isinstance(cue, Say | Pause) and skipping:
            return True
        stage = self._stage
        seconds = stage.perform((cue,))
        until = stage.now() + seconds
        while seconds and (gesture := stage.next(until)) is not None:
            if _is(gesture, "ok", "press"):
                stage.hush()
                return True
            self._undo_or_pause(gesture)
        return False


def _is(gesture: Gesture, button: str, kind: str) -> bool:
    """Whether this is that gesture at the panel."""
    return gesture.source == PANEL and gesture.button == button and gesture.kind == kind
