"""The games in the box: rules and narration of each, by the name used on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from gm_appliance.core.game import Game
from gm_appliance.core.language import Language, load
from gm_appliance.core.messages import _
from gm_appliance.core.narration import GameNarration
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.values import Value
from gm_appliance.games import dice, first_player, gotterdammerung, odins_table, scorepad, thor, valda
from gm_appliance.games.dice.narration import Dice
from gm_appliance.games.first_player.narration import FirstPlayer
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.odins_table.narration.narrator import OdinsTable
from gm_appliance.games.scorepad.narration.narrator import Scorepad
from gm_appliance.games.thor.narration.narrator import Thor
from gm_appliance.games.valda.narration.narrator import Valda


class RegisteredGame(Value):
    """A game and who tells it, to whom. package: where its translations lie."""

    game: Game[Any, Any]
    narrate: Callable[[Language, Party], GameNarration]
    package: str

    def narration(self, language: str, people: Party = NOBODY) -> GameNarration:
        """Told in that language to these people. Raises UnknownLanguage."""
        return self.narrate(load(language, self.package), people)


class NoSuchGame(ValueError):
    """No game of that name is in this box; the message lists those there are."""


GAMES: Mapping[str, RegisteredGame] = {
    registered.game.name: registered
    for registered in (
        RegisteredGame(gotterdammerung.GOTTERDAMMERUNG, Gotterdammerung, gotterdammerung.__name__),
        RegisteredGame(thor.THOR, Thor, thor.__name__),
        RegisteredGame(valda.VALDA, Valda, valda.__name__),
        RegisteredGame(odins_table.ODINS_TABLE, OdinsTable, odins_table.__name__),
        RegisteredGame(scorepad.SCOREPAD, Scorepad, scorepad.__name__),
        RegisteredGame(dice.DICE, Dice, dice.__name__),
        RegisteredGame(first_player.FIRST_PLAYER, FirstPlayer, first_player.__name__),
    )
}


def packages() -> tuple[str, ...]:
    """Where the translations of all games lie."""
    return tuple(one.package for one in GAMES.values())


def registered(name: str, registry: Mapping[str, RegisteredGame] = GAMES) -> RegisteredGame:
    """The game of that name. Raises NoSuchGame."""
    if name in registry:
        return registry[name]
    there = ", ".join(registry)
    why = _("{name!r} is no game in this box; there are: {games}", name=name, games=there)
    near = get_close_matches(name, registry, 1)
    if not near:
        raise NoSuchGame(why)
    meant = _("Did you mean {name!r}?", name=near[0])
    raise NoSuchGame(f"{why}. {meant}")
