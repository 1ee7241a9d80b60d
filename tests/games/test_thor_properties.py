"""Thor's rules in random rounds, against a referee and a score that share no code with the package."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import Choice
from gm_appliance.core.play import Play
from gm_appliance.games.thor import THOR, cards, live, model, sheets
from gm_appliance.games.thor.model import Will
from tests.games import plain_thor as plain
from tests.games.thor_rounds import LIVE, Beside, Chooser, Options, at_random, enter, for_long, named


def same_either_way(options: Options, seed: int, choose: Chooser = at_random) -> dict[str, Any]:
    """Follow a random round, and enter it at its end: both must score as the referee does."""
    beside = Beside(options, Random(seed), choose)
    ended = beside.run()
    expected = tuple(plain.points(ended, beside.floor).values())
    assert beside.play.view.points == (expected,)
    told = {name: value for name, value in options.items() if name != "last_card"}
    entered = Play(THOR, THOR.complete({**told, "mode": "final"}))
    entered.take(Choice("first.who", 1))
    enter(entered, ended, beside.floor)
    assert entered.view.points == (expected,)
    for play in (beside.play, entered):
        play.take(Choice("match.over", "done"))
        assert play.decision is None
        best = max(expected)
        winners = tuple(seat for seat, points in enumerate(expected, 1) if points == best)
        assert play.outcome is not None
        assert play.outcome.winners == winners
    return ended


@pytest.mark.many
@pytest.mark.parametrize("options", LIVE, ids=named)
def test_a_round_scores_the_same_followed_entered_and_counted_by_hand(options: Options) -> None:
    for seed in range(3):
        same_either_way(options, seed)
        same_either_way(options, seed, for_long)


@pytest.mark.long
@pytest.mark.parametrize("options", LIVE, ids=named)
def test_thousands_of_rounds_score_the_same(options: Options) -> None:
    """10,000 over all combinations, half of them prolonged."""
    each = -(-10_000 // len(LIVE))
    for seed in range(each):
        same_either_way(options, 1000 + seed, for_long if seed % 2 else at_random)


_worth, _laid, _take = sheets.worth, sheets.laid, live.take


def _never_below(offer: Any, card: str = "", *, floor: bool = False) -> int:
    return _worth(offer, card, floor=True)


def _first_offers(setup: Any, board: Any) -> Any:
    return _laid(setup, board._replace(offers=tuple(offers[:1] for offers in board.offers)))


def _from_stack_only(board: Any, seat: int, at: int, number: int) -> Any:
    return _take(board, seat, at, number)._replace(hands=board.hands)


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "a value never falls below zero": (sheets, "worth", _never_below),
    "the first offers count, not the last": (sheets, "laid", _first_offers),
    "a card taken goes nowhere": (live, "take", _from_stack_only),
    "Three Gifts are worth two": (sheets, "GIFT_POINTS", 2),
    "Favorable Times brings three": (cards, "AT_ONCE", 3),
    "Cry from Valhalla is not heard": (model, "CRY", "none"),
    "Vanirs' Oath is not sworn": (model, "OATH", "none"),
    "Three Gifts can be placed": (live, "placeable", Will.unseen),
    "there are six cards of each god": (sheets, "COPIES", 6),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    options = next(one for one in LIVE if one["players"] == 4 and one["will_of_thor"] == "yes")
    with pytest.raises(AssertionError):
        _all_agree(options, 100)


def _all_agree(options: Options, rounds: int) -> None:
    for seed in range(rounds):
        same_either_way(options, seed, for_long)
