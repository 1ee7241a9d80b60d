"""Once a game goes on, or another begins in its place, the menu tells nothing of who conspired."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.play import Play
from gm_appliance.storage.known_players import KnownPlayers
from gm_appliance.testing import Asked, VirtualTable, evening
from tests.secrecy.whole.parts import everything_asked
from tests.seven import EVERYBODY, PANEL, VALKYRIE_3

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")
MENU = {"menu.game": "gotterdammerung", "menu.resume": "new", "menu.same": "no", "menu.people": "choose"}


def chosen_in_the_menu(table: VirtualTable) -> None:
    """A game of seven people by name, the third of the list first, and what is offered otherwise."""
    while (name := table.hears(Asked).name) != "setup.pad":
        if name in MENU:
            table.answers(MENU[name])
        else:
            table.taps(PANEL, "down", 2 * (name == "menu.person"))
            table.ok()


def begun_twice(folder: Path, conspirators: tuple[int, ...]) -> tuple[list[Any], list[str]]:
    """An evening that ends after a night in which these two mark, and one that begins another game. All that
    leaves the box, and all that it asks of the system."""
    outputs: list[Any] = []
    cards = {f"{seat}": "conspire" if seat in conspirators else "protect" for seat in EVERYBODY}
    with everything_asked(folder) as asked:
        with evening(folder, roster=NAMES) as table:
            chosen_in_the_menu(table)
            table.answers(1)
            for seat in EVERYBODY[1:]:
                table.decides("setup.pad", seat)
            table.decides("setup.deal", "dealt")
            table.decides("setup.factions", cards)
            table.decides("conspiracy", {f"{seat}": VALKYRIE_3 for seat in conspirators})
            table.hears(Asked("action.odin"))
        outputs += table.outputs
        with evening(folder, roster=NAMES) as table:
            chosen_in_the_menu(table)
        outputs += table.outputs
    return outputs, asked


def alike(folder: Path) -> bool:
    one, other = (begun_twice(folder / f"{them}", them) for them in ((1, 3), (2, 7)))
    assert len(one[0]) > 100
    assert len(one[1]) > 100
    return one == other


def test_the_menu_is_the_same_whoever_conspired(tmp_path: Path) -> None:
    assert alike(tmp_path)


def test_names_in_the_order_of_the_factions_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays: list[Any] = []
    take, known = Play.take, KnownPlayers.known

    def conspirators_first(players: KnownPlayers) -> tuple[str, ...]:
        factions = getattr(plays[-1]._now.state, "factions", {}) if plays else {}
        names = known(players)
        return tuple(sorted(names, key=lambda name: factions.get(names.index(name) + 1) != "conspire"))

    def taken(play: Play, choice: Any) -> Any:
        if play.game.name == "gotterdammerung":
            plays.append(play)
        return take(play, choice)

    monkeypatch.setattr(Play, "take", taken)
    monkeypatch.setattr(KnownPlayers, "known", conspirators_first)
    assert not alike(tmp_path)
