"""A box whose power is cut again and again, and a card that forgets what was not synced."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

from tests.app.told import Told

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "tests" / "app" / "cut_evening.py"
DISK = ROOT / "tests" / "storage" / "mounted_disk.py"

CUTS = ("all", "sectors", "pages", "")
"""What a cut takes of what was not synced, as `mounted_disk` knows it; the last only kills the process."""


def no_fuse() -> str:
    """Why no file system of ours can be mounted here; empty where one can."""
    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        return "/dev/fuse cannot be opened"
    for needed in ("import mfusepy", "import subprocess; subprocess.run(['fusermount3', '-V'], check=True)"):
        done = subprocess.run([sys.executable, "-c", needed], capture_output=True, text=True, check=False)
        if done.returncode:
            return f"{done.stderr.splitlines()[-1]}; apt install fuse3"
    return ""


class Helper:
    """A script that reads commands and answers, a line each."""

    def __init__(self, *command: object, log: Path) -> None:
        with log.open("w") as errors:
            self._process = subprocess.Popen(
                [sys.executable, *map(str, command)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._log = log

    def tell(self, **command: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()

    def answer(self) -> str:
        """The next line it says."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, self._log.read_text()
        return line.strip()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class MountedCard:
    """The card is a file system of ours, which forgets; see `mounted_disk`."""

    def __init__(self, scratch: Path) -> None:
        self._mounted = scratch / "mounted"
        self._mounted.mkdir()
        self._log = scratch / "evening.log"
        self._disk = Helper(DISK, self._mounted, log=scratch / "disk.log")
        self._box = Helper(EVENING, log=self._log)

    def __enter__(self) -> MountedCard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._box.close()
        subprocess.run(["fusermount3", "-u", "-z", self._mounted], capture_output=True, check=False)
        self._disk.close()

    def life(self, command: Mapping[str, object], forget: str, seed: str, lasts: int) -> list[dict[str, Any]]:
        """One life after such a cut, with the next cut in its `lasts`-th call to the card; what it announces."""
        self._disk.tell(forget=forget, seed=seed, lasts=lasts)
        assert self._disk.answer() == "mounted"
        self._box.tell(folder=str(self._mounted / "state" / "gm-appliance"), **command)
        lines = [json.loads(self._box.answer())]
        while "ended" not in lines[-1]:
            lines.append(json.loads(self._box.answer()))
        subprocess.run(["fusermount3", "-u", self._mounted], check=True)
        cut = {"cut": "killed", "whole": "in order"}[self._disk.answer()]
        assert lines[-1]["ended"] == cut, self._log.read_text()
        return lines


class Evenings:
    """Games one after the other on one card, with a cut in each life, until all are over.

    lives: how many there were. told: what the box told, of which nothing may be lost.
    """

    def __init__(self, card: MountedCard, seed: str, *, cuts: tuple[str, ...] = CUTS, unsynced: bool = False) -> None:
        self._card = card
        self._rng = Random(seed)
        self._cuts = cuts
        self._unsynced = unsynced
        self._forget = "new"
        self.lives = 0
        self.cut = 0
        self.told = Told()

    def play(self, game: str, most: int) -> None:
        """One game to its end, with a cut at random among so many calls to the card in each life."""
        over = self.told.over
        while self.told.over == over and self._life(game, self._rng.randint(1, most)) == "killed":
            pass

    def look(self) -> None:
        """Once more, after a last cut: all that was told is there."""
        self._forget = self._rng.choice(self._cuts)
        self._life("", 0)

    def _life(self, game: str, lasts: int) -> str:
        self.lives += 1
        seed = f"{self.lives} {self._rng.random()}"
        command = {"game": game, "seed": seed, "unsynced": self._unsynced, "settings": self.told.settings}
        lines = self._card.life(command, self._forget, seed, lasts)
        for line in lines:
            self.told.hear(line)
        ended = str(lines[-1]["ended"])
        self.cut += ended == "killed"
        self._forget = self._rng.choice(self._cuts) if ended == "killed" else ""
        return ended
