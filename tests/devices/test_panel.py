"""The panel on a breadboard: buttons between gpiozero's mock pins and ground, on virtual time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm_appliance.core.ports import PANEL, PANEL_BUTTONS, Edge, Input, Stop
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.devices.panel import (
    DEBOUNCE_SECONDS,
    GUARDED_HOLD,
    Change,
    Contacts,
    Panel,
    PanelSettings,
)
from gm_appliance.pickers.gestures import Hands

A_TAP = 0.02  # seconds a quick tap lasts

LOOSE = (0.0007, 0.0004, 0.003, 0.0002, 0.0015, 0.0001)
"""Seconds between the bounces of a contact that closes or opens."""


class Breadboard:
    def __init__(self) -> None:
        self.pins = MockFactory()
        self.inbox = TableInbox(VirtualClock())
        self.panel = Panel(self.inbox)
        self.given: list[Input] = []
        self._pin_of: dict[str, MockPin] = {}

    def wire(self, button: str, pin: int) -> Breadboard:
        self.panel.wire(button, pin, self.pins)
        self._pin_of[button] = self.pins.pin(pin)
        return self

    def hold(self, number: int) -> None:
        """Tie this pin to ground, harder than any pull-up."""
        pin = self.pins.pin(number)
        pin.drive_low()
        pin._set_pull = lambda _pull: None

    def at(self, t: float) -> None:
        while (due := self.panel.pump()) is not None and due <= t:
            self._goes_to(due)
        self._goes_to(t)
        self.panel.pump()

    def _goes_to(self, t: float) -> None:
        while (item := self.inbox.wait(t)) is not None:
            self.given.append(item)

    def closes(self, t: float, button: str, bounce: tuple[float, ...] = ()) -> None:
        self._moves(t, button, True, bounce)

    def opens(self, t: float, button: str, bounce: tuple[float, ...] = ()) -> None:
        self._moves(t, button, False, bounce)

    def _moves(self, t: float, button: str, down: bool, bounce: tuple[float, ...]) -> None:
        assert len(bounce) % 2 == 0, "or it ends as it began"
        for gap in (*bounce, 0.0):
            self.at(t)
            pin = self._pin_of[button]
            pin.drive_low() if down else pin.drive_high()
            t, down = t + gap, not down

    @property
    def edges(self) -> list[tuple[int, str, bool]]:
        """The edges received, with times in milliseconds."""
        edges = [item for item in self.given if isinstance(item, Edge)]
        assert all(edge.source == PANEL for edge in edges)
        return [(round(edge.t * 1000), edge.button, edge.down) for edge in edges]

    @property
    def stops(self) -> int:
        return sum(isinstance(item, Stop) for item in self.given)


@pytest.fixture
def board() -> Breadboard:
    board = Breadboard()
    for button, pin in PanelSettings().pins.items():
        board.wire(button, pin)
    return board


def test_a_tap_of_twenty_milliseconds_is_a_tap(board: Breadboard) -> None:
    board.closes(1.0, "ok", LOOSE)
    board.opens(1.0 + A_TAP, "ok", LOOSE)
    board.at(2.0)
    assert gestures(board) == ["press", "tap"]


def gestures(board: Breadboard) -> list[str]:
    hands, made = Hands(), []
    for item in board.given:
        assert isinstance(item, Edge)
        hands, woken = hands.wake(item.t)
        hands, given = hands.edge(item.source, item.button, item.down, item.t, item.beat)
        made += [gesture.kind for gesture in (*woken, *given)]
    return made


def test_a_repeated_report_keeps_the_first_time() -> None:
    contacts = Contacts()
    for t in (1.0, 1.005):
        assert contacts.change(Change(t, "ok", True)) == []
    assert contacts.wake(1.0 + DEBOUNCE_SECONDS) == [Change(1.0, "ok", True)]


def test_a_button_held_at_the_start_is_no_press(caplog: pytest.LogCaptureFixture) -> None:
    board = Breadboard()
    board.hold(16)
    board.wire("back", 16).wire("ok", 13)
    board.closes(1.0, "ok")
    board.at(20.0)
    assert board.edges == [(1000, "ok", True)]
    assert "back is down at the start" in caplog.text
    board.opens(21.0, "back")
    board.closes(22.0, "back")
    board.at(23.0)
    assert board.edges[1:] == [(21000, "back", False), (22000, "back", True)]


def test_nothing_comes_after_it_is_closed(board: Breadboard) -> None:
    board.closes(1.0, "ok")
    board.at(1.5)
    board.panel.close()
    board.opens(2.0, "ok")
    board.at(3.0)
    assert len(board.edges) == 1
    board.wire("ok", 13)  # the pin is free again


def test_a_lost_press_affects_no_other(
    board: Breadboard, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    press = board.inbox.press

    def fails_for_up(source: int, button: str, down: bool, t: float) -> None:
        if button == "up":
            raise RuntimeError("what nobody thought of")
        press(source, button, down, t)

    monkeypatch.setattr(board.inbox, "press", fails_for_up)
    for button in PANEL_BUTTONS:
        board.closes(1.0, button)
    board.at(2.0)
    assert [button for _t, button, _down in board.edges] == ["down", "ok", "back", "back"]
    assert "lost a press" in caplog.text


def test_no_repr_shows_a_press() -> None:
    """Without a pad, a vote is a press at the panel."""
    contacts = Contacts()
    contacts.change(Change(1.0, "down", True))
    (edge,) = contacts.wake(2.0)
    shown = repr((edge, contacts))
    assert "down" not in shown
    assert "True" not in shown


def test_nothing_is_due_while_nothing_is_pressed(board: Breadboard) -> None:
    assert board.panel.pump() is None
    board.closes(1.0, "ok", LOOSE)
    board.at(1.5)
    assert board.panel.pump() is None, "a button held, too, is not looked at"
    board.opens(2.0, "ok", LOOSE)
    board.at(3.0)
    assert board.panel.pump() is None


def test_back_and_repeat_held_for_five_seconds_shut_the_box_down(board: Breadboard) -> None:
    board.closes(1.0, "back", LOOSE)
    board.closes(1.1, "repeat", LOOSE)
    board.at(1.1 + GUARDED_HOLD)
    assert board.stops == 0
    board.at(1.1 + GUARDED_HOLD + 0.02)
    assert board.stops == 1
    board.at(30.0)
    board.opens(30.0, "back")
    board.opens(31.0, "repeat")
    board.at(40.0)
    assert board.stops == 1


@pytest.mark.parametrize(("first", "second"), [("back", "repeat"), ("repeat", "back")])
def test_the_two_together_are_neither_an_undo_nor_a_pause(board: Breadboard, first: str, second: str) -> None:
    board.closes(1.0, first)
    board.closes(1.3, second)
    board.at(6.0)
    board.opens(6.0, first)
    board.opens(6.1, second)
    board.at(20.0)
    assert board.edges == [(1000, first, True), (1300, first, False)]
    assert gestures(board) == ["press", "tap"]
    assert board.stops == 0, "not long enough"


Flips = list[tuple[float, str]]  # times and buttons of contact changes, in order


@st.composite
def flips(draw: st.DrawFn) -> Flips:
    """Contacts changing at random times: bursts, sparks, presses; microseconds or seconds apart."""
    gap = st.one_of(
        st.floats(1e-5, DEBOUNCE_SECONDS, exclude_max=True),
        st.floats(DEBOUNCE_SECONDS, 0.2),
        st.sampled_from((DEBOUNCE_SECONDS, 6.0)),
    )
    made: Flips = []
    t = 1.0
    for _ in range(draw(st.integers(1, 40))):
        t += draw(gap)
        made.append((t, draw(st.sampled_from(PANEL_BUTTONS))))
    return made


def rested(seen: Flips) -> list[Change]:
    """The expected reports, found in hindsight: every new position that lasts, in order."""
    told = []
    for button in PANEL_BUTTONS:
        times = [t for t, one in seen if one == button]
        down = was = False
        for t, until in zip(times, (*times[1:], float("inf")), strict=False):
            down = not down
            if t + DEBOUNCE_SECONDS <= until and down != was:
                was = down
                told.append(Change(t, button, down))
    return sorted(told, key=lambda one: (one.t, one.button))


def told_of(seen: Flips, looks: Callable[[float], list[float]]) -> list[Change]:
    """The contacts' reports when they are polled at the times given by `looks`."""
    contacts, told = Contacts(), []
    down = dict.fromkeys(PANEL_BUTTONS, False)
    for t, button in seen:
        for look in looks(t):
            told += contacts.wake(look)
        down[button] = not down[button]
        told += contacts.change(Change(t, button, down[button]))
    told += contacts.wake(1e9)
    return [one for one in told if isinstance(one, Change)]


