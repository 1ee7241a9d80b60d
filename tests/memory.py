"""Folders in memory, for what is synced often, and on a disk, for what asks whether it is safe there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")
ENOUGH = 32 << 20


def room_in_memory(size: int) -> bool:
    """Whether this number of bytes is free."""
    return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= size


def folder_in_memory() -> TemporaryDirectory[str]:
    """On a disk where there is no room in memory. It is gone once its `with` statement ends."""
    return TemporaryDirectory(prefix="gm-appliance-", dir=MEMORY if room_in_memory(ENOUGH) else None)


def folder_on_disk() -> TemporaryDirectory[str]:
    """For a machine that warns of games kept in memory. It is gone once its `with` statement ends."""
    return TemporaryDirectory(prefix="gm-appliance-", dir="/var/tmp")
