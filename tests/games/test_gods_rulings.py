"""Where effects of gods meet: a case for each ruling in docs/gotterdammerung.md.

`test_gods_agree` checks every meeting in random rounds; here each ruling stands for itself.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from gm_appliance.core.game import IllegalChoice
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import events
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.gods import GODS, ActionCard
from tests.games.pantheon import Pantheon


def kinds(told: list[Any]) -> list[type]:
    return [type(event) for event in told]


# ---------------------------------------------------------------- wounds


def test_a_god_is_freed_when_its_last_wound_is_healed() -> None:
    party = Pantheon("brynhild", "thor", "idun", "skadi", "saga")
    once = deepcopy(party)
    assert events.Skipped("saga") in once.until("", brynhild="saga", thor="saga", idun="thor")
    party.until("saga", brynhild="saga", thor="saga", idun="thor", skadi="brynhild")
    assert party.by() == "saga"


def test_a_god_healed_after_its_turn_was_skipped_does_not_catch_up() -> None:
    party = Pantheon("thor", "heimdall", "skadi", "hel")
    told = party.until("", thor="heimdall", skadi="thor")
    assert [events.Skipped("heimdall"), events.Targetless("hel")] == [
        e for e in told if isinstance(e, events.Skipped | events.Targetless)
    ]
    assert party.open == "oracle.look"


def test_a_wound_after_a_god_has_acted_undoes_nothing_but_counts_for_hel_and_votes() -> None:
    party = Pantheon("sif", "thor", "hel")
    party.until("hel", odin=1, sif="odin", thor="sif")
    assert (party.lies("odin"), party.aims()) == (1, {"odin", "sif"})
    party.act("hel")
    assert (party.weight("odin"), party.weight("sif")) == (2, 0)


def test_votes_of_several_cards_add_up_and_a_removed_card_takes_its_vote_along() -> None:
    party = Pantheon("sif", "thor", "heimdall", "idun", "skadi")
    removed = deepcopy(party)
    party.until("", sif=1, thor=1, heimdall=1)
    assert party.weight(1) == 2
    removed.until("", sif=1, thor=1, heimdall=1, idun="thor", skadi="sif")
    assert removed.weight(1) == 2
    assert removed.view.cards_at(removed.seat(1)) == ("heimdall",)


def test_a_player_without_a_vote_shows_a_thumb() -> None:
    party = Pantheon("thor", "saga", "hel")
    party.until("", thor=1)
    told = party.ballot(2, 1)
    shown = next(event for event in told if isinstance(event, events.ThumbsShown))
    counted = next(event.count for event in told if isinstance(event, events.Counted))
    assert shown.thumbs[party.seat(1)] == "down"
    assert (counted.raw_down, counted.down) == (1, 0)


def test_a_weight_is_never_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the book's cards it cannot be; a harsher Thor would not turn a thumb around."""
    monkeypatch.setitem(GODS, "thor", replace(GODS["thor"], card=ActionCard(wounds=True, votes=-2)))
    party = Pantheon("thor", "saga", "hel")
    party.until("", thor=1)
    counted = party.count(2, 1, 3)
    assert (counted.down, counted.up) == (1, 6)


# ---------------------------------------------------------------- Odin's card, and cards at home


def test_odins_card_heals_nothing_and_keeps_loki_from_taking_a_wound() -> None:
    """Loki is the only god who can get it after a wound; Niörd takes it for him."""
    party = Pantheon("thor", "niord", "loki", "hel")
    party.until("hel", odin=1, thor="loki", niord="loki", loki="odin")
    assert (party.lies("odin"), party.aims()) == ("loki", {"loki"})
    party = Pantheon("brynhild", "heimdall", "loki")
    party.until("loki", odin="loki", brynhild=1, heimdall=1)
    assert party.aims() == {"heimdall", "oracle"}


