"""Pads break, are swapped and mixed up in the middle of a game; and questions nobody answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import COUNCIL, ODINS_TURN, to_odin, to_the_council
from tests.host.on_request import PEEKED, THORS_TURN, WHO_COMES, WHO_LEAVES, WHOSE_PAD, asks_for, everybodys
from tests.house_rules import DEAL, with_house_rules
from tests.screenplays.scenes import accuse, deal, defend, night, the_box_learns, to_the_deal, vote
from tests.seven import EVERYBODY, HEL, NAMES, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_3


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


# ---------------------------------------------------------------- pads


def test_a_broken_pad_is_replaced_by_another(table: VirtualTable) -> None:
    to_odin(table)
    asks_for(table, "A pad is broken", WHOSE_PAD)
    table.chooses("Odin")
    table.hears("Odin, press your new pad. Without one, OK: the panel is yours.")
    table.sees("Press your pad", "Odin")
    table.pads[ODIN] = 15
    table.taps(ODIN, "up")
    table.hears("Odin has a pad again.", ODINS_TURN)
    assert table.lit == {ODIN}
    table.holds(ODIN, "down")
    table.hears("Odin passes.", THORS_TURN)


def test_a_pad_taken_from_another_leaves_that_one_without(table: VirtualTable) -> None:
    to_odin(table)
    asks_for(table, "A pad is broken", WHOSE_PAD)
    table.chooses("Odin")
    table.hears("Odin, press your new pad. Without one, OK: the panel is yours.")
    table.taps(THOR, "up")  # that one is Thor's, and stays Thor's
    table.hears("Odin, press any thumb. No pad there? Then OK.")
    table.ok()
    table.hears("Odin has no pad, and decides at the panel.")
    table.hears("Odin. Protect somebody: up and down, then OK.")
    table.chooses("Pass")
    table.hears("Odin passes.", THORS_TURN)
    assert table.lit == {THOR}


def test_where_no_pad_was_called_the_others_are_as_they_were(table: VirtualTable) -> None:
    with_house_rules(table, {"Call the pads?": "No: pad 1, seat 1"})
    table.hears_whatever(until=DEAL)
    asks_for(table, "A pad is broken", WHOSE_PAD)
    table.chooses("Hel")
    table.hears("Hel, press your new pad. Without one, OK: the panel is yours.")
    table.pads[HEL] = 15
    table.taps(HEL, "up")
    table.hears("Hel has a pad again.", DEAL)
    table.ok()
    the_box_learns(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")


def test_a_seat_whose_pad_broke_votes_at_the_panel(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL)
    asks_for(table, "A pad is broken", WHOSE_PAD)
    table.chooses("Hel")
    table.hears("Hel, press your new pad. Without one, OK: the panel is yours.")
    table.ok()
    table.hears("Hel has no pad, and decides at the panel.")
    del table.pads[HEL]
    accuse(table, ODIN, 1, THOR)
    assert table.lit == set(EVERYBODY) - {ODIN, THOR, HEL}
    table.taps(VALKYRIE_1, "up")
    table.hears("Valkyrie 1 stands with the accusation.")
    defend(table, THOR)
    vote(table, THOR, everybodys("down"))
    table.hears("Hel, take the box: up or down, unseen. Then OK.")
    table.taps(PANEL, "up")
    table.ok()
    table.hears("6 down, 1 up.", "Thor is banished. Turn your card. You play on.")


def test_all_pads_are_called_anew_where_they_were_mixed_up(table: VirtualTable) -> None:
    to_odin(table)
    asks_for(table, "A pad is broken", WHOSE_PAD)
    table.chooses("Everybody's pads")
    table.pads = {seat: 8 - seat for seat in EVERYBODY}
    for seat in EVERYBODY:
        first = "Each of you: press your pad when you hear your name. " if seat == ODIN else ""
        table.hears(f"{first}{NAMES[seat - 1]}.")
        table.taps(seat, "down")
    table.hears(ODINS_TURN)
    assert table.lit == {ODIN}
    table.taps(ODIN, "up")
    table.sees("Odin protects", "Thor")


def test_a_new_pad_is_taken_back(table: VirtualTable) -> None:
    to_odin(table)
    asks_for(table, "A pad is broken", WHOSE_PAD)
    table.chooses("Odin")
    table.hears("Odin, press your new pad. Without one, OK: the panel is yours.")
    table.ok()
    table.hears("Odin has no pad, and decides at the panel.")
    table.hears("Odin. Protect somebody: up and down, then OK.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", "Odin, press your new pad. Without one, OK: the panel is yours.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", ODINS_TURN)
    assert table.lit == {ODIN}


def test_a_pad_broken_before_the_factions_are_told(table: VirtualTable) -> None:
    to_the_deal(table)
    table.hears("Deal 5 protectors and 2 conspirators. Look at your own card. Then press OK.")
    asks_for(table, "A pad is broken", WHOSE_PAD)
    table.chooses("Hel")
    table.hears("Hel, press your new pad. Without one, OK: the panel is yours.")
    table.pads[HEL] = 9
    table.taps(HEL, "up")
    table.hears("Hel has a pad again.")
    deal(table)
    the_box_learns(table)


# ---------------------------------------------------------------- stray presses


@pytest.mark.parametrize(
    ("line", "question", "shorter"),
    [
        ("Somebody peeked", PEEKED, "OK: the night is void. Back: it is not."),
        ("Somebody leaves", WHO_LEAVES, "Who leaves? Up and down, then OK."),
        ("Somebody comes late", WHO_COMES, "Which place? Up and down, then OK."),
        ("A pad is broken", WHOSE_PAD, "Whose pad? Up and down, then OK."),
    ],
)
def test_questions_nobody_answers_close_by_themselves_and_back_closes_them(
    table: VirtualTable, line: str, question: str, shorter: str
) -> None:
    to_odin(table)
    asks_for(table, line, question)
    asked = table.now
    assert table.lit == frozenset()
    table.hears(shorter, ODINS_TURN)
    assert table.now - asked == pytest.approx(30.0, abs=0.3)
    assert table.lit == {ODIN}
    asks_for(table, line, question)
    table.taps(ODIN, "up")  # a pad means nothing there
    table.taps(PANEL, "back")
    table.hears(ODINS_TURN)
    table.sees("Odin protects", "Valkyrie 1")
    assert "turned plate" in table.lies_at(VALKYRIE_3)
