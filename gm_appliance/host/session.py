"""The session: what all pieces of the host share for one play, and the few things all of them do.

A piece that cannot go on raises why the step is left; the loop does what it was left for. So no piece
needs to know another.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field

from gm_appliance.core.cues import Cue, Pause, Say
from gm_appliance.core.game import Decision
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
    practice: Practice = field(default_factory=Practice)

    def begin(self, decision: Decision, *, calling: bool = False) -> None:
        """Listen to what is pressed for this decision. calling: pads are being called."""
        self.observer.asked(self.stage.begin(calling=calling, secret=decision.secret), decision)

    def tell(self, cues: Iterable[Cue]) -> None:
        """Perform cues one after the other. OK skips the words, never the pictures."""
        self.stage.begin()
        skipping = False
        for cue in cues:
            skipping = self.wait_for(cue, skipping) or skipping

    def wait_for(self, cue: Cue, skipping: bool = False) -> bool:
        """Perform a cue and wait until it is over; True when somebody pressed OK to skip. May raise Left."""
        if isinstance(cue, Say | Pause) and skipping:
            return True
        stage = self.stage
        seconds = stage.perform((cue,))
        until = stage.now() + seconds
        while seconds and (gesture := stage.next(until)) is not None:
            if at_panel(gesture, "ok", "press"):
                stage.hush()
                return True
            self.heed(gesture)
        return False

    def heed(self, gesture: Gesture) -> bool:
        """What works wherever eyes are open: BACK held and REPEAT held. Raises Left if it was one.

        True if it was an undo, but nothing can be taken back.
        """
        stepping = self.back_steps and at_panel(gesture, "back", "tap")
        if stepping and not self.play.taken:
            raise Back
        if stepping or at_panel(gesture, "back", "hold"):
            if self.play.can_undo():
                raise Undo
            if self.may_leave and not self.play.taken:
                raise NothingTaken
            self.stage.perform_afresh(self.announcements.not_back(bool(self.play.taken)))
            return True
        if at_panel(gesture, "repeat", "hold"):
            raise Paused(eyes_closed=False)
        return False

    def faults(self) -> tuple[Cue, ...]:
        """The words for what was heard of the parts since they were asked for last."""
        faults = [*self.stage.faults]
        self.stage.faults.clear()
        return tuple(cue for one in faults for cue in words_for(self.announcements, one))


def words_for(announcements: Announcements, fault: Fault) -> tuple[Cue, ...]:
    """What is said of it; nothing, and a line in the log, where there are no words for it."""
    try:
        return announcements.fault(fault.part, fault.what, fault.which)
    except Unspoken as error:
        log.error("No words for %s.", error)
        return ()


def at_panel(gesture: Gesture, button: str, *kinds: str) -> bool:
    """Whether this is that button of the panel, and one of these kinds of gesture."""
    return gesture.source == PANEL and gesture.button == button and gesture.kind in kinds
