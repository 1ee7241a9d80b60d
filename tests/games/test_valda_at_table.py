"""Valda's lists behind BACK, at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.seven import PANEL


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.decides("menu.game", "valda")
        table.decides("option.players", 3)
        table.decides("option.mode", "companion")
        table.decides("option.race", "no")
        table.decides("option.dice", "box")
        table.decides("menu.rules", "start")
        table.decides("first.who", 1)
        table.hears(Asked("resource.roll", 1))
        yield table


def test_no_list_behind_back_is_long_and_back_leads_from_each_to_the_one_before(table: VirtualTable) -> None:
    lists: dict[str, tuple[str, ...]] = {}

    def look(*way: str) -> None:
        table.taps(PANEL, "back")
        for line in way:
            table.decides("questions", line)
        table.hears(Asked("questions"), Said)
        assert isinstance(table.screen, MenuScreen)
        lists["/".join(way)] = table.screen.items
        for _ in way:
            table.taps(PANEL, "back")
            table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        table.hears(Asked)

    for way in ((), ("stand",), ("change",), ("book",), ("book", "gods"), ("box",)):
        look(*way)
    assert max(map(len, lists.values())) <= 8
    assert "Freya" in lists["book/gods"]
    assert lists[""][-2:] == ("End the game", "On with the game")
    assert "Volume" in lists["box"]
