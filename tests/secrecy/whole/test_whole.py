"""The whole box, down to the bytes on its wires: other secrets leave every port as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tests.secrecy.compare import Tally, leak
from tests.secrecy.drawn import NEVER, Evening, Secrets, drawn_evening
from tests.secrecy.evening import Run
from tests.secrecy.whole.box import Plant, play_whole
from tests.secrecy.whole.hub import SeatHub
from tests.secrecy.whole.plants import PLANTS
from tests.secrecy.whole.strength import silent, strength

pytestmark = pytest.mark.many

PLANTED_IN = (replace(drawn_evening(4), decisions=5), drawn_evening(4), drawn_evening(18))
"""Evenings in which a planted leak is looked for until it shows; in the last, people vote at the panel."""

QUICK = (*PLANTED_IN, drawn_evening(12))
"""Evenings of the quick tier: the real box must be alike where planted leaks are looked for."""


def played(
    folder: Path, evening: Evening, run: int, plant: Plant | None = None, strays_at: int = NEVER
) -> Run:
    """One run of an evening, each in a folder of its own."""
    own = next(path for number in count() if not (path := folder / str(number)).exists())
    own.mkdir()
    return play_whole(evening, Secrets(run, strays_at), own, plant)


OTHERS = ((1, NEVER), (2, 10))
"""What an evening's first run is compared with: runs of other secrets, and where they go their own way."""

CHUNKS, CHUNK = 20, 50
"""Tests of the long tier, and evenings in each: half a minute to a minute."""


def compared(
    folder: Path,
    evenings: Iterable[Evening],
    others: Callable[[Evening], Iterable[tuple[int, int]]] = lambda evening: OTHERS,
) -> tuple[Tally, Counter[str]]:
    tally, outputs = Tally(), Counter[str]()
    for evening in evenings:
        first = played(folder, evening, 0)
        assert first.exit == 0, f"evening {evening.seed}: {first.outputs[-40:]}"
        for run, strays_at in others(evening):
            other = played(folder, evening, run, strays_at=strays_at)
            told = leak(first, other)
            assert told is None, f"evening {evening.seed}, run {run}: {told}"
            tally.add(first, other)
            outputs += strength(first, other)
    print(tally, dict(outputs))
    return tally, outputs


def by_turns(evening: Evening) -> Iterable[tuple[int, int]]:
    """One of them only: twice as many evenings tell more than a third run of each."""
    return (OTHERS[evening.seed % 2],)


def demand_strong(tally: Tally, outputs: Counter[str]) -> None:
    assert silent(outputs) == [], "nothing was compared at these ports"
    assert tally.alike >= tally.pairs
    assert tally.presses >= 5 * tally.alike
    assert tally.other_factions >= 0.8 * tally.pairs


def test_other_secrets_leave_every_wire_as_it_was(in_memory: Path) -> None:
    demand_strong(*compared(in_memory, QUICK))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_more_evenings(chunk: int, in_memory: Path) -> None:
    first = 100 + CHUNK * chunk
    demand_strong(*compared(in_memory, map(drawn_evening, range(first, first + CHUNK)), by_turns))


def test_no_millisecond_that_matters_to_the_hub_is_passed_over(
    in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = played(in_memory, PLANTED_IN[0], 0)
    monkeypatch.setattr(SeatHub, "_next", lambda self, ms: ms + 1)
    assert run.windows
    assert played(in_memory, PLANTED_IN[0], 0).outputs == run.outputs


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_caught(name: str, in_memory: Path) -> None:
    for evening in PLANTED_IN:
        if leak(*(played(in_memory, evening, run, PLANTS[name]) for run in (0, 1))):
            return
    pytest.fail(f"{name}: not caught")


def test_a_port_that_saw_nothing_is_named() -> None:
    assert silent(Counter({"lamps": 3})) == [
        "display bus",
        "sound card",
        "engine",
        "line to the hub",
        "line from the hub",
        "journal",
        "page",
        "log",
        "exit",
    ]
