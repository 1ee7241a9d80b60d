"""The model of a disk that forgets, mounted: a file system in FUSE, in a process of its own.

Its argument is where it is mounted. Each line on its standard input is one mounting, as JSON:

forget, seed: as in `Disk.forgets`.
lasts:  how many changing calls there are until the power goes: the process that makes the last one is
        killed during it, and nothing is written any more. 0 for never.

It says ``mounted``, and once it is unmounted ``cut`` where the power went, else ``whole``.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import sys
from itertools import count
from pathlib import Path
from typing import Any

os.environ["FUSE_LIBRARY_NAME"] = "fuse3"  # where there is another one, too

from mfusepy import FUSE, FuseOSError, Operations, fuse_get_context

# Started by its path, so that only its own folder is known.
sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.storage.lossy_disk import PAGE, Disk, File

NAME_MAX = 255
LOST = 8
"""How the library calls an error while it waits for a call."""


class Mounted(Operations):  # type: ignore[misc]  # it has no types
    """What the system asks of a file system, answered by the model."""

    use_ns = True

    def __init__(self, disk: Disk, lasts: int) -> None:
        self._disk = disk
        self._left = lasts
        self.cut = False
        self._open: dict[int, File] = {}
        self._handles = count(1)

    def init(self, path: str) -> None:
        say("mounted")

    # ------------------------------------------------------------ what changes something

    def _goes_on(self) -> bool:
        """Count a call; False for the one in whose midst the power goes. Later ones raise OSError."""
        if self.cut:
            raise FuseOSError(errno.EIO)
        caller = fuse_get_context()[2]
        if caller:  # else the system itself, which writes out what was changed in memory
            self._left -= 1
            if self._left == 0:
                self.cut = True
                os.kill(caller, signal.SIGKILL)
        return not self.cut

    def create(self, path: str, mode: int, flags: int) -> int:
        self._goes_on()
        self._disk.name("", path, File())
        return self.open(path, 0)

    def mkdir(self, path: str, mode: int) -> int:
        self._goes_on()
        self._disk.name("", path, File())
        self._disk.directories.add(path)
        return 0

    def unlink(self, path: str) -> int:
        self._goes_on()
        self._disk.name(path, "")
        return 0

    rmdir = unlink

    def rename(self, old: str, new: str) -> int:
        self._goes_on()
        self._disk.name(old, new)
        return 0

    def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
        self._goes_on()
        self._open[fh].write(offset, data)
        return len(data)

    def truncate(self, path: str, length: int, fh: int | None = None) -> int:
        self._goes_on()
        self._file(path, fh).write(length, None)
        return 0

    def fsync(self, path: str, datasync: int, fh: int) -> int:
        if self._goes_on():
            self._open[fh].sync()
        return 0

    def fsyncdir(self, path: str, datasync: int, fh: int) -> int:
        if self._goes_on():
            self._disk.sync(path.rstrip("/"))
        return 0

    # ------------------------------------------------------------ what changes nothing

    def open(self, path: str, flags: int) -> int:
        fh = next(self._handles)
        self._open[fh] = self._disk.names[path]
        if flags & os.O_TRUNC:
            self.truncate(path, 0, fh)
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

    def chmod(self, path: str, mode: int) -> int:
        return 0

    def statfs(self, path: str) -> dict[str, int]:
        room = 1 << 20
        return {"f_bsize": PAGE, "f_frsize": PAGE, "f_blocks": room, "f_bfree": room, "f_bavail": room} | {
            "f_namemax": NAME_MAX
        }


def say(word: str) -> None:
    os.write(1, word.encode() + b"\n")


def mount(mounted: Mounted, where: str) -> None:
    """Answer until it is unmounted."""
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
        disk = disk.forgets(told["forget"], told["seed"])
        mounted = Mounted(disk, told["lasts"])
        mount(mounted, sys.argv[1])
        say("cut" if mounted.cut else "whole")


if __name__ == "__main__":
    main()
