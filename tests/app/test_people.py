"""Who plays: names from the roster or entered letter by letter, kept for the next time, said and shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.app.replay import replay
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.cues.screens import GridScreen, MenuScreen
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.screens import words_of

PANEL = 0
ROSTER = ("Anna", "Zoë", "Bartholomäus", "Jean-Luc", "Odin")
PERSON, POINTS = Asked("menu.person"), Asked("entry.points")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=ROSTER) as table:
        yield table


def the_score_pad(table: VirtualTable, players: int) -> None:
    """Its settings, up to the question who plays."""
    table.decides("menu.game", "scorepad")
    if table.hears(Asked).name == "menu.same":
        table.answers("no")
        table.hears(Asked("option.players"))
    table.answers(players)
    for option in ("mode", "wins", "until"):
        table.hears(Asked(f"option.{option}"))
        table.ok()


def deals(table: VirtualTable) -> None:
    """The game begins: player 1 deals, up to the first points."""
    table.decides("dealer.first", 1)
    table.hears(POINTS)


def ends(table: VirtualTable) -> None:
    """The score pad's game is over, and the next one may begin."""
    while table.hears(Asked).name in ("dealer.first", "entry.points"):
        table.ok()
    table.answers("end")
    table.decides("end.confirm", "end")
    table.decides("final.read", "done")


def listed(table: VirtualTable) -> tuple[str, ...]:
    assert isinstance(table.screen, MenuScreen)
    return table.screen.items


def plates(table: VirtualTable) -> list[str]:
    return [prop.label for prop in table.lying if isinstance(prop, Plate)]


def people_of(state: Path) -> list[tuple[str, ...]]:
    """Of each session in the journal, who played."""
    with closing(Journal(state / "journal.sqlite")) as journal:
        return [session.people for session in journal.sessions()]


# ---------------------------------------------------------------- the roster


def test_everybody_has_a_seat_after_two_presses_at_most(table: VirtualTable) -> None:
    the_score_pad(table, 3)
    table.hears(Asked("menu.people"))
    table.ok()
    table.hears(PERSON)
    assert listed(table)[:5] == ROSTER
    for _ in range(3):
        table.taps(PANEL, "down")
        table.ok()
        table.hears(Asked)
    assert plates(table) == ["Zoë", "Bartholomäus", "Jean-Luc"]


def test_names_are_said_and_shown_where_players_were(table: VirtualTable) -> None:
    the_score_pad(table, 2)
    table.decides("menu.people", "choose")
    table.decides("menu.person", 2)
    table.decides("menu.person", 3)
    deals(table)
    assert "Bartholomäus" in words_of(table.screen)
    table.answers(12)
    table.hears(POINTS)
    table.answers(7)
    table.hears(Asked("round.next"))
    said = " ".join(one.text for one in table.all_heard(Said)[-4:])
    assert "Bartholomäus leads with 12." in said
    table.answers("standings")
    table.hears(Asked("standings.read"))
    assert isinstance(table.screen, GridScreen)
    assert table.screen.rows == (("1. Bartholomäus", "12"), ("2. Zoë", "7"))
    assert not any("Player" in one.text for one in table.all_heard(Said)[-5:])


def test_of_more_than_fit_by_name_the_display_has_short_names(tmp_path: Path) -> None:
    with evening(tmp_path, roster=("Anna", "Annika", "Ben", "Bo", "Clara", "Dan")) as table:
        the_score_pad(table, 7)
        table.decides("menu.people", "choose")
        for nth in range(1, 7):
            table.decides("menu.person", nth)
        table.decides("menu.person", "nobody")
        deals(table)
        table.answers(1)
        for _ in range(6):
            table.decides("entry.points", 1)
        table.decides("round.next", "standings")
        table.hears(Asked("standings.read"))
        assert isinstance(table.screen, GridScreen)
        assert [row[0] for row in table.screen.rows] == [
            f"1. {short}" for short in ("A1", "A2", "Be", "Bo", "Cl", "Da", "P7")
        ]


