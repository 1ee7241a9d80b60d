"""Tables of other kinds: pads that lie elsewhere than their number says, setups and house rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import COUNCIL, ODINS_TURN
from tests.screenplays.scenes import (
    accuse,
    choose_the_game,
    deal,
    defend,
    night,
    the_oracle_looks,
    throw,
    vote,
)
from tests.seven import (
    EVERYBODY,
    HEL,
    NAMES,
    ODIN,
    PANEL,
    THOR,
    VALKYRIE_1,
    VALKYRIE_2,
    VALKYRIE_3,
    VALKYRIE_4,
)

PADS = {ODIN: 7, VALKYRIE_1: 11, THOR: 5, VALKYRIE_2: 1, VALKYRIE_3: 15, HEL: 2}
"""Anyhow, as they were taken from the bag; before Valkyrie four lies none."""

SAME_PEOPLE = "Again, with the same people? OK, or down for the menu."
GOOD_EVENING = "Good evening. Choose a game. Up and down, then OK."
DEAL = "Deal 5 protectors and 2 conspirators. Look at your own card. Then press OK."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


# ---------------------------------------------------------------- pads wherever they lie


def called_with_one_pad_missing(table: VirtualTable) -> None:
    table.pads = dict(PADS)
    choose_the_game(table)
    for seat in range(ODIN, VALKYRIE_4):
        first = "Each of you: press your pad when you hear your name. " if seat == ODIN else ""
        table.hears(f"{first}{NAMES[seat - 1]}.")
        table.sees("Press your pad", "Any thumb   OK: none")
        assert len(table.lit) == seat - 1, "those called already are lit"
        table.taps(seat, "up")
    table.hears("Valkyrie 4.")
    table.sees("Press your pad", "Valkyrie 4")
    table.ok()
    table.hears("Valkyrie 4 has no pad, and decides at the panel.")


def learned_with_one_pad_missing(table: VirtualTable) -> None:
    """Valkyrie four tells at the panel, alone, when all others did."""
    deal(table)
    table.hears("Now I learn your factions. I tell nobody.", "Close your eyes, all of you.")
    table.hears("Thumb down if you conspire. Thumb up if you protect.", "Now.")
    table.everybody_taps({seat: "down" if seat in (THOR, VALKYRIE_2) else "up" for seat in PADS})
    table.hears("Open your eyes, all of you.")
    table.hears("Valkyrie 4, come to the box alone. Down: you conspire. Up: you protect. Then OK.")
    table.sees("The factions", "Valkyrie 4", "▲ or ▼, then OK")
    table.taps(PANEL, "up")
    table.ok()
    table.hears("The thumbs fit the cards.")


def voted_with_one_pad_missing(table: VirtualTable, accused: int, down: tuple[int, ...]) -> None:
    """All at their pads at once, then Valkyrie four at the panel."""
    vote(table, accused, {seat: "down" if seat in down else "up" for seat in PADS})
    table.hears("Valkyrie 4, take the box: up or down, unseen. Then OK.")
    table.sees("Vote", "Valkyrie 4", "▲ or ▼, then OK")
    table.taps(PANEL, "down" if VALKYRIE_4 in down else "up")
    table.ok()


def a_game_of_two_rounds(table: VirtualTable) -> None:
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.", ODINS_TURN)
    assert table.lit == {ODIN}
    table.taps(ODIN, "up")
    table.sees("Odin protects", "Thor")
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.taps(THOR, "down", 1)
    table.sees("Thor wounds", "Pass")
    table.taps(THOR, "down", 1)
    table.sees("Thor wounds", "Valkyrie 4")
    table.holds(THOR, "up")
    table.hears("Thor wounds Valkyrie 4. Put Thor's card there.")
    table.hears("Hel. Banish somebody wounded: up for the next, hold to choose. Hold down to pass.")
    table.holds(HEL, "down")
    table.hears("Hel passes.")
    the_oracle_looks(table, "Thor")
    accuse(table, ODIN, 1, THOR)
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)
    down = (ODIN, VALKYRIE_1, HEL, VALKYRIE_3, VALKYRIE_4)
    voted_with_one_pad_missing(table, THOR, down)
    table.hears("5 down, 2 up.")
    assert table.lit == {*down} - {VALKYRIE_4}, "it has no lamp"
    assert "thumb down" in table.lies_at(VALKYRIE_4)
    table.hears("Valkyrie 4 was wounded by Thor: one vote less down.")
    table.hears("That makes 4 down, 2 up.", "Thor is banished. Turn your card. You play on.")

    table.hears("Round 2. In the Underworld: Thor and Valkyrie 3.")
    table.hears("Valkyrie 4 is wounded by Thor.", "The Oracle is at Thor.")
    night(table, 0, (ODIN, VALKYRIE_1, VALKYRIE_2, HEL, VALKYRIE_4))
    table.hears("Nobody is banished.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Valkyrie 3.")
    table.hears("The action cards go back to their gods.", ODINS_TURN)
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    table.hears("Valkyrie 3 is the Oracle. All in the Underworld, push your faction card forward.")
    table.hears("Everybody but Valkyrie 3, close your eyes.", "Cards back. Open your eyes, all of you.")

    # Who has no pad accuses at the panel: the seventh line, or two up from the last.
    table.hears(COUNCIL)
    table.taps(PANEL, "up", 2)
    table.sees("Council", "Valkyrie 4")
    table.ok()
    table.hears("Valkyrie 4, whom do you accuse? Up and down, then OK.")
    table.chooses("Valkyrie 2")
    table.hears("Valkyrie 4 accuses Valkyrie 2. Who stands with Valkyrie 4? Thumb up.")
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, VALKYRIE_2)
    voted_with_one_pad_missing(table, VALKYRIE_2, tuple(EVERYBODY))
    table.hears("7 down, 0 up.", "Valkyrie 2 is banished. Turn your card. You play on.")
    table.hears("The last conspirator is in the Underworld. Asgard stands.")
    assert table.lit == {THOR, VALKYRIE_2}
    table.hears("The conspirators were Thor and Valkyrie 2.")


def test_pads_lie_anyhow_and_one_seat_has_none(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        called_with_one_pad_missing(table)
        learned_with_one_pad_missing(table)
        a_game_of_two_rounds(table)

        # The same people sit where they sat: nobody is called again, and nobody told of a pad again.
        table.hears(SAME_PEOPLE)
        table.ok()
        table.hears_whatever(until=DEAL)
        table.ok()
        table.hears("Now I learn your factions. I tell nobody.")

    # Nor after the box was switched off in the middle of a game, and another one is begun.
    with evening(tmp_path) as table:
        table.pads = dict(PADS)
        table.advance(8)
        table.taps(PANEL, "down")
        table.ok()
        assert len(table.hears_whatever(until=GOOD_EVENING)) <= 2
        table.ok()
        table.hears("The same 7 as last time? OK, or down for others.")
        table.ok()
        table.hears_whatever(until=DEAL)
        table.ok()
        table.hears("Now I learn your factions. I tell nobody.")


def test_after_a_restart_pads_are_where_they_were(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        called_with_one_pad_missing(table)
        learned_with_one_pad_missing(table)
        night(table, VALKYRIE_3, tuple(EVERYBODY))
        table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
        throw(table, 1, 1)
        table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.", ODINS_TURN)
    with evening(tmp_path) as table:
        table.pads = dict(PADS)
        table.hears("Round 1 was interrupted, at the turn of Odin. Go on? OK, or down for a new game.")
        table.ok()
        table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.")
        table.hears("Round 1. In the Underworld: Valkyrie 3.", ODINS_TURN)
        assert table.lit == {ODIN}
        table.taps(ODIN, "up")
        table.sees("Odin protects", "Thor")


def test_whoever_presses_at_anothers_name_can_be_taken_back(table: VirtualTable) -> None:
    table.pads = {ODIN: 4, VALKYRIE_1: 9, **{seat: seat + 7 for seat in range(THOR, 8)}}
    choose_the_game(table)
    table.hears("Each of you: press your pad when you hear your name. Odin.")
    table.taps(VALKYRIE_1, "down")  # too early
    table.hears("Valkyrie 1.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", "Each of you: press your pad when you hear your name. Odin.")
    table.sees("Press your pad", "Odin")
    assert table.lit == frozenset()
    table.taps(ODIN, "up")
    table.hears("Valkyrie 1.")
    assert table.lit == {ODIN}
    table.taps(ODIN, "up")  # a pad is at one place only
    table.hears("Valkyrie 1, press any thumb. No pad there? Then OK.")
    table.taps(VALKYRIE_1, "up")
    table.hears("Thor.")


def test_a_call_that_was_interrupted_goes_on_at_the_same_seat(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        choose_the_game(table)
        table.hears("Each of you: press your pad when you hear your name. Odin.")
        table.taps(ODIN, "up")
        table.hears("Valkyrie 1.")
    with evening(tmp_path) as table:
        table.hears("The call of the pads was interrupted. Go on? OK, or down for a new game.")
        table.ok()
        table.hears("Valkyrie 1.")
        assert table.lit == {ODIN}
        for seat in range(VALKYRIE_1, VALKYRIE_4):
            table.taps(seat, "up")
            table.hears(NAMES[seat] + ".")
        table.taps(VALKYRIE_4, "up")
        table.hears(DEAL)


def test_a_pad_that_was_not_called_is_nobodys(table: VirtualTable) -> None:
    called_with_one_pad_missing(table)
    learned_with_one_pad_missing(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.", ODINS_TURN)
    table.advance(6)
    table.pads[VALKYRIE_4] = THOR  # a seventh pad turns up, of the number of Thor's seat
    table.holds(VALKYRIE_4, "up")
    table.hears_nothing_for(3)
    table.sees("Odin protects", "Valkyrie 1")