def test_a_card_at_its_own_god_is_inert() -> None:
    """Neither its effect nor a target for anybody, whether it came home or never left."""
    party = Pantheon("sif", "thor", "heimdall", "balder", "freya", "tyr", "skadi", "loki", "hel")
    told = party.until("loki", odin=1, thor="heimdall", skadi="thor")
    assert events.CardRemoved("skadi", "thor", party.seat("heimdall")) in told
    assert party.aims() == {"odin", "oracle"}
    assert events.Targetless("hel") in party.act("loki")
    assert {god: party.weight(god) for god in party.gods} == dict.fromkeys(party.gods, 1)
    assert "tyr" in party.accusable("odin")
    counted = party.count("freya", "freya")
    assert (counted.down, counted.modifiers) == (1, ())


# ---------------------------------------------------------------- Loki and Skadi


def test_a_wound_loki_takes_is_his_for_hel_and_for_his_votes() -> None:
    party = Pantheon("sif", "loki", "hel")
    party.until("hel", sif=1, loki="sif")
    assert party.aims() == {"loki"}
    party.act("hel")
    assert (party.weight("loki"), party.weight(1)) == (2, 1)


def test_a_god_whose_niord_card_is_removed_or_taken_is_skipped() -> None:
    for god in ("skadi", "loki"):
        party = Pantheon("thor", "niord", god, "saga")
        aims: dict[str, Any] = {god: "niord"}
        assert events.Skipped("saga") in party.until("", thor="saga", niord="saga", **aims)


def test_a_god_healed_under_niords_card_acts_itself() -> None:
    party = Pantheon("thor", "niord", "skadi", "saga")
    party.until("saga", thor="saga", niord="saga", skadi="thor")
    assert party.by() == "saga"


# ---------------------------------------------------------------- Niörd stands in


def test_niord_chooses_for_a_wounded_god_who_is_no_target_while_he_is_one() -> None:
    party = Pantheon("thor", "niord", "tyr")
    party.until("tyr", thor="tyr", niord="tyr")
    assert (party.by(), party.aims()) == ("niord", {*party.gods, 1, 2, 3, 4} - {"tyr"})
    assert party.act("tyr", party.seat("niord"))[0] == events.CardLaid("tyr", party.seat("niord"))


def test_what_niord_takes_for_a_wounded_loki_lies_at_loki() -> None:
    party = Pantheon("thor", "niord", "heimdall", "loki")
    party.until("loki", thor="loki", niord="loki", heimdall="niord")
    assert party.aims() == {"heimdall", "oracle"}
    twin = deepcopy(party)
    assert twin.act("loki", "oracle")[0] == events.OracleSent("loki", twin.seat("loki"))
    party.act("loki", "heimdall")
    assert party.lies("heimdall") == "loki"


def test_a_wounded_hel_cannot_banish_herself() -> None:
    party = Pantheon("thor", "niord", "hel")
    told = party.until("", thor="hel", niord="hel")
    assert events.Targetless("hel") in told
    assert events.Skipped("hel") not in told


def test_niord_can_end_the_game_in_hels_place() -> None:
    party = Pantheon("brynhild", "thor", "niord", "hel", valkyries=3, conspirators=(1, 2))
    party.banish(1)
    party.begin_round()
    told = party.until("", brynhild="hel", thor=2, niord="hel", hel=2)
    assert kinds(told[-2:]) == [events.Banished, events.Won]
    assert party.play.decision is None


@pytest.mark.parametrize("holder", ["odin", 1])
def test_niords_card_without_a_turn_to_come_is_legal_and_idle(holder: str | int) -> None:
    party = Pantheon("thor", "niord", "saga")
    told = party.until("saga", thor=holder, niord=holder)
    assert events.CardLaid("niord", party.seat(holder)) in told
    assert party.by() == "saga"


