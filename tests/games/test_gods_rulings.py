"""Where effects meet, a ruling each: what the rulebook leaves open and this table has decided.

Told to players in docs/gotterdammerung.md.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from gm_appliance.games.game import IllegalChoice
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.events import (
    Banished,
    CardLaid,
    CardRemoved,
    CardTaken,
    CouncilEnds,
    Counted,
    NobodyBanished,
    OracleSent,
    Protected,
    Skipped,
    Spared,
    Targetless,
    ThumbsShown,
    Won,
)
from gm_appliance.games.gotterdammerung.gods import GODS, Card
from tests.games.pantheon import Pantheon


def kinds(told: list[Any]) -> list[type]:
    return [type(event) for event in told]


# ---------------------------------------------------------------- wounds


def test_several_wounds_can_lie_on_one_player() -> None:
    party = Pantheon("brynhild", "sif", "thor", "hel")
    party.until("hel", brynhild=1, sif=1, thor=1)
    assert set(party.view.cards_at(party.seat(1))) == {"brynhild", "sif", "thor"}
    assert party.aims() == {1}


def test_one_of_two_wounds_healed_does_not_free_the_god() -> None:
    party = Pantheon("brynhild", "thor", "idun", "saga")
    assert Skipped("saga") in party.until("", brynhild="saga", thor="saga", idun="thor")


def test_the_last_wound_healed_frees_the_god() -> None:
    party = Pantheon("brynhild", "thor", "idun", "skadi", "saga")
    told = party.until("saga", brynhild="saga", thor="saga", idun="thor", skadi="brynhild")
    assert Skipped("saga") not in told
    assert party.by() == "saga"


def test_a_wounded_god_is_skipped_aloud_unless_niord_takes_its_turn() -> None:
    party = Pantheon("thor", "niord", "saga")
    twin = deepcopy(party)
    assert Skipped("saga") in twin.until("", thor="saga")
    assert Skipped("saga") not in party.until("saga", thor="saga", niord="saga")
    assert party.by() == "niord"


def test_a_wound_that_comes_after_a_god_has_acted_undoes_nothing() -> None:
    party = Pantheon("brynhild", "sif", "thor")
    party.until("thor", odin=1, brynhild=2, sif="odin")
    assert (party.lies("odin"), party.lies("brynhild")) == (1, 2)
    assert 1 not in party.aims()  # Odin is wounded, and his card shields all the same
    party.act("thor", party.seat("brynhild"))
    assert party.lies("brynhild") == 2


def test_a_wound_on_a_god_who_has_acted_still_counts_for_votes_and_hel() -> None:
    party = Pantheon("sif", "thor", "hel")
    party.until("hel", sif="odin", thor="sif")
    assert party.aims() == {"odin", "sif"}
    party.act("hel")
    assert (party.weight("odin"), party.weight("sif")) == (2, 0)


def test_a_weight_of_nothing_still_shows_a_thumb() -> None:
    party = Pantheon("thor", "saga", "hel")
    party.until("", thor=1)
    told = party.ballot(2, 1)
    shown = next(event for event in told if isinstance(event, ThumbsShown))
    counted = next(event.count for event in told if isinstance(event, Counted))
    assert shown.thumbs[party.seat(1)] == "down"
    assert (counted.raw_down, counted.down) == (1, 0)
    assert counted.raw_up == counted.up == 7


def test_a_weight_is_never_below_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the book's cards it cannot be; a harsher Thor would not turn a thumb around."""
    harsher = replace(GODS["thor"], card=Card(wounds=True, votes=-2))
    monkeypatch.setitem(GODS, "thor", harsher)
    party = Pantheon("thor", "saga", "hel")
    party.until("", thor=1)
    counted = party.count(2, 1, 3)
    assert (counted.down, counted.up) == (1, 6)


def test_gains_and_losses_of_votes_add_up() -> None:
    party = Pantheon("sif", "thor", "heimdall", "balder")
    party.until("", sif=1, thor=1, heimdall=1)
    assert party.weight(1) == 2
    party = Pantheon("sif", "thor", "heimdall", "balder")
    party.until("", thor=1, heimdall=1)
    assert party.weight(1) == 1


# ---------------------------------------------------------------- Odin's card


def test_odins_card_does_not_heal() -> None:
    """Loki is the only god who can come by it after a wound; Niörd takes it for him."""
    party = Pantheon("thor", "niord", "loki", "hel")
    party.until("hel", odin=1, thor="loki", niord="loki", loki="odin")
    assert party.lies("odin") == "loki"
    assert party.aims() == {"loki"}


