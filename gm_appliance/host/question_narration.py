"""The narration of the menu behind BACK."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from gm_appliance.core import table_narration
from gm_appliance.core.cues import Cue, InLanguage
from gm_appliance.core.game import Choice, Decision, Face, MenuFace
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import ButtonLabels, Narration, PromptText
from gm_appliance.core.ports import STICK
from gm_appliance.core.table_narration import VOLUME, TableNarration

BACK = "back"  # the answer that goes on with the game

LANGUAGE = "language"
"""The menu's line for another language, if there are several, and the question it opens."""

PHONES = "phones"  # the menu's line about phones, if there can be some
BOX = "box"  # the line under which everything about the box is listed, if the menu has such lines
SETUP, END = "setup", "end"  # the ways out of a game: to another setup, and to its end

_PROMPTS: Mapping[str, PromptText] = {
    "questions": PromptText(
        ask=N_("What would you like to know?"),
        again=N_("Which question?"),
        title=NP_("title", "Questions"),
        items={
            BACK: NP_("line", "On with the game"),
            BOX: NP_("line", "Settings"),
            "volume": NP_("line", "Volume"),
            "rate": NP_("line", "Speed of the voice"),
            "large.1": NP_("line", "Larger letters"),
            "large.0": NP_("line", "Normal letters"),
            LANGUAGE: NP_("line", "Language"),
            PHONES: NP_("line", "Phones"),
            STICK: NP_("line", "Update on the stick"),
            SETUP: NP_("line", "Change the setup"),
            END: NP_("line", "End the game"),
        },
    ),
    "volume": VOLUME,
    LANGUAGE: table_narration.LANGUAGE,
    "rate": PromptText(
        ask=N_("How many words a minute?"),
        again=N_("Words a minute?"),
        title=NP_("title", "Words a minute"),
    ),
    f"leave.{SETUP}": PromptText(
        ask=N_("Leave this game and change the setup?"),
        again=N_("Change the setup?"),
        title=NP_("title", "Other setup?"),
    ),
    f"leave.{END}": PromptText(
        ask=N_("End this game for good?"),
        again=N_("End the game?"),
        title=NP_("title", "End the game?"),
    ),
}

_LEAVING: Mapping[str, Message] = {
    f"leave.{SETUP}": NP_("button", "change the setup"),
    f"leave.{END}": NP_("button", "end the game"),
}


class QuestionNarration(TableNarration):
    """Asks which of the game's topics to explain, or what to adjust.

    languages: those that can be chosen, each with its own name.
    """

    PROMPTS: ClassVar = _PROMPTS
    SUGGESTIONS: ClassVar = frozenset(_LEAVING)

    def __init__(self, _: Language, narration: Narration, languages: Mapping[str, str] | None = None) -> None:
        super().__init__(_)
        self._narration = narration
        self._languages = languages or {}

    def labels(self, decision: Decision, view: Any, face: Face) -> ButtonLabels | None:
        back = self._.pgettext("button", "on with the game")
        if decision.name in _LEAVING:
            on = isinstance(face, MenuFace) and face.current and face.current.value == BACK
            return ButtonLabels(ok=back if on else self._(_LEAVING[decision.name]), back=back)
        return ButtonLabels(back=back) if decision.name == "questions" else None

    def under_cursor(self, decision: Decision, view: Any, face: Face) -> tuple[Cue, ...]:
        if decision.name == LANGUAGE and isinstance(face, MenuFace) and face.current:
            language = str(face.current.value)
            return (InLanguage(self._languages[language], language),)
        return super().under_cursor(decision, view, face)

    def group(self, topic: str) -> str:
        if topic in (END, BOX):
            return ""
        return BOX if topic in self.PROMPTS["questions"].items else self._narration.group(topic)

    def item(self, choice: Choice, view: Any) -> str:
        if choice.name == LANGUAGE:
            return self._languages[str(choice.value)]
        topic, own = str(choice.value), self.PROMPTS["questions"].items
        return self._(own[topic]) if topic in own else self._narration.topic(topic)
