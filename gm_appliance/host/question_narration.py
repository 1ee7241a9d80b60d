"""Questions between two presses: the menu of what the box can explain."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import Cue, Lines, MenuScreen, NumberScreen, Say, Screen
from gm_appliance.core.game import Decision, Face, MenuFace, NumberFace
from gm_appliance.core.narration import Narration

BACK = "back"
"""The answer that goes on with the game."""


class QuestionNarration:
    """Asks which of the game's topics to explain, or what to turn."""

    def __init__(self, words: Words, narration: Narration) -> None:
        self._words = words
        self._narration = narration

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return (Say(self._words(f"ask.{decision.name}")),)

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return (Say(self._words(f"again.{decision.name}")),)

    def remind(self, decision: Decision, view: Any, times: int) -> tuple[Cue, ...]:
        return ()

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        title = self._words(f"title.{decision.name}")
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self._words("hint.number"))
        if not isinstance(face, MenuFace):
            return Lines(title)
        items = tuple(self._item(str(item.value)) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self._words("hint.menu"))

    def _item(self, topic: str) -> str:
        """What belongs to no game has its words here."""
        own = f"item.aside.{topic}"
        return self._words(own) if self._words.has(own) else self._narration.topic(topic)

    def lights(self, decision: Decision, view: Any) -> frozenset[int]:
        return frozenset()
