"""If a pad is pressed where only the panel can answer, the box says so, once, and never about a secret."""

from __future__ import annotations

from gm_appliance.core.ports import Fault
from gm_appliance.hidden_roles.events import NobodyBanished
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable
from gm_appliance.testing.screens import words_of
from tests.scenes import to_the_first_points, to_the_first_vote, to_the_night
from tests.seven import EVERYBODY, ODIN, PANEL, THOR

BOX = Announced("at-the-box")


def told_at_pads(table: VirtualTable) -> int:
    return len(table.all_heard(BOX))


def test_at_the_first_press_of_a_pad_it_is_said_that_the_box_is_asked(table: VirtualTable) -> None:
    to_the_first_points(table, 3)
    asked = table.now
    table.taps(THOR, "up")
    assert not told_at_pads(table), "while the question is said"
    table.hears(BOX, Said("Answer at the box."), Said)
    assert table.now - asked > 2.0
    for seat in (ODIN, THOR):
        table.hears_out(20)
        table.taps(seat, "up")
        table.holds(seat, "down")
    assert told_at_pads(table) == 1
    table.answers(3)
    table.hears(Asked("entry.points"))
    table.hears_out(8)
    table.taps(ODIN, "up")
    assert told_at_pads(table) == 2, "a question of its own"


def test_who_answers_at_the_box_meanwhile_is_not_told_to(table: VirtualTable) -> None:
    to_the_first_points(table, 3)
    table.taps(THOR, "up")
    table.taps(PANEL, "up")
    table.advance(30)
    assert not told_at_pads(table)


def test_without_sound_it_is_written(table: VirtualTable) -> None:
    to_the_first_points(table, 3)
    table.post(Fault("sound", "missing"))
    table.advance(30)
    table.taps(THOR, "up")
    table.advance(0.5)
    assert "Answer at the box." in " ".join(words_of(table.screen))
    table.advance(20)
    table.answers(3)
    table.hears(Asked("entry.points"))


def test_nothing_of_it_while_people_talk_or_something_is_secret(table: VirtualTable) -> None:
    to_the_night(table)
    for mark in ("close", "agree", "name", "open"):
        table.hears(Asked("conspiracy")) if mark == "close" else None
        table.hears(AtBeat(mark))
        for seat in EVERYBODY:
            table.press(seat, "down")
    table.hears(NobodyBanished)
    for seat in EVERYBODY:
        table.press(seat, "down", down=False)  # of presses that began with closed eyes
    table.hears(Asked("oracle.first-die"))
    table.advance(60)
    assert not told_at_pads(table)


def test_nothing_of_it_in_the_booth(table: VirtualTable) -> None:
    to_the_first_vote(table, "booth")
    table.hears(Asked("council.booth"))
    table.hears_out(8)
    table.taps(THOR, "up")
    table.advance(60)
    assert not told_at_pads(table)
