"""The names of people who join a game, at a table that plays with names."""

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
    """Asks for them as the menu does before a game; see `run_settings.Newcomers`.

    people: the names by seat when the game began. known: those who are known here, and will know them too.
    language: returns the one that is spoken now.
    narrate: makes the game's narration for names by seat.
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
