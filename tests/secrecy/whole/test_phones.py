"""Phones instead of a hub: whatever is pressed in secret, their network carries as much at the same times."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.values import replace
from tests.secrecy.drawn import NEVER, Evening, Secrets, drawn_evening
from tests.secrecy.evening import Run
from tests.secrecy.whole.box import Plant, play_whole
from tests.secrecy.whole.phones import LEAKS, PORT, phones_for_pads
from tests.secrecy.whole.replays import leak

pytestmark = pytest.mark.many


def played(folder: Path, evening: Evening, run: int, plant: Plant | None = None) -> Run:
    with phones_for_pads(evening):
        return play_whole(evening, Secrets(run, NEVER), folder, plant)


def cut_short(seed: int, decisions: int) -> Evening:
    return replace(drawn_evening(seed), decisions=decisions)


AT_PADS = cut_short(105, 22)


def test_other_secrets_leave_the_network_as_it_was(tmp_path: Path) -> None:
    first, other = (played(tmp_path, AT_PADS, run) for run in (0, 1))
    assert first.exit == 0
    assert first.cards != other.cards
    assert leak(first, other) is None
    assert any(one.port == PORT for one in first.outputs)
    windows = zip(first.windows, other.windows, strict=False)
    assert any(here.presses != there.presses for (_t, here), (_u, there) in windows)


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, tmp_path: Path) -> None:
    first, other = (played(tmp_path, AT_PADS, run, LEAKS[name]) for run in (0, 1))
    assert leak(first, other)
