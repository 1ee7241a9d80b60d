"""The games in the box: rules and narration of each, by the name used on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from gm_appliance.core.catalogue import Words, load
from gm_appliance.core.game import Game
from gm_appliance.core.narration import Narration
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.games.scorepad.narration import Scorepad


@dataclass(frozen=True)
class Boxed:
    """A game and who tells it.

    sentences: those of its menu, by key, where it has no catalogue.
    """

    game: Game[Any, Any]
    narrate: Callable[[Words], Narration]
    sentences: Mapping[str, str] | None = None

    def words(self, language: str) -> Words:
        """The game's catalogue. Raises UnknownLanguage."""
        if self.sentences is not None:
            return Words(language, self.sentences)
        return load(language, self.game.name)

    def narration(self, language: str) -> Narration:
        return self.narrate(self.words(language))


class NoSuchGame(ValueError):
    """No game of that name is in this box; the message lists those there are."""


SHELF: Mapping[str, Boxed] = {
    boxed.game.name: boxed for boxed in (Boxed(GOTTERDAMMERUNG, Gotterdammerung), Boxed(SCOREPAD, Scorepad))
}

PLANNED = ("thor", "valda", "odins-table")
"""Names kept for games this version does not hold yet."""


def boxed(name: str, shelf: Mapping[str, Boxed] = SHELF) -> Boxed:
    """The game of that name. Raises NoSuchGame."""
    if name in shelf:
        return shelf[name]
    why = "is not in this version yet" if name in PLANNED else "is no game in this box"
    near = get_close_matches(name, shelf, 1)
    meant = f". Did you mean {near[0]!r}?" if near else ""
    raise NoSuchGame(f"{name!r} {why}; there are: {', '.join(shelf)}{meant}")
