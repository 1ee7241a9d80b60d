"""Questions behind BACK: the game waits, and none of it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import MenuScreen, TextScreen
from gm_appliance.hidden_roles.events import Ended
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.screens import marked_on
from tests.host.on_request import somebody_asks
from tests.own_words import asked_with, at_odin, explained, said_after, said_before
from tests.scenes import marked_seat, to_odin
from tests.seven import ODIN, PANEL, THOR, VALKYRIE_1

QUESTIONS = Asked("questions")
ODINS_TURN = Asked("action.odin", ODIN)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        to_odin(table)
        yield table


def the_game_goes_on(table: VirtualTable, marked: str = "Valkyrie 1") -> None:
    table.hears(ODINS_TURN)
    assert said_after(table, ODINS_TURN) == asked_with(at_odin(), marked)


def test_where_everything_stands(table: VirtualTable) -> None:
    table.taps(PANEL, "back")
    table.decides("questions", "recap")
    table.hears(QUESTIONS)
    question, *answer = said_before(table, QUESTIONS)
    assert said_after(table, QUESTIONS)[:1] == [question]
    assert answer == explained(at_odin(), "recap")
    table.taps(PANEL, "back")
    the_game_goes_on(table)
    assert marked_seat(table) == VALKYRIE_1


def test_ok_turns_the_pages_and_back_leaves_them(table: VirtualTable) -> None:
    first, second, third, *others = explained(at_odin(), "ring")
    pages = len((first, second, third, *others))
    table.taps(PANEL, "back")
    table.decides("questions", "ring")
    table.hears(Said(first))
    begun = table.now
    table.ok()
    table.hears(Said(second))
    assert table.now - begun < 0.5
    assert isinstance(table.screen, TextScreen)
    assert table.screen.text == second
    assert f"2/{pages}" in table.screen.hint
    table.hears(Said(third))
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    assert said_before(table, QUESTIONS)[1:] == [first, second, third]


def test_the_last_line_goes_on_with_the_game(table: VirtualTable) -> None:
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    table.taps(PANEL, "up")
    assert isinstance(table.screen, MenuScreen)
    assert table.screen.at == len(table.screen.items) - 1
    table.ok()
    the_game_goes_on(table)


def test_the_marker_is_where_it_was_when_the_game_goes_on(table: VirtualTable) -> None:
    table.taps(ODIN, "down")
    assert marked_seat(table) == THOR
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    assert isinstance(table.screen, MenuScreen)
    table.taps(PANEL, "back")
    the_game_goes_on(table, "Thor")
    assert marked_seat(table) == THOR


def test_with_all_places_taken_the_first_line_plays_on_and_the_end_is_asked_for_once_more(
    table: VirtualTable,
) -> None:
    somebody_asks(table, "somebody.comes")
    assert marked_on(table.screen) == "Play on"
    table.taps(PANEL, "down")
    table.ok()
    table.hears(Asked("leave.end"))
    table.taps(PANEL, "back")
    table.hears(ODINS_TURN)
    table.never_hears(Ended, within=3)
