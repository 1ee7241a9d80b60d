"""The cost of a game that goes on and on: each choice, taking one back, resuming, and memory.

    make bench                          with all the others
    .venv/bin/python -m benchmarks.growth [--choices N] [--rounds N] [--quick]

No game of the registry can be longer than the score pad. Pads are therefore filled here: for many players and
for few, round by round and freely, and with a correction after every round.

Each figure is compared with its peer in the same run: the last tenth of the choices with the first, undo with
replaying the game without its last choice, resuming with reading the same choices from the journal's file,
memory with that of the last state only, the longest choice with the longest without Python's garbage
collector.

The tenths are CPU time without that collector. It examines everything kept, but the more there is the less
often, and so its cost per choice is constant; but it does so all at once, and a single tenth would be charged
with it. The longest choice, undo and resuming include it, in wall-clock time. Exits with status 1 if a goal
is missed.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeVar

from gm_appliance.app.unfinished import fold
from gm_appliance.core.game import JSON, Choice
from gm_appliance.core.play import Play
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.storage.journal import Journal

MANY, CORRECTED = "15 players", "15 players, corrected"
PADS: dict[str, dict[str, JSON]] = {
    MANY: {"players": 15},
    "15 players, freely": {"players": 15, "mode": "free"},
    CORRECTED: {"players": 15},
    "2 players": {"players": 2},
}

# The highest allowed: last tenth to first, ms, ms, MB.
FLAT, UNDO, RESUME, MEMORY = 1.5, 1.0, 500.0, 50.0

T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """A measurement, its peer's, and the most it or their ratio may be; 0 for no goal."""

    what: str
    measured: float
    peer: float
    most: float = 0.0
    most_ratio: float = 0.0

    @property
    def ratio(self) -> float:
        return self.measured / self.peer

    @property
    def missed(self) -> bool:
        return 0 < self.most < self.measured or 0 < self.most_ratio < self.ratio


def empty(pad: str) -> Play:
    return Play(SCOREPAD, SCOREPAD.complete(PADS[pad]))


def choices_for(pad: str, count: int) -> list[Choice]:
    """Choices that fill a pad; with corrections anywhere after every round, if the pad has them."""
    play, choices, corrected = empty(pad), list[Choice](), False
    for number in range(count):
        assert play.decision is not None
        name, seats = play.decision.name, len(play.view.seats)
        if name == "round.next":
            corrected = pad == CORRECTED and not corrected
        values: dict[str, JSON] = {
            "dealer.first": 1,
            "entry.points": number % 50,
            "free.who": number // 2 % seats + 1,
            "round.next": "correct" if corrected else "next",
            "correct.round": number % play.view.round + 1,
            "correct.who": number % seats + 1,
            "correct.how": "points",
            "correct.points": number % 50,
        }
        choices.append(Choice(name, values[name]))
        play.take(choices[-1])
    return choices


def filled(pad: str, choices: Iterable[Choice]) -> Play:
    play = empty(pad)
    for choice in choices:
        play.take(choice)
    return play


def state_alone(pad: str, choices: Iterable[Choice]) -> object:
    """The last state, without keeping earlier ones."""
    state = SCOREPAD.begin(SCOREPAD.complete(PADS[pad]))
    for choice in choices:
        state = SCOREPAD.apply(state, choice).state
    return state


@contextmanager
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def first_and_last(pad: str, choices: Sequence[Choice]) -> tuple[float, float]:
    """Milliseconds per choice in the first tenth and in the last."""
    play, times = empty(pad), [0.0]
    with no_collector():
        for choice in choices:
            play.take(choice)
            times.append(time.process_time())
    tenth = len(choices) // 10
    return 1000 * (times[tenth] - times[1]) / (tenth - 1), 1000 * (times[-1] - times[-1 - tenth]) / tenth


def milliseconds(do: Callable[[], T]) -> tuple[float, T]:
    """How long it took, and its result, which must not be freed meanwhile."""
    began = time.perf_counter()
    done = do()
    return 1000 * (time.perf_counter() - began), done