def test_who_is_not_named_is_called_by_the_seat(table: VirtualTable) -> None:
    the_score_pad(table, 3)
    table.decides("menu.people", "choose")
    table.decides("menu.person", "nobody")
    table.decides("menu.person", 1)
    table.decides("menu.person", "nobody")
    deals(table)
    assert plates(table) == ["Player 1", "Anna", "Player 3"]


def test_the_rest_may_go_without(table: VirtualTable) -> None:
    the_score_pad(table, 4)
    table.decides("menu.people", "choose")
    table.decides("menu.person", 1)
    table.decides("menu.person", "rest")
    deals(table)
    assert plates(table) == ["Anna", "Player 2", "Player 3", "Player 4"]


def test_back_takes_a_seat_back_after_the_other(table: VirtualTable) -> None:
    the_score_pad(table, 3)
    table.decides("menu.people", "choose")
    table.decides("menu.person", 2)
    table.decides("menu.person", 1)
    table.hears(PERSON)
    for before in (ROSTER[0], ROSTER[0]):
        table.taps(PANEL, "back")
        table.hears(PERSON)
        assert before in listed(table)
    assert listed(table)[:5] == ROSTER
    table.taps(PANEL, "back")
    table.hears(Asked("menu.people"))


# ---------------------------------------------------------------- the same people


def test_the_same_people_are_one_press_and_shown(tmp_path: Path) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        the_score_pad(table, 3)
        table.decides("menu.people", "choose")
        for person in (5, 1, "nobody"):
            table.decides("menu.person", person)
        deals(table)
    with evening(tmp_path, roster=ROSTER) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "scorepad")
        table.hears(Asked("menu.same"))
        assert listed(table)[0] == "Odin, Anna"
        table.advance(20)
        assert "Odin and Anna." in [one.text for one in table.all_heard(Said)]
        table.ok()
        deals(table)
        assert plates(table) == ["Odin", "Anna", "Player 3"]
    assert people_of(tmp_path) == [("Odin", "Anna", "")] * 2


def test_after_a_game_the_same_people_play_again(table: VirtualTable) -> None:
    the_score_pad(table, 2)
    table.decides("menu.people", "choose")
    table.decides("menu.person", 2)
    table.decides("menu.person", 1)
    ends(table)
    table.decides("menu.again", "again")
    deals(table)
    assert plates(table) == ["Zoë", "Anna"]


def test_at_another_table_they_stand_in_the_order_of_their_seats(table: VirtualTable) -> None:
    the_score_pad(table, 4)
    table.decides("menu.people", "choose")
    for person in (4, 2, 5, 1):
        table.decides("menu.person", person)
    ends(table)
    table.decides("menu.again", "other")
    the_score_pad(table, 3)
    table.decides("menu.people", "choose")
    table.hears(PERSON)
    assert listed(table)[:5] == ("Jean-Luc", "Zoë", "Odin", "Anna", "Bartholomäus")
    table.taps(PANEL, "down")
    table.ok()
    table.hears(PERSON)
    assert listed(table)[:4] == ("Odin", "Anna", "Jean-Luc", "Bartholomäus")


def test_a_table_that_wants_no_names_is_offered_none_first(table: VirtualTable) -> None:
    the_score_pad(table, 2)
    table.decides("menu.people", "none")
    ends(table)
    table.decides("menu.again", "other")
    the_score_pad(table, 2)
    table.hears(Asked("menu.people"))
    table.ok()
    deals(table)
    assert plates(table) == ["Player 1", "Player 2"]


def test_whoever_left_the_roster_is_offered_no_more(tmp_path: Path) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        the_score_pad(table, 2)
        table.decides("menu.people", "choose")
        table.decides("menu.person", 1)
        table.decides("menu.person", 2)
        deals(table)
    with evening(tmp_path, roster=ROSTER[1:]) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "scorepad")
        table.hears(Asked("menu.same"))
        assert listed(table)[0] == "Zoë"


