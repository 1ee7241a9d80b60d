"""The menu, told. Each game's own catalogue holds the words for its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import Cue, Lines, MenuScreen, NumberScreen, Props, Say, Screen
from gm_appliance.core.game import Beat, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.narration import Unspoken
from gm_appliance.games.menu.rules import SETUPS, View


class Lobby:
    """The narration of the menu.

    games:       each game's words, for its options.
    interrupted: the sentence that says where the waiting game was interrupted.
    """

    def __init__(self, words: Words, games: Mapping[str, Words], interrupted: str = "") -> None:
        self.words = words
        self.games = games
        self.interrupted_at = interrupted

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if decision.name.startswith("option."):
            return (Say(self.games[view.chosen](f"{decision.name}.ask")),)
        number = self.words.number(_players(view))
        return (Say(self.words(f"ask.{decision.name}", interrupted=self.interrupted_at, number=number)),)

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if decision.name.startswith("option."):
            return (Say(self.games[view.chosen](f"{decision.name}.again")),)
        return (Say(self.words(f"again.{decision.name}")),)

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        option = decision.name.startswith("option.")
        own = self.games[view.chosen] if option else self.words
        title = own(f"{decision.name}.title") if option else own(f"title.{decision.name}")
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self.words("hint.number"))
        if not isinstance(face, MenuFace):
            return Lines(title)
        prefix = decision.name if option else "name" if decision.name == "menu.game" else "item.menu"
        items = tuple(
            self._setup(view, str(item.value))
            if item.value in SETUPS[1:]
            else self._named(str(item.value), own)(f"{prefix}.{item.value}", n=_players(view))
            for item in face.items
        )
        return MenuScreen(title, items, max(face.at, 0), self.words("hint.menu"))

    def _named(self, item: str, own: Words) -> Words:
        """Whose words an item of a menu has: a game is called by its own."""
        return self.games.get(item, own)

    def _setup(self, view: View, which: str) -> str:
        """A setup of some other time, in a line of the game's own words."""
        chosen = view.last[view.chosen][SETUPS.index(which)]
        options = {one.name: chosen.get(one.name, one.default) for one in view.shelf[view.chosen]}
        return self.games[view.chosen]("setup.line", **options)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        return frozenset()

    def beat(self, decision: Decision, view: View, beat: Beat) -> tuple[Cue, ...]:
        raise Unspoken(f"the menu has no timetable: {decision.name!r}")

    def outlook(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return ()

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        raise Unspoken(f"the menu has no events: {type(event).__name__}")

    def remind(self, decision: Decision, view: View, times: int) -> tuple[Cue, ...]:
        raise Unspoken(f"the menu hurries nobody: {decision.name!r}")

    def back(self, before: View, view: View) -> tuple[Cue, ...]:
        return ()

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return ()

    def props(self, view: View) -> Props | None:
        # What a game left lies there until another one is chosen.
        return Props(()) if view.stage in ("game", "same", "option", "rules") else None

    def interrupted(self, decision: Decision, view: View) -> str:
        return ""

    def topics(self, view: View, asides: tuple[str, ...]) -> tuple[str, ...]:
        return ()

    def topic(self, topic: str) -> str:
        raise Unspoken(f"the menu explains nothing: {topic!r}")

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        raise Unspoken(f"the menu explains nothing: {topic!r}")


def _players(view: View) -> int:
    """How many played the chosen game last time; 0 where it was not played."""
    setups = view.last.get(view.chosen, ())
    players = setups[0].get("players", 0) if setups else 0
    return players if isinstance(players, int) else 0
