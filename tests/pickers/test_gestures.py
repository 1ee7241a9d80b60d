"""Gestures: presses, taps, holds and repeats. The tests give times in seconds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.hub_protocol import HOLD_MS
from gm_appliance.core.ports import PANEL
from gm_appliance.pickers import Gesture, Hands
from gm_appliance.pickers.gestures import HOLD, REPEAT

PAD = 3


def test_the_hub_and_the_host_mean_the_same_hold() -> None:
    assert HOLD == HOLD_MS / 1000


class Buttons:
    """Buttons wired to a pair of hands, with a clock that only the test advances. The panel's by default."""

    def __init__(self) -> None:
        self.hands = Hands()
        self.now = 0.0
        self.seen: list[Gesture] = []

    def at(self, t: float) -> Buttons:
        """Advance the clock to `t`, waking the hands whenever they asked for it."""
        while self.hands.deadline is not None and self.hands.deadline <= t:
            self._feel(self.hands.wake(self.hands.deadline))
        self.now = t
        return self

    def down(self, source: int = PANEL, button: str = "up", beat: int = 0) -> Buttons:
        return self._feel(self.hands.edge(source, button, True, self.now, beat))

    def up(self, source: int = PANEL, button: str = "up", beat: int = 0, cancelled: bool = False) -> Buttons:
        return self._feel(self.hands.edge(source, button, False, self.now, beat, cancelled))

    def _feel(self, felt: tuple[Hands, tuple[Gesture, ...]]) -> Buttons:
        self.hands = felt[0]
        self.seen += felt[1]
        return self

    @property
    def kinds(self) -> list[str]:
        return [gesture.kind for gesture in self.seen]


@pytest.mark.parametrize("source", [PANEL, PAD])
def test_a_short_press_is_a_press_and_then_a_tap(source: int) -> None:
    hand = Buttons().at(1.0).down(source).at(1.1).up(source)
    assert hand.seen == [Gesture(source, "up", "press", 1.0), Gesture(source, "up", "tap", 1.1)]
    hands, _ = Hands().edge(source, "up", True, 0.0, 0)
    _, felt = hands.edge(source, "up", False, HOLD, 0)
    assert [gesture.kind for gesture in felt] == ["hold"], "a release just when a hold is due"


@pytest.mark.parametrize("source", [PANEL, PAD])
def test_a_lone_release_and_a_press_that_is_resent_are_nothing(source: int) -> None:
    assert Buttons().up(source).up(source, cancelled=True).seen == []
    assert Buttons().down(source).at(0.1).down(source).at(0.2).up(source).kinds == ["press", "tap"]


def test_two_hands_do_not_mix() -> None:
    hand = Buttons().down(1, "up").at(0.3).down(2, "up").at(0.35).down(1, "down").at(0.4).up(2, "up")
    hand.at(HOLD).down(1, "up").at(HOLD + 0.01).up(1, "up")
    assert [(g.source, g.button, g.kind) for g in hand.seen] == [
        (1, "up", "press"),
        (2, "up", "press"),
        (1, "down", "press"),
        (2, "up", "tap"),
        (1, "up", "hold"),
    ]


def test_a_gesture_belongs_to_the_beat_its_press_began_in() -> None:
    for source in (PANEL, PAD):
        hand = Buttons().down(source, beat=4).at(0.2).up(source, beat=5)
        assert [gesture.beat for gesture in hand.seen] == [4, 4]
    assert [g.beat for g in Buttons().down(beat=4).at(1.0).seen] == [4, 4, 4, 4]
    assert [g.beat for g in Buttons().down(PAD, beat=4).at(HOLD).down(PAD, beat=4).seen] == [4, 4]


def test_hands_tell_nothing_in_their_repr() -> None:
    assert repr(Buttons().down().down(PAD).hands) == "Hands()"


def test_a_long_press_becomes_a_hold_while_it_is_down_and_no_tap() -> None:
    hand = Buttons().down().at(HOLD - 0.01)
    assert hand.kinds == ["press"]
    assert hand.at(HOLD).kinds == ["press", "hold"]
    assert hand.at(HOLD + 0.05).up().kinds == ["press", "hold"]