# ---------------------------------------------------------------- entered at the table


def enters(table: VirtualTable, name: str) -> None:
    for letter in name:
        table.decides("menu.letter", letter)
    table.decides("menu.letter", "done")


def test_without_a_roster_names_are_an_item_of_the_menu_and_kept(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        table.taps(PANEL, "up", 2)
        table.ok()
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


def plays_with(table: VirtualTable, *names: str) -> None:
    """A game on the score pad with these, who are entered; up to its first question."""
    the_score_pad(table, len(names))
    table.decides("menu.people", "choose")
    for name in names:
        table.decides("menu.person", "new")
        enters(table, name)


def test_a_name_entered_at_the_table_is_forgotten_again(tmp_path: Path) -> None:
    with evening(tmp_path, roster=("Anna",)) as table:
        plays_with(table, "Bo", "Cleo")
        deals(table)
    with evening(tmp_path, roster=("Anna",)) as table:
        table.decides("menu.resume", "new")
        the_score_pad(table, 2)
        table.decides("menu.people", "choose")
        table.decides("menu.person", "forget")
        table.hears(Asked("menu.forget"))
        assert listed(table)[1:] == ("Bo", "Cleo")
        table.taps(PANEL, "down")
        table.ok()
        table.hears(PERSON)
        assert "Bo" in table.all_heard(Said)[-2].text
        assert listed(table)[:2] == ("Cleo", "Anna")
        table.answers("rest")
        deals(table)
    with evening(tmp_path, roster=("Anna",)) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "scorepad")
        table.hears(Asked("menu.same"))
        assert "Bo" not in words_of(table.screen)
        table.answers("no")
        for option in ("players", "mode", "wins", "until"):
            table.hears(Asked(f"option.{option}"))
            table.ok()
        table.decides("menu.people", "choose")
        table.hears(PERSON)
        assert listed(table)[:2] == ("Cleo", "Anna")


def test_two_presses_in_a_row_forget_nobody(tmp_path: Path) -> None:
    with evening(tmp_path, roster=("Anna",)) as table:
        plays_with(table, "Bo", "Cleo")
        ends(table)
        table.decides("menu.again", "other")
        the_score_pad(table, 3)
        table.decides("menu.people", "choose")
        table.decides("menu.person", "forget")
        table.hears(Asked("menu.forget"))
        table.ok()
        table.hears(PERSON)
        assert listed(table)[:3] == ("Bo", "Cleo", "Anna")


def test_what_was_forgotten_by_mistake_is_taken_back(tmp_path: Path) -> None:
    with evening(tmp_path, roster=("Anna",)) as table:
        plays_with(table, "Bo", "Cleo")
        ends(table)
        table.decides("menu.again", "other")
        the_score_pad(table, 3)
        table.decides("menu.people", "choose")
        table.decides("menu.person", "forget")
        table.decides("menu.forget", 1)
        table.hears(PERSON)
        table.holds(PANEL, "back")
        table.hears(Asked("menu.forget"))
        assert listed(table)[1:] == ("Bo", "Cleo")


def test_names_of_the_roster_and_of_those_who_sit_there_are_not_forgotten(tmp_path: Path) -> None:
    with evening(tmp_path, roster=("Anna",)) as table:
        plays_with(table, "Bo", "Cleo")
        ends(table)
        table.decides("menu.again", "other")
        the_score_pad(table, 3)
        table.decides("menu.people", "choose")
        table.decides("menu.person", 1)
        table.decides("menu.person", "forget")
        table.hears(Asked("menu.forget"))
        assert listed(table)[1:] == ("Cleo",)
        table.answers("keep")
        table.decides("menu.person", 2)
        table.hears(PERSON)
        assert listed(table) == ("Anna", "No name", "A new name")


