"""The score pad when something changes in the middle: entries that go elsewhere, people who come and go."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import Choice, Number, OneOf, Plain
from gm_appliance.core.play import Play
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.games.scorepad.events import EntryDeleted, EntryMoved, PlayerJoins, PlayerLeaves


def choose(play: Play, *choices: tuple[str, Plain]) -> Play:
    for one, value in choices:
        play.take(Choice(one, value))
    return play


def pad(*points: int, **options: Plain) -> Play:
    """A pad of three, which player one deals; with these points entered from player two on."""
    play = choose(Play(SCOREPAD, SCOREPAD.complete({"players": 3, **options})), ("dealer.first", 1))
    return choose(play, *(("entry.points", one) for one in points))


def name(play: Play) -> str:
    return play.decision.name if play.decision else "over"


def totals(play: Play) -> list[int]:
    return list(play.view.totals.values())


def told(play: Play) -> list[object]:
    return [event for event, _view in play.events]


def on_the_side(play: Play) -> dict[str, tuple[int | str, ...]]:
    assert play.decision is not None
    return {one.name: one.domain.options for one in play.decision.on_request if isinstance(one.domain, OneOf)}


WRONG: tuple[tuple[str, Plain], ...] = (("round.next", "correct"), ("correct.round", 1), ("correct.who", 3))

# ---------------------------------------------------------------- the first deal


@pytest.mark.parametrize("mode", ["round", "free"])
def test_who_deals_first_is_asked_before_all_else(mode: str) -> None:
    play = Play(SCOREPAD, SCOREPAD.complete({"players": 3, "mode": mode}))
    assert name(play) == "dealer.first"
    choose(play, ("dealer.first", 2))
    assert (play.view.dealer, play.view.round) == (2, 1)
    if mode == "round":
        assert play.view.phase.seats == (3, 1, 2)


# ---------------------------------------------------------------- entries


def test_an_entry_is_moved_to_another_player() -> None:
    play = choose(pad(10, 20, 30), *WRONG, ("correct.how", "move"))
    assert play.decision is not None
    assert play.decision.domain == OneOf((1, 2, "back"))
    choose(play, ("correct.to", 1))
    assert told(play) == [EntryMoved(1, 3, 1, 20, 0, 50)]
    assert (name(play), totals(play)) == ("round.next", [50, 10, 0])


def test_an_entry_is_deleted_and_one_that_was_forgotten_is_entered() -> None:
    play = choose(pad(10, 20, 30), *WRONG, ("correct.how", "delete"))
    assert told(play) == [EntryDeleted(1, 3, 20, 0)]
    assert totals(play) == [30, 10, 0]
    choose(play, *WRONG)
    assert play.decision is not None
    assert play.decision.domain == Number(-999_999, 999_999, 0)
    choose(play, ("correct.points", 21))
    assert totals(play) == [30, 10, 21]


def test_nothing_is_changed_by_going_back() -> None:
    before = pad(10, 20, 30)
    for way in ((("correct.how", "back"),), (("correct.how", "move"), ("correct.to", "back"))):
        play = choose(pad(10, 20, 30), *WRONG, *way)
        assert play.view == choose(before, ("round.next", "standings"), ("standings.read", "done")).view


def test_with_the_last_entry_deleted_nobody_wins() -> None:
    play = choose(pad(mode="free"), ("free.who", 3), ("entry.points", 7))
    choose(play, ("free.who", "correct"), *WRONG[1:], ("correct.how", "delete"))
    assert play.decision is not None
    assert not play.decision.domain.contains("correct")
    choose(play, ("free.who", "end"), ("end.confirm", "end"), ("final.read", "done"))
    assert play.outcome is not None
    assert play.outcome.winners == ()


def test_a_deletion_takes_back_what_was_reached() -> None:
    play = pad(10, 110, 12, until="target", target=100)
    choose(play, ("reached.target", "correct"), *WRONG[1:], ("correct.how", "delete"))
    assert name(play) == "round.next"


# ---------------------------------------------------------------- targets


@pytest.mark.parametrize(("wins", "winners"), [("lowest", (3,)), ("highest", (1,))])
def test_a_target_below_zero_is_reached_by_falling_to_it(wins: str, winners: tuple[int, ...]) -> None:
    play = pad(-400, -499, 30, until="target", target=-500, wins=wins)
    assert name(play) == "round.next"
    choose(play, ("round.next", "next"), *(("entry.points", one) for one in (-1, 0, 0)))
    choose(play, ("reached.target", "end"), ("final.read", "done"))
    assert play.outcome is not None
    assert play.outcome.winners == winners


def test_a_target_of_zero_ends_nothing() -> None:
    play = pad(0, 5, -5, until="target", target=0)
    assert name(play) == "round.next"


# ---------------------------------------------------------------- people


def test_somebody_joins_between_two_rounds_with_points_to_begin_with() -> None:
    play = choose(pad(10, 20, 30), ("somebody.comes", "new"))
    assert play.decision is not None
    assert (name(play), play.decision.domain) == ("join.points", Number(-999_999, 999_999, 0))
    choose(play, ("join.points", 15))
    assert told(play) == [PlayerJoins(4, 15)]
    assert (name(play), totals(play)) == ("round.next", [30, 10, 20, 15])
    choose(play, ("round.next", "next"))
    assert play.view.phase.seats == (3, 4, 1, 2)


def test_what_somebody_began_with_can_be_corrected_and_zero_is_no_entry() -> None:
    play = choose(pad(10, 20, 30), ("somebody.comes", "new"), ("join.points", 15))
    choose(play, *WRONG[:2], ("correct.who", 4), ("correct.how", "points"), ("correct.points", 5))
    assert totals(play) == [30, 10, 20, 5]
    assert len(choose(pad(10), ("somebody.comes", "new"), ("join.points", 0)).view.entries) == 1


def test_joined_in_the_middle_of_a_round_one_plays_from_the_next_on() -> None:
    play = choose(pad(10), ("somebody.comes", "new"), ("join.points", 0))
    assert (name(play), play.view.phase.seats) == ("entry.points", (3, 1))
    choose(play, ("entry.points", 0), ("entry.points", 0), ("round.next", "next"))
    assert play.view.phase.seats == (3, 4, 1, 2)


def test_whoever_leaves_is_asked_no_more_has_no_place_and_does_not_win() -> None:
    play = choose(pad(10, 20, 30, wins="lowest"), ("somebody.comes", "new"), ("join.points", 1))
    choose(play, ("somebody.leaves", 4))
    assert told(play) == [PlayerLeaves(4, 1)]
    assert [one.seats for one in play.view.standings] == [(2,), (3,), (1,)]
    choose(play, ("round.next", "next"))
    assert play.view.phase.seats == (3, 1, 2)
    for _ in range(3):
        choose(play, ("entry.points", 0))
    choose(play, ("round.next", "end"), ("end.confirm", "end"), ("final.read", "done"))
    assert play.outcome is not None
    assert play.outcome.winners == (2,)
    assert play.outcome.facts["totals"] == {"1": 30, "2": 10, "3": 20, "4": 1}


def test_the_round_goes_on_without_whoever_leaves_in_its_middle() -> None:
    play = choose(pad(10), ("somebody.leaves", 3))
    assert play.view.phase.seats == (1,)
    play = choose(pad(10, 20), ("somebody.leaves", 1))
    assert (name(play), play.view.closed) == ("round.next", True)


def test_freely_whoever_was_chosen_and_leaves_is_not_asked() -> None:
    play = choose(pad(mode="free"), ("free.who", 3), ("somebody.leaves", 3))
    assert name(play) == "free.who"
    assert play.decision is not None
    assert not play.decision.domain.contains(3)


def test_the_deal_passes_over_whoever_left() -> None:
    play = choose(pad(10, 20, 30), ("somebody.leaves", 2), ("round.next", "next"))
    assert play.view.dealer == 3
    play = choose(pad(10, 20, 30), ("somebody.leaves", 1), ("round.next", "next"))
    assert play.view.dealer == 2


def test_a_dealer_who_leaves_before_anything_is_entered_hands_the_deal_on() -> None:
    play = choose(pad(), ("somebody.leaves", 1))
    assert (play.view.dealer, play.view.phase.seats) == (2, (3, 2))
    assert choose(pad(10), ("somebody.leaves", 1)).view.dealer == 1


def test_somebody_comes_back_with_the_points_of_before() -> None:
    play = choose(pad(10, 20, 30), ("somebody.leaves", 3))
    assert on_the_side(play) == {"somebody.comes": ("new", 3)}
    choose(play, ("somebody.comes", 3))
    assert told(play) == [PlayerJoins(3, 20)]
    assert play.view.playing == (1, 2, 3)


def test_two_go_on_at_least_and_fifteen_sit_at_most() -> None:
    assert on_the_side(pad(players=2)) == {"somebody.comes": ("new",)}
    assert list(on_the_side(pad(players=15))) == ["somebody.leaves"]


def test_a_target_that_only_somebody_who_left_had_reached_is_reached_no_more() -> None:
    play = choose(pad(10, 110, 12, until="target", target=100), ("somebody.leaves", 3))
    assert name(play) == "round.next"
