"""The game of docs/developers/new-game.md, installed and played; and another made from it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from gm_appliance.core import language
from gm_appliance.core.cues import Props, Say, Show
from gm_appliance.core.cues.screens import DiceScreen, Lines
from gm_appliance.core.game import BlankFace, Choice
from gm_appliance.core.language import PSEUDO, load
from gm_appliance.core.play import Play
from gm_appliance.games.registry import GAMES, RegisteredGame
from gm_appliance.simulator.room import Room
from gm_appliance.testing import Asked, VirtualTable, evening
from gm_appliance.testing.screens import words_of
from tests.games.highest_die import PACKAGE, blocks
from tests.games.recorded import fault, record
from tests.games.toys import ROOT, added, checked, lines_of_code
from tests.games.twenty_one import twenty_one


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
        table.hears_whatever("Highest die was interrupted. Go on?")
        table.ok()
        table.hears_whatever("Player 2, throw the die.")
        assert table.lies_at(1) == ["plate", str(first), "highest"]


def test_equal_throws_share_it(box: RegisteredGame) -> None:
    play = Play(box.game, box.game.complete({"players": 3}))
    for number in (4, 2, 4):
        play.take(Choice("throw", "throw"))
        play.take(Choice("die", number))
    assert play.outcome is not None
    assert play.outcome.winners == (1, 3)


def drawn_and_said(box: RegisteredGame, tag: str) -> list[str]:
    """The menu's words for the game, and all words of a game played."""
    narration, play = box.narration(tag), Play(box.game, box.game.complete({}))
    option = narration.option("players")
    words = [narration.title(), narration.setup({"players": 2}), option.ask, option.again, option.title]
    for number in (4, 6):
        decision = play.decision
        assert decision is not None
        words.append(narration.interrupted(decision, play.view))
        cues: list[Any] = [*narration.ask(decision, play.view)]
        cues.append(Show(narration.screen(decision, play.view, BlankFace(), 0)))
        play.take(Choice("throw", "throw"))
        for event, view in play.take(Choice("die", number)):
            cues += narration.tell(event, view)
        words += [cue.text for cue in cues if isinstance(cue, Say)]
        words += [word for cue in cues if isinstance(cue, Show) for word in words_of(cue.screen)]
        words += [prop.label for cue in cues if isinstance(cue, Props) for prop in cue.items]
    return [word for word in words if any(map(str.isalpha, word))]


def test_each_of_its_sentences_is_marked_for_translation(box: RegisteredGame) -> None:
    words = drawn_and_said(box, PSEUDO)
    assert len(words) > 20
    assert [word for word in words if {*word} & {*"aeiouyAEIOUY"}] == []


def test_its_translations_lie_beside_it(
    box: RegisteredGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = Catalog("de")
    catalog.add("Highest die", "Höchster Wurf", context="line")
    folder = tmp_path / "games" / PACKAGE / "locales" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(language, "languages", lambda: ("de", "en"))
    load.cache_clear()
    assert box.narration("de").title() == "Höchster Wurf"
    assert box.narration("de").option("players").title == "Players?"
    load.cache_clear()


def test_its_sentences_pass(tmp_path: Path) -> None:
    """The built-in placeholders are known; a game describes its own in its placeholders.toml."""
    root, files, narration = tmp_path / "gm_appliance", blocks(), f"{PACKAGE}/narration.py"
    assert checked(files, root) == []
    files[narration] += '\n_.pgettext("line", "Count so far: {count}")\n'
    (told,) = checked(files, root)
    assert "(is count a name? placeholders.toml can say what it is)" in told
    files[f"{PACKAGE}/locales/placeholders.toml"] = "[longest]\ncount = 21\n"
    assert checked(files, root) == []


def test_a_game_made_of_its_lines_is_played_to_its_end(tmp_path: Path) -> None:
    with added(twenty_one(), tmp_path) as registered:
        game = registered.game
        with evening(tmp_path, registry={**GAMES, game.name: registered}) as table:
            table.decides("menu.game", game.name)
            table.hears(Asked("menu.rules"))
            table.ok()
            count, seat = 0, 0
            while count < 21:
                table.hears(Asked("throw"))
                seat = seat % 2 + 1
                table.sees("Twenty-one", f"Thrown so far: {count}")
                table.taps(seat, "up")
                screen = table.screen
                assert isinstance(screen, DiceScreen)
                count += screen.dice[0]
                table.hears(f"Player {seat} throws {screen.dice[0]}, in all {count}.")
            table.hears(f"Twenty-one: Player {seat}.")


def test_a_game_made_of_its_lines_passes_what_the_houses_games_pass(tmp_path: Path) -> None:
    assert checked(twenty_one(), tmp_path / "gm_appliance") == []
    with added(twenty_one(), tmp_path) as registered:
        assert fault(registered.game, record(registered.game)) == ""


def test_it_is_a_small_folder_and_a_line() -> None:
    files = blocks()
    assert files.pop("registry.py").count("\n") == 1
    assert {path.split("/")[0] for path in files} == {PACKAGE}, "nothing but its own folder, and a line"
    assert sum(map(lines_of_code, files.values())) <= 85


@pytest.mark.process
def test_it_is_as_clean_as_the_house(tmp_path: Path) -> None:
    """It passes the linter and the formatter."""
    folder = tmp_path / "gm_appliance" / "games" / PACKAGE
    folder.mkdir(parents=True)
    for path, source in blocks().items():
        if path.startswith(PACKAGE):
            (folder.parent / path).write_text(source, encoding="utf-8")
    config = ["--config", str(ROOT / "pyproject.toml")]
    subprocess.run([sys.executable, "-m", "ruff", "check", *config, str(folder)], check=True)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--check", *config, str(folder)], check=True)


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
