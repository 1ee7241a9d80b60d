"""The journal as the box keeps it: every call that writes is one commit, synced before it returns."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from types import TracebackType

from gm_appliance.core.domains import Plain
from gm_appliance.core.messages import _
from gm_appliance.core.values import immutable
from gm_appliance.storage.journal.files import (
    MOST_BOOTS,
    JournalLost,
    Lock,
    beside,
    create,
    has_head,
    identity,
    is_sound,
    narrow,
    own,
    set_aside,
)
from gm_appliance.storage.journal.reading import (
    PEOPLE,
    WAITING,
    JournalReader,
    Readable,
    SessionStatus,
    as_text,
    connect,
    counted,
    demand,
    standing_choices,
)

# NORMAL loses the last commits of a write-ahead log when the power goes.
_SYNCHRONOUS = "FULL"


class Journal(Readable):
    """The journal, for the one process that may write. Use it from one thread.

    path:      the file. Its directory is made, and is narrowed to this user, as are the files.
    boots:     how many times the journal was opened, this time included; never the same twice, not
               even after a damaged file was set aside. 0 before it is open.
    set_aside: where a file went that was not a sound journal, or of a newer schema; else None.
               It may be set by any call, for a journal that fails while in use is opened anew.

    Opening it raises JournalBusy where another process holds it, JournalFull and JournalLost; so
    may every call. After an error the next call opens the file anew and tries again. With
    `at_once` false it is the first call that opens it.

    In a `folder`:

    >>> with Journal(folder / "journal.sqlite") as journal:
    ...     session = journal.begin("scorepad", 1, {"players": 2}, "en", now=0.0)
    ...     journal.choose(session, "round", {"1": 12, "2": 7}, secret=False, t=30.0)
    ...     print(journal.entries(session)[0].value)
    {'1': 12, '2': 7}
    """

    def __init__(self, path: Path, *, at_once: bool = True) -> None:
        self.path = path
        self.boots = 0
        self.set_aside: Path | None = None
        self._closed = False
        self._db: sqlite3.Connection | None = None
        self._lock: Lock | None = None
        self._files: tuple[object, ...] = ()
        self._unsure: _Before | _BeforeBegin | None = None
        if not at_once:
            return
        try:
            with self._reading():
                pass
        except BaseException:
            self.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether its last call could use the file: opening it has written there."""
        return self._db is not None

    @classmethod
    def reader(cls, path: Path) -> JournalReader:
        """For tools: see JournalReader."""
        return JournalReader(path)

    def begin(
        self,
        game: str,
        rules: int,
        options: Mapping[str, Plain],
        language: str,
        now: float,
        people: Sequence[str] = (),
    ) -> int:
        """A new session; returns its number. A session still running waits from now on.

        people: as in `SessionRecord`.
        """
        text = as_text("options", {**options, **({PEOPLE: [*people]} if any(people) else {})})
        with self._writing() as db:
            self._unsure = _before_begin(db)
            _lay_aside(db)
            new = db.execute(
                "INSERT INTO session (game, rules, language, options, started, status, reason)"
                " VALUES (?, ?, ?, ?, ?, 'running', '') RETURNING id",
                (game, rules, language, text, now),
            ).fetchone()
            return int(new[0])

    def choose(self, session: int, name: str, value: Plain, secret: bool, t: float) -> None:
        """Append a choice; the draft is done with.

        Raises ValueError if the session is not running or the value is not plain data, and
        UnknownSession.
        """
        text = as_text(name, value)
        with self._writing(session) as db:
            self._append(db, session, t, name, text, secret, None)

    def undo(self, session: int, t: float) -> None:
        """Take back the last choice that stands, and the draft begun after it.

        Raises ValueError if none stands or the session is not running, and UnknownSession.
        """
        with self._writing(session) as db:
            standing = standing_choices(db, session)
            if not standing:
                raise ValueError(f"session {session} has no choice to take back")
            self._append(db, session, t, None, None, None, standing[-1].n)

    def draft(self, session: int, name: str, value: Plain) -> None:
        """Keep what was entered so far; None forgets it. A secret must never be drafted.

        Raises ValueError as `choose` does, and UnknownSession.
        """
        text = as_text(name, value)
        with self._writing(session) as db:
            db.execute("DELETE FROM draft WHERE session = ?", (session,))
            if value is not None:
                db.execute("INSERT INTO draft VALUES (?, ?, ?)", (session, name, text))

    def end(self, session: int, outcome: Mapping[str, Plain]) -> None:
        """It was played to its end. Raises ValueError and UnknownSession, as `abandon` does."""
        self._finish(session, "ended", "", as_text("outcome", dict(outcome)))

    def abandon(self, session: int, reason: str) -> None:
        """The players gave it up.

        Raises ValueError if it is over in another way already, and UnknownSession.
        """
        self._finish(session, "abandoned", reason, None)

    def go_on(self, session: int) -> None:
        """A session that waits is running again; another one that runs waits from now on.

        Raises ValueError if it is over, and UnknownSession.
        """
        with self._writing() as db:
            before = demand(db, session)
            if before not in ("running", "waiting"):
                raise ValueError(f"session {session} is over already: {before}")
            if before == "waiting":
                _lay_aside(db)
                db.execute("UPDATE session SET status = 'running', reason = '' WHERE id = ?", (session,))

    def keep_aside(self, session: int, reason: str) -> None:
        """It is kept but cannot be gone on with. Raises ValueError and UnknownSession, as `abandon`."""
        self._finish(session, "aside", reason, None)

    def set_setting(self, key: str, value: Plain) -> None:
        """Raises ValueError if the value is not plain data."""
        text = as_text(key, value)
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, text))

    def close(self) -> None:
        self._closed = True
        self._disconnect()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _writing(self, session: int | None = None) -> Iterator[sqlite3.Connection]:
        """One transaction, committed and synced at its end; the session given must be running."""
        with self._reading() as db:
            if self._files != self._now_there():
                self._disconnect()
                raise JournalLost(_("{file} was removed or replaced while in use.", file=self.path))
            with _transaction(db):
                if session is not None:
                    status = demand(db, session)
                    if status != "running":
                        raise ValueError(f"session {session} is not running: {status}")
                    self._unsure = _before(db, session)
                yield db
            self._unsure = None

    def _append(self, db: sqlite3.Connection, session: int, *record: float | str | None) -> None:
        db.execute(
            "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?)", (session, _last(db, session) + 1, *record)
        )
        db.execute("DELETE FROM draft WHERE session = ?", (session,))

    def _finish(self, session: int, status: SessionStatus, reason: str, outcome: str | None) -> None:
        with self._writing() as db:
            before = demand(db, session)
            # The same again is fine: it may be the retry of a call that failed only at its sync.
            if before not in ("running", "waiting", status):
                raise ValueError(f"session {session} is over already: {before}")
            db.execute("DELETE FROM draft WHERE session = ?", (session,))
            db.execute(
                "UPDATE session SET status = ?, reason = ?, outcome = ? WHERE id = ?",
                (status, reason, outcome, session),
            )

    # ------------------------------------------------------------ opening and healing

    def _connected(self) -> sqlite3.Connection:
        if self._closed:
            raise ValueError("the journal is closed")
        if self._db is None:
            own(self.path.parent)
            if self._lock is not None and not self._lock.stands():
                self._lock.release()
                self._lock = None
            if self._lock is None:
                self._lock = Lock(self.path)
            self._db = self._opened()
            self._count(self._db, self._lock)
            self._files = self._now_there()
        return self._db

    def _opened(self) -> sqlite3.Connection:
        narrow(self.path)
        if not has_head(self.path):
            self.set_aside = set_aside(self.path) or self.set_aside
            create(self.path)
        db = connect(self.path)
        try:
            if not is_sound(db):
                # Moved while it is open: closing it would else merge the log into it and delete that.
                self.set_aside = set_aside(self.path) or self.set_aside
                db.close()
                create(self.path)
                db = connect(self.path)
            db.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")
            if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
                raise JournalLost(
                    _("{file} is on a medium that cannot hold a write-ahead log.", file=self.path)
                )
        except BaseException:
            db.close()
            raise
        return db

    def _count(self, db: sqlite3.Connection, lock: Lock) -> None:
        """Count this opening, once, and take back what a commit that failed may have left."""
        with _transaction(db):
            before = max(counted(db), lock.boots)
            self.boots = self.boots or before % MOST_BOOTS + 1
            db.execute("DELETE FROM boot")
            db.execute("INSERT INTO boot VALUES (?)", (max(before, self.boots),))
            if self._unsure is not None:
                self._unsure.restore(db)
        lock.write(self.boots)
        self._unsure = None

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _now_there(self) -> tuple[object, ...]:
        # SQLite would go on writing to files that have no name any more.
        return identity(self.path), identity(beside(self.path, "-wal"))


