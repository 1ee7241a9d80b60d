"""What the table is told of pads that are input devices."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.core.ports import Edge, Fault
from gm_appliance.devices.pads.input.told import InputReports
from tests.devices.pads.pads_inbox import Recorder

START = 1000.0
"""On the machine's clock; on the inbox's it is 100."""


class Heard:
    """Reports with both clocks, which go on together."""

    def __init__(self, expected: bool = False) -> None:
        self.inbox = Recorder()
        self.reports = InputReports(self.inbox, START, expected)
        self.now = START

    def at(self, t: float) -> InputReports:
        self.now, self.inbox.time = START + t, 100.0 + t
        return self.reports

    def move(self, t: float, thumb: str, down: bool, late: float = 0.0, pad: int = 1) -> None:
        self.at(t + late).moved(pad, thumb, down, START + t, self.now)

    @property
    def edges(self) -> list[tuple[bool, float, int, int, bool]]:
        return [
            (one.down, round(one.t, 6), one.prompt_id, one.beat, one.cancelled)
            for one in self.inbox.items
            if isinstance(one, Edge)
        ]

    @property
    def faults(self) -> list[str]:
        return [one.what for one in self.inbox.items if isinstance(one, Fault)]


def test_a_press_belongs_to_what_was_open_when_it_began_however_late_it_is_read() -> None:
    heard = Heard()
    heard.at(1.0).ask(7, 0)
    heard.at(2.0).ask(7, 1)
    heard.move(1.9, "up", True, late=0.3)
    heard.at(3.0).ask(8, 0)
    heard.move(3.1, "up", False)
    heard.move(3.2, "up", True)
    assert heard.edges == [
        (True, 101.9, 7, 0, False),
        (True, 102.6, 7, 0, False),
        (False, 103.1, 7, 0, False),
        (True, 103.2, 8, 0, False),
    ]


def test_before_the_first_prompt_it_belongs_to_none() -> None:
    heard = Heard()
    heard.at(5.0).ask(9, 2)
    heard.move(4.9, "down", True, late=0.2)
    assert heard.edges == [(True, 104.9, 0, 0, False)]


def test_a_button_that_stays_down_is_said_to_be_once() -> None:
    heard = Heard()
    heard.move(1.0, "up", True)
    assert heard.reports.deadline == pytest.approx(START + 1.7)
    heard.at(1.6).wake(heard.now)
    heard.at(1.75).wake(heard.now)
    heard.at(2.5).wake(heard.now)
    heard.move(3.0, "up", False)
    assert heard.edges == [
        (True, 101.0, 0, 0, False),
        (True, 101.7, 0, 0, False),
        (False, 103.0, 0, 0, False),
    ]


def test_a_hold_that_is_read_late_was_one_and_a_tap_was_none() -> None:
    heard = Heard()
    for begin, lasted in ((1.0, 0.69), (5.0, 0.71)):
        heard.at(begin + 4.0)
        heard.reports.moved(1, "up", True, START + begin, heard.now)
        heard.reports.moved(1, "up", False, START + begin + lasted, heard.now)
    assert [(down, t) for down, t, *_ in heard.edges] == [
        *((True, 101.0), (False, 101.69)),
        *((True, 105.0), (True, 105.7), (False, 105.71)),
    ]


def test_times_never_go_back() -> None:
    heard = Heard()
    heard.move(2.0, "up", True, pad=1)
    heard.move(1.5, "up", True, late=1.0, pad=2)
    heard.move(2.1, "up", False, late=0.4, pad=1)
    assert [t for _, t, *_ in heard.edges] == [102.0, 102.0, 102.1]


def test_what_is_forgotten_ends_unseen_and_only_that() -> None:
    heard = Heard()
    for pad in (1, 2, 3):
        heard.move(1.0, "up", True, pad=pad)
    heard.at(2.0).forget((1, 3))
    heard.move(2.5, "up", False, pad=1)  # nobody knows of it any more
    heard.move(2.5, "up", False, pad=2)
    ends = [
        (one.source, one.cancelled) for one in heard.inbox.items if isinstance(one, Edge) and not one.down
    ]
    assert ends == [(1, True), (3, True), (2, False)]
    assert heard.reports.deadline == pytest.approx(START + 3.0)  # no hold is waited for


def test_none_is_told_once_after_a_while_and_the_first_one_is_back() -> None:
    heard = Heard()
    for t in (1.0, 2.9, 3.1, 9.0):
        heard.at(t).wake(heard.now)
    heard.at(10.0).came((1,))
    heard.at(11.0).came((2,))
    assert heard.faults == ["none", "back"]


@pytest.mark.parametrize("expected", [True, False])
def test_where_pads_are_here_or_may_be_asleep_nothing_is_missing(expected: bool) -> None:
    heard = Heard(expected)
    if not expected:
        heard.at(1.0).came((1,))
    heard.at(60.0).wake(heard.now)
    heard.at(70.0).came((5,))
    assert heard.faults == []


def test_each_that_is_unplugged_is_told_until_all_are_back() -> None:
    heard = Heard()
    for pads in ((1, 2, 3, 4), (5,), (6,)):
        heard.reports.came(pads)
    heard.reports.unplugged((1, 2, 3, 4))
    heard.reports.unplugged((6,))
    heard.reports.came((6,))
    heard.reports.came((7,))  # a new one, or one that was asleep
    heard.reports.came((1, 2, 3, 4))
    assert heard.faults == ["unplugged", "unplugged", "unplugged", "back"]


def test_presses_that_may_be_missing_are_told_without_a_name(caplog: pytest.LogCaptureFixture) -> None:
    heard = Heard()
    with caplog.at_level(logging.DEBUG):
        heard.move(1.0, "down", True, pad=7)
        heard.reports.cancel(7, "down")
        heard.reports.missed()
    assert heard.faults == ["dropped"]
    assert len(caplog.messages) == 1
    assert not any(word in caplog.text for word in ("7", "down"))


MOVES = st.tuples(st.integers(1, 3), st.sampled_from(("up", "down", "lost", "wait")), st.integers(0, 60))


@given(st.lists(MOVES, max_size=30))
def test_whatever_happens_each_press_is_begun_once_held_at_most_once_and_ended_once(
    moves: list[tuple[int, str, int]],
) -> None:
    heard, t = Heard(), 0.0
    for pad, what, ticks in moves:
        t += ticks / 64  # exact, and never just as long as a hold
        reports = heard.at(t)
        if what == "lost":
            reports.forget((pad,))
        elif what != "wait":
            reports.moved(pad, "up", what == "down", heard.now, heard.now)
        reports.wake(heard.now)
    heard.at(t + 1.0).forget((1, 2, 3))
    edges = [one for one in heard.inbox.items if isinstance(one, Edge)]
    assert [one.t for one in edges] == sorted(one.t for one in edges)
    for pad in (1, 2, 3):
        begun: list[Edge] = []
        for one in (each for each in edges if each.source == pad):
            if one.down:
                begun.append(one)
                continue
            # Down, and down once more if it was held: no end comes without.
            assert 1 <= len(begun) <= 2
            held = one.t - begun[0].t >= 0.7
            assert one.cancelled or held == (len(begun) == 2)
            begun.clear()
        assert not begun
