"""The daemon for many virtual hours, in this process: `python -m tests.app.soak FOLDER HOURS`.

Prints what it uses of the machine, a line of JSON each hour, measured in the menu, where no game is in
memory; and a last line with what was done. With a third argument something leaks.

Memory is the exact number of bytes allocated by malloc, after garbage collection and with bounded caches
emptied. So the process must be started with PYTHONMALLOC=malloc and MALLOC_ARENA_MAX=1: then all objects of
Python and SQLite are counted, without free lists and arenas.
"""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
import sys
import threading
from collections.abc import Callable
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gm_appliance.app import real_table
from gm_appliance.config import parse
from gm_appliance.core.observer import Observers
from tests.app.mash_table import logged
from tests.app.soak_box import Guests, Parts, on_virtual_time

SEED = 4

LONGEST_THOUGHT = 60.0
"""Real seconds after which abandoned thinking must have ended."""


class _Mallinfo(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def heap() -> int:
    """Allocated bytes, including large blocks that are mapped separately."""
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = _Mallinfo
    info = mallinfo()
    return int(info.uordblks + info.hblkhd)


def let_go_of_what_is_remembered() -> None:
    """Empty the bounded caches. They fill up with time, which is no leak. Unbounded caches are kept, and
    count."""
    caches = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    for one in caches:
        bounded = one.cache_parameters()["maxsize"] is not None
        if bounded and one.__module__.startswith("gm_appliance."):
            one.cache_clear()


def taken(t: float) -> dict[str, object]:
    """Resources in use. t: the box's time in seconds. heap, resident: bytes."""
    let_go_of_what_is_remembered()
    for thread in threading.enumerate():
        if thread.name == "opponent":
            thread.join(LONGEST_THOUGHT)
    while gc.collect():
        pass
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    with os.scandir("/proc/self/fd") as folder:
        found = [*folder]  # with that of the listing itself
    return {
        "t": round(t, 3),
        "heap": heap(),
        "resident": pages * os.sysconf("SC_PAGE_SIZE"),
        "threads": sorted(one.name for one in threading.enumerate()),
        "tasks": len(os.listdir("/proc/self/task")),
        "files": sorted(os.readlink(one.path) for one in found if os.path.lexists(one.path)),
    }


ESPEAK = b'[voice]\nengine = "espeak-ng"\n'  # another voice would be measured, in a thread of its own


class Soak:
    """Measures once an hour, in the menu."""

    def __init__(self) -> None:
        self._due = 3600.0
        self.planted: Callable[[], None] = lambda: None

    def in_menu(self, t: float) -> None:
        self.planted()
        if t >= self._due:
            self._due += 3600.0 * ((t - self._due) // 3600.0 + 1)
            print(json.dumps(taken(t)), flush=True)


class Leaks:
    """Leaks memory, an open file and a thread whenever the menu is shown."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: list[Any] = []

    def __call__(self) -> None:
        self._kept.append(bytearray(250_000))
        self._kept.append((self._folder / f"{len(self._kept)}").open("w"))
        threading.Thread(target=threading.Event().wait, name="late", daemon=True).start()


def grow_table_of_names() -> None:
    """Make Python's table of interned names grow now, as it does at some point, by a megabyte.

    The table keeps the slots of deleted names, such as those of files, until it is full; then it is rebuilt
    at three times the size of its contents, and stays that large.
    """
    for number in range(1_000_000):
        sys.intern(f"name {number}")


def main(folder: Path, hours: float, leaking: str = "") -> None:
    grow_table_of_names()
    logging.disable(logging.WARNING)
    parts, soak, errors = Parts(), Soak(), list[str]()
    with on_virtual_time(parts, SEED), logged(errors):
        if leaking:
            soak.planted = Leaks(folder)
        guests = Guests(parts, SEED, hours, soak.in_menu)
        with (
            patch.object(real_table, "Observers", lambda *others: Observers(guests, *others)),
            patch.object(real_table, "_BareTable", lambda: guests),
            patch.object(real_table, "MOUNTS", Path(os.devnull)),  # wherever this machine's folders lie
        ):
            code = real_table.run(
                parse(ESPEAK), folder / "state", "en", bus=parts.bus, pins=lambda: parts.pins
            )
    done = {
        "code": code,
        "t": parts.clock.now(),
        "begun": guests.begun,
        "decided": guests.decided,
        "pressed": guests.pressed,
        "bytes": parts.record.bytes,
        "errors": errors,
    }
    print(json.dumps(done))


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:])
