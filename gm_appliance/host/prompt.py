"""One open decision: its words, its picture and its picker, until somebody chooses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import JSON, Choice, Clock, Decision, First, OneOf, Opponent, Seat, Table
from gm_appliance.core.narration import ButtonLabels, PromptNarration
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.core.ports import PANEL
from gm_appliance.host.cursor import Cursor, beside
from gm_appliance.host.pointing import offered
from gm_appliance.host.press_hints import PressHints, hinted
from gm_appliance.host.session import Back, BrokenOff, NewsHeard, Session, at_panel
from gm_appliance.host.stage import Stage
from gm_appliance.pickers import Gesture, face_of, open_picker
from gm_appliance.storage.session_log import SessionLog

SILENCE = 10.0
"""Seconds after which an open prompt is repeated once, shorter."""

MINUTE = 60.0

STUCK = 1000
"""Repeats of a held button within two minutes after which it counts as stuck. Each is saved, and wears the
card."""


class Prompt:
    """Asks one decision. News, such as a lost part, is told while it is open.

    narration, session_log: of the game, or of the menu behind BACK.
    behind_back: BACK opened it, beside the game. BACK raises Back before the picker sees it, else once the
        picker has no use for it; and the clock, which closes what nobody answers, waits for who steps.
    answer: returns an opponent's choice; called once the limit is reached. None for other deciders.

    At a table, with its `session`, `narration` and `session_log`, where somebody presses DOWN and then OK:

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
        self._session = session
        self._stage = session.stage
        self._decision = decision
        self._view = session.play.view
        self._narration = narration
        self._session_log = session_log
        self._behind_back = behind_back
        self._answer = answer
        self._picker = open_picker(decision, session_log.drafted(decision.name))
        self._cursor = Cursor(self._stage, decision, self._view, narration, self._picker)
        self._hints = PressHints(session.announcements.language)
        self._onset = self._stage.now()
        self._limits = [one for one in decision.open() if one.limit is not None]
        self._limits_from = self._onset
        self._waits_for_pads = any(isinstance(one.who, First | Seat) for one in decision.open())
        self._minutes = 0
        self._minute_at = self._onset + MINUTE
        self._reminded = 0
        self._quiet_at = 0.0
        self._last_words_until = 0.0  # of a game, unless somebody presses something meanwhile
        self._covered = False  # by the picture of some news, or by the question where it is read
        self._announced_until: float | None = (
            None  # while the picture of an announcement stands before the prompt's
        )
        self._silent_at: float | None = None
        self._moving: set[tuple[int, str]] = set()
        self._pads_answered = False  # whether a pad was pressed where only the box is asked
        self._elsewhere_at: float | None = None  # when that is said
        self._offered: tuple[Offer, ...] | None = None

    def run(self) -> Choice:
        """The choice, once somebody or the clock has made one. Raises BrokenOff if the prompt is left
        instead."""
        try:
            return self._run()
        except BrokenOff:
            self._stage.hush()  # or what is said next comes late, and is cut off by the prompt after it
            raise
        finally:
            self._stage.offer(None)

    def _run(self) -> Choice:
        self._cursor.light()
        self._make_remarks()
        self._ask(
            self._session.practice.unknown(self._decision, (*self._suggested(self._words()), *self._hint()))
        )
        while True:
            self._tell_news()
            gesture = self._stage.next(self._wake(), heed=True)
            if self._stage.faults and not gesture:
                continue  # The clock may have to restart before it chooses.
            if gesture:
                self._last_words_until = 0.0
            choice = self._on_gesture(gesture) if gesture else self._on_time(self._stage.now())
            if choice is not None:
                self._stage.hush()
                if choice.name == self._decision.name:
                    self._session.practice.done(self._decision, (*self._words(), *self._hint()))
                return choice

    # ------------------------------------------------------------ what comes in

    def _on_gesture(self, gesture: Gesture) -> Choice | None:
        if at_panel(gesture, "repeat", "tap"):
            self._stage.hush()
            self._quiet_at = self._stage.now()
            words = self._narration.on_repeat(self._decision, self._view)
            self._ask((*self._suggested(words), *self._hint()), once_more=True)
            self._cursor.rests()
            return None
        picker = self._picker
        if gesture.nth > STUCK:
            return None
        if gesture.source == PANEL:
            self._elsewhere_at = None
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
        if self._covered and (at_panel(gesture, "ok", "press") or (after.choice and gesture.source == PANEL)):
            raise NewsHeard  # the prompt it hid is not answered by that
        if after is picker:
            if at_panel(gesture, "back", "tap"):
                raise Back
            self._on_wrong(gesture)
            return None
        if not self._decision.secret and gesture.source != PANEL:
            self._stage.used(gesture.source)
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
        now = self._stage.now()
        if self._silent_at is not None:
            self._silent_at = max(self._silent_at, now + SILENCE)
        if self._behind_back:
            self._limits_from = now
        assert self._picker is not None
        self._cursor.steps(self._picker, running=gesture.kind == "repeat")

    def _on_wrong(self, gesture: Gesture) -> None:
        """A press that means nothing here: say what is possible, unless the box is speaking.

        While people talk, playing with a pad gets no answer. Where only the box is asked, its first press
        does, once the box is silent.
        """
        at_pad = gesture.source != PANEL
        if self._decision.talk and at_pad:
            return
        if at_pad and self._only_box_asked:
            if not self._pads_answered:
                self._pads_answered = True
                self._elsewhere_at = max(self._stage.now(), self._quiet_at)
            return
        key = (gesture.source, gesture.button)
        if gesture.kind == "press":
            self._moving.discard(key)
        elif key not in self._moving and gesture.kind in ("tap", "hold") and gesture.t >= self._quiet_at:
            self._again()

    @property
    def _only_box_asked(self) -> bool:
        """Whether anybody can answer, at the panel, and no pad can."""
        decision = self._decision
        return isinstance(decision.who, Table) and not (decision.secret or self._waits_for_pads)

    def _on_time(self, now: float) -> Choice | None:
        for one in self._running():
            if now >= self._due(one):
                return self._at_limit(one)
        if (self._covered and now >= self._quiet_at) or now >= (self._announced_until or math.inf):
            self._show()
        if self._silent_at is not None and now >= self._silent_at:
            self._again()
        while now >= self._minute_at:
            self._minute_at += MINUTE
            self._minutes += 1
            self._show()
        if self._remind_at is not None and now >= self._remind_at:
            self._reminded += 1
            self._cover(self._narration.remind(self._decision, self._view, self._reminded))
            self._cursor.waits(self._quiet_at)
        if self._elsewhere_at is not None and now >= self._elsewhere_at:
            self._elsewhere_at = None
            told = (*self._session.announcements.at_the_box(), *self._hint())
            (self._cover if self._stage.unheard else self._say)(told)
        if words := self._cursor.words_due(now):
            self._name(words)
        return None

    def _at_limit(self, one: Decision) -> Choice:
        if isinstance(one.who, Opponent):
            assert self._answer is not None
            return Choice(one.name, self._answer())
        return by_clock(one)

    def _due(self, one: Decision) -> float:
        """When the clock chooses it. An opponent's answer waits until the speech has ended."""
        due = self._limits_from + (one.limit or 0.0)
        return max(due, self._quiet_at) if isinstance(one.who, Opponent) else due

    def _running(self) -> Iterable[Decision]:
        """What the clock may choose; nothing while pads are lost, for silence at a lost pad is no consent."""
        return () if self._waits_for_pads and self._stage.pads_lost else self._limits

    @property
    def _remind_at(self) -> float | None:
        every = self._decision.remind
        return None if every is None else self._onset + every * (self._reminded + 1)

    def _wake(self) -> float:
        if self._stage.faults:
            return self._last_words_until  # nothing is due before the news
        times = [self._minute_at]
        times += [self._due(one) for one in self._running()]
        times += [
            one
            for one in (self._silent_at, self._cursor.due, self._announced_until, self._elsewhere_at)
            if one is not None
        ]
        if self._covered:
            times.append(self._quiet_at)
        if self._remind_at is not None:
            times.append(self._remind_at)
        return min(times)

    # ------------------------------------------------------------ what goes out

    def _words(self) -> tuple[Cue, ...]:
        return self._narration.ask(self._decision, self._view)

    def _hint(self) -> tuple[Cue, ...]:
        """What to press."""
        return self._hints.said(self._decision, self._labels(), at_pad=self._at_pad, beside=self._beside())

    def _beside(self) -> str:
        return beside(self._narration, self._decision, self._view, at_pad=self._at_pad)

    def _labels(self) -> ButtonLabels | None:
        return self._narration.labels(self._decision, self._view, face_of(self._picker))

    @property
    def _at_pad(self) -> bool:
        return at_pad(self._stage, self._decision)

    def _suggested(self, words: tuple[Cue, ...]) -> tuple[Cue, ...]:
        """With what OK would choose, for those who do not see it."""
        return words if self._stage.unheard else self._cursor.suggested(words, self._session.announcements)

    def _make_remarks(self) -> None:
        """Say the remarks before the question. An announcement keeps the display until it ends."""
        rest = self._session.announced()
        self._quiet_at = self._stage.now() + rest
        if rest:
            self._announced_until = self._quiet_at
        else:
            self._stage.hush()
            self._show()
        self._quiet_at += self._stage.perform(self._session.remarks(), shown=True)

    def _ask(self, words: tuple[Cue, ...], *, once_more: bool = False) -> None:
        """Ask, after what is being said.

        Its picture tells in short what is asked. Where nobody hears, the words are read before it: the
        first time this evening, and when somebody wants them again.
        """
        known = self._stage.has_read(self._decision.name)
        if self._stage.unheard and (once_more or not known):
            self._cover(words)
        else:
            self._quiet_at += self._stage.perform(words, shown=True)
        if self._session.at_its_end(self._decision):
            self._last_words_until = self._quiet_at
        self._silent_at = None if self._decision.talk else self._quiet_at + SILENCE

    def _again(self) -> None:
        """Ask again, in short, after an unintended silence."""
        self._say((*self._narration.again(self._decision, self._view), *self._hint()))
        self._silent_at = None

    def _say(self, cues: Iterable[Cue]) -> None:
        """What the picture of the prompt shows too."""
        self._quiet_at = self._stage.now() + self._stage.perform_afresh(cues, shown=True)

    def _name(self, words: tuple[Cue, ...] = ()) -> None:
        """Say what stands under the cursor."""
        self._say(words or self._cursor.words())
        self._cursor.said(self._quiet_at)

    def _cover(self, cues: Iterable[Cue]) -> None:
        """Show and say these; the prompt's picture returns when they end."""
        self._quiet_at = self._stage.now() + self._stage.perform_afresh(cues)
        self._covered = True

    def _tell_news(self) -> None:
        """Say and show the news, then ask again. Meanwhile pads count, and the panel dismisses the news.

        The last words of a game are heard first. The clock restarts, since a press may have been lost.
        """
        self._session.heed_mixed_up(self._decision)
        if self._stage.now() < self._last_words_until:
            return
        cues = self._session.faults()
        if cues and not any(isinstance(cue, Show) for cue in cues):
            self._show()
            self._say(cues)
        elif cues:
            self._limits_from = self._stage.now()
            self._cover(cues)
            self._silent_at = self._quiet_at
            self._cursor.waits(self._quiet_at, forgets=True)

    def _show(self) -> None:
        self._covered, self._announced_until = False, None
        face = face_of(self._picker)
        screen = self._narration.screen(self._decision, self._view, face, self._minutes)
        line = self._hints.line(self._decision, face, self._labels(), at_pad=self._at_pad)
        screen = hinted(screen, line, self._hints.beside(self._beside()))
        self._stage.offer(None if self._decision.secret else lambda: self._offers(screen))
        self._stage.perform((Show(screen),))

    def _offers(self, screen: Screen) -> Offers:
        """What can be chosen. None of it changes while the prompt is open, but for the cursor."""
        decision, view, face = self._decision, self._view, face_of(self._picker)
        if self._offered is None:
            self._offered = offered(decision, view, self._narration, face)
        question = tuple(cue.text for cue in self._words() if isinstance(cue, Say))
        return Offers(self._stage.prompt_id, decision, face, question, screen, self._offered)


def at_pad(stage: Stage, decision: Decision) -> bool:
    """Whether the decider has a pad that works."""
    if isinstance(decision.who, First):
        return any(map(stage.has_pad, decision.who.seats))
    return isinstance(decision.who, Seat) and stage.has_pad(decision.who.seat)


def by_clock(decision: Decision) -> Choice:
    """The clock's choice: the only value there is."""
    assert isinstance(decision.who, Clock)
    assert isinstance(decision.domain, OneOf)
    return Choice(decision.name, decision.domain.options[0])
