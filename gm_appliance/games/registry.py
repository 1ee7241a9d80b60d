"""The games in the box: rules and narration of each, by command-line name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
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
from gm_appliance.games.gotterdammerung import narration as gotterdammerung_narration
from gm_appliance.games.odins_table import narration as odins_narration
from gm_appliance.games.scorepad import narration as scorepad_narration
from gm_appliance.games.thor import narration as thor_narration
from gm_appliance.games.valda import narration as valda_narration
from gm_appliance.games.werewolf import narration as werewolf_narration


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


def _gotterdammerung(language: Language, people: Party) -> GameNarration:
    from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung

    return Gotterdammerung(language, people)


def _thor(language: Language, people: Party) -> GameNarration:
    from gm_appliance.games.thor.narration.narrator import Thor

    return Thor(language, people)


def _valda(language: Language, people: Party) -> GameNarration:
    from gm_appliance.games.valda.narration.narrator import Valda

    return Valda(language, people)


def _odins_table(language: Language, people: Party) -> GameNarration:
    from gm_appliance.games.odins_table.narration.narrator import OdinsTable

    return OdinsTable(language, people)


def _werewolf(language: Language, people: Party) -> GameNarration:
    from gm_appliance.games.werewolf.narration.narrator import Werewolf

    return Werewolf(language, people)


def _scorepad(language: Language, people: Party) -> GameNarration:
    from gm_appliance.games.scorepad.narration.narrator import Scorepad

    return Scorepad(language, people)


GAMES: Mapping[str, RegisteredGame] = {
    registered.game.name: registered
    for registered in (
        RegisteredGame(
            gotterdammerung.GOTTERDAMMERUNG,
            _gotterdammerung,
            gotterdammerung.__name__,
            gotterdammerung_narration.TITLE,
            hidden_roles.__name__,
        ),
        RegisteredGame(thor.THOR, _thor, thor.__name__, thor_narration.TITLE),
        RegisteredGame(valda.VALDA, _valda, valda.__name__, valda_narration.TITLE),
        RegisteredGame(odins_table.ODINS_TABLE, _odins_table, odins_table.__name__, odins_narration.TITLE),
        RegisteredGame(
            werewolf.WEREWOLF,
            _werewolf,
            werewolf.__name__,
            werewolf_narration.TITLE,
            hidden_roles.__name__,
        ),
        RegisteredGame(scorepad.SCOREPAD, _scorepad, scorepad.__name__, scorepad_narration.TITLE),
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
