"""Leaks that show only where something fails: the comparison of whole boxes catches each."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.secrecy.compare import leak
from tests.secrecy.drawn import NEVER, Secrets
from tests.secrecy.whole.box import play_whole
from tests.secrecy.whole.plants import tiered
from tests.secrecy.whole.plants_faults import FAILING, PLANTS

pytestmark = pytest.mark.many

OTHERS = range(1, 6)
"""What the first run is compared with: many of these leaks tell odd from even, which may be the same."""


@pytest.mark.parametrize(("kind", "name"), tiered(PLANTS))
def test_a_planted_leak_is_caught(kind: str, name: str, in_memory: Path) -> None:
    plant = PLANTS[kind][name]
    for evening in FAILING:
        first, *others = (
            partial(play_whole, evening, Secrets(run, NEVER), in_memory, plant) for run in (0, *OTHERS)
        )
        played = first()
        if any(leak(played, other()) for other in others):
            return
    pytest.fail(f"{name}: not caught")
