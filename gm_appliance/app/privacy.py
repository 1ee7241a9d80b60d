"""What this process holds stays with its user: the files it makes, and its memory when it dies."""

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
    """From now on, what is written is readable by this user alone, and no core is written to a file.

    A core would hold the factions. Where the system refuses, the game goes on: the log has it.
    """
    os.umask(0o077)
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError) as error:
        log.warning("The size of core dumps cannot be set to nothing: %s", error)


def forbid_dumps() -> None:
    """No core, even where it would be piped into a program, which no size holds back.

    For the appliance alone: on a desktop, sound servers look into their clients' /proc, which this closes.
    """
    if sys.platform != "linux":
        return
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        # It takes longs; Python's bare numbers would be passed as ints.
        if libc.prctl(PR_SET_DUMPABLE, *map(ctypes.c_ulong, (0, 0, 0, 0))) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    except (OSError, AttributeError) as error:
        log.warning("Core dumps cannot be forbidden: %s", error)


def open_private(path: str) -> TextIO:
    """The file, emptied, for this user alone from its first byte on. Raises OSError.

    A pipe, a terminal or somebody else's file is opened as it is: there is nothing to narrow.
    """

    def opened(name: str, flags: int) -> int:
        number = os.open(name, flags, 0o600)
        status = os.fstat(number)
        if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid():
            os.fchmod(number, 0o600)
        return number

    return open(path, "w", encoding="utf-8", opener=opened)
