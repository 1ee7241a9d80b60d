"""Players' names in Thor, the score pad and the draw of the first player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.config import parse
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.cues.screens import MenuScreen, RingScreen
from gm_appliance.games.first_player.rules import Drawn
from gm_appliance.games.scorepad.events import PlayerJoins
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.screens import words_of
from tests.scenes import the_score_pad

PANEL = 0
ROSTER = ("Anna", "Zoë", "Bartholomäus", "Jean-Luc")
PRESET = "[[games.scorepad.preset]]\nname = 'Hearts'\nwins = 'lowest'\ntarget = 100\n"


def they_are(table: VirtualTable, *people: int) -> None:
    """people: by the place in the roster."""
    table.decides("menu.people", "choose")
    for person in people:
        table.decides("menu.person", person)


def they_keep_score(table: VirtualTable, *people: int) -> None:
    """Up to the score pad's first question."""
    the_score_pad(table, len(people))
    they_are(table, *people)
    table.hears(Asked("dealer.first"))


def ends(table: VirtualTable) -> None:
    table.taps(PANEL, "back")
    table.decides("questions", "end")
    table.hears(Asked("leave.end"))
    table.ok()


def said(table: VirtualTable) -> list[str]:
    return [one.text for one in table.all_heard(Said)]


def plates(table: VirtualTable) -> list[str]:
    return [prop.label for prop in table.lying if isinstance(prop, Plate)]


def draws(table: VirtualTable, players: int) -> int:
    table.decides("option.players", players)
    drawn: Drawn = table.hears(Drawn)
    table.hears(Asked("again"))
    table.advance(5)
    return drawn.seat


def test_the_first_player_is_drawn_by_name_if_that_many_are_known(tmp_path: Path) -> None:
    people = ("Bartholomäus", "Jean-Luc", "Zoë")
    with evening(tmp_path, roster=ROSTER) as table:
        they_keep_score(table, 3, 4, 2)
    with evening(tmp_path, roster=ROSTER) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "first-player")
        drawn = people[draws(table, 3) - 1]
        assert isinstance(table.screen, RingScreen)
        assert table.screen.lines == (drawn,)
        assert f"{drawn} begins." in said(table)
        assert plates(table) == [*people]
        table.taps(PANEL, "back")
        assert f"Player {draws(table, 4)} begins." in said(table)
        assert plates(table) == ["Player 1", "Player 2", "Player 3", "Player 4"]


@pytest.fixture
def hearts(tmp_path: Path) -> Iterator[VirtualTable]:
    """A preset of the score pad for two."""
    read = parse(PRESET.encode())
    with evening(tmp_path, {name: read.game(name) for name in read.games}, roster=ROSTER) as table:
        table.decides("menu.game", "scorepad")
        table.decides("menu.preset", 1)
        table.decides("option.players", 2)
        yield table


def test_after_a_preset_and_the_number_of_players_it_is_asked_who_plays(hearts: VirtualTable) -> None:
    assert hearts.hears(Asked).name == "menu.people"
    hearts.answers("choose")
    for person in (3, 1):
        hearts.decides("menu.person", person)
    assert hearts.hears(Asked).name == "dealer.first"
    assert isinstance(hearts.screen, MenuScreen)
    assert hearts.screen.items == ("Bartholomäus", "Anna")
    hearts.answers(2)
    hearts.hears(Asked("entry.points"))
    assert "Round 1. Anna deals." in said(hearts)
    for points in (101, 7):
        hearts.answers(points)
        hearts.hears(Asked)
    hearts.answers("end")  # it is the preset's target that was reached, and the fewest points win
    hearts.decides("final.read", "done")
    assert "Anna wins with 7 points." in said(hearts)


def joins(table: VirtualTable) -> None:
    table.answers(1)
    table.hears(Asked("entry.points"))
    table.taps(PANEL, "back")
    table.decides("questions", "somebody.comes")
    table.decides("somebody.comes", "new")


def somebody_joins(hearts: VirtualTable) -> None:
    """A third person joins Bartholomäus and Anna."""
    they_are(hearts, 3, 1)
    hearts.hears(Asked("dealer.first"))
    joins(hearts)
    hearts.hears(Asked("menu.person"))
    assert plates(hearts) == ["Bartholomäus", "Anna"]


def test_who_joins_named_people_is_asked_for_a_name(hearts: VirtualTable) -> None:
    somebody_joins(hearts)
    assert isinstance(hearts.screen, MenuScreen)
    assert hearts.screen.title == "Player 3"
    assert "Anna" not in hearts.screen.items
    hearts.answers("new")
    for letter in ("B", "o", "done"):
        hearts.decides("menu.letter", letter)
    hearts.hears(Asked("join.points"))
    assert words_of(hearts.screen)[0] == "Bo"
    hearts.answers(4)
    hearts.hears(PlayerJoins, Asked("entry.points"))
    assert "Bo joins with 4 points." in said(hearts)
    assert plates(hearts) == ["Bartholomäus", "Anna", "Bo"]


def test_a_name_given_by_mistake_is_taken_back_with_joining(hearts: VirtualTable) -> None:
    somebody_joins(hearts)
    hearts.answers(4)
    hearts.hears(Asked("join.points"))
    hearts.holds(PANEL, "back")
    hearts.hears(Asked("entry.points"))
    assert plates(hearts) == ["Bartholomäus", "Anna"]


def test_a_resumed_game_knows_who_joined_and_so_does_the_next(tmp_path: Path) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        they_keep_score(table, 1, 2)
        joins(table)
        table.decides("menu.person", 4)
        table.decides("join.points", 0)
        table.hears(PlayerJoins)
    with evening(tmp_path) as table:  # whatever the roster is now
        table.decides("menu.resume", "resume")
        table.hears(Asked("entry.points"))
        assert plates(table)[2] == ROSTER[3]
        ends(table)
        table.decides("menu.again", "other")
        they_keep_score(table, 1, 2, 3)
        assert plates(table) == [ROSTER[0], ROSTER[1], ROSTER[3]], "the last ones first"
