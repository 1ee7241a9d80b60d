"""The journal's files: creating, checking, locking and setting them aside."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from gm_appliance.core.messages import _
from gm_appliance.storage.journal.errors import UNREADABLE, JournalBusy, JournalError, code
from gm_appliance.storage.journal.rows import Mark, Row, last_commit, put, tables

COMPANIONS = ("", "-wal", "-shm")
"""The suffixes of a journal's files, the database first."""

_APPLICATION = 0x474D4A4C  # "GMJL", in SQLite's field for the application
_SCHEMA = 2


# ---------------------------------------------------------------- files


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def sync(path: Path) -> None:
    """Sync a file, or a directory's entries."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def own(directory: Path) -> None:
    """Make a private directory, and sync it."""
    if not directory.is_dir():
        directory.mkdir(mode=0o700, parents=True)
        directory.chmod(0o700)  # despite the umask
    _sync_names(directory)
    mode = stat.S_IMODE(directory.stat().st_mode)
    if mode & stat.S_ISVTX:
        raise JournalError(
            _("{folder} is shared by all users. Give the journal a directory of its own.", folder=directory)
        )
    if mode & 0o077:
        directory.chmod(mode & ~0o077)


def _sync_names(directory: Path) -> None:
    """Sync its entries and those of the directories above, whose creator may have been killed before."""
    sync(directory)
    medium = directory.stat().st_dev
    for above in directory.resolve().parents:
        if above.stat().st_dev != medium:
            return
        with suppress(PermissionError):  # another user's
            sync(above)


def narrow(path: Path) -> None:
    """Make the journal's files, and those set aside, private."""
    for end in COMPANIONS:
        with suppress(FileNotFoundError):
            beside(path, end).chmod(0o600)
    for one in path.parent.glob(f"{path.name}.aside-*"):
        with suppress(OSError):  # not worth an error
            one.chmod(0o600)


def create(path: Path, kept: Iterable[tuple[str, Row]] = ()) -> None:
    """Create a journal with these rows and their commits, completely or not at all."""
    build(path, kept)
    adopt(path)


def build(path: Path, kept: Iterable[tuple[str, Row]]) -> None:
    """Create a synced journal beside it, to be adopted."""
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    new.chmod(0o600)  # despite the umask
    db = sqlite3.connect(new, isolation_level=None)
    try:
        # The rename in `adopt` makes it permanent, so no rollback file is needed.
        db.execute("PRAGMA page_size = 4096")
        db.execute("PRAGMA journal_mode = MEMORY")
        db.execute("PRAGMA synchronous = OFF")
        db.executescript(
            f"BEGIN; {'; '.join(tables())};"
            f" PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {_SCHEMA};"
        )
        for table, (*row, seq) in kept:
            put(db, table, tuple(row), seq)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = WAL")
    finally:
        db.close()
    sync(new)
    sync(path.parent)


def adopt(path: Path) -> None:
    """Put the journal that `build` made in place of the present one."""
    beside(path, ".new").rename(path)
    sync(path.parent)


def has_head(path: Path) -> bool:
    """Whether the file may hold a writable database; SQLite checks the rest.

    SQLite takes an empty file for a new database, and deletes the log beside it; and a file of an unknown
    version for a read-only one.
    """
    try:
        with path.open("rb") as file:
            head = file.read(20)
    except (FileNotFoundError, IsADirectoryError):
        return False
    return head[:16] == b"SQLite format 3\0" and head[18:19] in (b"\1", b"\2")


def sound(db: sqlite3.Connection, mark: Mark | None) -> int | None:
    """The last commit of an intact journal of this schema; None if it is another file, or has lost something.

    mark: its last known position. Raises sqlite3.Error if it cannot be read.
    """
    try:
        marks = [db.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")]
        made = db.execute("SELECT sql FROM sqlite_schema ORDER BY rowid").fetchall()
        whole: bool = db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        known = whole and marks == [_APPLICATION, _SCHEMA] and [sql for (sql,) in made] == tables()
        return last_commit(db, mark) if known else None
    except (sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
        if isinstance(error, sqlite3.Error) and code(error) in UNREADABLE:
            raise
        return None


MOST_BOOTS = 1 << 40
"""The count of openings wraps here: with one a second, in 35,000 years."""


def credible(boots: object) -> int:
    """A number of openings as it was read; 0 if it is impossible."""
    return boots if isinstance(boots, int) and 0 < boots <= MOST_BOOTS else 0


_MARK_AT, _MARK_SIZE = 64, 192
"""The position and size of the mark in the lock file, within the first sector."""


def read_mark(path: Path) -> Mark | None:
    """The journal's last known position; None if unknown."""
    try:
        with beside(path, ".lock").open("rb") as file:
            return Mark.read(file.read(_MARK_AT + _MARK_SIZE)[_MARK_AT:].rstrip(b" \n"))
    except OSError:
        return None


class Lock:
    """The lock file, which only one process can hold. The kernel releases it when that process dies.

    It contains the holder's pid; the last number of openings, so that the count continues in a new journal;
    and the journal's last position, by which the next opening notices a loss.
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
            # Anything after the first line is older.
            pid, boots = os.pread(self._fd, 100, 0).partition(b"\n")[0].split()
            return int(pid), credible(int(boots))
        except ValueError:
            return None, 0

    def write(self, boots: int) -> None:
        os.pwrite(self._fd, b"%10d %10d\n" % (os.getpid(), boots), 0)
        os.fsync(self._fd)

    def mark(self, mark: Mark) -> None:
        """Write the journal's position.

        Called after the commit was synced, so it never claims too much. It is not synced itself, which would
        double the time of every press.
        """
        os.pwrite(self._fd, b"%-*s\n" % (_MARK_SIZE - 1, mark.line()), _MARK_AT)
        with suppress(OSError):
            os.posix_fadvise(self._fd, 0, 0, os.POSIX_FADV_DONTNEED)

    def stands(self) -> bool:
        """Whether the held file still has its name."""
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
    """Rename the journal and its companions; returns the first new name, None if there was no file.

    An open connection notices when it is closed that its file was moved, and leaves the files unchanged.
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
        sync(path.parent)  # before a new journal takes the name
    return _kept_as(path, there[0], free) if there else None


def last_set_aside(path: Path) -> Path | None:
    """The last journal that was set aside; None if there is none."""
    there = (
        one for one in path.parent.glob(f"{path.name}.aside-*") if not one.name.endswith(("-wal", "-shm"))
    )
    return max(there, default=None)


def _make_room(path: Path) -> None:
    """Delete the latest journals set aside, until there is room for one more.

    A failing card damages one journal after another, and the first ones contain the games.
    """
    kept: dict[str, list[Path]] = {}
    for one in path.parent.glob(f"{path.name}.aside-*"):
        kept.setdefault(one.name.removesuffix("-wal").removesuffix("-shm"), []).append(one)
    for name in sorted(kept)[KEPT_ASIDE - 1 :]:
        for one in kept[name]:
            with suppress(OSError):
                one.unlink()


def _kept_as(path: Path, one: Path, name: str) -> Path:
    # The log's suffix stays last, so that SQLite still recognises it.
    return beside(path, name + one.name.removeprefix(path.name))
