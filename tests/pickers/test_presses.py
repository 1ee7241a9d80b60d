"""The way back: the strokes for a choice, pressed into the picker, make exactly that choice."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import (
    Beat,
    Choice,
    Clock,
    Decision,
    Each,
    Every,
    First,
    IllegalChoice,
    Number,
    OneOf,
    Pad,
    Seat,
    Table,
)
from gm_appliance.pickers import Hands, Picker, Stroke, open_picker, presses
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from tests.games.gotterdammerung import random_choice, random_play


def press(decision: Decision, strokes: tuple[Stroke, ...], picker: Picker | None = None) -> Choice | None:
    """Feed strokes through hands into the picker, as the host does; returns what was chosen."""
    picker = picker or open_picker(decision)
    assert picker is not None
    edges: list[tuple[float, int, bool, Stroke]] = []
    t = 1.0
    for number, stroke in enumerate(strokes):
        at = t if stroke.at is None else stroke.at
        edges += [(at, number, True, stroke), (at + stroke.held, number, False, stroke)]
        t += stroke.held + 0.2
    hands = Hands()
    for at, _number, down, stroke in sorted(edges, key=lambda edge: edge[0]):
        beat = max((i for i, beat in enumerate(decision.beats) if beat.at <= at), default=0)
        hands, due = hands.wake(at)
        hands, felt = hands.edge(stroke.source, stroke.button, down, at, beat)
        for gesture in (*due, *felt):
            if picker.choice is None:
                picker = picker.on(gesture)
    return picker.choice or picker.at_end()


# ---------------------------------------------------------------- any decision

VALUES = st.lists(
    st.one_of(st.integers(1, 15), st.sampled_from(("pass", "close", "thor", "done"))),
    min_size=1,
    max_size=16,
    unique=True,
).map(tuple)
SEATS = st.lists(st.integers(1, 15), min_size=1, unique=True).map(lambda seats: tuple(sorted(seats)))


@st.composite
def menus(draw: st.DrawFn) -> Decision:
    who = draw(st.one_of(st.just(Table()), st.integers(1, 15).map(Seat)))
    return Decision("one", who, OneOf(draw(VALUES)), also=draw(also()))


@st.composite
def races(draw: st.DrawFn) -> Decision:
    seats = draw(SEATS)
    gesture = draw(st.sampled_from(("press-up", "press-down", "hold-up", "hold-down")))
    return Decision("race", First(seats, gesture), OneOf(seats), also=draw(also()))


@st.composite
def also(draw: st.DrawFn) -> tuple[Decision, ...]:
    """What may be open beside it: something of the table's, something of the clock's."""
    table = Decision("end", Table(), OneOf(draw(VALUES)))
    clock = Decision("late", Clock(), OneOf(("late",)), limit=30.0)
    return draw(st.sampled_from(((), (table,), (clock,), (table, clock))))


@st.composite
def numbers(draw: st.DrawFn) -> Decision:
    lo = draw(st.integers(-60, 60))
    hi = draw(st.integers(lo, lo + 120))
    return Decision("number", Table(), Number(lo, hi, draw(st.integers(lo, hi))))


@st.composite
def ballots(draw: st.DrawFn) -> Decision:
    seats = draw(SEATS)
    thumbs = Each(tuple(map(str, seats)), OneOf(("down", "up")), partial=True)
    beats = (Beat("lead", 0.0), Beat("now", 6.0, 5, True), Beat("tick", 8.0, 4, True), Beat("end", 10.0))
    return Decision("vote", Every(seats), thumbs, True, beats=beats)


@st.composite
def roll_calls(draw: st.DrawFn) -> Decision:
    seats, named = draw(SEATS), draw(SEATS)
    marks = Each(tuple(map(str, seats)), OneOf(named), partial=True)
    beats = [Beat("lead", 0.0), *(Beat("name", 10.0 + 2 * n, seat, True) for n, seat in enumerate(named))]
    beats.append(Beat("end", 10.0 + 2 * len(named)))
    return Decision("conspiracy", Every(seats), marks, True, True, tuple(beats))


@st.composite
def calls(draw: st.DrawFn) -> Decision:
    """Which pad is a seat's: one of those that are free, or none."""
    return Decision("pad", Pad(draw(st.integers(1, 15))), OneOf((0, *draw(SEATS))))


@st.composite
def booths(draw: st.DrawFn) -> Decision:
    """A seat alone with the panel; or a thumb that all have seen."""
    values = draw(st.sampled_from((("down", "up"), ("conspire", "protect"))))
    secret = values[0] == "conspire" or draw(st.booleans())
    return Decision("thumb", Seat(draw(st.integers(1, 15))), OneOf(values), secret)


DECISIONS = st.one_of(menus(), races(), numbers(), ballots(), roll_calls(), calls(), booths())


def pressable(decision: Decision, rng: Random) -> Choice:
    one = rng.choice([one for one in decision.open() if not isinstance(one.who, Clock)])
    return Choice(one.name, one.domain.sample(rng))


@given(DECISIONS, st.integers(0, 2**32), st.booleans())
@settings(max_examples=500)
def test_strokes_make_exactly_the_choice(decision: Decision, seed: int, panel: bool) -> None:
    choice = pressable(decision, Random(seed))
    assert press(decision, presses(decision, choice, panel=panel)) == choice


@given(st.one_of(menus(), races(), numbers()), st.integers(0, 2**32), st.booleans(), st.data())
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


@given(st.integers(0, 2**32), st.integers(7, 15), st.integers(0, 120), st.booleans())
@settings(max_examples=200)
def test_every_choice_of_a_real_game_can_be_pressed(seed: int, players: int, steps: int, panel: bool) -> None:
    rng = Random(seed)
    play = random_play(rng, steps, players=players, dice="own")
    decision = play.decision
    if decision is None:
        return
    choice = random_choice(decision, play.view, rng, on_request=0.3)
    answered = decision.demand(choice)
    if isinstance(answered.who, Clock):
        return
    # What is decided on the side is asked by itself, once its line among the questions was chosen.
    opened = answered if answered in decision.on_request else decision
    assert press(opened, presses(decision, choice, panel=panel)) == choice


# ---------------------------------------------------------------- the shape of strokes


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
