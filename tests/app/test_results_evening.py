"""Every finished game is kept and can be looked at; unfinished ones can be gone on with."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.app.clock import WallClock
from gm_appliance.core.cues.screens import BarsScreen, GridScreen, Lines
from gm_appliance.core.results import Result
from gm_appliance.games.gotterdammerung.events import Won
from gm_appliance.storage import results as results_file
from gm_appliance.storage.journal import Journal, JournalLost
from gm_appliance.storage.results import NAME, read
from gm_appliance.testing import Announced, Asked, Box, Life, Players, Said, VirtualTable, evening, one_life
from gm_appliance.testing.players import CONSPIRATORS, Acts
from gm_appliance.testing.screens import words_of
from tests.scenes import to_odin
from tests.seven import PANEL


class Calendar(WallClock):
    """The 7th of March 2027, at noon where the sun stands highest then."""

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


ONE_ROUND: dict[str, int | str] = {"mode": "round", "wins": "highest", "until": "rounds", "rounds": 1}


def sets_a_score_up(table: VirtualTable, players: int = 2) -> None:
    """Up to the first question of the game itself."""
    table.decides("menu.game", "scorepad")
    if table.hears(Asked).name == "menu.same":
        table.answers("no")
        table.hears(Asked("option.players"))
    table.answers(players)
    for name, value in ONE_ROUND.items():
        table.decides(f"option.{name}", value)


def begins_a_score(table: VirtualTable, players: int = 2) -> None:
    """Up to the first points: player 1 deals."""
    sets_a_score_up(table, players)
    table.decides("dealer.first", 1)


def begins_again(table: VirtualTable) -> None:
    table.decides("menu.game", "scorepad")
    table.decides("menu.same", "yes")
    table.decides("dealer.first", 1)


def enters(table: VirtualTable, *points: int) -> None:
    """Beginning at the dealer's left, who is player 2."""
    for one in points:
        table.decides("entry.points", one)


def ends_the_score(table: VirtualTable) -> None:
    table.decides("reached.rounds", "end")
    table.decides("final.read", "done")


def scores(table: VirtualTable, *points: int) -> None:
    begins_a_score(table, len(points))
    enters(table, *points)
    ends_the_score(table)
    table.decides("menu.again", "other")


# ---------------------------------------------------------------- what is kept


def test_a_finished_game_is_kept(table: VirtualTable, tmp_path: Path) -> None:
    sets_a_score_up(table)
    table.hears(Asked("dealer.first"))
    begun = table.now
    table.answers(1)
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
    """Notes whether the end was told when the first result was found on the card."""

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


# ---------------------------------------------------------------- what is listed


def page(table: VirtualTable) -> list[str]:
    return words_of(table.screen)


def said_of_it(table: VirtualTable) -> list[str]:
    """What is said within a second of stepping to a page."""
    table.hears_out()
    table.taps(PANEL, "down")
    before = len(table.all_heard(Said))
    table.advance(1)
    return [one.text for one in table.all_heard(Said)[before:]]


def test_the_last_games_are_looked_at_page_by_page(table: VirtualTable) -> None:
    scores(table, 7, 3, 5)
    scores(table, 1, 9)
    table.decides("menu.game", "results")
    table.hears(Asked("menu.results"))
    table.advance(0)
    newest = table.screen
    assert isinstance(newest, GridScreen)
    assert [points for _player, points in newest.rows] == ["9", "1"]
    title, day, _won, first, second, _handling = [table.hears(Said).text for _ in range(6)]
    assert title == newest.title
    assert day in newest.hint
    assert ("9" in first, "1" in second) == (True, True)
    older = said_of_it(table)
    assert isinstance(table.screen, GridScreen)
    assert [points for _player, points in table.screen.rows] == ["7", "5", "3"]
    assert [points in one for points, one in zip("753", older[-3:], strict=True)] == [True] * 3
    bars = said_of_it(table)
    assert isinstance(table.screen, BarsScreen)
    assert [wins for _player, wins in table.screen.bars] == [1, 1]
    assert bars[0] == table.screen.title
    assert [player in one for (player, _n), one in zip(table.screen.bars, bars[1:], strict=True)] == [
        True
    ] * 2
    table.ok()
    table.hears(Asked("menu.game"))


def test_wins_are_added_up_and_the_most_stand_first(table: VirtualTable) -> None:
    for points in ((7, 3), (2, 8), (9, 3), (4, 4)):
        scores(table, *points)
    table.decides("menu.game", "results")
    table.hears(Asked("menu.results"))
    table.taps(PANEL, "up")
    assert isinstance(table.screen, BarsScreen)
    assert [wins for _player, wins in table.screen.bars] == [3, 2]


