"""The session: what all pieces of the host share during one play, and what all of them do.

A piece that cannot go on raises the reason as a `BrokenOff`, and the loop handles it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Any

from gm_appliance.core.cues import Cue, Pause, Remark, Say, Show, StoryLine
from gm_appliance.core.cues.screens import Screen, TextScreen
from gm_appliance.core.game import CALL_AGAIN, PADS, AnyButton, Decision, OneOf, Opponent, Ready, Table
from gm_appliance.core.narration import MissingWords, Narration
from gm_appliance.core.observer import Observer
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS, Fault
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.practice import Practice
from gm_appliance.host.press_hints import hinted
from gm_appliance.host.reading import Reader
from gm_appliance.host.run_settings import USUAL, RunSettings
from gm_appliance.host.stage import Page, Stage
from gm_appliance.pickers import Gesture
from gm_appliance.storage.session_log import SessionLog

log = logging.getLogger(__name__)

LOOK = 3.0  # seconds that a picture is shown at a table without sound, before its words are
LATE = 4.0  # seconds to wait for a sentence that is not rendered yet
GLANCE = 0.25  # seconds between two checks whether it is rendered

SEEN, TOLD = 1.0, 10.0
"""Seconds for which the end of a game is seen at least: a press meant to skip a sentence does not end it.
And the seconds after which it is said what to press."""

_ANY_BUTTON = (*PANEL_BUTTONS, *(f"{pad}.{one}" for pad in range(1, PADS + 1) for one in PAD_BUTTONS))

UNREAD = 30.0  # seconds after which a page turns by itself at a table without sound


class BrokenOff(Exception):
    """The current step is left; its decision is opened again."""


class Undo(BrokenOff):
    """Take back the last choice; raised only if that is possible."""


class Back(BrokenOff):
    """BACK was tapped where it has no other meaning: open or close the questions."""


class NothingTaken(BrokenOff):
    """BACK was held before the first choice of a game: it leads back to the menu."""


class Abandoned(BrokenOff):
    """The table leaves the game unfinished. why: ``"end"``, or ``"setup"`` to choose another one."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class PressedAway(BrokenOff):
    """Somebody pressed while something was told that any press skips."""


class NewsHeard(BrokenOff):
    """Somebody dismissed news that covered the prompt."""


class MixedUp(BrokenOff):
    """It is no longer known whose pad is whose, so all are called again."""


class CutOff(BrokenOff):
    """The step cannot simply continue: it is recovered."""


class Paused(CutOff):
    """Somebody paused: the step is recovered once they go on."""

    def __init__(self, eyes_closed: bool) -> None:
        super().__init__(eyes_closed)
        self.eyes_closed = eyes_closed


class LanguageChanged(CutOff):
    """The table speaks another language: the step is recovered in it."""


