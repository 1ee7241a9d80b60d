"""The new game of docs/developers/new-game.md, installed and played."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gm_appliance.core.cues.screens import DiceScreen, Lines
from gm_appliance.core.game import Choice
from gm_appliance.core.play import Play
from gm_appliance.games.registry import GAMES, RegisteredGame
from gm_appliance.simulator.room import Room
from gm_appliance.testing import VirtualTable, evening
from tests.games.highest_die import PACKAGE, SECRET, blocks
from tests.games.toys import ROOT, added, checked, written


@pytest.fixture
def box(tmp_path: Path) -> Iterator[RegisteredGame]:
    with added(blocks(), tmp_path) as registered:
        yield registered


@pytest.fixture
def table(box: RegisteredGame, tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, registry={**GAMES, box.game.name: box}) as table:
        yield table


def begun(table: VirtualTable) -> None:
    """Go from the menu to the first throw of three players."""
    table.hears("Good evening. Choose a game.")
    table.chooses("Highest die")
    table.hears("How many of you throw?")
    table.taps(0, "up")
    table.sees("Players?", "3")
    table.ok()
    table.hears("Player 1 sits in front of the box. Clockwise from there.")
    table.hears("Player 1, throw the die.", "Press OK.")


def throws(table: VirtualTable, seat: int) -> int:
    """Throw as this seat; returns the result that the table sees and hears."""
    table.sees("Highest die", f"Player {seat} throws", "Press OK")
    table.taps(seat, "up")
    screen = table.screen
    assert isinstance(screen, DiceScreen)
    assert screen.lines == (f"Player {seat}",)
    table.hears(f"Player {seat} throws {screen.dice[0]}.")
    assert table.lies_at(seat)[:2] == ["plate", str(screen.dice[0])]
    return screen.dice[0]


def test_it_is_played_from_the_menu_to_its_end(table: VirtualTable) -> None:
    begun(table)
    assert table.lit == {1}
    numbers = [throws(table, 1)]
    table.hears("Player 2, throw the die.")
    assert table.lies_at(0) == ["2"]
    numbers.append(throws(table, 2))
    table.hears("Player 3, throw the die.")
    numbers.append(throws(table, 3))
    first = [f"Player {seat}" for seat, one in enumerate(numbers, 1) if one == max(numbers)]
    table.hears(f"The highest die: {' and '.join(first)}.")
    crowned = [seat for seat in (1, 2, 3) if "highest" in table.lies_at(seat)]
    assert [f"Player {seat}" for seat in crowned] == first


def test_a_power_cut_takes_nothing_from_it(box: RegisteredGame, tmp_path: Path) -> None:
    registry = {**GAMES, box.game.name: box}
    with evening(tmp_path, registry=registry) as table:
        begun(table)
        first = throws(table, 1)
        table.hears("Player 2, throw the die.")
    with evening(tmp_path, registry=registry) as table:
        table.hears_whatever("Highest die was interrupted. Shall we go on?")
        table.ok()
        table.hears_whatever("Player 2, throw the die.")
        assert table.lies_at(1) == ["plate", str(first), "highest"]


@pytest.mark.parametrize(("package", "most"), [(PACKAGE, 131), (SECRET, 120)])
def test_a_game_of_the_page_is_a_small_folder_and_a_line_whose_sentences_pass(
    package: str, most: int, tmp_path: Path
) -> None:
    files = blocks(package)
    assert checked(files, tmp_path / "gm_appliance") == []
    assert files.pop("registry.py").count("\n") == 1
    assert {path.split("/")[0] for path in files} == {package}, "nothing but its own folder, and a line"
    assert sum(source.count("\n") for source in files.values()) <= most


@pytest.mark.process
@pytest.mark.parametrize("package", [PACKAGE, SECRET])
def test_a_game_of_the_page_is_as_clean_as_the_house(package: str, tmp_path: Path) -> None:
    """It passes the linter and the formatter."""
    folder = tmp_path / "gm_appliance" / "games"
    written({path: source for path, source in blocks(package).items() if path != "registry.py"}, folder)
    ruff, config = [sys.executable, "-m", "ruff"], ["--config", str(ROOT / "pyproject.toml")]
    subprocess.run([*ruff, "check", *config, str(folder)], check=True)
    subprocess.run([*ruff, "format", "--check", *config, str(folder)], check=True)


@pytest.mark.browser
def test_the_page_draws_it_without_knowing_it(box: RegisteredGame) -> None:
    """The phones' page shows and reads out what the game lays out, unchanged."""
    pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")
    pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")
    from playwright.sync_api import expect

    from gm_appliance.simulator.web import serve
    from tests.simulator.chromium import launched

    play = Play(box.game, box.game.complete({"players": 3}))
    for number in (4, 6):
        play.take(Choice("throw", "throw"))
        play.take(Choice("die", number))
    lying = box.narration("en").props(play.view)
    assert lying is not None
    room = Room(lambda *edge: None, lambda screen: bytes(1024), rng=Random(1))
    server = serve(room, port=0)
    with launched() as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.goto(server.url)
        room.show(Lines("Highest die"))
        room.lay(lying.items)
        seats = page.locator("[data-seat]:visible")
        expect(seats).to_have_count(3)
        expect(seats.nth(1)).to_have_attribute("aria-label", "Player 2, lamp dark, Die: 6, Highest")
        expect(seats.nth(0).locator(".thrown circle")).to_have_count(4)
        expect(seats.nth(1).locator('[data-name="highest"] use')).to_have_attribute("href", "#crown")
        expect(page.locator("#pile")).to_have_text("Still to throw 1")
    server.close()