def test_a_game_without_points_says_who_won(tmp_path: Path) -> None:
    box = Box(tmp_path)
    one_life(box)
    with evening(box.folder) as table:
        table.decides("menu.game", "results")
        table.hears(Asked("menu.results"))
        table.advance(0)
        assert isinstance(table.screen, Lines)
        winner = table.screen.lines[0]
        assert [table.hears(Said).text for _ in range(2)] == [table.screen.title, winner]


def test_a_day_that_nobody_can_be_sure_of_is_not_told(tmp_path: Path) -> None:
    with evening(tmp_path, clock=Calendar(certain=False)) as table:
        scores(table, 5, 6)
        table.decides("menu.game", "results")
        table.hears(Asked("menu.results"))
        table.advance(0)
        assert isinstance(table.screen, GridScreen)
        assert "7" not in " ".join(page(table))
    (one,) = kept(tmp_path)
    assert not one.certain


def test_there_is_nothing_to_look_at_before_the_first_game_is_over(table: VirtualTable) -> None:
    table.hears(Asked("menu.game"), Said)
    games = page(table)
    table.answers("scorepad")
    for name, value in {"players": 2, **ONE_ROUND}.items():
        table.decides(f"option.{name}", value)
    table.decides("dealer.first", 1)
    enters(table, 7, 3)
    ends_the_score(table)
    table.decides("menu.again", "other")
    table.hears(Asked("menu.game"), Said)
    assert len(page(table)) == len(games) + 1


# ---------------------------------------------------------------- what befalls it


GOES_HOME: Acts = {"menu.game": Life.stop}


def short_game(box: Box, lasts: int | None = None) -> Life:
    life = box.switched_on(lasts)
    return box.run(life, Players(life, at=GOES_HOME if len(box.lives) > 1 else None))


def test_no_game_is_missing_and_none_is_there_twice_wherever_the_power_is_cut(in_memory: Path) -> None:
    whole = short_game(Box(in_memory / "whole"))
    told_over = 0
    for lasts in range(whole.ticks - 25, whole.ticks + 1):
        box = Box(in_memory / str(lasts))
        first = short_game(box, lasts)
        assert first.ended == "power cut"
        if first.all_heard(Asked("menu.again")):
            told_over += 1
            assert len(kept(box.folder)) == 1
        short_game(box)
        assert len(kept(box.folder)) == 1
    assert 0 < told_over < 25


def test_a_result_that_was_cut_off_while_it_was_written_is_written_again(in_memory: Path) -> None:
    box = Box(in_memory / "whole")
    life = Watching(box.folder)
    box.run(life, Players(life))
    at = next(at for at in range(life.ticks, 0, -1) if not found_after(in_memory / str(at), at))
    box = Box(in_memory / "before")
    short_game(box, at + 1)
    line = (box.folder / NAME).read_bytes()
    for cut in range(0, len(line), 40):
        torn = Box(in_memory / f"torn {cut}")
        shutil.copytree(box.folder, torn.folder, dirs_exist_ok=True)
        (torn.folder / NAME).write_bytes(line[:cut])
        torn.lives.append(life)
        short_game(torn)
        assert len(read(torn.folder / NAME)[0]) == 1


def found_after(folder: Path, lasts: int) -> bool:
    """Whether a result is on the card after so many calls."""
    box = Box(folder)
    short_game(box, lasts)
    return (box.folder / NAME).exists()


