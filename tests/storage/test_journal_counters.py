"""The journal's counts beyond their limits: openings, sessions, files set aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from gm_appliance.storage.journal import Journal
from gm_appliance.storage.journal.files import KEPT_ASIDE, MOST_BOOTS
from tests.storage.journals import values, written

STARTS = (1, 63, 64, 255, 70_000, 2**31, 2**32, 10**10 - 1, MOST_BOOTS - 1, MOST_BOOTS)
"""Where counts of 6, 8, 16, 31 and 32 bits end, and the last of ten digits."""


def in_sql(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement, values)


def lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def opened(path: Path) -> int:
    with Journal(path) as journal:
        return journal.boots


@pytest.mark.parametrize("boots", STARTS)
def test_the_count_of_openings_continues_from_any_number_also_by_the_lock(path: Path, boots: int) -> None:
    written(path, 1)
    in_sql(path, "UPDATE boot SET boots = ?", boots - 1)
    lock_of(path).unlink()
    assert opened(path) == boots
    following = boots % MOST_BOOTS + 1
    with Journal(path) as journal:
        assert (journal.boots, values(journal)) == (following, [1])
    path.write_bytes(b"damaged")
    assert opened(path) == following % MOST_BOOTS + 1, "the lock knows"


RUBBISH = (b"rubbish" * 1000, b"9" * 4999, b"1 " * 50, b"7 99999999999999999999\n", b"7 -5\n", b"\0" * 22)


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_a_damaged_lock_is_repaired(path: Path, rubbish: bytes) -> None:
    written(path)
    lock_of(path).write_bytes(rubbish)
    assert opened(path) == 2
    path.write_bytes(b"damaged")
    assert opened(path) == 3


IMPOSSIBLE = [f"boots = {count}" for count in (2**63 - 1, -1, MOST_BOOTS + 1, "'many'", 1.5, "x'ff'")]


@pytest.mark.parametrize("damage", ["DELETE FROM boot", *(f"UPDATE boot SET {one}" for one in IMPOSSIBLE)])
def test_an_impossible_count_is_ignored_and_loses_no_game(path: Path, damage: str) -> None:
    written(path, 1)
    in_sql(path, damage)
    with Journal(path) as journal:
        assert journal.boots == 2, "the lock knows"
        assert journal.set_aside is None
        assert values(journal) == [1]
    lock_of(path).unlink()
    assert opened(path) == 3, "and so does the journal again"


class Stopped(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Stopped:
        return cls(1970, 1, 1, 0, 0, 9, tzinfo=tz)


def aside(path: Path) -> set[str]:
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
