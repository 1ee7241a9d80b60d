"""Properties of every game of Götterdämmerung, in random play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import JSON, Choice, Decision, IllegalChoice, Number, OneOf, PerSeat, Seat
from gm_appliance.core.play import Play
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.gotterdammerung.model import CONSPIRE, DECKS
from tests.games.gotterdammerung import random_choice, random_play

pytestmark = pytest.mark.many

SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(7, 15)
SEATINGS = st.sampled_from(("spread", "choose"))
STEPS = st.integers(0, 150)


# Seats, pads, deal, the factions at pads and then alone, twice; a trial already under way.
SETUP_AT_MOST = 2 + 15 + 1 + 2 * (2 + 15) + 17
ROUND_AT_MOST = 2 + 2 + 3 + 1 + 1 + 3  # night and die, dice, gods, look, the council closed, calls


def towards_the_end(decision: Decision, players: int) -> Choice:
    """A choice that brings the end nearer: everybody marks the same seat each night, no council accuses."""
    name = decision.name
    if name == "setup.factions":
        assert isinstance(decision.domain, PerSeat)
        them = {str(seat) for seat in range(1, DECKS[players][CONSPIRE] + 1)}
        return Choice(name, {key: "conspire" if key in them else "protect" for key in decision.domain.keys})
    if name == "setup.faction":
        assert isinstance(decision.who, Seat)
        return Choice(name, "conspire" if decision.who.seat <= DECKS[players][CONSPIRE] else "protect")
    if name == "conspiracy":
        assert isinstance(decision.domain, PerSeat)
        assert isinstance(decision.domain.each, OneOf)
        return Choice(name, dict.fromkeys(decision.domain.keys, decision.domain.each.options[0]))
    if name == "council.vote":
        assert isinstance(decision.domain, PerSeat)
        return Choice(name, dict.fromkeys(decision.domain.keys, "down"))
    if name == "council.accuse":
        return Choice("council.close", "close")
    if name == "council.support":
        return Choice("council.drop", "drop")
    if isinstance(decision.domain, Number):
        return Choice(name, decision.domain.lo)
    assert isinstance(decision.domain, OneOf)
    options = decision.domain.options[1:] if name == "setup.pad" else decision.domain.options
    return Choice(name, "pass" if "pass" in options else options[0])


@given(SEEDS, PLAYERS, SEATINGS, STEPS)
@settings(max_examples=120)
def test_from_every_state_an_end_is_within_reach(seed: int, players: int, seating: str, steps: int) -> None:
    # Nobody leaves: with all conspirators gone, no night would banish anybody.
    play = random_play(Random(seed), steps, on_request=0, players=players, seating=seating)
    begun = len(play.taken)
    while play.decision is not None:
        choice = towards_the_end(play.decision, players)
        if choice.name == "end.called":
            lost = sum(place.below for place in play.view.places) > players - 2
            choice = Choice(choice.name, "conspire" if lost else "on")
        play.take(choice)
        # Every night banishes somebody, and one faction is gone before the last player in Asgard is.
        assert len(play.taken) - begun <= SETUP_AT_MOST + ROUND_AT_MOST * (players - 1)
    assert play.outcome is not None


def test_a_refusal_does_not_repeat_a_secret_value() -> None:
    play = random_play(Random(1), 1)
    with pytest.raises(IllegalChoice) as refused:
        play.take(Choice("setup.factions", {"1": "a secret"}))
    assert "a secret" not in str(refused.value)


@given(SEEDS, PLAYERS, STEPS)
@settings(max_examples=60)
def test_two_deals_that_publish_the_same_are_asked_and_told_the_same(
    seed: int, players: int, steps: int
) -> None:
    """Seats 1 and 2 exchange their cards; all other presses are equal, and everybody marks the same seat."""
    rng = Random(seed)
    plays = [Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete({"players": players})) for _ in range(2)]
    for _ in range(steps):
        one, other = plays
        if one.decision is None or other.decision is None:
            break
        assert (one.view, one.decision, one.can_undo()) == (other.view, other.decision, other.can_undo())
        for play, choice in zip(plays, exchanged(one, rng), strict=True):
            play.take(choice)
        if one.outcome is None and other.outcome is None:
            assert one.events == other.events
            assert repr(one.view) == repr(other.view)


def _told_at_pads(deal: dict[int, str], keys: Any) -> dict[str, JSON]:
    return {key: deal.get(int(key), "protect") for key in keys}


def exchanged(play: Play, rng: Random) -> tuple[Choice, Choice]:
    """The next choice in both plays: the same except for the cards of seats 1 and 2."""
    assert play.decision is not None
    choice = random_choice(play.decision, play.view, rng)
    conspirators = DECKS[len(play.view.places)][CONSPIRE]
    # Seat 1 conspires in one play, seat 2 in the other, and the last seats in both.
    cards = {1: "conspire", **dict.fromkeys(play.view.seats[1 - conspirators :], "conspire")}
    swapped = {**cards, 1: "protect", 2: "conspire"}
    if choice.name == "setup.factions":
        thumbs: Any = choice.value
        one, other = (_told_at_pads(deal, thumbs) for deal in (cards, swapped))
        return Choice(choice.name, one), Choice(choice.name, other)
    if choice.name == "setup.faction":
        assert isinstance(play.decision.who, Seat)
        first, second = (deal.get(play.decision.who.seat, "protect") for deal in (cards, swapped))
        return Choice(choice.name, first), Choice(choice.name, second)
    if choice.name == "conspiracy":
        # Nobody is marked unless both can mark; otherwise it would matter which of them conspires.
        all_can = {1, 2} <= set(play.view.padded)
        mark = rng.choice((0, *play.view.asgard)) if all_can else 0
        everybody: dict[str, JSON] = {str(seat): mark for seat in play.view.padded if mark}
        choice = Choice(choice.name, everybody)
    return choice, choice
