"""The journal when the process is killed, the power goes, or the card fails, at every point there is.

A child process keeps a journal and announces each call that returned. Two kinds of test:

- Its system calls are recorded once by strace and played onto a model of a disk, which then loses
  power after each of them: with everything written, with only what was synced, or with some of it.
  Without syncs this must fail, and a test sees to it that it does.
- In real processes strace kills the child at the Nth call, or lets that call fail.

After each, the journal opens by itself, holds every announced call, and at most the one after.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import pytest

from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal
from tests.storage.lossy_disk import CALL, RECORDED, Disk, play

STRACE = shutil.which("strace")
pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(STRACE is None, reason="strace is missing; get it with: apt install strace"),
]
ROOT = Path(__file__).parents[2]

# ---------------------------------------------------------------- what the child does

SCRIPT: list[list[object]] = [
    ["choose", 1], ["choose", "two"], ["draft", 30], ["draft", 31], ["choose", {"3": [1, 2]}], ["undo"],
    ["draft", 32], ["undo"], ["choose", "three"], ["reopen"], ["choose", 4], ["draft", 5], ["choose", 6],
    ["undo"], ["choose", 7],
]  # fmt: skip

CHILD = """
import json, os, sys
root, path, synchronous, script = sys.argv[1:]
sys.path[:0] = root.split(os.pathsep)
from pathlib import Path
from gm_appliance.storage.journal import Journal, JournalError, writing
writing._SYNCHRONOUS = synchronous

def say(*words):
    os.write(1, json.dumps(words).encode() + b"\\n")

def twice(call):
    # A call that failed once is tried once more: by then the journal should have healed.
    try:
        return call()
    except JournalError as error:
        say("failed", type(error).__name__)
    try:
        return call()
    except JournalError as error:
        say("gave up", type(error).__name__)
        os._exit(3)

def opened():
    journal = Journal(Path(path))
    # Start a new log often, so that this is tested too.
    journal._connected().execute("PRAGMA wal_autocheckpoint = 4")
    say("boots", journal.boots)
    return journal

journal = twice(opened)
session = twice(lambda: journal.begin("thing", 1, {"players": 7}, "en", 1.0))
say("begun", session)
for act, *value in json.loads(script):
    if act == "choose":
        twice(lambda: journal.choose(session, "step", value[0], True, 2.0))
    elif act == "draft":
        twice(lambda: journal.draft(session, "step", value[0]))
    elif act == "undo":
        twice(lambda: journal.undo(session, 3.0))
    else:
        journal.close()
        journal = twice(opened)
    say("done", act)
journal.close()
say("closed")
"""

State: TypeAlias = "tuple[list[object], object] | None"


def expected() -> list[State]:
    """What stands, and the draft, after each announced call from ``begun`` on; None before it."""
    states: list[State] = [None, ([], None)]
    stand: list[object] = []
    draft: object = None
    for act, *value in SCRIPT:
        if act == "choose":
            stand, draft = [*stand, value[0]], None
        elif act == "draft":
            draft = value[0]
        elif act == "undo":
            stand, draft = stand[:-1], None
        states.append((stand, draft))
    return states


STATES = expected()


def child(path: Path, synchronous: str) -> list[str]:
    # Without what `site` does it starts in a fifth of the time.
    folders = os.pathsep.join((str(ROOT), sysconfig.get_path("platlib")))
    arguments = [folders, str(path), synchronous, json.dumps(SCRIPT)]
    return [sys.executable, "-S", "-E", "-B", "-c", CHILD, *arguments]


@dataclass
class Said:
    """What the child has announced."""

    boots: int = 0
    calls: int = 0
    failed: list[str] = field(default_factory=list)
    gave_up: bool = False

    def hear(self, line: str) -> None:
        word, *rest = json.loads(line)
        if word == "boots":
            self.boots = rest[0]
        elif word in ("begun", "done"):
            self.calls += 1
        elif word == "failed":
            self.failed.append(rest[0])
        elif word == "gave up":
            self.gave_up = True


def verdict(path: Path, said: Said) -> str:
    """Open what is left. Empty if all is well, else what is wrong."""
    with Journal(path) as journal:
        session = journal.running()
        state: State = None
        if session is not None:
            drafted: tuple[str, JSON] | None = journal.drafted(session.id)
            stand: list[object] = [entry.value for entry in journal.entries(session.id)]
            state = (stand, None if drafted is None else drafted[1])
        if journal.set_aside is not None:
            return f"set aside: {journal.set_aside}"
        if journal.boots <= said.boots:
            return f"boots {journal.boots} after {said.boots} were announced"
        if len(journal.sessions()) > 1:
            return "a session that nobody began"
        if state not in STATES[said.calls : said.calls + 2]:
            return f"{state} after {said.calls} announced calls"
        journal.set_setting("still", "writing")
    return ""


# ---------------------------------------------------------------- loss, on a model of a disk

Recording: TypeAlias = "tuple[Path, str]"
"""The file with a child's system calls, and the directory its journal was in."""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return record(tmp_path_factory.mktemp("recorded"), "FULL")


def record(directory: Path, synchronous: str) -> Recording:
    assert STRACE is not None
    trace, inside = directory / "trace", directory / "disk"
    inside.mkdir(exist_ok=True)
    options = ["-f", "-qq", "-y", "-xx", "-s", "100000", "-e", "signal=none", "-o", str(trace)]
    command = [STRACE, *options, "-e", f"trace={RECORDED}", *child(inside / "state" / "journal", synchronous)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)
    return trace, str(inside)


