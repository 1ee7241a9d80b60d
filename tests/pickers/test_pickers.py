"""Pickers: which presses make which choice, at the panel and at the pads."""

# Long: a table of presses for each picker.

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gm_appliance.core.game import (
    JSON,
    AllSeats,
    Beat,
    BlankFace,
    Chance,
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


GAMES = Decision("menu.game", Table(), OneOf(("odin", "thor", "hel")))
THOR = Decision("action.thor", Seat(3), OneOf((1, 2, 5, "pass")))
WHOM = Decision("whom", Seat(3), OneOf((1, 2)))
DEFENCE = Decision("council.defence", Seat(6), OneOf(("done",)))
CLOSE = Decision("council.close", Table(), OneOf(("close",)))
ACCUSE = Decision("council.accuse", First((1, 2, 4), "hold-down"), OneOf((1, 2, 4)), also=(CLOSE,))
SUPPORT = Decision("council.support", First((1, 2), "press-up"), OneOf((1, 2)))
POINTS = Decision("points", Table(), Number(-50, 500, 7))
DIE = Decision("die", Table(), Number(1, 6, 1))
CALL = Decision("setup.pad", Pad(3), OneOf((0, 2, 5, 9)))
SHOWN = Decision("council.thumb", Seat(4), OneOf(("down", "up")))
UNSEEN = Decision("council.booth", Seat(4), OneOf(("down", "up")), secret=True)
CARD = Decision("setup.faction", Seat(4), OneOf(("conspire", "protect")), secret=True)
ROLE = Decision("role", Seat(4), OneOf(("wolf", "seer", "witch", "villager")), secret=True)
NOTHING = "nothing"


def ok(asked: Asked) -> Asked:
    return asked.tap(PANEL, "ok")


CHOSEN: dict[str, list[tuple[Asked, JSON]]] = {
    "OK takes what the cursor is on": [(ok(Asked(GAMES)), "odin")],
    "UP and DOWN move the cursor, and around": [
        (ok(Asked(GAMES).tap(PANEL, "down", 2)), "hel"),
        (ok(Asked(GAMES).tap(PANEL, "down", 3)), "odin"),
        (ok(Asked(GAMES).tap(PANEL, "up")), "hel"),
    ],
    "a draft is where the cursor was": [(ok(Asked(GAMES, 2)), "hel")],
    "at a pad holding up chooses": [
        (Asked(THOR).hold(3, "up"), 1),
        (Asked(THOR).tap(3, "down").hold(3, "up"), 2),
        (Asked(THOR).tap(3, "down", 2).tap(3, "up").hold(3, "up"), 2),
    ],
    "the panel chooses for a seat": [(ok(Asked(THOR).tap(PANEL, "down")), 2)],
    "holding down passes if that is possible": [
        (Asked(THOR).tap(3, "up").hold(3, "down"), "pass"),
        (Asked(WHOM).hold(3, "down"), NOTHING),
    ],
    "a seat with one choice takes any thumb": [
        (Asked(DEFENCE).tap(6, "up"), "done"),
        (Asked(DEFENCE).tap(6, "down"), "done"),
        (Asked(DEFENCE).tap(5, "up"), NOTHING),
    ],
    "the first to hold accuses": [(Asked(ACCUSE).hold(4, "down").hold(1, "down"), 4)],
    "a tap or the other thumb accuses nobody": [
        (Asked(ACCUSE).tap(4, "down").hold(2, "up").hold(3, "down"), NOTHING),
    ],
    "a supporter only presses": [
        (Asked(SUPPORT).tap(2, "up"), 2),
        (Asked(SUPPORT).tap(2, "down").tap(3, "up"), NOTHING),
    ],
    "a stray OK ends no council": [(ok(Asked(ACCUSE)), NOTHING)],
    "at the panel somebody accuses for a seat or ends the council": [
        (ok(Asked(ACCUSE).tap(PANEL, "down")), 1),
        (ok(Asked(ACCUSE).tap(PANEL, "up")), "close"),
    ],
    "OK enters the number shown": [
        (ok(Asked(POINTS)), 7),
        (ok(Asked(POINTS).tap(PANEL, "up", 3).tap(PANEL, "down")), 9),
    ],
    "the pad that presses is chosen if it is free": [
        (Asked(CALL).tap(5, "up"), 5),
        (Asked(CALL).tap(9, "down"), 9),
        (Asked(CALL).tap(3, "up").tap(1, "down"), NOTHING),
    ],
    "at the panel only no pad can be chosen": [
        (ok(Asked(CALL)), 0),
        (ok(Asked(CALL).tap(PANEL, "down", 2).tap(PANEL, "up")), 0),
    ],
    "a thumb shown to all is entered by one press at the panel": [
        (Asked(SHOWN).tap(PANEL, "up"), "up"),
        (Asked(SHOWN).tap(PANEL, "down"), "down"),
        (ok(Asked(SHOWN)).tap(4, "up").hold(4, "down"), NOTHING),
    ],
    "alone with the box OK gives the thumb pressed last": [
        (Asked(UNSEEN).tap(PANEL, "up").tap(PANEL, "down"), NOTHING),
        (ok(Asked(UNSEEN).tap(PANEL, "up").tap(PANEL, "down")), "down"),
        (ok(Asked(CARD).tap(PANEL, "down").tap(PANEL, "up")), "protect"),
        (ok(ok(Asked(UNSEEN)).tap(4, "up").hold(4, "up")), NOTHING),
    ],
    "alone with the box one of many is as many presses of DOWN, and UP starts again": [
        (Asked(ROLE).tap(PANEL, "down", 3), NOTHING),
        (ok(Asked(ROLE).tap(PANEL, "down")), "wolf"),
        (ok(Asked(ROLE).tap(PANEL, "down", 3)), "witch"),
        (ok(Asked(ROLE).tap(PANEL, "down", 5)), NOTHING),
        (ok(Asked(ROLE).tap(PANEL, "down", 3).tap(PANEL, "up").tap(PANEL, "down", 2)), "seer"),
        (ok(Asked(ROLE).tap(PANEL, "up")), NOTHING),
    ],
}


@pytest.mark.parametrize("cases", CHOSEN.values(), ids=CHOSEN)
def test_presses_choose(cases: list[tuple[Asked, JSON]]) -> None:
    assert [asked.chosen for asked, _wanted in cases] == [wanted for _asked, wanted in cases]


def test_the_cursor_moves_only_for_those_asked() -> None:
    assert Asked(GAMES).tap(3, "up").tap(3, "down").hold(3, "up").marker == 0
    assert Asked(THOR).tap(4, "up").hold(4, "up").hold(1, "down").marker == 0
    assert ok(Asked(ACCUSE)).marker == -1
    many = Decision("who", Table(), OneOf(tuple(range(1, 16))))
    assert Asked(many).hold(PANEL, "down", 1.4).marker > 4, "a held arrow runs on"


@pytest.mark.parametrize("draft", [3, -2, "hel", [1], None])
def test_a_draft_that_does_not_fit_is_forgotten(draft: JSON) -> None:
    assert Asked(GAMES, draft).marker == 0


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (Asked(DIE).tap(PANEL, "down", 3), 1),
        (Asked(DIE).tap(PANEL, "up", 9), 6),
        (Asked(POINTS).hold(PANEL, "up", 1.0), 10),
        (Asked(POINTS).hold(PANEL, "down", 9.0), -50),
        (Asked(POINTS).tap(PANEL, "up", 5).tap(PANEL, "back"), 7),
        (Asked(POINTS, 120), 120),
        *((Asked(POINTS, draft), 7) for draft in (501, "120", True, None)),
    ],
)
def test_a_number_stops_at_both_ends_runs_begins_again_and_is_kept(asked: Asked, number: int) -> None:
    assert asked.number == number


