"""Bots and replays at a whole box: what they leak is caught, and what is theirs to hide is not missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.game import Decision
from gm_appliance.core.values import replace
from gm_appliance.pickers.presses import Stroke
from tests.secrecy import compare
from tests.secrecy.compare import parting
from tests.secrecy.drawn import drawn_evening
from tests.secrecy.evening import Run
from tests.secrecy.whole.bots import with_bots
from tests.secrecy.whole.box import Table, play_whole
from tests.secrecy.whole.plants import tiered
from tests.secrecy.whole.plants_people import PLANTS
from tests.secrecy.whole.replays import choices_told, leak, standing_together

pytestmark = pytest.mark.many

BOOTH, PADS = with_bots(drawn_evening(6)), with_bots(drawn_evening(3))
"""Evenings with bots, who vote alone at the panel, or all at pads."""

ROLL_CALL = with_bots(drawn_evening(4))
"""An evening in which a bot marks a victim."""

PARTING = with_bots(drawn_evening(8))
"""An evening whose first night tells the runs apart."""

BRIEF = drawn_evening(4, 5)

WHERE = {"bots that think longer when they conspire": (BOOTH, PADS), "replays that count": (BRIEF, BOOTH)}
"""The evenings in which a kind is looked for until it shows."""


@pytest.mark.parametrize(("kind", "name"), tiered(PLANTS))
def test_a_planted_leak_is_caught(kind: str, name: str, tmp_path: Path) -> None:
    for evening in WHERE[kind]:
        if leak(*(play_whole(tmp_path, evening, run, PLANTS[kind][name]) for run in (0, 1))):
            return
    pytest.fail(f"{name}: not caught")


@pytest.mark.long
def test_the_rhythm_of_a_mark_is_a_bots_own_business(tmp_path: Path) -> None:
    def early(table: Table) -> None:
        call = table.bots._roll_call

        def roll_call(decision: Decision) -> list[Stroke]:
            return [replace(one, at=one.at - 0.1 * (one.button == "down")) for one in call(decision)]

        table.bots._roll_call = roll_call

    even, first, other = (
        play_whole(tmp_path, ROLL_CALL, run, plant) for run, plant in ((0, None), (0, early), (1, early))
    )
    assert [window.presses for _t, window in even.windows] != [window.presses for _t, window in first.windows]
    assert leak(even, first) is None
    assert leak(first, other) is None


def test_what_is_told_of_choices_before_the_parting_is_compared(tmp_path: Path) -> None:
    runs = [play_whole(tmp_path, PARTING, run) for run in (0, 1)]
    assert parting(*runs).facts != (None, None)
    assert standing_together(*runs) >= 10
    assert leak(*runs) is None
    first, other = (choices_told(run.retold, standing_together(*runs)) for run in runs)
    assert first == other
    assert any(line.endswith("setup.factions (secret)") for line in first)
    plant = PLANTS["replays that count"]["a replay that counts marks where they were made"]
    leaky = [play_whole(tmp_path, PARTING, run, plant) for run in (0, 1)]
    assert compare.leak(*leaky) is None
    assert (leak(*leaky) or "").startswith("told again")


def test_a_choice_taken_back_later_is_not_compared() -> None:
    lines = [
        "a game, session 1: ended",
        "     0.0  one 1",
        "          Said.",
        "     2.5  two 2",
        "    13.0  three 3",
    ]
    one = Run(retold=lines, published=[(14.0, ("banished", 1))])
    other = Run(retold=[*lines[:3], "    20.0  two 3"], published=[(14.0, ("banished", 2))])
    one.standing = [(1.0, 1), (3.5, 2), (14.0, 3)]
    other.standing = [(1.0, 1), (3.5, 2), (14.0, 3), (15.0, 2), (16.0, 1), (21.0, 2)]
    assert standing_together(one, other) == 1
    assert leak(one, other) is None
    other.retold[2] = "          Said otherwise."
    assert leak(one, other) is not None
