"""Reading the journal, by the box or a tool."""

from __future__ import annotations

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias, cast

from gm_appliance.core.domains import JSON
from gm_appliance.core.messages import _
from gm_appliance.core.values import Redacted, Value
from gm_appliance.storage.journal import errors
from gm_appliance.storage.journal.errors import JournalDamaged, JournalError, JournalLost, UnknownSession
from gm_appliance.storage.journal.files import MARKS, beside, credible, has_head, read_marks, sound
from gm_appliance.storage.journal.rows import RUNNING, Row, come_to, rows

SessionStatus: TypeAlias = Literal["running", "waiting", "ended", "abandoned", "aside"]


class SessionRecord(Value):
    """One playing of a game.

    people:  the names by seat from 1, empty for a seat without one; an empty tuple if there are none.
    rules:   the version of the game's rules. started: seconds since 1970.
    status:  ``aside``: cannot be resumed; ``abandoned``, also of earlier versions: given up.
    reason:  for these two; otherwise empty.
    cut:     the number of records after which damage lost the rest; None if nothing was lost.
    """

    id: int
    game: str
    rules: int
    language: str
    options: Mapping[str, JSON]
    started: float
    status: SessionStatus
    reason: str
    outcome: Mapping[str, JSON] | None
    people: tuple[str, ...] = ()
    cut: int | None = None


class JournalEntry(Redacted):
    """A choice that was not taken back.

    n: its number among the session's records, from 1, with gaps where choices were taken back.
    t: seconds, as given to `Journal.choose`.
    """

    redacted = ("value",)

    n: int
    name: str
    value: JSON
    secret: bool
    t: float


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(_is_plain(one) for one in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(one) for key, one in value.items())
    return value is None or isinstance(value, int | str)


def as_text(what: str, value: object) -> str:
    """The value as JSON. Raises ValueError with `what`, but without the value, in its message."""
    try:
        if _is_plain(value):
            return json.dumps(value, separators=(",", ":"))
    except (ValueError, RecursionError):  # an int of thousands of digits; nesting without end
        pass
    raise ValueError(f"{what}: the value is not plain data") from None


def _value(text: str) -> JSON:
    try:
        return cast(JSON, json.loads(text))
    except (ValueError, RecursionError):
        # The original error contains the text, which may be secret.
        raise JournalDamaged(_("a value in the journal cannot be read")) from None


class Readable(ABC):
    """The reading methods of `Journal` and `JournalReader`."""

    path: Path
    boots: int

    @abstractmethod
    def _connected(self) -> sqlite3.Connection: ...

    @abstractmethod
    def _disconnect(self) -> None: ...

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Convert errors of the medium into the journal's, and close the connection."""
        try:
            yield self._connected()
        except JournalDamaged:
            self._disconnect()
            raise
        except JournalError:
            raise
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            name = errors.named(error, self.path)
            if name is None:
                raise
            self._disconnect()
            shows = isinstance(name, JournalDamaged) and errors.code(error) is None  # the text itself
            raise name from None if shows else error

    def sessions(self) -> tuple[SessionRecord, ...]:
        """All sessions, oldest first."""
        with self._reading() as db:
            return tuple(map(_session, rows(db, "session", "ORDER BY id")))

    def running(self) -> SessionRecord | None:
        """The session being played, at most one."""
        with self._reading() as db:
            return next(map(_session, rows(db, "session", RUNNING)), None)

    def waiting(self, most: int) -> tuple[SessionRecord, ...]:
        """The `most` newest waiting sessions, newest first."""
        with self._reading() as db:
            which = "WHERE status = 'waiting' ORDER BY id DESC LIMIT ?"
            return tuple(map(_session, rows(db, "session", which, most)))

    def entries(self, session: int) -> tuple[JournalEntry, ...]:
        """The choices that were not taken back, oldest first. Raises UnknownSession."""
        with self._reading() as db:
            demand(db, session)
            return standing_choices(db, session)

    def drafted(self, session: int) -> tuple[str, JSON] | None:
        """The name and value of the draft. Raises UnknownSession."""
        with self._reading() as db:
            *_row, name, text = demand(db, session)
            return None if text is None else (name, _value(text))

    def setting(self, key: str, default: JSON = None) -> JSON:
        with self._reading() as db:
            return next((_value(value) for _key, value in rows(db, "setting", "WHERE key = ?", key)), default)

    def close(self) -> None:
        self._disconnect()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"


