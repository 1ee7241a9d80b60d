"""Asks for the names of people who join a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gm_appliance.core.language import Language
from gm_appliance.core.narration import ForgivingNarration, Narration
from gm_appliance.core.people import seated
from gm_appliance.core.play import Play
from gm_appliance.games.menu.guests import Guests
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.narration.prompts import ALPHABET
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.host.run_settings import RunMenu
from gm_appliance.storage.known_players import KnownPlayers


class Newcomers:
    """Implements `run_settings.Newcomers` with the menu's questions.

    people: the names by seat when the game began. known: new names are added to it.
    language: returns the spoken one. narrate: makes the game's narration for names by seat.
    """

    def __init__(
        self,
        people: Sequence[str],
        known: KnownPlayers,
        language: Callable[[], Language],
        narrate: Callable[[tuple[str, ...]], Narration],
    ) -> None:
        self._people = people
        self._known = known
        self._language = language
        self._narrate = narrate

    def narration(self, names: Mapping[int, str]) -> Narration:
        return self._narrate(seated(self._people, names))

    def name(self, seat: int, names: Mapping[int, str], run: RunMenu) -> str:
        _ = self._language()
        here = (*seated(self._people, names), *[""] * seat)[: seat - 1]
        guests = Guests(self._known.known(), self._known.tables(), _(ALPHABET), seats=here)
        menu = lobby(MenuView({}, {}, phase="person", people=guests))
        outcome = run(Play(menu, {}), ForgivingNarration(Lobby(_, {})))
        assert outcome is not None
        self._known.change_all(outcome.facts["changed"])
        people = outcome.facts["people"]
        assert isinstance(people, list)
        name = str(people[-1])
        if name:
            self._known.keep([str(one) for one in people])
        return name
