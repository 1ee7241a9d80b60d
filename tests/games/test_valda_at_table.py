"""Valda's companion at the table: the presses of a quiet turn, what is shown, and what BACK opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import (
    Cell,
    DiceScreen,
    MenuScreen,
    StashScreen,
    TextScreen,
    TrackScreen,
    VersusScreen,
)
from gm_appliance.core.ports import Fault
from gm_appliance.games.valda.events import (
    AttackOrder,
    Built,
    Corrected,
    Defended,
    DiceRolled,
    Gained,
    TurnBegins,
)
from gm_appliance.testing import Announced, Asked, Said, VirtualTable, evening
from tests.host.on_request import somebody_asks
from tests.seven import PANEL

PHASES = ("resource.roll", "trade.give", "game.what", "build.what", "attack.who", "followers.what")


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


def corrects(table: VirtualTable, seat: int, **right: int) -> None:
    for what, number in right.items():
        somebody_asks(table, "correct.who", "change")
        table.answers(seat)
        table.decides("correct.what", what)
        table.decides("correct.number", number)
        table.hears(Corrected, Asked("resource.roll"))


def quiet_turn(table: VirtualTable) -> list[str]:
    """Do nothing until the next turn begins. Returns the names of the decisions asked."""
    asked: list[str] = []
    turns = len(table.all_heard(TurnBegins))
    while len(table.all_heard(TurnBegins)) == turns:
        asked.append(table.all_heard(Asked)[-1].name)
        if asked[-1] == "game.what":
            table.answers("done")
        else:
            table.ok()
        table.hears(Asked)
    return asked


def test_a_turn_in_which_nothing_happens_is_at_most_six_questions(table: VirtualTable) -> None:
    """Even if everything can be asked: for a rich player with temples that bring followers. Only ending the
    actions takes more than an OK."""
    corrects(table, 1, blood=9, gold=9, diamond=9, odin=2)
    asked = quiet_turn(table)
    assert asked == list(PHASES)
    assert len(asked) <= 6


def test_the_dice_are_shown_while_their_result_is_said(table: VirtualTable) -> None:
    table.ok()
    rolled = table.hears(DiceRolled)
    assert isinstance(table.screen, DiceScreen)
    symbols = table.screen.symbols
    assert (symbols.count("coin"), symbols.count("gem")) == (rolled.gold, rolled.diamond)


def test_a_turn_begins_with_the_players_stash_and_lamp(table: VirtualTable) -> None:
    assert isinstance(table.screen, StashScreen)
    assert [stock.number for stock in table.screen.stocks] == [2, 1, 1, 2, 0, 0]
    assert {"2-blood", "1-gold", "1-diamond"} <= set(table.lies_at(1))
    assert table.lies_at(Cell(2, 2)) == ["2-mine"]


def test_a_temple_is_built(table: VirtualTable) -> None:
    corrects(table, 1, gold=3, diamond=3, mine=0)
    table.ok()
    table.decides("game.what", "done")
    table.hears(Asked("build.what"))
    assert isinstance(table.screen, MenuScreen)
    assert table.screen.items[0] != table.screen.items[1]
    table.answers("odin")
    table.hears(Built(1, "odin", 2, 3, 3, 1))
    assert table.lies_at(Cell(2, 9)) == ["1-odin"]
    assert "1" in table.lies_at(1)  # follower


def test_an_attack_is_asked_for_in_order_and_shown_against_its_defence(table: VirtualTable) -> None:
    corrects(table, 3, followers=4)
    table.ok()
    table.decides("game.what", "done")
    while table.all_heard(Asked)[-1].name != "attack.who":
        table.ok()
        table.hears(Asked)
    assert table.all_heard(AttackOrder)[-1].seats == (3, 2)
    table.answers(2)
    table.decides("attack.power", 5)
    table.decides("attack.defence", 2)
    fight = table.hears(Defended)
    assert (fight.power, fight.defence, fight.blocked) == (5, 2, False)
    assert table.screen == VersusScreen(table.title, 5, 2)


def test_taken_back_is_said_with_every_balance_that_changed(table: VirtualTable) -> None:
    table.ok()
    table.decides("game.what", "blood")
    table.hears(Gained(1, "blood", 1, "action"), Asked("game.what"))
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))
    table.hears(Asked("game.what"))
    assert any("2 blood" in one.text for one in table.all_heard(Said)[-4:])
    assert "2-blood" in table.lies_at(1)


@pytest.mark.parametrize(("topic", "kind"), [("stashes", StashScreen), ("standings", TrackScreen)])
def test_behind_back_everybodys_things_are_shown(table: VirtualTable, topic: str, kind: type) -> None:
    table.taps(PANEL, "back")
    table.decides("questions", "stand")
    table.decides("questions", topic)
    table.hears(Said)
    assert isinstance(table.screen, kind)


def test_without_sound_a_picture_is_a_page_before_its_text(table: VirtualTable) -> None:
    table.post(Fault("sound", "missing"))
    table.hears_out(60.0)
    table.taps(PANEL, "back")
    table.decides("questions", "stand")
    table.decides("questions", "standings")
    table.advance(0.5)
    assert isinstance(table.screen, TrackScreen)
    assert table.screen.hint.startswith("1/")
    table.ok()
    assert isinstance(table.screen, TextScreen)
    assert table.screen.hint.startswith("2/")


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