def longest(pad: str, choices: Iterable[Choice]) -> tuple[float, float]:
    """Milliseconds of the slowest choice, without the collector and with it."""

    def one_turn() -> float:
        play = empty(pad)
        return max(milliseconds(partial(play.take, choice))[0] for choice in choices)

    with no_collector():
        peer = one_turn()
    return peer, one_turn()


def undoing(pad: str, choices: Sequence[Choice]) -> tuple[float, float]:
    """Milliseconds for replaying all but the last choice, and for undo."""
    play = filled(pad, choices)
    undo, earlier = milliseconds(play.undone)
    scratch, folded = milliseconds(lambda: filled(pad, choices[:-1]))
    assert (earlier.view, earlier.events) == (folded.view, folded.events)
    return scratch, undo


def resuming(journal: Journal) -> tuple[float, float]:
    """Milliseconds for reading the entries of the running session, and for replaying them."""
    session = journal.running()
    assert session is not None
    reading, entries = milliseconds(lambda: journal.entries(session.id))
    folding, _play = milliseconds(lambda: fold(session, [Choice(one.name, one.value) for one in entries]))
    return reading, folding


def megabytes(make: Callable[[], object]) -> float:
    """The memory that the result takes."""
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
        del made
    finally:
        tracemalloc.stop()
    return size / 1e6


def figure(
    what: str, turns: Iterable[tuple[float, float]], most: float = 0.0, most_ratio: float = 0.0
) -> Figure:
    """The medians of some rounds, each with the peer's figure and ours."""
    peer, ours = (median(one) for one in zip(*turns, strict=True))
    return Figure(what, ours, peer, most, most_ratio)


def measure(count: int, rounds: int) -> Iterator[Figure]:
    for pad in PADS:
        choices, turns = choices_for(pad, count), range(rounds)
        # A correction's menu lists all rounds, and so is the only one that grows with them.
        flat = 0 if pad == CORRECTED else FLAT
        yield figure(f"{pad}: a choice, ms", [first_and_last(pad, choices) for _ in turns], 0, flat)
        yield figure(f"{pad}: undo, ms", [undoing(pad, choices) for _ in turns], UNDO)
        alone = megabytes(partial(state_alone, pad, choices))
        yield Figure(f"{pad}: memory, MB", megabytes(partial(filled, pad, choices)), alone, MEMORY)
    choices = choices_for(MANY, count)
    yield figure(f"{MANY}: the longest choice, ms", [longest(MANY, choices) for _ in range(rounds)])
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite") as journal:
        session = journal.begin(SCOREPAD.name, SCOREPAD.rules, dict(empty(MANY).options), "en", 0.0)
        for choice in choices:
            journal.choose(session, choice.name, choice.value, False, 0.0)
        yield figure(f"{MANY}: resuming, ms", [resuming(journal) for _ in range(rounds)], RESUME)


def report(figures: Iterable[Figure], count: int) -> list[str]:
    """Print a line for each as it is measured; returns the figures that missed their goal."""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    print(f"Score pads of {count:,} choices ({machine})\n")
    print(f"{'':42}{'measured':>9}{'peer':>9}{'ratio':>8}   goal")
    missed = []
    for one in figures:
        goal = f"{one.most:g}" if one.most else f"{one.most_ratio:g} times" if one.most_ratio else ""
        print(f"{one.what:42}{one.measured:>9.3f}{one.peer:>9.3f}{one.ratio:>8.3f}   {goal}".rstrip())
        missed += [one.what] if one.missed else []
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--choices", type=int, default=10_000, help="how long a game is (10,000)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured (3)")
    parser.add_argument(
        "--quick", action="store_true", help="200 choices, once: to see that it runs; no verdict"
    )
    asked = parser.parse_args()
    count, rounds = (200, 1) if asked.quick else (asked.choices, asked.rounds)
    missed = report(measure(count, rounds), count)
    if asked.quick:
        return 0
    print(f"\nMissed: {'; '.join(missed)}" if missed else "\nAll goals are met.")
    return min(len(missed), 1)


if __name__ == "__main__":
    sys.exit(main())
