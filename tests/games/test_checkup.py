"""The check-up at the table: presses are echoed, faults are found, and BACK leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import MenuScreen, RingScreen
from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.games.checkup.rules import BUTTON_LIMIT, PADS_LIMIT, Checked, Echoed, Finding, HornBlown
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, VirtualTable, evening


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.decides("menu.game", "parts")
        yield table


def says_yes(table: VirtualTable, *questions: str) -> None:
    for question in questions:
        table.decides(f"check.{question}", "yes")


def presses_as_asked(table: VirtualTable) -> None:
    for button in ("up", "down", "back", "repeat", "ok"):
        table.hears(Asked("check.button"))
        table.taps(PANEL, button)
        table.hears(Echoed(PANEL, button))


def finds(table: VirtualTable) -> set[Finding]:
    checked: Checked = table.hears(Checked)
    table.hears(Asked("check.findings"))
    return set(checked.findings)


def test_a_whole_box_is_found_whole_and_ok_leads_to_the_menu(table: VirtualTable) -> None:
    says_yes(table, "voice", "horn", "display")
    presses_as_asked(table)
    table.hears(Asked("check.pads"))
    for button in ("up", "down"):
        table.taps(4, button)
        table.hears(Echoed(4, button))
        assert table.lit == {4}
    table.ok()
    says_yes(table, "lamps")
    assert finds(table) == set()
    table.ok()
    table.hears(Asked("menu.game"))


def test_the_horn_is_blown_before_it_is_asked_for_and_with_repeat(table: VirtualTable) -> None:
    says_yes(table, "voice")
    table.hears(HornBlown, Asked("check.horn"))
    assert table.sounds == ["horn", "horn"]  # the first one at the start
    table.taps(PANEL, "repeat")
    assert table.sounds == ["horn"] * 3


def test_what_is_neither_seen_nor_heard_is_found(table: VirtualTable) -> None:
    for question in ("voice", "horn", "display"):
        table.decides(f"check.{question}", "no")
    presses_as_asked(table)
    table.decides("check.pads", "ok")
    assert finds(table) == {Finding("voice"), Finding("horn"), Finding("display")}
    assert isinstance(table.screen, MenuScreen)
    assert len(table.screen.items) == 3


def test_a_button_that_is_never_heard_is_found(table: VirtualTable) -> None:
    says_yes(table, "voice", "horn", "display")
    table.hears(Asked("check.button"))
    table.taps(PANEL, "up")
    table.hears(Asked("check.button"))
    table.advance(BUTTON_LIMIT)
    for button in ("back", "repeat", "ok"):
        table.hears(Asked("check.button"))
        table.taps(PANEL, button)
    table.decides("check.pads", "ok")
    assert finds(table) == {Finding("button", "down")}


def test_buttons_whose_wires_are_swapped_are_found(table: VirtualTable) -> None:
    says_yes(table, "voice", "horn", "display")
    for swapped in ("down", "down", "up", "up"):
        table.hears(Asked("check.button"))
        table.taps(PANEL, swapped)
    for button in ("back", "repeat", "ok"):
        table.hears(Asked("check.button"))
        table.taps(PANEL, button)
    table.decides("check.pads", "ok")
    assert finds(table) == {Finding("button", "up", heard="down"), Finding("button", "down", heard="up")}


def test_a_button_pressed_by_mistake_is_told_and_nothing_is_wrong(table: VirtualTable) -> None:
    says_yes(table, "voice", "horn", "display")
    table.hears(Asked("check.button"))
    table.taps(PANEL, "repeat")
    presses_as_asked(table)
    table.decides("check.pads", "ok")
    assert finds(table) == set()


def test_a_pads_switch_that_does_not_echo_is_found_and_a_dark_lamp(table: VirtualTable) -> None:
    says_yes(table, "voice", "horn", "display")
    presses_as_asked(table)
    table.hears(Asked("check.pads"))
    for pad, button in ((2, "up"), (9, "down"), (2, "down"), (2, "up")):
        table.taps(pad, button)
    assert isinstance(table.screen, RingScreen)
    assert [at for at, one in enumerate(table.screen.seats, 1) if not one.hollow] == [2]
    table.ok()
    table.hears(Asked("check.lamps"))
    assert table.lit == {2, 9}
    table.answers("no")
    table.hears(Asked("check.dark"))
    assert table.lit == {2, 9}
    for button in ("down", "up"):  # whichever is nearer
        table.taps(9, button)
        table.hears(Echoed(9, button))
    assert isinstance(table.screen, RingScreen)
    assert [at for at, one in enumerate(table.screen.seats, 1) if not one.hollow] == [2]
    table.ok()
    assert finds(table) == {Finding("pad", "up", 9), Finding("lamp", pad=9)}


def test_a_dark_lamp_is_found_even_if_nobody_says_where(table: VirtualTable) -> None:
    says_yes(table, "voice", "horn", "display")
    presses_as_asked(table)
    table.hears(Asked("check.pads"))
    for button in ("up", "down"):
        table.taps(5, button)
    table.ok()
    table.decides("check.lamps", "no")
    table.hears(Asked("check.dark"))
    table.advance(PADS_LIMIT)
    assert finds(table) == {Finding("lamps")}


def test_nobody_has_to_press_anything_to_be_done_with_pads(table: VirtualTable) -> None:
    says_yes(table, "voice", "horn", "display")
    presses_as_asked(table)
    table.hears(Asked("check.pads"))
    table.advance(PADS_LIMIT)
    assert finds(table) == set()


def test_back_leads_to_the_menu_wherever_it_is_no_button_to_be_tried(table: VirtualTable) -> None:
    table.hears(Asked("check.voice"))
    table.taps(PANEL, "back")
    table.hears(Asked("menu.game"))


def test_it_is_found_without_a_voice(table: VirtualTable) -> None:
    table.hears(Asked("check.voice"))
    table.post(Fault("voice", "missing"))
    table.advance(30.0)
    table.answers("no")
    for question in ("horn", "display"):
        table.hears(Asked(f"check.{question}"))
        table.advance(30.0)  # it is written out first
        table.answers("yes")
    for button in ("up", "down", "back", "repeat", "ok"):
        table.hears(Asked("check.button"))
        table.advance(15.0 if button == "up" else 1.0)
        table.taps(PANEL, button)
    table.hears(Asked("check.pads"))
    table.advance(30.0)
    table.ok()
    assert finds(table) == {Finding("voice")}


def test_nothing_of_it_is_kept_and_a_game_that_waits_still_does(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.decides("menu.game", "scorepad")
        table.decides("option.players", 4)
        table.decides("option.mode", "round")
        table.decides("option.wins", "highest")
        table.decides("option.until", "none")
        table.hears(Asked("dealer.first"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "parts")
        table.decides("check.voice", "yes")
        table.hears(Asked("check.horn"))
        table.taps(PANEL, "back")
        table.decides("menu.resume", "resume")
        table.hears(Asked("dealer.first"))
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert [session.game for session in journal.sessions()] == ["scorepad"]
