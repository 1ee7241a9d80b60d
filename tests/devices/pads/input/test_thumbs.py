"""Turning a device's events into thumb movements."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.core.values import replace
from gm_appliance.devices.pads.input.layouts import InputDevice, KeyLayout, layouts
from gm_appliance.devices.pads.input.thumbs import DeviceEvent, DeviceThumbs, EventsMissed, ThumbMoved
from tests.devices.pads.input.devices import (
    ABS,
    DROPPED,
    REPORT,
    events,
    gamepad,
    key,
    number_pad,
    shutter,
    tap,
)

SEVEN, FOUR, EIGHT, FIVE = 71, 75, 72, 76


def layout_of(device: InputDevice) -> KeyLayout:
    (found,) = layouts([device])
    assert found is not None
    return found


def at(device: InputDevice, held: Iterable[int] = (), travel: tuple[int, int] = (-1, 1)) -> DeviceThumbs:
    return DeviceThumbs(layout_of(device), held, travel)


def told(
    thumbs: DeviceThumbs, happened: Iterable[DeviceEvent], held: Iterable[int] = ()
) -> list[tuple[int, str, bool, float | None] | str]:
    return [
        (one.place, one.thumb, one.down, one.t) if isinstance(one, ThumbMoved) else "missed"
        for one in thumbs.take(happened, lambda: held)
    ]


def test_two_at_one_number_pad_press_at_once() -> None:
    both = sorted([*tap(SEVEN, 1.0, 0.25), *tap(FIVE, 1.125, 0.0625)], key=lambda one: one.t)
    assert told(at(number_pad()), both) == [
        (0, "up", True, 1.0),
        (1, "down", True, 1.125),
        (1, "down", False, 1.1875),
        (0, "up", False, 1.25),
    ]


def test_a_key_that_repeats_is_pressed_once() -> None:
    held = tap(SEVEN, 1.0, 2.0)
    assert len([one for one in held if one.value == 2]) > 10
    assert told(at(number_pad()), held) == [(0, "up", True, 1.0), (0, "up", False, 3.0)]


def test_a_key_that_was_down_at_the_start_counts_once_it_was_up() -> None:
    thumbs = at(number_pad(), held=[SEVEN])
    assert told(thumbs, tap(SEVEN, 1.0, 1.0)) == []
    assert told(thumbs, tap(SEVEN, 3.0)) == [(0, "up", True, 3.0), (0, "up", False, 3.1)]


@pytest.mark.parametrize(("low", "middle", "high"), [(-1, 0, 1), (0, 127, 255), (-32768, 100, 32767)])
def test_a_cross_that_is_an_axis_is_pressed_at_its_ends(low: int, middle: int, high: int) -> None:
    positions = (low, middle, high, low, middle)
    happened = events(*((float(t), (ABS, 0x11, value)) for t, value in enumerate(positions)))
    assert told(at(gamepad(), travel=(low, high)), happened) == [
        (0, "up", True, 0.0),
        (0, "up", False, 1.0),
        (0, "down", True, 2.0),
        (0, "down", False, 3.0),
        (0, "up", True, 3.0),
        (0, "up", False, 4.0),
    ]


def test_one_thumb_on_two_keys_is_down_while_one_of_them_is() -> None:
    happened = events((1.0, key(114, 1)), (1.1, key(28, 1)), (1.2, key(114, 0)), (1.3, key(28, 0)))
    assert told(at(shutter()), happened) == [(0, "down", True, 1.0), (0, "down", False, 1.3)]


def test_missing_events_end_presses_unseen() -> None:
    thumbs = at(number_pad())
    assert told(thumbs, events((1.0, key(SEVEN, 1)), (1.0, REPORT))) == [(0, "up", True, 1.0)]
    lost = events((2.0, DROPPED), (2.0, key(FOUR, 1)), (2.0, REPORT), (2.1, key(FOUR, 0)))
    assert told(thumbs, lost, held=[SEVEN, EIGHT]) == [(0, "up", False, None), "missed"]
    assert told(thumbs, events((3.0, key(SEVEN, 0)), (3.1, key(EIGHT, 0)))) == []
    again = [*tap(SEVEN, 4.0), *tap(EIGHT, 5.0)]
    assert [one[:3] for one in told(thumbs, again) if one != "missed"] == [
        (0, "up", True),
        (0, "up", False),
        (1, "up", True),
        (1, "up", False),
    ]


def test_no_repr_shows_what_may_be_a_vote() -> None:
    moved = ThumbMoved(2, "down", True, 3.0)
    event = DeviceEvent(1, SEVEN, 1, 3.0)
    assert (repr(moved), repr(event)) == ("ThumbMoved(t=3.0)", "DeviceEvent(t=3.0)")


CODES = st.sampled_from((SEVEN, FOUR, EIGHT, FIVE, 69))
ANYTHING = st.one_of(
    st.tuples(st.just(1), CODES, st.integers(0, 2)),
    st.sampled_from((REPORT, DROPPED, (ABS, 0, 3), (4, 4, 9))),
)


@given(
    happened=st.lists(ANYTHING, max_size=40),
    start=st.frozensets(CODES),
    batches=st.integers(1, 7),
    held=st.frozensets(CODES),
)
def test_every_press_of_a_thumb_has_one_end(
    happened: list[tuple[int, int, int]], start: frozenset[int], batches: int, held: frozenset[int]
) -> None:
    thumbs = at(number_pad(), held=start)
    moved: dict[tuple[int, str], list[ThumbMoved]] = {}
    missed = dropped = 0
    for begin in range(0, len(happened), batches):
        batch = happened[begin : begin + batches]
        dropped += DROPPED in batch
        for one in thumbs.take(events(*((1.0, each) for each in batch)), lambda: held):
            if isinstance(one, EventsMissed):
                missed += 1
                assert all(known[-1].down is False for known in moved.values())
            else:
                moved.setdefault((one.place, one.thumb), []).append(one)
    assert missed == dropped
    for known in moved.values():
        assert known[0].down
        assert all(one.down != then.down for one, then in pairwise(known))


@given(st.lists(st.tuples(st.integers(-40000, 40000)), max_size=30))
def test_an_axis_never_has_both_ends_pressed(positions: list[tuple[int]]) -> None:
    thumbs = at(replace(gamepad(), axes=frozenset((1,))), travel=(-32768, 32768))
    down: set[str] = set()
    for (value,) in positions:
        for one in told(thumbs, events((1.0, (ABS, 1, value)))):
            assert one != "missed"
            (down.add if one[2] else down.remove)(str(one[1]))
            assert len(down) <= 1
        assert down == ({"up"} if value <= -16384 else {"down"} if value >= 16384 else set())
