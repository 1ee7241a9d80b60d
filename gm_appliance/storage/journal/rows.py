"""The rows of the journal's tables: each ends in the number of its commit and a checksum.

SQLite does not notice altered bytes in a row, nor a log that was cut short, where it silently returns to an
earlier state. So each row has a checksum, and `Mark`, kept outside the database, says how many rows there
were.
"""

from __future__ import annotations

import marshal
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias
from zlib import crc32

from gm_appliance.core.messages import _
from gm_appliance.core.values import Value
from gm_appliance.storage.journal.errors import JournalDamaged

Row: TypeAlias = "tuple[Any, ...]"
"""A row's columns without commit and checksum."""

COLUMNS = {
    # records: their number; NULL while it runs. cut: the number after which the rest was lost; else NULL.
    "session": (
        *("id", "game", "rules", "language", "options", "started"),
        *("status", "reason", "outcome", "records", "cut"),
    ),
    # A choice, or the undoing of choice number takes_back. Numbered from 1, only appended.
    "record": ("session", "n", "t", "name", "value", "secret", "takes_back"),
    # A NULL value means that the draft was discarded.
    "draft": ("session", "name", "value"),
    "setting": ("key", "value"),
}
"""The tables, each with a different number of columns, which identifies it."""

KEYS = {"session": 1, "record": 2, "draft": 1, "setting": 1}
"""How many leading columns are a table's key."""

NUMBER = dict(zip(COLUMNS["session"], range(20), strict=False))
"""The index of a session's column by name."""


def tables() -> list[str]:
    """The SQL of the tables. There are no indexes, as damage to them would go unnoticed."""
    made = ["CREATE TABLE boot (boots INTEGER NOT NULL)"]
    for table, columns in COLUMNS.items():
        key = ", ".join(columns[: KEYS[table]])
        made.append(
            f"CREATE TABLE {table} ({', '.join(columns)}, seq, crc, PRIMARY KEY ({key})) WITHOUT ROWID"
        )
    return made


_SEEDS = {table: crc32(table.encode()) for table in COLUMNS}


def checksum(table: str, row: Row) -> int:
    """The checksum of a row with its commit. marshal is the fastest encoding, and its version 2 is the same
    in every version of Python."""
    return crc32(marshal.dumps(row, 2), _SEEDS[table])


def put(db: sqlite3.Connection, table: str, row: Row, seq: int) -> None:
    """Write a row, replacing one with the same key."""
    marks = ", ".join("?" * (len(row) + 2))
    sealed = (*(str(one) if isinstance(one, str) else one for one in row), seq)
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*sealed, checksum(table, sealed)))


def sealed(db: sqlite3.Connection, table: str, which: str = "", *values: object) -> Iterator[Row]:
    """Rows with their commits. Raises JournalDamaged at an altered one, without showing it."""
    for row in db.execute(f"SELECT * FROM {table} {which}", values):
        if checksum(table, row[:-1]) != row[-1]:
            raise JournalDamaged(_("a value in the journal cannot be read"))
        yield row[:-1]


def rows(db: sqlite3.Connection, table: str, which: str = "", *values: object) -> list[Row]:
    """Rows without their commits. Raises JournalDamaged."""
    return [row[:-1] for row in sealed(db, table, which, *values)]


_EDITION = 2
"""The format of the mark. Other formats are ignored."""


class Mark(Value):
    """A position of the journal: at least this much was committed.

    seq: the last commit. session: the one written to last, with `n` records. sessions: how many.
    settings: the sum of their commits' numbers, which is smaller if one is missing or older.
    """

    seq: int = 0
    session: int = 0
    n: int = 0
    sessions: int = 0
    settings: int = 0

    def line(self) -> bytes:
        numbers = (_EDITION, self.seq, self.session, self.n, self.sessions, self.settings)
        text = b"%d %d %d %d %d %d " % numbers
        return b"%s%08x" % (text, crc32(text))

    @classmethod
    def read(cls, line: bytes) -> Mark | None:
        """Parse a mark; None if it is damaged or of another format."""
        text, _space, check = line.rpartition(b" ")
        try:
            edition, *numbers = [int(one) for one in text.split()]
        except ValueError:
            return None
        if edition != _EDITION or len(numbers) != 5 or check != b"%08x" % crc32(text + b" "):
            return None
        return cls(*numbers)


def expected(row: Row, mark: Mark | None) -> int | None:
    """The least number of records a session must have; None if unknown."""
    records = row[NUMBER["records"]]
    if records is not None:
        return int(records)
    return mark.n if mark and mark.session == row[0] else None


def last_record(db: sqlite3.Connection, session: int) -> int:
    return int(db.execute("SELECT max(n) FROM record WHERE session = ?", (session,)).fetchone()[0] or 0)


def settings_sum(db: sqlite3.Connection) -> int:
    """The sum of the settings' commits. Raises JournalDamaged."""
    return sum(row[-1] for row in sealed(db, "setting"))


def come_to(db: sqlite3.Connection) -> Mark:
    """The current mark of a journal."""
    seq = max(db.execute(f"SELECT max(seq) FROM {table}").fetchone()[0] or 0 for table in COLUMNS)
    sessions = db.execute("SELECT count(*) FROM session").fetchone()[0]
    running = db.execute("SELECT id FROM session WHERE status = 'running'").fetchone()
    session = int(running[0]) if running else 0
    return Mark(seq, session, last_record(db, session), sessions, settings_sum(db))


def last_commit(db: sqlite3.Connection, mark: Mark | None) -> int | None:
    """The number of the last commit; None if a row is altered or missing."""
    try:
        last = max((row[-1] for table in COLUMNS for row in sealed(db, table)), default=0)
        sessions = rows(db, "session")
    except JournalDamaged:
        return None
    grouped = db.execute("SELECT session, count(*), max(n) FROM record GROUP BY session").fetchall()
    counts = {session: count for session, count, _last in grouped}
    whole = (
        all(count == highest for _session, count, highest in grouped)
        and counts.keys() <= {row[0] for row in sessions}
        and all(counts.get(row[0], 0) >= (expected(row, mark) or 0) for row in sessions)
    )
    if mark and (mark.seq > last or mark.sessions > len(sessions) or mark.settings > settings_sum(db)):
        return None
    return last if whole else None


def newest(found: Iterable[tuple[str, Row]]) -> dict[str, dict[Row, Row]]:
    """The latest of these rows with commits, by table and key."""
    kept: dict[str, dict[Row, Row]] = {table: {} for table in COLUMNS}
    for table, row in found:
        key = row[: KEYS[table]]
        before = kept[table].get(key)
        if before is None or before[-1] < row[-1]:
            kept[table][key] = row
    return kept
