"""What the journal hands out, and how it is read: by the box, or by a tool beside it."""

from __future__ import annotations

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias, cast

from gm_appliance.core.domains import Plain
from gm_appliance.core.messages import _
from gm_appliance.core.values import immutable
from gm_appliance.storage.journal.files import (
    JournalDamaged,
    JournalError,
    JournalLost,
    UnknownSession,
    beside,
    credible,
    has_head,
    is_sound,
    named,
)

SessionStatus: TypeAlias = Literal["running", "waiting", "ended", "abandoned", "aside"]

WAITING = "waiting"
"""The reason in the file of a session that was set aside and can be gone on with. Its status there is
``aside``, which is all that older versions know; a session whose reason this is has the status ``waiting``
for everybody else."""


@immutable
class SessionRecord:
    """One playing of a game.

    people:  the names of the seats from 1 on, empty for a seat without one; none where nobody was named.
    rules:   the version of the rules its choices were made under.
    started: seconds since 1970.
    status:  ``running``; ``waiting``: set aside, to be gone on with later; ``ended`` with an outcome;
             ``abandoned`` by the players; ``aside``: kept, but cannot be gone on with.
    reason:  why, for the last two; empty otherwise.
    """

    id: int
    game: str
    rules: int
    language: str
    options: Mapping[str, Plain]
    started: float
    status: SessionStatus
    reason: str
    outcome: Mapping[str, Plain] | None
    people: tuple[str, ...] = ()


@immutable
class JournalEntry:
    """A choice that stands.

    n: its number among all records of its session, from 1, rising, with gaps where choices were
       taken back. t: seconds, as given to `Journal.choose`.
    """

    n: int
    name: str
    value: Plain = field(repr=False)
    secret: bool
    t: float


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(_is_plain(one) for one in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(one) for key, one in value.items())
    return value is None or isinstance(value, int | str)


def as_text(what: str, value: object) -> str:
    """The value as JSON. Raises ValueError, which names `what` and never shows the value."""
    try:
        if _is_plain(value):
            return json.dumps(value, separators=(",", ":"))
    except (ValueError, RecursionError):  # an int of thousands of digits; nesting without end
        pass
    raise ValueError(f"{what}: the value is not plain data") from None


def _value(text: str) -> Plain:
    try:
        return cast(Plain, json.loads(text))
    except (ValueError, RecursionError):
        # The original error carries the text, which may be a secret.
        raise JournalDamaged(_("a value in the journal cannot be read")) from None


class Readable(ABC):
    """All that can be read, whoever opened the file."""

    path: Path
    boots: int

    @abstractmethod
    def _connected(self) -> sqlite3.Connection:
        """A connection that works."""

    @abstractmethod
    def _disconnect(self) -> None:
        """Let go of the connection, after an error or at the end."""

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Errors of the medium leave here under the journal's names, and with no connection."""
        try:
            yield self._connected()
        except JournalDamaged:
            self._disconnect()
            raise
        except JournalError:
            raise
        except (sqlite3.Error, OSError) as error:
            name = named(error, self.path)
            if name is None:
                raise
            self._disconnect()
            raise name from error

    def session(self, session: int) -> SessionRecord:
        """Raises UnknownSession."""
        with self._reading() as db:
            demand(db, session)
            (one,) = _sessions(db, "WHERE id = ?", session)
            return one

    def sessions(self) -> tuple[SessionRecord, ...]:
        """All of them, the oldest first."""
        with self._reading() as db:
            return _sessions(db, "ORDER BY id")

    def running(self) -> SessionRecord | None:
        """The session that is being played. There is never more than one."""
        with self._reading() as db:
            return next(iter(_sessions(db, "WHERE status = 'running'")), None)

    def waiting(self, most: int) -> tuple[SessionRecord, ...]:
        """The sessions set aside that can be gone on with: the newest ones, the newest first."""
        with self._reading() as db:
            which = f"WHERE status = 'aside' AND reason = '{WAITING}' ORDER BY id DESC LIMIT ?"
            return _sessions(db, which, most)

    def entries(self, session: int) -> tuple[JournalEntry, ...]:
        """The choices that stand, the oldest first. Raises UnknownSession."""
        with self._reading() as db:
            demand(db, session)
            return standing_choices(db, session)

    def drafted(self, session: int) -> tuple[str, Plain] | None:
        """The name and value of the draft. Raises UnknownSession."""
        with self._reading() as db:
            demand(db, session)
            row = db.execute("SELECT name, value FROM draft WHERE session = ?", (session,)).fetchone()
            return None if row is None else (row[0], _value(row[1]))

    def setting(self, key: str, default: Plain = None) -> Plain:
        with self._reading() as db:
            row = db.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
            return default if row is None else _value(row[0])

    def close(self) -> None:
        self._disconnect()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"


def demand(db: sqlite3.Connection, session: int) -> str:
    """The session's status. Raises UnknownSession."""
    row = db.execute("SELECT status, reason FROM session WHERE id = ?", (session,)).fetchone()
    if row is None:
        raise UnknownSession(_("The journal has no session {number}", number=session))
    return _status(*row)[0]


