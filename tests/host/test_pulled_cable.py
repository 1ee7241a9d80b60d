"""The cable of the seat pads comes out while a thumb is down: what nobody saw chooses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.ports import Fault
from gm_appliance.pickers.gestures import HOLD
from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import COUNCIL, COUNCIL_SHORTER, to_odin, to_the_council
from tests.host.lost_pads import ARE_BACK, BACK, IS_LOST, LOST
from tests.screenplays.scenes import accuse, defend
from tests.seven import HEL, ODIN, PANEL, THOR, VALKYRIE_2

THORS_TURN = "Thor. Wound somebody: up for the next, hold to choose. Hold down to pass."
THORS_TURN_SHORTER = "Thor: up for the next, hold to choose. Hold down to pass."
WHO_STANDS = "Who stands with Odin? Thumb up."
DROPPED = "Nobody stands with it. The accusation is dropped."
MINUTES = 300.0


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


def to_thor(table: VirtualTable) -> None:
    to_odin(table)
    table.holds(ODIN, "down")
    table.hears("Odin passes.", THORS_TURN)
    table.advance(6)  # until it has been said


def the_cable_comes_out(table: VirtualTable, thumbs: dict[int, str], noticed_after: float) -> None:
    """While these thumbs are down: the driver notices, and tells what it does not know any more."""
    table.advance(noticed_after)
    table.post(LOST)
    for seat, thumb in thumbs.items():
        table.reports(seat, thumb, down=False, cancelled=True)


@pytest.mark.parametrize("thumb", ["up", "down"])
@pytest.mark.parametrize("noticed_after", [0.1, HOLD, 1.6, MINUTES])
def test_a_tap_that_is_cut_off_is_no_hold(table: VirtualTable, thumb: str, noticed_after: float) -> None:
    to_thor(table)
    table.taps(THOR, "up")
    table.sees("Thor wounds", "Valkyrie 1")
    before = table.screen
    table.reports(THOR, thumb)
    the_cable_comes_out(table, {THOR: thumb}, noticed_after)
    heard = table.hears_whatever(until=IS_LOST)
    assert heard == ([THORS_TURN_SHORTER] if noticed_after == MINUTES else [])
    table.hears(THORS_TURN_SHORTER)
    table.hears_nothing_for(MINUTES)
    table.post(BACK)
    table.hears(ARE_BACK, THORS_TURN_SHORTER)
    table.advance(6)
    # Just as it was: the same is marked, and the same buttons do the same.
    assert table.screen == before
    assert table.lit == {THOR}
    table.taps(THOR, "up")
    table.sees("Thor wounds", "Valkyrie 2")
    table.holds(THOR, "up")
    table.hears("Thor wounds Valkyrie 2. Put Thor's card there.")
    assert "thor" in table.lies_at(VALKYRIE_2)


def test_a_pad_that_says_it_is_still_down_passes(table: VirtualTable) -> None:
    to_thor(table)
    table.reports(THOR, "down")
    table.advance(HOLD)
    table.hears_nothing_for(0.0)
    table.reports(THOR, "down")  # by its own clock
    table.hears("Thor passes.")
    the_cable_comes_out(table, {THOR: "down"}, 0.1)
    table.hears("Hel has nobody to banish.", IS_LOST)


def test_so_does_one_that_says_late_when_it_came_up(table: VirtualTable) -> None:
    to_thor(table)
    table.reports(THOR, "down")
    table.advance(HOLD + 0.1)
    table.reports(THOR, "down", down=False)
    table.hears("Thor passes.")


def test_pads_that_are_silent_without_being_lost_hold_nothing_either(table: VirtualTable) -> None:
    to_thor(table)
    table.reports(THOR, "down")
    table.hears(THORS_TURN_SHORTER)
    table.hears_nothing_for(MINUTES)


def test_nobody_is_an_accuser_by_a_cable(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL, COUNCIL_SHORTER)
    table.reports(HEL, "down")
    the_cable_comes_out(table, {HEL: "down"}, 1.6)
    table.hears(IS_LOST, COUNCIL_SHORTER)
    table.hears_nothing_for(MINUTES - 10)
    table.sees("Council")


# ---------------------------------------------------------------- silence agrees to nothing


def to_the_support(table: VirtualTable) -> None:
    to_the_council(table)
    accuse(table, ODIN, 1, THOR)
    table.advance(20)  # of thirty
    table.hears(WHO_STANDS)


def test_while_the_pads_are_lost_no_accusation_is_dropped_for_want_of_a_thumb(table: VirtualTable) -> None:
    to_the_support(table)
    table.post(LOST)
    table.hears(IS_LOST, WHO_STANDS)
    table.hears_nothing_for(MINUTES)
    table.post(BACK)
    table.hears(ARE_BACK, WHO_STANDS)
    table.advance(15)
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)


def test_once_they_are_back_the_clock_begins_anew(table: VirtualTable) -> None:
    to_the_support(table)
    table.post(LOST)
    table.hears(IS_LOST, WHO_STANDS)
    table.advance(MINUTES)
    table.post(BACK)
    back = table.now
    table.hears(ARE_BACK, WHO_STANDS, DROPPED)
    assert table.now - back == pytest.approx(30.0)


def test_the_panel_drops_it_even_then(table: VirtualTable) -> None:
    to_the_support(table)
    table.post(LOST)
    table.hears(IS_LOST, WHO_STANDS)
    table.taps(PANEL, "up")
    table.ok()
    table.hears(DROPPED)


def test_presses_the_hub_forgot_may_be_pressed_again(table: VirtualTable) -> None:
    to_the_support(table)
    table.post(Fault("pads", "dropped"))
    told = table.now
    table.hears("Some presses did not reach me. If yours is missing, press again.", WHO_STANDS, DROPPED)
    assert table.now - told == pytest.approx(30.0)
