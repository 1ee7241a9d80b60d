"""A box with many power cuts, and a card that forgets what was not synced."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, TypeAlias

from tests.app.told import Told

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "tests" / "app" / "cut_evening.py"
DISK = ROOT / "tests" / "storage" / "mounted_disk.py"
STATE = Path("state", "gm-appliance")
"""The state folder on the card; on an empty card neither folder exists."""

CUTS = ("all", "sectors", "pages", "")
"""What cuts lose, as in `Disk.forgets`; the last one only kills the process."""

Lines: TypeAlias = "list[dict[str, Any]]"


class Helper:
    """A script that takes one command per line and answers with lines."""

    def __init__(self, log: Path, *command: object) -> None:
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with log.open("w") as errors:
            self._process = subprocess.Popen([sys.executable, *map(str, command)], stderr=errors, **pipes)
        self._log = log

    def tell(self, **command: object) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):  # it says why in place of its answer
            self._process.stdin.write(json.dumps(command) + "\n")
            self._process.stdin.flush()

    def answer(self) -> str:
        """The next line it says."""
        assert self._process.stdout
        line: str = self._process.stdout.readline()
        assert line, self._log.read_text()
        return line.strip()

    def close(self) -> None:
        self._process.kill()
        with suppress(BrokenPipeError):
            self._process.communicate()


class MountedCard:
    """The file system that the box keeps its state on; see `mounted_disk`."""

    def __init__(self, scratch: Path) -> None:
        self._mounted = scratch / "mounted"
        self._mounted.mkdir()
        self._log = scratch / "evening.log"
        with ExitStack() as stack:
            self._disk = Helper(scratch / "disk.log", DISK, self._mounted)
            stack.callback(self._disk.close)
            stack.callback(self._unmount, "-z", check=False)
            self._box = Helper(self._log, EVENING)
            stack.callback(self._box.close)
            self._closing = stack.pop_all()

    def __enter__(self) -> MountedCard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def life(self, command: Mapping[str, object], forget: str, seed: str, lasts: int) -> Lines:
        """One life, after the card has forgotten what it is told to; returns what `cut_evening` announces.

        command: as for `cut_evening`, without its folder.
        lasts: calls to the card until the next cut; 0 for none.
        """
        self._disk.tell(forget=forget, seed=seed, lasts=lasts)
        assert self._disk.answer() == "mounted"
        self._box.tell(folder=str(self._mounted / STATE), **command)
        lines = [json.loads(self._box.answer())]
        while "ended" not in lines[-1]:
            lines.append(json.loads(self._box.answer()))
        self._unmount()
        cut = {"cut": "killed", "whole": "in order"}[self._disk.answer()]
        assert lines[-1]["ended"] == cut, self._log.read_text()
        return lines

    def _unmount(self, *how: str, check: bool = True) -> None:
        subprocess.run(["fusermount3", "-u", *how, self._mounted], capture_output=True, check=check)


def why_not_mounted(scratch: Path) -> str:
    """Why that file system cannot be mounted here; empty if it can."""
    if shutil.which("fusermount3") is None:
        return "fusermount3 is missing; get it with: apt install fuse3"
    try:
        with MountedCard(scratch) as card:
            card.life({"game": "", "seed": "", "unsynced": [], "settings": []}, "new", "", 0)
    except AssertionError as error:
        return str(error).strip().splitlines()[-1]
    return ""


class Evenings:
    """Games in turn on a card, empty at first, with a power cut in each life.

    cuts: what each cut may lose. unsynced: what is not synced, as for `cut_evening`.
    cut: how many lives ended in a cut, by game. told: what the box announced.
    """

    def __init__(
        self, card: MountedCard, seed: str, cuts: Sequence[str] = CUTS, unsynced: Sequence[str] = ()
    ) -> None:
        self._card = card
        self._rng = Random(seed)
        self._cuts = cuts
        self._unsynced = [*unsynced]
        self._forget = "new"
        self._lives = 0
        self.cut: Counter[str] = Counter()
        self.told = Told()

    def play_all(self, games: Iterable[str], most: int) -> None:
        """Play each game to its end, with a cut after 1 to `most` calls to the card in each life; and check
        what is left after a last cut. Raises Lost."""
        for game in games:
            over = self.told.over
            while self.told.over == over and self.life(game, self._rng.randint(1, most)):
                pass
        self.look()

    def look(self) -> None:
        """Check what is left after a last cut. Raises Lost."""
        self._forget = self._rng.choice(self._cuts)
        self.life("", 0)

    def life(self, game: str, lasts: int) -> bool:
        """Run one life to a cut or the game's end; returns whether it was cut. Raises Lost."""
        self._lives += 1
        seed = f"{self._lives} {self._rng.random()}"
        command = {"game": game, "seed": seed, "unsynced": self._unsynced, "settings": self.told.settings}
        lines = self._card.life(command, self._forget, seed, lasts)
        for line in lines:
            self.told.hear(line)
        killed: bool = lines[-1]["ended"] == "killed"
        self.cut[game] += killed
        self._forget = self._rng.choice(self._cuts) if killed else ""
        return killed
