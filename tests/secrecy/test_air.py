"""The real process of phones while it must be quiet: what is on the air is the same whatever is pressed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from gm_appliance.testing.phone_crowd import Box
from tests.secrecy.air import TICK_ON_THE_AIR, Air, Seen, Watch, thumbs
from tests.secrecy.leaky_phones import LEAKS

pytestmark = pytest.mark.process

ORDER = (3, 1, 6, 5, 2, 4)
"""In which the phones come: of their places, their presses or the memory it is not."""


@pytest.fixture
def box() -> Iterator[Box]:
    # Not pytest's folder: the path of a Unix socket is short.
    with TemporaryDirectory(prefix="gm-") as folder, closing(Box(Path(folder))) as box:
        yield box


def leak(box: Box, rounds: int, seeds: int = 1) -> str | None:
    """What tells thumbs apart in two kinds of windows, with eyes closed and open; None for nothing."""
    with closing(Air(box, ORDER)) as air:
        watch = Watch(air)
        for closed in (True, False):
            air.quiet(closed=closed)
            idle = air.window([[]])
            if idle.rounds != [[(pad, TICK_ON_THE_AIR) for pad in ORDER]]:
                return f"not what is expected: {idle.rounds}"
            still = Seen(idle.rounds * rounds, idle.told * rounds)
            for seed in range(seeds):
                heard = len(box.inbox.edges)
                script = thumbs(Random(f"{closed} {seed}"), rounds, ORDER)
                if found := watch.differs(still, script):
                    return found
                assert len(box.inbox.edges) > heard + rounds
        return watch.times()


def test_nothing_tells_whose_thumbs_moved(box: Box, capfd: pytest.CaptureFixture[str]) -> None:
    assert leak(box, 20) is None
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, box: Box, capfd: pytest.CaptureFixture[str]) -> None:
    box.child.command = (sys.executable, "-m", "tests.secrecy.leaky_phones", name, *box.child.command[3:])
    found = leak(box, 20)
    out, err = capfd.readouterr()
    assert found or out or err
    print(name, found, out, err[-300:])
