"""The loop: ask, remember, apply, tell. It does not know which game is on.

Everything said, shown and lit here comes from the narration, which is given the public view
alone; the state stays inside the `Play`. Time, chance and every part of the table are ports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from gm_appliance.core.cues import Cue, Show
from gm_appliance.core.game import Chance, Choice, Decision, Opponent, Outcome, Pad, Plain
from gm_appliance.core.minds import Thought
from gm_appliance.core.narration import Narration
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, Ports
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.cursor import all_words
from gm_appliance.host.observer import Observer
from gm_appliance.host.practice import Practice
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.question_narration import END
from gm_appliance.host.questions import Questions
from gm_appliance.host.session import Abandoned, Back, CutOff, Left, NothingTaken, Paused, Session, Undo
from gm_appliance.host.stage import Stage, Stopped
from gm_appliance.host.window import Window
from gm_appliance.storage.adjustments import Adjustments
from gm_appliance.storage.session_log import SessionLog

__all__ = ["Host", "Observer", "Stopped", "Think"]

Think: TypeAlias = "Callable[[Decision, Thought], Callable[[], Plain]]"


def _unthinking(decision: Decision, thought: Thought) -> Callable[[], Plain]:
    raise LookupError(f"{decision.name!r}: nobody here thinks for an opponent")


class Host:
    """Runs plays, one after the other, at one table.

    prompt_ids: numbers never used before, restarts included.
    chance:  draws a legal value for a decision of chance.
    think:   begins to think what the box chooses in an opponent's decision; what it returns is called
             once the answer is due, and waits for it.
    adjustments: what can be turned at the panel.
    looks_ahead: have what may be said next rendered; pointless where nothing is rendered.
    """

    def __init__(
        self,
        ports: Ports,
        announcements: Announcements,
        prompt_ids: Iterator[int],
        chance: Callable[[Decision], Plain],
        observer: Observer,
        adjustments: Adjustments | None = None,
        looks_ahead: bool = True,
        think: Think = _unthinking,
    ) -> None:
        self._stage = Stage(ports, prompt_ids, observer)
        self._announcements = announcements
        self._chance = chance
        self._think = think
        self._thinking: tuple[Decision, Callable[[], Plain]] | None = None
        self._observer = observer
        self._adjustments = adjustments or Adjustments()
        self._looks_ahead = looks_ahead
        self._signalled = False  # whoever does not hear knows when to open their eyes
        self._practice = Practice()

    # ------------------------------------------------------------ one play, from here to its end

    def run(
        self,
        play: Play,
        narration: Narration,
        session_log: SessionLog,
        *,
        resumed: bool = False,
        back_steps: bool = False,
        may_leave: bool = False,
        back_leaves: bool = False,
        pads: Mapping[int, int] | None = None,
    ) -> Outcome | None:
        """Play to the end; returns the outcome. One that was left has no winners, and why as its reason.

        resumed:    the play was interrupted; recover before its decision is opened again.
        back_steps: a tap on BACK undoes, as in menus; else only holding it does.
        may_leave:  the table may leave the play unfinished: ``"end"`` it, or choose another ``"setup"``.
        back_leaves: BACK leaves it at once, for another ``"setup"``; nothing is taken back in it.
        pads:       the pads of seats, where they are known already: these are not called.
        Raises Stopped when the service is to end.
        """
        session = Session(
            self._stage,
            self._announcements,
            self._observer,
            play,
            narration,
            session_log,
            back_steps,
            may_leave,
            back_leaves,
            self._practice,
        )
        self._session = session
        self._stage.place_pads(play.pads)
        self._known = dict(pads or {})
        left: Left | None = CutOff() if resumed else None
        news: Iterable[tuple[Any, Any]] = () if resumed or play.taken else self._open(play)
        while True:
            try:
                if left is not None:
                    news = self._attend(left)
                if not news and (props := narration.props(session.play.view)):
                    self._stage.perform((props,))
                if isinstance(left, CutOff):
                    self._recover()
                else:
                    self._tell(news)
                left, news = None, ()
                decision = session.play.decision
                if decision is None:
                    session.make_remarks()
                    return session.play.outcome
                news = self._take(decision, self._decide(decision))
            except Abandoned as why:
                if why.why == END:
                    self._say_goodbye()
                return Outcome((), why.why)
            except Left as why:
                left, news = why, ()

    @property
    def pads(self) -> Mapping[int, int]:
        """The pad of each seat that was called in the play that ran last."""
        return self._session.play.pads

    def perform(self, cues: Iterable[Cue]) -> None:
        """Perform cues between two plays, cutting off what is being said."""
        self._stage.perform_afresh(cues)

    def meet_others(self) -> None:
        """Other people sit at the table now: whatever the last ones knew, these are told."""
        self._practice.forget()

    def leave_unseen(self) -> None:
        """What was cut off was secret: a thumb given just now may still be meant for it."""
        self._stage.leave_unseen()

    def _take(self, decision: Decision, choice: Choice) -> Iterable[tuple[Any, Any]]:
        """Commit a choice, then let follow what follows."""
        session, answered = self._session, decision.demand(choice)
        session.session_log.choose(choice, answered.secret)
        session.observer.chose(answered, choice)
        events = session.play.take(choice)
        for event, _view in events:
            session.observer.told(event)
        return events

    def _open(self, play: Play) -> Iterable[tuple[Any, Any]]:
        """What is told before the first choice, once the table is as it lies at first."""
        session = self._session
        if play.events and (props := session.narration.props(play.view)):
            self._stage.perform((props,))
        for event, _view in play.events:
            session.observer.told(event)
        if self._looks_ahead:
            tell = session.narration.tell
            self._stage.prepare([cue for event, view in play.events for cue in tell(event, view)])
        return play.events

    # ------------------------------------------------------------ deciding

    def _decide(self, decision: Decision) -> Choice:
        if isinstance(decision.who, Chance):
            return Choice(decision.name, self._chance(decision))
        session = self._session
        calling = isinstance(decision.who, Pad)
        if isinstance(decision.who, Pad):
            known = Choice(decision.name, self._known.get(decision.who.seat))
            if decision.domain.contains(known.value):
                session.tell(session.narration.known(decision, session.play.view))
                del self._known[decision.who.seat]
                return known
        self._stage.place_pads(session.play.pads)
        if decision.closed and self._stage.unheard and not self._signalled:
            session.agree("signals", self._announcements.signals())
            self._signalled = True
        session.begin(decision, calling=calling)
        if self._looks_ahead:
            self._look_ahead(decision)
        return self._ask(decision)

    def _look_ahead(self, decision: Decision) -> None:
        """Have ready what is said now, and next: after each open choice, and after any secret one."""
        play, narration, prepare = self._session.play, self._session.narration, self._stage.prepare
        prepare((*narration.ask(decision, play.view), *narration.again(decision, play.view)))
        prepare(all_words(narration, decision, play.view))
        for events in play.possible_events():
            prepare([cue for event, view in events for cue in narration.tell(event, view)])
        prepare(narration.prefetch(decision, play.view))

    def _ask(self, decision: Decision) -> Choice:
        session = self._session
        if decision.beats:
            session.make_remarks()
            return Window(session, decision).run()
        if isinstance(decision.who, Opponent):
            answer = self._thought(decision)
            return Prompt(session, decision, session.narration, session.session_log, answer=answer).run()
        return Prompt(session, decision, session.narration, session.session_log).run()

    def _thought(self, decision: Decision) -> Callable[[], Plain]:
        """What the box thinks of, once for a decision, however often that is left and opened anew."""
        if self._thinking is None or self._thinking[0] is not decision:
            self._thinking = decision, self._think(decision, self._session.play.thought())
        return self._thinking[1]

    # ------------------------------------------------------------ what a step is left for

    def _attend(self, left: Left) -> Iterable[tuple[Any, Any]]:
        """Do what the step was left for; returns what is to be told of it."""
        match left:
            case Undo():
                self._undo()
            case Paused():
                self._pause(left.eyes_closed)
            case Back():
                return self._answer()
            case NothingTaken():
                Questions(self._session, self._adjustments).leave()
        return ()

    def _undo(self) -> None:
        """Take the last choice back."""
        session, stage = self._session, self._stage
        before = session.play.view
        for _ in range(session.play.undo_depth()):
            session.session_log.undo()
            session.play = session.play.undone()
        stage.perform_afresh(self._announcements.taken_back())
        stage.begin()
        for cue in session.narration.back(before, session.play.view):
            session.wait_for(cue)

    def _pause(self, eyes_closed: bool) -> None:
        """Stand still until somebody presses REPEAT."""
        stage, decision = self._stage, self._session.play.decision
        stage.begin()
        stage.perform_afresh(self._announcements.paused(eyes_closed))
        covered_until: float | None = None  # by the picture of some news
        while True:
            # Before anything is waited for: a press is never what brings out what was heard in secret.
            if cues := self._session.faults():
                covered_until = stage.now() + stage.perform(cues)
            gesture = stage.next(covered_until, heed=True)
            if covered_until is not None and stage.now() >= covered_until:
                covered_until = None
                stage.perform((Show(self._announcements.pause_screen()),))
            if gesture and gesture.source == PANEL and gesture.kind in ("tap", "hold"):
                if gesture.button in ("repeat", "ok"):
                    break
                # Somebody alone with the box may not have heard that it waits: a thumb is not answered.
                if not (decision and decision.secret and gesture.button in PAD_BUTTONS):
                    stage.perform_afresh(self._announcements.still_paused())
        stage.perform_afresh(self._announcements.go_on())

    def _answer(self) -> Iterable[tuple[Any, Any]]:
        """Answer questions, and take what is decided only when asked for."""
        made, decision = Questions(self._session, self._adjustments).ask(), self._session.play.decision
        if made is None:
            return ()
        assert decision is not None
        self._known.clear()  # whoever calls a pad now means another one
        return self._take(decision, made)

    # ------------------------------------------------------------ telling

    def _say_goodbye(self) -> None:
        """The last words of a game that the table ends. Whoever presses something else has heard enough."""
        with suppress(Left):
            self._session.tell(self._session.narration.left(self._session.play.view))

    def _recover(self) -> None:
        """The one recovery rule, for a power cut and a pause alike."""
        session = self._session
        decision, play = session.play.decision, session.play
        self._stage.begin()
        session.remarks()  # which are made anew
        for cue in self._announcements.clear(decision is not None and decision.closed):
            session.wait_for(cue)
        self._tell(play.events)
        session.make_remarks()
        if decision is not None:
            for cue in session.narration.recap(decision, play.view):
                session.wait_for(cue)

    def _tell(self, news: Iterable[tuple[Any, Any]]) -> None:
        """Tell events one after the other, then what was heard of the parts."""
        session, tell = self._session, self._session.narration.tell
        session.tell(cue for event, view in news for cue in tell(event, view))
        for cue in session.faults():
            session.wait_for(cue)
