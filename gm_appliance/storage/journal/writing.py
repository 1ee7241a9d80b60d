"""Writing the journal: every call is one commit, synced before it returns."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from gm_appliance.core.domains import JSON
from gm_appliance.core.messages import _
from gm_appliance.core.values import replace
from gm_appliance.storage.journal import files, reading
from gm_appliance.storage.journal import rows as stored
from gm_appliance.storage.journal.errors import JournalLost, UnknownSession
from gm_appliance.storage.journal.files import Lock, beside, identity
from gm_appliance.storage.journal.reading import Readable, connect
from gm_appliance.storage.journal.rows import put
from gm_appliance.storage.journal.salvage import Loss, salvaged

# NORMAL loses the last commits of a write-ahead log when power is cut.
_SYNCHRONOUS = "FULL"
_NO_DRAFT: Mapping[str, str | None] = {"drafting": None, "draft": None}

_NAMING = "%.name"  # the decisions for a name of somebody who comes later


# Many attributes: the connection, and what must survive it when an error closes it.
class Journal(Readable):
    """The journal, for the one process and thread that may write.

    path:      its directory is created, and made private like the files.
    boots:     the count of openings, this one included; never the same twice, even after damage. 0 before.
    set_aside: the new name of the last damaged file. Any call may set it.
    loss:      what was lost then; empty if no file was set aside.

    Opening it, and every call, may raise JournalBusy if another process holds it, JournalFull, JournalLost.
    The next call reopens the file and tries again. With `at_once` false, the first call opens it.

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
        self.loss: Loss = ""
        self._mark = self._next = stored.Mark()
        self._gone: set[int] = set()  # sessions that lost their last choices while they were played
        self._standing: tuple[int, list[int]] = (0, [])  # a session and the numbers of its standing choices
        self._closed = False
        self._db: sqlite3.Connection | None = None
        self._lock: Lock | None = None
        self._files: tuple[object, ...] = ()
        self._unsure: stored.Before | None = None
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
        """Whether the last call could read and write the file."""
        return self._db is not None

    def begin(
        self,
        game: str,
        rules: int,
        options: Mapping[str, JSON],
        language: str,
        now: float,
        people: Sequence[str] = (),
    ) -> int:
        """Begin a session; returns its number. A running one is set to waiting. people: as in its record."""
        text = reading.as_text("options", {**options, **({reading.PEOPLE: [*people]} if any(people) else {})})
        with self._writing() as db:
            running = next(iter(stored.rows(db, "session", stored.RUNNING)), None)
            self._unsure = before = stored.what_was(db, running)
            self._lay_aside(db)
            new = before.sessions + 1
            row = (new, game, rules, language, text, now, "running", "", None, None, None, None, None)
            self._put(db, "session", row)
            self._next = replace(self._next, session=new, n=0, sessions=self._next.sessions + 1)
        self._standing = (new, [])
        return new

    def choose(self, session: int, name: str, value: JSON, secret: bool, t: float) -> None:
        """Append a choice and discard the draft. Raises UnknownSession, and ValueError if the session is not
        running or the value is not plain data."""
        text = reading.as_text(name, value)
        with self._writing(session) as db:
            n = self._append(db, session, t, name, text, int(secret), None)
        if self._standing[0] == session:
            self._standing[1].append(n)

    def undo(self, session: int, t: float) -> None:
        """Take back the last choice and discard the draft. Raises as `choose` does, also if there is none."""
        with self._writing(session) as db:
            if self._standing[0] != session:
                self._standing = (session, [one.n for one in reading.standing_choices(db, session)])
            standing = self._standing[1]
            if not standing:
                raise ValueError(f"session {session} has no choice to take back")
            self._append(db, session, t, None, None, None, standing[-1])
        standing.pop()

    def entries(self, session: int) -> tuple[reading.JournalEntry, ...]:
        found = super().entries(session)
        if self._standing[0] in (0, session):
            self._standing = (session, [one.n for one in found])
        return found

    def draft(self, session: int, name: str, value: JSON) -> None:
        """Keep an unfinished entry; None discards it. Never draft secrets. Raises as `choose` does."""
        text = reading.as_text(name, value)
        with self._writing(session) as db:
            kept = {"drafting": name, "draft": text} if value is not None else _NO_DRAFT
            self._change(db, session, **kept)

    def end(self, session: int, outcome: Mapping[str, JSON]) -> None:
        """Mark a session as ended. Raises UnknownSession, and ValueError if it is over in another way."""
        self._finish(session, "ended", "", reading.as_text("outcome", dict(outcome)))

    def go_on(self, session: int) -> None:
        """Set a waiting session to running, and the running one to waiting. Raises as `end` does."""
        with self._writing() as db:
            before = stored.status_of(reading.demand(db, session))
            if before not in ("running", "waiting"):
                raise ValueError(f"session {session} is over already: {before}")
            if before == "running":
                self._next = self._mark  # nothing is written
            else:
                self._lay_aside(db)
                self._change(db, session, status="running", records=None)
                self._next = replace(self._next, session=session, n=stored.last_record(db, session))

    def keep_aside(self, session: int, reason: str) -> None:
        """Mark a session that cannot be resumed. Raises as `end` does."""
        self._finish(session, "aside", reason, None)

    def set_setting(self, key: str, value: JSON) -> None:
        """Raises ValueError if the value is not plain data."""
        text = reading.as_text(key, value)
        with self._writing() as db:
            self._put(db, "setting", (key, text))

    def erase(self, *sessions: int) -> None:
        """Delete all that happened in these sessions, which are given up. Raises UnknownSession."""
        with self._writing() as db:
            for one in sessions:
                db.execute("DELETE FROM record WHERE session = ?", (one,))
                nothing = {"options": "{}", "outcome": None, "records": 0, "cut": None, **_NO_DRAFT}
                self._change(db, one, status="abandoned", reason="erased", **nothing)
                if self._next.session == one:
                    self._next = replace(self._next, n=0)
        self._forget_old_pages()

    def blank(self, is_theirs: Callable[[str], bool]) -> None:
        """Replace a person's name by an empty one in all sessions. is_theirs: whether this is the name."""
        with self._writing() as db:
            for one in self.sessions():
                if any(map(is_theirs, one.people)):
                    people: JSON = ["" if is_theirs(name) else name for name in one.people]
                    text = reading.as_text("options", {**one.options, reading.PEOPLE: people})
                    self._change(db, one.id, options=text)
            for row in stored.rows(db, "record", f"WHERE name LIKE '{_NAMING}'"):
                if is_theirs(str(json.loads(row[4]))):
                    put(db, "record", (*row[:4], json.dumps(""), *row[5:]), self._next.seq)
        self._forget_old_pages()

    def _forget_old_pages(self) -> None:
        """Rewrite the file without what was deleted from it, and discard its log."""
        with self._reading() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._standing = (0, [])

    def close(self) -> None:
        self._closed = True
        self._disconnect()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def _writing(self, session: int | None = None) -> Iterator[sqlite3.Connection]:
        """One transaction, synced at its end. `self._next` is the mark after it. session: must be running."""
        with self._reading() as db:
            if self._files != self._now_there() or self._lock is None:
                self._disconnect()
                raise JournalLost(_("{file} was removed or replaced while in use.", file=self.path))
            self._next = replace(self._mark, seq=self._mark.seq + 1)
            with stored.transaction(db):
                if session in self._gone:  # its log will write it again
                    raise UnknownSession(_("The journal has no session {number}", number=session))
                if session is not None:
                    row = reading.demand(db, session)
                    if stored.status_of(row) != "running":
                        raise ValueError(f"session {session} is not running: {stored.status_of(row)}")
                    self._unsure = stored.what_was(db, row)
                yield db
            self._lock.mark(self._next)
            self._mark = self._next
            self._unsure = None

    def _append(self, db: sqlite3.Connection, session: int, *record: float | str | None) -> int:
        n = stored.last_record(db, session) + 1
        put(db, "record", (session, n, *record), self._next.seq)
        if reading.demand(db, session)[stored.NUMBER["drafting"]] is not None:
            self._change(db, session, **_NO_DRAFT)
        self._next = replace(self._next, session=session, n=n)
        return n

    def _put(self, db: sqlite3.Connection, table: str, row: stored.Row) -> None:
        """Write a row of a session or setting, and count it in the mark."""
        sums = {"session": "heads", "setting": "settings"}[table]
        which = f"WHERE {stored.COLUMNS[table][0]} = ?"
        before = next((one[-1] for one in stored.sealed(db, table, which, row[0])), 0)
        put(db, table, row, self._next.seq)
        self._next = replace(self._next, **{sums: getattr(self._next, sums) + self._next.seq - before})

    def _change(self, db: sqlite3.Connection, session: int, **changes: str | int | None) -> None:
        row = dict(zip(stored.COLUMNS["session"], reading.demand(db, session), strict=True)) | changes
        self._put(db, "session", tuple(row.values()))

    def _lay_aside(self, db: sqlite3.Connection) -> None:
        """Set the running session, if any, to waiting, with its draft."""
        for row in stored.rows(db, "session", stored.RUNNING):
            self._change(db, row[0], status="waiting", records=stored.last_record(db, row[0]))

    def _finish(self, session: int, status: reading.SessionStatus, reason: str, outcome: str | None) -> None:
        with self._writing() as db:
            before = stored.status_of(reading.demand(db, session))
            # The same status is accepted: this may be the retry of a call that failed at its sync.
            if before not in ("running", "waiting", status):
                raise ValueError(f"session {session} is over already: {before}")
            over = {"status": status, "reason": reason, "outcome": outcome, **_NO_DRAFT}
            self._change(db, session, **over, records=stored.last_record(db, session))

    # ------------------------------------------------------------ opening and healing

    def _connected(self) -> sqlite3.Connection:
        if self._closed:
            raise ValueError("the journal is closed")
        if self._db is None:
            files.own(self.path.parent)
            if self._lock is not None and not self._lock.stands():
                self._lock.release()
                self._lock = None
            if self._lock is None:
                self._lock = Lock(self.path)
            self._db = self._opened(self._lock)
            self._count(self._db, self._lock)
            self._files = self._now_there()
        return self._db

    def _opened(self, lock: Lock) -> sqlite3.Connection:
        """The existing journal, or a new one with everything recovered from it."""
        files.narrow(self.path)
        marks = files.read_marks(self.path)
        is_new = not any(beside(self.path, end).exists() for end in ("", "-wal"))
        if is_new:
            self._begin_again(marks, lock)
        for _again in range(2):
            db = connect(self.path) if files.has_head(self.path) else None
            try:
                if db and files.sound(db, () if is_new else marks):
                    self._mark = stored.come_to(db)
                    # Without a mark, losses at its end would not be noticed.
                    if is_new or marks or not self._mark.seq:
                        return _set_up(db, self.path)
                # Moved while open: closing would merge the log into it and delete the log.
                self._save(marks)
                is_new = True
            except BaseException:
                if db:
                    db.close()
                raise
            if db:
                db.close()
            files.adopt(self.path)
        raise JournalLost(_("{file} is damaged again and again. Is the card failing?", file=self.path))

    def _save(self, marks: Sequence[stored.Mark]) -> None:
        """Recover intact rows into a new journal, to be adopted, and set the old one aside."""
        saved = salvaged(self.path, marks, in_use=self.boots > 0)
        self.loss = saved.loss
        if saved.gone:
            self._gone.add(saved.gone)
        # With the same id, as power may be cut before the mark is written.
        files.build(self.path, saved.rows, saved.journal if saved.rows else 0)
        self.set_aside = files.set_aside(self.path) or self.set_aside

    def _begin_again(self, marks: Sequence[stored.Mark], lock: Lock) -> None:
        """Without a journal: adopt one recovered before a power cut, or begin a new one."""
        new, mark = beside(self.path, ".new"), stored.Mark.of(marks, 0)
        if mark and mark.seq and files.has_head(new):
            with closing(connect(new)) as db:
                whole = files.sound(db, ()) and stored.id_of(db) == mark.journal
            if whole:
                self.loss = salvaged(new, marks).loss
                self.set_aside = files.last_set_aside(self.path)
                files.adopt(self.path)
                return
        files.build(self.path)
        files.adopt(self.path)
        if self.boots or (mark.sessions or mark.settings if mark else lock.used):
            self.loss = "gone"

    def _count(self, db: sqlite3.Connection, lock: Lock) -> None:
        """Count this opening once, and undo what a failed commit may have left."""
        with stored.transaction(db):
            before = max(reading.counted(db), lock.boots)
            self.boots = self.boots or before % files.MOST_BOOTS + 1
            db.execute("DELETE FROM boot")
            db.execute("INSERT INTO boot VALUES (?)", (max(before, self.boots),))
            if self._unsure is not None:
                self._unsure.restore(db, self._mark.seq + 2)
            self._mark = stored.come_to(db)
        lock.mark(self._mark)
        lock.write(self.boots)
        self._unsure = None

    def _disconnect(self) -> None:
        self._standing = (0, [])
        if self._db is not None:
            self._db.close()
            self._db = None

    def _now_there(self) -> tuple[object, ...]:
        # SQLite would continue to write to deleted files.
        return identity(self.path), identity(beside(self.path, "-wal"))


def _set_up(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    db.execute(f"PRAGMA synchronous = {_SYNCHRONOUS}")
    if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise JournalLost(_("{file} is on a medium that cannot hold a write-ahead log.", file=path))
    return db
