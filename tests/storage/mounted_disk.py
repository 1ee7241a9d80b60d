"""`lossy_disk` as a file system in FUSE.

Its argument is the mount point. Each line on its standard input is one mounting, as JSON:

forget, seed: as in `Disk.forgets`.
calls, of:    which calls count: their names, by default those of `CHANGING`, and a pattern of file names.
first, last:  the first and the last of them that fail; 0 for none, or for no last one.
does:         what becomes of these. ``"cut"``: power is cut, so the process is killed during the first one,
              and nothing is written after it. ``"short"``: half of the data is written. Or the name of an
              error, such as ``"EIO"``.
losses, said: a file for what each power cut would leave, a pickled list of `Loss`; and the one with the
              process's standard output.

It says ``mounted`` and, once unmounted, as JSON whether power was ``cut`` and how many calls were ``hit``.
"""

from __future__ import annotations

import errno
import json
import os
import pickle
import signal
import stat
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

os.environ["FUSE_LIBRARY_NAME"] = "fuse3"  # where there is another one, too

from mfusepy import FUSE, FuseOSError, Operations, fuse_get_context

# Started by its path, so that only its own folder is known.
sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.storage.lossy_disk import PAGE, Disk, File, Loss

NAME_MAX = 255
LOST = 8
"""The library's error while it waits for a call."""


CHANGING = ("create", "mkdir", "unlink", "rename", "write", "truncate", "fsync", "fdatasync")


@dataclass
class Fault:
    calls: tuple[str, ...] = CHANGING
    of: str = "*"
    first: int = 0
    last: int = 0
    does: str = ""
    seen: int = 0

    def of_call(self, call: str, path: str) -> str:
        """The failure of a call; empty if it succeeds."""
        if call not in self.calls or not fnmatch(path, self.of):
            return ""
        self.seen += 1
        return self.does if 0 < self.first <= self.seen <= (self.last or self.seen) else ""


class Mounted(Operations):  # type: ignore[misc]  # it has no types
    use_ns = True

    def __init__(self, disk: Disk, fault: Fault, said: Path | None = None) -> None:
        self._disk = disk
        self._fault = fault
        self._said = said
        self.losses: list[Loss] = []
        self._rng = Random(4)
        self.cut = False
        self.hit = 0
        self._open: dict[int, File] = {}
        self._handles = count(1)

    def init(self, path: str) -> None:
        say("mounted")

    def note(self) -> None:
        if self._said:
            disk = self._disk
            left = (disk.written(), disk.kept(), disk.torn(self._rng))
            self.losses.append((self._said.stat().st_size, *left))

    def _call(self, call: str, path: str) -> str:
        """Count a call; returns how it fails, empty if it succeeds. May raise OSError."""
        self.note()
        if self.cut:
            raise FuseOSError(errno.EIO)
        caller = fuse_get_context()[2]
        # No caller: the system itself, which writes out what was changed in memory.
        does = self._fault.of_call(call, path) if caller else ""
        if does:
            self.hit += 1
        if does == "cut":
            self.cut = True
            os.kill(caller, signal.SIGKILL)
        elif does not in ("", "short"):
            raise FuseOSError(getattr(errno, does))
        return does

    def create(self, path: str, mode: int, flags: int) -> int:
        self._call("create", path)
        self._disk.name("", path, File())
        return self._opened(path)

    def mkdir(self, path: str, mode: int) -> int:
        self._call("mkdir", path)
        self._disk.name("", path, File())
        self._disk.directories.add(path)
        return 0

    def unlink(self, path: str) -> int:
        self._call("unlink", path)
        self._disk.name(path, "")
        return 0

    rmdir = unlink

    def rename(self, old: str, new: str) -> int:
        self._call("rename", old)
        self._disk.name(old, new)
        return 0

    def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
        if self._call("write", path) == "short":
            data = data[: len(data) // 2]
        self._open[fh].write(offset, data)
        return len(data)

    def truncate(self, path: str, length: int, fh: int | None = None) -> int:
        self._call("truncate", path)
        self._file(path, fh).write(length, None)
        return 0

    def fsync(self, path: str, datasync: int, fh: int) -> int:
        if not self._call("fdatasync" if datasync else "fsync", path):
            self._open[fh].sync()
        return 0

    def fsyncdir(self, path: str, datasync: int, fh: int) -> int:
        if not self._call("fsync", path):
            self._disk.sync(path.rstrip("/"))
        return 0

    def chmod(self, path: str, mode: int) -> int:
        self._call("chmod", path)
        return 0

    def opendir(self, path: str) -> int:
        self._call("open", path)
        return 0

    def open(self, path: str, flags: int) -> int:
        self._call("open", path)
        fh = self._opened(path)
        if flags & os.O_TRUNC:
            self.truncate(path, 0, fh)
        return fh

    def _opened(self, path: str) -> int:
        fh = next(self._handles)
        self._open[fh] = self._disk.names[path]
        return fh

    def release(self, path: str, fh: int) -> int:
        del self._open[fh]
        return 0

    def read(self, path: str, size: int, offset: int, fh: int) -> bytes:
        return bytes(self._open[fh].now[offset : offset + size])

    def readdir(self, path: str, fh: int) -> list[str]:
        inside = path.rstrip("/") + "/"
        names = [name.removeprefix(inside) for name in self._disk.names if name.startswith(inside)]
        return [".", "..", *(name for name in names if "/" not in name)]

    def getattr(self, path: str, fh: int | None = None) -> dict[str, Any]:
        directory = path == "/" or path in self._disk.directories
        if directory and (path == "/" or path in self._disk.names):
            return self._status(stat.S_IFDIR | 0o700, 0)
        return self._status(stat.S_IFREG | 0o600, len(self._file(path, fh).now))

    def _status(self, mode: int, size: int) -> dict[str, Any]:
        return {"st_mode": mode, "st_size": size, "st_nlink": 1, "st_uid": os.getuid(), "st_gid": os.getgid()}

    def _file(self, path: str, fh: int | None) -> File:
        file = self._open[fh] if fh else self._disk.names.get(path)
        if file is None:
            raise FuseOSError(errno.ENOENT)
        return file

    def statfs(self, path: str) -> dict[str, int]:
        room = 1 << 20
        return {"f_bsize": PAGE, "f_frsize": PAGE, "f_blocks": room, "f_bfree": room, "f_bavail": room} | {
            "f_namemax": NAME_MAX
        }


def say(word: str) -> None:
    os.write(1, word.encode() + b"\n")


def mount(mounted: Mounted, where: str) -> None:
    try:
        # One thread, so that calls have an order; an open file that is deleted has no name from then on.
        FUSE(mounted, where, foreground=True, nothreads=True, hard_remove=True)
    except RuntimeError as error:
        # Now and then the library takes the unmounting for a lost connection.
        if error.args != (LOST,) or os.path.ismount(where):
            raise


def main() -> None:
    disk = Disk()
    for line in sys.stdin:
        told = json.loads(line)
        disk = disk.forgets(told.pop("forget"), told.pop("seed"))
        losses, said = told.pop("losses", ""), told.pop("said", "")
        mounted = Mounted(disk, Fault(**told), Path(said) if said else None)
        mount(mounted, sys.argv[1])
        if losses:
            mounted.note()
            Path(losses).write_bytes(pickle.dumps(mounted.losses))
        say(json.dumps({"cut": mounted.cut, "hit": mounted.hit}))


if __name__ == "__main__":
    main()
