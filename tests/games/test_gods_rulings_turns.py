"""Turns and nights: a ruling each, where effects meet and the rulebook leaves it open.

Told to players in docs/gotterdammerung.md.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.events import (
    Banished,
    CardLaid,
    CardRemoved,
    NobodyBanished,
    OracleSent,
    Skipped,
    Targetless,
    Won,
)
from tests.games.pantheon import Pantheon

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
    assert party.open == "oracle.look"  # alone in its world: nobody looks


# ---------------------------------------------------------------- the end by Hel


def test_a_win_is_checked_after_hels_banishment_and_nobody_acts_any_more() -> None:
    party = Pantheon("thor", "saga", "hel", conspirators=(1, 2))
    party.banish(1)
    party.begin_round()
    told = party.until("", thor=2, hel=2)
    assert [type(event) for event in told[-2:]] == [Banished, Won]
    assert party.play.decision is None
    assert party.play.outcome is not None
    assert party.play.outcome.winners == ("protect",)


def test_niord_too_can_end_the_game_in_hels_place() -> None:
    party = Pantheon("brynhild", "thor", "niord", "hel", valkyries=3, conspirators=(1, 2))
    party.banish(1)
    party.begin_round()
    told = party.until("", brynhild="hel", thor=2, niord="hel", hel=2)
    assert type(told[-1]) is Won


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
