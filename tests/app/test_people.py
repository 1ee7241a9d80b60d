"""Players' names: from the roster or entered, kept, said and shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.app.replay import replay
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.testing import Asked, VirtualTable, evening
from gm_appliance.testing.screens import words_of
from tests.scenes import the_score_pad

PANEL = 0
ROSTER = ("Anna", "Zoë", "Bartholomäus", "Jean-Luc", "Odin")
PERSON, POINTS = Asked("menu.person"), Asked("entry.points")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=ROSTER) as table:
        yield table


def sit(table: VirtualTable, *people: int | str) -> None:
    """people: places or other lines of the list."""
    table.decides("menu.people", "choose")
    for person in people:
        table.decides("menu.person", person)


def deals(table: VirtualTable) -> None:
    """Start the game with player 1 as dealer, up to the first points."""
    table.decides("dealer.first", 1)
    table.hears(POINTS)


def ends(table: VirtualTable) -> None:
    while table.hears(Asked).name in ("dealer.first", "entry.points"):
        table.ok()
    table.answers("end")
    table.decides("end.confirm", "end")
    table.decides("final.read", "done")


def listed(table: VirtualTable) -> tuple[str, ...]:
    table.advance(4)  # what was taken back stands before it until it is said
    assert isinstance(table.screen, MenuScreen)
    return table.screen.items


def plates(table: VirtualTable) -> list[str]:
    return [prop.label for prop in table.lying if isinstance(prop, Plate)]


def enters(table: VirtualTable, name: str) -> None:
    for letter in name:
        table.decides("menu.letter", letter)
    table.decides("menu.letter", "done")


def test_without_a_roster_names_are_entered_from_the_menu_and_kept(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.decides("menu.game", "names")
        the_score_pad(table, 2)
        table.hears(PERSON)
        table.ok()
        enters(table, "Anna-Lena")
        table.hears(PERSON)
        table.answers("new")
        enters(table, "Bo")
        deals(table)
        assert plates(table) == ["Anna-Lena", "Bo"]
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        the_score_pad(table, 3)
        table.decides("menu.people", "choose")
        table.hears(PERSON)
        assert listed(table)[:2] == ("Anna-Lena", "Bo")


@pytest.fixture
def known(tmp_path: Path) -> Iterator[VirtualTable]:
    """Somebody of the roster, two who were entered in a game that is over, and another game to begin."""
    with evening(tmp_path, roster=("Anna",)) as table:
        the_score_pad(table, 2)
        table.decides("menu.people", "choose")
        for name in ("Bo", "Cleo"):
            table.decides("menu.person", "new")
            enters(table, name)
        ends(table)
        table.decides("menu.again", "other")
        the_score_pad(table, 3)
        table.decides("menu.people", "choose")
        yield table


def changes(table: VirtualTable, name: str, how: str) -> None:
    """Choose what happens to a known name, where a player is asked for."""
    table.decides("menu.person", "change")
    table.hears(Asked("menu.change"))
    table.chooses(name)
    table.decides("menu.mend", how)


@pytest.mark.parametrize("name", ["Anna", "Bo"], ids=["of the roster", "entered at the table"])
def test_a_name_can_be_deleted(known: VirtualTable, name: str) -> None:
    changes(known, name, "delete")
    known.hears(PERSON)
    left = [one for one in ("Bo", "Cleo", "Anna") if one != name]
    assert list(listed(known)[:2]) == left
    known.answers("rest")
    ends(known)
    known.decides("menu.again", "other")
    the_score_pad(known, 2)
    known.decides("menu.people", "choose")
    known.hears(PERSON)
    assert list(listed(known)[:2]) == left


@pytest.mark.parametrize("name", ["Anna", "Bo"], ids=["of the roster", "entered at the table"])
def test_a_misspelt_name_can_be_mended(known: VirtualTable, name: str) -> None:
    changes(known, name, "mend")
    known.hears(Asked("menu.letter"))
    assert words_of(known.screen)[0] == f"{name}_"
    known.answers("rub")
    for value in ("e", "done"):
        known.decides("menu.letter", value)
    known.hears(PERSON)
    mended = f"{name[:-1]}e"
    assert name not in listed(known)
    known.taps(PANEL, "down", listed(known).index(mended))
    known.ok()
    known.decides("menu.person", "rest")
    deals(known)
    assert plates(known)[0] == mended


def test_changing_a_name_can_be_undone(known: VirtualTable) -> None:
    changes(known, "Bo", "delete")
    known.hears(PERSON)
    known.holds(PANEL, "back")
    known.hears(Asked("menu.mend"))
    known.taps(PANEL, "back")
    known.hears(Asked("menu.change"))
    assert listed(known)[1:] == ("Bo", "Cleo", "Anna")


def test_the_names_of_those_at_the_table_cannot_be_changed(known: VirtualTable) -> None:
    known.decides("menu.person", 1)
    known.decides("menu.person", "change")
    known.hears(Asked("menu.change"))
    assert listed(known)[1:] == ("Cleo", "Anna")


def test_a_wrong_letter_can_be_undone(table: VirtualTable) -> None:
    the_score_pad(table, 2)
    sit(table, "new")
    table.decides("menu.letter", "B")
    table.decides("menu.letter", "p")
    table.hears(Asked("menu.letter"))
    assert words_of(table.screen)[0] == "Bp_"
    table.taps(PANEL, "back")
    table.hears(Asked("menu.letter"))
    table.advance(4)
    assert words_of(table.screen)[0] == "B_"
    table.answers("o")
    table.decides("menu.letter", "done")
    table.decides("menu.person", "nobody")
    deals(table)
    assert plates(table) == ["Bo", "Player 2"]


def test_two_people_of_the_same_name_are_told_apart(table: VirtualTable) -> None:
    the_score_pad(table, 2)
    table.decides("menu.people", "choose")
    for _person in range(2):
        table.decides("menu.person", "new")
        enters(table, "Maximilianos")
    deals(table)
    assert plates(table) == ["Maximilianos", "Maximilian 2"]


def test_a_replay_uses_the_names_of_its_session(tmp_path: Path) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        the_score_pad(table, 2)
        sit(table, 2, 4)
        deals(table)
        table.answers(5)
        table.decides("entry.points", 9)
        ends(table)
    told = replay(tmp_path / "journal.sqlite", 1, None, secrets=False)
    assert any("Zoë leads with 9 points." in line or "Jean-Luc leads with 9 points." in line for line in told)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Anna,ANNA", "two players are called 'ANNA'; give them different names"),
        ("Anna,Лука", "'Лука' is not a name of 1 to 12 letters"),
    ],
)
def test_invalid_names_are_refused(names: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "scorepad", "--auto", "3", "--names", names]) == 1
    assert capsys.readouterr().err == f"gm-appliance: {told}\n"
