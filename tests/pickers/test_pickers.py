"""Pickers: which presses make which choice, at the panel and at the pads."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gm_appliance.core.game import (
    JSON,
    AllSeats,
    Beat,
    BlankFace,
    Chance,
    Choice,
    Clock,
    Decision,
    First,
    MenuFace,
    Number,
    NumberFace,
    OneOf,
    Pad,
    PerSeat,
    Seat,
    Table,
)
from gm_appliance.core.ports import PANEL
from gm_appliance.pickers import Gesture, Hands, Picker, face_of, open_picker


class Asked:
    """A decision with its picker, and buttons to tap and hold."""

    def __init__(self, decision: Decision, draft: JSON = None) -> None:
        picker = open_picker(decision, draft)
        assert picker is not None
        self.picker: Picker = picker
        self.hands = Hands()
        self.now = 0.0

    def tap(self, source: int, button: str, times: int = 1, beat: int = 0) -> Asked:
        for _ in range(times):
            self.edge(source, button, True, beat)
            self.wait(0.1)
            self.edge(source, button, False, beat)
            self.wait(0.1)
        return self

    def hold(self, source: int, button: str, seconds: float = 0.75, beat: int = 0) -> Asked:
        self.edge(source, button, True, beat)
        self.wait(seconds)
        self.edge(source, button, False, beat)
        return self

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.hands, felt = self.hands.wake(self.now)
        self._feel(felt)

    def edge(self, source: int, button: str, down: bool, beat: int = 0) -> None:
        self.hands, felt = self.hands.edge(source, button, down, self.now, beat)
        self._feel(felt)

    def _feel(self, felt: Iterable[Gesture]) -> None:
        for gesture in felt:
            if self.picker.choice is None:
                self.picker = self.picker.on(gesture)

    @property
    def chosen(self) -> JSON:
        return self.picker.choice.value if self.picker.choice else "nothing"

    @property
    def marker(self) -> int:
        face = face_of(self.picker)
        assert isinstance(face, MenuFace)
        return face.at

    @property
    def number(self) -> int:
        face = face_of(self.picker)
        assert isinstance(face, NumberFace)
        return face.value


# ---------------------------------------------------------------- a menu at the panel

GAMES = Decision("menu.game", Table(), OneOf(("odin", "thor", "hel")))


def test_ok_takes_what_the_cursor_is_on() -> None:
    assert Asked(GAMES).tap(PANEL, "ok").chosen == "odin"


def test_down_goes_on_up_goes_back_and_around() -> None:
    assert Asked(GAMES).tap(PANEL, "down", 2).tap(PANEL, "ok").chosen == "hel"
    assert Asked(GAMES).tap(PANEL, "down", 3).tap(PANEL, "ok").chosen == "odin"
    assert Asked(GAMES).tap(PANEL, "up").tap(PANEL, "ok").chosen == "hel"


def test_a_held_arrow_runs_on() -> None:
    asked = Asked(Decision("who", Table(), OneOf(tuple(range(1, 16)))))
    assert asked.hold(PANEL, "down", 1.4).marker > 4


def test_pads_do_not_move_the_panels_menu() -> None:
    assert Asked(GAMES).tap(3, "up").tap(3, "down").hold(3, "up").marker == 0


def test_a_menu_taken_up_again_stands_where_it_was() -> None:
    assert Asked(GAMES, 2).tap(PANEL, "ok").chosen == "hel"


@pytest.mark.parametrize("draft", [3, -2, "hel", [1], None])
def test_a_draft_that_does_not_fit_is_forgotten(draft: JSON) -> None:
    assert Asked(GAMES, draft).marker == 0


# ---------------------------------------------------------------- one seat chooses

THOR = Decision("action.thor", Seat(3), OneOf((1, 2, 5, "pass")))


def test_down_goes_to_the_next_as_at_the_panel_and_up_held_takes_it() -> None:
    assert Asked(THOR).hold(3, "up").chosen == 1
    assert Asked(THOR).tap(3, "down").hold(3, "up").chosen == 2
    assert Asked(THOR).tap(PANEL, "down").tap(PANEL, "ok").chosen == 2


def test_up_goes_back_and_down_held_passes() -> None:
    assert Asked(THOR).tap(3, "down", 2).tap(3, "up").hold(3, "up").chosen == 2
    assert Asked(THOR).tap(3, "up").hold(3, "down").chosen == "pass"


def test_down_held_does_nothing_where_nobody_may_pass() -> None:
    assert Asked(Decision("whom", Seat(3), OneOf((1, 2)))).hold(3, "down").chosen == "nothing"


def test_others_pads_choose_nothing() -> None:
    assert Asked(THOR).tap(4, "up").hold(4, "up").hold(1, "down").marker == 0


def test_the_panel_chooses_for_a_seat() -> None:
    assert Asked(THOR).tap(PANEL, "down").tap(PANEL, "ok").chosen == 2


def test_a_seat_with_one_choice_takes_any_thumb() -> None:
    defence = Decision("council.defence", Seat(6), OneOf(("done",)))
    for button in ("up", "down"):
        assert Asked(defence).tap(6, button).chosen == "done"
    assert Asked(defence).tap(5, "up").chosen == "nothing"


# ---------------------------------------------------------------- the first to press

CLOSE = Decision("council.close", Table(), OneOf(("close",)))
ACCUSE = Decision("council.accuse", First((1, 2, 4), "hold-down"), OneOf((1, 2, 4)), also=(CLOSE,))
SUPPORT = Decision("council.support", First((1, 2), "press-up"), OneOf((1, 2)))


def test_the_first_who_holds_accuses() -> None:
    assert Asked(ACCUSE).hold(4, "down").hold(1, "down").chosen == 4


def test_a_tap_is_no_accusation_and_neither_is_the_other_thumb() -> None:
    assert Asked(ACCUSE).tap(4, "down").hold(2, "up").hold(3, "down").chosen == "nothing"


def test_a_supporter_only_presses() -> None:
    assert Asked(SUPPORT).tap(2, "up").chosen == 2
    assert Asked(SUPPORT).tap(2, "down").tap(3, "up").chosen == "nothing"


def test_a_stray_ok_ends_no_council() -> None:
    asked = Asked(ACCUSE).tap(PANEL, "ok")
    assert (asked.chosen, asked.marker) == ("nothing", -1)


def test_at_the_panel_somebody_accuses_for_a_seat_or_ends_the_council() -> None:
    assert Asked(ACCUSE).tap(PANEL, "down").tap(PANEL, "ok").chosen == 1
    asked = Asked(ACCUSE).tap(PANEL, "up").tap(PANEL, "ok")
    assert asked.picker.choice == Choice("council.close", "close")


# ---------------------------------------------------------------- numbers

POINTS = Decision("points", Table(), Number(-50, 500, 7))


def test_a_number_begins_where_it_is_told_and_ok_enters_it() -> None:
    assert Asked(POINTS).tap(PANEL, "ok").chosen == 7


def test_up_and_down_change_it_by_one() -> None:
    assert Asked(POINTS).tap(PANEL, "up", 3).tap(PANEL, "down").tap(PANEL, "ok").chosen == 9


def test_it_stops_at_both_ends() -> None:
    dice = Decision("die", Table(), Number(1, 6, 1))
    assert Asked(dice).tap(PANEL, "down", 3).number == 1
    assert Asked(dice).tap(PANEL, "up", 9).number == 6


def test_held_it_runs_by_ones_then_fives_then_twenty_fives() -> None:
    assert Asked(POINTS).hold(PANEL, "up", 1.0).number == 10
    assert Asked(POINTS).hold(PANEL, "up", 2.0).number % 5 == 0
    assert Asked(POINTS).hold(PANEL, "up", 5.0).number % 25 == 0


def test_held_down_it_runs_below_zero() -> None:
    assert Asked(POINTS).hold(PANEL, "down", 9.0).number == -50


# ---------------------------------------------------------------- numbers of many digits

WIDELY = Decision("points", Table(), Number(-999_999, 999_999))


class Hand:
    """Enters a number as people do: looks, lets go, taps the rest. Counts presses and the longest hold."""

    def __init__(self, decision: Decision) -> None:
        self.asked = Asked(decision)
        self.presses, self.longest = 0, 0.0

    def holds_until(self, button: str, number: int) -> Hand:
        """Hold until the number shows, and let go a fifth of a second later."""
        began = self.asked.now
        self.asked.edge(PANEL, button, True)
        while self.asked.number != number:
            self.asked.wait(0.02)
            assert self.asked.now - began < 20.0, self.asked.number
        self.asked.wait(0.2)
        self.asked.edge(PANEL, button, False)
        return self._pressed(self.asked.now - began)

    def taps(self, button: str, times: int = 1) -> Hand:
        for _ in range(times):
            self.asked.tap(PANEL, button)
            self._pressed(0.0)
        return self

    def _pressed(self, seconds: float) -> Hand:
        self.presses += 1
        self.longest = max(self.longest, seconds)
        return self


def test_thirty_seven_takes_five_presses_and_two_seconds() -> None:
    hand = Hand(WIDELY).holds_until("up", 40).taps("down", 3).taps("ok")
    assert hand.asked.chosen == 37
    assert hand.presses <= 6
    assert hand.longest < 3.0


def test_twelve_hundred_and_fifty_is_entered_from_its_longest_part_on() -> None:
    hand = Hand(WIDELY).holds_until("up", 1000).holds_until("up", 1200).holds_until("up", 1250).taps("ok")
    assert hand.asked.chosen == 1250
    assert hand.presses <= 12
    assert hand.asked.now < 12.0


def test_the_largest_number_takes_seconds_and_so_does_the_lowest() -> None:
    for button, number in (("up", 999_999), ("down", -999_999)):
        hand = Hand(WIDELY).holds_until(button, number).taps("ok")
        assert hand.asked.chosen == number
        assert hand.longest < 15.0


def test_a_short_hold_is_always_ten_for_those_who_cannot_see() -> None:
    """Whether as short as a hold can be, or nearly half a second longer."""
    for seconds in (0.75, 1.15):
        asked = Asked(WIDELY)
        for tens in (10, 20, 30):
            assert asked.hold(PANEL, "up", seconds).number == tens
        assert asked.hold(PANEL, "down", seconds).number == 20


@pytest.mark.parametrize(
    ("value", "leap"),
    [(0, 10), (7, 10), (40, 10), (100, 10), (1000, 100), (1040, 10), (-30_000, 1000), (100_000, 10_000)],
)
def test_a_hold_leaps_as_far_as_its_face_says(value: int, leap: int) -> None:
    asked = Asked(WIDELY, value)
    face = face_of(asked.picker)
    assert face == NumberFace(value, leap)
    assert asked.hold(PANEL, "up", 0.8).number == (value // leap + 1) * leap


def test_held_on_it_is_not_carried_away_from_near_a_hundred() -> None:
    """From 90 it passes a hundred in tens; going down, it is as slow below zero as above."""
    assert Asked(WIDELY, 90).hold(PANEL, "up", 1.5).number == 120
    down = Asked(WIDELY, 5000)
    seen = set()
    down.edge(PANEL, "down", True)
    while down.number > -30:
        down.wait(0.05)
        seen.add(down.number)
    assert {4000, 3000, 2000, 1000, 0, -10, -20} <= seen


def test_a_small_range_runs_and_its_face_tells_no_leap() -> None:
    assert face_of(Asked(POINTS).picker) == NumberFace(7)


def test_back_begins_it_again() -> None:
    assert Asked(POINTS).tap(PANEL, "up", 5).tap(PANEL, "back").number == 7


def test_back_means_nothing_where_nothing_is_entered() -> None:
    untouched = Asked(POINTS)
    before = untouched.picker
    assert untouched.tap(PANEL, "back").picker is before


def test_a_number_taken_up_again_is_as_it_was() -> None:
    assert Asked(POINTS, 120).number == 120
    for draft in (501, "120", True, None):
        assert Asked(POINTS, draft).number == 7


# ---------------------------------------------------------------- ballots

BEATS = (Beat("lead", 0.0), Beat("now", 6.0, 3, True), Beat("tick", 7.0, 2, True), Beat("end", 9.0))
VOTE = Decision(
    "council.vote",
    AllSeats((1, 2, 3)),
    PerSeat(("1", "2", "3"), OneOf(("down", "up")), True),
    True,
    beats=BEATS,
)


def ballot(asked: Asked) -> JSON:
    choice = asked.picker.at_end()
    assert choice is not None
    assert choice.name == "council.vote"
    return choice.value


def test_thumbs_are_collected_until_the_window_closes() -> None:
    asked = Asked(VOTE).tap(1, "down", beat=1).tap(3, "up", beat=2)
    assert asked.chosen == "nothing"
    assert ballot(asked) == {"1": "down", "3": "up"}


def test_the_last_press_of_a_seat_counts() -> None:
    assert ballot(Asked(VOTE).tap(1, "down", beat=1).tap(1, "up", beat=2)) == {"1": "up"}
    assert ballot(Asked(VOTE).hold(1, "up", beat=1).hold(1, "down", beat=1)) == {"1": "down"}


def test_presses_before_and_after_the_window_do_not_count() -> None:
    assert ballot(Asked(VOTE).tap(1, "down", beat=0).tap(2, "down", beat=3).tap(2, "up", beat=9)) == {}


def test_a_press_that_begins_in_the_window_counts_however_late_it_ends() -> None:
    asked = Asked(VOTE)
    asked.edge(1, "down", True, beat=2)
    asked.wait(30)
    asked.edge(1, "down", False, beat=3)
    assert ballot(asked) == {"1": "down"}


def test_neither_the_panel_nor_a_seat_that_is_not_asked_votes() -> None:
    assert ballot(Asked(VOTE).tap(PANEL, "up", beat=1).tap(PANEL, "down", beat=1).tap(4, "up", beat=1)) == {}


# ---------------------------------------------------------------- the roll call

NAMES = (
    Beat("lead", 0.0),
    Beat("name", 10.0, 2, True),
    Beat("name", 12.0, 4, True),
    Beat("name", 14.0, 5, True),
    Beat("reclose", 16.0),
    Beat("end", 20.0),
)
NIGHT = Decision(
    "conspiracy", AllSeats((1, 2, 3)), PerSeat(("1", "2", "3"), OneOf((2, 4, 5)), True), True, True, NAMES
)


def marks(asked: Asked) -> JSON:
    choice = asked.picker.at_end()
    assert choice is not None
    return choice.value


def test_thumb_down_marks_the_name_it_falls_on() -> None:
    assert marks(Asked(NIGHT).tap(1, "down", beat=2).tap(3, "down", beat=3)) == {"1": 4, "3": 5}


def test_thumb_up_marks_nobody() -> None:
    asked = Asked(NIGHT)
    for beat in (1, 2, 3):
        for seat in (1, 2, 3):
            asked.tap(seat, "up", beat=beat)
    assert marks(asked) == {}


def test_a_seats_first_mark_counts() -> None:
    assert marks(Asked(NIGHT).tap(1, "down", beat=1).tap(1, "down", beat=3)) == {"1": 2}


def test_marks_between_the_names_do_not_count() -> None:
    assert marks(Asked(NIGHT).tap(1, "down", beat=0).tap(2, "down", beat=4).tap(3, "down", beat=5)) == {}


# ---------------------------------------------------------------- a pad is called

CALL = Decision("setup.pad", Pad(3), OneOf((0, 2, 5, 9)))


def test_the_pad_that_presses_is_the_one() -> None:
    assert Asked(CALL).tap(5, "up").chosen == 5
    assert Asked(CALL).tap(9, "down").chosen == 9


def test_a_pad_that_is_anothers_is_nobodys_here() -> None:
    assert Asked(CALL).tap(3, "up").tap(1, "down").chosen == "nothing"


def test_at_the_panel_ok_says_that_there_is_no_pad_and_no_arrow_finds_one() -> None:
    assert Asked(CALL).tap(PANEL, "ok").chosen == 0
    assert Asked(CALL).tap(PANEL, "down", 2).tap(PANEL, "up").tap(PANEL, "ok").chosen == 0


# ---------------------------------------------------------------- thumbs at the panel

SHOWN = Decision("council.thumb", Seat(4), OneOf(("down", "up")))
UNSEEN = Decision("council.booth", Seat(4), OneOf(("down", "up")), secret=True)
CARD = Decision("setup.faction", Seat(4), OneOf(("conspire", "protect")), secret=True)


def test_a_thumb_shown_to_all_is_entered_by_one_press() -> None:
    assert Asked(SHOWN).tap(PANEL, "up").chosen == "up"
    assert Asked(SHOWN).tap(PANEL, "down").chosen == "down"


def test_neither_ok_nor_a_pad_enters_a_thumb() -> None:
    assert Asked(SHOWN).tap(PANEL, "ok").tap(4, "up").hold(4, "down").chosen == "nothing"


def test_alone_with_the_box_ok_gives_the_thumb_pressed_last() -> None:
    asked = Asked(UNSEEN).tap(PANEL, "up").tap(PANEL, "down")
    assert asked.chosen == "nothing"
    assert asked.tap(PANEL, "ok").chosen == "down"
    assert Asked(CARD).tap(PANEL, "down").tap(PANEL, "up").tap(PANEL, "ok").chosen == "protect"


def test_alone_with_the_box_ok_without_a_thumb_and_pads_do_nothing() -> None:
    assert Asked(UNSEEN).tap(PANEL, "ok").tap(4, "up").hold(4, "up").tap(PANEL, "ok").chosen == "nothing"


# ---------------------------------------------------------------- secrecy


@pytest.mark.parametrize("decision", [UNSEEN, CARD])
def test_alone_with_the_box_nothing_shows_which_thumb_it_is(decision: Decision) -> None:
    seen = []
    for thumbs in ("up", "down"), ("down", "up"):
        asked = Asked(decision)
        for thumb in thumbs:
            before = asked.picker
            asked.tap(PANEL, thumb)
            # To an observer, a change of mind looks like the first thumb.
            assert asked.picker is not before
            seen.append((face_of(asked.picker), asked.picker.draft, repr(asked.picker)))
        asked.tap(PANEL, "ok")
        seen.append((BlankFace(), None, repr(asked.picker.choice)))
    assert seen[:3] == seen[3:]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("decision", [VOTE, NIGHT])
def test_a_secret_window_shows_keeps_and_tells_nothing(decision: Decision) -> None:
    untouched, pressed = Asked(decision), Asked(decision).tap(1, "down", beat=1).tap(2, "up", beat=2)
    for asked in (untouched, pressed):
        assert face_of(asked.picker) == BlankFace()
        assert asked.picker.draft is None
        assert asked.chosen == "nothing"
    assert repr(untouched.picker) == repr(pressed.picker)
    assert repr(untouched.picker.at_end()) == repr(pressed.picker.at_end())
    assert "pressed" not in repr(pressed.picker)


def test_nobody_presses_where_chance_or_the_clock_decides() -> None:
    assert open_picker(Decision("die", Chance(), Number(1, 6, 1))) is None
    assert open_picker(Decision("look", Clock(), OneOf(("looked",)), beats=BEATS)) is None


def test_a_press_that_means_nothing_leaves_the_picker_as_it_is() -> None:
    for decision in (GAMES, THOR, ACCUSE, POINTS, VOTE, NIGHT, SHOWN, UNSEEN, CARD):
        picker = open_picker(decision)
        assert picker is not None
        assert picker.on(Gesture(9, "up", "press", 0.0)) is picker
        assert picker.on(Gesture(PANEL, "repeat", "tap", 0.0)) is picker
