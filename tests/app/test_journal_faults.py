"""Faults of the journal are reported once."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.app.journal_faults import JournalFaults
from gm_appliance.storage.journal import Journal

Told = list[tuple[str, str]]


@pytest.fixture
def told() -> Told:
    return []


def faults(journal: Journal, told: Told) -> JournalFaults:
    return JournalFaults(journal, lambda part, what: told.append((part, what)))


def test_a_journal_opened_late_is_announced_as_back(tmp_path: Path, told: Told) -> None:
    with Journal(tmp_path / "journal.sqlite", at_once=False) as journal:
        tell = faults(journal, told)
        tell.look()
        tell("journal", "full")
        assert told == []
        assert journal.running() is None
        tell.look()
        tell.look()
    assert told == [("journal", "back")]


def test_a_journal_found_damaged_late_is_announced_as_set_aside(tmp_path: Path, told: Told) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"damaged")
    with Journal(tmp_path / "journal.sqlite", at_once=False) as journal:
        tell = faults(journal, told)
        assert journal.running() is None
        tell.look()
        tell.look()
    assert told == [("journal", "back"), ("journal", "set-aside")]


def test_a_fault_announced_during_a_game_is_not_announced_after_it(tmp_path: Path, told: Told) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"damaged")
    with Journal(tmp_path / "journal.sqlite") as journal:
        tell = faults(journal, told)
        (tmp_path / "journal.sqlite").write_bytes(b"damaged again")
        journal._disconnect()
        assert journal.running() is None
        tell("journal", "set-aside")
        tell.look()
    assert told == [("journal", "set-aside")] * 2
