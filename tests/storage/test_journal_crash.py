"""The journal when the process is killed, power is cut, or the card fails, at every point there is.

A child process keeps a journal on a card that forgets what was not synced, and announces each call that
returned. The card notes what each power cut would leave: everything written, only what was synced, or some
of it; or it kills the child at the Nth call, or lets that call fail. Without syncs announced calls are lost,
and a test sees to it that they are.

After each, the journal opens by itself and contains every announced call, and at most the one after.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest

from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.journal.files import sync
from tests.storage import card as cards
from tests.storage.card import Card
from tests.storage.lossy_disk import Loss

# Where /dev/fuse is root's alone.
pytestmark = [pytest.mark.process, pytest.mark.root]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Card]:
    with cards.card(tmp_path_factory.mktemp("card")) as card:
        yield card


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
    """The standing choices and the draft after each announced call from ``begun`` on; None before."""
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


def journal(card: Card) -> Path:
    return card.folder / "state" / "journal"


def run(card: Card, said: Path, synchronous: str = "FULL") -> int:
    """Run the child; returns its exit code. said: where its announcements go."""
    # Without what `site` does it starts in a fifth of the time.
    folders = os.pathsep.join((str(ROOT), sysconfig.get_path("platlib")))
    arguments = [folders, str(journal(card)), synchronous, json.dumps(SCRIPT)]
    command = [sys.executable, "-S", "-E", "-B", "-c", CHILD, *arguments]
    with said.open("wb") as out:
        child = subprocess.run(
            command, stdout=out, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert "Traceback" not in child.stderr, child.stderr
    return child.returncode


@dataclass
class Said:
    boots: int = 0
    calls: int = 0
    failed: list[str] = field(default_factory=list)
    gave_up: bool = False

    @classmethod
    def of(cls, lines: bytes) -> Said:
        said = cls()
        for line in lines.splitlines():
            word, *rest = json.loads(line)
            if word == "boots":
                said.boots = rest[0]
            elif word in ("begun", "done"):
                said.calls += 1
            elif word == "failed":
                said.failed.append(rest[0])
            elif word == "gave up":
                said.gave_up = True
        return said


def verdict(path: Path, said: Said) -> str:
    """Open the journal; returns what is wrong."""
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


@dataclass
class Recording:
    """losses: after each call. said: all announcements."""

    losses: list[Loss]
    said: bytes


def record(card: Card, scratch: Path, synchronous: str = "FULL", forget: str = "new") -> Recording:
    said, losses = scratch / "said", scratch / "losses"
    said.touch()
    with card.mounted(forget, said=str(said), losses=str(losses)):
        assert run(card, said, synchronous) == 0
    return Recording(pickle.loads(losses.read_bytes()), said.read_bytes())


@pytest.fixture(scope="module")
def recorded(card: Card, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return record(card, tmp_path_factory.mktemp("recorded"))


LOSSES = ("written", "kept", "torn")


def faults(recording: Recording, scratch: Path, how: str) -> tuple[int, list[str]]:
    """The number of different losses, and what was wrong after them."""
    seen: set[tuple[int, str]] = set()
    wrong = []
    for announced, *losses in recording.losses:
        left = losses[LOSSES.index(how)]
        files = {name: data for name, data in sorted(left.items()) if not name.endswith("-shm")}
        if (announced, repr(files)) in seen:
            continue
        seen.add((announced, repr(files)))
        folder = scratch / str(len(seen))
        for name, data in files.items():
            path = folder / name.removeprefix("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if fault := verdict(folder / "state" / "journal", Said.of(recording.said[:announced])):
            wrong.append(fault)
        shutil.rmtree(folder, ignore_errors=True)
    return len(seen), wrong


def test_a_card_is_unmounted_although_a_container_has_a_copy_of_the_mount(card: Card) -> None:
    copies = ("unshare", "--mount", "--propagation", "private", "sh", "-c", "echo copied; read end")
    with card.mounted("new"):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        container = subprocess.Popen(copies, **pipes)  # type: ignore[call-overload]
        assert container.stdout.readline() == b"copied\n"
    container.communicate()
    assert not card.cut


@pytest.mark.parametrize("how", LOSSES)
def test_no_loss_at_any_point_costs_more_than_the_call_it_interrupts(
    recorded: Recording, tmp_path: Path, how: str
) -> None:
    number, wrong = faults(recorded, tmp_path, how)
    assert wrong == []
    assert number > len(STATES)


def test_without_syncs_the_same_power_cuts_lose_announced_calls(card: Card, tmp_path: Path) -> None:
    _, wrong = faults(record(card, tmp_path, "NORMAL"), tmp_path, "kept")
    assert any("announced calls" in fault for fault in wrong)


def test_a_power_cut_at_any_point_keeps_the_damaged_file(card: Card, tmp_path: Path) -> None:
    with card.mounted("new"):
        damaged = journal(card)
        damaged.parent.mkdir()
        damaged.write_bytes(b"damaged")
        for one in (damaged, damaged.parent, card.folder):
            sync(one)
    losses = record(card, tmp_path, forget="").losses
    assert len(losses) > 30
    for _, *left in losses:
        assert all(b"damaged" in files.values() for files in left)


CALLS = ["write", "fdatasync", "fsync", "truncate", "unlink", "rename"]


def sweep(
    card: Card, tmp_path: Path, call: str, does: str, step: int, lasts: bool = False
) -> Iterator[tuple[int, Said, str]]:
    """A fault at every `step`-th of these calls, until there are no more: exit code, announced, verdict."""
    said = tmp_path / "said"
    for nth in count(1, step):
        with card.mounted("new", calls=[call], first=nth, last=0 if lasts else nth, does=does):
            code = run(card, said)
        if not card.hit:
            assert nth > 1
            return
        heard = Said.of(said.read_bytes())
        with card.mounted():
            fault = verdict(journal(card), heard)
        yield code, heard, fault


PACE = [pytest.param(61, id="few"), pytest.param(5, id="many", marks=pytest.mark.long)]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("step", PACE)
def test_killed_at_any_call(card: Card, tmp_path: Path, call: str, step: int) -> None:
    for code, _, fault in sweep(card, tmp_path, call, "cut", step):
        assert code == -9
        assert fault == ""


ERRORS = [(call, "EIO") for call in CALLS] + [(call, "ENOSPC") for call in ("write", "truncate")]
ERRORS.append(("write", "short"))


@pytest.mark.parametrize(("call", "error"), ERRORS)
@pytest.mark.parametrize("step", PACE)
def test_one_failing_call_is_overcome_by_one_retry(
    card: Card, tmp_path: Path, call: str, error: str, step: int
) -> None:
    kinds: set[str] = set()
    for code, said, fault in sweep(card, tmp_path, call, error, step):
        assert code == 0
        # Everything is there, and nothing twice: a call that failed has left nothing behind.
        assert said.calls == len(STATES) - 1
        assert fault == ""
        assert len(said.failed) <= 1
        kinds.update(said.failed)
    assert kinds <= {"JournalFull", "JournalLost"}
    assert ("JournalFull" in kinds) == (call == "write" and error == "ENOSPC")


@pytest.mark.parametrize(("call", "error"), ERRORS)
@pytest.mark.parametrize("step", PACE)
def test_a_card_that_goes_on_failing_keeps_what_was_announced(
    card: Card, tmp_path: Path, call: str, error: str, step: int
) -> None:
    for code, said, fault in sweep(card, tmp_path, call, error, step, lasts=True):
        assert code == (3 if said.gave_up else 0)
        assert fault == ""