def _lay_aside(db: sqlite3.Connection) -> None:
    """The session that runs, if there is one, waits, with what was entered so far."""
    db.execute(
        "UPDATE session SET status = 'aside', reason = ? WHERE status = 'running'",
        (WAITING,),
    )


@immutable
class _Before:
    """A session before a transaction whose commit may fail at its sync, and yet be in the log."""

    session: int
    last: int
    draft: tuple[str, str] | None = field(repr=False)

    def restore(self, db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM record WHERE session = ? AND n > ?", (self.session, self.last))
        db.execute("DELETE FROM draft WHERE session = ?", (self.session,))
        if self.draft is not None:
            db.execute("INSERT INTO draft VALUES (?, ?, ?)", (self.session, *self.draft))


@immutable
class _BeforeBegin:
    """The sessions before one that may be in the log although its commit failed: nobody knows of it.

    running: the number of the one that ran, if there was one.
    """

    last: int
    running: int | None

    def restore(self, db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM session WHERE id > ?", (self.last,))
        db.execute("UPDATE session SET status = 'running', reason = '' WHERE id = ?", (self.running,))


def _before_begin(db: sqlite3.Connection) -> _BeforeBegin:
    last = db.execute("SELECT max(id) FROM session").fetchone()[0]
    running = db.execute("SELECT id FROM session WHERE status = 'running'").fetchone()
    return _BeforeBegin(int(last or 0), None if running is None else int(running[0]))


def _before(db: sqlite3.Connection, session: int) -> _Before:
    draft = db.execute("SELECT name, value FROM draft WHERE session = ?", (session,)).fetchone()
    return _Before(session, _last(db, session), draft)


def _last(db: sqlite3.Connection, session: int) -> int:
    last = db.execute("SELECT max(n) FROM record WHERE session = ?", (session,)).fetchone()[0]
    return int(last or 0)


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        raise