def test_the_holder_of_odins_card_is_no_target_for_a_wound_but_for_all_else() -> None:
    party = Pantheon("brynhild", "heimdall", "tyr")
    party.until("brynhild", odin=1)
    assert 1 not in party.aims()
    party.until("heimdall")
    assert 1 in party.aims()


def test_loki_holding_odins_card_may_not_take_a_wound() -> None:
    party = Pantheon("brynhild", "sif", "thor", "heimdall", "loki")
    party.until("loki", odin="loki", brynhild=1, sif=2, thor=3, heimdall=1)
    assert party.aims() == {"heimdall", "oracle"}
    with pytest.raises(IllegalChoice):
        party.act("loki", "thor")


# ---------------------------------------------------------------- cards removed


@pytest.mark.parametrize("remover", ["idun", "skadi"])
@pytest.mark.parametrize("wound", ["sif", "thor"])
def test_a_removed_wound_takes_its_bonus_or_penalty_along(remover: str, wound: str) -> None:
    party = Pantheon("sif", "thor", "idun", "skadi")
    aims: dict[str, Any] = {wound: 1, remover: wound}
    party.until("", **aims)
    assert party.weight(1) == 1


@pytest.mark.parametrize("remover", ["idun", "skadi"])
def test_one_card_is_removed_and_the_others_stay(remover: str) -> None:
    party = Pantheon("brynhild", "sif", "thor", "idun", "skadi")
    aims: dict[str, Any] = {remover: "sif"}
    party.until("", brynhild=1, sif=1, thor=1, **aims)
    assert set(party.view.cards_at(party.seat(1))) == {"brynhild", "thor"}
    assert party.weight(1) == 0


def test_skadi_removes_heimdalls_bonus_balders_turning_freyas_two_and_tyrs_freedom() -> None:
    for god in ("heimdall", "balder", "freya", "tyr"):
        party = Pantheon("heimdall", "balder", "freya", "tyr", "skadi")
        aims: dict[str, Any] = {god: 1, "skadi": god}
        assert CardRemoved("skadi", god, party.seat(1)) in party.until("", **aims)
        counted = party.count(1, 1, "balder", "freya")
        assert (counted.down, counted.modifiers) == (3, ())


def test_a_god_healed_by_idun_acts() -> None:
    party = Pantheon("thor", "idun", "niord")
    party.until("idun", thor="niord")
    assert kinds(party.act("idun", "thor")) == [CardRemoved, Targetless]  # nobody is wounded any more
    party = Pantheon("brynhild", "thor", "idun", "niord")
    party.until("niord", brynhild=1, thor="niord", idun="thor")
    assert party.by() == "niord"


@pytest.mark.parametrize("god", ["loki", "dvalin", "saga", "hel"])
def test_a_god_healed_by_skadi_acts(god: str) -> None:
    party = Pantheon("brynhild", "thor", "skadi", "loki", "dvalin", "saga", "hel")
    told = party.until(god, brynhild=1, thor=god, skadi="thor")
    assert Skipped(god) not in told
    assert party.by() == god


def test_who_is_healed_after_the_turn_was_skipped_does_not_catch_up() -> None:
    party = Pantheon("thor", "heimdall", "skadi", "hel")
    told = party.until("", thor="heimdall", skadi="thor")
    assert Skipped("heimdall") in told
    assert Targetless("hel") in told
    assert party.open == "oracle.look"


def test_a_god_whose_niord_card_skadi_removes_is_skipped() -> None:
    party = Pantheon("thor", "niord", "skadi", "saga")
    told = party.until("", thor="saga", niord="saga", skadi="niord")
    assert Skipped("saga") in told


def test_a_god_healed_while_niords_card_lies_there_acts_itself() -> None:
    party = Pantheon("thor", "niord", "skadi", "saga")
    party.until("saga", thor="saga", niord="saga", skadi="thor")
    assert party.by() == "saga"


def test_a_card_that_is_back_with_its_own_god_is_inert() -> None:
    """Neither its effect nor a target for anybody."""
    party = Pantheon("odin", "thor", "heimdall", "skadi", "loki", "hel")
    told = party.until("loki", odin=1, thor="heimdall", skadi="thor")
    assert CardRemoved("skadi", "thor", party.seat("heimdall")) in told
    assert party.lies("thor") == "thor"
    assert party.aims() == {"odin", "oracle"}
    assert Targetless("hel") in party.act("loki")
    assert party.weight("thor") == party.weight("heimdall") == 1


