"""The inbox reports holds of pads pressed here, and passes everything else on unchanged."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.core.ports import Edge, Input
from gm_appliance.devices.inbox import DAY, HOLD, RealClock, Starved, TableInbox, VirtualClock
from gm_appliance.pickers import Hands

PAD = 3


@pytest.fixture
def inbox() -> TableInbox:
    inbox = TableInbox(VirtualClock())
    inbox.ask(7, 2)
    return inbox


def come(inbox: TableInbox, until: float) -> list[Input]:
    came: list[Input] = []
    while (item := inbox.wait(until)) is not None:
        came.append(item)
    return came


def test_a_held_pad_is_reported_by_a_second_edge(inbox: TableInbox) -> None:
    inbox.press(PAD, "up", True)
    assert come(inbox, 60.0) == [Edge(PAD, "up", True, 0.0, 7, 2), Edge(PAD, "up", True, HOLD, 7, 2)]
    inbox.press(PAD, "up", False)
    assert come(inbox, 120.0) == [Edge(PAD, "up", False, 60.0, 7, 2)]


def test_all_edges_of_a_press_have_its_prompt_and_beat(inbox: TableInbox) -> None:
    inbox.press_at(0.0, PAD, "up", 2.0)
    came = come(inbox, 0.1)
    inbox.ask(8, 0)
    came += come(inbox, 60.0)
    assert [(item.prompt_id, item.beat) for item in came if isinstance(item, Edge)] == [(7, 2)] * 3


def test_a_second_finger_in_a_new_prompt_is_a_press_of_that(inbox: TableInbox) -> None:
    inbox.press(PAD, "up", True)
    come(inbox, 0.5)
    inbox.ask(8, 0)
    inbox.press(PAD, "up", True)
    assert come(inbox, 60.0) == [Edge(PAD, "up", True, 0.5, 8, 0), Edge(PAD, "up", True, 0.5 + HOLD, 8, 0)]


def test_edges_of_real_pads_pass_as_they_are(inbox: TableInbox) -> None:
    edges = [Edge(PAD, "up", True, 0.0, 7, 2), Edge(PAD, "up", False, 0.0, 7, 2, cancelled=True)]
    for edge in edges:
        inbox.post(edge)
    assert come(inbox, 60.0) == edges


def test_a_page_that_holds_a_pad_on_real_time() -> None:
    inbox = TableInbox(RealClock(speed=50.0))
    thread = threading.Timer(0.05, inbox.press, (PAD, "up", True))
    thread.start()
    pressed, held = inbox.wait(None), inbox.wait(None)
    assert isinstance(pressed, Edge)
    assert isinstance(held, Edge)
    assert held == Edge(PAD, "up", True, pressed.t + HOLD, 0, 0)
    assert inbox.now() >= held.t


PRESSES = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(("up", "down")),
        st.integers(0, 300).map(lambda n: n / 100),
        st.integers(0, 200).map(lambda n: n / 100),
    ),
    max_size=30,
)


@given(PRESSES)
def test_every_press_here_is_a_tap_or_a_hold_by_how_long_it_lasted(
    presses: list[tuple[int, str, float, float]],
) -> None:
    """Pads and the panel agree on the times, though their holds are timed in different places."""
    inbox = TableInbox(VirtualClock())
    expected, free = [], dict.fromkeys(((s, b) for s in range(3) for b in ("up", "down")), 0.0)
    for source, button, after, held in presses:
        t = free[source, button] + after + 0.01
        free[source, button] = t + held
        inbox.press_at(t, source, button, held)
        # The same floating-point arithmetic as in Hands.
        kind, when = ("tap", t + held) if t + held < t + HOLD else ("hold", t + HOLD)
        expected += [(t, source, button, "press"), (when, source, button, kind)]
    hands, gestures = Hands(), []
    end = max(free.values()) + 1.0
    while True:
        wakes = end if hands.deadline is None else min(end, hands.deadline)
        item = inbox.wait(wakes)
        if isinstance(item, Edge):
            hands, due = hands.wake(item.t)
            hands, felt = hands.edge(item.source, item.button, item.down, item.t, item.beat)
            gestures += [*due, *felt]
        elif inbox.now() >= end:
            break
        else:
            hands, due = hands.wake(inbox.now())
            gestures += due
    came = [(one.t, one.source, one.button, one.kind) for one in gestures if one.kind != "repeat"]
    assert sorted(came) == sorted(expected)
    assert [one[0] for one in came] == sorted(one[0] for one in came)


def test_an_evening_may_take_days_as_long_as_somebody_presses() -> None:
    inbox = TableInbox(VirtualClock())
    for hour in range(1, 100):
        inbox.press_at(hour * 3600.0, 0, "ok", 0.1)
        assert [type(inbox.wait(None)) for _ in "du"] == [Edge, Edge]
    with pytest.raises(Starved):
        inbox.wait(None)
    with pytest.raises(Starved):
        inbox.wait(inbox.now() + 2 * DAY)
