"""The screenplays for native readers match what the games say."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.language import SOURCE
from gm_appliance.games.registry import GAMES
from tests import golden_screenplays
from tests.golden_screenplays import COMMAND, EVENINGS, FOLDER, main, outdated, whole


def test_every_game_has_an_evening() -> None:
    assert {*EVENINGS} == {*GAMES}


@pytest.mark.many
def test_the_screenplays_are_up_to_date() -> None:
    assert outdated() == []


@pytest.mark.many
@pytest.mark.parametrize("game", EVENINGS)
def test_the_same_is_pressed_in_every_language(game: str) -> None:
    """A native reader can look up in English what a sentence should say."""
    pressed = {
        language: [
            one
            for one in (FOLDER / language / f"{game}.md").read_text("utf-8").splitlines()
            if one[:1] == "("
        ]
        for language in whole()
    }
    assert pressed[SOURCE]
    assert [one for one in pressed if pressed[one] != pressed[SOURCE]] == []


def test_what_is_out_of_date_is_told_and_put_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_screenplays, "EVENINGS", {"dice": EVENINGS["dice"]})
    monkeypatch.setattr(golden_screenplays, "whole", lambda: [SOURCE])
    assert outdated(tmp_path) == [f"en/dice.md is out of date: run `{COMMAND}`"]
    assert main(tmp_path) == 0
    assert outdated(tmp_path) == []
    page, left = tmp_path / "en/dice.md", tmp_path / "en/chess.md"
    page.write_text(page.read_text("utf-8").replace("roll again", "roll agian"), "utf-8")
    left.write_text("Nobody plays it.", "utf-8")
    assert [one.split(" ")[0] for one in outdated(tmp_path)] == ["en/chess.md", "en/dice.md"]
    assert main(tmp_path) == 0
    assert outdated(tmp_path) == []
    assert not left.exists()
