"""Bounce, baselines and gaps, sample by sample."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.switches import SETTLE, Switches

A, B = 0b01, 0b10


def told(samples: list[int], switches: Switches | None = None) -> list[tuple[str, int, int]]:
    """What is told of these samples, taken at times 0, 1, 2 …: pressed or released, which, and when."""
    switches = switches or Switches()
    events = []
    for now, closed in enumerate(samples):
        pressed, released, then = switches.sample(closed, now)
        events += [("pressed", pressed, then)] if pressed else []
        events += [("released", released, then)] if released else []
    return events


def test_three_equal_samples_are_a_change_at_the_first_of_them() -> None:
    assert told([0, 0, 0, A, A, A, A, 0, 0, 0]) == [("pressed", A, 3), ("released", A, 7)]


def test_bounce_is_no_change() -> None:
    assert told([0, 0, 0, A, A, 0, A, 0, 0, A, A, 0]) == []


def test_bounce_before_rest_is_one_change() -> None:
    assert told([0, 0, 0, A, 0, A, 0, A, A, A, A, 0, A, 0, 0, 0]) == [("pressed", A, 7), ("released", A, 13)]


def test_switches_change_side_by_side() -> None:
    assert told([0, 0, 0, A, A | B, A | B, B, B, B]) == [
        ("pressed", A, 3),
        ("pressed", B, 4),
        ("released", A, 6),
    ]


def test_what_is_down_at_the_start_was_not_pressed() -> None:
    switches = Switches()
    assert told([0, A, 0, A, A, A], switches) == []
    assert switches.down == A
    assert told([0, 0, 0], switches) == [("released", A, 0)]


def test_after_a_gap_what_is_down_was_not_pressed_and_what_is_up_is_released() -> None:
    switches = Switches()
    assert told([0, 0, 0, A, A, A], switches) == [("pressed", A, 3)]
    switches.interrupt()
    assert told([B, B, B, B], switches) == [("released", A, 0)]
    assert switches.down == B


@given(st.lists(st.integers(0, 7), max_size=60))
def test_presses_and_releases_take_turns(samples: list[int]) -> None:
    switches = Switches()
    down = 0
    for now, closed in enumerate(samples):
        before = switches.down
        pressed, released, then = switches.sample(closed, now)
        assert pressed & before == 0
        assert released & ~before == 0
        assert now - SETTLE < then <= now
        if now == SETTLE - 1:
            down = switches.down
        elif now >= SETTLE:
            down = (down | pressed) & ~released
        assert switches.down == down


def test_without_a_baseline_there_is_no_relying_on_it() -> None:
    switches = Switches()
    for _again in range(2):
        for now in range(SETTLE):
            assert not switches.settled
            assert switches.sample(1, now)[:2] == (0, 0)
        assert switches.settled
        switches.interrupt()