def test_a_wounded_niord_stands_in_for_nobody() -> None:
    party = Pantheon("brynhild", "thor", "niord", "saga")
    told = party.until("", brynhild="niord", thor="saga")
    assert [event.god for event in told if isinstance(event, events.Skipped)] == ["niord", "saga"]


@pytest.mark.parametrize(("god", "accused", "down"), [("balder", 2, 2), ("freya", 1, 3)])
def test_a_card_niord_gives_follows_its_own_gods_thumb(god: str, accused: int, down: int) -> None:
    party = Pantheon("brynhild", "niord", god, "hel")
    aims: dict[str, Any] = {"brynhild": god, "niord": god, god: 1}
    party.until("", **aims)
    assert (party.count(accused, god).down, party.count(accused, "niord").down) == (down, 1)


# ---------------------------------------------------------------- Dvalin and Tyr


def test_dvalins_card_is_not_repeated_even_if_niord_decides() -> None:
    party = Pantheon("brynhild", "niord", "dvalin", "hel")
    party.until("", brynhild="dvalin", niord="dvalin", dvalin=1)
    party.talk().begin_round()
    party.until("dvalin")
    assert (party.by(), 1 in party.aims()) == ("dvalin", False)
    party.until("")
    party.talk().begin_round()
    party.until("dvalin", brynhild="dvalin", niord="dvalin")
    assert (party.by(), 1 in party.aims()) == ("niord", True)


@pytest.mark.parametrize(("victim", "told"), [(1, events.NobodyBanished), (2, events.Banished)])
def test_dvalins_card_keeps_its_holder_alone_at_night_without_a_reason(victim: int, told: type) -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", odin=2, dvalin=1)
    party.talk().close()
    assert kinds(party.night(party.seat(victim))) == [told]


def test_the_holder_of_dvalins_card_is_no_target_for_hel() -> None:
    party = Pantheon("thor", "brynhild", "dvalin", "hel")
    party.until("hel", thor=1, brynhild=2, dvalin=1)
    assert party.aims() == {2}


def test_the_holder_of_dvalins_card_voted_down_stays_and_one_other_can_be_accused() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    everybody = tuple(party.name(seat) for seat in party.view.seats)
    told = party.ballot(1, *everybody)
    assert events.Protected(party.seat(1)) in told
    assert not {events.Spared, events.Banished} & set(kinds(told))
    assert 1 not in party.accusable(2)
    second = deepcopy(party).ballot(2, *everybody)
    assert events.Banished(party.seat(2), "council") in second


def test_the_holder_of_dvalins_card_voted_down_second_ends_the_council() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    party.ballot(2)
    told = party.ballot(1, *(party.name(seat) for seat in party.view.seats))
    assert kinds(told).index(events.Protected) < kinds(told).index(events.CouncilEnds)
    assert party.below == set()


def test_the_holder_of_tyrs_card_cannot_be_accused_but_accuses_supports_and_votes() -> None:
    party = Pantheon("tyr", "saga", "hel")
    party.until("", tyr=1)
    assert 1 not in party.accusable(2)
    party.talk().to_vote(party.seat(2), accuser=party.seat(1), supporter=party.seat("tyr"))
    assert str(party.seat(1)) in getattr(party.decision().domain, "keys", ())


def test_at_banished_players_dvalins_and_tyrs_cards_are_idle_and_cards_of_votes_are_not() -> None:
    party = Pantheon("sif", "balder", "tyr", "dvalin", conspirators=("sif", 3, 4))
    party.banish(1)
    party.until("", sif=1, balder=1, tyr=1, dvalin=1)
    assert party.accusable(2) == {*party.gods, 3, 4}
    assert party.count(2, "balder").down == 1 + 2
    party.talk().close()
    with pytest.raises(IllegalChoice):
        party.night(party.seat(1))  # the banished are not named at night
    assert party.night(party.seat(2)) == [events.Banished(party.seat(2), "conspiracy")]


# ---------------------------------------------------------------- the Oracle


