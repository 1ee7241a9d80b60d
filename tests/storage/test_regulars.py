"""Who is known at a table, and where they sat."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.game import Plain
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.regulars import MOST, Regulars


def test_those_who_played_last_come_first_then_the_roster_then_the_others(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        Regulars(journal, ("Anna", "Bo")).keep(("Clara", "Dan"))
        Regulars(journal, ("Anna", "Bo")).keep(("Bo", "", "Eve"))
        assert Regulars(journal, ("Anna", "Bo")).known() == ("Bo", "Eve", "Clara", "Dan", "Anna")


def test_of_each_number_of_players_the_last_table_is_kept_the_newest_first(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        for seats in (("Anna", "Bo"), ("Bo", "", "Anna"), ("Bo", "Anna")):
            Regulars(journal).keep(seats)
        assert list(Regulars(journal).tables().items()) == [(2, ("Bo", "Anna")), (3, ("Bo", "", "Anna"))]


def test_a_name_in_the_roster_now_is_told_once_as_it_is_written_there(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        Regulars(journal).keep(("Zoe", "Bo"))
        assert Regulars(journal, ("ZOE",)).known() == ("Bo", "ZOE")


def test_names_are_not_kept_without_end(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        for number in range(MOST + 5):
            Regulars(journal).keep((f"Guest {number}",))
        known = Regulars(journal).known()
    assert len(known) == MOST
    assert known[0] == f"Guest {MOST + 4}"


def test_who_is_forgotten_is_known_no_more_unless_in_the_roster(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        Regulars(journal, ("Anna",)).keep(("Bo", "Anna", "Cleo"))
        assert Regulars(journal, ("Anna",)).typed() == {"Bo", "Cleo"}
        Regulars(journal, ("Anna",)).forget(("Bo", "Anna"))
        assert Regulars(journal, ("Anna",)).known() == ("Cleo", "Anna")
        assert Regulars(journal, ("Anna",)).tables() == {3: ("", "Anna", "Cleo")}
        assert Regulars(journal).known() == ("Cleo",)


def test_without_a_journal_they_are_known_for_this_evening() -> None:
    regulars = Regulars(None, ("Anna",))
    regulars.keep(("Bo", "Anna"))
    assert (regulars.known(), regulars.tables()) == (("Bo", "Anna"), {2: ("Bo", "Anna")})


@pytest.mark.parametrize(
    "kept",
    [None, 7, [], {"entered": 1, "played": [2], "seats": {}}, {"entered": ["\0", "x" * 99], "seats": [7]}],
)
def test_what_somebody_else_wrote_there_is_passed_over(tmp_path: Path, kept: Plain) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        journal.set_setting("people", kept)
        assert Regulars(journal, ("Anna",)).known() == ("Anna",)
        Regulars(journal, ("Anna",)).keep(("Bo", "Anna"))
        assert Regulars(journal).tables()[2] == ("Bo", "")