# Many attributes: what is known of a play while it runs.
@dataclass(repr=False)
class Session:
    """One play at the table. It is replaced only when a choice is taken back.

    settings: how it is run. practice: which press hints people have followed.
    """

    stage: Stage
    announcements: Announcements
    observer: Observer
    play: Play
    narration: Narration
    session_log: SessionLog
    settings: RunSettings = USUAL
    practice: Practice = field(default_factory=Practice)
    _picture: Screen | None = None  # of what is said next
    _remarks: tuple[Remark, ...] = ()  # to be said with the next prompt
    _announced_until: float = 0.0
    _chapter: str = ""
    _started_at: float = 0.0
    _reader: Reader = field(default_factory=Reader)
    _any_press_skips: bool = False

    def begin(self, decision: Decision, *, calling: bool = False) -> None:
        """Start listening for this decision. calling: pads are being called."""
        thumbs = decision.secret and not isinstance(decision.who, Opponent)
        self.observer.asked(self.stage.begin(calling=calling, secret=thumbs), decision)
        if not decision.beats:  # a timetable is not to wait for that
            self.stage.read(self._pages)

    def _pages(self) -> list[Page]:
        language = self.announcements.language
        if self.settings.back_steps:
            return list(self.settings.to_read())
        return self._reader.pages(self.play, self.narration, language)

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

    def tell_events(self, news: Iterable[tuple[Any, Any]]) -> None:
        """Tell events, each with the view right after it; then the news about the parts."""
        tell = self.narration.tell
        self.tell(cue for event, view in news for cue in (*self._begun(view), *tell(event, view)))
        if self.play.decision is None:
            self.make_remarks()
        for cue in self.faults():
            self.wait_for(cue)

    def _begun(self, view: Any) -> Iterator[StoryLine]:
        """The heading of the part of the story that this event begins, if it does."""
        chapter = self.narration.chapter(view)
        if chapter != self._chapter:
            self._chapter = chapter
            yield StoryLine(chapter, heading=True)

    def rename(self, before: Mapping[int, str]) -> None:
        """Use the names as they are now if somebody joined, or that was taken back."""
        newcomers = self.settings.newcomers
        if newcomers and self.play.names != before:
            self.narration = newcomers.narration(self.play.names)

    def announce(self, cues: Iterable[Cue]) -> None:
        """Say these now. The next words come after them; the next prompt listens at once."""
        cues = tuple(cues)
        if not self.stage.unheard:
            self._announced_until = self.stage.now() + self.stage.perform_afresh(cues)
        for cue in cues if self.stage.unheard else ():
            self.wait_for(cue)

    def announced(self) -> float:
        """The seconds that the last announcement still takes. It is handed out once; then 0."""
        rest, self._announced_until = self._announced_until - self.stage.now(), 0.0
        return max(0.0, rest)

    def remarks(self) -> tuple[Remark, ...]:
        """The remarks that the next prompt says first; each is handed out once."""
        waiting, self._remarks = self._remarks, ()
        return waiting

    def make_remarks(self, skipping: bool = False) -> bool:
        """Say the waiting remarks before anything else.

        skipping: whether OK has skipped words so far. Returns the same for the time after the remarks.
        """
        if rest := self.announced():
            skipping = self._wait(rest)
        for remark in self.remarks():
            skipping = self.wait_for(remark, skipping) or skipping
        return skipping

    def wait_for(self, cue: Cue, skipping: bool = False) -> bool:
        """Perform a cue and wait until it is over; True if OK skipped it. May raise BrokenOff.

        A picture belongs to the sentence after it, which is then not written out.
        """
        if isinstance(cue, Say | Pause) and skipping:
            return True
        if isinstance(cue, Show):
            self._picture = cue.screen
        picture = self._picture
        if not isinstance(cue, Say) or picture is None:
            return self._until_over(cue)
        self._picture = None
        if not self.stage.unheard:
            return self._until_over(cue, shown=True)
        return self._wait(LOOK) or self._until_over(cue)

    def _until_over(self, cue: Cue, *, shown: bool = False) -> bool:
        """Perform a cue and wait for its end, also if it begins late; True if OK skipped it."""
        seconds = self.stage.perform((cue,), shown=shown)
        if isinstance(cue, Say) and self.stage.length((cue,)) is None:
            if self.wait_until_rendered((cue,), LATE):
                return True
            seconds = self.stage.length((cue,), guess=True) or 0.0
        return self._wait(seconds)

    def wait_until_rendered(self, cues: Iterable[Cue], patience: float) -> bool:
        """Wait for these words, at most `patience` seconds. Whether OK ended that; may raise BrokenOff."""
        cues, until = tuple(cues), self.stage.now() + patience
        while self.stage.length(cues) is None and self.stage.now() < until:
            if self._wait(GLANCE):
                return True
        return False

    def _wait(self, seconds: float) -> bool:
        """Wait, or until somebody presses OK; returns whether somebody did.

        That nothing can be taken back is told afterwards: a game's last words may be being said.
        """
        refused: list[Cue] = []
        skipped = self.turned(seconds, "ok", refused=refused) == "ok"
        if refused and not skipped:
            self.turned(self.stage.perform(refused), "ok", refused=[])
        return skipped

    def turned(self, seconds: float, *buttons: str, refused: list[Cue] | None = None) -> str:
        """Wait this many seconds, or until one of these panel buttons is pressed; returns it, or "".

        refused: collects what is to be said if an undo is not possible; without it that is said at once.
        """
        stage, until = self.stage, self.stage.now() + seconds
        while seconds and (gesture := stage.next(until)) is not None:
            kind = "tap" if gesture.button == "back" else "press"
            if gesture.button in buttons and at_panel(gesture, gesture.button, kind):
                stage.hush()
                return gesture.button
            cues = self.heed(gesture)
            if cues and refused is not None:
                refused[:] = cues
            elif cues:
                stage.perform_afresh(cues)
        return ""

    def read_out(self, cues: Iterable[Cue]) -> bool:
        """Say sentences page by page; OK turns to the next, BACK leaves. Returns whether all were read.

        May raise BrokenOff. A sentence after a picture is said while that is shown. Without sound people turn
        pages themselves, and each picture is a page of its own.
        """
        stage = self.stage
        stage.begin()
        pages = [*_pages(cues, unheard=stage.unheard)]
        for number, (picture, said) in enumerate(pages, 1):
            hint = self.announcements.page(number, len(pages))
            screen = picture or TextScreen(said.text if said else "")
            seconds = stage.perform_afresh((Show(hinted(screen, hint)), *((said,) if said else ())))
            if self.turned(UNREAD if stage.unheard else seconds, "ok", "back") == "back":
                return False
        return True

    def agree(self, what: str, cues: Iterable[Cue]) -> None:
        """Tell the table something it has to agree on, and wait for OK. May raise BrokenOff."""
        self.begin(Decision(what, Table(), Ready(("agreed",))))
        line = self.announcements.ok_goes_on()
        told = tuple(Show(hinted(cue.screen, line)) if isinstance(cue, Show) else cue for cue in cues)
        self.stage.perform_afresh(told)
        while not self.turned(UNREAD, "ok"):
            self.stage.perform(cue for cue in told if isinstance(cue, Show))

    def starts(self) -> None:
        self._started_at = self.stage.now()
        if self.settings.may_leave:
            self.observer.began()

    def ends(self) -> None:
        """Show the end of a play for as long as it stays, and tell what follows until somebody presses."""
        if self.play.outcome and not (self.settings.back_steps or self.settings.back_leaves):
            self.observer.finished(self.play.outcome)
        seconds = self.settings.played + self.stage.now() - self._started_at
        stays = self.narration.ending(self.play.view, round(seconds / 60))
        if stays:
            self._stay(stays)
        laid = self.narration.props(self.play.view) if stays else None
        said = self.narration.epilogue([one for step in reversed([*self.play.told]) for one in step]).values()
        told = [cue for text in said for cue in (Say(text), StoryLine(text))]
        if laid or told:
            self._any_press_skips = True
            with suppress(PressedAway):
                self.tell((*((laid,) if laid else ()), *told))

    def _stay(self, cues: Iterable[Cue]) -> None:
        """Show this until somebody presses any button."""
        self.begin(Decision("end.seen", AnyButton(), OneOf(_ANY_BUTTON)))
        stage, line = self.stage, self.announcements.ok_goes_on()
        shown = [Show(hinted(cue.screen, line)) if isinstance(cue, Show) else cue for cue in cues]
        stage.perform(shown)
        begun, due = stage.now(), {"told": stage.now() + TOLD}
        while True:
            if news := self.faults():
                due["covered"] = stage.now() + stage.perform(news)
            gesture = stage.next(min(due.values(), default=None), heed=True)
            if gesture and gesture.kind == "press" and gesture.t > begun + SEEN:
                return
            if stage.now() >= due.get("covered", inf):
                del due["covered"]
                stage.perform(cue for cue in shown if isinstance(cue, Show))
            if stage.now() >= due.get("told", inf):
                del due["told"]
                stage.perform(self.announcements.to_go_on(), shown=True)

    def at_its_end(self, decision: Decision) -> bool:
        """Whether this is the last question of a game."""
        return self.settings.may_leave and decision is self.play.decision and self.play.at_its_end()

    def heed(self, gesture: Gesture) -> tuple[Cue, ...]:
        """Handle what works whenever eyes are open: raises BrokenOff if BACK or REPEAT is held.

        Returns what to say if BACK is held and nothing can be taken back.
        """
        if self._any_press_skips and gesture.kind == "press":
            self.stage.hush()
            raise PressedAway
        if self.settings.back_leaves and at_panel(gesture, "back", "tap", "hold"):
            raise Abandoned("setup")
        stepping = self.settings.back_steps and at_panel(gesture, "back", "tap")
        if stepping and not self.play.can_undo():
            raise Back
        if stepping or at_panel(gesture, "back", "hold"):
            if self.play.can_undo():
                raise Undo
            anything = any(not one.forced for one in self.play.taken)
            if self.settings.may_leave and not anything:
                raise NothingTaken
            return self.announcements.not_back(anything)
        if at_panel(gesture, "repeat", "hold"):
            raise Paused(eyes_closed=False)
        return ()

    def heed_mixed_up(self, decision: Decision) -> None:
        """Raises MixedUp if pads were mixed up and this decision allows calling them again."""
        if self.stage.news.mixed_up and any(one.name == CALL_AGAIN.name for one in decision.on_request):
            self.stage.news.mixed_up = False
            raise MixedUp

    def faults(self) -> tuple[Cue, ...]:
        """The words for faults reported since the last call, with the pictures that they need.

        Raises Abandoned for the news that the play is left for.
        """
        faults, left_for = self.stage.news.take(), self.settings.left_for
        if left_for and left_for in [(one.part, one.what) for one in faults]:
            self.stage.news.faults.extend(one for one in faults if (one.part, one.what) != left_for)
            raise Abandoned(left_for[0])
        told = ((one, cue) for one in faults for cue in words_for(self.announcements, one))
        pictured = self.settings.pictured
        return tuple(cue for one, cue in told if isinstance(cue, Say) or (one.part, one.what) not in pictured)


def words_for(announcements: Announcements, fault: Fault) -> tuple[Cue, ...]:
    """The words for a fault; none, and a line in the log, if there are no words for it."""
    try:
        return announcements.fault(fault)
    except MissingWords as error:
        log.error("No words for %s.", error)
        return ()


def at_panel(gesture: Gesture, button: str, *kinds: str) -> bool:
    return gesture.source == PANEL and gesture.button == button and gesture.kind in kinds


def _pages(cues: Iterable[Cue], *, unheard: bool) -> Iterator[tuple[Screen | None, Say | None]]:
    """Pictures and sentences, page by page; unheard, a picture once, before what is said to it."""
    picture = seen = None
    for cue in cues:
        if isinstance(cue, Show):
            picture = cue.screen
        elif isinstance(cue, Say):
            if picture is not None and unheard and picture != seen:
                yield picture, None
            yield None if unheard else picture, cue
            seen = seen if picture is None else picture
            picture = None