def test_a_button_kept_down_repeats_at_a_steady_pace() -> None:
    hand = Buttons().at(2.0).down().at(2.0 + HOLD + 3.5 * REPEAT)
    repeats = [gesture for gesture in hand.seen if gesture.kind == "repeat"]
    assert [gesture.nth for gesture in repeats] == [1, 2, 3]
    assert [gesture.t for gesture in repeats] == pytest.approx([2.0 + HOLD + n * REPEAT for n in (1, 2, 3)])


def test_a_hold_noticed_late_loses_no_repeat_and_keeps_its_time() -> None:
    late, punctual = Hands(), Buttons().down().at(3.0)
    late, _press = late.edge(PANEL, "up", True, 0.0, 0)
    late, felt = late.wake(3.0)
    assert list(felt) == punctual.seen[1:]


def test_the_panel_is_not_asked_whether_it_is_still_down() -> None:
    hands, _press = Hands().edge(PANEL, "up", True, 0.0, 0)
    assert hands.edge(PANEL, "up", True, HOLD, 0) == (hands, ())


def test_nothing_down_asks_to_be_woken_never() -> None:
    hand = Buttons()
    assert hand.hands.deadline is None
    assert hand.down().hands.deadline == pytest.approx(HOLD)
    assert hand.at(0.1).up().hands.deadline is None


def test_however_long_nothing_is_heard_of_a_pad_it_is_no_hold() -> None:
    hand = Buttons().down(PAD).at(3600.0)
    assert hand.hands.deadline is None
    assert hand.hands.wake(3600.0) == (hand.hands, ())
    assert hand.kinds == ["press"]


def test_a_pad_that_says_it_is_still_down_is_held() -> None:
    hand = Buttons().at(1.0).down(PAD).at(1.0 + HOLD).down(PAD)
    assert hand.seen[1:] == [Gesture(PAD, "up", "hold", 1.0 + HOLD)]
    # Once: no repeats, no second hold, and no tap at the end.
    assert hand.at(9.0).down(PAD).at(10.0).up(PAD).kinds == ["press", "hold"]


def test_a_pads_report_is_of_this_beat_and_may_be_rounded() -> None:
    assert Buttons().down(PAD).at(HOLD - 0.0009).down(PAD).kinds == ["press", "hold"]
    assert Buttons().down(PAD).at(HOLD - 0.0011).down(PAD).kinds == ["press"]
    assert Buttons().down(PAD, beat=1).at(HOLD).down(PAD, beat=2).kinds == ["press"]


@pytest.mark.parametrize("after", [0.1, HOLD, 100.0])
def test_a_release_that_nobody_saw_is_neither_tap_nor_hold(after: float) -> None:
    hand = Buttons().down(PAD).at(after).up(PAD, cancelled=True)
    assert hand.kinds == ["press"]
    # The press has ended: the next one is new.
    assert hand.at(200.0).down(PAD).at(200.1).up(PAD).kinds == ["press", "press", "tap"]


def test_a_hold_that_was_known_stands_when_its_release_is_lost() -> None:
    hand = Buttons().down(PAD).at(HOLD).down(PAD).at(1.0).up(PAD, cancelled=True)
    assert hand.kinds == ["press", "hold"]


EDGES = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from(("up", "down")),
        st.sampled_from(("down", "up", "cancelled")),
        st.floats(0, 2),
    ),
    max_size=40,
)


@given(EDGES)
def test_whatever_is_mashed_gestures_come_in_order_and_each_press_ends_once(
    edges: list[tuple[int, str, str, float]],
) -> None:
    hand = Buttons()
    for source, button, moved, after in edges:
        hand.at(hand.now + after)
        if moved == "down":
            hand.down(source, button)
        else:
            hand.up(source, button, cancelled=moved == "cancelled")
    hand.at(hand.now + 1.0)
    times = [gesture.t for gesture in hand.seen]
    assert times == sorted(times)
    for key in {(g.source, g.button) for g in hand.seen}:
        own = [g.kind for g in hand.seen if (g.source, g.button) == key]
        assert own[0] == "press"
        for kind, after_it in pairwise(own):
            # After a press whose release was cancelled comes a new press.
            allowed = {"press": ("tap", "hold", "press"), "hold": ("repeat", "press")}
            allowed["repeat"] = allowed["hold"]
            assert after_it in allowed.get(kind, ("press",))
            assert after_it != "repeat" or key[0] == PANEL
