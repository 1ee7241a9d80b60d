"""The session: what all pieces of the host share for one play, and the few things all of them do.

A piece that cannot go on raises why the step is left; the loop does what it was left for. So no piece
needs to know another.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gm_appliance.core.cues import Cue, Pause, Remark, Say, Show
from gm_appliance.core.cues.screens import (
    GridScreen,
    PilesScreen,
    RingScreen,
    Screen,
    StashScreen,
    TextScreen,
    TrackScreen,
)
from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.core.narration import Narration, Unspoken
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.observer import Observer
from gm_appliance.host.practice import Practice
from gm_appliance.host.stage import Stage
from gm_appliance.pickers import Gesture
from gm_appliance.storage.session_log import SessionLog

log = logging.getLogger(__name__)

LOOK = 3.0
"""Seconds for a picture, where the words that belong to it have to be read after it."""

_WITH_HINT = (GridScreen, PilesScreen, RingScreen, StashScreen, TrackScreen)
"""Pictures that have room for what the buttons do."""

UNREAD = 30.0
"""Seconds after which a page turns by itself, where nobody hears it."""


class Left(Exception):
    """The step that was on is left, and its decision opened anew."""


class Undo(Left):
    """The last choice is to be taken back; it can be."""


class Back(Left):
    """BACK was tapped where it means nothing else: somebody has a question, or had one."""


class NothingTaken(Left):
    """BACK was held before the first choice of a game: the way out is to the menu."""


class Abandoned(Left):
    """The table leaves the game unfinished. why: ``"end"``, or ``"setup"`` to choose another one."""

    def __init__(self, why: str) -> None:
        super().__init__("abandoned")
        self.why = why


class NewsHeard(Left):
    """Somebody answered some news that stood before the prompt."""


class CutOff(Left):
    """Nobody can tell where the step stood: it is recovered."""


class Paused(CutOff):
    """Somebody paused: the step is recovered once they go on."""

    def __init__(self, eyes_closed: bool) -> None:
        super().__init__("paused")
        self.eyes_closed = eyes_closed


@dataclass(repr=False)
class Session:
    """One play at the table. Only the loop replaces the play, when a choice is taken back.

    back_steps: a tap on BACK undoes, as in menus; else only holding it does.
    may_leave: the table may leave the play unfinished.
    back_leaves: BACK, tapped or held, leaves it at once, for another setup.
    practice: who knows what to press.
    """

    stage: Stage
    announcements: Announcements
    observer: Observer
    play: Play
    narration: Narration
    session_log: SessionLog
    back_steps: bool = False
    may_leave: bool = False
    back_leaves: bool = False
    practice: Practice = field(default_factory=Practice)
    _picture: Screen | None = None  # of what is said next
    _remarks: tuple[Remark, ...] = ()  # to be said with the next prompt

    def begin(self, decision: Decision, *, calling: bool = False) -> None:
        """Listen to what is pressed for this decision. calling: pads are being called."""
        self.observer.asked(self.stage.begin(calling=calling, secret=decision.secret), decision)

    def tell(self, cues: Iterable[Cue]) -> None:
        """Perform cues one after the other. OK skips the words, never the pictures."""
        self.stage.begin()
        skipping, self._picture = False, None
        for cue in cues:
            if isinstance(cue, Remark) and not self.stage.unheard:
                self._remarks += (cue,)
                continue
            if isinstance(cue, Say | Show):
                skipping = self.make_remarks(skipping)
            skipping = self.wait_for(cue, skipping) or skipping

    def remarks(self) -> tuple[Remark, ...]:
        """What the prompt that opens now is to say first; it is said once."""
        waiting, self._remarks = self._remarks, ()
        return waiting

    def make_remarks(self, skipping: bool = False) -> bool:
        """Say what was to come with a prompt, before something else is said; whether OK skips words."""
        for remark in self.remarks():
            skipping = self.wait_for(remark, skipping) or skipping
        return skipping

    def wait_for(self, cue: Cue, skipping: bool = False) -> bool:
        """Perform a cue and wait until it is over; True when somebody pressed OK to skip. May raise Left.

        A picture is that of the sentence after it, which is not written out then.
        """
        if isinstance(cue, Say | Pause) and skipping:
            return True
        if isinstance(cue, Show):
            self._picture = cue.screen
        picture = self._picture
        if not isinstance(cue, Say) or picture is None:
            return self._wait(self.stage.perform((cue,)))
        self._picture = None
        if not self.stage.unheard:
            return self._wait(self.stage.perform((cue,), shown=True))
        return self._wait(LOOK) or self._wait(self.stage.perform((cue,)))

    def _wait(self, seconds: float) -> bool:
        """So long, or until somebody presses OK."""
        return self._turned(seconds, "ok") == "ok"

    def _turned(self, seconds: float, *buttons: str) -> str:
        """Wait so long, or until one of these buttons of the panel is pressed: that one, else none."""
        stage, until = self.stage, self.stage.now() + seconds
        while seconds and (gesture := stage.next(until)) is not None:
            if gesture.button in buttons and at_panel(
                gesture, gesture.button, "tap" if gesture.button == "back" else "press"
            ):
                stage.hush()
                return gesture.button
            if cues := self.heed(gesture):
                stage.perform_afresh(cues)
        return ""

    def read_out(self, cues: Iterable[Cue]) -> None:
        """Say sentences page by page. OK turns to the next one, BACK leaves them. May raise Left.

        A sentence after a picture is said to it. Where nobody hears them, whoever reads turns the pages, and
        a picture is one more.
        """
        stage = self.stage
        stage.begin()
        pages = [*_pages(cues, unheard=stage.unheard)]
        for number, (picture, said) in enumerate(pages, 1):
            hint = self.announcements.page(number, len(pages))
            screen = TextScreen(said.text, hint) if picture is None and said else _hinted(picture, hint)
            seconds = stage.perform_afresh((Show(screen), *((said,) if said else ())))
            if self._turned(UNREAD if stage.unheard else seconds, "ok", "back") == "back":
                return

    def agree(self, what: str, cues: Iterable[Cue]) -> None:
        """Tell the table something it has to agree on, and wait for OK. May raise Left."""
        self.begin(Decision(what, Table(), OneOf(("agreed",))))
        told = tuple(cues)
        self.stage.perform_afresh(told)
        while not self._turned(UNREAD, "ok"):
            self.stage.perform(cue for cue in told if isinstance(cue, Show))

    def heed(self, gesture: Gesture) -> tuple[Cue, ...]:
        """What works wherever eyes are open: BACK held and REPEAT held. Raises Left if it was one.

        Returns what is to be said where it was an undo, but nothing can be taken back.
        """
        if self.back_leaves and at_panel(gesture, "back", "tap", "hold"):
            raise Abandoned("setup")
        stepping = self.back_steps and at_panel(gesture, "back", "tap")
        if stepping and not self.play.taken:
            raise Back
        if stepping or at_panel(gesture, "back", "hold"):
            if self.play.can_undo():
                raise Undo
            if self.may_leave and not self.play.taken:
                raise NothingTaken
            return self.announcements.not_back(bool(self.play.taken))
        if at_panel(gesture, "repeat", "hold"):
            raise Paused(eyes_closed=False)
        return ()

    def faults(self) -> tuple[Cue, ...]:
        """The words for what was heard of the parts since they were asked for last."""
        faults = [*self.stage.faults]
        self.stage.faults.clear()
        return tuple(cue for one in faults for cue in words_for(self.announcements, one))


def words_for(announcements: Announcements, fault: Fault) -> tuple[Cue, ...]:
    """What is said of it; nothing, and a line in the log, where there are no words for it."""
    try:
        return announcements.fault(fault.part, fault.what, fault.which, fault.meant, fault.shown)
    except Unspoken as error:
        log.error("No words for %s.", error)
        return ()


def at_panel(gesture: Gesture, button: str, *kinds: str) -> bool:
    """Whether this is that button of the panel, and one of these kinds of gesture."""
    return gesture.source == PANEL and gesture.button == button and gesture.kind in kinds


def _pages(cues: Iterable[Cue], *, unheard: bool) -> Iterator[tuple[Screen | None, Say | None]]:
    """Pictures and sentences, page by page; unheard, a picture once, before what is said to it."""
    picture: Screen | None = None
    seen: Screen | None = None
    for cue in cues:
        if isinstance(cue, Show):
            picture = cue.screen
        elif isinstance(cue, Say):
            if picture is not None and unheard and picture != seen:
                yield picture, None
            yield None if unheard else picture, cue
            seen = seen if picture is None else picture
            picture = None


def _hinted(picture: Screen | None, hint: str) -> Screen:
    """The picture, with what the buttons do where it has room for that."""
    assert picture is not None
    if isinstance(picture, _WITH_HINT) and not picture.hint:
        return replace(picture, hint=hint)
    return picture
