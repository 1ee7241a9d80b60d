"""Named setups: from the file to the menu, and the messages for mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.config import Configuration, parse
from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.core.ports import PANEL
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.testing import Asked, VirtualTable, evening
from tests.config.told import configured, mistakes

HEADER = "[[games.scorepad.preset]]"
TWO = (
    f"{HEADER}\nname = 'Hearts'\nwins = 'lowest'\ntarget = 100\n{HEADER}\nname = 'Ten rounds'\nrounds = 10\n"
)


def shown(table: VirtualTable) -> tuple[str, ...]:
    assert isinstance(table.screen, MenuScreen)
    return table.screen.items


def test_a_preset_asks_only_how_many_play(tmp_path: Path) -> None:
    with evening(tmp_path, configured(TWO)) as table:
        table.decides("menu.game", "scorepad")
        table.hears(Asked("menu.preset"))
        assert shown(table)[:2] == ("Hearts", "Ten rounds")
        table.ok()
        table.decides("option.players", 3)
        table.decides("dealer.first", 1)
        for points in (40, 101, 7):
            table.decides("entry.points", points)
        table.decides("reached.target", "end")  # at a hundred, though only the third entry ends the round
        table.sees("Final standings")
        assert table.screen.rows[0][1] == "7"  # type: ignore[union-attr]


def test_the_last_three_setups_are_offered_before_them(tmp_path: Path) -> None:
    with evening(tmp_path, configured(TWO)) as table:
        for players, preset in ((2, 1), (3, 2), (4, 1), (5, 2)):
            table.decides("menu.game", "scorepad")
            if players > 2:
                table.decides("menu.same", "no")
            table.decides("menu.preset", preset)
            table.decides("option.players", players)
            table.hears(Asked("dealer.first"))
            table.taps(PANEL, "back")
            table.decides("questions", "end")
            table.hears(Asked("leave.end"))
            table.ok()
            table.decides("menu.again", "other")
        table.decides("menu.game", "scorepad")
        table.hears(Asked("menu.same"))
        assert len(shown(table)) == 4
        assert shown(table)[1:3] == ("4: fewest to 100", "3: most, 10 rounds")
        table.answers("third")
        table.decides("dealer.first", 3)
        for points in (1, 2, 3):
            table.decides("entry.points", points)
        table.hears(Asked("round.next"))


def test_the_usual_ones_begin_a_game_each() -> None:
    presets = Configuration().game("scorepad").presets
    assert len(presets) > 3
    for one in presets:
        assert set(SCOREPAD.complete({**one.options, "players": 7})) - set(one.options) == {
            "players",
            "enters",
        }


def test_what_a_preset_leaves_out_is_as_configured() -> None:
    (one,) = (
        parse(f"[games.scorepad]\nmode = 'free'\n{HEADER}\nname = 'Mine'\nplayers = 2\n".encode())
        .game("scorepad")
        .presets
    )
    assert one.options == {"players": 2, "mode": "free", "wins": "highest", "until": "none"}


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (f"{HEADER}\nname = 'A'\ntarget = 1000000", 3, "Possible: a whole number from -999999 to 999999"),
        (f"{HEADER}\nname = '{'A' * 21}'\n", 2, "a name of 1 to 20 letters"),
        (f"{TWO}{HEADER}\nname = 'Hearts'\n", 8, "'Hearts' is used twice"),
        (f"{HEADER}\nname = 'A'\ntarget = 5\nrounds = 5\n", 1, "target = 5 has no effect with"),
    ],
)
def test_a_mistake_in_a_preset_is_told_with_its_line(text: str, line: int, told: str) -> None:
    (what,) = mistakes(text)
    assert what.startswith(f"{line}: ")
    assert told in what
