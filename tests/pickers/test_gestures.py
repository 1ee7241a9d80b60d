"""Hands at buttons: what is a press, a tap, a hold, a repeat. Seconds are those written in the test."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.pickers import Gesture, Hands
from gm_appliance.pickers.gestures import HOLD, REPEAT


class Pad:
    """Buttons wired to a pair of hands, and a clock that only the test turns."""

    def __init__(self) -> None:
        self.hands = Hands()
        self.now = 0.0
        self.seen: list[Gesture] = []

    def at(self, t: float) -> Pad:
        """Turn the clock to `t`; the hands are woken whenever they asked for it."""
        while self.hands.deadline is not None and self.hands.deadline <= t:
            self._feel(self.hands.wake(self.hands.deadline))
        self.now = t
        return self

    def down(self, source: int = 3, button: str = "up", beat: int = 0) -> Pad:
        return self._feel(self.hands.edge(source, button, True, self.now, beat))

    def up(self, source: int = 3, button: str = "up", beat: int = 0) -> Pad:
        return self._feel(self.hands.edge(source, button, False, self.now, beat))

    def _feel(self, felt: tuple[Hands, tuple[Gesture, ...]]) -> Pad:
        self.hands = felt[0]
        self.seen += felt[1]
        return self

    @property
    def kinds(self) -> list[str]:
        return [gesture.kind for gesture in self.seen]


def test_a_short_press_is_a_press_and_then_a_tap() -> None:
    pad = Pad().at(1.0).down().at(1.1).up()
    assert pad.seen == [Gesture(3, "up", "press", 1.0), Gesture(3, "up", "tap", 1.1)]


def test_a_long_press_becomes_a_hold_while_it_is_down() -> None:
    pad = Pad().down().at(HOLD - 0.01)
    assert pad.kinds == ["press"]
    assert pad.at(HOLD).kinds == ["press", "hold"]


def test_a_hold_that_is_let_go_is_no_tap() -> None:
    assert Pad().down().at(HOLD + 0.05).up().kinds == ["press", "hold"]


def test_a_button_kept_down_repeats_at_a_steady_pace() -> None:
    pad = Pad().at(2.0).down().at(2.0 + HOLD + 3.5 * REPEAT)
    repeats = [gesture for gesture in pad.seen if gesture.kind == "repeat"]
    assert [gesture.nth for gesture in repeats] == [1, 2, 3]
    assert [gesture.t for gesture in repeats] == pytest.approx([2.0 + HOLD + n * REPEAT for n in (1, 2, 3)])


def test_a_hold_noticed_late_loses_no_repeat_and_keeps_its_time() -> None:
    late, punctual = Hands(), Pad().down().at(3.0)
    late, _press = late.edge(3, "up", True, 0.0, 0)
    late, felt = late.wake(3.0)
    assert list(felt) == punctual.seen[1:]


def test_a_release_just_when_a_hold_is_due_is_the_hold() -> None:
    hands, _ = Hands().edge(3, "up", True, 0.0, 0)
    _, felt = hands.edge(3, "up", False, HOLD, 0)
    assert [gesture.kind for gesture in felt] == ["hold"]


def test_two_hands_do_not_mix() -> None:
    pad = Pad().down(1, "up").at(0.3).down(2, "up").at(0.35).down(1, "down").at(0.4).up(2, "up")
    pad.at(HOLD).at(HOLD + 0.01).up(1, "up")
    assert [(g.source, g.button, g.kind) for g in pad.seen] == [
        (1, "up", "press"),
        (2, "up", "press"),
        (1, "down", "press"),
        (2, "up", "tap"),
        (1, "up", "hold"),
    ]


def test_a_release_without_a_press_is_nothing() -> None:
    assert Pad().up().seen == []


def test_a_press_that_is_resent_is_nothing() -> None:
    assert Pad().down().at(0.1).down().at(0.2).up().kinds == ["press", "tap"]


def test_a_gesture_belongs_to_the_beat_its_press_began_in() -> None:
    pad = Pad().down(beat=4).at(0.2).up(beat=5)
    assert [gesture.beat for gesture in pad.seen] == [4, 4]
    assert [g.beat for g in Pad().down(beat=4).at(1.0).seen] == [4, 4, 4, 4]


def test_nothing_down_asks_to_be_woken_never() -> None:
    pad = Pad()
    assert pad.hands.deadline is None
    assert pad.down().hands.deadline == pytest.approx(HOLD)
    assert pad.at(0.1).up().hands.deadline is None


def test_hands_tell_nothing_in_their_repr() -> None:
    assert repr(Pad().down().hands) == "Hands()"


EDGES = st.lists(
    st.tuples(st.integers(1, 3), st.sampled_from(("up", "down")), st.booleans(), st.floats(0, 2)), max_size=40
)


@given(EDGES)
def test_whatever_is_mashed_gestures_come_in_order_and_each_press_ends_once(
    edges: list[tuple[int, str, bool, float]],
) -> None:
    pad = Pad()
    for source, button, down, after in edges:
        pad.at(pad.now + after)
        pad.down(source, button) if down else pad.up(source, button)
    pad.at(pad.now + 1.0)
    times = [gesture.t for gesture in pad.seen]
    assert times == sorted(times)
    for key in {(g.source, g.button) for g in pad.seen}:
        own = [g.kind for g in pad.seen if (g.source, g.button) == key]
        assert own[0] == "press"
        for kind, after_it in pairwise(own):
            allowed = {"press": ("tap", "hold"), "hold": ("repeat", "press"), "repeat": ("repeat", "press")}
            assert after_it in allowed.get(kind, ("press",))
