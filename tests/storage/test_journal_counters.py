"""The journal's counts beyond their limits: openings, sessions, files set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from gm_appliance.storage.journal import Journal
from gm_appliance.storage.journal.files import KEPT_ASIDE, MOST_BOOTS
from tests.storage.journals import values, written

STARTS = (1, 63, 64, 255, 70_000, 2**31, 2**32, 10**10 - 1, MOST_BOOTS - 1, MOST_BOOTS)
"""Where counts of 6, 8, 16, 31 and 32 bits end, and the last of ten digits."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite"


def in_sql(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement, values)
        db.commit()


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def opened_before(path: Path, times: int) -> None:
    """As if the journal had been opened this many times."""
    in_sql(path, "UPDATE boot SET boots = ?", times)
    lock_of(path).unlink()


def opened(path: Path) -> int:
    with Journal(path) as journal:
        return journal.boots


# ---------------------------------------------------------------- openings


@pytest.mark.parametrize("boots", STARTS)
def test_the_count_of_openings_continues_from_any_number(path: Path, boots: int) -> None:
    written(path, 1)
    opened_before(path, boots - 1)
    assert [opened(path), opened(path)] == [boots, boots % MOST_BOOTS + 1]
    with Journal(path) as journal:
        assert values(journal) == [1]


@pytest.mark.parametrize("boots", STARTS)
def test_the_lock_keeps_the_count_of_a_lost_journal(path: Path, boots: int) -> None:
    written(path)
    opened_before(path, boots - 1)
    assert opened(path) == boots
    path.write_bytes(b"damaged")
    assert opened(path) == boots % MOST_BOOTS + 1


RUBBISH = (b"rubbish" * 1000, b"9" * 4999, b"1 " * 50, b"7 99999999999999999999\n", b"7 -5\n", b"\0" * 22)


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_a_damaged_lock_is_repaired(path: Path, rubbish: bytes) -> None:
    written(path)
    lock_of(path).write_bytes(rubbish)
    assert opened(path) == 2
    path.write_bytes(b"damaged")
    assert opened(path) == 3


def no_openings(path: Path) -> None:
    in_sql(path, "DELETE FROM boot")


def counted_to(boots: object) -> Callable[[Path], None]:
    return lambda path: in_sql(path, "UPDATE boot SET boots = ?", boots)


@pytest.mark.parametrize(
    "damage", [no_openings, *map(counted_to, (2**63 - 1, -(2**63), -1, MOST_BOOTS + 1, "many", 1.5, b"\xff"))]
)
def test_an_impossible_count_is_ignored_and_loses_no_game(path: Path, damage: Callable[[Path], None]) -> None:
    written(path, 1)
    damage(path)
    with Journal(path) as journal:
        assert journal.boots == 2, "the lock knows"
        assert journal.set_aside is None
        assert values(journal) == [1]
    lock_of(path).unlink()
    assert opened(path) == 3, "and so does the journal again"


# ---------------------------------------------------------------- damaged ones, set aside


class Stopped(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Stopped:
        return cls(1970, 1, 1, 0, 0, 9, tzinfo=tz)


def aside(path: Path) -> set[str]:
    """The contents of damaged journals that are kept."""
    return {one.read_text() for one in path.parent.glob("*.aside-*") if not one.name.endswith("-shm")}


@pytest.mark.parametrize("clock", [datetime, Stopped])
def test_of_many_damaged_journals_the_first_and_the_last_are_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch, clock: type[datetime]
) -> None:
    monkeypatch.setattr("gm_appliance.storage.journal.files.datetime", clock)
    path.parent.mkdir()
    for number in range(3 * KEPT_ASIDE):
        path.write_text(f"damage {number}")
        path.with_name(path.name + "-shm").write_text("its companion")
        with Journal(path) as journal:
            assert journal.set_aside is not None
            assert journal.set_aside.read_text() == f"damage {number}"
    kept = [*range(KEPT_ASIDE - 1), 3 * KEPT_ASIDE - 1]
    assert aside(path) == {f"damage {number}" for number in kept}
    assert len(list(path.parent.glob("*-shm"))) == KEPT_ASIDE


# ---------------------------------------------------------------- sessions and records


TIMES = (0.0, -1.0, 2.0**31 - 1, 2.0**31, 2.0**32, 1e11)
"""A Pi without a battery for its clock starts in 1970; 32 bits of seconds end in 2038 or in 2106."""
