"""The rows of the journal's tables: each ends in the number of its commit and a checksum.

SQLite notices neither altered bytes in a row, nor pages swapped or of another file, nor a truncated log, with
which it returns to an earlier state. So each row has a checksum that includes the journal's id; rows must be
ordered by key; and `Mark`, kept outside the database, says how many there were.
"""

from __future__ import annotations

import marshal
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias
from zlib import crc32

from gm_appliance.core.messages import _
from gm_appliance.core.values import Redacted, Value
from gm_appliance.storage.journal.errors import JournalDamaged

Row: TypeAlias = "tuple[Any, ...]"  # a row's columns without commit and checksum

COLUMNS = {
    # records: their number; NULL while it runs. cut: the number after which the rest was lost, or NULL.
    # drafting, draft: the name and value of the unfinished entry, or NULL.
    "session": (
        *("id", "game", "rules", "language", "options", "started"),
        *("status", "reason", "outcome", "records", "cut", "drafting", "draft"),
    ),
    # A choice, or the undoing of choice number takes_back. Numbered from 1, only appended.
    "record": ("session", "n", "t", "name", "value", "secret", "takes_back"),
    "setting": ("key", "value"),
}
"""The tables. The number of columns identifies a table."""

KEYS = {"session": 1, "record": 2, "setting": 1}  # the number of leading columns that are the key
NUMBER = dict(zip(COLUMNS["session"], range(20), strict=False))  # the index of a session's column by name
RUNNING = "WHERE status = 'running'"


def status_of(row: Row) -> str:
    return str(row[NUMBER["status"]])


def tables() -> list[str]:
    """The SQL of the tables, without indexes: damage to these would go unnoticed."""
    made = ["CREATE TABLE boot (boots INTEGER NOT NULL)"]
    for table, columns in COLUMNS.items():
        key = ", ".join(columns[: KEYS[table]])
        made.append(
            f"CREATE TABLE {table} ({', '.join(columns)}, seq, crc, PRIMARY KEY ({key})) WITHOUT ROWID"
        )
    return made


def checksum(journal: int, table: str, row: Row) -> int:
    # marshal is the fastest encoding. Its version 2 is the same in every version of Python.
    return crc32(marshal.dumps(row, 2), crc32(table.encode(), journal))


def id_of(db: sqlite3.Connection) -> int:
    """The journal's random id, in SQLite's field for a version; 0 for none."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def put(db: sqlite3.Connection, table: str, row: Row, seq: int) -> None:
    """Write a row, replacing one with the same key."""
    marks = ", ".join("?" * (len(row) + 2))
    sealed = (*(str(one) if isinstance(one, str) else one for one in row), seq)
    check = checksum(id_of(db), table, sealed)
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*sealed, check))


def sealed(db: sqlite3.Connection, table: str, which: str = "", *values: object) -> Iterator[Row]:
    """Rows with their commits. Raises JournalDamaged at an altered one, whose content is not shown."""
    journal = id_of(db)
    for row in db.execute(f"SELECT * FROM {table} {which}", values):
        if checksum(journal, table, row[:-1]) != row[-1]:
            raise JournalDamaged(_("a value in the journal cannot be read"))
        yield row[:-1]


def rows(db: sqlite3.Connection, table: str, which: str = "", *values: object) -> list[Row]:
    """Rows without their commits. Raises JournalDamaged."""
    return [row[:-1] for row in sealed(db, table, which, *values)]


_EDITION = 3  # the format of the mark. Others are ignored.


class Mark(Value):
    """A position of the journal: at least this much was committed.

    journal: its id. seq: the last commit. session: the one written to last, with `n` records. sessions: their
    number. heads, settings: the sum of the commits of all session rows, and of all settings.
    """

    journal: int = 0
    seq: int = 0
    session: int = 0
    n: int = 0
    sessions: int = 0
    heads: int = 0
    settings: int = 0

    def line(self) -> bytes:
        numbers = (_EDITION, *(getattr(self, name) for name in self.__struct_fields__))
        text = b"%d %d %d %d %d %d %d %d " % numbers
        return b"%s%08x" % (text, crc32(text))

    @classmethod
    def read(cls, line: bytes) -> Mark | None:
        """Parse a mark; None if it is damaged or of another format."""
        text, _space, check = line.rpartition(b" ")
        try:
            edition, *numbers = [int(one) for one in text.split()]
        except ValueError:
            return None
        if edition != _EDITION or len(numbers) != 7 or check != b"%08x" % crc32(text + b" "):
            return None
        return cls(*numbers)

    @classmethod
    def of(cls, marks: Sequence[Mark], journal: int) -> Mark | None:
        """The latest of these marks, preferably one of this journal."""
        ours = [one for one in marks if one.journal == journal]
        return max(ours or marks, key=lambda mark: mark.seq, default=None)


def expected(row: Row, mark: Mark | None) -> int | None:
    """The minimum number of a session's records; None if unknown."""
    records = row[NUMBER["records"]]
    if mark and mark.session == row[0]:
        return max(mark.n, records or 0)
    return None if records is None else int(records)


