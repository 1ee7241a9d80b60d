"""Valda told: the menu's words, and the narration of whichever mode is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Props
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Decision, Face
from gm_appliance.core.language import Language
from gm_appliance.core.narration import BaseNarration, Narration, OptionText
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.valda.narration.companion.narrator import CompanionNarration
from gm_appliance.games.valda.narration.options import option
from gm_appliance.games.valda.narration.score import ScoreNarration
from gm_appliance.games.valda.narration.topics import topic_line
from gm_appliance.games.valda.rules import ValdaView
from gm_appliance.games.valda.score import ScoreView


class Valda(BaseNarration):
    """The narration of one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._score = ScoreNarration(_, people)
        self._companion = CompanionNarration(_, people)

    def _of(self, view: ValdaView) -> Narration:
        """The narration of the mode that is played."""
        return self._score if isinstance(view, ScoreView) else self._companion

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Valda")

    def option(self, name: str) -> OptionText:
        return option(self._, name)

    def setup(self, options: Mapping[str, int | str]) -> str:
        players = self._.npgettext("line", "{n} plays", "{n} play", int(options["players"]))
        race = options.get("race") == "yes"
        if options.get("mode") == "score":
            if race:
                return self._.pgettext("line", "{players}: score, race", players=players)
            return self._.pgettext("line", "{players}, score", players=players)
        if race:
            return self._.pgettext("line", "{players}, a race", players=players)
        return self._.pgettext("line", "{players}, all kept", players=players)

    # ------------------------------------------------------------ in the game

    def ask(self, decision: Decision, view: ValdaView) -> tuple[Cue, ...]:
        return self._of(view).ask(decision, view)

    def again(self, decision: Decision, view: ValdaView) -> tuple[Cue, ...]:
        return self._of(view).again(decision, view)

    def on_repeat(self, decision: Decision, view: ValdaView) -> tuple[Cue, ...]:
        return self._of(view).on_repeat(decision, view)

    def screen(self, decision: Decision, view: ValdaView, face: Face, minutes: int) -> Screen:
        return self._of(view).screen(decision, view, face, minutes)

    def under_cursor(self, decision: Decision, view: ValdaView, face: Face) -> tuple[Cue, ...]:
        return self._of(view).under_cursor(decision, view, face)

    def lights(self, decision: Decision, view: ValdaView) -> frozenset[int]:
        return self._of(view).lights(decision, view)

    def marked_seat(self, decision: Decision, view: ValdaView, face: Face) -> int:
        return self._of(view).marked_seat(decision, view, face)

    def tell(self, event: Any, view: ValdaView) -> tuple[Cue, ...]:
        return self._of(view).tell(event, view)

    def back(self, before: ValdaView, view: ValdaView) -> tuple[Cue, ...]:
        return self._of(view).back(before, view)

    def props(self, view: ValdaView) -> Props | None:
        return self._of(view).props(view)

    def recap(self, decision: Decision, view: ValdaView) -> tuple[Cue, ...]:
        return self._of(view).recap(decision, view)

    def interrupted(self, decision: Decision, view: ValdaView) -> str:
        return self._of(view).interrupted(decision, view)

    def topics(self, view: ValdaView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return self._of(view).topics(view, on_request)

    def topic(self, topic: str) -> str:
        return topic_line(self._, topic)

    def explain(self, topic: str, view: ValdaView) -> tuple[Cue, ...]:
        return self._of(view).explain(topic, view)
