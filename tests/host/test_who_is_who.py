"""The box says who sits where before it asks anything else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gm_appliance.core.cues.screens import RingScreen
from gm_appliance.hidden_roles.events import AllSeated
from gm_appliance.testing import Asked, Said, VirtualTable
from tests.app.life import Box, Life
from tests.app.players import one_life
from tests.scenes import choose_the_game, everybody_is_called, marked_seat
from tests.seven import EVERYBODY, ODIN, PANEL


def marked_on_rings(screens: Iterable[object]) -> list[int]:
    rings = [one for one in screens if isinstance(one, RingScreen)]
    return [[seat.marked for seat in ring.seats].index(True) + 1 for ring in rings]


def test_the_same_people_are_told_who_is_who_and_press_nothing(table: VirtualTable) -> None:
    choose_the_game(table)
    everybody_is_called(table)
    table.hears(Asked("setup.deal"))
    table.taps(PANEL, "back")
    table.decides("questions", "end")
    table.decides("leave.end", "end")
    table.hears(Asked("menu.again"))
    before = len(table.outputs)
    table.answers("again")
    table.hears(AllSeated(), Said)
    for seat in EVERYBODY[1:]:
        table.hears(Said)
        assert marked_seat(table) == seat
    assert table.hears(Asked).name == "setup.deal"
    shown = marked_on_rings(what for _t, port, what in table.outputs[before:] if port == "display")
    assert [*dict.fromkeys(shown)] == [*EVERYBODY]


def test_ok_skips_the_words_and_no_picture(table: VirtualTable) -> None:
    choose_the_game(table, "thumbs")
    table.hears(AllSeated(), Said)
    before = table.now
    table.ok()
    table.hears(Asked("setup.deal"))
    assert table.now - before < 1.0
    shown = marked_on_rings(what for _t, port, what in table.outputs if port == "display")
    assert {*shown} == {*EVERYBODY}


def test_they_are_told_again_after_a_power_cut_as_long_as_nothing_was_chosen(tmp_path: Path) -> None:
    box = Box(tmp_path)
    first, again = (one_life(box, at={"setup.pad": Life.cut}) for _ in range(2))
    assert len(first.all_heard(AllSeated)) == 1
    assert again.all_heard(Asked("menu.resume"))
    titled = [one for one in again.of("show") if getattr(one, "title", "")]  # a pad's call has no title
    assert marked_on_rings(titled) == [ODIN]