def test_cards_that_never_left_their_god_have_no_effect_there() -> None:
    party = Pantheon("sif", "thor", "heimdall", "balder", "freya", "tyr", "hel")
    party.until("")
    assert {god: party.weight(god) for god in party.gods} == dict.fromkeys(party.gods, 1)
    assert "tyr" in party.accusable("odin")
    counted = party.count("freya", "freya")
    assert (counted.down, counted.modifiers) == (1, ())


# ---------------------------------------------------------------- Loki


def test_loki_holding_a_wound_is_hels_target() -> None:
    party = Pantheon("thor", "loki", "hel")
    party.until("hel", thor=1, loki="thor")
    assert party.aims() == {"loki"}


@pytest.mark.parametrize(("wound", "weight"), [("brynhild", 1), ("sif", 2), ("thor", 0)])
def test_loki_holding_a_wound_has_its_vote(wound: str, weight: int) -> None:
    party = Pantheon("brynhild", "sif", "thor", "loki")
    aims: dict[str, Any] = {wound: 1, "loki": wound}
    party.until("", **aims)
    assert (party.weight("loki"), party.weight(1)) == (weight, 1)


def test_a_god_whose_wound_loki_takes_acts() -> None:
    party = Pantheon("thor", "loki", "saga")
    party.until("saga", thor="saga", loki="thor")
    assert party.by() == "saga"


def test_loki_holding_balders_card_votes_with_balder() -> None:
    party = Pantheon("balder", "loki", "hel")
    party.until("", balder=1, loki="balder")
    assert party.count(2, "balder").down == 2
    assert party.count(2, 1, "loki").down == 1


def test_loki_holding_freyas_card_and_accused_gets_her_two() -> None:
    party = Pantheon("freya", "loki", "hel")
    party.until("", freya=1, loki="freya")
    assert party.count("loki", "freya").down == 3
    assert party.count(1, "freya").down == 1


def test_loki_holding_tyrs_card_cannot_be_accused() -> None:
    party = Pantheon("tyr", "loki", "hel")
    party.until("", tyr=1, loki="tyr")
    assert party.accusable(2) == {*party.gods, 1, 3, 4} - {"loki"}


def test_loki_taking_niords_card_is_without_effect_but_that_the_god_is_skipped() -> None:
    party = Pantheon("thor", "niord", "loki", "saga")
    told = party.until("", thor="saga", niord="saga", loki="niord")
    assert CardTaken("loki", "niord", party.seat("saga")) in told
    assert Skipped("saga") in told
    assert {god: party.weight(god) for god in ("niord", "loki")} == {"niord": 1, "loki": 1}


def test_dvalins_card_can_be_neither_removed_nor_taken() -> None:
    """He acts after Skadi and Loki, and in the round after his card has gone home before they act."""
    party = Pantheon("dvalin", "skadi", "loki", "heimdall")
    party.until("", dvalin=1)
    party.talk().begin_round(2)
    party.until("skadi", heimdall=1)
    assert party.aims() == {"heimdall"}
    party.until("loki")
    assert party.aims() == {"heimdall", "oracle"}


# ---------------------------------------------------------------- Niörd stands in

GIVING = ("heimdall", "balder", "freya", "tyr", "dvalin")


@pytest.mark.parametrize("god", GIVING)
def test_niord_acts_for_a_wounded_god_who_gives_a_card(god: str) -> None:
    """The wounded god is no target, Niörd is."""
    party = Pantheon("thor", "niord", *GIVING)
    aims: dict[str, Any] = {"thor": god, "niord": god}
    party.until(god, **aims)
    assert party.by() == "niord"
    assert party.aims() == {*party.gods, 1, 2, 3, 4} - {god}
    told = party.act(god, party.seat("niord"))
    assert told[0] == CardLaid(god, party.seat("niord"))
    assert party.lies(god) == "niord"


def test_niord_acts_for_a_wounded_skadi_and_may_remove_what_lies_at_himself() -> None:
    party = Pantheon("thor", "niord", "heimdall", "balder", "skadi")
    party.until("skadi", thor="skadi", niord="skadi", heimdall="niord", balder="skadi")
    assert party.by() == "niord"
    assert party.aims() == {"heimdall"}  # her wound and all else at herself stay
    assert party.act("skadi", "heimdall")[0] == CardRemoved("skadi", "heimdall", party.seat("niord"))


