"""Half a second after stepping stops, the box says what OK would choose, and lights its seat's lamp."""

from __future__ import annotations

from typing import Any

import pytest

from gm_appliance.core.ports import Fault
from gm_appliance.games.gotterdammerung.events import CardLaid
from gm_appliance.hidden_roles.events import Accused
from gm_appliance.testing import Announced, Asked, Said, VirtualTable
from gm_appliance.testing.screens import marked_on, words_of
from tests.own_words import asked, asked_with, at_odin, said_after
from tests.scenes import marked_seat, to_odin
from tests.seven import HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_2

ODINS_TURN = Asked("action.odin", ODIN)


def said_next(table: VirtualTable) -> str:
    said: Said = table.hears(Said)
    return said.text


def left_by(table: VirtualTable, port: str) -> list[tuple[float, Any]]:
    return [(t, what) for t, one, what in table.outputs if one == port]


def test_it_is_said_half_a_second_after_stepping_stops(table: VirtualTable) -> None:
    table.hears(Asked("menu.game"), Said, Said, Said)
    table.taps(PANEL, "down", 3)  # each a fifth of a second after the one before
    stepped = table.now - 0.2
    assert said_next(table) == marked_on(table.screen)
    assert table.now - stepped == pytest.approx(0.5)
    table.hears_nothing_for(3)


def test_ok_right_after_a_step_waits_for_no_word(table: VirtualTable) -> None:
    table.hears(Asked("menu.game"), Said)
    table.taps(PANEL, "down", 2)
    marked = marked_on(table.screen)
    table.ok()
    assert said_next(table) != marked
    assert Said(marked) not in table.all_heard(Said)


def test_a_step_cuts_the_word_before_and_no_sooner(table: VirtualTable) -> None:
    to_odin(table)
    table.hears_out(8)
    table.taps(ODIN, "down")
    said_next(table)
    hushed = len(left_by(table, "hush"))
    table.advance(0.2)
    assert len(left_by(table, "hush")) == hushed
    table.taps(ODIN, "down")
    assert len(left_by(table, "hush")) == hushed + 1
    assert said_next(table) == marked_on(table.screen)


@pytest.mark.parametrize("held", [0.6, 0.8, 3.0])
def test_a_held_button_tells_where_it_stopped(table: VirtualTable, held: float) -> None:
    table.decides("menu.game", "scorepad")
    table.hears(Asked("option.players"), Said, Said)
    table.press(PANEL, "up")
    table.never_hears(Said, within=held)
    table.press(PANEL, "up", down=False)
    assert said_next(table) in words_of(table.screen)
    table.hears_nothing_for(3)


def test_a_hold_that_chooses_is_not_talked_into(table: VirtualTable) -> None:
    to_odin(table)
    table.hears_out(8)
    table.taps(ODIN, "down")
    table.holds(ODIN, "up")
    table.hears(CardLaid("odin", THOR))
    since = [one.what for one in table.heard[-2:]]
    assert since[0] == CardLaid("odin", THOR)


def test_a_thumb_held_by_nobody_knows_whom_delays_it_no_longer_than_a_hold(table: VirtualTable) -> None:
    to_odin(table)
    table.hears_out(8)
    table.taps(ODIN, "down")
    stepped = table.now
    table.reports(HEL, "down")  # and nothing more is heard of it
    said_next(table)
    assert table.now - stepped < 1.0


def test_a_player_who_steps_is_not_silent(table: VirtualTable) -> None:
    to_odin(table)
    table.hears_out(6)
    for _ in range(6):
        table.taps(ODIN, "down")
        assert said_next(table) == marked_on(table.screen)
        table.advance(3)
    assert said_next(table) != marked_on(table.screen)


def test_news_is_not_cut_off_by_it(table: VirtualTable) -> None:
    to_odin(table)
    table.hears_out(8)
    table.post(Fault("pads", "stuck", 7))
    table.hears(Announced("pads-stuck"), Said)
    told = table.now
    table.taps(ODIN, "down")
    assert said_next(table) == marked_on(table.screen)
    assert table.now - told > 2


def test_repeat_asks_once_more_and_says_where_the_cursor_is(table: VirtualTable) -> None:
    to_odin(table)
    table.hears_out(8)
    table.taps(PANEL, "repeat")
    assert [said_next(table) for _ in asked(at_odin())] == asked(at_odin())
    table.hears_nothing_for(3)
    table.taps(ODIN, "down")
    table.hears_out(3)
    table.taps(PANEL, "repeat")
    table.hears_out(9)
    assert said_after(table, Said(marked_on(table.screen))) == asked_with(at_odin(), marked_on(table.screen))


def test_questions_stay_open_for_those_who_listen_to_them(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    table.hears(Asked("questions"), *[Said] * 6)
    for _ in range(10):
        table.taps(PANEL, "down")
        assert said_next(table) == marked_on(table.screen)
        table.advance(5)
    table.taps(PANEL, "back")
    table.hears(ODINS_TURN)


def test_the_lamp_of_the_marked_seat_is_lit(table: VirtualTable) -> None:
    to_odin(table)
    assert table.lit == {ODIN}
    table.taps(ODIN, "down", 2)
    assert marked_seat(table) == VALKYRIE_2
    assert table.lit == {ODIN, VALKYRIE_2}
    table.taps(ODIN, "up", 3)  # by way of the first, to passing
    assert marked_seat(table) == 0
    assert table.lit == {ODIN}
    table.taps(ODIN, "down")
    table.holds(ODIN, "up")
    table.hears(CardLaid("odin", VALKYRIE_1), Asked("action.thor", THOR))
    assert table.lit == {THOR}


def test_no_lamp_is_lit_before_pads_have_seats(table: VirtualTable) -> None:
    table.decides("menu.game", "gotterdammerung")
    table.hears(Asked("option.players"))
    table.taps(PANEL, "up")
    assert table.lit == frozenset()


def to_whom(table: VirtualTable) -> None:
    to_odin(table)
    table.answers("pass")
    table.decides("action.thor", "pass")
    table.decides("council.accuse", ODIN)
    table.hears(Asked("council.whom", ODIN))
    table.hears_out(20)


def test_one_hold_accuses_nobody_for_nobody_was_named(table: VirtualTable) -> None:
    to_whom(table)
    table.holds(ODIN, "up")
    table.never_hears(Accused, within=2)
    table.ok()
    table.never_hears(Accused, within=2)
    assert table.all_heard(Asked)[-1] == Asked("council.whom", ODIN)


def test_who_is_accused_in_haste_was_named(table: VirtualTable) -> None:
    """The hold follows the step at once."""
    to_whom(table)
    table.press(ODIN, "down")
    table.advance(0.1)
    table.press(ODIN, "down", down=False)
    table.holds(ODIN, "up")
    table.hears(Said("Valkyrie 1"), Accused(ODIN, VALKYRIE_1))
    table.holds(PANEL, "back")
    table.hears(Asked("council.whom", ODIN))
    table.hears_out(20)
    table.taps(PANEL, "down", 2)
    table.ok()
    table.hears(Said("Thor"), Accused(ODIN, THOR))


def test_a_button_that_ran_on_is_named_before_ok_accuses(table: VirtualTable) -> None:
    to_whom(table)
    table.holds(PANEL, "down", 1.0)
    table.ok()
    table.never_hears(Accused)
    named = table.screen
    table.hears(Said(marked_on(named)))
    table.ok()
    table.hears(Accused)