def test_saga_may_take_the_oracle_from_loki_to_herself() -> None:
    party = Pantheon("loki", "saga", "hel")
    party.until("saga", loki="oracle")
    assert party.aims() == {"odin", "saga"}
    party.act("saga", party.seat("saga"))
    assert party.oracle == "saga"


def test_the_oracle_looks_in_its_holders_world_as_it_is_after_hel() -> None:
    party = Pantheon("thor", "saga", "hel")
    party.banish(2)
    party.begin_round(1)
    party.until("", thor=1, hel=1)
    assert [party.name(seat) for seat in look_candidates(party.view)] == [2]


# ---------------------------------------------------------------- the count


@pytest.mark.parametrize(
    ("down", "total"), [((), 0), (("balder",), 1 + 1 + 2), (("freya",), 0), (("freya", "balder"), 1 + 1 + 2)]
)
def test_freyas_two_follow_her_vote_as_balder_turns_it(down: tuple[str, ...], total: int) -> None:
    party = Pantheon("balder", "freya", "hel")
    party.until("", balder="freya", freya=1)
    counted = party.count(1, *down)
    assert (counted.down, counted.down + counted.up) == (total, len(party.view.seats) + 2)


def test_balders_and_freyas_cards_can_both_lie_at_one_player() -> None:
    party = Pantheon("balder", "freya", "hel")
    party.until("", balder=1, freya=1)
    assert party.count(1, "balder", "freya").down == 1 + 1 + 1 + 2  # the accused's vote is turned too
    assert party.count(1, "freya").down == 1 + 2
    assert party.count(1, "balder").down == 1 + 1


def test_freya_and_balder_without_a_vote_add_and_turn_all_the_same() -> None:
    party = Pantheon("brynhild", "thor", "freya", "niord")
    party.until("", thor="freya", niord="freya", freya=1)
    assert (party.weight("freya"), party.count(1, "freya").down) == (0, 2)
    party = Pantheon("thor", "balder", "hel", "niord")
    party.until("", thor="balder", niord="balder", balder=1)
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


def test_where_the_accused_does_not_vote_their_cards_of_votes_do_not_count_but_freyas_do() -> None:
    party = Pantheon("sif", "heimdall", "balder", "freya", accused_votes="no")
    party.until("", sif=1, heimdall=1, balder=1, freya=1)
    counted = party.count(1, "freya")
    assert [one.card for one in counted.modifiers] == ["freya"]
    assert (counted.raw_down, counted.raw_up, counted.down, counted.up) == (1, 7, 3, 7)


@pytest.mark.parametrize(("thumb", "down"), [((), 0), (("balder",), 1)])
def test_an_accused_balder_without_a_vote_still_turns_his_holder(thumb: tuple[str, ...], down: int) -> None:
    party = Pantheon("balder", "saga", "hel", accused_votes="no")
    home = deepcopy(party)
    party.until("", balder=1)
    counted = party.count("balder", *thumb)
    assert (counted.down, counted.up, counted.raw_down) == (down, 7 - down, 0)
    home.until("")
    home.talk().to_vote(home.seat("balder"))  # with his card at home he shows no thumb
    assert str(home.seat("balder")) not in getattr(home.decision().domain, "keys", ())


# ---------------------------------------------------------------- the council's end


def test_a_council_in_which_nobody_can_be_accused_ends_by_itself() -> None:
    """Two are left in Asgard: one has Tyr's card, and after the other is spared there is nobody."""
    party = Pantheon("tyr", "saga", "hel", valkyries=4, conspirators=("hel", 4))
    for who in ("odin", "tyr", "saga", 1, 2, "hel"):
        party.banish(who)
        party.begin_round()
    party.until("", tyr=4)
    told = party.ballot(3)
    assert [event for event in told if isinstance(event, events.CouncilEnds)] == [
        events.CouncilEnds("nobody")
    ]
    assert party.open == "conspiracy"