def test_what_niord_takes_for_a_wounded_loki_lies_on_loki() -> None:
    party = Pantheon("thor", "niord", "heimdall", "loki")
    party.until("loki", thor="loki", niord="loki", heimdall="niord")
    assert party.by() == "niord"
    assert party.aims() == {"heimdall", "oracle"}
    twin = deepcopy(party)
    assert twin.act("loki", "oracle")[0] == OracleSent("loki", twin.seat("loki"))
    party.act("loki", "heimdall")
    assert party.lies("heimdall") == "loki"
    assert (party.weight("loki"), party.weight("niord")) == (1, 1)  # Thor's one less, Heimdall's one more


def test_a_wounded_lokis_second_wound_comes_to_loki_too() -> None:
    party = Pantheon("sif", "thor", "niord", "loki")
    party.until("", sif=1, thor="loki", niord="loki", loki="sif")
    assert set(party.view.cards_at(party.seat("loki"))) == {"sif", "thor", "niord"}
    assert (party.weight("loki"), party.weight(1)) == (1, 1)


def test_niord_acts_for_a_wounded_saga_to_whom_the_oracle_may_go() -> None:
    party = Pantheon("thor", "niord", "saga")
    party.begin_round("niord")
    party.until("saga", thor="saga", niord="saga")
    assert party.by() == "niord"
    assert party.aims() == {"thor", "saga"}


def test_niord_acts_for_a_wounded_hel_who_is_safe_from_her_own_action() -> None:
    party = Pantheon("brynhild", "thor", "niord", "hel")
    party.until("hel", brynhild=1, thor="hel", niord="hel")
    assert party.by() == "niord"
    assert party.aims() == {1}
    assert party.act("hel", party.seat(1))[0] == Banished(party.seat(1), "hel")


def test_a_wounded_hel_alone_wounded_has_nobody_and_is_passed_over() -> None:
    party = Pantheon("thor", "niord", "hel")
    told = party.until("", thor="hel", niord="hel")
    assert Targetless("hel") in told
    assert Skipped("hel") not in told


@pytest.mark.parametrize("god", ["odin", "brynhild", "sif"])
def test_niords_card_with_a_god_whose_turn_is_over_is_legal_and_idle(god: str) -> None:
    party = Pantheon("brynhild", "sif", "thor", "niord")
    told = party.until("", thor=god, niord=god)
    assert CardLaid("niord", party.seat(god)) in told
    assert party.open == "oracle.look"


def test_niords_card_with_a_valkyrie_is_legal_and_idle() -> None:
    party = Pantheon("thor", "niord", "saga")
    party.until("saga", thor=1, niord=1)
    assert party.by() == "saga"


def test_niord_who_was_wounded_is_skipped_and_stands_in_for_nobody() -> None:
    party = Pantheon("brynhild", "thor", "niord", "saga")
    told = party.until("", brynhild="niord", thor="saga")
    assert [event.god for event in told if isinstance(event, Skipped)] == ["niord", "saga"]


def test_the_card_niord_gives_for_a_wounded_balder_follows_balders_thumb() -> None:
    party = Pantheon("brynhild", "niord", "balder", "hel")
    party.until("", brynhild="balder", niord="balder", balder=1)
    assert party.count(2, "balder").down == 2
    assert party.count(2, "niord").down == 1


def test_the_card_niord_gives_for_a_wounded_freya_follows_freyas_thumb() -> None:
    party = Pantheon("brynhild", "niord", "freya", "hel")
    party.until("", brynhild="freya", niord="freya", freya=1)
    assert party.count(1, "freya").down == 3
    assert party.count(1, "niord").down == 1


def test_dvalins_no_repeat_belongs_to_the_card_whoever_decided() -> None:
    party = Pantheon("brynhild", "niord", "dvalin", "hel")
    party.until("", brynhild="dvalin", niord="dvalin", dvalin=1)
    party.talk().begin_round()
    party.until("dvalin")
    assert party.by() == "dvalin"
    assert 1 not in party.aims()
    party.act("dvalin", party.seat(2))
    party.talk().begin_round()
    party.until("dvalin", brynhild="dvalin", niord="dvalin")
    assert party.by() == "niord"
    assert party.aims() == {*party.gods, 1, 3, 4} - {"dvalin"}


# ---------------------------------------------------------------- the Oracle