@settings(max_examples=40)
@given(flips().map(lambda seen: [(t, one) for t, one in seen if one != "repeat"]))
@example([(1.0, "ok"), (1.0 + A_TAP, "ok")])
def test_every_settled_change_is_reported_once_in_order(seen: Flips) -> None:
    assert told_of(seen, lambda _t: []) == rested(seen)


@settings(max_examples=40)
@given(flips())
def test_the_times_of_processing_make_no_difference(seen: Flips) -> None:
    late = told_of(seen, lambda _t: [])
    assert told_of(seen, lambda t: [t - 0.02, t - 0.005, t]) == late
    for button in PANEL_BUTTONS:
        downs = [one.down for one in late if one.button == button]
        assert downs == [number % 2 == 0 for number in range(len(downs))], "never two alike in a row"
    assert late == sorted(late, key=lambda one: one.t)


CHORD = st.tuples(
    st.permutations(("back", "repeat")),
    st.permutations(("back", "repeat")),
    st.floats(0, 2),  # from one button down to both
    st.one_of(st.floats(0.02, GUARDED_HOLD - 0.02), st.floats(GUARDED_HOLD + 0.02, 20)),
    st.floats(0, 2),  # from one button up to none
)


@given(st.lists(CHORD, max_size=5))
def test_a_shutdown_takes_both_for_as_long_as_it_says(
    chords: list[tuple[list[str], list[str], float, float, float]],
) -> None:
    contacts, stops, t = Contacts(), 0, 1.0
    for pressed, released, before, together, after in chords:
        for gap, button, down in (
            (1.0, pressed[0], True),
            (before, pressed[1], True),
            (together, released[0], False),
            (after, released[1], False),
        ):
            t += gap
            stops += contacts.change(Change(t, button, down)).count(Stop(off=True))
    stops += contacts.wake(t + 60.0).count(Stop(off=True))
    assert stops == sum(together > GUARDED_HOLD for _1, _2, _3, together, _4 in chords)
