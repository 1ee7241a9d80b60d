"""One open decision: its words, its picture and its picker, until somebody chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from gm_appliance.core.cues import Cue, Show
from gm_appliance.core.game import JSON, Choice, Clock, Decision, First, OneOf, Opponent, Seat, Table
from gm_appliance.core.narration import PromptNarration
from gm_appliance.core.ports import PANEL
from gm_appliance.host.agenda import Agenda
from gm_appliance.host.cursor import Cursor
from gm_appliance.host.prompt_words import PromptWords
from gm_appliance.host.session import Back, BrokenOff, NewsHeard, Session, at_panel
from gm_appliance.pickers import Gesture, face_of, open_picker
from gm_appliance.storage.session_log import SessionLog

SILENCE = 10.0  # seconds after which an open prompt is repeated once, shorter

MINUTE = 60.0

STUCK = 1000
"""Repeats of a held button within two minutes after which it counts as stuck. Each is saved, and wears the
card."""

COVERED, ANNOUNCED, SILENT, LAST_WORDS = "covered", "announced", "silent", "last words"
"""Entries of the agenda: the end of news that cover the picture of the prompt, or of an announcement that
was shown before it; of the silence before the question is asked again; of a game's last words."""

MINUTES, REMINDER, AT_THE_BOX = "minutes", "reminder", "at the box"
"""The others: when the picture tells another minute, when people are reminded, and when they are told that no
pad can answer."""


