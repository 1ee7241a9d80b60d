"""A folder on no disk, where there is one: for what is synced often, and never asked whether it is safe."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")
ENOUGH = 32 << 20


def room_in_memory(size: int) -> bool:
    """Whether there are so many bytes."""
    return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= size


def folder_in_memory() -> TemporaryDirectory[str]:
    """On a disk where there is no room in memory. It is gone once its `with` statement ends."""
    return TemporaryDirectory(prefix="gm-appliance-", dir=MEMORY if room_in_memory(ENOUGH) else None)
