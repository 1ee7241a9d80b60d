"""The journal's exceptions."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from gm_appliance.core.messages import _


class JournalError(OSError):
    """The next call reopens the file."""


class JournalFull(JournalError):
    """The medium is full."""


class JournalLost(JournalError):
    """The medium failed, or the file is gone or cannot be written."""


class JournalDamaged(JournalError):
    """The file is no intact journal. The writer sets it aside at its next call; a reader cannot."""


class UnknownSession(JournalError, LookupError):
    """No session has this number, or its file is gone or was set aside."""


class JournalBusy(JournalError):
    """Another process holds the journal. pid: its id, None if unknown."""

    def __init__(self, path: Path, pid: int | None) -> None:
        if pid is None:
            held = _("{file} is in use by another process.", file=path)
        else:
            held = _("{file} is in use by process {pid}.", file=path, pid=pid)
        remedy = _("Stop that one first; only one may write.")
        super().__init__(f"{held} {remedy}")
        self.pid = pid


UNREADABLE = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
}


def code(error: BaseException) -> int | None:
    """SQLite's primary result code; a page beyond the file's end is damage, which 3.46 calls a short read."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return sqlite3.SQLITE_CORRUPT
    return None if code is None else code & 0xFF


def _has_room(directory: Path) -> bool:
    with suppress(OSError):
        return os.statvfs(directory).f_bavail > 0
    return True


def named(error: sqlite3.Error | OSError | UnicodeDecodeError, path: Path) -> JournalError | None:
    """The journal's exception for an error; None for the caller's mistakes."""
    kind = code(error)
    # Invalid UTF-8 raises Python's own error, without a code. Its message may contain a secret.
    if isinstance(error, UnicodeDecodeError) or (
        isinstance(error, sqlite3.OperationalError) and kind is None
    ):
        return JournalDamaged(_("a value in the journal cannot be read"))
    if isinstance(error, OSError):
        full, lost = error.errno in (errno.ENOSPC, errno.EDQUOT), True
    else:
        full, lost = kind == sqlite3.SQLITE_FULL, kind in UNREADABLE
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
