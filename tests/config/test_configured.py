"""The effects of the configuration on commands and the menu."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gm_appliance import cli
from gm_appliance.config import search_paths
from gm_appliance.core.cues.screens import MenuScreen, NumberScreen
from gm_appliance.core.ports import PANEL
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, VirtualTable, evening
from tests.config.told import configured

pytestmark = pytest.mark.usefixtures("places")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The settings of all virtual tables that were started."""
    started: list[Any] = []
    monkeypatch.setattr("gm_appliance.app.virtual_table.simulate", started.append)
    return started


def test_flags_win_over_the_file_and_the_file_over_what_is_built_in(
    tmp_path: Path, started: list[Any]
) -> None:
    search_paths()[0].parent.mkdir()
    assert cli.main(["simulate"]) == 0
    search_paths()[0].write_text('state = "/var/games"\nlanguage = "en"\n')
    assert cli.main(["simulate"]) == 0
    assert cli.main(["simulate", "--state", str(tmp_path / "x"), "--language", "x-pseudo"]) == 0
    assert [(one.state, one.asked or one.config.language) for one in started] == [
        (tmp_path / "state/gm-appliance", "en"),
        (Path("/var/games"), "en"),
        (tmp_path / "x", "x-pseudo"),
    ]


def test_replay_looks_where_the_file_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text(f'state = "{tmp_path / "elsewhere"}"\n')
    assert cli.main(["replay", "--config", str(file)]) == 1
    assert f"{tmp_path / 'elsewhere/journal.sqlite'} does not exist" in capsys.readouterr().err


def is_offered(table: VirtualTable, option: str, number: int) -> None:
    table.hears(Asked(f"option.{option}"))
    assert isinstance(table.screen, NumberScreen)
    assert table.screen.value == number


def test_the_menu_starts_at_the_configured_values(tmp_path: Path) -> None:
    games = configured("[games.scorepad]\nplayers = 3\nuntil = 'rounds'\nrounds = 2\nmode = 'free'\n")
    with evening(tmp_path, games) as table:
        table.decides("menu.game", "scorepad")
        table.decides("menu.preset", "own")
        is_offered(table, "players", 3)
        table.ok()
        for option, lines in (("mode", 2), ("wins", 2), ("until", 3)):
            table.hears(Asked(f"option.{option}"))
            assert isinstance(table.screen, MenuScreen)
            assert (table.screen.at, len(table.screen.items)) == (0, lines)
            table.ok()
        is_offered(table, "rounds", 2)
        table.ok()
        table.hears(Asked("dealer.first"))
    begun = {"players": 3, "mode": "free", "enters": "all", "wins": "highest", "until": "rounds", "rounds": 2}
    assert options_of_the_game_begun(tmp_path) == begun


def test_no_number_starts_beyond_what_was_chosen_before_it(tmp_path: Path) -> None:
    games = configured("[games.gotterdammerung]\nplayers = 12\ngods = 12\n")
    with evening(tmp_path, games) as table:
        table.ok()
        is_offered(table, "players", 12)
        table.taps(PANEL, "down", 3)
        table.ok()
        is_offered(table, "gods", 9)
        press_ok_until_the_cards_are_dealt(table)
    begun = options_of_the_game_begun(tmp_path)
    assert (begun["players"], begun["gods"]) == (9, 9)


def test_what_is_not_asked_is_as_configured_now_and_what_was_asked_as_last_time(tmp_path: Path) -> None:
    games = configured("[games.gotterdammerung]\nplayers = 9\nagree = 20\nvote = 10\n")
    with evening(tmp_path, games) as table:
        table.ok()
        press_ok_until_the_cards_are_dealt(table)
    first = options_of_the_game_begun(tmp_path)
    assert (first["players"], first["agree"], first["vote"]) == (9, 20, 10)

    games = configured("[games.gotterdammerung]\nplayers = 8\nagree = 30\n")
    with evening(tmp_path, games) as table:
        table.hears(Asked("menu.resume"))
        press_ok_until_the_cards_are_dealt(table)
    assert options_of_the_game_begun(tmp_path) == first, "an interrupted game goes on as it began"

    with evening(tmp_path, games) as table:
        table.decides("menu.resume", "new")
        table.hears(Asked("menu.game"))
        table.ok()
        table.hears(Asked("menu.same"))
        assert isinstance(table.screen, MenuScreen)
        assert "9" in table.screen.items[table.screen.at]
        press_ok_until_the_cards_are_dealt(table)
    again = options_of_the_game_begun(tmp_path)
    assert (again["players"], again["agree"], again["vote"]) == (9, 30, 8)


def press_ok_until_the_cards_are_dealt(table: VirtualTable) -> None:
    for _ in range(40):
        if table.all_heard(Asked("setup.deal")):
            return
        table.ok()
    raise AssertionError(f"no game began: {table.screen}")


def options_of_the_game_begun(state: Path) -> dict[str, Any]:
    with closing(Journal(state / "journal.sqlite")) as journal:
        session = journal.running()
        assert session is not None
        return dict(session.options)