def test_a_full_card_is_told_and_the_result_is_kept_later(
    table: VirtualTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, results: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as card:
        card.setattr(results_file, "append", full)
        begins_a_score(table)
        enters(table, 7, 3)
        ends_the_score(table)
        table.hears(Announced("results-full"))
        table.advance(10)
        table.answers("again")
        table.decides("dealer.first", 1)
        enters(table, 2, 8)
        ends_the_score(table)
        table.hears(Asked("menu.again"))
        table.never_hears(Announced("results-full"), within=5)
        table.answers("other")
        table.decides("menu.game", "results")
        table.hears(Asked("menu.results"))
        table.ok()
        assert kept(tmp_path) == []
    begins_again(table)
    enters(table, 1, 1)
    ends_the_score(table)
    table.hears(Announced("results-back"))
    assert [one.points for one in kept(tmp_path)] == [{1: 3, 2: 7}, {1: 8, 2: 2}, {1: 1, 2: 1}]


def test_a_game_whose_end_the_journal_could_not_take_is_not_offered_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(self: Journal, *what: object) -> None:
        raise JournalLost("Read-only.")

    with monkeypatch.context() as card, evening(tmp_path, clock=Calendar()) as table:
        begins_a_score(table)
        enters(table, 7)
        table.hears(Asked("entry.points"))
        for write in ("choose", "end"):
            card.setattr(Journal, write, lost)
        table.answers(3)
        ends_the_score(table)
        table.hears(Asked("menu.again"))
        table.never_hears(Announced("journal-back"), within=5)
        assert len(table.all_heard(Announced("journal-lost"))) == 1
        table.switch_off()
    with evening(tmp_path) as table:
        assert table.hears(Asked).name == "menu.game"
        table.answers("results")
        table.hears(Asked("menu.results"))
    assert [one.points for one in kept(tmp_path)] == [{1: 3, 2: 7}]
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert [(one.status, one.reason) for one in journal.sessions()] == [
            ("aside", "its end could not be written")
        ]


def test_results_outlive_a_journal_that_is_damaged(tmp_path: Path) -> None:
    with evening(tmp_path, clock=Calendar()) as table:
        scores(table, 7, 3)
    before = kept(tmp_path)
    (tmp_path / "journal.sqlite").write_bytes(b"damaged")
    with evening(tmp_path) as table:
        table.hears(Announced("journal-set-aside"))
        table.advance(10)
        table.answers("results")
        table.hears(Asked("menu.results"))
    assert kept(tmp_path) == before


def test_what_only_the_journal_knows_is_kept_at_the_next_start(tmp_path: Path) -> None:
    """As of a game that was played before results were kept."""
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


# ---------------------------------------------------------------- unfinished games


def test_a_game_set_aside_is_gone_on_with_later(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        begins_a_score(table)
        table.decides("entry.points", 7)
        table.hears(Asked("entry.points"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        begins_again(table)
        enters(table, 1, 2)
        ends_the_score(table)
        table.decides("menu.again", "other")
        table.decides("menu.game", "unfinished")
        table.hears(Asked("menu.unfinished"), Said)
        assert isinstance(table.screen, Lines)
        table.answers(1)
        enters(table, 3)
        ends_the_score(table)
        table.hears(Asked("menu.again"))
    assert [one.points for one in kept(tmp_path)] == [{2: 1, 1: 2}, {2: 7, 1: 3}]
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert [one.status for one in journal.sessions()] == ["ended", "ended"]


def test_any_of_several_is_gone_on_with_and_the_others_wait(tmp_path: Path) -> None:
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


def test_back_leads_out_of_both_lists(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        scores(table, 7, 3)
        begins_again(table)
        table.hears(Asked("entry.points"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        for listed in ("results", "unfinished"):
            table.decides("menu.game", listed)
            table.hears(Asked(f"menu.{listed}"))
            table.taps(PANEL, "back")
        table.hears(Asked("menu.game"))
        table.taps(PANEL, "back")
        table.decides("menu.resume", "resume")
        table.hears(Asked("entry.points"))


def test_a_game_that_waits_tells_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        begins_a_score(table)
        table.hears(Asked("entry.points"))
    assert cli.main(["replay", "1", "--secrets", "--state", str(tmp_path)]) == 1
    assert capsys.readouterr().out == ""


def test_one_that_does_not_fit_these_rules_any_more_is_kept_aside(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        begins_a_score(table)
        table.hears(Asked("entry.points"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        to_odin(table)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as db:
        db.execute("UPDATE session SET rules = 0 WHERE id = 1")
        db.commit()
    with evening(tmp_path) as table:
        table.hears(Announced("session-set-aside"))
        table.advance(10)
        table.answers("new")
        table.decides("menu.game", "unfinished")
        table.hears(Asked("menu.unfinished"))
        table.ok()
        table.hears(Asked("action.odin"))
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert [one.status for one in journal.sessions()] == ["aside", "running"]


def test_a_game_that_was_over_when_the_journal_failed_does_not_wait(tmp_path: Path) -> None:
    """Its last choice was written, its end was not, and another game began."""
    with evening(tmp_path) as table:
        scores(table, 7, 3)
        begins_again(table)
        table.hears(Asked("entry.points"))
    (before,) = kept(tmp_path)
    (tmp_path / NAME).unlink()
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as db:
        db.execute("UPDATE session SET status = 'aside', reason = 'waiting', outcome = NULL WHERE id = 1")
        db.commit()
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
