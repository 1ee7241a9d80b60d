"""What stands under the cursor: said once stepping stops, and shown by its seat's lamp.

Only where everybody may know it: of a secret choice nothing is said, whatever is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gm_appliance.core.cues import Cue, Light
from gm_appliance.core.game import Decision, MenuFace
from gm_appliance.core.narration import PromptNarration
from gm_appliance.host.stage import Stage
from gm_appliance.pickers import Picker, face_of, open_picker
from gm_appliance.pickers.menu import Menu

STOPPED = 0.5
"""Seconds without a step after which stepping has stopped."""


class Cursor:
    """The cursor of one open decision, for ears and lamps; the display shows it by itself.

    due: when its words are to be said; None where nothing is to be said of it.
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

    def steps(self, picker: Picker, *, running: bool) -> None:
        """Somebody stepped. What is still being said of the line before is cut off.

        running: a button is held down, and this is one of many steps.
        """
        now = self._stage.now()
        if now < self._said_until:
            self._stage.hush()
            self._said_until = now
        self._face, self.moved = face_of(picker), True
        self.due = max(now + STOPPED, self._not_before)
        if not running:
            self._stage.prepare(self.words())
        self.light()

    def follows(self, quiet_at: float) -> None:
        """Its words come after a prompt that is said until then."""
        self.due = quiet_at + STOPPED

    def waits(self, quiet_at: float, *, forgets: bool = False) -> None:
        """What is said until then is not cut off by it. forgets: by then nobody remembers having stepped."""
        self._not_before = quiet_at
        if self.due is not None:
            self.due = None if forgets else max(self.due, quiet_at)

    def words_due(self, now: float) -> tuple[Cue, ...]:
        """What is to be said now; nothing while a button is down that may come to step, or to choose."""
        if self.due is None or now < self.due:
            return ()
        known_at = self._stage.known_at
        self.due = known_at if known_at is not None and known_at > now else None
        return self.words() if self.due is None else ()

    def said(self, quiet_at: float) -> None:
        """Its words are being said until then."""
        self._said_until = quiet_at

    def words(self) -> tuple[Cue, ...]:
        if self._decision.secret:
            return ()
        return self._narration.under_cursor(self._decision, self._view, self._face)

    def light(self) -> None:
        """Light the lamps of those who decide; and of the seat under a cursor that was moved."""
        lit = self._narration.lights(self._decision, self._view)
        if self.moved and not self._decision.secret:
            seat = self._narration.marked_seat(self._decision, self._view, self._face)
            lit |= {seat} if seat else frozenset()
        if lit != self._lit:
            self._lit = lit
            self._stage.perform((Light(lit),))


def all_words(narration: PromptNarration, decision: Decision, view: Any) -> Iterator[Cue]:
    """What the cursor of a menu may come to say; numbers are too many, and a thumb has no cursor."""
    menu = open_picker(decision)
    if isinstance(menu, Menu):
        for at in range(len(menu.items)):
            yield from narration.under_cursor(decision, view, MenuFace(menu.items, at))
