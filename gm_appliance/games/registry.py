"""The games in the box: rules and narration of each, by command-line name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from gm_appliance import hidden_roles
from gm_appliance.core import later
from gm_appliance.core.game import Game
from gm_appliance.core.language import SOURCE, Language, Message, folder_of, is_whole, load
from gm_appliance.core.messages import _
from gm_appliance.core.narration import GameNarration
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.values import Value
from gm_appliance.games import (
    dice,
    first_player,
    gotterdammerung,
    odins_table,
    scorepad,
    thor,
    valda,
    werewolf,
)
from gm_appliance.games.dice.narration import Dice
from gm_appliance.games.first_player.narration import FirstPlayer


class RegisteredGame(Value):
    """A game and its narration.

    package: contains its translations. kit: contains those that it shares with others; empty for none.
    title:   its name in the menu.
    """

    game: Game[Any, Any]
    narrate: Callable[[Language, Party], GameNarration]
    package: str
    title: Message | None = None
    kit: str = ""

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages with its words; the first one with a sentence wins."""
        return (self.package, self.kit) if self.kit else (self.package,)

    def told_in(self, language: str) -> str:
        """English if only this game lacks words in that language; otherwise the language."""
        lacks = is_whole(language) and not is_whole(language, *self.packages)
        return SOURCE if lacks else language

    def narration(self, language: str, people: Party = NOBODY) -> GameNarration:
        """The narration in that language for these people. Raises UnknownLanguage."""
        return self.narrate(load(language, *self.packages), people)

    def in_menu(self, language: str) -> GameNarration:
        """The same, but not loaded until the menu needs more than its title. Raises UnknownLanguage."""
        if self.title is None:
            return self.narration(language)
        return cast(GameNarration, _Titled(load(language, self.package)(self.title), self, language))


class _Titled:
    """A narration that knows its title and loads everything else on demand."""

    def __init__(self, title: str, game: RegisteredGame, language: str) -> None:
        self._title, self._game, self._language = title, game, language

    def title(self) -> str:
        return self._title

    def __getattr__(self, name: str) -> Any:
        self._narration = self._game.narration(self._language)
        self.__dict__.update({name: getattr(self._narration, name)})
        return self.__dict__[name]


class NoSuchGame(ValueError):
    """This box has no game of that name; the message lists the games it has."""


def _told_later(package: ModuleType, game: Game[Any, Any], narrator: str, kit: str = "") -> RegisteredGame:
    """A game of which only the title is loaded at once, and the narration when it is needed."""
    words = f"{package.__name__}.narration"
    narrate = getattr(later.Later(f"{words}.narrator"), narrator)
    return RegisteredGame(game, narrate, package.__name__, import_module(words).TITLE, kit)


GAMES: Mapping[str, RegisteredGame] = {
    registered.game.name: registered
    for registered in (
        _told_later(
            gotterdammerung, gotterdammerung.GOTTERDAMMERUNG, "Gotterdammerung", hidden_roles.__name__
        ),
        _told_later(thor, thor.THOR, "Thor"),
        _told_later(valda, valda.VALDA, "Valda"),
        _told_later(odins_table, odins_table.ODINS_TABLE, "OdinsTable"),
        _told_later(werewolf, werewolf.WEREWOLF, "Werewolf", hidden_roles.__name__),
        _told_later(scorepad, scorepad.SCOREPAD, "Scorepad"),
        RegisteredGame(dice.DICE, Dice, dice.__name__),
        RegisteredGame(first_player.FIRST_PLAYER, FirstPlayer, first_player.__name__),
    )
}


def load_all() -> None:
    """Load the rules and narrations of all games before anybody has to wait. Takes seconds on a Pi."""
    later.load()
    for game in GAMES.values():
        game.narration(SOURCE)


def emblems() -> tuple[Path, ...]:
    """The files with the games' own symbols."""
    files = (folder_of(one.package) / "emblems.svg" for one in GAMES.values())
    return tuple(file for file in files if file.is_file())


def packages() -> tuple[str, ...]:
    """All packages with words, each once."""
    return tuple(dict.fromkeys(package for one in GAMES.values() for package in one.packages))


def registered(name: str, registry: Mapping[str, RegisteredGame] = GAMES) -> RegisteredGame:
    if name in registry:
        return registry[name]
    there = ", ".join(registry)
    why = _("{name!r} is no game in this box; there are: {games}", name=name, games=there)
    from difflib import get_close_matches  # needed only for a mistake

    near = get_close_matches(name, registry, 1)
    if not near:
        raise NoSuchGame(why)
    meant = _("Did you mean {name!r}?", name=near[0])
    raise NoSuchGame(f"{why}. {meant}")
