"""What is said is heard to its end, and the last words tell closed eyes to open."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.ports import PANEL, estimated_length
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from tests.scenes import passes, to_odin, to_the_night
from tests.seven import VALKYRIE_1


def cut_off(table: VirtualTable) -> list[str]:
    """Sentences that were hushed before they were over; they are said one after the other."""
    cut: list[str] = []
    waiting: list[tuple[float, str]] = []  # when each is over
    for t, port, what in table.outputs:
        if port == "voice":
            begins = max([t, *(end for end, _text in waiting)])
            waiting.append((begins + estimated_length(what), what))
        elif port == "hush":
            cut += [text for end, text in waiting if end > t + 0.01]
            waiting.clear()
    return cut


@pytest.mark.parametrize("paused", ["in the open", "in the night"])
def test_after_a_pause_the_recap_is_heard_to_its_end(tmp_path: Path, paused: str) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.answers(VALKYRIE_1)
        passes(table, "thor")
        if paused == "in the night":
            table.hears(AtBeat("look"))
        else:
            table.hears(Asked("council.accuse"))
            table.advance(20)
        before = len(table.outputs)
        table.holds(PANEL, "repeat")
        table.advance(20)
        table.taps(PANEL, "repeat")
        table.hears(Announced("go-on"), Asked)
        table.advance(5)
        table.outputs = table.outputs[before:]
        table.outputs = table.outputs[[what for _t, _port, what in table.outputs].index("Let's go on.") :]
        assert cut_off(table) == []
        assert len([port for _t, port, _what in table.outputs if port == "voice"]) > 3


# ---------------------------------------------------------------- the last words


def test_switched_off_with_closed_eyes_it_says_to_open_them(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_the_night(table)
        table.hears(AtBeat("agree"))
        table.switch_off()
        assert not table.hears_the_storm()
        assert table.all_heard(Said)[-1] == Said("Open your eyes. The game is saved. Good night.")


def test_switched_off_with_open_eyes_it_does_not(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.switch_off()
        assert table.all_heard(Said)[-1] == Said("Good night.")


def test_after_a_power_cut_the_name_of_the_game_comes_first(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
    with evening(tmp_path) as table:
        table.hears(Asked("menu.resume"))
        assert table.hears(Said).text.startswith("Götterdämmerung ")
