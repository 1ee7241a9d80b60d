"""At the table and by `gm-appliance history` results are listed by name, and those of Thor as all others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm_appliance import cli
from gm_appliance.core.cues.screens import BarsScreen, GridScreen
from gm_appliance.storage.results import NAME
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.seven import PANEL

ROSTER = ("Anna", "Zoë", "Jean-Luc")


def chooses(table: VirtualTable, **answers: int | str) -> None:
    for name, value in answers.items():
        table.decides(name.replace("_", ".", 1), value)


def scores_by_name(table: VirtualTable) -> None:
    """A round: Zoë, at seat 1, has 4, Jean-Luc has 9."""
    begins_by_name(table)
    goes_on_by_name(table)


def begins_by_name(table: VirtualTable) -> None:
    chooses(table, menu_game="scorepad", option_players=2, option_mode="round", option_wins="highest")
    chooses(table, option_until="rounds", option_rounds=1, menu_people="choose")
    table.decides("menu.person", 2)
    table.decides("menu.person", 3)
    chooses(table, dealer_first=1, entry_points=9)


def goes_on_by_name(table: VirtualTable) -> None:
    chooses(table, entry_points=4, reached_rounds="end", final_read="done")
    table.hears(Asked("menu.again"))


def plays_thor(table: VirtualTable) -> None:
    """Two rounds of two, told at their ends: 10 to 5 and 0 to 12."""
    chooses(table, menu_game="thor", option_players=2, option_mode="final", menu_rules="start")
    enters_a_round(table, 5, 2, 1)
    table.decides("round.next", "next")
    enters_a_round(table, 3, 0, 4)
    table.decides("match.over", "done")
    table.hears(Asked("menu.again"))


def enters_a_round(table: VirtualTable, value: int, *counts: int) -> None:
    """At the last god lies an offer, and everybody has so many of that god's cards; at the others none."""
    table.decides("final.begin", "enter")
    for _ in range(4):
        chooses(table, final_offer="none")
        enters_counts(table, 0, 0)
    chooses(table, final_offer=value)
    enters_counts(table, *counts)


def enters_counts(table: VirtualTable, *counts: int) -> None:
    for number in counts:
        table.decides("final.count", number)


def rows_at_the_table(table: VirtualTable) -> tuple[tuple[str, ...], ...]:
    """Of the newest result; the page stays open."""
    table.decides("menu.game", "results")
    table.hears(Asked("menu.results"))
    table.advance(0)
    assert isinstance(table.screen, GridScreen)
    return table.screen.rows


def bars_at_the_table(table: VirtualTable) -> tuple[tuple[str, int], ...]:
    table.taps(PANEL, "up")
    assert isinstance(table.screen, BarsScreen)
    return table.screen.bars


def history(capsys: pytest.CaptureFixture[str], state: Path, *words: str) -> str:
    assert cli.main(["history", "--state", str(state), *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def only_one(capsys: pytest.CaptureFixture[str], state: Path) -> dict[str, Any]:
    (one,) = json.loads(history(capsys, state, "--json"))
    assert isinstance(one, dict)
    return one


def line_of_it(capsys: pytest.CaptureFixture[str], state: Path) -> list[str]:
    """Game, players, winner and points, as the table for people has them."""
    _head, line = history(capsys, state).splitlines()
    return [cell.strip() for cell in line.split("  ") if cell.strip()][1:-1]


# ---------------------------------------------------------------- by name


def test_who_played_is_listed_by_name_at_the_table(tmp_path: Path) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        scores_by_name(table)
        table.answers("other")
        assert rows_at_the_table(table) == (("1. Jean-Luc", "9"), ("2. Zoë", "4"))
        _game, won, first, second = (table.hears(Said).text for _ in range(4))
        assert ("Jean-Luc" in won, "Zoë" in won) == (True, False)
        assert ("Jean-Luc" in first, "9" in first) == (True, True)
        assert ("Zoë" in second, "4" in second) == (True, True)
        assert bars_at_the_table(table) == (("Jean-Luc", 1),)


def test_who_played_is_listed_by_name_in_the_history(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with evening(tmp_path, roster=ROSTER) as table:
        scores_by_name(table)
    assert line_of_it(capsys, tmp_path) == ["Score pad", "2", "Jean-Luc", "9, 4"]
    one = only_one(capsys, tmp_path)
    assert (one["names"], one["winners"], one["winning_players"]) == (["Zoë", "Jean-Luc"], [2], ["Jean-Luc"])


def test_the_names_outlive_a_power_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game that is gone on with after the roster has changed."""
    with evening(tmp_path, roster=ROSTER) as table:
        begins_by_name(table)
        table.hears(Asked("entry.points"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "resume")
        goes_on_by_name(table)
    assert only_one(capsys, tmp_path)["names"] == ["Zoë", "Jean-Luc"]


def test_the_names_are_known_to_the_journal_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As when the result could not be written."""
    with evening(tmp_path, roster=ROSTER) as table:
        scores_by_name(table)
    (tmp_path / NAME).unlink()
    with evening(tmp_path):
        pass
    assert only_one(capsys, tmp_path)["names"] == ["Zoë", "Jean-Luc"]


# ---------------------------------------------------------------- Thor


def test_a_match_of_thor_is_listed_at_the_table(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        plays_thor(table)
        table.answers("other")
        (first, best), (second, worst) = rows_at_the_table(table)
        assert (best, worst) == ("17", "10")
        assert (first.endswith("2"), second.endswith("1")) == (True, True)
        game, won, *standings = (table.hears(Said).text for _ in range(4))
        assert isinstance(table.screen, GridScreen)
        assert game == table.screen.title
        assert ("2" in won, "1" in won) == (True, False)
        assert [points in one for points, one in zip((best, worst), standings, strict=True)] == [True, True]
        ((_winner, wins),) = bars_at_the_table(table)
        assert wins == 1


def test_a_match_of_thor_is_listed_in_the_history(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with evening(tmp_path) as table:
        plays_thor(table)
    assert line_of_it(capsys, tmp_path) == ["Thor", "2", "Player 2", "17, 10"]
    one = only_one(capsys, tmp_path)
    assert (one["points"], one["winners"]) == ({"1": 10, "2": 17}, [2])
    assert one["rounds"] == [{"1": 10, "2": 5}, {"1": 0, "2": 12}]
