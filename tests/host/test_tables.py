"""Other tables: pads at other seats than their numbers, and setups."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.ports import Fault
from gm_appliance.games.gotterdammerung import events
from gm_appliance.hidden_roles import events as kit_events
from gm_appliance.testing import Asked, AtBeat, Said, VirtualTable, evening
from tests import scenes
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4

PADS = {ODIN: 7, VALKYRIE_1: 11, THOR: 5, VALKYRIE_2: 1, VALKYRIE_3: 15, HEL: 2}
"""Pads by seat, as they were taken from the bag; Valkyrie four has none."""


def to_odin_with_one_pad_missing(table: VirtualTable) -> None:
    table.pads = dict(PADS)
    scenes.choose_the_game(table)
    for seat in EVERYBODY:
        scenes.asks_next(table, "setup.pad", seat)
        # Seats that were called are lit; the display marks the next one.
        assert table.lit == set(range(ODIN, seat))
        assert scenes.marked_seat(table) == seat
        if seat in PADS:
            table.taps(seat, "up")
        else:
            table.ok()
        table.hears(kit_events.PadCalled(seat, none=seat not in PADS, swap=False))
    table.decides("setup.deal", "dealt")
    table.decides("setup.factions", {str(seat): scenes.FACTIONS[str(seat)] for seat in PADS})
    table.hears(AtBeat("open"))
    scenes.asks_next(table, "setup.faction", VALKYRIE_4)
    table.answers(scenes.FACTIONS[str(VALKYRIE_4)])
    table.hears(kit_events.FactionsLearned(fit=True))
    scenes.night(table, VALKYRIE_3)
    scenes.throw(table, 1, 1, THOR)
    scenes.asks_next(table, "action.odin", ODIN)


def the_rest_of_the_first_round(table: VirtualTable) -> None:
    """Thor wounds Valkyrie four, who has no pad; he is banished himself."""
    table.answers("pass")
    scenes.acts(table, "thor", VALKYRIE_4)
    scenes.passes(table, "hel")
    scenes.accuse(table, ODIN, THOR, HEL)
    thumbs = {seat: "up" if seat in (THOR, VALKYRIE_2) else "down" for seat in EVERYBODY}
    scenes.asks_next(table, "council.vote")
    table.answers({str(seat): thumbs[seat] for seat in PADS})
    assert table.lit == frozenset()
    scenes.asks_next(table, "council.booth", VALKYRIE_4)
    table.answers(thumbs[VALKYRIE_4])
    assert table.hears(kit_events.ThumbsShown).thumbs == thumbs
    assert table.lit == {ODIN, VALKYRIE_1, HEL, VALKYRIE_3}, "Valkyrie four has no lamp"
    assert "thumb down" in table.lies_at(VALKYRIE_4)
    scenes.counted(table, 4, 2)
    table.hears(kit_events.Banished(THOR, "council"))


def the_same_people_are_not_called_again(table: VirtualTable) -> None:
    scenes.asks_next(table, "setup.deal")
    table.ok()
    scenes.asks_next(table, "setup.factions")


def test_pads_lie_anyhow_and_one_seat_has_none(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin_with_one_pad_missing(table)
        the_rest_of_the_first_round(table)
        table.hears(Asked("oracle.first-die"))
        table.taps(PANEL, "back")
        table.decides("questions", "end")
        table.decides("leave.end", "end")

        # The same people sit where they sat.
        scenes.asks_next(table, "menu.again")
        table.ok()
        the_same_people_are_not_called_again(table)

    # So they do after the box was switched off in the middle of a game, and another one is begun.
    with evening(tmp_path) as table:
        table.pads = dict(PADS)
        table.decides("menu.resume", "new")
        table.decides("menu.game", "gotterdammerung")
        table.hears(Asked("menu.same"))
        table.ok()
        the_same_people_are_not_called_again(table)


def test_after_a_restart_pads_are_where_they_were(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin_with_one_pad_missing(table)
    with evening(tmp_path) as table:
        table.pads = dict(PADS)
        table.decides("menu.resume", "resume")
        scenes.asks_next(table, "action.odin", ODIN)
        assert table.lit == {ODIN}
        table.taps(ODIN, "down")
        assert scenes.marked_seat(table) == THOR


def test_a_pad_that_was_not_called_is_nobodys(table: VirtualTable) -> None:
    to_odin_with_one_pad_missing(table)
    table.hears_out(6)
    table.pads[VALKYRIE_4] = THOR  # a seventh pad turns up, of the number of Thor's seat
    table.holds(VALKYRIE_4, "up")
    table.never_hears(Said, events.CardLaid, Asked, within=3)
    assert scenes.marked_seat(table) == VALKYRIE_1


@pytest.mark.parametrize(
    ("ballot", "by"), [("booth", "a fault"), ("thumbs", "a fault"), ("booth", "volume 0")]
)
def test_pads_that_nobody_hears_are_left_before_eyes_are_closed(
    table: VirtualTable, ballot: str, by: str
) -> None:
    scenes.choose_the_game(table)
    for seat in EVERYBODY:
        table.decides("setup.pad", seat)
    table.hears(Asked("setup.deal"))
    if by == "a fault":
        table.post(Fault("voice", "lost"))
        table.advance(15)  # what is written out is read first
    else:
        table.taps(PANEL, "back")
        for name, value in (("questions", "volume"), ("volume", 0), ("questions", "back")):
            table.decides(name, value)
        table.hears(Asked("setup.deal"))
        table.advance(15)
    table.answers("dealt")
    table.hears(Asked("ballot.unheard"))
    assert not table.hears_the_storm()
    table.advance(15)
    table.answers(ballot)
    table.hears(kit_events.BallotChanged(ballot), Asked("signals"))
    table.ok()
    table.hears(Asked("conspiracy.night"))
    assert not table.all_heard(Asked("setup.factions"))


def test_a_voice_lost_in_the_game_takes_the_factions_with_it_and_undo_brings_them_back(
    table: VirtualTable,
) -> None:
    scenes.to_the_night(table)
    table.holds(PANEL, "repeat")  # in the lead-in
    table.post(Fault("sound", "lost"))
    table.advance(9)
    table.taps(PANEL, "repeat")
    for ballot in ("booth", "pads"):
        table.hears(Asked("ballot.unheard"))
        table.advance(15)
        table.answers(ballot)
        if ballot == "booth":
            table.hears(kit_events.BallotChanged, Asked("signals"))
            table.holds(PANEL, "back")
    table.hears(Asked("signals"))
    table.ok()
    scenes.night(table, VALKYRIE_3)
    table.never_hears(Asked("ballot.unheard"))
