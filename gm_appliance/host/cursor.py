"""What is under the cursor: said when a prompt opens and once stepping stops, and shown by its seat's lamp.

Only for public choices: about a secret one nothing is said, whatever is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gm_appliance.core.cues import Cue, InLanguage, Light, Say, Suggestion
from gm_appliance.core.game import Choice, Decision, Face, First, MenuFace, NumberFace, Pad
from gm_appliance.core.narration import PromptNarration, marked_on
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.stage import Stage
from gm_appliance.pickers import Picker, face_of, open_picker
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import Thumb

STOPPED = 0.5
"""Seconds without a step after which stepping has stopped."""


class Cursor:
    """The cursor of one open decision, for voice and lamps; the display shows it by itself.

    due: when its words are to be said; None if there is nothing to say.
    """

    def __init__(
        self,
        stage: Stage,
        decision: Decision,
        view: Any,
        narration: PromptNarration,
        picker: Picker | None,
    ) -> None:
        self._stage = stage
        self._decision = decision
        self._view = view
        self._narration = narration
        self._face = face_of(picker)
        fresh = open_picker(decision)
        self.moved = fresh is not None and picker is not None and picker.draft != fresh.draft
        self.due: float | None = None
        self._said_until = 0.0
        self._not_before = 0.0
        self._lit: frozenset[int] | None = None
        self._names_first = decision.said_first
        self._named: Face | None = None

    def unnamed(self, choice: Choice) -> bool:
        """Whether this choice is under the cursor and has to be said before it can be chosen. A single line
        needs none: the question says it."""
        face = self._face
        here = isinstance(face, MenuFace) and face.current == choice and len(face.items) > 1
        return self._names_first and here and self._named != face

    def steps(self, picker: Picker, *, running: bool) -> None:
        """Somebody stepped. Cut off what is still being said about the previous line.

        running: a button is held down, and this is one of many steps.
        """
        now = self._stage.now()
        if now < self._said_until:
            self._stage.hush()
            self._said_until = now
        self._face, self.moved = face_of(picker), True
        # Where nothing is chosen that was not said, it is said at once.
        self.due = now if self._names_first and not running else max(now + STOPPED, self._not_before)
        if not running:
            self._stage.prepare(self.words())
        self.light()

    def rests(self) -> None:
        """Its words are being said with the prompt."""
        self.due = None

    def waits(self, quiet_at: float, *, forgets: bool = False) -> None:
        """Do not cut off what is said until this time. forgets: drop the words that are due."""
        self._not_before = quiet_at
        if self.due is not None:
            self.due = None if forgets else max(self.due, quiet_at)

    def words_due(self, now: float) -> tuple[Cue, ...]:
        """The words that are due now; empty while a button is down that may still step or choose."""
        if self.due is None or now < self.due:
            return ()
        known_at = None if self._names_first else self._stage.known_at
        self.due = known_at if known_at is not None and known_at > now else None
        return self.words() if self.due is None else ()

    def said(self, quiet_at: float) -> None:
        """Its words are being said until this time."""
        self._said_until = quiet_at
        self._named = self._face

    def words(self) -> tuple[Cue, ...]:
        """The words for what is under the cursor; empty for a secret choice."""
        if self._decision.secret:
            return ()
        return self._narration.under_cursor(self._decision, self._view, self._face)

    def suggested(self, words: tuple[Cue, ...], announcements: Announcements) -> tuple[Cue, ...]:
        """The words of a prompt, and what OK would choose unless they say so already."""
        if isinstance(self._face, MenuFace) and len(self._face.items) == 1:
            return words
        if not self.moved and any(isinstance(cue, Suggestion) for cue in words):
            return words
        here = self.words()
        what = told(here)
        if not what:
            return words
        self._named = self._face
        if isinstance(here[0], InLanguage):
            return (*words, here[0])
        return (*words, announcements.suggestion(what))

    def light(self) -> None:
        """Light the lamps of those who decide, and of the seat under the cursor once it was moved."""
        lit = self._narration.lights(self._decision, self._view)
        if self.moved and not self._decision.secret:
            seat = self._narration.marked_seat(self._decision, self._view, self._face)
            lit |= {seat} if seat else frozenset()
        if lit != self._lit:
            self._lit = lit
            self._stage.perform((Light(lit),))


def told(cues: tuple[Cue, ...]) -> str:
    """The first sentence among these cues, to be filled into another one; empty if there is none."""
    said = next((cue.text for cue in cues if isinstance(cue, Say)), "")
    return said.rstrip(".?")


def chosen(
    announcements: Announcements, narration: PromptNarration, decision: Decision, view: Any, choice: Choice
) -> str:
    """A choice in the words of its line under the cursor; if it was the only one, in the display's words for
    the step. Empty for a secret choice.
    """
    answered = decision.demand(choice)
    if answered.secret or answered.beats:
        return ""
    asked = answered if answered in decision.on_request else decision
    picker, face = open_picker(asked), face_of(None)
    if isinstance(answered.who, Pad):
        return announcements.pad()
    if isinstance(picker, Thumb):
        return announcements.thumb(str(choice.value))
    if isinstance(picker, NumberPicker):
        face = NumberFace(int(str(choice.value)))
    elif isinstance(picker, Menu) and choice in picker.items:
        face = MenuFace(picker.items, picker.items.index(choice))
    if isinstance(face, NumberFace) or (isinstance(face, MenuFace) and len(face.items) > 1):
        return told(narration.under_cursor(asked, view, face))
    screen = narration.screen(asked, view, face, 0)
    return (marked_on(screen) or str(getattr(screen, "title", ""))).rstrip(".?")


def beside(narration: PromptNarration, decision: Decision, view: Any, *, at_pad: bool) -> str:
    """What the panel can choose while pads race: the last line of its list; empty if it has none."""
    face = face_of(open_picker(decision))
    if not at_pad or not isinstance(decision.who, First) or not isinstance(face, MenuFace):
        return ""
    if face.items[-1].name == decision.name:
        return ""
    return told(narration.under_cursor(decision, view, MenuFace(face.items, len(face.items) - 1)))


def all_words(narration: PromptNarration, decision: Decision, view: Any) -> Iterator[Cue]:
    """Everything the cursor of a menu may say. Nothing for numbers, which are too many, and for thumbs, which
    have no cursor."""
    menu = open_picker(decision)
    if isinstance(menu, Menu):
        for at in range(len(menu.items)):
            yield from narration.under_cursor(decision, view, MenuFace(menu.items, at))
