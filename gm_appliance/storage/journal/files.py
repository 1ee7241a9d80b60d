"""The journal's files: making them, judging them, locking them, and naming what goes wrong."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import stat
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from gm_appliance.core.messages import _

COMPANIONS = ("", "-wal", "-shm")
"""What the names of a journal's own files end in, the database first."""

_APPLICATION = 0x474D4A4C  # "GMJL", where SQLite lets a file say whose it is
_SCHEMA = 1

# quick_check verifies the CHECKs too, so that a damaged value is found at opening.
_TABLES = """
CREATE TABLE boot (boots INTEGER NOT NULL);
INSERT INTO boot VALUES (0);
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    language TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    started REAL NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'ended', 'abandoned', 'aside')),
    reason TEXT NOT NULL,
    outcome TEXT CHECK (outcome IS NULL OR json_valid(outcome))
);
CREATE UNIQUE INDEX one_running ON session (status) WHERE status = 'running';
-- A choice, or the taking back of choice number takes_back. Only ever appended to.
CREATE TABLE record (
    session INTEGER NOT NULL,
    n INTEGER NOT NULL,
    t REAL NOT NULL,
    name TEXT,
    value TEXT CHECK (value IS NULL OR json_valid(value)),
    secret INTEGER,
    takes_back INTEGER,
    PRIMARY KEY (session, n),
    CHECK ((takes_back IS NULL) = (name IS NOT NULL AND value IS NOT NULL AND secret IS NOT NULL))
) WITHOUT ROWID;
CREATE TABLE draft (
    session INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value))
);
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value))) WITHOUT ROWID;
"""


class JournalError(OSError):
    """The general kind of every error the journal raises. The next call opens the file anew."""


class JournalFull(JournalError):
    """There is no room left on the medium."""


class JournalLost(JournalError):
    """The medium failed, or the file vanished or cannot be written."""


class JournalDamaged(JournalError):
    """The file is not a sound journal. The writer sets it aside at its next call; a reader cannot."""


class UnknownSession(JournalError, LookupError):
    """No session has this number: never had, or the file it was in is gone or was set aside."""


class JournalBusy(JournalError):
    """Another process holds the journal: `pid`, or None where that is not known."""

    def __init__(self, path: Path, pid: int | None) -> None:
        if pid is None:
            held = _("{file} is in use by another process.", file=path)
        else:
            held = _("{file} is in use by process {pid}.", file=path, pid=pid)
        remedy = _("Stop that one first; only one may write.")
        super().__init__(f"{held} {remedy}")
        self.pid = pid


# ---------------------------------------------------------------- files


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def sync(path: Path) -> None:
    """Sync a file, or the names in a directory."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def own(directory: Path) -> None:
    """Make the directory be there, for this user alone, whatever happens from now on."""
    if not directory.is_dir():
        directory.mkdir(mode=0o700, parents=True)
        directory.chmod(0o700)  # whatever the umask took away
    _sync_names(directory)
    mode = stat.S_IMODE(directory.stat().st_mode)
    if mode & stat.S_ISVTX:
        raise JournalError(
            _("{folder} is shared by all users. Give the journal a directory of its own.", folder=directory)
        )
    if mode & 0o077:
        directory.chmod(mode & ~0o077)


def _sync_names(directory: Path) -> None:
    """Sync the names in it and those that lead to it: whoever made one may have been killed before that."""
    sync(directory)
    medium = directory.stat().st_dev
    for above in directory.resolve().parents:
        if above.stat().st_dev != medium:
            return
        with suppress(PermissionError):  # it is somebody else's, who sees to it
            sync(above)


def narrow(path: Path) -> None:
    """For this user alone: the journal's files, and all that were ever set aside."""
    for end in COMPANIONS:
        with suppress(FileNotFoundError):
            beside(path, end).chmod(0o600)
    for one in path.parent.glob(f"{path.name}.aside-*"):
        with suppress(OSError):  # no reason not to play
            one.chmod(0o600)


def create(path: Path) -> None:
    """An empty journal, there as a whole or not at all."""
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    new.chmod(0o600)  # whatever the umask took away
    db = sqlite3.connect(new, isolation_level=None)
    try:
        # The rename below is what makes it last: no rollback file is needed here.
        db.execute("PRAGMA journal_mode = MEMORY")
        db.execute("PRAGMA synchronous = OFF")
        db.executescript(
            f"BEGIN; {_TABLES} PRAGMA application_id = {_APPLICATION};"
            f" PRAGMA user_version = {_SCHEMA}; COMMIT; PRAGMA journal_mode = WAL;"
        )
    finally:
        db.close()
    sync(new)
    new.rename(path)
    sync(path.parent)


