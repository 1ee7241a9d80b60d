"""If the cable of the seat pads comes out while a thumb is down, an unseen release chooses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import RingScreen
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, OPTIONS, events
from gm_appliance.hidden_roles import events as kit_events
from gm_appliance.pickers.gestures import HOLD
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.host.lost_pads import BACK, LOST, announces, is_asked_again
from tests.own_words import asked_again, at_odin
from tests.scenes import to_odin, to_the_council
from tests.seven import HEL, ODIN, THOR, VALKYRIE_1, VALKYRIE_2

MINUTES = 300.0


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """A table that drops an accusation after thirty seconds."""
    options = tuple(replace(one, default=30) if one.name == "drop" else one for one in OPTIONS)
    with evening(tmp_path, {"gotterdammerung": replace(GOTTERDAMMERUNG, options=options)}) as table:
        yield table


def to_thor(table: VirtualTable) -> None:
    to_odin(table)
    table.answers("pass")
    table.hears(events.Passed("odin"), Asked("action.thor", THOR))
    table.hears_out(6)  # until it has been said


def marked(table: VirtualTable) -> list[int]:
    assert isinstance(table.screen, RingScreen)
    return [seat for seat, one in enumerate(table.screen.seats, 1) if one.marked]


def the_cable_comes_out(table: VirtualTable, thumbs: dict[int, str], noticed_after: float) -> None:
    """The driver notices after some time, and cancels the thumbs that are down."""
    table.advance(noticed_after)
    table.post(LOST)
    for seat, thumb in thumbs.items():
        table.reports(seat, thumb, down=False, cancelled=True)


@pytest.mark.parametrize("thumb", ["up", "down"])
@pytest.mark.parametrize("noticed_after", [0.1, HOLD, 1.6, MINUTES])
def test_a_tap_that_is_cut_off_is_no_hold(table: VirtualTable, thumb: str, noticed_after: float) -> None:
    to_thor(table)
    table.taps(THOR, "down")
    assert marked(table) == [VALKYRIE_1]
    table.hears_out(1)  # who is marked
    before = table.screen
    table.reports(THOR, thumb)
    the_cable_comes_out(table, {THOR: thumb}, noticed_after)
    if noticed_after == MINUTES:
        table.hears(Said, Said)  # the question, and what to press
    announces(table, "pads-lost")
    question = table.hears(Said)
    table.hears(Said)
    table.hears_nothing_for(MINUTES)
    table.post(BACK)
    announces(table, "pads-back")
    is_asked_again(table, question)
    table.advance(6)
    # Just as it was: the same is marked, and the same buttons do the same.
    assert table.screen == before
    assert table.lit == {THOR, VALKYRIE_1}
    table.taps(THOR, "down")
    assert marked(table) == [VALKYRIE_2]
    table.holds(THOR, "up")
    table.hears(events.CardLaid("thor", VALKYRIE_2))
    assert "thor" in table.lies_at(VALKYRIE_2)


def test_a_pad_that_says_it_is_still_down_passes(table: VirtualTable) -> None:
    to_thor(table)
    table.reports(THOR, "down")
    table.advance(HOLD)
    table.never_hears(Said, events.Passed)
    table.reports(THOR, "down")  # by its own clock
    table.hears(events.Passed("thor"), events.Targetless("hel"), Said)
    the_cable_comes_out(table, {THOR: "down"}, 0.1)
    table.hears(Said)  # of Hel
    announces(table, "pads-lost")


def test_pads_that_are_silent_without_being_lost_hold_nothing_either(table: VirtualTable) -> None:
    to_thor(table)
    table.reports(THOR, "down")
    table.hears(Said, Said)  # it is asked once more, and what to press
    table.hears_nothing_for(MINUTES)
    assert events.Passed("thor") not in table.all_heard(events.Passed)


def test_nobody_is_an_accuser_by_a_cable(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears_out(20)  # nothing is repeated into the talk
    table.reports(HEL, "down")
    the_cable_comes_out(table, {HEL: "down"}, 1.6)
    announces(table, "pads-lost")
    table.hears(Said, Said)  # the question, and what to press
    table.hears_nothing_for(MINUTES - 10)
    assert table.all_heard(kit_events.Accuses) == []


def to_the_support(table: VirtualTable) -> Said:
    """Twenty of the thirty seconds are over; returns the question."""
    to_the_council(table)
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    table.hears(Asked("council.support"))
    table.hears_out(20)
    party = at_odin(drop=30).to_council()
    party.accuse(ODIN, THOR)
    return Said(asked_again(party)[0])


def test_while_the_pads_are_lost_no_accusation_is_dropped_for_want_of_a_thumb(table: VirtualTable) -> None:
    question = to_the_support(table)
    table.post(LOST)
    announces(table, "pads-lost")
    is_asked_again(table, question)
    table.hears_nothing_for(MINUTES)
    table.post(BACK)
    announces(table, "pads-back")
    is_asked_again(table, question)
    table.advance(15)
    table.taps(HEL, "up")
    table.hears(kit_events.Supported(HEL, THOR), Asked("council.defence", THOR))


def test_once_they_are_back_the_clock_begins_again(table: VirtualTable) -> None:
    question = to_the_support(table)
    table.post(LOST)
    announces(table, "pads-lost")
    is_asked_again(table, question)
    table.advance(MINUTES)
    table.post(BACK)
    back = table.now
    announces(table, "pads-back")
    is_asked_again(table, question)
    table.hears(kit_events.Dropped(THOR))
    assert table.now - back == pytest.approx(30.0)


def test_presses_the_hub_forgot_may_be_pressed_again(table: VirtualTable) -> None:
    question = to_the_support(table)
    table.post(Fault("pads", "dropped"))
    told = table.now
    announces(table, "pads-dropped")
    is_asked_again(table, question)
    table.hears(kit_events.Dropped(THOR))
    assert table.now - told == pytest.approx(30.0)
