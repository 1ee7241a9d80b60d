"""Decisions of every kind, and hands that press for them."""

from __future__ import annotations

from hypothesis import strategies as st

from gm_appliance.core.game import (
    AllSeats,
    Beat,
    Choice,
    Clock,
    Decision,
    First,
    Grouped,
    Number,
    OneOf,
    Pad,
    PerSeat,
    Seat,
    Table,
)
from gm_appliance.pickers import Hands, Picker, Stroke, open_picker


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
def groups(draw: st.DrawFn) -> Decision:
    sizes = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=7)))
    starts = tuple(draw(st.integers(0, size - 1)) for size in sizes)
    options, at = tuple(range(sum(sizes))), draw(st.integers(0, sum(sizes) - 1))
    who = draw(st.one_of(st.just(Table()), st.integers(1, 15).map(Seat)))
    return Decision("which", who, Grouped(options, sizes, starts), at=at)


@st.composite
def races(draw: st.DrawFn) -> Decision:
    seats = draw(SEATS)
    gesture = draw(st.sampled_from(("press-up", "press-down", "hold-up", "hold-down")))
    return Decision("race", First(seats, gesture), OneOf(seats), also=draw(also()))


@st.composite
def also(draw: st.DrawFn) -> tuple[Decision, ...]:
    """Decisions open beside another one: one of the table's, one of the clock's, both or none."""
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
    thumbs = PerSeat(tuple(map(str, seats)), OneOf(("down", "up")), partial=True)
    beats = (Beat("lead", 0.0), Beat("now", 6.0, 5, True), Beat("tick", 8.0, 4, True), Beat("end", 10.0))
    return Decision("vote", AllSeats(seats), thumbs, True, beats=beats)


@st.composite
def roll_calls(draw: st.DrawFn) -> Decision:
    seats, named = draw(SEATS), draw(SEATS)
    marks = PerSeat(tuple(map(str, seats)), OneOf(named), partial=True)
    beats = [Beat("close", 0.0), *(Beat("name", 10.0 + 2 * n, seat, True) for n, seat in enumerate(named))]
    beats.append(Beat("open", 10.0 + 2 * len(named)))
    return Decision("conspiracy", AllSeats(seats), marks, True, True, tuple(beats))


@st.composite
def calls(draw: st.DrawFn) -> Decision:
    """A seat is asked for its pad: one of the free pads, or 0 for none."""
    return Decision("pad", Pad(draw(st.integers(1, 15))), OneOf((0, *draw(SEATS))))


@st.composite
def booths(draw: st.DrawFn) -> Decision:
    """A seat alone at the panel, or a thumb that everybody has seen."""
    values = draw(
        st.sampled_from((("down", "up"), ("conspire", "protect"), ("seer", "wolf", "witch", "guard")))
    )
    secret = values[0] != "down" or draw(st.booleans())
    return Decision("thumb", Seat(draw(st.integers(1, 15))), OneOf(values), secret)


DECISIONS = st.one_of(menus(), groups(), races(), numbers(), ballots(), roll_calls(), calls(), booths())
