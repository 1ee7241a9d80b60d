"""Questions between two presses: the menu of what the box can explain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, Screen
from gm_appliance.core.game import Decision, Face, MenuFace, NumberFace
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import ButtonLabels, Narration, PromptText, words_under_cursor

BACK = "back"
"""The answer that goes on with the game."""

SETUP, END = "setup", "end"
"""The ways out of a game: to another setup, and to its end."""

_QUESTIONS: Mapping[str, PromptText] = {
    "questions": PromptText(
        ask=N_("What would you like to know?"),
        again=N_("Which question?"),
        title=NP_("title", "Questions"),
    ),
    "volume": PromptText(
        ask=N_("How loud?"),
        again=N_("How loud, in percent?"),
        title=NP_("title", "Volume, percent"),
    ),
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

_ITEMS: Mapping[str, Message] = {
    BACK: NP_("line", "On with the game"),
    "volume": NP_("line", "Volume"),
    "rate": NP_("line", "Speed of the voice"),
    "large.1": NP_("line", "Larger letters"),
    "large.0": NP_("line", "Usual letters"),
    SETUP: NP_("line", "Change the setup"),
    END: NP_("line", "End the game"),
}
"""What belongs to no game; all else is the game's to name."""


_LEAVING: Mapping[str, Message] = {
    f"leave.{SETUP}": NP_("button", "change the setup"),
    f"leave.{END}": NP_("button", "end the game"),
}


class QuestionNarration:
    """Asks which of the game's topics to explain, or what to turn."""

    def __init__(self, _: Language, narration: Narration) -> None:
        self._ = _
        self._narration = narration

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return (Say(self._(_QUESTIONS[decision.name].ask)),)

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return (Say(self._(_QUESTIONS[decision.name].shorter)),)

    def on_repeat(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return self.ask(decision, view)

    def labels(self, decision: Decision, view: Any, face: Face) -> ButtonLabels | None:
        back = self._.pgettext("button", "on with the game")
        if decision.name in _LEAVING:
            return ButtonLabels(ok=self._(_LEAVING[decision.name]), back=back)
        return ButtonLabels(back=back) if decision.name == "questions" else None

    def remind(self, decision: Decision, view: Any, times: int) -> tuple[Cue, ...]:
        return ()

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        title = self._(_QUESTIONS[decision.name].title)
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value)
        if not isinstance(face, MenuFace):
            return Lines(title)
        items = tuple(self._item(str(item.value)) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0))

    def _item(self, topic: str) -> str:
        return self._(_ITEMS[topic]) if topic in _ITEMS else self._narration.topic(topic)

    def lights(self, decision: Decision, view: Any) -> frozenset[int]:
        return frozenset()

    def under_cursor(self, decision: Decision, view: Any, face: Face) -> tuple[Cue, ...]:
        return words_under_cursor(self, decision, view, face)

    def marked_seat(self, decision: Decision, view: Any, face: Face) -> int:
        return 0
