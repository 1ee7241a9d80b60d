"""A picker can serve every decision; any other is refused when it is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import (
    JSON,
    AllSeats,
    AnyButton,
    Beat,
    Chance,
    Choice,
    Clock,
    Decision,
    Domain,
    First,
    Grouped,
    Number,
    OneOf,
    Opponent,
    Pad,
    PerSeat,
    Seat,
    Table,
    Unservable,
    Who,
)
from gm_appliance.pickers import Gesture, open_picker, presses
from tests.pickers.decisions import DECISIONS, press

WINDOW = (Beat("lead", 0.0), Beat("now", 2.0, 0, True), Beat("end", 4.0))
NAMES = (Beat("lead", 0.0), Beat("name", 2.0, 1, True), Beat("name", 4.0, 2, True), Beat("end", 6.0))
STRAY = (Beat("now", 0.0, 1, True), Beat("now", 2.0, 7, True), Beat("end", 4.0))
DEAF = (Beat("lead", 0.0), Beat("end", 4.0))
NIGHT = (Beat("close", 0.0, awake="seer"), Beat("look", 2.0, awake="seer"), Beat("open", 4.0))
THUMBS, SEATS, ONE, NONE = OneOf(("down", "up")), OneOf((1, 2)), OneOf(("done",)), OneOf(())
BALLOT, MARKS = PerSeat(("1", "2"), THUMBS, True), PerSeat(("1", "2"), SEATS, True)
BOTH = AllSeats((1, 2))
OKAY = OneOf(("ok", "back", "3.up"))
RACE = First((1, 2), "press-up")


def made(who: Who, domain: Domain, **more: Any) -> Decision:
    return Decision("it", who, domain, **more)


END = Decision("end", Table(), ONE)
LATE = Decision("late", Clock(), ONE, limit=9.0)
HIDDEN = Decision("hidden", Seat(3), THUMBS, secret=True)
SLOW = Decision("slow", Table(), ONE, remind=60.0)
MANY = Decision("many", Table(), Number(0, 9))
NESTED = Decision("nested", Table(), ONE, also=(END,))
THIRD = Decision("third", Seat(3), ONE)
CALL = Decision("call", Pad(3), OneOf((0, 5)))
SHOW = Decision("show", Clock(), ONE, beats=DEAF)

REFUSED: tuple[tuple[Who, Domain, dict[str, Any], str], ...] = (
    (Seat(3), BALLOT, {}, "Seat cannot choose from PerSeat; give it OneOf or Number"),
    (RACE, BALLOT, {}, "First cannot choose from PerSeat; give it OneOf"),
    (Pad(3), Number(0, 5), {}, "Pad cannot choose from Number; give it OneOf"),
    (BOTH, Number(0, 5), {"beats": WINDOW}, "AllSeats cannot choose from Number; give it PerSeat"),
    (BOTH, THUMBS, {"beats": WINDOW}, "AllSeats cannot choose from OneOf; give it PerSeat"),
    (Clock(), Number(0, 5), {"limit": 9.0}, "Clock cannot choose from Number; give it OneOf"),
    (Table(), NONE, {}, "offered nothing at the panel; give it an option"),
    (Seat(3), NONE, {"also": (LATE,)}, "offered nothing at the panel"),
    (First((), "press-up"), NONE, {}, "offered nothing at the panel"),
    (Chance(), NONE, {}, "offered nothing"),
    (Pad(3), OneOf((1, 2)), {}, "offered nothing at the panel"),
    (Seat(0), ONE, {}, "there is no seat 0; seats count from 1"),
    (First((0, 1), "press-up"), OneOf((0, 1)), {}, "seats count from 1"),
    (First((1, 2), "press-up"), OneOf((1, 2, 3)), {}, "give it OneOf of the same seats"),
    (First((1, 2), "shout"), SEATS, {}, "nobody can 'shout'; the gestures are hold-down"),
    (Pad(0), OneOf((0, 5)), {}, "seats and pads count from 1"),
    (Pad(3), OneOf((0, "five")), {}, "OneOf of pads, and 0 for none"),
    (AnyButton(), ONE, {}, "a button is one of the panel's"),
    (AnyButton(), OneOf(("0.up",)), {}, "a button is one of the panel's"),
    (AnyButton(), NONE, {"also": (LATE,)}, "offered nothing at the panel"),
    (Table(), Number(5, 1, 3), {}, "no number is 5 to 1"),
    (Table(), Number(1, 6), {}, "starts at 0, which is not 1 to 6; give it a start that is"),
    (Table(), Number(0, 6), {"secret": True}, "a number is shown while it is entered"),
    (Table(), Grouped((1, 2, 3), (1, 1), (0, 0)), {}, "for 3 options; give each a group"),
    (Table(), Grouped((1, 2), (2, 0), (0, 0)), {}, "for 2 options; give each a group"),
    (Table(), Grouped((1, 2), (1, 1), (0, 1)), {}, "give each group a start in it"),
    (Seat(3), Grouped((1, 2), (1, 1), (0,)), {}, "give each group a start in it"),
    (Seat(3), Grouped((1, "pass"), (1, 1), (0, 0)), {}, "call the option pass otherwise"),
    (Table(), Grouped((1, 2), (2,), (0,)), {"also": (END,)}, "remove also"),
    (RACE, Grouped((1, 2), (1, 1), (0, 0)), {}, "First cannot choose from Grouped; give it OneOf"),
    (Seat(3), ONE, {"secret": True}, "give it OneOf two values or more"),
    (Table(), THUMBS, {"secret": True}, "what Table chooses is shown"),
    (RACE, SEATS, {"secret": True}, "what First chooses is shown"),
    (Pad(3), OneOf((0, 5)), {"secret": True}, "what Pad chooses is shown"),
    (Table(), ONE, {"beats": WINDOW}, "Table has no timetable and no limit"),
    (Chance(), Number(1, 6), {"beats": DEAF}, "Chance has no timetable"),
    (Table(), ONE, {"closed": True}, "closed and lead are for a timetable; give it beats"),
    (Table(), ONE, {"lead": 4.0}, "closed and lead are for a timetable; give it beats"),
    (Clock(), ONE, {}, "Clock never chooses; give it beats or a limit"),
    (Clock(), SEATS, {"limit": 9.0}, "one choice; give it OneOf one value"),
    (Clock(), ONE, {"beats": DEAF, "limit": 9.0}, "remove also, limit and remind"),
    (Clock(), ONE, {"beats": DEAF, "remind": 9.0}, "remove also, limit and remind"),
    (Clock(), ONE, {"beats": DEAF, "also": (END,)}, "remove also, limit and remind"),
    (Opponent(2), SEATS, {}, "give it a limit, and no beats"),
    (Opponent(2), SEATS, {"limit": 2.0, "beats": DEAF}, "give it a limit, and no beats"),
    (Opponent(2), NONE, {"limit": 2.0}, "Opponent is offered nothing"),
    (Opponent(2), SEATS, {"limit": 2.0, "also": (END,)}, "an opponent chooses alone"),
    (BOTH, BALLOT, {}, "AllSeats press in a timetable; give it beats"),
    (BOTH, BALLOT, {"limit": 9.0}, "give it beats, and no limit"),
    (BOTH, PerSeat(("1", "2"), Number(0, 5), True), {"beats": WINDOW}, "PerSeat of OneOf, partial"),
    (BOTH, PerSeat(("1", "2"), THUMBS), {"beats": WINDOW}, "PerSeat of OneOf, partial"),
    (BOTH, PerSeat(("1", "3"), THUMBS, True), {"beats": WINDOW}, "the same seats as keys"),
    (AllSeats((0,)), PerSeat(("0",), THUMBS, True), {"beats": WINDOW}, "seats as keys, from 1"),
    (BOTH, BALLOT, {"beats": WINDOW[:2]}, "the last beat ends the window"),
    (BOTH, BALLOT, {"beats": DEAF}, "no beat listens; let one"),
    (BOTH, PerSeat(("1", "2"), OneOf((1, 2, 3)), True), {"beats": NAMES}, "give each a beat that listens"),
    (BOTH, PerSeat(("1", "2"), OneOf(("a", "b", "c")), True), {"beats": WINDOW}, "a ballot is a thumb"),
    (Clock(), ONE, {"beats": DEAF, "closed": True}, "give it the beats 'close' and, after it, 'open'"),
    (Clock(), ONE, {"beats": NIGHT[:2], "closed": True}, "the beats 'close' and, after it, 'open'"),
    (Clock(), ONE, {"beats": NIGHT[::-1], "closed": True}, "the beats 'close' and, after it, 'open'"),
    (Clock(), ONE, {"beats": NIGHT}, "all eyes are open at 'close'; remove awake"),
    (Clock(), ONE, {"beats": (*NIGHT, NIGHT[0]), "closed": True}, "all eyes are open at 'close'"),
    (Table(), ONE, {"by_card": {"seer": ("done", "often")}}, "by_card has 'often', which is not legal"),
    (BOTH, MARKS, {"beats": NAMES, "by_card": {"seer": (3,)}}, "by_card has 3, which is not legal"),
    (Table(), Number(0, 5), {"also": (END,)}, "'end' cannot share its picker"),
    (Seat(3), THUMBS, {"secret": True, "also": (END,)}, "'end' cannot share its picker"),
    (Table(), ONE, {"also": (MANY,)}, "'many' cannot share its picker; open it on request"),
    (Table(), ONE, {"also": (CALL,)}, "'call' cannot share its picker"),
    (Table(), ONE, {"also": (Decision("any", AnyButton(), OKAY),)}, "'any' cannot share its picker"),
    (AnyButton(), OKAY, {"also": (END,)}, "'end' cannot share its picker"),
    (Table(), ONE, {"also": (Decision("die", Chance(), ONE),)}, "'die' cannot share its picker"),
    (Table(), ONE, {"also": (Decision("foe", Opponent(2), ONE, limit=2.0),)}, "'foe' cannot share"),
    (Table(), ONE, {"also": (HIDDEN,)}, "'hidden' is open beside it; remove its also"),
    (Table(), ONE, {"also": (SLOW,)}, "'slow' is open beside it"),
    (Table(), ONE, {"also": (NESTED,)}, "'nested' is open beside it"),
    (Table(), ONE, {"also": (SHOW,)}, "'show' is open beside it"),
    (Chance(), ONE, {"also": (END,)}, "a die is thrown at once; remove also"),
    (Pad(3), OneOf((0, 5)), {"also": (THIRD,)}, "give it to Table"),
    (Table(), ONE, {"also": (END, END)}, "two open decisions have the same name"),
    (RACE, SEATS, {"also": (Decision("one", Seat(1), ONE),)}, "one pad button would answer two decisions"),
    (Table(), ONE, {"on_request": (LATE,)}, "give it to Table, Seat or First"),
    (Table(), ONE, {"on_request": (CALL,)}, "give it to Table, Seat or First"),
    (Table(), ONE, {"on_request": (NESTED,)}, "'nested' is opened by itself"),
    (Table(), ONE, {"on_request": (END, END)}, "two requests have the same name"),
)


@pytest.mark.parametrize(("who", "domain", "more", "why"), REFUSED, ids=str)
def test_what_no_picker_can_serve_is_refused(
    who: Who, domain: Domain, more: dict[str, Any], why: str
) -> None:
    with pytest.raises(Unservable) as refused:
        made(who, domain, **more)
    assert str(refused.value).startswith("Decision 'it': ")
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("why", "on_request"), [(why, more["on_request"]) for *_, more, why in REFUSED if "on_request" in more]
)
def test_what_is_offered_later_is_held_to_the_same(why: str, on_request: tuple[Decision, ...]) -> None:
    with pytest.raises(Unservable, match=f"^Decision 'it': .*{why}"):
        made(Table(), ONE).offering(on_request)


def test_what_is_offered_later_makes_the_same_decision_and_changes_none() -> None:
    plain = made(Table(), ONE, remind=60.0, also=(THIRD,))
    assert plain.offering((END,)) == made(Table(), ONE, remind=60.0, also=(THIRD,), on_request=(END,))
    assert plain.on_request == ()


WHOS: tuple[Who, ...] = (
    *(Table(), Seat(1), Seat(3), RACE, First((1, 2), "hold-down"), BOTH),
    *(Chance(), Clock(), Opponent(2), Pad(3), AnyButton()),
)
DOMAINS: tuple[Domain, ...] = (
    *(OKAY, THUMBS, SEATS, ONE, NONE, OneOf((1, 2, "pass")), OneOf((0, 1, 2))),
    *(Number(-2, 2), Number(1, 3, 2), Number(1, 3), BALLOT, MARKS, PerSeat(("1", "2"), THUMBS)),
    *(PerSeat(("1", "2"), OneOf(("a", "b", "c")), True), PerSeat(("1", "2"), OneOf((2, 1)), True)),
    PerSeat(("1", "2"), Number(0, 2), True),
)
BESIDE = (
    *(END, LATE, THIRD, MANY, HIDDEN, CALL, NESTED, Decision("thumb", Table(), THUMBS)),
    *(Decision("race", First((1, 2), "hold-down"), SEATS), Decision("own", Seat(1), OneOf((1, "pass")))),
)
TIMETABLES = ((), WINDOW, NAMES, DEAF, WINDOW[:2])
ALSO = ((), *((one,) for one in BESIDE), (END, LATE))
ON_REQUEST = ((), (END,), (HIDDEN, THIRD), (LATE,))


def servable() -> Iterator[Decision]:
    """Every combination that is not refused."""
    for who, domain, secret, beats in product(WHOS, DOMAINS, (False, True), TIMETABLES):
        for limit, also, on_request in product((None, 9.0), ALSO, ON_REQUEST):
            with suppress(Unservable):
                yield Decision(
                    "it", who, domain, secret, beats=beats, limit=limit, also=also, on_request=on_request
                )


ACCEPTED = tuple(servable())
ANY = st.one_of(st.sampled_from(ACCEPTED), DECISIONS)


def values(domain: Domain) -> Iterator[JSON]:
    """Every value of a domain; for PerSeat nobody, each seat alone, and all with the same value."""
    if isinstance(domain, OneOf):
        yield from domain.options
    elif isinstance(domain, Number):
        yield from range(domain.lo, domain.hi + 1)
    else:
        yield {}
        for one in values(domain.each):
            yield from ({key: one} for key in domain.keys)
            yield dict.fromkeys(domain.keys, one)


def enterable(decision: Decision) -> None:
    """Assert that every value of every open decision, and of those on request, can be entered."""
    for answered in (*decision.open(), *decision.on_request):
        if isinstance(answered.who, Chance | Clock | Opponent):
            continue
        opened = answered if answered in decision.on_request else decision
        for value in values(answered.domain):
            choice = Choice(answered.name, value)
            for panel in (False, True):
                assert press(opened, presses(decision, choice, panel=panel)) == choice


GESTURES = st.builds(
    Gesture,
    st.integers(0, 5),
    st.sampled_from(("up", "down", "ok", "back", "repeat")),
    st.sampled_from(("press", "tap", "hold", "repeat")),
    st.floats(0.0, 9.0),
    st.integers(0, 4),
    st.integers(0, 30),
)


def test_all_kinds_of_deciders_are_served() -> None:
    assert {type(one.who) for one in ACCEPTED} == {type(who) for who in WHOS}
    assert any(one.also and one.on_request for one in ACCEPTED)


@pytest.mark.parametrize("who", WHOS, ids=str)
def test_every_value_of_what_is_not_refused_can_be_entered(who: Who) -> None:
    for decision in ACCEPTED:
        if decision.who == who:
            enterable(decision)


@given(DECISIONS)
@example(made(Table(), ONE, also=(Decision("thumb", Table(), THUMBS),)))
@example(made(BOTH, PerSeat(("1", "2"), OneOf((2, 1)), True), beats=STRAY))
def test_every_value_of_any_decision_can_be_entered(decision: Decision) -> None:
    enterable(decision)


@given(ANY, st.lists(GESTURES, max_size=30))
@settings(max_examples=400)
def test_whatever_is_pressed_makes_a_legal_choice_or_none(decision: Decision, pressed: list[Gesture]) -> None:
    for opened in (decision, *decision.on_request):
        if isinstance(opened.who, Chance):
            continue
        picker = open_picker(opened)
        for gesture in pressed:
            if picker is not None and picker.choice is None:
                picker = picker.on(gesture)
        choice = picker and (picker.choice or picker.at_end())
        if choice:
            opened.demand(choice)
