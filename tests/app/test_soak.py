"""A daemon that is on for a day and a night takes no more of the machine than after its first hour."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.games.registry import GAMES

ROOT = Path(__file__).parents[2]

HOURS = 24

MOST = 1 << 20
"""Bytes that may be in use more than after the first hour. What is counted is exact, and the day always the
same one, so this is no measurement that a busy machine could spoil."""

MOST_RESIDENT = 8 << 20
"""The same of the memory the kernel counts as the process's. That hangs on how malloc finds room among what
is still in use, so it says less, and has more room here."""

PULLED = ("The display is lost", "The sound is lost")
"""What the log says of cables that were pulled."""

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def glibc() -> None:
    if not hasattr(ctypes.CDLL(None), "mallinfo2"):
        pytest.skip("what malloc has given out is asked of glibc, from 2.33 on")


def soaked(folder: Path, hours: float, leaking: str = "") -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A day so long, in a process of its own: what it took each hour, and what was done."""
    surroundings = {
        **os.environ,
        # Whatever is in use is malloc's, and nothing but that: see `tests.app.soak`.
        "PYTHONMALLOC": "malloc",
        "MALLOC_ARENA_MAX": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(ROOT),
    }
    command = [
        sys.executable,
        "-m",
        "tests.app.soak",
        str(folder),
        str(hours),
        *([leaking] if leaking else ()),
    ]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    *measures, last = map(json.loads, done.stdout.splitlines())
    return measures, last


def grown(measures: list[dict[str, Any]]) -> list[str]:
    """What there is more of at the end than after the first hour."""
    first, last = measures[0], measures[-1]
    found = [
        f"{what} left open: {last[what]}"
        for what in ("threads", "tasks", "files")
        if last[what] != first[what]
    ]
    if last["heap"] - first["heap"] > MOST:
        found.append(f"{last['heap'] - first['heap']} bytes more in use: {[one['heap'] for one in measures]}")
    if last["resident"] - first["resident"] > MOST_RESIDENT:
        found.append(f"{last['resident'] - first['resident']} bytes more resident")
    return found


@pytest.mark.long
def test_a_day_and_a_night_of_games_take_no_more_than_the_first_hour(in_memory: Path) -> None:
    measures, done = soaked(in_memory, HOURS)
    print(*(f"{one['t']:8.0f} s {one['heap']:10} {one['resident']:10}" for one in measures), done, sep="\n")
    assert grown(measures) == []
    assert [one for one in done["errors"] if not one.startswith(PULLED)] == []
    assert done["code"] == 0
    # It was a day, with every game again and again, at all of the box's ports.
    assert done["t"] >= HOURS * 3600
    assert min(done["begun"].get(game, 0) for game in GAMES) >= 3
    assert done["pressed"] > 10_000
    ports = {"display bus", "sound card", "engine", "line to the hub", "line from the hub", "lamps"}
    assert {*done["bytes"]} >= ports


@pytest.mark.long
def test_what_leaks_a_little_is_found(in_memory: Path) -> None:
    measures, _done = soaked(in_memory, 3, "leaking")
    found = grown(measures)
    assert [what for what in ("threads", "tasks", "files", "in use") if what not in " ".join(found)] == []
