"""Shared by the journal's tests."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.journal.rows import COLUMNS, put


def begin(journal: Journal) -> int:
    return journal.begin("thing", 3, {"players": 7, "seating": "choose"}, "de", 1000.5)


def written(path: Path, *values: JSON) -> None:
    """A journal with one running session and these choices, cleanly closed."""
    with Journal(path) as journal:
        session = begin(journal)
        for value in values:
            journal.choose(session, "step", value, False, 1.0)


def tampered(path: Path, statement: str, *values: object) -> None:
    """Change rows, with checksums that fit."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement, values)
        for table in COLUMNS:
            for *row, seq, _crc in db.execute(f"SELECT * FROM {table}").fetchall():
                put(db, table, tuple(row), seq)


def values(journal: Journal) -> list[JSON]:
    session = journal.running()
    return [] if session is None else [entry.value for entry in journal.entries(session.id)]


def leave_a_log(path: Path, *some: JSON) -> None:
    """As after a power cut: the choices are only in the log."""
    written(path)
    with Journal(path) as journal:
        for value in some:
            journal.choose(1, "step", value, False, 1.0)
        kept = {one: one.read_bytes() for one in path.parent.iterdir() if not one.name.endswith("-shm")}
    for one, data in kept.items():
        one.write_bytes(data)
