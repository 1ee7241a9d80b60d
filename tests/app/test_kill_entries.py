"""Killed in earnest at random points of entry, a game loses nothing that was entered: a score pad, and
rounds of Thor, told at their end or turn by turn."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app.unfinished import fold
from gm_appliance.core.game import Choice, Plain
from gm_appliance.storage.journal import Journal

CHILD = Path(__file__).parent / "killed_entries.py"

pytestmark = pytest.mark.process


THOR: Mapping[str, Plain] = {"menu.game": "thor", "option.players": 6, "option.will_of_thor": "yes"}
MENUS: Mapping[str, Mapping[str, Plain]] = {
    "score pad": {"menu.game": "scorepad", "option.players": 3},
    "Thor, final": {**THOR, "option.mode": "final"},
    "Thor, live": {**THOR, "option.mode": "live"},
}
"""What is answered in the menu."""

ENTERING = ("entry.", "final.", "turn.", "card.")
"""How decisions are called in which something is entered that was played."""


def lives(folder: Path, count: int, menu: Mapping[str, Plain], seed: int = 1) -> list[list[dict[str, Any]]]:
    """What stood in the journal of each life, from what it found to what it left."""
    child = [sys.executable, str(CHILD), str(folder), str(count), str(seed), json.dumps(menu)]
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


def nothing_is_lost(folder: Path, lived: list[list[dict[str, Any]]]) -> int:
    """Each life finds what the one before it left, and the rules take it; how much it is in the end."""
    assert all(lived)
    for before, after in pairwise(lived):
        assert after[0] == before[-1]
    with Journal(folder / "journal.sqlite") as journal:
        session = journal.running()
        assert session
        entries = journal.entries(session.id)
        play = fold(session, [Choice(one.name, one.value) for one in entries])
    assert [[one.name, one.value] for one in entries] == lived[-1][-1]["kept"]
    assert len(play.taken) == len(entries)
    return len(entries)


@pytest.mark.parametrize("game", MENUS)
def test_killed_a_few_times_it_loses_nothing(game: str, tmp_path: Path) -> None:
    lived = lives(tmp_path, 8, MENUS[game])
    assert len(lived) == 8
    assert nothing_is_lost(tmp_path, lived) > 5


@pytest.mark.long
@pytest.mark.parametrize("game", MENUS)
def test_killed_at_two_hundred_points_of_entry_it_loses_nothing(game: str, tmp_path: Path) -> None:
    lived = lives(tmp_path, 200, MENUS[game])
    assert len(lived) == 200
    assert nothing_is_lost(tmp_path, lived) > 150
    drafts = [states[-1]["draft"][0] for states in lived if states[-1]["draft"]]
    assert sum(name.startswith(ENTERING) for name in drafts) > 10  # in the middle of a press or two
    assert len(set(drafts)) > 4
