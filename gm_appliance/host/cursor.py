"""What is under the cursor: said when a prompt opens and once stepping stops, and shown by its seat's lamp.

Only for public choices: about a secret one nothing is said, whatever is pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gm_appliance.core.cues import Cue, InLanguage, Light, Suggestion
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace, Pad
from gm_appliance.core.narration import PromptNarration, marked_on
from gm_appliance.host.agenda import Agenda
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.prompt_words import PromptWords, told
from gm_appliance.pickers import Picker, face_of, open_picker
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import Thumb

STEPPED = "the cursor's words"
"""The entry of the agenda at which the words under a cursor that was moved are said."""

STOPPED = 0.5  # seconds without a step after which stepping has stopped


class Cursor:
    """The cursor of one open decision, for voice and lamps; the display shows it by itself.

    agenda: where it is set when its words are due. tell: says them.
    """

    def __init__(
        self, prompt: PromptWords, picker: Picker | None, agenda: Agenda[Choice], tell: Callable[[], None]
    ) -> None:
        self._prompt = prompt
        self._agenda = agenda
        self._tell = tell
        self._face = face_of(picker)
        fresh = open_picker(prompt.decision)
        self.moved = fresh is not None and picker is not None and picker.draft != fresh.draft
        self._said_until = 0.0
        self._not_before = 0.0
        self._lit: frozenset[int] | None = None
        self._named: Face | None = None

    def unnamed(self, choice: Choice) -> bool:
        """Whether this choice is under the cursor and has to be said before it can be chosen. A single line
        needs none: the question says it."""
        face = self._face
        here = isinstance(face, MenuFace) and face.current == choice and len(face.items) > 1
        return self._prompt.decision.said_first and here and self._named != face

    def steps(self, picker: Picker, *, running: bool) -> None:
        """Somebody stepped. Cut off what is still being said about the previous line.

        running: a button is held down, and this is one of many steps.
        """
        stage = self._prompt.stage
        now = stage.now()
        if now < self._said_until:
            stage.hush()
            self._said_until = now
        self._face, self.moved = face_of(picker), True
        # Where nothing is chosen that was not said, it is said at once.
        at_once = self._prompt.decision.said_first and not running
        self._agenda.at(STEPPED, now if at_once else max(now + STOPPED, self._not_before), self._stopped)
        if not running:
            stage.prepare(self.words())
        self.light()

    def rests(self) -> None:
        """Its words are being said with the prompt."""
        self._agenda.drop(STEPPED)

    def waits(self, quiet_at: float, *, forgets: bool = False) -> None:
        """Do not cut off what is said until this time. forgets: drop the words that are due."""
        self._not_before, due = quiet_at, self._agenda.due(STEPPED)
        if forgets:
            self.rests()
        elif due is not None:
            self._agenda.at(STEPPED, max(due, quiet_at), self._stopped)

    def _stopped(self) -> None:
        """Say its words, but not while a button is down that may still step or choose."""
        known_at = None if self._prompt.decision.said_first else self._prompt.stage.known_at
        if known_at is not None and known_at > self._prompt.stage.now():
            self._agenda.at(STEPPED, known_at, self._stopped)
        elif self.words():
            self._tell()

    def said(self, quiet_at: float) -> None:
        """Its words are being said until this time."""
        self._said_until = quiet_at
        self._named = self._face

    def words(self) -> tuple[Cue, ...]:
        """The words for what is under the cursor; empty for a secret choice."""
        prompt = self._prompt
        if prompt.decision.secret:
            return ()
        return prompt.narration.under_cursor(prompt.decision, prompt.view, self._face)

    def suggested(self, words: tuple[Cue, ...]) -> tuple[Cue, ...]:
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
        return (*words, self._prompt.announcements.suggestion(what))

    def light(self) -> None:
        """Light the lamps of those who decide, and of the seat under the cursor once it was moved."""
        decision, view, narration = self._prompt.decision, self._prompt.view, self._prompt.narration
        lit = narration.lights(decision, view)
        if self.moved and not decision.secret:
            seat = narration.marked_seat(decision, view, self._face)
            lit |= {seat} if seat else frozenset()
        if lit != self._lit:
            self._lit = lit
            self._prompt.stage.perform((Light(lit),))


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


def all_words(narration: PromptNarration, decision: Decision, view: Any) -> Iterator[Cue]:
    """Everything the cursor of a menu may say. Nothing for numbers, which are too many, and for thumbs, which
    have no cursor."""
    menu = open_picker(decision)
    if isinstance(menu, Menu):
        for at in range(len(menu.items)):
            yield from narration.under_cursor(decision, view, MenuFace(menu.items, at))
