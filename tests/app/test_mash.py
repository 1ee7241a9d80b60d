"""Random edges on panel and pads in all games: no error, and always a way to the menu."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.narration import MissingWords
from gm_appliance.core.ports import Fault
from gm_appliance.games.registry import GAMES
from gm_appliance.host import stage
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.cursor import Cursor
from gm_appliance.host.questions import Questions
from tests.app.mash_hands import OUTSIDE
from tests.app.mash_table import MOST_PRESSES, DeadEnd, MashedTable, mash

PARTS, EDGES = 2, 50_000


def demand_strong(table: MashedTable, edges: int, decisions: int) -> None:
    assert table.edges >= edges
    assert min(table.mashing.edges.values()) > 0.3 * edges
    assert len([name for name in table.questions if not name.startswith(OUTSIDE)]) >= decisions
    assert max(table.presses) < MOST_PRESSES / 2
    print(table.edges, table.begun, max(table.presses), len(table.questions))


def test_mashing_never_leads_to_a_dead_end(tmp_path: Path) -> None:
    demand_strong(mash(100, 18_000, tmp_path / "state"), 18_000, 50)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_edges(part: int, tmp_path: Path) -> None:
    table = mash(part, EDGES, tmp_path / "state")
    demand_strong(table, EDGES, 70)
    assert {*table.begun} == {*GAMES}


def no_way_out(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Questions, "_leave", lambda questions, way, narration: None)


def thumbs_that_stay_blind(patch: pytest.MonkeyPatch) -> None:
    """Steps at the panel after a secret moment always count as late thumbs."""
    patch.setattr(stage, "BLIND", 1e9)


def a_cursor_that_stumbles(patch: pytest.MonkeyPatch) -> None:
    steps: Callable[..., None] = Cursor.steps

    def stumbles(cursor: Any, picker: Any, *, running: bool) -> None:
        if running:
            raise KeyError("held too long")
        steps(cursor, picker, running=running)

    patch.setattr(Cursor, "steps", stumbles)


def a_fault_without_words(patch: pytest.MonkeyPatch) -> None:
    words = Announcements.fault

    def fault(announcements: Any, one: Fault) -> Any:
        if one.what == "lost":
            raise MissingWords(one.part)
        return words(announcements, one)

    patch.setattr(Announcements, "fault", fault)


PLANTS = (no_way_out, thumbs_that_stay_blind, a_cursor_that_stumbles, a_fault_without_words)


@pytest.mark.parametrize(
    "planted", [PLANTS[0], *(pytest.param(one, marks=pytest.mark.long) for one in PLANTS[1:])]
)
def test_what_is_planted_is_found(
    planted: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch)
    with pytest.raises(DeadEnd, match=r"after \d+ edges"):
        mash(100, 50_000, tmp_path / "state")
