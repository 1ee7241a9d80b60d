"""A box whose power is cut again and again, and cards that forget what was not synced."""

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
from typing import Any, Protocol, TypeAlias

from tests.app.told import Told
from tests.storage.lossy_disk import RECORDED, Disk, play

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "tests" / "app" / "cut_evening.py"
DISK = ROOT / "tests" / "storage" / "mounted_disk.py"
STATE = Path("state", "gm-appliance")
"""Where the box keeps what outlasts a cut; on a new card neither folder is there."""

CUTS = ("all", "sectors", "pages", "")
"""What cuts take, as in `Disk.forgets`; the last one only kills the process."""

Lines: TypeAlias = "list[dict[str, Any]]"


class Card(Protocol):
    """What the box keeps its state on. cost: how long its lives take, as a multiple of the quickest."""

    cost: int

    def life(self, command: Mapping[str, object], forget: str, seed: str, lasts: int) -> Lines:
        """One life, after the card has forgotten what it is told to; all that `cut_evening` announces.

        command: as for `cut_evening`, but for its folder. lasts: so many calls to the card until the next
        cut; 0 for none.
        """
        ...


class Helper:
    """A script that takes commands and answers, a line each."""

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
    """The card is a file system of ours; see `mounted_disk`."""

    cost = 1

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
    """Why no file system of ours can be mounted here; empty where one can."""
    if shutil.which("fusermount3") is None:
        return "fusermount3 is missing; get it with: apt install fuse3"
    try:
        with MountedCard(scratch) as card:
            card.life({"game": "", "seed": "", "unsynced": [], "settings": []}, "new", "", 0)
    except AssertionError as error:
        return str(error).strip().splitlines()[-1]
    return ""


class RecordedCard:
    """The card is an ordinary folder, laid out anew for each life; strace records what is done to it, and
    kills the box."""

    cost = 10

    def __init__(self, scratch: Path) -> None:
        self._folder, self._trace = scratch / "recorded", scratch / "trace"
        self._disk = Disk()

    def __enter__(self) -> RecordedCard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def life(self, command: Mapping[str, object], forget: str, seed: str, lasts: int) -> Lines:
        self._disk = self._disk.forgets(forget, seed)
        self._lay_out()
        # Two of three calls to a card write, and one in eight syncs: either may be the last.
        kill = {"pwrite64": lasts * 2 // 3 + 1, "fdatasync": Random(seed).randint(lasts // 8, lasts // 4) + 1}
        options = ["-f", "-qq", "-y", "-xx", "-s", "1000000", "-e", "signal=none", "-o", str(self._trace)]
        options += ["-e", f"trace={RECORDED}"]
        for call, when in kill.items() if lasts else ():
            options += ["-e", f"inject={call}:signal=KILL:when={when}"]
        told = json.dumps({"folder": str(self._folder / STATE), **command})
        run = [str(shutil.which("strace")), *options, sys.executable, str(EVENING)]
        done = subprocess.run(run, input=told, capture_output=True, text=True, check=False)
        lines: Lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert lines[-1]["ended"] in ("killed", "in order"), done.stderr
        for _disk in play(self._trace, str(self._folder), self._disk, lambda said: None):
            pass  # it is the same one all along
        return lines

    def _lay_out(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        for name in sorted(self._disk.directories):
            Path(name).mkdir(mode=0o700)
        for name, data in self._disk.written().items():
            Path(name).write_bytes(data)


class Evenings:
    """Games one after the other on a card, new at first, with a cut in each life.

    cuts: what they take. unsynced: what is not synced, as for `cut_evening`.
    cut: how many lives ended in a cut, by what was played. told: what the box told.
    """

    def __init__(
        self, card: Card, seed: str, cuts: Sequence[str] = CUTS, unsynced: Sequence[str] = ()
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
        """Each game to its end, with a cut at random among so many calls to the card in each life; and a look
        at what is left after a last cut. Raises Lost."""
        for game in games:
            over = self.told.over
            while self.told.over == over and self.life(game, self._rng.randint(1, most)):
                pass
        self.look()

    def look(self) -> None:
        """What is left after a last cut. Raises Lost."""
        self._forget = self._rng.choice(self._cuts)
        self.life("", 0)

    def life(self, game: str, lasts: int) -> bool:
        """Until a cut, or the game's end; whether it was cut. Raises Lost."""
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
