"""After hours of games the daemon uses no more resources than at the first measure."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app.systemd import SWITCH_OFF
from gm_appliance.games.registry import GAMES

ROOT = Path(__file__).parents[2]

HOURS, LEAKING_HOURS = 6, 4
"""Of the box's time. It is measured in the menu, for the first time after three hours."""

MOST = 1 << 19
"""Bytes by which the memory in use may grow. The count is exact and the games are always the same, so it does
not depend on how busy the machine is."""

MOST_RESIDENT = 8 << 20
"""The same for resident memory. It also depends on fragmentation, so the limit is wider."""

PULLED = ("The display is lost", "The sound is lost")
"""Logged when cables are pulled."""

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def glibc() -> None:
    if not hasattr(ctypes.CDLL(None), "mallinfo2"):
        pytest.skip("what malloc has given out is asked of glibc, from 2.33 on")


def soaked(folder: Path, hours: float, leaking: str = "") -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Run `tests.app.soak` in a process; returns what the daemon used, about hourly, and what was done."""
    surroundings = {
        **os.environ,
        # All memory comes from malloc, which counts it: see `tests.app.soak`.
        "PYTHONMALLOC": "malloc",
        "MALLOC_ARENA_MAX": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(ROOT),
    }
    words = [str(folder), str(hours), *([leaking] if leaking else ())]
    command = [sys.executable, "-m", "tests.app.soak", *words]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    *measures, last = map(json.loads, done.stdout.splitlines())
    return measures, last


def grown(measures: list[dict[str, Any]]) -> list[str]:
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
def test_hours_of_games_leak_nothing(tmp_path: Path) -> None:
    measures, done = soaked(tmp_path, HOURS)
    assert len(measures) > 2
    assert grown(measures) == []
    assert [one for one in done["errors"] if not one.startswith(PULLED)] == []
    assert done["code"] == SWITCH_OFF
    # They were full hours, with every game more than once, at all ports.
    assert done["t"] >= HOURS * 3600
    assert min(done["begun"].get(game, 0) for game in GAMES) >= 2
    assert done["pressed"] > 2_000
    ports = {"display bus", "sound card", "engine", "line to the hub", "line from the hub", "lamps"}
    assert {*done["bytes"]} >= ports


@pytest.mark.long
def test_small_leaks_are_found(tmp_path: Path) -> None:
    measures, _done = soaked(tmp_path, LEAKING_HOURS, "leaking")
    found = grown(measures)
    assert [what for what in ("threads", "tasks", "files", "in use") if what not in " ".join(found)] == []
