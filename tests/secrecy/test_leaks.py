"""Whatever leaks is caught, by the checker that finds nothing in the real box."""

from __future__ import annotations

import pytest

from tests.secrecy.compare import leak
from tests.secrecy.crowd import NEVER, Secrets
from tests.secrecy.evening import drawn_evening, play, the_box
from tests.secrecy.leaks import LEAKS

EVENINGS = 40
"""So many at most until a leak must have shown. The real box is compared over the same ones."""


def caught(name: str) -> str | None:
    for seed in range(EVENINGS):
        evening = drawn_evening(seed)
        runs = [play(evening, Secrets(run, NEVER), LEAKS[name](the_box())) for run in (0, 1)]
        if told := leak(*runs):
            return told
    return None


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str) -> None:
    assert caught(name) is not None
