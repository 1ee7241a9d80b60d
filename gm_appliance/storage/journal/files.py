"""The journal's files: creating, checking, locking and setting them aside."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from secrets import randbelow

from gm_appliance.core.messages import _
from gm_appliance.storage.journal.errors import UNREADABLE, JournalBusy, JournalError, code
from gm_appliance.storage.journal.rows import Mark, Row, is_whole, put, tables

COMPANIONS = ("", "-wal", "-shm")  # the suffixes of a journal's files, the database first
_APPLICATION = 0x474D4A4C  # "GMJL", in SQLite's field for the application


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
    """Sync its entries and those above: whoever created them may have been killed before syncing."""
    sync(directory)
    medium = directory.stat().st_dev
    for above in directory.resolve().parents:
        if above.stat().st_dev != medium:
            return
        with suppress(PermissionError):  # another user's
            sync(above)


def narrow(path: Path) -> None:
    for end in COMPANIONS:
        with suppress(FileNotFoundError):
            beside(path, end).chmod(0o600)
    for one in path.parent.glob(f"{path.name}.aside-*"):
        with suppress(OSError):
            one.chmod(0o600)


def build(path: Path, kept: Iterable[tuple[str, Row]] = (), journal: int = 0) -> None:
    """Create a synced journal beside it, with these rows and commits. journal: its id; 0 for a new one."""
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    new.chmod(0o600)  # despite the umask
    db = sqlite3.connect(new, isolation_level=None)
    try:
        # It counts only after the rename in `adopt`, so no rollback file is needed.
        db.execute("PRAGMA page_size = 4096")
        db.execute("PRAGMA journal_mode = MEMORY")
        db.execute("PRAGMA synchronous = OFF")
        db.executescript(
            f"BEGIN; {'; '.join(tables())};"
            f" PRAGMA application_id = {_APPLICATION};"
            f" PRAGMA user_version = {journal or randbelow(0x7FFFFFFF) + 1};"
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
    """Replace the journal by the one of `build`."""
    beside(path, ".new").rename(path)
    sync(path.parent)


def has_head(path: Path) -> bool:
    """Whether this may be a writable database. SQLite takes an empty file for a new database, deleting its
    log; and unknown versions for read-only ones."""
    try:
        with path.open("rb") as file:
            head = file.read(20)
    except (FileNotFoundError, IsADirectoryError):
        return False
    return head[:16] == b"SQLite format 3\0" and head[18:19] in (b"\1", b"\2")


def sound(db: sqlite3.Connection, marks: Sequence[Mark]) -> bool:
    """Whether this is an intact journal that has lost nothing. Raises sqlite3.Error if it cannot be read."""
    try:
        ours: bool = db.execute("PRAGMA application_id").fetchone() == (_APPLICATION,)
        made = db.execute("SELECT sql FROM sqlite_schema ORDER BY rowid").fetchall()
        intact: bool = db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        return ours and intact and [sql for (sql,) in made] == tables() and is_whole(db, marks)
    except (sqlite3.Error, UnicodeDecodeError, MemoryError) as error:
        if isinstance(error, sqlite3.Error) and code(error) in UNREADABLE:
            raise
        return False


MOST_BOOTS = 1 << 40  # the count of openings wraps here


def credible(boots: object) -> int:
    """A count of openings as read; 0 if impossible."""
    return boots if isinstance(boots, int) and 0 < boots <= MOST_BOOTS else 0


MARKS = {".lock": 64, ".mark": 0}
"""Files with the mark, and its position, within the first sector. A damaged journal is noticed even if one of
them is damaged, too."""

_MARK_SIZE = 192


def read_marks(path: Path) -> list[Mark]:
    """The mark from each file that has an intact one."""
    found = []
    for end, at in MARKS.items():
        with suppress(OSError):
            found.append(Mark.read(beside(path, end).read_bytes()[at : at + _MARK_SIZE].rstrip(b" \n")))
    return [mark for mark in found if mark]


class Lock:
    """The lock file, released by the kernel when its process dies.

    It contains the holder's pid; the count of openings, which continues in a new journal; and the mark, which
    is also in `.mark`.

    boots: as read. used: whether there was a journal before, according to these files.
    """

    def __init__(self, journal: Path) -> None:
        self._path = beside(journal, ".lock")
        self._fds: list[int] = []
        try:
            for end in MARKS:
                self._fds.append(os.open(beside(journal, end), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            pid = self._read()
            try:
                fcntl.flock(self._fds[0], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise JournalBusy(journal, pid) from None
            for fd in self._fds:
                os.fchmod(fd, 0o600)
            self.write(self.boots)
        except BaseException:
            self.release()
            raise

    def _read(self) -> int | None:
        # Anything after the first line is older.
        line, self.boots = os.pread(self._fds[0], 100, 0).partition(b"\n")[0], 0
        self.used = bool(line.strip(b"\0") or os.fstat(self._fds[1]).st_size)
        try:
            pid, boots = map(int, line.split())
        except ValueError:
            return None
        self.boots, self.used = credible(boots), boots != 0
        return pid

    def write(self, boots: int) -> None:
        os.pwrite(self._fds[0], b"%10d %10d\n" % (os.getpid(), boots), 0)
        os.fsync(self._fds[0])

    def mark(self, mark: Mark) -> None:
        """Write the journal's position after a commit. It is not synced: that would double a press's time."""
        for fd, at in zip(self._fds, MARKS.values(), strict=True):
            os.pwrite(fd, b"%-*s\n" % (_MARK_SIZE - 1, mark.line()), at)
            with suppress(OSError):
                os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)

    def stands(self) -> bool:
        """Whether the locked file still has its name."""
        return identity(self._path) == identity(self._fds[0])

    def release(self) -> None:
        for fd in self._fds:
            os.close(fd)


def identity(file: Path | int) -> tuple[int, int] | None:
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


KEPT_ASIDE = 20  # the maximum number of damaged journals kept


def set_aside(path: Path) -> Path | None:
    """Rename the journal and its companions; returns the first new name, or None if there was no file. A
    connection still open notices this, and leaves the files unchanged when closed."""
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
    aside = path.parent.glob(f"{path.name}.aside-*")
    return max((one for one in aside if not one.name.endswith(("-wal", "-shm"))), default=None)


def _make_room(path: Path) -> None:
    """Delete the latest of too many journals set aside. A failing card damages one journal after another, and
    the first ones contain the games."""
    kept: dict[str, list[Path]] = {}
    for one in path.parent.glob(f"{path.name}.aside-*"):
        kept.setdefault(one.name.removesuffix("-wal").removesuffix("-shm"), []).append(one)
    for name in sorted(kept)[KEPT_ASIDE - 1 :]:
        for one in kept[name]:
            with suppress(OSError):
                one.unlink()


def _kept_as(path: Path, one: Path, name: str) -> Path:
    # SQLite recognises the log by its suffix, which stays last.
    return beside(path, name + one.name.removeprefix(path.name))
