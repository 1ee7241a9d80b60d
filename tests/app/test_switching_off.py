"""Switching the box off, and its very first start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.ports import PANEL, Stop
from gm_appliance.testing import Announced, Asked, VirtualTable, evening
from gm_appliance.testing.screens import words_of


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """A Pi 4, at its menu for the second time."""
    with evening(tmp_path, box="plug") as first:
        first.decides("large", 0)
    with evening(tmp_path, box="plug") as table:
        table.hears(Asked("menu.game"))
        yield table


def is_off(table: VirtualTable) -> bool:
    return bool(table.switched_off)


def goes_off(table: VirtualTable, *said: str) -> None:
    table.hears(*map(Announced, said))
    assert not is_off(table)
    table.advance(20)
    assert is_off(table)


def test_it_is_switched_off_in_the_menu_with_three_presses(table: VirtualTable) -> None:
    table.taps(PANEL, "up")
    table.ok()
    table.hears(Asked("menu.off"))
    table.ok()
    goes_off(table, "goodbye", "unplugging", "switching-on")


def test_the_guarded_hold_switches_it_off_in_the_middle_of_a_game(table: VirtualTable) -> None:
    table.answers("dice")
    table.hears(Asked)
    table.post(Stop(off=True))
    goes_off(table, "goodbye", "unplugging", "switching-on")


def test_a_service_that_ends_does_not_say_that_it_can_be_unplugged(table: VirtualTable) -> None:
    table.post(Stop())
    assert table.switched_off is False
    assert table.all_heard(Announced) == [Announced("goodbye")]


@pytest.mark.parametrize(("box", "line"), [("button", "power button"), ("plug", "plug me in"), ("", "")])
def test_the_display_says_when_to_unplug_and_how_to_switch_on(tmp_path: Path, box: str, line: str) -> None:
    with evening(tmp_path, box=box) as table:
        table.hears(Asked)
        table.post(Stop(off=True))
        shown = " ".join(words_of(table.screen))
        assert "20 seconds" in shown
        assert [one for one in ("power button", "plug me in") if one in shown] == [*filter(None, [line])]


def test_where_there_is_no_box_it_cannot_be_switched_off(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        assert "Switch off" not in words_of(table.screen)


def test_the_first_start_shows_both_sizes_of_letters_and_keeps_the_answer(tmp_path: Path) -> None:
    with evening(tmp_path, box="plug") as table:
        table.hears(Asked("large"))
        table.taps(PANEL, "down")
        assert table.levels["large"] == 1
        table.taps(PANEL, "down")
        assert table.levels["large"] == 0
        table.taps(PANEL, "down")
        table.ok()
        table.hears(Asked("menu.game"))
    with evening(tmp_path, box="plug") as table:
        assert table.hears(Asked).name == "menu.game"
        assert table.levels["large"] == 1