def faults(recording: Recording, scratch: Path, how: str) -> tuple[int, list[str]]:
    """How many different disks were found after a loss, and what was wrong with them."""
    rng = random.Random(4)
    seen: set[tuple[int, str]] = set()
    wrong = []
    trace, inside = recording
    said = Said()
    for disk in play(trace, inside, Disk(), said.hear):
        left = disk.torn(rng) if how == "torn" else disk.kept() if how == "kept" else disk.written()
        files = {name: data for name, data in sorted(left.items()) if not name.endswith("-shm")}
        if (said.calls, repr(files)) in seen:
            continue
        seen.add((said.calls, repr(files)))
        for name, data in files.items():
            path = scratch / str(len(seen)) / Path(name).relative_to(inside)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        fault = verdict(scratch / str(len(seen)) / "state" / "journal", said)
        if fault:
            wrong.append(fault)
        shutil.rmtree(scratch / str(len(seen)))
    return len(seen), wrong


@pytest.mark.parametrize("how", ["written", "kept", "torn"])
def test_no_loss_at_any_point_costs_more_than_the_call_it_interrupts(
    recorded: Recording, tmp_path: Path, how: str
) -> None:
    count, wrong = faults(recorded, tmp_path, how)
    assert wrong == []
    assert count > len(STATES)


def test_without_syncs_the_same_power_cuts_lose_announced_calls(tmp_path: Path) -> None:
    _, wrong = faults(record(tmp_path, "NORMAL"), tmp_path, "kept")
    assert any("announced calls" in fault for fault in wrong)


@pytest.mark.parametrize("seed", range(3))
def test_a_power_cut_at_any_point_keeps_the_damaged_file(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    damaged = tmp_path / "disk" / "state" / "journal"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"damaged")
    trace, inside = record(tmp_path, "FULL")
    disks = 0
    for disk in play(trace, inside, Disk.of({str(damaged): b"damaged"}), Said().hear):
        for left in (disk.written(), disk.kept(), disk.torn(rng)):
            assert b"damaged" in left.values()
            disks += 1
    assert disks > 100


# ---------------------------------------------------------------- real processes

# strace counts each of them by itself. Newer machines know only the second of a pair.
CALLS = ["pwrite64", "fdatasync", "fsync", "ftruncate", "?unlink,unlinkat", "?rename,?renameat,renameat2"]


def injected(directory: Path, calls: str, fault: str) -> tuple[int, Said]:
    """Run the child with a fault in one of its calls; its exit code and what it announced."""
    assert STRACE is not None
    # No --seccomp-bpf: with it strace injects no signals.
    options = ["-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:{fault}"]
    command = [STRACE, *options, *child(directory / "state" / "journal", "FULL")]
    run = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    said = Said()
    for line in run.stdout.splitlines():
        said.hear(line)
    assert "Traceback" not in run.stderr, run.stderr
    return run.returncode, said


def sweep(
    recorded: Recording, tmp_path: Path, calls: str, fault: str, step: int
) -> Iterator[tuple[int, Said, str]]:
    """A fault at every `step`-th call, until there are no more: exit code, announced, verdict."""
    known = [name.strip("?") for name in calls.split(",")]
    lines = [CALL.match(line) for line in recorded[0].read_text().splitlines()]
    total = sum(call is not None and call[1] in known for call in lines)
    assert total > 0
    for nth in range(1, total + 1, step):
        directory = tmp_path / str(nth)
        code, said = injected(directory, calls, fault.format(nth))
        yield code, said, verdict(directory / "state" / "journal", said)


PACE = [pytest.param(61, id="few"), pytest.param(5, id="many", marks=pytest.mark.long)]


@pytest.mark.parametrize("calls", CALLS)
@pytest.mark.parametrize("step", PACE)
def test_killed_at_any_call(recorded: Recording, tmp_path: Path, calls: str, step: int) -> None:
    for code, _, fault in sweep(recorded, tmp_path, calls, "signal=KILL:when={}", step):
        assert code == -9
        assert fault == ""


ERRORS = [(calls, "EIO") for calls in CALLS] + [(calls, "ENOSPC") for calls in ("pwrite64", "ftruncate")]


@pytest.mark.parametrize(("calls", "error"), ERRORS)
@pytest.mark.parametrize("step", PACE)
def test_one_failing_call_is_overcome_by_one_retry(
    recorded: Recording, tmp_path: Path, calls: str, error: str, step: int
) -> None:
    kinds: set[str] = set()
    for code, said, fault in sweep(recorded, tmp_path, calls, f"error={error}:when={{}}", step):
        assert code == 0
        # Everything is there, and nothing twice: a call that failed has left nothing behind.
        assert said.calls == len(STATES) - 1
        assert fault == ""
        assert len(said.failed) <= 1
        kinds.update(said.failed)
    assert kinds <= {"JournalFull", "JournalLost"}
    assert ("JournalFull" in kinds) == (error == "ENOSPC" and calls == "pwrite64")


@pytest.mark.parametrize(("calls", "error"), ERRORS)
@pytest.mark.parametrize("step", PACE)
def test_a_card_that_goes_on_failing_keeps_what_was_announced(
    recorded: Recording, tmp_path: Path, calls: str, error: str, step: int
) -> None:
    for code, said, fault in sweep(recorded, tmp_path, calls, f"error={error}:when={{}}+", step):
        assert code == (3 if said.gave_up else 0)
        assert fault == ""