def has_head(path: Path) -> bool:
    """Whether a database that can be written may be in the file; SQLite says the rest.

    SQLite takes an empty file for a new database, deleting a log that lies beside it, and one of an
    unknown version for a read-only one.
    """
    try:
        with path.open("rb") as file:
            head = file.read(20)
    except (FileNotFoundError, IsADirectoryError):
        return False
    return head[:16] == b"SQLite format 3\0" and head[18:19] in (b"\1", b"\2")


_UNREADABLE = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
}


def _kind(error: BaseException) -> int | None:
    """SQLite's primary result code."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_sound(db: sqlite3.Connection) -> bool:
    """Whether this is a whole journal of a known schema. Raises sqlite3.Error if it cannot be read."""
    try:
        marks = [db.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")]
        whole: bool = db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        return whole and marks == [_APPLICATION, _SCHEMA]
    except sqlite3.DatabaseError as error:
        if _kind(error) in _UNREADABLE:
            raise
        return False


def _has_room(directory: Path) -> bool:
    with suppress(OSError):
        return os.statvfs(directory).f_bavail > 0
    return True


def named(error: sqlite3.Error | OSError, path: Path) -> JournalError | None:
    """The journal's name for an error; None where a caller is to blame."""
    kind = _kind(error)
    if isinstance(error, OSError):
        full, lost = error.errno in (errno.ENOSPC, errno.EDQUOT), True
    else:
        full, lost = kind == sqlite3.SQLITE_FULL, kind in _UNREADABLE
    if full or (lost and not _has_room(path.parent)):
        return JournalFull(_("No room left for {file}. Free some space on the card.", file=path))
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalBusy(path, None)
    if lost:
        said = {"file": path, "error": error}
        return JournalLost(_("{file} cannot be used: {error}. Is the card failing, or read-only?", **said))
    if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return JournalDamaged(_("{file} is damaged: {error}.", file=path, error=error))
    return None


MOST_BOOTS = 1 << 40
"""After so many openings the count begins anew: with one a second, in 35,000 years."""


def credible(boots: object) -> int:
    """A number of openings as it was found; 0 for one that nobody can have counted to."""
    return boots if isinstance(boots, int) and 0 < boots <= MOST_BOOTS else 0


class Lock:
    """The file only one process can hold. The kernel lets go of it when that process dies.

    In it: the holder's pid, and the last number of boots, so that the count goes on in a fresh journal.
    """

    def __init__(self, journal: Path) -> None:
        self._path = beside(journal, ".lock")
        self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            pid, self.boots = self._read()
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise JournalBusy(journal, pid) from None
            os.fchmod(self._fd, 0o600)
            self.write(self.boots)
        except BaseException:
            os.close(self._fd)
            raise

    def _read(self) -> tuple[int | None, int]:
        try:
            # What lies behind the first line was there before it.
            pid, boots = os.pread(self._fd, 100, 0).partition(b"\n")[0].split()
            return int(pid), credible(int(boots))
        except ValueError:
            return None, 0

    def write(self, boots: int) -> None:
        os.pwrite(self._fd, b"%10d %10d\n" % (os.getpid(), boots), 0)
        os.fsync(self._fd)

    def stands(self) -> bool:
        """Whether the file held is still the one others would try to hold."""
        return identity(self._path) == identity(self._fd)

    def release(self) -> None:
        os.close(self._fd)


def identity(file: Path | int) -> tuple[int, int] | None:
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


KEPT_ASIDE = 20
"""How many damaged journals are kept."""


def set_aside(path: Path) -> Path | None:
    """Move the journal and its companions out of the way, keeping every byte.

    Returns where the first of them is now; None if there was nothing. A connection that is open
    notices at its closing that its file was moved, and leaves all of them as they are.
    """
    there = [beside(path, end) for end in COMPANIONS if beside(path, end).exists()]
    if there:
        _make_room(path)
    when = f".aside-{datetime.now():%Y-%m-%dT%H%M%S}"
    names = (when if again == 1 else f"{when}-{again:02}" for again in count(1))
    free = next(name for name in names if not any(_kept_as(path, one, name).exists() for one in there))
    for one in there:
        one.rename(_kept_as(path, one, free))
    if there:
        sync(path.parent)  # before a fresh journal takes the name
    return _kept_as(path, there[0], free) if there else None


def _make_room(path: Path) -> None:
    """Delete what was set aside last, until one more may be kept.

    A card that fails damages one journal after the other: the first ones hold the games.
    """
    kept: dict[str, list[Path]] = {}
    for one in path.parent.glob(f"{path.name}.aside-*"):
        kept.setdefault(one.name.removesuffix("-wal").removesuffix("-shm"), []).append(one)
    for name in sorted(kept)[KEPT_ASIDE - 1 :]:
        for one in kept[name]:
            with suppress(OSError):
                one.unlink()


def _kept_as(path: Path, one: Path, name: str) -> Path:
    # The log's ending stays last, so that SQLite still knows the two as one.
    return beside(path, name + one.name.removeprefix(path.name))
