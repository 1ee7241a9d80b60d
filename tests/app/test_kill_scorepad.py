"""Killed in earnest at two hundred random points of entry, a score pad loses nothing that was entered."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app.unfinished import fold
from gm_appliance.core.game import Choice
from gm_appliance.games.scorepad.model import View
from gm_appliance.storage.journal import Journal

CHILD = Path(__file__).parent / "killed_scorepad.py"


def lives(folder: Path, count: int, seed: int) -> list[list[dict[str, Any]]]:
    """What stood in the journal of each life, from what it found to what it left."""
    child = [sys.executable, str(CHILD), str(folder), str(count), str(seed)]
    done = subprocess.run(child, capture_output=True, timeout=400, check=False)
    assert done.returncode == 0, done.stderr.decode()
    states: list[list[dict[str, Any]]] = [[]]
    for line in map(json.loads, done.stdout.splitlines()):
        if "kept" in line:
            states[-1].append(line)
        elif "killed" in line:
            assert line["killed"], done.stderr.decode()
            states.append([])
    return states[:-1]


@pytest.mark.long
@pytest.mark.process
def test_killed_at_two_hundred_points_of_entry_a_pad_loses_nothing(tmp_path: Path) -> None:
    lived = lives(tmp_path, 200, seed=1)
    assert all(lived)
    assert len(lived) == 200
    for before, after in pairwise(lived):
        assert after[0] == before[-1]
    drafts = [states[-1]["draft"] for states in lived if states[-1]["draft"]]
    assert sum(draft[0] == "entry.points" for draft in drafts) > 50
    assert len({name for name, _value in drafts}) > 4
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = journal.running()
        assert session
        entries = journal.entries(session.id)
        view = fold(session, [Choice(one.name, one.value) for one in entries]).view
    assert [[one.name, one.value] for one in entries] == lived[-1][-1]["kept"]
    assert isinstance(view, View)
    assert len(view.entries) > 50
