"""How much memory there is for an engine that stays loaded."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
GROUPS = Path("/sys/fs/cgroup")

MEGABYTE = 1024 * 1024

SPARE = 50  # megabytes that must be left to all others, or an engine is not loaded, or does not stay


def free_megabytes(proc: Path = PROC, groups: Path = GROUPS) -> int:
    """What this process may still take: what the machine has, or what its unit leaves it (``MemoryMax``). The
    lesser of the two; a very large number if neither is known."""
    left = [1 << 40]
    with suppress(OSError):
        told = re.search(r"^MemAvailable: *(\d+) kB", (proc / "meminfo").read_text(), re.MULTILINE)
        left += [int(told[1]) * 1024] if told else []
    with suppress(OSError, ValueError):
        own = (proc / "self/cgroup").read_text().rpartition("::/")[2].strip()
        for group in (groups / own, *(groups / own).parents):
            with suppress(OSError, ValueError):
                most = int((group / "memory.max").read_text())
                left.append(most - int((group / "memory.current").read_text()) + _reclaimable(group))
    return max(0, min(left)) // MEGABYTE


def _reclaimable(group: Path) -> int:
    """Bytes of files that the group can give back."""
    told = re.search(r"^inactive_file (\d+)$", (group / "memory.stat").read_text(), re.MULTILINE)
    return int(told[1]) if told else 0
