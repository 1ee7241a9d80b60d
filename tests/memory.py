"""Folders in memory, for data that is synced often, and on disk, for code that asks where it is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")
ENOUGH = 32 << 20


def room_in_memory(size: int) -> bool:
    """Whether this many bytes are free."""
    return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= size


def folder_in_memory() -> TemporaryDirectory[str]:
    """A temporary folder in memory, or on disk if memory is short. Deleted when its `with` statement ends."""
    return TemporaryDirectory(prefix="gm-appliance-", dir=MEMORY if room_in_memory(ENOUGH) else None)


def folder_on_disk() -> TemporaryDirectory[str]:
    """For a machine that warns of games kept in memory. Deleted when its `with` statement ends."""
    return TemporaryDirectory(prefix="gm-appliance-", dir="/var/tmp")
