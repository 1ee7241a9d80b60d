"""The score pad's rules: against the paper implementation, and by hand where that does not look."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from gm_appliance.core.game import (
    JSON,
    BadOption,
    Choice,
    Domain,
    Number,
    OneOf,
    Outcome,
    Seat,
    Table,
    Who,
)
from gm_appliance.core.play import Play
from gm_appliance.core.standings import standings
from gm_appliance.core.values import replace
from gm_appliance.games.scorepad import SCOREPAD, flow
from gm_appliance.games.scorepad.events import Corrected, Ended
from gm_appliance.games.scorepad.model import CHUNK, Entries, Entry, ScoreView, Setup, Whose
from tests.games.scorepad_paper import AgainstPaper
from tests.tiers import long_but

AgainstPaper.TestCase.settings = settings(stateful_step_count=40)
TestAgainstPaper = pytest.mark.many(AgainstPaper.TestCase)

_corrected, _begin_round, _reached = Entries.corrected, flow.begin_round, flow._reached
_after_dealer: Any = ScoreView.after_dealer.fget  # type: ignore[attr-defined]

FAULTS: dict[str, tuple[Any, str, Any]] = {
    "a correction hits another line": (
        Entries,
        "corrected",
        lambda self, at, points: _corrected(self, 0, points),
    ),
    "an entry that is moved keeps its seat": (Entries, "moved", lambda pad, at, seat: pad),
    "a deleted entry stays": (Entries, "deleted", lambda pad, at: pad),
    "a forgotten entry is written last": (Entries, "inserted", Entries.written),
    "the dealer begins": (ScoreView, "after_dealer", property(lambda view: _after_dealer(view)[::-1])),
    "a player who left is asked": (ScoreView, "playing", ScoreView.seats),
    "the fewest points never win": (ScoreView, "standings", property(lambda view: standings(view.totals))),
    "the target is one more": (flow, "_at_target", lambda target, view: max(view.entries.totals) > target),
    "the last round is played twice": (
        *(flow, "_reached"),
        lambda view: _reached(replace(view, round=view.round - 1)),
    ),
    "the deal stays": (flow, "begin_round", lambda pad, number, dealer: _begin_round(pad, number, 1)),
}

_ON: tuple[tuple[str, JSON], ...] = (("entry.points", 9), ("reached.target", "on"))

EVENINGS: dict[str, tuple[str, tuple[tuple[str, JSON], ...]]] = {
    "a round is over after the table went on": ("free", (("free.who", 1), *_ON, ("free.who", "round"))),
    "asking stops after the table went on": (
        "round",
        (("entry.points", 0), ("entry.points", 0), *_ON, ("follow.stop", "stop"), ("free.who", "round")),
    ),
    "everybody is asked, and nobody is left to ask": (
        "free",
        (
            *(("free.who", 1), ("entry.points", 0), ("free.who", 2), ("entry.points", 0)),
            *(("free.who", 3), *_ON, ("follow.again", "follow")),
        ),
    ),
    "a correction is corrected back": (
        "free",
        (
            *(("free.who", 3), *_ON, ("free.who", "correct"), ("correct.round", 1), ("correct.who", 3)),
            *(("correct.how", "points"), ("correct.points", 1), ("free.who", "correct")),
            *(("correct.round", 1), ("correct.who", 3), ("correct.how", "points"), ("correct.points", 9)),
            ("free.who", "round"),
        ),
    ),
    "a new player scores after the table went on": (
        "free",
        (
            *(("free.who", 2), *_ON, ("somebody.comes", "new"), ("join.name", ""), ("join.points", 0)),
            *(("free.who", 4), ("entry.points", 1), ("reached.target", "on"), ("free.who", "round")),
        ),
    ),
    "the dealer leaves where the target is reached": (
        "free",
        (
            *(("free.who", 2), ("entry.points", 0), ("free.who", "round"), ("free.who", "correct")),
            *(("correct.round", 1), ("correct.who", 3), ("correct.points", 9), ("somebody.leaves", 2)),
        ),
    ),
    "who was to get points leaves after somebody over the target came back": (
        "free",
        (
            *(("free.who", 3), *_ON, ("somebody.leaves", 3), ("free.who", 1), ("entry.points", 0)),
            *(("free.who", 2), ("somebody.comes", 3), ("somebody.leaves", 2)),
        ),
    ),
    "the dealer leaves while another was to get points": (
        "free",
        (("free.who", 2), ("somebody.leaves", 1), ("entry.points", 3)),
    ),
}
"""Evenings of three to 9 points on whose end the pad and the paper once disagreed: the mode, the choices."""


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_pad_and_the_paper_agree_on_the_end(evening: str) -> None:
    mode, choices = EVENINGS[evening]
    both = AgainstPaper()
    both.begin(players=3, mode=mode, wins="highest", until="target", given=9, below=False)
    for name, value in (("dealer.first", 1), *choices):
        both.take(name, value)
        both.same_numbers()
        both.same_round_and_dealer()
        both.asked_in_turn()
        both.over_when_the_paper_says_so()
    both.teardown()


@pytest.mark.parametrize("fault", long_but(FAULTS, ["an entry that is moved keeps its seat"]))
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    looks = settings(
        max_examples=300, stateful_step_count=40, phases=(Phase.generate,), report_multiple_bugs=False
    )
    with pytest.raises(AssertionError):
        run_state_machine_as_test(AgainstPaper, settings=looks)


def same_entries(entries: Entries, listed: list[Entry], rng: Random) -> None:
    """Assert that both read the same in every way."""
    assert list(entries) == listed
    assert len(entries) == len(listed)
    assert entries.last_round == (listed[-1].round if listed else 0)
    assert entries.rounds == tuple(sorted({one.round for one in listed}, reverse=True))
    assert entries.totals == tuple(sum(one.points for one in listed if one.seat == s) for s in (1, 2, 3))
    for at in (rng.randint(-len(listed), len(listed) - 1) for _ in range(5 if listed else 0)):
        assert entries[at] == listed[at]
        assert entries[at:] == tuple(listed[at:])
    for wrong_place in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            entries[wrong_place]


def changed(entries: Entries, listed: list[Entry], rng: Random) -> Entries:
    """Correct, move, delete or insert a random entry, in the list too."""
    at, number = rng.randrange(len(listed)), rng.randint(-9, 9)
    match rng.choice(("points", "seat", "none", "more")):
        case "points":
            listed[at] = replace(listed[at], points=number)
            return entries.corrected(at, number)
        case "seat":
            listed[at] = replace(listed[at], seat=abs(number) % 3 + 1)
            return entries.moved(at, listed[at].seat)
        case "none":
            del listed[at]
            return entries.deleted(at)
    more = Entry(listed[at].round, 1, number)
    last = max(place for place, one in enumerate(listed) if one.round == more.round)
    listed.insert(last + 1, more)
    return entries.inserted(more)


@given(st.integers(0, 2**32), st.integers(0, 3 * CHUNK + 1))
@settings(max_examples=30)
def test_entries_read_like_a_list_and_never_change(seed: int, count: int) -> None:
    rng = Random(seed)
    entries, listed, number = Entries((0, 0, 0)), list[Entry](), 1
    before: list[tuple[Entries, list[Entry]]] = []
    for _ in range(count):
        before.append((entries, list(listed)))
        if listed and rng.random() < 0.3:
            entries = changed(entries, listed, rng)
        else:
            number += rng.random() < 0.3
            listed.append(Entry(number, rng.randint(1, 3), rng.randint(-9, 9)))
            entries = entries.written(listed[-1])
    for kept, as_it_was in (*rng.sample(before, min(10, count)), (entries, listed)):
        same_entries(kept, as_it_was, rng)
    view = ScoreView(Setup(3, "free", "highest", "none", 0, 0), Whose(), entries)
    for seat in view.seats:
        places = [at for at, one in enumerate(listed) if (one.round, one.seat) == (number, seat)]
        assert list(view.places_of(number, seat)) == places


def pad(*points: int, **options: JSON) -> Play:
    """A pad, by default of three, dealt by player 1, with these points entered starting at player 2."""
    play = Play(SCOREPAD, SCOREPAD.complete({"players": 3, **options}))
    return choose(play, ("dealer.first", 1), *(("entry.points", one) for one in points))


def choose(play: Play, *choices: tuple[str, JSON]) -> Play:
    for one, value in choices:
        play.take(Choice(one, value))
    return play


def free(play: Play, *entries: tuple[int, int]) -> Play:
    for seat, points in entries:
        choose(play, ("free.who", seat), ("entry.points", points))
    return play


def name(play: Play) -> str:
    return play.decision.name if play.decision else "over"


def domain(play: Play) -> Domain:
    assert play.decision is not None
    return play.decision.domain


def told(play: Play) -> list[object]:
    return [event for event, _view in play.events]


def wrong(number: int, seat: int) -> tuple[tuple[str, JSON], ...]:
    return (("correct.round", number), ("correct.who", seat))


def test_the_outcome_has_the_points_of_each_round() -> None:
    play = choose(
        pad(1, 1, 1, until="rounds", rounds=2), ("round.next", "next"), *((("entry.points", 1),) * 3)
    )
    choose(play, ("reached.rounds", "end"), ("final.read", "done"))
    once: JSON = {"1": 1, "2": 1, "3": 1}
    facts: dict[str, JSON] = {"totals": {"1": 2, "2": 2, "3": 2}, "rounds": 2, "by_round": [once, once]}
    assert play.outcome == Outcome((1, 2, 3), "rounds", facts)


def test_a_correction_offers_the_last_round_first_and_starts_from_the_entry() -> None:
    play = choose(free(pad(mode="free"), (2, 5), (2, 6)), ("free.who", "round"))
    choose(free(play, (3, 5)), ("free.who", "correct"))
    assert domain(play) == OneOf((2, 1, "back"))
    choose(play, *wrong(1, 2))
    assert domain(play) == OneOf((1, 2, "back"))
    choose(play, ("correct.entry", 2), ("correct.how", "points"))
    assert domain(play) == Number(-999_999, 999_999, 6)
    choose(play, ("correct.points", -6))
    assert told(play) == [Corrected(1, 2, 6, -6, -1)]


def test_without_entries_there_is_nothing_to_correct_and_nobody_wins() -> None:
    play = pad(mode="free")
    assert not domain(play).contains("correct")
    choose(play, ("free.who", "end"), ("end.confirm", "back"))
    assert name(play) == "free.who"
    choose(play, ("free.who", "end"), ("end.confirm", "end"))
    assert told(play) == [Ended("ended", ())]


@pytest.mark.parametrize(
    ("play", "offered"),
    [
        (pad(players=2), {"somebody.comes": ("new",), "follow.stop": ("stop",)}),
        (pad(players=15, mode="free"), {"somebody.leaves": tuple(range(1, 16)), "follow.again": ("follow",)}),
        (choose(pad(), ("somebody.leaves", 3)), {"somebody.comes": ("new", 3), "follow.stop": ("stop",)}),
    ],
)
def test_at_least_two_play_at_most_fifteen_and_a_player_who_left_can_come_back(
    play: Play, offered: dict[str, tuple[int | str, ...]]
) -> None:
    assert play.decision is not None
    assert {one.name: getattr(one.domain, "options", ()) for one in play.decision.on_request} == offered


@pytest.mark.parametrize("options", [{"target": 5}, {"rounds": 5}, {"until": "target", "rounds": 5}])
def test_a_number_without_effect_is_refused(options: dict[str, JSON]) -> None:
    with pytest.raises(BadOption, match=r"= 5 has no effect with players = 3, .*until = '"):
        pad(**options)


@pytest.mark.parametrize(
    ("until", "number"), [("none", {}), ("target", {"target": 100}), ("rounds", {"rounds": 10})]
)
def test_only_the_number_that_ends_the_game_is_an_option(until: str, number: dict[str, JSON]) -> None:
    complete = SCOREPAD.complete({"until": until})
    assert complete == {
        **{"players": 4, "mode": "round", "enters": "all", "wins": "highest", "until": until},
        **number,
    }
    assert SCOREPAD.complete(complete) == complete


@pytest.mark.parametrize(
    ("enters", "first", "then"),
    [("all", Table(), Table()), ("keeper", Seat(3), Seat(3)), ("each", Seat(2), Seat(1))],
)
def test_points_are_entered_at_the_box_by_a_keeper_or_by_each(enters: str, first: Who, then: Who) -> None:
    """After the round whoever dealt it goes on."""
    keeper: dict[str, JSON] = {"keeper": 3} if enters == "keeper" else {}
    play = Play(SCOREPAD, SCOREPAD.complete({"players": 4, "enters": enters, **keeper}))
    play.take(Choice("dealer.first", 1))
    assert play.decision
    assert play.decision.who == first
    for _ in range(4):
        play.take(Choice("entry.points", 7))
    assert play.decision.who == then
