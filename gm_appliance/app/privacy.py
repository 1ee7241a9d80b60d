"""Keeps the process's files and memory private to its user."""

from __future__ import annotations

import ctypes
import logging
import os
import resource
import stat
import sys
from typing import TextIO

log = logging.getLogger(__name__)

PR_SET_DUMPABLE = 4


def keep_private() -> None:
    """Create files readable by this user only, and dump no core to a file: it would contain the factions.

    A refusal of the system is logged.
    """
    os.umask(0o077)
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError) as error:
        log.warning("The size of core dumps cannot be limited to 0: %s", error)


def forbid_dumps() -> None:
    """Forbid core dumps piped into a program too; the size limit does not apply to them.

    Not for desktops: it also closes /proc, in which their sound server looks up its clients.
    """
    if sys.platform != "linux":
        return
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        # prctl takes longs; plain Python numbers would be passed as ints.
        if libc.prctl(PR_SET_DUMPABLE, *map(ctypes.c_ulong, (0, 0, 0, 0))) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    except (OSError, AttributeError) as error:
        log.warning("Core dumps cannot be forbidden: %s", error)


def open_private(path: str) -> TextIO:
    """Open a file for writing, emptied and readable by this user only. Raises OSError. Pipes, terminals and
    other users' files keep their mode."""

    def opened(name: str, flags: int) -> int:
        number = os.open(name, flags, 0o600)
        status = os.fstat(number)
        if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid():
            os.fchmod(number, 0o600)
        return number

    return open(path, "w", encoding="utf-8", opener=opened)
