"""The council: a ruling each, where effects meet and the rulebook leaves it open.

Told to players in docs/gotterdammerung.md.
"""

from __future__ import annotations

from typing import Any

import pytest

from gm_appliance.games.gotterdammerung.events import (
    Banished,
    CouncilEnds,
    Counted,
    Protected,
    Spared,
)
from tests.games.pantheon import Pantheon


def kinds(told: list[Any]) -> list[type]:
    return [type(event) for event in told]


# ---------------------------------------------------------------- votes that meet


@pytest.mark.parametrize(
    ("down", "total"),
    [((), 0), (("balder",), 1 + 1 + 2), (("freya",), 0), (("freya", "balder"), 1 + 1 + 2)],
)
def test_with_balders_card_on_freya_her_two_follow_her_turned_vote(down: tuple[str, ...], total: int) -> None:
    party = Pantheon("balder", "freya", "hel")
    party.until("", balder="freya", freya=1)
    counted = party.count(1, *down)
    assert counted.down == total
    assert counted.down + counted.up == len(party.view.seats) + 2


def test_freyas_and_balders_cards_on_one_holder_both_apply() -> None:
    party = Pantheon("balder", "freya", "hel")
    party.until("", balder=1, freya=1)
    assert party.count(1, "balder", "freya").down == 1 + 1 + 1 + 2  # the accused's vote is turned too
    assert party.count(1, "freya").down == 1 + 2
    assert party.count(1, "balder").down == 1 + 1


def test_freya_without_a_vote_left_still_adds_her_two() -> None:
    party = Pantheon("thor", "freya", "hel", "niord")
    party.until("", thor="freya", niord="freya", freya=1)
    assert party.weight("freya") == 0
    assert party.count(1, "freya").down == 2


def test_balder_without_a_vote_left_still_turns_his_holder() -> None:
    party = Pantheon("thor", "balder", "hel", "niord")
    party.until("", thor="balder", niord="balder", balder=1)
    assert party.weight("balder") == 1  # not his own, the Valkyrie's
    assert party.count(2, 1).down == 0


def test_the_count_names_each_card_with_what_it_changed() -> None:
    party = Pantheon("sif", "thor", "heimdall", "balder", "freya")
    party.until("", sif=1, thor=2, heimdall=3, balder="freya", freya=4)
    counted = party.count(4, "balder", 1, 2)
    told = {(one.card, party.name(one.seat), one.thumb, one.votes) for one in counted.modifiers}
    assert told == {
        ("balder", "freya", "down", 0),
        ("sif", 1, "down", 1),
        ("thor", 2, "down", -1),
        ("heimdall", 3, "up", 1),
        ("freya", "freya", "down", 2),
    }
    assert (counted.raw_down, counted.raw_up) == (3, 7)
    assert (counted.down, counted.up) == (1 + 2 + 0 + 1 + 2, 5 + 2)


# ---------------------------------------------------------------- the council


def everybody(party: Pantheon) -> tuple[Any, ...]:
    return tuple(party.name(seat) for seat in party.view.seats)


def test_the_holder_of_dvalins_card_voted_down_stays_and_one_other_accusation_follows() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    told = party.ballot(1, *everybody(party))
    assert Protected(party.seat(1)) in told
    assert Spared not in kinds(told)
    assert Banished not in kinds(told)
    assert party.below == set()
    assert party.open == "council.accuse"
    assert 1 not in party.accusable(2)
    told = party.ballot(2, *everybody(party))
    assert Banished(party.seat(2), "council") in told
    assert party.open == "conspiracy"


def test_the_holder_of_dvalins_card_voted_down_second_ends_the_council() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    party.ballot(2)
    told = party.ballot(1, *everybody(party))
    assert kinds(told).index(Protected) < kinds(told).index(CouncilEnds)
    assert CouncilEnds("second") in told
    assert party.below == set()


def test_a_spared_holder_of_dvalins_card_is_simply_spared() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    told = party.ballot(1)
    assert Spared(party.seat(1), tie=False) in told
    assert Protected not in kinds(told)


