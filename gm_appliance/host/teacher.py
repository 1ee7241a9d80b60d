"""A lesson before a game that somebody is new to: a minute of teaching, then all press together.

The dry run tries every pad, with eyes open and before anything is secret: its presses are public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Light, Say, Show
from gm_appliance.core.cues.screens import Lines, Screen, TextScreen
from gm_appliance.core.game import AllSeats, Beat, Decision, Face, OneOf, PerSeat, Ready, Table
from gm_appliance.core.language import N_, NP_, Language
from gm_appliance.core.narration import ButtonLabels, Lesson, PromptText
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.host.press_hints import hinted
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.session import Back, Session, at_panel
from gm_appliance.host.window import Window
from gm_appliance.pickers import Gesture
from gm_appliance.storage.session_log import NullSessionLog

OFFER, THUMBS = "lesson.offer", "lesson.thumbs"
"""The decisions of a lesson: whether it is wanted, and the dry run."""

NOW, AGAIN = 8.0, 15.0
"""Seconds to press after "now"; seconds more for those who are then called by name."""

SOME = 3  # the most names in a sentence that calls people; more of them are "all others"


class Teacher:
    """Gives one lesson. After an interruption `give` goes on with the part that was interrupted.

    taught: called once the minute was told or declined.
    """

    def __init__(self, session: Session, taught: Callable[[], None]) -> None:
        self._session = session
        self._taught = taught
        self._wanted: bool | None = None
        self._told = False

    @property
    def _(self) -> Language:
        return self._session.announcements.language

    def give(self, lesson: Lesson) -> None:
        """Offer the lesson, and give it if it is wanted. May raise BrokenOff."""
        if self._wanted is None:
            self._wanted = self._is_wanted(lesson)
        if not self._told:
            self._wanted = self._wanted and self._session.read_out(lesson.told)
            self._told = True
            self._taught()
        reached = {seat: name for seat, name in lesson.pads.items() if self._session.stage.reaches(seat)}
        if self._wanted and reached:
            self._dry_run(reached)

    def _is_wanted(self, lesson: Lesson) -> bool:
        session, offer = self._session, Decision(OFFER, Table(), Ready(("teach",)))
        session.stage.prepare((*lesson.told, self._ready(), self._now()))
        session.begin(offer)
        try:
            Prompt(session, offer, Offer(self._), NullSessionLog(), behind_back=True).run()
        except Back:
            return False
        return True

    # ------------------------------------------------------------ all together

    def _dry_run(self, names: Mapping[int, str]) -> None:
        """Everybody's thumb up at once, then those who are missing, by name; OK goes on without them."""
        shown = Show(TextScreen(self._.pgettext("line", "Thumb up ▲"), self._on_line()))
        lead = self._session.stage.length((self._ready(),), guess=True) or 1.0
        begins = (Light(frozenset(names)), shown, self._ready())
        window = _DryRun(self._session, (*names,), {0.0: begins, lead: (self._now(),)}, lead + NOW)
        if (missing := window.missing()) and not window.dismissed:
            called = (Light(frozenset(missing)), *self._count(names, missing), *self._call(names, missing))
            missing = _DryRun(self._session, missing, {0.0: called}, AGAIN).missing()
        silent = [names[seat] for seat in missing] if len(missing) < len(names) else []
        told = [silent[first : first + SOME] for first in range(0, len(silent), SOME)]
        unheard = (Say(self._("No press from {names}.", names=self._.names(some))) for some in told)
        self._session.tell((Light(), *self._count(names, missing), *unheard))

    def _ready(self) -> Say:
        return Say(self._("All together: thumb up when I say now."))

    def _now(self) -> Say:
        return Say(self._("Now."))

    def _count(self, names: Mapping[int, str], missing: Sequence[int]) -> Iterator[Cue]:
        """How many pads were heard, with the names of the others below."""
        n, all = len(names) - len(missing), len(names)
        title = self._.pgettext("title", "{n} of {all}", n=n, all=all)
        shown = Lines(title, tuple(names[seat] for seat in missing[:SOME]))
        yield Show(hinted(shown, self._on_line() if missing else ""))
        yield Say(self._("{n} of {all}.", n=n, all=all) if n else self._("I didn't hear a single pad."))

    def _call(self, names: Mapping[int, str], missing: Sequence[int]) -> Iterator[Say]:
        called = self._.names([names[seat] for seat in missing])
        few = len(missing) <= SOME
        yield Say(
            self._("{names}, press thumb up.", names=called)
            if few
            else self._("Everyone else, press thumb up.")
        )
        yield Say(self._("OK: {what}.", what=self._.pgettext("button", "go on")))

    def _on_line(self) -> str:
        return self._session.announcements.ok_goes_on()


class Offer(TableNarration):
    """Asks whether to teach the game."""

    PROMPTS: ClassVar = {
        OFFER: PromptText(ask=N_("First time? The rules take one minute."), title=NP_("title", "First time?"))
    }

    def labels(self, decision: Decision, view: Any, face: Face) -> ButtonLabels:
        return ButtonLabels(ok=self._.pgettext("button", "tell us"), back=self._known())

    def picture(self, decision: Decision, view: Any, face: Face, title: str) -> Screen:
        back = self._.pgettext("line", "BACK: {what}", what=self._known())
        return Lines(title, (self._.pgettext("line", "One minute"), "", back))

    def _known(self) -> str:
        return self._.pgettext("button", "we know it")


class _Enough(Exception):
    """All have pressed, or somebody wants to go on."""


class _DryRun(Window):
    """A window whose presses are public: it ends once all thumbs are up, or with OK.

    cues: by their times, in seconds. dismissed: whether it ended with OK.
    """

    def __init__(
        self, session: Session, seats: tuple[int, ...], cues: Mapping[float, tuple[Cue, ...]], seconds: float
    ) -> None:
        beats = tuple(Beat("press", at, listens=True) for at in cues)
        thumbs = PerSeat(tuple(map(str, seats)), OneOf(("down", "up")), partial=True)
        decision = Decision(
            THUMBS, AllSeats(seats), thumbs, beats=(*beats, Beat("end", seconds)), lead=seconds
        )
        super().__init__(session, decision)
        self._told = cues
        self._seats = seats
        self.dismissed = False

    def _cues(self, beat: Beat) -> tuple[Cue, ...]:
        return self._told.get(beat.at, ())

    def missing(self) -> tuple[int, ...]:
        """Run it; returns the seats whose thumb was not up in the end. May raise BrokenOff."""
        self._session.begin(self._decision)
        try:
            self.run()
        except _Enough:
            self._stage.hush()
        return self._not_up()

    def _not_up(self) -> tuple[int, ...]:
        pressed = self._picker.at_end() if self._picker else None
        thumbs: Any = pressed.value if pressed else {}
        return tuple(seat for seat in self._seats if thumbs.get(str(seat)) != "up")

    def _on_gesture(self, gesture: Gesture) -> None:
        super()._on_gesture(gesture)
        self.dismissed = at_panel(gesture, "ok", "press")
        if self.dismissed or not self._not_up():
            raise _Enough
