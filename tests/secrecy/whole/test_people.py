"""Bots and replays at a whole box: what they leak is caught, and what is theirs to hide is not missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.values import replace
from tests.secrecy import compare
from tests.secrecy.compare import parting
from tests.secrecy.drawn import drawn_evening
from tests.secrecy.whole.bots import with_bots
from tests.secrecy.whole.box import play_whole
from tests.secrecy.whole.plants import tiered
from tests.secrecy.whole.plants_people import PLANTS
from tests.secrecy.whole.replays import choices_told, leak, standing_together

pytestmark = pytest.mark.many

BOOTH, PADS = with_bots(drawn_evening(6)), with_bots(drawn_evening(3))
"""Evenings with bots, who vote alone at the panel, or all at pads."""

ROLL_CALL = with_bots(drawn_evening(4))
"""An evening in which a bot marks a victim."""

_SHORT_VOTES = drawn_evening(69)
PARTING = with_bots(replace(_SHORT_VOTES, options={**_SHORT_VOTES.options, "vote": 5}))
"""An evening whose first ballot, in which somebody is late, tells the runs apart."""

BRIEF = drawn_evening(4, 5)

WHERE = {"bots that think longer when they conspire": (BOOTH, PADS), "replays that count": (BRIEF, BOOTH)}
"""The evenings in which a kind is looked for until it shows."""


@pytest.mark.parametrize(("kind", "name"), tiered(PLANTS))
def test_a_planted_leak_is_caught(kind: str, name: str, tmp_path: Path) -> None:
    for evening in WHERE[kind]:
        if leak(*(play_whole(tmp_path, evening, run, PLANTS[kind][name]) for run in (0, 1))):
            return
    pytest.fail(f"{name}: not caught")


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
