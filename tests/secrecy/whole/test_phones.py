"""Phones instead of a hub: whatever is pressed in secret, their network carries as much at the same times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.secrecy.drawn import Evening, drawn_evening
from tests.secrecy.evening import Run
from tests.secrecy.whole.box import Plant, play_whole
from tests.secrecy.whole.phones import LEAKS, PORT, TOLD, phones_for_pads
from tests.secrecy.whole.replays import leak

pytestmark = pytest.mark.many


def played(folder: Path, evening: Evening, run: int, plant: Plant | None = None) -> Run:
    with phones_for_pads():
        return play_whole(folder, evening, run, plant)


AT_PADS, LONGER = drawn_evening(764, 16), drawn_evening(764, 18)
"""Seven play, and one of them takes pad 14; longer, where planted leaks are looked for."""


def compared(folder: Path, evening: Evening) -> tuple[Run, Run]:
    """An evening twice, with other secrets: nothing tells them apart before a published fact does."""
    first, other = (played(folder, evening, run) for run in (0, 1))
    assert first.exit == 0
    assert leak(first, other) is None
    assert {PORT, TOLD} <= {one.port for one in first.outputs}
    return first, other


def test_other_secrets_leave_the_network_as_it_was(tmp_path: Path) -> None:
    first, other = compared(tmp_path, AT_PADS)
    assert any(b'"pad":14' in one.data for one in first.outputs if one.port == TOLD)
    assert first.cards != other.cards
    windows = zip(first.windows, other.windows, strict=False)
    assert any(here.presses != there.presses for (_t, here), (_u, there) in windows)


@pytest.mark.long
@pytest.mark.parametrize("seed", [57, 105])
def test_in_whole_games_too(seed: int, tmp_path: Path) -> None:
    first, _other = compared(tmp_path, drawn_evening(seed))
    assert first.windows


@pytest.mark.long
@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, tmp_path: Path) -> None:
    first, other = (played(tmp_path, LONGER, run, LEAKS[name]) for run in (0, 1))
    assert leak(first, other)