def test_held_it_runs_by_ones_then_fives_then_twenty_fives() -> None:
    assert Asked(POINTS).hold(PANEL, "up", 2.0).number % 5 == 0
    assert Asked(POINTS).hold(PANEL, "up", 5.0).number % 25 == 0


def test_back_means_nothing_where_nothing_is_entered() -> None:
    untouched = Asked(POINTS)
    before = untouched.picker
    assert untouched.tap(PANEL, "back").picker is before


WIDELY = Decision("points", Table(), Number(-999_999, 999_999))


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


THREE = ("1", "2", "3")
BEATS = (Beat("lead", 0.0), Beat("now", 6.0, 3, True), Beat("tick", 7.0, 2, True), Beat("end", 9.0))
VOTE = Decision(
    "council.vote", AllSeats((1, 2, 3)), PerSeat(THREE, OneOf(("down", "up")), True), True, beats=BEATS
)
NAMES = (
    *(Beat("close", 0.0), Beat("name", 10.0, 2, True), Beat("name", 12.0, 4, True)),
    *(Beat("name", 14.0, 5, True), Beat("open", 16.0), Beat("end", 20.0)),
)
NIGHT = Decision("conspiracy", AllSeats((1, 2, 3)), PerSeat(THREE, OneOf((2, 4, 5)), True), True, True, NAMES)


