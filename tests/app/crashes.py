"""Boxes that are killed, or whose card fails, at a system call: for `test_crash`."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STRACE = shutil.which("strace")

CALLS = (
    *("write", "pwrite64", "fdatasync", "fsync", "ftruncate", "openat", "?unlink,unlinkat"),
    *("?rename,?renameat,renameat2", "?mkdir,mkdirat", "?chmod,fchmod,fchmodat"),
)
"""Calls that write or may write. strace counts each separately. Newer machines have only the last of each."""

PATIENCE = 60.0
"""Seconds after which a box counts as hanging."""


@dataclass
class Lived:
    """What a life announced, in order; its exit status; and how many calls failed."""

    heard: list[Mapping[str, Any]] = field(default_factory=list)
    status: int = 0
    hit: int = 0

    def hear(self, what: Mapping[str, Any]) -> None:
        """Prompt ids differ each time."""
        self.heard.append({key: value for key, value in what.items() if key != "prompt_id"})

    @property
    def killed(self) -> bool:
        return os.WIFSIGNALED(self.status)

    @property
    def ended(self) -> str:
        """``"in order"``, ``"power cut"``, or why not; empty if it was killed."""
        return next((str(one["ended"]) for one in self.heard if "ended" in one), "")

    @property
    def public(self) -> list[Mapping[str, Any]]:
        """The announcements without the log."""
        return [one for one in self.heard if "logged" not in one]

    @property
    def faults(self) -> list[str]:
        """The announced faults of what is kept, such as ``"journal-full"``."""
        said = [str(one["announced"]) for one in self.heard if "announced" in one]
        return [one for one in said if one.startswith(("journal-", "results-", "session-"))]


class Boxes:
    """A process that forks lives of the box, one after the other."""

    def __init__(self, table: socket.socket) -> None:
        self._table = table
        self._lines = table.makefile("rb")
        while "warm" not in self._hear():
            pass

    def live(self, folder: Path, game: str, noon: float, tamper: str = "", **more: object) -> Lived:
        """Run one life on this folder. tamper: for strace, such as ``"fsync:error=EIO:when=3"``."""
        self._tell(folder=str(folder), game=game, noon=noon, **more)
        pid = self._hear()["pid"]
        lived = Lived()
        with traced(pid, tamper, folder.with_suffix(".trace")) as trace:
            self._table.sendall(b"go\n")
            while "over" not in (one := self._hear()):
                lived.hear(one)
        lived.status = one["over"]
        lived.hit = trace.read_text().count("(INJECTED)") if tamper else 0
        return lived

    def _tell(self, **what: object) -> None:
        self._table.sendall(json.dumps(what).encode() + b"\n")

    def _hear(self) -> dict[str, Any]:
        line = self._lines.readline()
        assert line, "the boxes are gone"
        heard: dict[str, Any] = json.loads(line)
        return heard


@contextmanager
def traced(pid: int, tamper: str, trace: Path) -> Iterator[Path]:
    """Attach strace to a process until that ends."""
    if not tamper:
        yield trace
        return
    assert STRACE
    calls = tamper.partition(":")[0]
    expressions = (f"trace={calls}", f"inject={tamper}", "signal=none")
    options = [word for one in expressions for word in ("-e", one)]
    command = [STRACE, "-o", str(trace), *options, "-p", str(pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as strace:
        assert strace.stderr
        said = strace.stderr.readline()
        assert b"attached" in said, said + strace.stderr.read()
        yield trace
        strace.wait(PATIENCE)


@contextmanager
def boxes() -> Iterator[Boxes]:
    ours, theirs = socket.socketpair()
    script = Path(__file__).with_name("crashed_evening.py")
    with ours, subprocess.Popen([sys.executable, str(script)], stdin=theirs.fileno()) as process:
        theirs.close()
        ours.settimeout(PATIENCE)
        try:
            yield Boxes(ours)
        finally:
            ours.shutdown(socket.SHUT_RDWR)
            process.wait(PATIENCE)
