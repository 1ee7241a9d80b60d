"""Remarks are said with the next prompt, and a press cuts them off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import TextScreen
from gm_appliance.core.ports import Fault
from gm_appliance.games.thor.events import GodTaken, RoundOver
from gm_appliance.testing import Asked, Said, VirtualTable, evening

PANEL = 0
OFFER, TAKE = Asked("turn.offer"), Asked("turn.take")


def to_the_first_turn(table: VirtualTable) -> None:
    """Two play a live round of Thor, without names; the first of them begins."""
    table.pads = {}
    table.decides("menu.game", "thor")
    table.decides("option.players", 2)
    table.decides("option.mode", "live")
    table.decides("menu.rules", "rules")
    for option, value in (("match", "single"), ("first", "choose"), ("last_card", "may")):
        table.decides(f"option.{option}", value)
    if table.hears(Asked).name == "menu.people":
        table.answers("none")
        table.hears(Asked)
    table.answers(1)
    table.hears(OFFER)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        to_the_first_turn(table)
        yield table


def when(table: VirtualTable, port: str) -> list[float]:
    return [t for t, at, _what in table.outputs if at == port]


def test_a_whole_turn_takes_no_longer_than_its_presses(table: VirtualTable) -> None:
    begun = when(table, "display")[-1]
    for _turn in range(4):
        table.ok()
        table.hears(TAKE)
        table.ok()
        table.hears(OFFER)
    assert when(table, "display")[-1] - begun < 4 * 2 * 1.0


def test_a_press_cuts_a_remark_off(table: VirtualTable) -> None:
    table.ok()
    table.hears(TAKE)
    silenced = len(when(table, "hush"))
    table.ok()
    table.hears(GodTaken, OFFER)
    assert len(when(table, "hush")) > silenced


def test_a_remark_is_said_once(table: VirtualTable) -> None:
    before = len(table.heard)
    table.ok()
    table.hears(TAKE)
    table.advance(5.0)
    placed, asked, suggested, *_handling = said_since(table, before)
    before = len(table.heard)
    table.taps(PANEL, "repeat")
    table.advance(5.0)
    again = said_since(table, before)
    assert again[:2] == [asked, suggested]
    assert placed not in again


def said_since(table: VirtualTable, before: int) -> list[str]:
    return [one.what.text for one in table.heard[before:] if isinstance(one.what, Said)]


def test_where_nobody_hears_a_remark_is_written_out_before_the_prompt(table: VirtualTable) -> None:
    table.post(Fault("sound", "missing"))
    table.advance(60.0)
    table.advance(60.0)
    since = len(table.outputs)
    table.ok()
    table.hears(TAKE)
    written = [
        what for _t, at, what in table.outputs[since:] if at == "display" and isinstance(what, TextScreen)
    ]
    (placed,) = [said for said in said_since(table, 0) if "Odin, 0" in said]
    assert placed in [one.text for one in written]


def test_what_is_waited_for_comes_after_the_remarks_before_it(table: VirtualTable) -> None:
    """The last turn's remark, and then the count."""
    before = 0
    for number in range(6):
        table.ok()
        table.hears(TAKE)
        before = len(table.heard)
        table.ok()
        table.hears(GodTaken)
        if number < 5:
            table.hears(OFFER)
    table.hears(RoundOver)
    table.advance(8.0)
    told = said_since(table, before)
    assert "Thor" in told[0]  # the last card taken
    assert len(told) > 2


def test_after_a_power_cut_it_is_told_again_before_where_the_game_stands(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_the_first_turn(table)
        table.answers("odin-3")
        table.hears(TAKE)
    with evening(tmp_path) as table:
        table.hears(Asked("menu.resume"))
        before = len(table.heard)
        table.answers("resume")
        table.hears(TAKE)
        placed, *recap = said_since(table, before)
        assert "Odin, 3" in placed
        assert not any("Odin, 3" in one for one in recap)
