"""Debouncing sample by sample: bounce, holds, baselines, gaps and broken switches."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import switches as module
from firmware.hub_protocol import BIGGEST, CANCELLED, HELD, HOLD_MS, PRESSED, RELEASED
from firmware.switches import BOUNCE_MS, CALM_MS, RELEASE_DEBOUNCE_MS, STUCK_MS, Switches

pytestmark = pytest.mark.many

A, B = 0b01, 0b10
SCAN = 2
BASELINE = BOUNCE_MS + SCAN
Move = tuple[int, int, int]


def told(samples: list[int], switches: Switches | None = None, start: int = 0) -> list[Move]:
    switches = switches or Switches()
    times = range(start, start + SCAN * len(samples), SCAN)
    return [move for now, closed in zip(times, samples, strict=True) for move in switches.sample(closed, now)]


def ready(down: int = 0) -> Switches:
    switches = Switches()
    for now in range(-BASELINE, 0, SCAN):
        assert not switches.sample(down, now & BIGGEST)
    assert switches.settled
    return switches


def run(switches: Switches, closed: int, start: int, until: int) -> list[Move]:
    """The moves found in a constant sample from `start` until just before `until`."""
    return [move for now in range(start, until, SCAN) for move in switches.sample(closed, now & BIGGEST)]


def test_a_single_closed_sample_is_ignored() -> None:
    assert told([0, A, 0, 0, A, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], ready()) == []


def test_a_press_within_the_bounce_of_opening_counts_if_it_lasts() -> None:
    again = [A] * 20 + [0] * 8 + [A] * 20
    assert told(again, ready()) == [(0, PRESSED, 0), (0, RELEASED, 40), (0, PRESSED, 56)]


@given(st.integers(20, 2000))
def test_a_hold_is_reported_exactly_if_it_lasts_long_enough(held: int) -> None:
    held -= held % SCAN
    switches = ready()
    moves = run(switches, A, 0, held) + run(switches, 0, held, held + 100)
    wanted = [(0, PRESSED, 0), (0, HELD, HOLD_MS), (0, RELEASED, held)]
    assert moves == [one for one in wanted if one[1] != HELD or held > HOLD_MS]


def test_a_contact_that_bounces_at_the_start_is_down() -> None:
    switches = Switches()
    assert told([0, 0, 0, 0, A, 0, 0, A, A, 0, 0, 0] + [A] * 50, switches) == []
    assert switches.down == A


def test_a_gap_cancels_presses_and_takes_a_new_baseline() -> None:
    switches = ready()
    assert told([A] * 5, switches) == [(0, PRESSED, 0)]
    assert switches.interrupt(50) == [(0, CANCELLED, 50)]
    assert not switches.settled
    assert told([B] * 20, switches, 60) == []
    assert switches.down == B


def test_doubted_samples_change_nothing() -> None:
    switches = ready()
    assert run(switches, A, 0, 40) == [(0, PRESSED, 0)]
    for now in range(40, 400, 4):  # every other sample reads open, the others are doubted
        assert not switches.sample(0, now)
        assert not switches.sample(0, now + 2, A | B)
    assert switches.down == A


def test_a_switch_that_is_stuck_is_muted_and_comes_back() -> None:
    switches = ready()
    moves = run(switches, A, 0, STUCK_MS + 10)
    assert moves == [(0, PRESSED, 0), (0, HELD, HOLD_MS), (0, CANCELLED, STUCK_MS)]
    assert switches.muted == A
    assert run(switches, 0, STUCK_MS + 10, STUCK_MS + CALM_MS) == []
    assert switches.muted == A
    assert run(switches, 0, STUCK_MS + CALM_MS, STUCK_MS + CALM_MS + 20) == []
    assert (switches.muted, switches.down) == (0, 0)
    start = STUCK_MS + CALM_MS + 20
    assert run(switches, A, start, start + 40) == [(0, PRESSED, start)]


def test_a_switch_that_chatters_for_good_is_muted_and_comes_back() -> None:
    switches = ready()
    loose = ([A] * 7 + [0] * 13) * 200  # 25 times a second, for eight seconds
    presses = [move for move in told(loose, switches) if move[1] == PRESSED]
    assert switches.muted == A
    assert 30 <= len(presses) < 100
    end = SCAN * len(loose)
    assert run(switches, 0, end, end + CALM_MS + 20) == []
    assert switches.muted == 0
    assert run(switches, A, end + CALM_MS + 20, end + CALM_MS + 60)[0][1] == PRESSED


def test_nobody_taps_fast_enough_to_be_muted() -> None:
    switches = ready()
    fast = ([A] * 20 + [0] * 22) * 900  # twelve taps a second, for more than a minute
    presses = [move for move in told(fast, switches) if move[1] == PRESSED]
    assert len(presses) == 900
    assert switches.muted == 0


@pytest.mark.parametrize("idle", [BIGGEST // 2 - 50, BIGGEST // 2 + 50, BIGGEST - 50, BIGGEST + 50])
def test_days_without_a_press_change_nothing(idle: int) -> None:
    switches = ready()
    assert [one[1] for one in run(switches, A, 0, 60) + run(switches, 0, 60, 7000)] == [PRESSED, RELEASED]
    # All samples in between are the same; take as few as the clock's range allows.
    for now in range(7000, idle, 20_000_001):
        assert not switches.sample(0, now & BIGGEST)
    start = idle + 7000
    assert run(switches, A, start, start + 60) == [(0, PRESSED, start & BIGGEST)]


@given(st.integers(0, BIGGEST))
def test_the_clock_may_wrap_at_any_moment(start: int) -> None:
    switches = Switches()
    run(switches, 0, start, start + BASELINE)
    begun = start + BASELINE
    moves = run(switches, A, begun, begun + 1000) + run(switches, 0, begun + 1000, begun + 1100)
    wanted = [(0, PRESSED, begun), (0, HELD, begun + HOLD_MS), (0, RELEASED, begun + 1000)]
    assert moves == [(switch, move, ms & BIGGEST) for switch, move, ms in wanted]


CHATTER = 0.3  # the shortest time a bouncing contact keeps a state


@dataclass
class Contact:
    """A bouncing switch, after the figures in the page. Times are in milliseconds. `press` it in
    chronological order, then read it at any time. bounce: the longest after a change."""

    bounce: float
    rng: Random
    flips: list[float] = field(default_factory=list)  # it closes at the first, opens at the second, …

    def press(self, at: float, held: float) -> None:
        for change in (at, at + held):
            self.flips.append(change)
            self.flips += self._bounces(change, len(self.flips) % 2 == 1)

    def _bounces(self, change: float, closed: bool) -> list[float]:
        """An even number of further flips, all within the bounce."""
        if self.bounce > 6 and self.rng.random() < 0.4:
            # The worst case: one touch, then the opposite for almost all of the bounce.
            touch, rest = self.rng.uniform(1, 4.5), self.bounce - self.rng.uniform(0, 0.5)
            return [change + touch, change + rest] if closed else [change + rest - touch, change + rest]
        end = change + self.bounce * self.rng.random()
        flips, at = [], change
        while (at := at + CHATTER + self.rng.expovariate(1 / 3)) < end:
            flips.append(at)
        return flips[: len(flips) // 2 * 2]

    def closed(self, at: float) -> bool:
        return bisect_right(self.flips, at) % 2 == 1


def presses_of(bounce: float, scan: float, pause: float, seed: int) -> tuple[int, list[tuple[int, int]]]:
    """The number of presses, and the moves found, with bouncing contacts."""
    rng = Random(seed)
    contacts, end, presses = [], 0.0, 0
    for _ in range(8):
        contact, at = Contact(bounce, rng), 60.0 + rng.uniform(0, 40)
        for _ in range(40):
            held = bounce + 2 * scan + pause + rng.uniform(5, 120)
            contact.press(at, held)
            presses += 1
            # Far enough apart for the slowest scan to see it open and closed again.
            at += held + bounce + BOUNCE_MS + 2 * scan + pause + rng.uniform(5, 120)
        contacts.append(contact)
        end = max(end, at)
    switches, now, moves = Switches(), 0.0, []
    while now < end + 100:
        closed = sum(1 << number for number, one in enumerate(contacts) if one.closed(now))
        told = switches.sample(closed, int(now) + BIGGEST - 2000 & BIGGEST)
        moves += [(switch, move) for switch, move, _ms in told]
        now += scan + (pause if pause and rng.random() < scan / 60 else 0.0)
    return presses, moves


@pytest.mark.parametrize("pause", [0, 12])
@pytest.mark.parametrize("scan", [2, 3, 5, 8, 15])
@pytest.mark.parametrize("bounce", [1, 5, 10, 15, 20])
def test_bouncing_presses_are_counted_exactly_once(bounce: int, scan: int, pause: int) -> None:
    presses, moves = presses_of(bounce, scan, pause, seed=bounce * 100 + scan)
    assert sum(move == PRESSED for _, move in moves) == presses
    assert sum(move == RELEASED for _, move in moves) == presses
    for switch in range(8):
        own = [move for one, move in moves if one == switch and move != HELD]
        assert all(one != other for one, other in pairwise(own)), "presses and releases take turns"


@given(st.lists(st.integers(0, 7), max_size=300))
def test_presses_and_releases_take_turns_whatever_is_sampled(samples: list[int]) -> None:
    pressed: set[int] = set()
    for switch, move, _ms in told(samples, ready()):
        assert (switch in pressed) == (move != PRESSED)
        if move == PRESSED:
            pressed.add(switch)
        elif move != HELD:
            pressed.discard(switch)


def test_debouncing_too_briefly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BOUNCE_MS", RELEASE_DEBOUNCE_MS)
    presses, moves = presses_of(20, 2, 0, seed=1)
    assert sum(move == PRESSED for _, move in moves) > presses


def test_debouncing_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RELEASE_DEBOUNCE_MS", 4 * BOUNCE_MS)
    presses, moves = presses_of(20, 2, 0, seed=1)
    assert sum(move == PRESSED for _, move in moves) < presses
