"""Round trip: the strokes for a choice, pressed into the picker, make exactly that choice."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import (
    AllSeats,
    Beat,
    Choice,
    Clock,
    Decision,
    First,
    IllegalChoice,
    Number,
    OneOf,
    PerSeat,
    Table,
)
from gm_appliance.pickers import open_picker, presses
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from tests.pickers.decisions import DECISIONS, ballots, groups, menus, numbers, press, races, roll_calls


def pressable(decision: Decision, rng: Random) -> Choice:
    one = rng.choice([one for one in decision.open() if not isinstance(one.who, Clock)])
    return Choice(one.name, one.domain.sample(rng))


@given(DECISIONS, st.integers(0, 2**32), st.booleans())
@settings(max_examples=500)
def test_strokes_make_exactly_the_choice(decision: Decision, seed: int, panel: bool) -> None:
    choice = pressable(decision, Random(seed))
    assert press(decision, presses(decision, choice, panel=panel)) == choice


@given(st.one_of(menus(), groups(), races(), numbers()), st.integers(0, 2**32), st.booleans(), st.data())
@settings(max_examples=300)
def test_strokes_make_the_choice_from_any_cursor(
    decision: Decision, seed: int, panel: bool, data: st.DataObject
) -> None:
    choice = pressable(decision, Random(seed))
    picker = open_picker(decision)
    if isinstance(picker, NumberPicker):
        at = data.draw(st.integers(picker.domain.lo, picker.domain.hi))
    else:
        assert isinstance(picker, Menu)
        at = data.draw(st.integers(-1, len(picker.items) - 1))
    moved = picker.resumed(at)
    assert press(decision, presses(decision, choice, panel=panel, at=at), moved) == choice


MANY = Number(-999_999, 999_999)


@given(st.integers(MANY.lo, MANY.hi), st.one_of(st.integers(MANY.lo, MANY.hi), st.integers(-99, 99)))
@settings(max_examples=300)
def test_any_large_number_is_entered_from_any_other_within_a_minute(at: int, number: int) -> None:
    decision = Decision("points", Table(), MANY)
    choice = Choice("points", number)
    strokes = presses(decision, choice, at=at)
    picker = open_picker(decision, at)
    assert press(decision, strokes, picker) == choice
    assert sum(stroke.held + 0.2 for stroke in strokes) < 60.0


def test_the_panels_way_round_the_ring_is_the_shorter() -> None:
    menu = Decision("seat", Table(), OneOf(tuple(range(1, 16))))
    assert len(presses(menu, Choice("seat", 15))) == 2  # up once, then ok
    assert len(presses(menu, Choice("seat", 3))) == 3


def test_an_accusation_is_held_and_support_is_tapped() -> None:
    accuse = Decision("accuse", First((1, 2), "hold-down"), OneOf((1, 2)))
    support = Decision("support", First((1, 2), "press-up"), OneOf((1, 2)))
    held, tapped = presses(accuse, Choice("accuse", 2))[0], presses(support, Choice("support", 2))[0]
    assert (held.source, held.button, tapped.source, tapped.button) == (2, "down", 2, "up")
    assert held.held > 0.7 > tapped.held


@given(st.one_of(ballots(), roll_calls()), st.integers(0, 2**32))
def test_strokes_of_a_window_fall_into_beats_that_listen(decision: Decision, seed: int) -> None:
    times = []
    for stroke in presses(decision, pressable(decision, Random(seed))):
        assert stroke.at is not None
        beat = max((beat for beat in decision.beats if beat.at <= stroke.at), key=lambda beat: beat.at)
        assert beat.listens
        times.append(stroke.at)
    assert len(set(times)) == len(times)


def test_an_illegal_choice_has_no_strokes() -> None:
    with pytest.raises(IllegalChoice):
        presses(Decision("one", Table(), OneOf((1, 2))), Choice("one", 3))
    with pytest.raises(IllegalChoice):
        presses(Decision("one", Table(), OneOf((1, 2))), Choice("two", 1))


def test_in_a_roll_call_of_words_each_seat_marks_its_own() -> None:
    cards = ("wolf", "seer", "witch")
    beats = (*(Beat("card", 2.0 * at, card, listens=True) for at, card in enumerate(cards)), Beat("end", 6.0))
    marks = PerSeat(("3", "7"), OneOf(cards), partial=True)
    decision = Decision("cards", AllSeats((3, 7)), marks, secret=True, beats=beats)
    choice = Choice("cards", {"3": "wolf", "7": "seer"})
    assert press(decision, presses(decision, choice)) == choice