def _status(status: SessionStatus, reason: str) -> tuple[SessionStatus, str]:
    """Status and reason for everybody else, by those in the file."""
    return ("waiting", "") if (status, reason) == ("aside", WAITING) else (status, reason)


def counted(db: sqlite3.Connection) -> int:
    """How many openings the journal knows of; 0 where it does not say, or nothing credible."""
    return max((credible(boots) for (boots,) in db.execute("SELECT boots FROM boot")), default=0)


def _sessions(db: sqlite3.Connection, which: str, *values: int) -> tuple[SessionRecord, ...]:
    columns = "id, game, rules, language, options, started, status, reason, outcome"
    rows = db.execute(f"SELECT {columns} FROM session {which}", values).fetchall()
    return tuple(_session(*row) for row in rows)


def _session(number: int, game: Any, rules: int, language: Any, options: str, *rest: Any) -> SessionRecord:
    started, in_file, why, outcome = rest
    status, reason = _status(in_file, why)
    end = None if outcome is None else _value(outcome)
    begin, people = _parted(_value(options))
    return SessionRecord(
        *(number, _text(game), rules, _text(language), begin, _seconds(started), status, _text(reason)),
        end if isinstance(end, dict) else None,
        people,
    )


# SQLite minds no types: damage may leave anything in a column, and a sound check finds no fault with it.


def _text(found: object) -> str:
    """A text as it was found; empty for what is none."""
    return found if isinstance(found, str) else ""


def _seconds(found: object) -> float:
    """A time as it was found; 0 for what is none."""
    return float(found) if isinstance(found, int | float) else 0.0


PEOPLE = "@people"
"""Beside a session's options, under a name no option has, are the names of its players: so they are there or
not as the session is, and a journal of before there were names is as good as a new one."""


NO_OPTIONS = "@options"
"""Under a name no option has, what stood in the place of a session's options: no game begins with it."""


def _parted(kept: Plain) -> tuple[Mapping[str, Plain], tuple[str, ...]]:
    """The options and the names. Names that cannot be read are no reason to lose a game."""
    if not isinstance(kept, dict):
        return {NO_OPTIONS: kept}, ()
    names = kept.get(PEOPLE)
    people = tuple(one for one in names if isinstance(one, str)) if isinstance(names, list) else ()
    whole = isinstance(names, list) and len(people) == len(names)
    return {name: value for name, value in kept.items() if name != PEOPLE}, people if whole else ()


def standing_choices(db: sqlite3.Connection, session: int) -> tuple[JournalEntry, ...]:
    columns = "n, name, value, secret, t, takes_back"
    rows = db.execute(f"SELECT {columns} FROM record WHERE session = ? ORDER BY n", (session,)).fetchall()
    gone = {row[5] for row in rows}
    return tuple(
        JournalEntry(n, _text(name), _value(value), bool(secret), _seconds(t))
        for n, name, value, secret, t, takes_back in rows
        if takes_back is None and n not in gone
    )


class JournalReader(Readable):
    """The journal as it was when this was made, for tools, while the service may be writing on.

    Nothing is written, moved or counted beside the journal, and no lock is taken. Not for the
    writer's own process: closing a file there drops the locks SQLite holds on it. Raises
    JournalLost if the journal cannot be read, JournalDamaged if it is not sound.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        try:
            self._db = _snapshot(path)
        except (sqlite3.Error, OSError) as error:
            name = error if isinstance(error, JournalError) else named(error, path)
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
    log = beside(path, "-wal")
    for _again in range(20):
        before = _generation(path)
        parts = path.read_bytes(), log.read_bytes() if log.exists() else b""
        if before == _generation(path):
            break
    else:
        raise JournalLost(_("{file} is being written to all the time. Try again.", file=path))
    with TemporaryDirectory() as directory:
        copy = Path(directory, "journal")
        copy.write_bytes(parts[0])
        beside(copy, "-wal").write_bytes(parts[1])
        db = connect(copy)
        try:
            if not has_head(copy) or not is_sound(db):
                raise JournalDamaged(_("{file} is not a sound journal", file=path))
            memory = sqlite3.connect(":memory:", isolation_level=None)
            db.backup(memory)
            return memory
        finally:
            db.close()


def _generation(path: Path) -> tuple[object, ...]:
    """What differs once the log was begun anew. Two parts read within one fit together.

    Commits only lengthen the log, and pages move from it to the database before it is begun anew.
    """
    log, status = beside(path, "-wal"), path.stat()
    head = b""
    if log.exists():
        with log.open("rb") as file:
            head = file.read(32)
    return head, status.st_ino, status.st_size, status.st_mtime_ns


def connect(path: Path) -> sqlite3.Connection:
    # Nobody else writes. A stranger with a database tool is waited for a moment only.
    return sqlite3.connect(path, timeout=1.0, isolation_level=None)