# Many attributes: what one question needs while it is open.
class Prompt:
    """Asks one decision. News, such as a lost part, is told while it is open.

    narration, session_log: of the game, or of the menu behind BACK.
    behind_back: BACK opened it, beside the game. BACK raises Back before the picker sees it, else once the
        picker has no use for it; and the clock, which closes what nobody answers, waits for who steps.
    answer: returns an opponent's choice; called once the limit is reached. None for other deciders.

    At a table, with its `session`, `narration` and `session_log`, somebody presses DOWN and then OK:

    >>> decision = Decision("dinner", Seat(1), OneOf(("soup", "fish", "cake")))
    >>> session.begin(decision)
    >>> Prompt(session, decision, narration, session_log).run().value
    'fish'
    """

    def __init__(
        self,
        session: Session,
        decision: Decision,
        narration: PromptNarration,
        session_log: SessionLog,
        *,
        behind_back: bool = False,
        answer: Callable[[], JSON] | None = None,
    ) -> None:
        self._session, self._stage = session, session.stage
        self._decision = decision
        self._words = PromptWords(session, decision, narration)
        self._session_log = session_log
        self._behind_back = behind_back
        self._answer = answer
        self._picker = open_picker(decision, session_log.drafted(decision.name))
        self._agenda = Agenda[Choice]()
        self._cursor = Cursor(self._words, self._picker, self._agenda, self._name)
        self._quiet_at = 0.0
        self._moving: set[tuple[int, str]] = set()  # buttons down that stepped or chose
        self._pads_answered = False  # whether it was said that no pad can answer

    def run(self) -> Choice:
        """The choice, once it is made. Raises BrokenOff if the prompt is left instead."""
        try:
            return self._run()
        except BrokenOff:
            self._stage.hush()  # or what is said next comes late, and is cut off by the prompt after it
            raise
        finally:
            self._stage.offer(None)

    def _run(self) -> Choice:
        words, practice = self._words, self._session.practice
        self._cursor.light()
        self._begin()
        self._make_remarks()
        self._ask(practice.unknown(self._decision, (*self._suggested(words.ask()), *self._hint())))
        while True:
            self._tell_news()
            # Nothing is due before news that wait for the end of a game's last words.
            wake = self._agenda.due(LAST_WORDS) if self._stage.news.faults else self._agenda.next_due()
            gesture = self._stage.next(wake, heed=True)
            if self._stage.news.faults and not gesture:
                continue  # The clock may have to restart before it chooses.
            if gesture:
                self._agenda.drop(LAST_WORDS)
            choice = self._on_gesture(gesture) if gesture else self._agenda.do(self._stage.now())
            if choice is not None:
                self._stage.hush()
                if choice.name == self._decision.name:
                    practice.done(self._decision, (*words.ask(), *self._hint()))
                return choice

    # ------------------------------------------------------------ what comes in

    def _on_gesture(self, gesture: Gesture) -> Choice | None:
        if at_panel(gesture, "repeat", "tap"):
            self._stage.hush()
            self._quiet_at = self._stage.now()
            words = self._words.on_repeat()
            words = self._session.practice.once_greeted(words)
            self._ask((*self._suggested(words), *self._hint()), once_more=True)
            self._cursor.rests()
            return None
        picker = self._picker
        if gesture.nth > STUCK:
            return None
        if gesture.source == PANEL:
            self._agenda.drop(AT_THE_BOX)
        if self._behind_back and at_panel(gesture, "back", "tap"):
            raise Back
        if cues := self._session.heed(gesture):
            self._cover(cues)
            return None
        if picker is None:
            if at_panel(gesture, "back", "tap"):
                raise Back
            return None
        after = picker.on(gesture)
        covered = self._agenda.due(COVERED) is not None
        if covered and (at_panel(gesture, "ok", "press") or (after.choice and gesture.source == PANEL)):
            raise NewsHeard  # the prompt it hid is not answered by that
        if after is picker:
            if at_panel(gesture, "back", "tap"):
                raise Back
            self._on_wrong(gesture)
            return None
        if not self._decision.secret and gesture.source != PANEL:
            self._stage.seats.used(gesture.source)
        if after.choice and self._cursor.unnamed(after.choice):
            self._name()
            return None
        self._picker = after
        self._moving.add((gesture.source, gesture.button))
        if after.choice is None and after.draft != picker.draft:
            self._session_log.draft(self._decision.name, after.draft)
            self._show()
        if after.choice is None and not self._decision.secret:
            self._on_step(gesture)
        return after.choice

    def _on_step(self, gesture: Gesture) -> None:
        """The cursor moved or is at its end. Stepping counts as activity: the prompt is not repeated."""
        silent_at = self._agenda.due(SILENT)
        if silent_at is not None:
            self._agenda.at(SILENT, max(silent_at, self._stage.now() + SILENCE), self._again)
        if self._behind_back:
            self._start_limits()
        assert self._picker is not None
        self._cursor.steps(self._picker, running=gesture.kind == "repeat")

    def _on_wrong(self, gesture: Gesture) -> None:
        """A press that means nothing here: say what is possible, unless the box is speaking.

        While people talk, playing with a pad gets no answer. Where only the box is asked, its first press
        does, once the box is silent.
        """
        at_pad, key = gesture.source != PANEL, (gesture.source, gesture.button)
        if self._decision.talk and at_pad:
            return
        if at_pad and self._only_box_asked:
            if not self._pads_answered:
                self._pads_answered = True
                self._agenda.at(AT_THE_BOX, self._stage.now(), self._tell_pads)
        elif gesture.kind == "press":
            self._moving.discard(key)
        elif key not in self._moving and gesture.kind in ("tap", "hold") and gesture.t >= self._quiet_at:
            self._again()

    # ------------------------------------------------------------ what is due

    def _begin(self) -> None:
        """Enter into the agenda what is due if nobody presses anything."""
        now = self._stage.now()
        self._start_limits()
        self._agenda.at(MINUTES, now + MINUTE, partial(self._count_minute, now, 1))
        self._await_reminder(now, 1)

    def _start_limits(self) -> None:
        """The clock starts, or starts again, for all that it may choose."""
        for one in self._decision.open():
            if one.limit is not None:
                self._await_limit(one, self._stage.now() + one.limit)

    def _await_limit(self, one: Decision, at: float) -> None:
        self._agenda.at(f"limit of {one.name}", at, partial(self._at_limit, one))

    def _at_limit(self, one: Decision) -> Choice | None:
        """The clock's choice, or an opponent's, which waits until the speech has ended. None while pads are
        lost, for silence at a lost pad is no consent: the news that they are back starts the clock again."""
        if self._for_pads and self._stage.pads_lost:
            return None
        if not isinstance(one.who, Opponent):
            return by_clock(one)
        if self._stage.now() < self._quiet_at:
            self._await_limit(one, self._quiet_at)
            return None
        assert self._answer is not None
        return Choice(one.name, self._answer())

    def _count_minute(self, since: float, minutes: int) -> None:
        self._words.minutes = minutes = self._passed(since, MINUTE, minutes)
        self._agenda.at(
            MINUTES, since + MINUTE * (minutes + 1), partial(self._count_minute, since, minutes + 1)
        )
        self._show()

    def _await_reminder(self, since: float, times: int) -> None:
        if (every := self._decision.remind) is not None:
            self._agenda.at(REMINDER, since + every * times, partial(self._remind, since, every, times))

    def _remind(self, since: float, every: float, times: int) -> None:
        times = self._passed(since, every, times)
        self._await_reminder(since, times + 1)
        self._cover(self._words.narration.remind(self._decision, self._words.view, times))
        self._cursor.waits(self._quiet_at)

    def _passed(self, since: float, every: float, times: int) -> int:
        """How many times this many seconds have passed: more than were awaited, if the machine slept."""
        return max(times, int((self._stage.now() - since) // every))

    def _tell_pads(self) -> None:
        """Say that no pad can answer this, once nothing else is said."""
        if self._stage.now() < self._quiet_at:
            self._agenda.at(AT_THE_BOX, self._quiet_at, self._tell_pads)
            return
        told = (*self._session.announcements.at_the_box(), *self._hint())
        (self._cover if self._stage.unheard else self._say)(told)

    def _again(self) -> None:
        """Ask again, in short, after an unintended silence."""
        self._say((*self._words.again(), *self._hint()))
        self._agenda.drop(SILENT)

    @property
    def _for_pads(self) -> bool:
        """Whether somebody can answer at a pad."""
        return any(isinstance(one.who, First | Seat) for one in self._decision.open())

    @property
    def _only_box_asked(self) -> bool:
        """Whether anybody can answer, at the panel, and no pad can."""
        decision = self._decision
        return isinstance(decision.who, Table) and not (decision.secret or self._for_pads)

    # ------------------------------------------------------------ what goes out

    def _hint(self) -> tuple[Cue, ...]:
        return self._words.hint(face_of(self._picker))

    def _suggested(self, words: tuple[Cue, ...]) -> tuple[Cue, ...]:
        """Add what OK would choose, for people who do not see it."""
        return words if self._stage.unheard else self._cursor.suggested(words)

    def _make_remarks(self) -> None:
        """Say the remarks before the question. An announcement keeps the display until it ends."""
        rest = self._session.announced()
        self._quiet_at = self._stage.now() + rest
        if rest:
            self._agenda.at(ANNOUNCED, self._quiet_at, self._show)
        else:
            self._stage.hush()
            self._show()
        self._quiet_at += self._stage.perform(self._session.remarks(), shown=True)

    def _ask(self, words: tuple[Cue, ...], *, once_more: bool = False) -> None:
        """Ask, after what is being said.

        Its picture tells in short what is asked. Where nobody hears, the words are read before it: the
        first time this evening, and when somebody wants them again.
        """
        if self._stage.unheard and (not self._session.practice.has_read(self._decision.name) or once_more):
            self._cover(words)
        else:
            self._quiet_at += self._stage.perform(words, shown=True)
        if self._session.at_its_end(self._decision):
            self._agenda.at(LAST_WORDS, self._quiet_at, lambda: None)
        self._agenda.drop(SILENT)
        if not self._decision.talk:
            self._agenda.at(SILENT, self._quiet_at + SILENCE, self._again)

    def _say(self, cues: Iterable[Cue]) -> None:
        """Say something that the picture of the prompt shows too."""
        self._quiet_at = self._stage.now() + self._stage.perform_afresh(cues, shown=True)

    def _name(self) -> None:
        """Say what is under the cursor."""
        self._say(self._cursor.words())
        self._cursor.said(self._quiet_at)

    def _cover(self, cues: Iterable[Cue]) -> None:
        """Show and say these; the prompt's picture returns when they end."""
        self._quiet_at = self._stage.now() + self._stage.perform_afresh(cues)
        self._agenda.at(COVERED, self._quiet_at, self._show)

    def _tell_news(self) -> None:
        """Say and show the news, then ask again. Meanwhile pads count, and the panel dismisses the news.

        The last words of a game are heard first. The clock restarts, since a press may have been lost.
        """
        self._session.heed_mixed_up(self._decision)
        last_words = self._agenda.due(LAST_WORDS)
        if last_words is not None and self._stage.now() < last_words:
            return
        cues = self._session.faults()
        if cues and not any(isinstance(cue, Show) for cue in cues):
            self._show()
            self._say(cues)
        elif cues:
            self._start_limits()
            self._cover(cues)
            self._agenda.at(SILENT, self._quiet_at, self._again)
            self._cursor.waits(self._quiet_at, forgets=True)

    def _show(self) -> None:
        self._agenda.drop(COVERED, ANNOUNCED)
        face = face_of(self._picker)
        screen = self._words.screen(face)
        self._stage.offer(None if self._decision.secret else lambda: self._words.offers(face, screen))
        self._stage.perform((Show(screen),))


def by_clock(decision: Decision) -> Choice:
    """The clock's choice: the only value there is."""
    assert isinstance(decision.who, Clock)
    assert isinstance(decision.domain, OneOf)
    return Choice(decision.name, decision.domain.options[0])
