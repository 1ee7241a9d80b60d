"""Mounts `mounted_disk`: a card that forgets everything not synced, and fails when told to."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

DISK = Path(__file__).with_name("mounted_disk.py")

CONNECTIONS = Path("/sys/fs/fuse/connections")
"""The kernel's file system for ending those of FUSE; only root can mount and use it."""


class Helper:
    """A script that takes one command per line and answers with lines."""

    def __init__(self, log: Path, *command: object) -> None:
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with log.open("w") as errors:
            self._process = subprocess.Popen([sys.executable, *map(str, command)], stderr=errors, **pipes)
        self.log = log

    def tell(self, **command: object) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):  # the log says why, instead of an answer
            self._process.stdin.write(json.dumps(command) + "\n")
            self._process.stdin.flush()

    def answer(self) -> str:
        assert self._process.stdout
        line: str = self._process.stdout.readline()
        assert line, self.log.read_text()
        return line.strip()

    def close(self) -> None:
        self._process.kill()
        with suppress(BrokenPipeError):
            self._process.communicate()


class Card:
    """Initially empty. folder: the mount point. cut, hit: whether power was cut, and how many calls failed,
    in the last mounting."""

    def __init__(self, scratch: Path) -> None:
        self.folder = scratch / "mounted"
        self.folder.mkdir()
        self.cut, self.hit = False, 0
        self._disk = Helper(scratch / "disk.log", DISK, self.folder)

    def close(self) -> None:
        self._unmount("-z", check=False)
        self._disk.close()

    @contextmanager
    def mounted(self, forget: str = "", seed: str = "", **fault: Any) -> Iterator[None]:
        """Forget something, and mount it with a fault; see `mounted_disk`."""
        self._disk.tell(forget=forget, seed=seed, **fault)
        assert self._disk.answer() == "mounted"
        with ExitStack() as stack:
            abort = None
            # Opened while it is mounted: once it is not, another card may get the same number.
            with suppress(OSError):
                minor = os.minor(self.folder.stat().st_dev)
                abort = stack.enter_context((CONNECTIONS / f"{minor}" / "abort").open("wb", buffering=0))
            try:
                yield
            finally:
                self._unmount()
                # A container that was started meanwhile has a copy of the mount, which would be served on.
                if abort:
                    abort.write(b"1")
                over = json.loads(self._disk.answer())
                self.cut, self.hit = over["cut"], over["hit"]

    def _unmount(self, *how: str, check: bool = True) -> None:
        subprocess.run(["fusermount3", "-u", *how, self.folder], capture_output=True, check=check)


@contextmanager
def card(scratch: Path) -> Iterator[Card]:
    """A card; skips the test if none can be mounted here."""
    if shutil.which("fusermount3") is None:
        pytest.skip("fusermount3 is missing; get it with: apt install fuse3")
    if not os.path.ismount(CONNECTIONS):
        subprocess.run(["mount", "-t", "fusectl", "fusectl", CONNECTIONS], capture_output=True, check=False)
    with closing(Card(scratch)) as made:
        try:
            with made.mounted("new"):
                pass
        except AssertionError as error:
            pytest.skip(str(error).strip().splitlines()[-1])
        yield made