def last_record(db: sqlite3.Connection, session: int) -> int:
    return int(db.execute("SELECT max(n) FROM record WHERE session = ?", (session,)).fetchone()[0] or 0)


def come_to(db: sqlite3.Connection) -> Mark:
    seq = max(db.execute(f"SELECT max(seq) FROM {table}").fetchone()[0] or 0 for table in COLUMNS)
    sessions, heads = db.execute("SELECT count(*), sum(seq) FROM session").fetchone()
    (settings,) = db.execute("SELECT sum(seq) FROM setting").fetchone()
    running = db.execute("SELECT id FROM session WHERE status = 'running'").fetchone()
    session = int(running[0]) if running else 0
    return Mark(id_of(db), seq, session, last_record(db, session), sessions, heads or 0, settings or 0)


def is_whole(db: sqlite3.Connection, marks: Sequence[Mark]) -> bool:
    """Whether no row is altered, missing, or out of order."""
    mark = Mark.of(marks, id_of(db))
    records, sessions = Counter[int](), list[Row]()
    try:
        for table in COLUMNS:
            before: Row = ()
            for row in sealed(db, table):
                key = row[: KEYS[table]]
                if key <= before:
                    return False
                before = key
                if table == "session":
                    sessions.append(row)
                elif table == "record":
                    records[row[0]] += 1
                    if row[1] != records[row[0]]:
                        return False
    except JournalDamaged:
        return False
    if not all(
        row[NUMBER["records"]] in (None, records[row[0]]) and records[row[0]] >= (expected(row, mark) or 0)
        for row in sessions
    ):
        return False
    if mark is None:
        return records.keys() <= {row[0] for row in sessions}
    there = come_to(db)
    grown = all(getattr(mark, one) <= getattr(there, one) for one in ("seq", "sessions", "heads", "settings"))
    return grown and mark.journal == there.journal and records.keys() <= {row[0] for row in sessions}


def newest(found: Iterable[tuple[str, Row]]) -> dict[str, dict[Row, Row]]:
    """The latest of these rows with commits, by table and key."""
    kept: dict[str, dict[Row, Row]] = {table: {} for table in COLUMNS}
    for table, row in found:
        key = row[: KEYS[table]]
        before = kept[table].get(key)
        if before is None or before[-1] < row[-1]:
            kept[table][key] = row
    return kept


class Before(Redacted):
    """The state before a transaction, which may be in the log even if its sync failed.

    sessions: the last session's number. row: of the running one, if any, with `last` records.
    """

    redacted = ("row",)

    sessions: int
    row: Row | None
    last: int

    def restore(self, db: sqlite3.Connection, seq: int) -> None:
        db.execute("DELETE FROM session WHERE id > ?", (self.sessions,))
        if self.row is None:
            return
        # Unless it was lost or set aside with a damaged journal since then.
        unfinished = "WHERE id = ? AND status IN ('running', 'waiting')"
        if rows(db, "session", unfinished, self.row[0]):
            db.execute("DELETE FROM record WHERE session = ? AND n > ?", (self.row[0], self.last))
            put(db, "session", self.row, seq)


def what_was(db: sqlite3.Connection, row: Row | None) -> Before:
    sessions = db.execute("SELECT coalesce(max(id), 0) FROM session").fetchone()[0]
    return Before(int(sessions), row, last_record(db, row[0]) if row else 0)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        raise
