"""Finished games are kept and listed; unfinished ones can be resumed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from gm_appliance.app.clock import WallClock
from gm_appliance.core.cues.screens import BarsScreen, GridScreen, Lines
from gm_appliance.core.results import Result
from gm_appliance.hidden_roles.events import Accused, Banished, Won
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.results import NAME, read
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.screens import words_of
from tests.app.life import Box, Life
from tests.app.players import CONSPIRATORS, Players, one_life
from tests.app.scores import begins_a_score, begins_again, ends_the_score, enters, scores
from tests.scenes import the_score_pad, to_odin
from tests.seven import PANEL
from tests.storage.journals import tampered


class Calendar(WallClock):
    """7 March 2027, 12:00 UTC; a second later each time."""

    def __init__(self, certain: bool = True) -> None:
        self._certain = certain
        self._seconds = count(1804420800)

    def now(self) -> float:
        return float(next(self._seconds))

    def certain(self) -> bool:
        return self._certain


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, clock=Calendar()) as table:
        yield table


def kept(folder: Path) -> list[Result]:
    found, damaged = read(folder / NAME)
    assert damaged == []
    return found


def test_a_finished_game_is_kept(table: VirtualTable, tmp_path: Path) -> None:
    begins_a_score(table)
    begun = table.now
    enters(table, 7, 3)
    assert kept(tmp_path) == [], "nothing of a game that is not over"
    ends_the_score(table)
    table.hears(Asked("menu.again"))
    (one,) = kept(tmp_path)
    assert (one.game, one.players, one.names) == ("scorepad", 2, ())
    assert (one.points, one.rounds) == ({1: 3, 2: 7}, ({2: 7, 1: 3},))
    assert (one.winners, one.winning_seats, one.reason) == ((2,), (2,), "rounds")
    assert one.options["rounds"] == 1
    assert (one.date[:10], one.certain) == ("2027-03-07", True)
    assert one.seconds == pytest.approx(table.now - begun, abs=2)


def test_a_game_that_was_left_is_not_kept(table: VirtualTable, tmp_path: Path) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    table.decides("questions", "end")
    table.decides("leave.end", "end")
    table.hears(Asked("menu.again"))
    assert not (tmp_path / NAME).exists()


class Watching(Life):
    """told: whether the end was told before the first result was on the card."""

    told: bool | None = None

    def tick(self) -> None:
        if self.told is None and list(self._folder.glob(NAME)):
            self.told = bool(self.all_heard(Won))
        super().tick()


def test_the_factions_are_kept_once_they_are_revealed(tmp_path: Path) -> None:
    box = Box(tmp_path)
    life = Watching(box.folder)
    box.run(life, Players(life))
    assert life.told
    (one,) = kept(box.folder)
    assert (one.winners, one.reason) == (("protect",), "all-conspire-banished")
    assert {seat for seat, side in one.sides.items() if side == "conspire"} == set(CONSPIRATORS)
    assert set(one.winning_seats) == set(range(1, 8)) - set(CONSPIRATORS)
    fallen = [event.seat for event in life.all_heard(Banished)]
    assert sorted(one.falls) == sorted(fallen)
    charged = [(event.accuser, event.accused) for event in life.all_heard(Accused)]
    assert [(accuser, accused) for accuser, accused, _fell in one.accused] == charged
    assert {accused for _accuser, accused, fell in one.accused if fell} <= set(fallen)


def page(table: VirtualTable) -> list[str]:
    return words_of(table.screen)


def said_of_it(table: VirtualTable) -> list[str]:
    """Step to the next page; returns the sentences."""
    begun = table.now
    table.taps(PANEL, "down")
    table.advance(8)
    return [one.what.text for one in table.heard if isinstance(one.what, Said) and one.t > begun]


def test_the_last_games_are_listed_page_by_page(table: VirtualTable) -> None:
    scores(table, 7, 3, 5)
    scores(table, 1, 9)
    table.decides("menu.game", "results")
    table.hears(Asked("menu.results"))
    table.advance(0)
    newest = table.screen
    assert isinstance(newest, GridScreen)
    assert [points for _player, points in newest.rows] == ["9", "1"]
    title, day, _won, first, second, _handling = [table.hears(Said).text for _ in range(6)]
    assert (title, day in newest.hint, "9" in first, "1" in second) == (newest.title, True, True, True)
    older = said_of_it(table)
    assert isinstance(table.screen, GridScreen)
    assert [points for _player, points in table.screen.rows] == ["7", "5", "3"]
    assert all(points in one for points, one in zip("753", older[-3:], strict=True))
    bars = said_of_it(table)
    assert isinstance(table.screen, BarsScreen)
    assert [wins for _player, wins in table.screen.bars] == [1, 1]
    assert bars[0] == table.screen.title
    assert all(player in one for (player, _n), one in zip(table.screen.bars, bars[1:], strict=True))
    table.ok()
    table.hears(Asked("menu.game"))


def test_a_game_without_points_says_who_won(tmp_path: Path) -> None:
    box = Box(tmp_path)
    one_life(box)
    with evening(box.folder) as table:
        table.decides("menu.game", "results")
        table.hears(Asked("menu.results"))
        table.advance(0)
        assert isinstance(table.screen, Lines)
        winner, players, _day, _hint = table.screen.lines
        told = [table.hears(Said).text for _ in range(4)]
        assert told[:2] == [table.screen.title, winner]
        assert players.startswith("Odin")
        assert told[2].startswith("Odin")
        assert "Valkyrie" in told[3]


def test_an_uncertain_date_is_not_told(tmp_path: Path) -> None:
    with evening(tmp_path, clock=Calendar(certain=False)) as table:
        scores(table, 5, 6)
        table.decides("menu.game", "results")
        table.hears(Asked("menu.results"))
        table.advance(0)
        assert isinstance(table.screen, GridScreen)
        assert "7" not in " ".join(page(table))
    (one,) = kept(tmp_path)
    assert not one.certain


def test_who_played_is_listed_by_name(tmp_path: Path) -> None:
    with evening(tmp_path, roster=("Anna", "Zoë", "Jean-Luc")) as table:
        the_score_pad(table, 2, until="rounds", rounds=1)
        table.decides("menu.people", "choose")
        table.decides("menu.person", 2)
        table.decides("menu.person", 3)
        table.decides("dealer.first", 1)
        enters(table, 9, 4)
        ends_the_score(table)
        table.decides("menu.again", "other")
        table.decides("menu.game", "results")
        table.hears(Asked("menu.results"))
        table.advance(0)
        assert isinstance(table.screen, GridScreen)
        assert table.screen.rows == (("1. Jean-Luc", "9"), ("2. Zoë", "4"))
        _game, won, first, second = (table.hears(Said).text for _ in range(4))
        assert ("Jean-Luc" in won, "Zoë" in won) == (True, False)
        assert [name in one for name, one in (("Jean-Luc", first), ("Zoë", second))] == [True, True]
        table.taps(PANEL, "up", 2)
        assert isinstance(table.screen, BarsScreen)
        assert table.screen.bars == (("Jean-Luc", 1),)
    assert kept(tmp_path)[0].names == ("Zoë", "Jean-Luc")


def test_results_that_only_the_journal_has_are_kept_at_the_next_start(tmp_path: Path) -> None:
    with evening(tmp_path, clock=Calendar()) as table:
        scores(table, 7, 3)
        begins_again(table)
        table.hears(Asked("entry.points"))
    (before,) = kept(tmp_path)
    (tmp_path / NAME).unlink()
    with evening(tmp_path):
        pass
    (after,) = kept(tmp_path)
    assert (after.identity, after.points, after.rounds) == (before.identity, before.points, before.rounds)
    assert not after.certain


def test_the_time_played_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    with evening(tmp_path, clock=Calendar()) as table:
        begins_a_score(table)
        table.decides("entry.points", 7)
        table.hears(Asked("entry.points"))
    shutil.copytree(tmp_path, tmp_path / "cut", ignore=shutil.ignore_patterns("cut"))
    with evening(tmp_path / "cut", clock=Calendar()) as table:
        table.decides("menu.resume", "resume")
        table.hears(Asked("entry.points"))
        table.advance(100)
        begun = table.now - 100
        table.answers(3)
        ends_the_score(table)
        table.hears(Asked("menu.again"))
        second_life = table.now - begun
    (one,) = kept(tmp_path / "cut")
    assert second_life < one.seconds < second_life + 60


def test_one_of_several_games_is_resumed_and_the_others_wait(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        begins_a_score(table)
        table.decides("entry.points", 7)
        table.hears(Asked("entry.points"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        to_odin(table)
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "unfinished")
        table.hears(Asked("menu.unfinished"), Said)
        first = page(table)[0]
        table.taps(PANEL, "down")
        second = page(table)[0]
        assert first != second
        table.advance(1)
        assert table.hears(Said, Said)
        table.ok()
        table.decides("entry.points", 3)
        ends_the_score(table)
        table.decides("menu.again", "other")
        table.decides("menu.game", "unfinished")
        table.decides("menu.unfinished", 2)
        table.hears(Asked("action.odin"))
    assert [one.points for one in kept(tmp_path)] == [{2: 7, 1: 3}]


def test_a_game_that_was_over_when_the_journal_failed_does_not_wait(tmp_path: Path) -> None:
    """Its end could not be written, and another game was started."""
    with evening(tmp_path) as table:
        scores(table, 7, 3)
        begins_again(table)
        table.hears(Asked("entry.points"))
    (before,) = kept(tmp_path)
    (tmp_path / NAME).unlink()
    statement = "UPDATE session SET status = 'waiting', outcome = NULL WHERE id = 1"
    tampered(tmp_path / "journal.sqlite", statement)
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "unfinished")
        table.hears(Asked("menu.unfinished"))
        table.ok()
        table.hears(Asked("entry.points"))
    (after,) = kept(tmp_path)
    assert (after.identity, after.points) == (before.identity, before.points)
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert [one.status for one in journal.sessions()] == ["ended", "running"]
