"""The players known at a table, and where they sat."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.known_players import MOST, KnownPlayers


def players(journal: Journal | None, roster: tuple[str, ...] = ()) -> KnownPlayers:
    return KnownPlayers(KeptSettings(journal), roster)


def test_recent_players_come_first_then_the_roster_then_the_others(journal: Journal) -> None:
    players(journal, ("Anna", "Bo")).keep(("Clara", "Dan"))
    players(journal, ("Anna", "Bo")).keep(("Bo", "", "Eve"))
    assert players(journal, ("Anna", "Bo")).known() == ("Bo", "Eve", "Clara", "Dan", "Anna")


def test_the_last_table_of_each_size_is_kept_newest_first(journal: Journal) -> None:
    for seats in (("Anna", "Bo"), ("Bo", "", "Anna"), ("Bo", "Anna")):
        players(journal).keep(seats)
    assert list(players(journal).tables().items()) == [(2, ("Bo", "Anna")), (3, ("Bo", "", "Anna"))]


def test_the_rosters_spelling_of_a_name_wins(journal: Journal) -> None:
    players(journal).keep(("Zoe", "Bo"))
    assert players(journal, ("ZOE",)).known() == ("Bo", "ZOE")


def test_the_number_of_names_is_limited(journal: Journal) -> None:
    for number in range(MOST + 5):
        players(journal).keep((f"Guest {number}",))
    known = players(journal).known()
    assert len(known) == MOST
    assert known[0] == f"Guest {MOST + 4}"


def test_a_name_of_the_roster_is_mended_wherever_they_sat(journal: Journal) -> None:
    players(journal, ("Ana", "Bo")).keep(("Ana", "", "Cleo"))
    players(journal, ("Ana", "Bo")).change("Ana", "Anna")
    assert players(journal, ("Ana", "Bo")).known() == ("Anna", "Cleo", "Bo")
    assert players(journal, ("Ana", "Bo")).tables() == {3: ("Anna", "", "Cleo")}
    players(journal, ("Ana", "Bo")).change("Anna", "Ana")
    assert players(journal, ("Ana", "Bo")).known() == ("Ana", "Cleo", "Bo")


def test_what_was_taught_goes_with_the_name_and_apart_from_people_without_one(journal: Journal) -> None:
    players(journal).keep_taught("thor", ("Ana", "", "Bo"))
    players(journal).keep_taught("valda", ("", ""))
    players(journal).change("Ana", "Anna")
    players(journal).change("Bo")
    assert players(journal).taught("thor") == ("Anna",)
    assert players(journal).taught("valda") == ("",)
    assert players(journal).taught("odins-table") == ()


def test_a_deleted_name_stays_off_the_list_though_the_roster_has_it(journal: Journal) -> None:
    players(journal, ("Anna",)).keep(("Bo", "Anna", "Cleo"))
    for name in ("Bo", "Anna"):
        players(journal, ("Anna",)).change(name)
    assert players(journal, ("Anna",)).known() == ("Cleo",)
    assert players(journal, ("Anna",)).tables() == {3: ("", "", "Cleo")}
    players(journal, ("Anna",)).keep(("Anna", "Cleo"))  # entered again
    assert players(journal, ("Anna",)).known() == ("Anna", "Cleo")


def test_a_name_mended_into_one_that_is_known_already_means_that_person(journal: Journal) -> None:
    players(journal, ("Anna",)).keep(("Ana", "Anna"))
    players(journal, ("Anna",)).change("Ana", "Anna")
    assert players(journal, ("Anna",)).known() == ("Anna",)
    assert players(journal, ("Anna",)).tables() == {2: ("", "Anna")}


@pytest.mark.parametrize(
    "kept",
    [None, 7, [], {"entered": 1, "played": [2], "tables": {}}, {"entered": ["\0", "x" * 99], "tables": [7]}],
)
def test_a_setting_of_another_shape_is_ignored(journal: Journal, kept: JSON) -> None:
    journal.set_setting("people", kept)
    assert players(journal, ("Anna",)).known() == ("Anna",)
    players(journal, ("Anna",)).keep(("Bo", "Anna"))
    assert players(journal).tables()[2] == ("Bo", "")
