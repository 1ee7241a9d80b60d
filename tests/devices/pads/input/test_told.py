"""Reports of pads that are input devices."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.core.ports import Edge, Fault
from gm_appliance.devices.pads.input.told import PROMPTS, InputReports
from tests.devices.pads.pads_inbox import Recorder

START = 1000.0  # on the machine's clock; the inbox's clock starts at 100


class Heard:
    """Reports with both clocks, which advance together."""

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


def test_a_press_read_late_belongs_to_the_prompt_open_when_it_began() -> None:
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


def test_a_press_before_all_remembered_prompts_belongs_to_none() -> None:
    heard = Heard()
    for prompt in range(1, PROMPTS + 2):
        heard.at(float(prompt)).ask(prompt, 0)
    heard.move(1.5, "up", True, late=30.0, pad=1)
    heard.move(2.5, "up", True, late=30.0, pad=2)
    assert [prompt for _down, _t, prompt, *_ in heard.edges] == [0, 2]


def test_holds_and_taps_read_late_are_distinguished() -> None:
    heard = Heard()
    for begin, lasted in ((1.0, 0.69), (5.0, 0.71)):
        heard.at(begin + 4.0)
        heard.reports.moved(1, "up", True, START + begin, heard.now)
        heard.reports.moved(1, "up", False, START + begin + lasted, heard.now)
    assert [(down, t) for down, t, *_ in heard.edges] == [
        *((True, 101.0), (False, 101.69)),
        *((True, 105.0), (True, 105.7), (False, 105.71)),
    ]


def test_only_forgotten_presses_end_unseen() -> None:
    heard = Heard()
    for pad in (1, 2, 3):
        heard.move(1.0, "up", True, pad=pad)
    heard.at(2.0).forget((1, 3))
    heard.move(2.5, "up", False, pad=1)  # the press was forgotten
    heard.move(2.5, "up", False, pad=2)
    ends = [
        (one.source, one.cancelled) for one in heard.inbox.items if isinstance(one, Edge) and not one.down
    ]
    assert ends == [(1, True), (3, True), (2, False)]
    assert heard.reports.deadline == pytest.approx(START + 3.0)  # there is no hold to wait for


def test_missing_pads_are_reported_once_and_their_arrival_too() -> None:
    heard = Heard()
    for t in (1.0, 2.9, 3.1, 9.0):
        heard.at(t).wake(heard.now)
    heard.at(10.0).came((1,), heard.now)
    heard.at(11.0).came((2,), heard.now)
    assert heard.faults == ["none", "back"]


@pytest.mark.parametrize("expected", [True, False])
def test_present_or_sleeping_pads_are_not_missing(expected: bool) -> None:
    heard = Heard(expected)
    if not expected:
        heard.at(1.0).came((1,), heard.now)
    heard.at(60.0).wake(heard.now)
    heard.at(70.0).came((5,), heard.now)
    assert heard.faults == []


def test_unplugged_devices_are_reported_until_all_are_back() -> None:
    heard = Heard()
    for pads in ((1, 2, 3, 4), (5,), (6,)):
        heard.reports.came(pads, heard.now)
    heard.at(10.0).unplugged((1, 2, 3, 4), heard.now)
    heard.at(20.0).unplugged((6,), heard.now)
    heard.at(30.0).came((6,), heard.now)
    heard.at(40.0).came((7,), heard.now)  # a new device, or one that was asleep
    heard.at(50.0).came((1, 2, 3, 4), heard.now)
    assert heard.faults == ["unplugged", "unplugged", "unplugged", "back"]


def test_devices_on_one_plug_are_reported_together() -> None:
    heard, t = Heard(), 0.0
    for pad in range(1, 9):
        heard.reports.came((pad,), heard.now)
    for _pair in range(18):
        for pad in range(1, 9):
            heard.at(t := t + 0.05).unplugged((pad,), heard.now)
        for pad in range(1, 9):
            heard.at(t := t + 0.1).came((pad,), heard.now)
    assert heard.faults == ["unplugged", "back", "comes-and-goes"]
    heard.at(heard.reports.deadline - START).wake(heard.now)
    assert heard.faults[3:] == ["back"]


def test_missing_presses_are_reported_without_the_pad(caplog: pytest.LogCaptureFixture) -> None:
    heard = Heard()
    with caplog.at_level(logging.DEBUG):
        heard.move(1.0, "down", True, pad=7)
        heard.reports.cancel(7, "down")
        heard.reports.missed()
    assert heard.faults == ["dropped"]
    assert len(caplog.messages) == 1
    assert not any(word in caplog.messages[0] for word in ("7", "down"))


MOVES = st.tuples(st.integers(1, 3), st.sampled_from(("up", "down", "lost", "wait")), st.integers(0, 60))


@given(st.lists(MOVES, max_size=30))
def test_each_press_begins_once_is_held_at_most_once_and_ends_once(moves: list[tuple[int, str, int]]) -> None:
    heard, t = Heard(), 0.0
    for pad, what, ticks in moves:
        t += ticks / 64  # exact in binary, and never exactly the length of a hold
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
            # Down, and once more if held, before every release.
            assert 1 <= len(begun) <= 2
            held = one.t - begun[0].t >= 0.7
            assert one.cancelled or held == (len(begun) == 2)
            begun.clear()
        assert not begun
