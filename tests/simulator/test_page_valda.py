"""Valda on the page: a turn in each mode, and full tables measured."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from gm_appliance.core.game import Choice
from gm_appliance.core.language import load
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games import valda
from gm_appliance.games.valda import VALDA
from gm_appliance.games.valda.model import Holding
from gm_appliance.games.valda.narration.narrator import Valda
from gm_appliance.simulator.room import Room
from tests.simulator.evening_page import PageTable, evening_on_page, faults_of
from tests.simulator.room_on_page import caught_up, on_page

pytestmark = pytest.mark.browser


class Table(PageTable):
    def takes_second(self, *names: str) -> None:
        for name in names:
            self.answers(name, "down", "ok")

    def lies(self, seat: int, name: str) -> None:
        expect(self.page.locator(f'[data-seat="{seat}"] [data-name="{name}"]')).to_have_count(1)

    def lies_in(self, row: int, column: int, name: str) -> None:
        square = self.page.locator(f'[data-square="{row}:{column}"]')
        expect(square.locator(f'[data-name="{name}"]')).to_have_count(1)


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    with evening_on_page(browser, roster=("Anna", "Bartholomäus")) as (page, onlooker):
        yield Table(page, onlooker)


def to_valda(table: Table) -> None:
    """With two players who have names."""
    table.answers("menu.game", "down", "down", "ok")
    table.answers("option.players", "down", "down", "ok")


def test_a_mine_is_built_and_stands_on_the_page(table: Table) -> None:
    to_valda(table)
    table.takes_second("option.mode")
    table.takes_first("option.race", "option.dice")
    table.takes_first("menu.rules", "menu.people", "menu.person", "menu.person", "first.who")
    table.is_asked("resource.roll")
    table.shows("Blood 2 · Gold 1 · Diamond 1 · Mine 2 · Drill 0 · Followers 0")
    expect(table.page.locator('[data-lamp="1"]')).to_have_attribute("data-lit", "true")
    table.lies(1, "2-blood")
    table.lies_in(2, 2, "2-mine")
    table.looks()
    table.press("ok")
    table.takes_first("game.what")  # a yellow card that brings blood
    table.is_asked("game.what")
    table.looks()
    table.press("down", "down", "down", "down", "ok")
    table.is_asked("build.what")
    table.lies(1, "4-blood")
    table.press("up", "ok")  # the last line is a mine or a drill
    table.page.locator(
        '[data-square="2:2"] [data-name="3-mine"], [data-square="2:3"] [data-name="1-drill"]'
    ).wait_for()
    table.looks()
    assert table.faults == []


def test_a_pawn_climbs_on_the_page(table: Table) -> None:
    to_valda(table)
    table.answers("option.mode", "up", "ok")
    table.takes_first("option.race", "menu.rules", "menu.people", "menu.person", "menu.person", "first.who")
    table.is_asked("turn.followers")
    table.shows("▸An+ 0 · ")
    table.press("up", "up", "up", "up", "up")
    table.shows("▸An+ 5 · ")
    table.looks()
    table.press("ok")
    table.is_asked("turn.followers")
    table.lies_in(3, 6, "pawn-1")
    table.looks()
    assert table.faults == []


NAMES = ("Anna", "Bartholomäus", "Christine", "Dörte", "Þórgunnur")
HOLDINGS = (
    Holding(3, 5, 2, 9, 3, 1, (2, 0, 1, 0, 0, 3, 0)),
    Holding(0, 12, 4, 5, 4, 0, (1, 1, 0, 2, 0, 0, 0)),
    Holding(1, 0, 10, 5, 2, 3, (0, 3, 0, 0, 1, 0, 2)),
    Holding(14, 2, 2, 20, 2, 2, (1, 0, 1, 1, 1, 1, 1)),
    Holding(2, 3, 2, 0, 2, 0, (0, 0, 1, 0, 1, 1, 0)),
)


@pytest.mark.parametrize(
    "players", [*(pytest.param(number, marks=pytest.mark.long) for number in (2, 3, 4)), 5]
)
@pytest.mark.parametrize("mode", ["companion", "score"])
def test_on_a_full_table_nothing_is_cut_or_covered(browser: Browser, mode: str, players: int) -> None:
    told = Valda(load("en", valda.__name__), Party(NAMES[:players]))
    play = Play(VALDA, VALDA.complete({"mode": mode, "players": players}))
    play.take(Choice("first.who", 1))
    crowded = tuple(Holding(followers=number) for number in (5, 5, 13, 5, 21))
    holdings = HOLDINGS if mode == "companion" else crowded
    view = replace(play.view, holdings=holdings[:players], round=4)
    room = Room(lambda *edge: None, rng=Random(1))
    with on_page(browser, room) as page:
        props = told.props(view)
        assert props is not None
        room.lay(props.items)
        caught_up(page, room, "laid")
        assert faults_of(page) == []