def test_the_holder_of_tyrs_card_accuses_supports_and_votes() -> None:
    party = Pantheon("tyr", "saga", "hel")
    party.until("", tyr=1)
    party.talk().to_vote(party.seat(2), accuser=party.seat(1), supporter=party.seat("tyr"))
    assert str(party.seat(1)) in getattr(party.decision().domain, "keys", ())


def test_tyrs_card_frees_for_this_council_alone() -> None:
    party = Pantheon("tyr", "saga", "hel")
    party.until("", tyr=1)
    assert 1 not in party.accusable(2)
    party.talk().begin_round()
    party.until("")
    assert 1 in party.accusable(2)


def test_a_council_in_which_nobody_can_be_accused_ends_by_itself() -> None:
    """Two are left in Asgard: one has Tyr's card, and after the other is spared there is nobody."""
    party = Pantheon("tyr", "saga", "hel", valkyries=4, conspirators=("hel", 4))
    for who in ("odin", "tyr", "saga", 1, 2, "hel"):
        assert party.play.outcome is None
        party.banish(who)
        party.begin_round()
    party.until("", tyr=4)
    told = party.ballot(3)
    assert kinds(told).count(CouncilEnds) == 1
    assert CouncilEnds("nobody") in told
    assert party.open == "conspiracy"


def test_the_accused_votes_too_and_extra_votes_go_the_same_way() -> None:
    party = Pantheon("sif", "heimdall", "hel")
    party.until("", sif=1, heimdall=1)
    counted = party.count(1)
    assert (counted.down, counted.up) == (0, 7 + 3)


def test_where_the_accused_does_not_vote_its_extra_votes_do_not_count() -> None:
    party = Pantheon("sif", "heimdall", "hel", accused_votes="no")
    party.until("", sif=1, heimdall=1)
    counted = party.count(1)
    assert (counted.raw_up, counted.up, counted.modifiers) == (7, 7, ())


def test_where_the_accused_does_not_vote_balder_has_nothing_to_turn_there() -> None:
    party = Pantheon("balder", "saga", "hel", accused_votes="no")
    party.until("", balder=1)
    counted = party.count(1, "balder")
    assert (counted.down, counted.up, counted.modifiers) == (1, 6, ())


def test_where_the_accused_does_not_vote_freyas_two_still_count_against_him() -> None:
    party = Pantheon("freya", "saga", "hel", accused_votes="no")
    party.until("", freya=1)
    counted = party.count(1, "freya")
    assert (counted.down, counted.up) == (3, 6)


@pytest.mark.parametrize(("thumb", "down"), [((), 0), (("balder",), 1)])
def test_an_accused_balder_who_does_not_vote_still_turns_his_holder(
    thumb: tuple[str, ...], down: int
) -> None:
    party = Pantheon("balder", "saga", "hel", accused_votes="no")
    party.until("", balder=1)
    counted = party.count("balder", *thumb)
    assert (counted.down, counted.up) == (down, 7 - down)
    assert counted.raw_down == 0  # his thumb is shown, not counted


def test_an_accused_balder_whose_card_is_at_home_is_not_asked() -> None:
    party = Pantheon("balder", "saga", "hel", accused_votes="no")
    party.until("")
    party.talk().to_vote(party.seat("balder"))
    assert str(party.seat("balder")) not in getattr(party.decision().domain, "keys", ())


def test_an_accused_balder_turns_freya_and_her_two() -> None:
    party = Pantheon("balder", "freya", "hel", accused_votes="no")
    party.until("", balder="freya", freya="balder")
    assert party.count("balder", "balder").down == 1 + 2
    assert party.count("balder", "freya").down == 0


def test_a_tie_by_cards_spares() -> None:
    party = Pantheon("freya", "saga", "hel", "sif", valkyries=4)
    party.until("", freya=1, sif=2)
    # Nine thumbs, Sif's one and Freya's two: twelve votes, six each way.
    told = party.ballot(1, "freya", "sif", "saga", 3)
    counted = next(event.count for event in told if isinstance(event, Counted))
    assert (counted.down, counted.up) == (6, 6)
    assert Spared(party.seat(1), tie=True) in told
