"""The evening's menu: its log, its first question, and the options it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gm_appliance.core.game import JSON, Choice, Game, Number, Option
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.menu.rules import TRIED_VOICE
from gm_appliance.games.registry import RegisteredGame
from gm_appliance.storage.adjustments import Adjustments, TurningLog


class MenuLog(TurningLog):
    """Lets the voice under the cursor speak at once, until BACK leaves the voices."""

    def __init__(self, adjustments: Adjustments, voices: Sequence[str], speak: Callable[[str], None]) -> None:
        super().__init__(adjustments)
        self._voices, self._speak = voices, speak
        self._on_trial = False

    def draft(self, name: str, value: JSON) -> None:
        super().draft(name, value)
        if name == TRIED_VOICE and isinstance(value, int):
            self._on_trial = True
            self._speak(self._voices[value])

    def undo(self) -> None:
        if self._on_trial:
            self._on_trial = False
            self._speak("")


def at_options(menu: Play, game: str) -> Play:
    """The menu, advanced to a game's options."""
    for name, value in (("menu.resume", "new"), ("menu.game", game), ("menu.same", "no")) if game else ():
        if menu.decision and menu.decision.name == name:
            menu.take(Choice(name, value))
    return menu


def in_english(registry: Mapping[str, RegisteredGame], language: str) -> frozenset[str]:
    """The games that lack words in a language."""
    return frozenset(name for name, one in registry.items() if one.told_in(language) != language)


def offered(game: Game[Any, Any], setups: Sequence[Mapping[str, int | str]]) -> tuple[Option, ...]:
    """A game's options. Without setups, as for games that are not kept, numbers start at their last value."""
    if game.kept or not setups:
        return game.options
    return tuple(_starting(one, setups[0].get(one.name, one.default)) for one in game.options)


def _starting(option: Option, at: int | str) -> Option:
    if not isinstance(option.domain, Number) or not isinstance(at, int):
        return option
    return replace(option, domain=replace(option.domain, start=at))
