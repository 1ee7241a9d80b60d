"""Volume and speed: heard while turned, kept across a power cut, no part of the game."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.core.cues.screens import MenuScreen, NumberScreen
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.scenes import to_odin
from tests.seven import ODIN, PANEL


def opens(table: VirtualTable, adjustment: str) -> None:
    table.taps(PANEL, "back")
    table.decides("questions", adjustment)
    table.hears(Asked(adjustment))


def stands_at(table: VirtualTable, level: int) -> bool:
    return isinstance(table.screen, NumberScreen) and table.screen.value == level


def test_the_volume_changes_while_turned_and_the_game_stays_as_it_was(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.advance(6)  # until it has been said
        table.taps(ODIN, "down")
        aimed = table.screen
        opens(table, "volume")
        assert stands_at(table, 100)
        table.taps(PANEL, "down", 3)
        assert stands_at(table, 70)  # ten with each press
        assert table.levels["volume"] == 70
        table.hears(Said("100?"), Said("70"))
        table.ok()
        table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        table.hears(Asked("action.odin"))
        assert table.screen == aimed


def test_a_kept_level_survives_a_power_cut_and_an_abandoned_one_does_not(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        opens(table, "rate")
        table.taps(PANEL, "up", 5)
        table.ok()
        table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        table.hears(Asked("menu.game"))
        opens(table, "volume")
        table.taps(PANEL, "down", 7)
        table.taps(PANEL, "back")  # not kept with OK
        table.hears(Asked("menu.game"))
        assert table.levels == {"rate": 210, "volume": 30}
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        assert table.levels == {"rate": 210}
        opens(table, "rate")
        assert stands_at(table, 210)


def test_the_volume_stands_in_the_menu(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.decides("menu.game", "volume")
        table.hears(Asked("volume"))
        table.taps(PANEL, "down", 3)
        assert table.levels["volume"] == 70
        table.ok()
        table.decides("menu.game", "volume")
        table.hears(Asked("volume"))
        assert stands_at(table, 70)
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        assert table.levels == {"volume": 70}


def test_the_volume_stays_between_its_limits_also_if_they_were_others_when_it_was_kept(
    tmp_path: Path,
) -> None:
    def turned(table: VirtualTable, button: str) -> int:
        table.hears(Asked("menu.game"))
        opens(table, "volume")
        table.taps(PANEL, button, 12)
        table.ok()
        table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        return table.levels["volume"]

    with evening(tmp_path, volumes=(25, 80)) as table:
        assert turned(table, "up") == 80
        assert turned(table, "down") == 25
    with evening(tmp_path, volumes=(40, 100)) as table:
        table.hears(Asked("menu.game"))
        assert table.levels == {"volume": 40}


def test_an_adjustment_opened_by_mistake_closes_by_itself(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        opens(table, "volume")
        table.never_hears(Asked, within=29)
        table.advance(2)
        table.hears(Asked("action.odin"))


def test_larger_letters_are_chosen_among_the_questions_and_kept(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.taps(PANEL, "back")
        table.decides("questions", "large.1")
        assert table.levels["large"] == 1
        table.hears(Asked("questions"))
        assert isinstance(table.screen, MenuScreen)
        assert "Normal letters" in table.screen.items
        assert "Larger letters" not in table.screen.items
    with evening(tmp_path) as table:
        table.hears(Asked("menu.resume"))
        assert table.levels["large"] == 1
        table.taps(PANEL, "back")
        table.decides("questions", "large.0")
        assert table.levels["large"] == 0