def demand(db: sqlite3.Connection, session: int) -> Row:
    """The session's row. Raises UnknownSession."""
    found = rows(db, "session", "WHERE id = ?", session)
    if not found:
        raise UnknownSession(_("The journal has no session {number}", number=session))
    return found[0]


def counted(db: sqlite3.Connection) -> int:
    """The journal's count of openings; 0 if it is missing or impossible."""
    which = "SELECT boots FROM boot WHERE typeof(boots) = 'integer'"  # any column may hold anything
    return max((credible(boots) for (boots,) in db.execute(which)), default=0)


PEOPLE = "@people"  # the key of the players' names among a session's options; no option has such a name


def _session(row: Row) -> SessionRecord:
    number, game, rules, language, options, started, status, reason, outcome, _records, cut, *_draft = row
    kept = cast("dict[str, JSON]", _value(options))
    people = cast("list[str]", kept.pop(PEOPLE, []))
    end = None if outcome is None else cast("dict[str, JSON]", _value(outcome))
    return SessionRecord(
        *(number, game, rules, language, kept, started, status, reason, end), tuple(people), cut
    )


def standing_choices(db: sqlite3.Connection, session: int) -> tuple[JournalEntry, ...]:
    """A session's choices that were not taken back. Raises JournalDamaged."""
    records = rows(db, "record", "WHERE session = ? ORDER BY n", session)
    if any(record[1] != n for n, record in enumerate(records, 1)):
        raise JournalDamaged(_("a value in the journal cannot be read"))
    gone = {record[-1] for record in records}
    return tuple(
        JournalEntry(n, name, _value(value), bool(secret), t)
        for _session, n, t, name, value, secret, takes_back in records
        if takes_back is None and n not in gone
    )


class JournalReader(Readable):
    """A snapshot of the journal for tools, while the service may be writing.

    It writes nothing and takes no lock. Not for the writer's process, in which closing a file would release
    SQLite's locks. Raises JournalLost if the journal cannot be read, JournalDamaged if it is not intact.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        try:
            self._db = _snapshot(path)
        except (sqlite3.Error, OSError) as error:
            name = error if isinstance(error, JournalError) else errors.named(error, path)
            if name is None:
                raise
            raise name from error
        self.boots = counted(self._db)

    def _connected(self) -> sqlite3.Connection:
        if self._db is None:
            raise ValueError("the journal is closed")
        return self._db

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _snapshot(path: Path) -> sqlite3.Connection:
    """A copy of the journal in memory."""
    log, marks = beside(path, "-wal"), read_marks(path)  # first, lest they be newer than the rest
    lone = not any(beside(path, end).exists() for end in MARKS)  # a copy; its end cannot be checked
    for _again in range(20):
        before = _generation(path)
        parts = path.read_bytes(), log.read_bytes() if log.exists() else b""
        if before == _generation(path):
            break
    else:
        raise JournalLost(_("{file} keeps changing while it is read. Try again.", file=path))
    with TemporaryDirectory() as directory:
        copy = Path(directory, "journal")
        copy.write_bytes(parts[0])
        beside(copy, "-wal").write_bytes(parts[1])
        db = connect(copy)
        try:
            if not (has_head(copy) and sound(db, marks) and (marks or lone or not come_to(db).seq)):
                raise JournalDamaged(_("{file} is damaged, or not a journal", file=path))
            memory = sqlite3.connect(":memory:", isolation_level=None)
            db.backup(memory)
            return memory
        finally:
            db.close()


def _generation(path: Path) -> tuple[object, ...]:
    """Changes when the log is restarted. Database and log fit together if read within one generation."""
    log, status = beside(path, "-wal"), path.stat()
    head = b""
    if log.exists():
        with log.open("rb") as file:
            head = file.read(32)
    return head, status.st_ino, status.st_size, status.st_mtime_ns


def connect(path: Path) -> sqlite3.Connection:
    # No other process writes, except perhaps a database tool, which is waited for briefly.
    return sqlite3.connect(path, timeout=1.0, isolation_level=None)