def test_saga_may_take_the_oracle_from_loki() -> None:
    party = Pantheon("loki", "saga", "hel")
    party.until("saga", loki="oracle")
    assert party.aims() == {"odin", "saga"}  # she is beside him herself
    party.act("saga", party.seat("saga"))
    assert party.oracle == "saga"


def test_the_oracles_world_is_its_holders_after_hel() -> None:
    party = Pantheon("thor", "saga", "hel")
    party.banish(2)
    party.begin_round(1)
    party.until("", thor=1, hel=1)
    assert party.oracle == 1
    assert [party.name(seat) for seat in look_candidates(party.view)] == [2]


def test_the_oracle_saga_sent_to_the_underworld_looks_there() -> None:
    party = Pantheon("thor", "saga", "hel")
    party.banish(2)
    party.begin_round(1)
    party.until("", saga=2)
    assert look_candidates(party.view) == ()
    assert party.open == "oracle.look"  # alone in its world: no look, the step as ever


# ---------------------------------------------------------------- the end by Hel


def test_a_win_is_checked_after_hels_banishment_and_nobody_acts_any_more() -> None:
    party = Pantheon("thor", "saga", "hel", conspirators=(1, 2))
    party.banish(1)
    party.begin_round()
    told = party.until("", thor=2, hel=2)
    assert kinds(told)[-2:] == [Banished, Won]
    assert party.play.decision is None
    assert party.play.outcome is not None
    assert party.play.outcome.winners == ("protect",)


def test_niord_too_can_end_the_game_in_hels_place() -> None:
    party = Pantheon("brynhild", "thor", "niord", "hel", valkyries=3, conspirators=(1, 2))
    party.banish(1)
    party.begin_round()
    told = party.until("", brynhild="hel", thor=2, niord="hel", hel=2)
    assert kinds(told)[-1] is Won


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


# ---------------------------------------------------------------- cards in the Underworld


@pytest.mark.parametrize("god", ["odin", "heimdall", "balder", "freya", "tyr", "dvalin"])
def test_a_card_may_be_given_to_a_banished_player(god: str) -> None:
    party = Pantheon("thor", "hel", god)
    party.banish(1)
    aims: dict[str, Any] = {god: 1}
    party.until("", **aims)
    assert party.lies(god) == 1


def test_votes_of_cards_in_the_underworld_count() -> None:
    party = Pantheon("sif", "thor", "heimdall", "balder")
    party.banish(1)
    party.until("", sif=1, balder=1)
    assert party.count(2, "balder").down == 1 + 2
    assert party.count(2, 1).down == 0


def test_tyrs_card_in_the_underworld_is_idle() -> None:
    party = Pantheon("tyr", "saga", "hel")
    party.banish(1)
    party.until("", tyr=1)
    assert party.accusable(2) == {*party.gods, 3, 4}


def test_dvalins_card_in_the_underworld_is_idle() -> None:
    party = Pantheon("thor", "dvalin", "hel", conspirators=(3, 4))
    party.banish(1)
    party.until("", dvalin=1)
    party.talk().close()
    with pytest.raises(IllegalChoice):
        party.night(party.seat(1))  # whoever is banished is not named in the night
    assert party.night(party.seat(2)) == [Banished(party.seat(2), "conspiracy")]
    assert party.below == {1, 2}


def test_niords_card_in_the_underworld_works() -> None:
    party = Pantheon("thor", "niord", "saga")
    party.banish("saga")
    party.until("saga", thor="saga", niord="saga")
    assert party.by() == "niord"


# ---------------------------------------------------------------- the night


def test_dvalins_card_keeps_its_holder_in_the_next_night_without_a_reason_told() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    party.talk().close()
    assert party.night(party.seat(1)) == [NobodyBanished()]
    assert party.below == set()


def test_dvalins_card_protects_its_holder_alone_in_the_night() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    party.talk().close()
    assert party.night(party.seat("dvalin")) == [Banished(party.seat("dvalin"), "conspiracy")]


def test_dvalins_card_protects_for_one_night() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    party.talk().begin_round()
    party.until("")  # Dvalin passes
    party.talk().close()
    assert party.night(party.seat(1)) == [Banished(party.seat(1), "conspiracy")]


def test_nothing_but_dvalins_card_keeps_anybody_in_the_night() -> None:
    party = Pantheon("thor", "tyr", "dvalin")
    party.until("", odin=1, tyr=1)
    party.talk().close()
    assert party.night(party.seat(1)) == [Banished(party.seat(1), "conspiracy")]


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