def test_without_a_roster_nobody_is_asked(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        the_score_pad(table, 2)
        assert table.hears(Asked).name == "dealer.first"
    assert people_of(tmp_path) == [()]


def test_a_wrong_letter_is_taken_back(table: VirtualTable) -> None:
    the_score_pad(table, 2)
    table.decides("menu.people", "choose")
    table.decides("menu.person", "new")
    table.decides("menu.letter", "B")
    table.decides("menu.letter", "p")
    table.hears(Asked("menu.letter"))
    assert words_of(table.screen)[0] == "Bp_"
    table.taps(PANEL, "back")
    table.hears(Asked("menu.letter"))
    assert words_of(table.screen)[0] == "B_"
    table.answers("o")
    table.decides("menu.letter", "done")
    table.decides("menu.person", "nobody")
    deals(table)
    assert plates(table) == ["Bo", "Player 2"]


@pytest.mark.parametrize(
    ("entered", "seated"),
    [
        (("Zoe", "Zoe"), ["Zoe", "Zoe 2"]),
        (("Anna", "Anna"), ["Anna", "Anna 2"]),
        (("Maximilianos", "Maximilianos"), ["Maximilianos", "Maximilian 2"]),
        (("A", "B"), ["A", "B"]),
    ],
)
def test_two_people_of_the_same_name_are_told_apart(
    table: VirtualTable, entered: tuple[str, ...], seated: list[str]
) -> None:
    the_score_pad(table, 2)
    table.decides("menu.people", "choose")
    for name in entered:
        table.decides("menu.person", "new")
        enters(table, name)
    deals(table)
    assert plates(table) == seated


# ---------------------------------------------------------------- after a power cut, and later


def test_a_game_that_was_cut_off_goes_on_with_the_same_names(tmp_path: Path) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        the_score_pad(table, 2)
        table.decides("menu.people", "choose")
        table.decides("menu.person", 2)
        table.decides("menu.person", 4)
        deals(table)
        table.answers(5)
        table.hears(POINTS)
    with evening(tmp_path) as table:  # whatever the roster is now
        table.decides("menu.resume", "resume")
        table.hears(POINTS)
        assert plates(table) == ["Zoë", "Jean-Luc"]


def test_a_replay_tells_the_names_of_then(tmp_path: Path) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        the_score_pad(table, 2)
        table.decides("menu.people", "choose")
        table.decides("menu.person", 2)
        table.decides("menu.person", 4)
        deals(table)
        table.answers(5)
        table.decides("entry.points", 9)
        ends(table)
    told = replay(tmp_path / "journal.sqlite", 1, None, secrets=False)
    assert any("Zoë leads with 9." in line or "Jean-Luc leads with 9." in line for line in told)


# ---------------------------------------------------------------- on the command line


def test_a_game_is_played_with_names_as_with_none(capsys: pytest.CaptureFixture[str]) -> None:
    played = []
    for names in ((), ("--names", "Anna,,Jean-Luc")):
        command = ("play", "scorepad", "--auto", "3", "--players", "3", "--set", "until=rounds")
        assert cli.main([*command, *names, "--transcript", "-"]) == 0
        played.append([json.loads(line) for line in capsys.readouterr().out.splitlines()])
    choices = [[line["value"] for line in lines if line["kind"] == "choice"] for lines in played]
    assert choices[0] == choices[1] != []
    said = [" ".join(line["text"] for line in lines if line["kind"] == "say") for lines in played]
    assert "Jean-Luc" not in said[0]
    assert said[0].replace("Player 1", "Anna").replace("Player 3", "Jean-Luc") == said[1]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Anna,ANNA", "two players are called 'ANNA'; tell them apart"),
        ("Anna,Łukasz", "'Łukasz' is no name of 1 to 12 letters"),
    ],
)
def test_names_that_cannot_be_are_refused(names: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "scorepad", "--auto", "3", "--names", names]) == 1
    assert capsys.readouterr().err == f"gm-appliance: {told}\n"
