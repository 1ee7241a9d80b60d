"""Wounds and cards: a ruling each, where effects meet and the rulebook leaves it open.

Told to players in docs/gotterdammerung.md.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from gm_appliance.core.game import IllegalChoice
from gm_appliance.games.gotterdammerung.events import (
    Banished,
    CardRemoved,
    CardTaken,
    Counted,
    Skipped,
    Targetless,
    ThumbsShown,
)
from gm_appliance.games.gotterdammerung.gods import GODS, ActionCard
from tests.games.pantheon import Pantheon

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
    harsher = replace(GODS["thor"], card=ActionCard(wounds=True, votes=-2))
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
    told = party.act("idun", "thor")
    assert [type(event) for event in told] == [CardRemoved, Targetless]  # nobody is wounded any more
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