def late(asked: Asked) -> Asked:
    """A press that begins in the window and ends long after it."""
    asked.edge(1, "down", True, beat=2)
    asked.wait(30)
    asked.edge(1, "down", False, beat=3)
    return asked


def all_up(asked: Asked) -> Asked:
    for beat in (1, 2, 3):
        for seat in (1, 2, 3):
            asked.tap(seat, "up", beat=beat)
    return asked


COLLECTED: dict[str, tuple[Asked, JSON]] = {
    "thumbs": (Asked(VOTE).tap(1, "down", beat=1).tap(3, "up", beat=2), {"1": "down", "3": "up"}),
    "the last press": (Asked(VOTE).tap(1, "down", beat=1).tap(1, "up", beat=2), {"1": "up"}),
    "holds": (Asked(VOTE).hold(1, "up", beat=1).hold(1, "down", beat=1), {"1": "down"}),
    "outside the window": (
        Asked(VOTE).tap(1, "down", beat=0).tap(2, "down", beat=3).tap(2, "up", beat=9),
        {},
    ),
    "a late release": (late(Asked(VOTE)), {"1": "down"}),
    "others": (Asked(VOTE).tap(PANEL, "up", beat=1).tap(PANEL, "down", beat=1).tap(4, "up", beat=1), {}),
    "marks": (Asked(NIGHT).tap(1, "down", beat=2).tap(3, "down", beat=3), {"1": 4, "3": 5}),
    "thumbs up": (all_up(Asked(NIGHT)), {}),
    "the first mark": (Asked(NIGHT).tap(1, "down", beat=1).tap(1, "down", beat=3), {"1": 2}),
    "between the names": (
        Asked(NIGHT).tap(1, "down", beat=0).tap(2, "down", beat=4).tap(3, "down", beat=5),
        {},
    ),
}


@pytest.mark.parametrize(("asked", "value"), COLLECTED.values(), ids=COLLECTED)
def test_presses_of_a_window_are_collected_until_it_ends(asked: Asked, value: JSON) -> None:
    choice = asked.picker.at_end()
    assert choice is not None
    assert choice.name in ("council.vote", "conspiracy")
    assert (asked.chosen, choice.value) == (NOTHING, value)


@pytest.mark.parametrize("decision", [UNSEEN, CARD, ROLE])
def test_alone_with_the_box_nothing_shows_which_thumb_it_is(decision: Decision) -> None:
    seen = []
    for thumbs in ("up", "down", "down"), ("down", "up", "down"):
        asked = Asked(decision)
        for thumb in thumbs:
            before = asked.picker
            asked.tap(PANEL, thumb)
            # To an observer, a change of mind looks like the first thumb.
            assert asked.picker is not before
            seen.append((face_of(asked.picker), asked.picker.draft, repr(asked.picker)))
        asked.tap(PANEL, "ok")
        seen.append((BlankFace(), None, repr(asked.picker.choice)))
    assert seen[:4] == seen[4:]
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
    for decision in (GAMES, THOR, ACCUSE, POINTS, VOTE, NIGHT, SHOWN, UNSEEN, CARD, ROLE):
        picker = open_picker(decision)
        assert picker is not None
        assert picker.on(Gesture(9, "up", "press", 0.0)) is picker
        assert picker.on(Gesture(PANEL, "repeat", "tap", 0.0)) is picker
