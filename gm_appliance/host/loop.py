"""The loop: ask, remember, apply, tell. It does not know which game is played.

Everything said, shown and lit comes from the narration, which is given only the public view; the state stays
inside the `Play`. Time, chance and every part of the table are ports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import (
    CALL_AGAIN,
    JSON,
    Chance,
    Choice,
    Decision,
    Opponent,
    Outcome,
    Pad,
    PersonName,
)
from gm_appliance.core.minds import Thought
from gm_appliance.core.narration import Narration
from gm_appliance.core.observer import Observer
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Ports
from gm_appliance.core.values import Value
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.interruptions import pause, recover, take_back
from gm_appliance.host.looking_ahead import look_ahead
from gm_appliance.host.news import MIXED_UP
from gm_appliance.host.practice import Practice
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.question_narration import END
from gm_appliance.host.questions import Questions
from gm_appliance.host.run_settings import USUAL, RunSettings
from gm_appliance.host.session import (
    GLANCE,
    Abandoned,
    Back,
    BrokenOff,
    CutOff,
    MixedUp,
    NothingTaken,
    Paused,
    Session,
    Undo,
    words_for,
)
from gm_appliance.host.sleepers import wake
from gm_appliance.host.stage import Stage, Stopped
from gm_appliance.host.teacher import Teacher
from gm_appliance.host.window import Window, in_time
from gm_appliance.storage.adjustments import Adjustments
from gm_appliance.storage.session_log import NullSessionLog, SessionLog

__all__ = ["Host", "Observer", "OwnChoices", "Stopped", "Think"]

Think: TypeAlias = "Callable[[Decision, Thought], Callable[[], JSON]]"


def _unthinking(decision: Decision, thought: Thought) -> Callable[[], JSON]:
    raise LookupError(f"{decision.name!r}: nobody here thinks for an opponent")


class OwnChoices(Value):
    """The box's own decisions.

    chance: draws a legal value for a decision of chance.
    think:  starts thinking about an opponent's decision; returns a function that is called when the answer is
            due and waits for it.
    """

    chance: Callable[[Decision], JSON]
    think: Think = _unthinking


@dataclass
class _Arranged:
    """The arrangements made at the table during this play.

    pads: known ones by seat, of seats that were not called yet.
    offered, agreed: at a table without sound, the alternatives offered, and the signals agreed on.
    """

    pads: dict[int, int]
    offered: set[str] = field(default_factory=set)
    agreed: set[str] = field(default_factory=set)


class Host:
    """Runs plays, one after the other, at one table.

    prompt_ids: numbers never used before, restarts included.
    adjustments: what can be adjusted at the panel.
    """

    def __init__(
        self,
        ports: Ports,
        announcements: Announcements,
        prompt_ids: Iterator[int],
        own: OwnChoices,
        observer: Observer,
        adjustments: Adjustments | None = None,
    ) -> None:
        self._adjustments = adjustments or Adjustments()
        self._stage = Stage(ports, prompt_ids, observer)
        self._stage.news.silent = self._adjustments.is_silent
        self._announcements, self._own = announcements, own
        self._thinking: tuple[Decision, Callable[[], JSON]] | None = None
        self._observer = observer
        self._arranged = _Arranged({})
        self._practice = Practice()

    @property
    def play(self) -> Play:
        """The play that was run last, as it is after everything taken back."""
        return self._session.play

    # ------------------------------------------------------------ one play, from here to its end

    def run(
        self,
        play: Play,
        narration: Narration,
        session_log: SessionLog,
        settings: RunSettings = USUAL,
    ) -> Outcome | None:
        """Play to the end; returns the outcome. One that was left has no winners, and why as its reason.
        Raises Stopped when the service must end."""
        stage, table = self._stage, (self._stage, self._announcements, self._observer)
        self._session = session = Session(*table, play, narration, session_log, settings, self._practice)
        self._arranged = _Arranged({} if stage.news.mixed_up else dict(settings.pads))
        teacher = Teacher(session, settings.taught) if settings.taught else None
        stage.place_pads(play.pads)
        stage.news.mixed_up &= bool(play.pads)  # without any, they are all called
        session.starts()
        interruption: BrokenOff | None = CutOff() if settings.resumed else None
        opened = () if settings.resumed or play.taken else self._open(play)
        news: Iterable[tuple[Any, Any]] = (*opened, *self._take_forced())
        while True:
            try:
                if interruption is not None:
                    news = self._attend(interruption)
                if not news and (props := narration.props(session.play.view)):
                    stage.perform((props,))
                if isinstance(interruption, CutOff):
                    recover(session)
                else:
                    session.tell_events(news)
                interruption, news = None, ()
                decision = session.play.decision
                if decision is None:
                    session.ends()
                    return session.play.outcome
                if teacher and (lesson := narration.lesson(decision, session.play.view)):
                    stage.place_pads(session.play.pads)
                    teacher.give(lesson)
                    teacher = None
                news = self._take(decision, self._decide(decision))
            except Abandoned as why:
                if why.why == END:
                    # The last words, which any press that leaves them cuts off.
                    with suppress(BrokenOff):
                        session.tell(session.narration.farewell(session.play.view))
                return Outcome((), why.why)
            except BrokenOff as why:
                interruption, news = why, ()

    @property
    def eyes_closed(self) -> bool:
        """Whether the table was told to close its eyes, and not to open them since."""
        return self._stage.eyes_closed

    def perform(self, cues: Iterable[Cue], *, to_the_end: bool = False) -> None:
        """Perform cues between two plays; what is being said is cut off. to_the_end: wait for their end."""
        seconds = self._stage.perform_afresh(cues)
        if to_the_end:
            self._stage.rest(seconds)

    def until_news(self, part: str, *awaited: str) -> str:
        """Wait between two plays for one of these news of a part, and say it to the end; returns it.

        Presses meanwhile are ignored. Raises Stopped.
        """
        stage = self._stage
        told = ""
        stage.begin()
        while not told:
            news = stage.news.take()
            told = next((one.what for one in news if one.part == part and one.what in awaited), "")
            for one in news:
                until = stage.now() + stage.perform_afresh(words_for(self._announcements, one))
                while stage.next(until):
                    pass
            if not told and not stage.news.faults:
                stage.next(None, heed=True)
        return told

    def meet_others(self) -> None:
        """Other people sit at the table now: they are told everything again."""
        self._practice.forget()

    @property
    def pads_answer(self) -> bool:
        """Whether pads seem to answer, or phones."""
        return self._stage.news.answer(phones=True)

    def leave_unseen(self) -> None:
        """A secret step was cut off: a thumb pressed right now may still be meant for it."""
        self._stage.leave_unseen()

    def _take(self, decision: Decision, choice: Choice) -> Iterable[tuple[Any, Any]]:
        """Commit a choice, apply it, then do the same with the forced ones after it; returns what to tell."""
        return (*self._commit(decision, choice), *self._take_forced())

    def _take_forced(self) -> Iterable[tuple[Any, Any]]:
        """Make the choices that nobody is asked for."""
        play, named = self._session.play, self._session.settings.newcomers
        while play.decision and (choice := play.decision.forced()):
            if named and isinstance(play.decision.domain, PersonName):
                return
            yield from self._commit(play.decision, choice)

    def _commit(self, decision: Decision, choice: Choice) -> Iterable[tuple[Any, Any]]:
        session, answered = self._session, decision.demand(choice)
        session.session_log.choose(choice, answered.secret)
        session.observer.chose(answered, choice)
        names, events = session.play.names, session.play.take(choice)
        session.rename(names)
        for event, _view in events:
            session.observer.told(event)
        return events

    def _open(self, play: Play) -> tuple[tuple[Any, Any], ...]:
        """The opening's events, after the initial props were laid out."""
        session = self._session
        told = play.events or (play.decision and play.decision.forced())
        if told and (props := session.narration.props(play.view)):
            self._stage.perform((props,))
        for event, _view in play.events:
            session.observer.told(event)
        if session.settings.looks_ahead:
            tell = session.narration.tell
            self._stage.prepare([cue for event, view in play.events for cue in tell(event, view)])
        return play.events

    # ------------------------------------------------------------ deciding

    def _decide(self, decision: Decision) -> Choice:
        if isinstance(decision.who, Chance):
            return Choice(decision.name, self._own.chance(decision))
        session = self._session
        if isinstance(decision.domain, PersonName) and (newcomers := session.settings.newcomers):
            run = partial(self._run_meanwhile, back_steps=True)
            name = newcomers.name(decision.domain.seat, session.play.names, run)
            return Choice(decision.name, name)
        session.heed_mixed_up(decision)
        if isinstance(decision.who, Pad):
            known = Choice(decision.name, self._arranged.pads.get(decision.who.seat))
            if decision.domain.contains(known.value):
                session.tell(session.narration.known(decision, session.play.view))
                del self._arranged.pads[decision.who.seat]
                return known
        self._stage.place_pads(session.play.pads)
        agreed: Decision | None = None
        if decision.closed and self._stage.unheard:
            agreed = in_time(session, decision)
            if instead := self._unheard(agreed):
                return instead
        if not decision.beats:
            session.begin(decision, calling=isinstance(decision.who, Pad))
        if session.settings.looks_ahead:
            look_ahead(session, decision)
        if decision.beats:
            # Remarks first: a press during them would fall between the prompt and its window, and be lost.
            session.make_remarks()
            wake(session)
            decision = agreed or in_time(session, decision)
            session.begin(decision)
        return self._ask(decision)

    def _ask(self, decision: Decision) -> Choice:
        session = self._session
        if decision.beats:
            return Window(session, decision).run()
        answer = self._thought(decision) if isinstance(decision.who, Opponent) else None
        return Prompt(session, decision, session.narration, session.session_log, answer=answer).run()

    def talk_of_phones(self, play: Play, narration: Narration) -> Outcome | None:
        """Run a menu about phones; BACK leaves it."""
        joined = frozenset((("phones", "joined"),))
        return self._run_meanwhile(play, narration, back_leaves=True, pictured=joined)

    def _run_meanwhile(self, play: Play, narration: Narration, **changes: Any) -> Outcome | None:
        """Run a menu in the middle of a play, which goes on afterwards; it is not in the journal."""
        now = self._session.settings
        settings = RunSettings(reminder=now.reminder, looks_ahead=now.looks_ahead, **changes)
        with self._restored():
            return self.run(play, narration, NullSessionLog(), settings)

    @contextmanager
    def _restored(self) -> Iterator[None]:
        """Keep this play's state during another one, but hear if pads are mixed up meanwhile."""
        stage, kept = self._stage, (self._session, self._arranged)
        mixed_up = stage.news.mixed_up
        try:
            yield
        finally:
            self._session, self._arranged = kept
            stage.news.mixed_up |= mixed_up
            stage.place_pads(self._session.play.pads)

    def wait_until(self, ready: Callable[[], bool], seconds: float) -> bool:
        stage, until = self._stage, self._stage.now() + seconds
        stage.begin()
        if not ready():
            stage.perform_afresh(self._announcements.one_moment())
        while not ready() and stage.now() < until:
            stage.next(min(until, stage.now() + GLANCE))
        stage.next(stage.now())  # what was heard until now
        return ready()

    def _unheard(self, decision: Decision) -> Choice | None:
        """Before a step with closed eyes at a table without sound: offer the alternatives, then agree on the
        signals, with the step's timetable. Each is asked once, and again after an undo."""
        session = self._session
        for offered in decision.on_request:
            if offered.name not in {*self._arranged.offered, CALL_AGAIN.name}:
                session.begin(offered)
                choice = Prompt(session, offered, session.narration, NullSessionLog()).run()
                self._arranged.offered.add(offered.name)
                return choice
        how = session.narration.unheard(decision, session.play.view)
        words = " ".join(cue.text for cue in how if isinstance(cue, Say))
        if words not in self._arranged.agreed:
            session.agree("signals", how)
            self._arranged.agreed.add(words)
        return None

    def _thought(self, decision: Decision) -> Callable[[], JSON]:
        """The box's answer, thought about once per decision however often it is left and reopened."""
        if self._thinking is None or self._thinking[0] is not decision:
            self._thinking = decision, self._own.think(decision, self._session.play.thought())
        return self._thinking[1]

    # ------------------------------------------------------------ what interrupts a step

    def _attend(self, interruption: BrokenOff) -> Iterable[tuple[Any, Any]]:
        """Handle what interrupted the step; returns the events to tell."""
        match interruption:
            case Undo():
                self._arranged.offered.clear()
                take_back(self._session)
            case Paused():
                pause(self._session, interruption.eyes_closed)
            case Back():
                return self._answer()
            case MixedUp():
                return self._call_again()
            case NothingTaken():
                Questions(self._session, self._adjustments).leave()
        return ()

    def _call_again(self) -> Iterable[tuple[Any, Any]]:
        """Have all pads called again: some were plugged in elsewhere."""
        decision = self._session.play.decision
        assert decision is not None
        for cue in (*self._announcements.clear(decision.closed), *words_for(self._announcements, MIXED_UP)):
            self._session.wait_for(cue)
        self._arranged.pads.clear()
        return self._take(decision, CALL_AGAIN)

    def _answer(self) -> Iterable[tuple[Any, Any]]:
        """Answer questions, and take the choice made on request, if any."""
        questions = Questions(self._session, self._adjustments, self.talk_of_phones)
        made, decision = questions.ask(), self._session.play.decision
        if made is None:
            return ()
        assert decision is not None
        self._arranged.pads.clear()  # a pad called now is another one
        return self._take(decision, made)
