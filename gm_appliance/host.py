"""The loop: ask, remember, apply, tell. It does not know which game is on.

Everything said, shown and lit here comes from the narration, which is given the public view
alone; the state stays inside the `Play`. Time, chance and every part of the table are ports.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from gm_appliance.cues import Cue, Light, Pause, Props, Say, Show, Sound, Storm
from gm_appliance.games.game import Chance, Choice, Clock, Decision, OneOf, Outcome, Plain, Play
from gm_appliance.memory import Memory
from gm_appliance.narration.house import House
from gm_appliance.narration.narration import Narration
from gm_appliance.pickers import Gesture, Hands, Picker, face_of, open_picker
from gm_appliance.table.ports import PANEL, Edge, Ports, Stop, Trouble

log = logging.getLogger(__name__)

SILENCE = 10.0
"""Seconds after which an open prompt is repeated once, shorter."""

MINUTE = 60.0


class Witness(Protocol):
    """Somebody who watches the loop without taking part: a transcript, bots at their pads."""

    def asked(self, asking: int, decision: Decision) -> None:
        """A decision was opened; `asking` is the number its edges carry."""
        ...

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def rested(self, seconds: float) -> None:
        """The narration pauses for so long."""
        ...


class Stopped(Exception):
    """The service is to end. What was chosen is in the journal."""


class _TakenBack(Exception):
    """The last choice was undone."""


class _Paused(Exception):
    """Somebody paused the step that was on."""


class Host:
    """Runs plays, one after the other, at one table.

    askings: numbers never used before, restarts included.
    chance:  draws a legal value for a decision of chance.
    """

    def __init__(
        self,
        ports: Ports,
        house: House,
        askings: Iterator[int],
        chance: Callable[[Decision], Plain],
        witness: Witness,
    ) -> None:
        self._ports = ports
        self._house = house
        self._askings = askings
        self._chance = chance
        self._witness = witness
        self._asking = 0
        self._hands = Hands()
        self._gestures: deque[Gesture] = deque()
        self._troubles: deque[Trouble] = deque()

    # ------------------------------------------------------------ one play, from here to its end

    def run(
        self,
        play: Play,
        narration: Narration,
        memory: Memory,
        *,
        resumed: bool = False,
        back_steps: bool = False,
    ) -> Outcome | None:
        """Play to the end; returns the outcome.

        resumed:    the play was interrupted; recover before its decision is opened again.
        back_steps: a tap on BACK undoes, as in menus; else only holding it does.
        Raises Stopped when the service is to end.
        """
        self._play, self._narration, self._memory = play, narration, memory
        self._back_steps = back_steps
        recovering = resumed
        news: Iterable[tuple[Any, Any]] = ()
        while True:
            try:
                if not news and (props := narration.props(self._play.view)):
                    self.perform((props,))
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
            except _TakenBack:
                recovering, news = False, ()
            except _Paused:
                recovering = True

    def _take(self, decision: Decision, choice: Choice) -> Iterable[tuple[Any, Any]]:
        """Commit a choice, then let follow what follows."""
        answered = decision.demand(choice)
        self._memory.choose(choice, answered.secret)
        self._witness.chose(answered, choice)
        told = self._play.take(choice)
        for event, _view in told:
            self._witness.told(event)
        return told

    def _undo(self) -> None:
        """Take the last choice back, or say that it cannot be."""
        if not self._play.can_undo():
            self._ports.voice.hush()
            self.perform(self._house.not_back(bool(self._play.taken)))
            return
        self._memory.undo()
        self._play = self._play.undone()
        self._perform_afresh(self._house.taken_back())
        raise _TakenBack

    # ------------------------------------------------------------ recovery and pause

    def _recover(self) -> None:
        """The one recovery rule, for a power cut and a pause alike."""
        decision, play = self._play.decision, self._play
        closed = decision is not None and decision.closed
        self._begin()
        for cue in self._house.clear(closed):
            self._wait_for(cue)
        self._tell(play.told)
        if decision is not None:
            for cue in self._narration.recap(decision, play.view):
                self._wait_for(cue)

    def _pause(self, eyes_closed: bool) -> None:
        """Stand still until somebody presses REPEAT; then the step is recovered."""
        self._begin()
        self._perform_afresh(self._house.paused(eyes_closed))
        while True:
            gesture = self._next(None)
            if gesture and gesture.source == PANEL and gesture.kind in ("tap", "hold"):
                if gesture.button in ("repeat", "ok"):
                    break
                self._perform_afresh(self._house.still_paused())
        self._perform_afresh(self._house.go_on())
        raise _Paused

    # ------------------------------------------------------------ telling

    def _tell(self, news: Iterable[tuple[Any, Any]]) -> None:
        """Tell events one after the other. OK skips the words, never the pictures."""
        self._begin()
        skipping = False
        for event, view in news:
            for cue in self._narration.tell(event, view):
                skipping = self._wait_for(cue, skipping) or skipping
        self._tell_troubles()

    def _tell_troubles(self) -> None:
        while self._troubles:
            trouble = self._troubles.popleft()
            for cue in self._house.trouble(trouble.part, trouble.what):
                self._wait_for(cue)

    def _wait_for(self, cue: Cue, skipping: bool = False) -> bool:
        """Perform a cue and wait until it is over; True when somebody pressed OK to skip."""
        if isinstance(cue, Say | Pause) and skipping:
            return True
        seconds = self.perform((cue,))
        until = self._now() + seconds
        while seconds and (gesture := self._next(until)) is not None:
            if gesture.source != PANEL:
                continue
            if gesture.button == "ok" and gesture.kind == "press":
                self._ports.voice.hush()
                return True
            self._undo_or_pause(gesture, eyes_closed=False)
        return False

    def _undo_or_pause(self, gesture: Gesture, eyes_closed: bool) -> bool:
        """BACK held and REPEAT held, which work wherever eyes are open; True if it was one."""
        if gesture.source != PANEL:
            return False
        kinds = ("hold", "tap") if self._back_steps else ("hold",)
        if gesture.button == "back" and gesture.kind in kinds:
            self._undo()
            return True
        if gesture.button == "repeat" and gesture.kind == "hold":
            self._pause(eyes_closed)
        return False

    # ------------------------------------------------------------ deciding

    def _decide(self, decision: Decision) -> Choice:
        if isinstance(decision.who, Chance):
            return Choice(decision.name, self._chance(decision))
        self._begin()
        self._prepare(decision)
        self._witness.asked(self._asking, decision)
        return self._window(decision) if decision.beats else _Prompt(self, decision).run()

    def _prepare(self, decision: Decision) -> None:
        """Have ready what will be said, so that rendering never delays a word in a timetable."""
        view, narration = self._play.view, self._narration
        cues = [*narration.ask(decision, view), *narration.again(decision, view)]
        for beat in decision.beats:
            cues += narration.beat(decision, view, beat)
        self._ports.voice.prepare([cue.text for cue in cues if isinstance(cue, Say)])

    def _window(self, decision: Decision) -> Choice:
        """A step with a timetable: the beats come when they come, whoever presses what."""
        onset = self._now()
        picker = open_picker(decision)
        for index, beat in enumerate(decision.beats):
            picker = self._between_beats(decision, picker, onset, onset + beat.at)
            self._ports.inbox.ask(self._asking, index)
            cues = self._narration.beat(decision, self._play.view, beat)
            self._perform_afresh(cues) if any(isinstance(c, Say) for c in cues) else self.perform(cues)
        choice = picker.at_end() if picker else None
        return choice or _by_clock(decision)

    def _between_beats(
        self, decision: Decision, picker: Picker | None, onset: float, until: float
    ) -> Picker | None:
        # What comes in just before a beat is looked at after it, so that no press delays what is due.
        # Only where the listening ends with the window, all of it is looked at first.
        last = until == onset + decision.beats[-1].at and any(beat.listens for beat in decision.beats[-2:])
        while (last or self._now() < until) and (gesture := self._next(until)) is not None:
            if gesture.source != PANEL:
                picker = picker.on(gesture) if picker else None
            elif self._now() < onset + decision.lead:
                self._undo_or_pause(gesture, eyes_closed=False)
            elif gesture.button == "repeat" and gesture.kind == "hold":
                self._pause(eyes_closed=decision.closed)
        return picker

    # ------------------------------------------------------------ ports

    def _now(self) -> float:
        return self._ports.inbox.now()

    def _begin(self) -> None:
        """A new asking: presses that began before it no longer count."""
        self._asking = next(self._askings)
        self._hands = Hands()
        self._gestures.clear()
        self._ports.inbox.ask(self._asking, 0)

    def _next(self, until: float | None) -> Gesture | None:
        """The next gesture of this asking; None once `until` has come."""
        while not self._gestures:
            due = [time for time in (until, self._hands.deadline) if time is not None]
            got = self._ports.inbox.wait(min(due, default=None))
            if isinstance(got, Stop):
                raise Stopped
            if isinstance(got, Trouble):
                self._troubles.append(got)
            elif isinstance(got, Edge):
                self._edge(got)
            else:
                self._hands, gestures = self._hands.wake(self._now())
                self._gestures.extend(gestures)
                if not self._gestures and until is not None and self._now() >= until:
                    return None
        return self._gestures.popleft()

    def _edge(self, edge: Edge) -> None:
        if edge.asking != self._asking:
            return
        # A hold that came due before this edge was due first.
        self._hands, before = self._hands.wake(edge.t)
        self._hands, after = self._hands.edge(edge.source, edge.button, edge.down, edge.t, edge.beat)
        self._gestures.extend((*before, *after))

    def _perform_afresh(self, cues: Iterable[Cue]) -> float:
        """Perform cues, cutting off what is being said."""
        self._ports.voice.hush()
        return self.perform(cues)

    def perform(self, cues: Iterable[Cue]) -> float:
        """Hand cues to the ports; returns the seconds their words and pauses take."""
        ports, seconds = self._ports, 0.0
        for cue in cues:
            match cue:
                case Say(text):
                    seconds += ports.voice.say(text)
                case Pause(length):
                    self._witness.rested(length)
                    seconds += length
                case Show(screen):
                    ports.display.show(screen)
                case Light(lit):
                    ports.lamps.light(lit)
                case Storm(on):
                    ports.mixer.storm(on)
                case Sound(name):
                    ports.mixer.play(name)
                case Props(items):
                    ports.tabletop.lay(items)
        return seconds


class _Prompt:
    """One open decision: its words, its picture and its picker, until somebody chooses."""

    def __init__(self, host: Host, decision: Decision) -> None:
        self._host = host
        self._decision = decision
        self._view = host._play.view
        self._picker = open_picker(decision, host._memory.drafted(decision.name))
        self._onset = host._now()
        self._limits = [one for one in decision.open() if one.limit is not None]
        self._minutes = 0
        self._minute_at = self._onset + MINUTE
        self._quiet_at = 0.0
        self._silent_at: float | None = None
        self._moving: set[tuple[int, str]] = set()

    def run(self) -> Choice:
        host = self._host
        host._ports.lamps.light(host._narration.lights(self._decision, self._view))
        self._show()
        self._say(host._narration.ask(self._decision, self._view), repeat=True)
        while True:
            self._tell_troubles()
            gesture = host._next(self._wake())
            choice = self._on_gesture(gesture) if gesture else self._on_time(host._now())
            if choice is not None:
                host._ports.voice.hush()
                return choice

    def _on_gesture(self, gesture: Gesture) -> Choice | None:
        host = self._host
        if gesture.source == PANEL and gesture.button == "repeat" and gesture.kind == "tap":
            self._say(host._narration.ask(self._decision, self._view), repeat=True)
            return None
        picker = self._picker
        if host._undo_or_pause(gesture, eyes_closed=False) or picker is None:
            return None
        after = picker.on(gesture)
        self._picker = after
        if after is picker:
            self._on_wrong(gesture)
            return None
        self._moving.add((gesture.source, gesture.button))
        if after.choice is None and after.draft != picker.draft:
            host._memory.draft(self._decision.name, after.draft)
            self._show()
        return after.choice

    def _on_wrong(self, gesture: Gesture) -> None:
        """A press that means nothing here: say what is possible, once it is quiet."""
        key = (gesture.source, gesture.button)
        if gesture.kind == "press":
            self._moving.discard(key)
        elif key not in self._moving and gesture.kind in ("tap", "hold") and gesture.t >= self._quiet_at:
            self._say(self._host._narration.again(self._decision, self._view), repeat=False)

    def _on_time(self, now: float) -> Choice | None:
        for one in self._limits:
            if now >= self._onset + (one.limit or 0.0):
                return _by_clock(one)
        if self._silent_at is not None and now >= self._silent_at:
            self._say(self._host._narration.again(self._decision, self._view), repeat=False)
        while now >= self._minute_at:
            self._minute_at += MINUTE
            self._minutes += 1
            self._show()
        return None

    def _wake(self) -> float:
        times = [self._minute_at]
        times += [self._onset + (one.limit or 0.0) for one in self._limits]
        if self._silent_at is not None:
            times.append(self._silent_at)
        return min(times)

    def _say(self, cues: Iterable[Cue], repeat: bool) -> None:
        """Say a prompt, cutting off the former words; with `repeat`, once more after a silence."""
        seconds = self._host._perform_afresh(cues)
        self._quiet_at = self._host._now() + seconds
        self._silent_at = self._quiet_at + SILENCE if repeat else None

    def _show(self) -> None:
        host = self._host
        face = face_of(self._picker)
        host._ports.display.show(host._narration.screen(self._decision, self._view, face, self._minutes))

    def _tell_troubles(self) -> None:
        if self._host._troubles:
            self._host._tell_troubles()
            self._show()


def _by_clock(decision: Decision) -> Choice:
    """What the clock chooses: the only thing there is."""
    assert isinstance(decision.who, Clock)
    assert isinstance(decision.domain, OneOf)
    return Choice(decision.name, decision.domain.options[0])
