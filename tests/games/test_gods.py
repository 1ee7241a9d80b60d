"""The fifteen gods: how they come to the table, and what each one does."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import BadOption, Choice, IllegalChoice
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.gotterdammerung.events import (
    Banished,
    CardLaid,
    CardRemoved,
    CardsReturned,
    CardTaken,
    OracleMoved,
    OracleSent,
    Passed,
    Skipped,
    Targetless,
)
from gm_appliance.games.gotterdammerung.model import View
from tests.games.gotterdammerung import Party
from tests.games.pantheon import ORDER, Pantheon

ALL = ORDER[1:]


def names_of(view: View) -> list[str]:
    """The gods in seating order."""
    return [place.god for place in view.places if place.god != "valkyrie"]


# ---------------------------------------------------------------- who plays, and where they sit


@pytest.mark.parametrize("players", range(7, 16))
def test_three_to_as_many_gods_as_players_sit_in_order_of_play_odin_first(players: int) -> None:
    for gods in range(3, players + 1):
        view = Party(players=players, gods=gods).view
        present = names_of(view)
        assert len(present) == gods
        assert view.seat_of("odin") == 1
        assert present == sorted(present, key=ORDER.index)
        valkyries = [place.number for place in view.places if place.god == "valkyrie"]
        assert valkyries == list(range(1, players - gods + 1))
        assert view.oracle == view.seat_of("odin")


@pytest.mark.parametrize("players", range(7, 15))
def test_no_more_gods_than_players(players: int) -> None:
    for gods in range(players + 1, 16):
        with pytest.raises(BadOption, match=f"gods takes 3 to {players}$"):
            Party(players=players, gods=gods)


@pytest.mark.parametrize("gods", [0, 2, 16])
def test_three_gods_at_least_so_that_twelve_valkyries_suffice(gods: int) -> None:
    assert names_of(Party(players=15, gods=3).view) == ["odin", "thor", "hel"]
    with pytest.raises(BadOption, match="gods takes 3 to 15"):
        Party(players=15, gods=gods)


def test_gods_join_in_the_recommended_order() -> None:
    present = [set(names_of(Party(players=15, gods=gods).view)) for gods in range(3, 16)]
    assert present[0] == {"odin", "thor", "hel"}
    joined = [next(iter(after - before)) for before, after in pairwise(present)]
    assert joined[:4] == ["saga", "heimdall", "loki", "brynhild"]
    assert all(before < after for before, after in pairwise(present))
    assert present[-1] == set(ORDER)


def test_the_table_may_choose_any_gods_but_odin_always_plays() -> None:
    party = Party(players=9, gods=4, pick="choose")
    assert set(party.legal()) == set(ORDER) - {"odin"}
    party.do("setup.god", "skadi")
    assert set(party.legal()) == set(ORDER) - {"odin", "skadi"}
    with pytest.raises(IllegalChoice):
        party.do("setup.god", "skadi")
    party.do("setup.god", "brynhild")
    party.do("setup.god", "balder")
    assert names_of(party.view) == ["odin", "brynhild", "balder", "skadi"]
    assert party.open == "setup.deal"


def test_all_fifteen_leave_nothing_to_choose() -> None:
    assert Party(players=15, gods=15, pick="choose").open == "setup.deal"


@pytest.mark.parametrize("seed", range(40))
def test_however_the_table_seats_them_the_order_ascends_and_all_find_a_seat(seed: int) -> None:
    rng = Random(seed)
    players = rng.randint(7, 15)
    party = Party(players=players, gods=rng.randint(3, players), pick="choose", seating="choose")
    while party.open != "setup.deal":
        party.do(party.open, rng.choice(party.legal()))
    present = names_of(party.view)
    assert party.view.seat_of("odin") == 1
    assert present == sorted(present, key=ORDER.index)
    assert len(present) == party.view.setup.gods


def test_valkyries_may_sit_anywhere_between_the_gods() -> None:
    """Every seat of the second god that leaves one each for those after."""
    party = Party(players=8, gods=4, pick="choose", seating="choose")
    for god in ("thor", "loki", "hel"):
        party.do("setup.god", god)
    assert party.legal() == (2, 3, 4, 5, 6)
    party.do(party.open, 3)
    assert party.legal() == (4, 5, 6, 7)
    party.do(party.open, 7)
    assert party.legal() == (8,)


def test_ten_gods_have_an_action_card_and_five_have_none() -> None:
    view = Party(players=15, gods=15).view
    assert set(ORDER) - set(view.cards) == {"idun", "skadi", "loki", "saga", "hel"}
    assert len(view.cards) == 10
    assert all(view.seat_of(card) == at for card, at in view.cards.items())


def test_only_gods_at_the_table_bring_their_card() -> None:
    assert set(Pantheon("thor", "hel", "tyr").view.cards) == {"odin", "thor", "tyr"}


# ---------------------------------------------------------------- the action phase


def test_gods_act_in_ascending_number() -> None:
    party = Pantheon(*ALL, valkyries=0)
    party.begin_round("sif")
    asked = []
    while party.open.startswith("action."):
        god = party.open.removeprefix("action.")
        asked.append(god)
        # A wound on Odin, who has acted: Idun, Niörd, Skadi and Hel have somebody to act on.
        party.do(party.open, party.seat("odin") if god == "thor" else "pass")
    assert asked == list(ORDER)


def test_each_god_may_pass() -> None:
    party = Pantheon(*ALL, valkyries=0)
    party.begin_round("sif")
    told = party.until("", thor="odin")
    assert [event.god for event in told if isinstance(event, Passed)] == [g for g in ORDER if g != "thor"]


def test_the_oracle_moves_first_then_cards_go_home_then_gods_act() -> None:
    party = Pantheon("thor", "heimdall", "tyr")
    party.until("", thor=1, heimdall=2, tyr=3)
    party.talk().close()
    party.night()
    party.do("oracle.first-die", 2)
    assert party.lies("thor") == 1  # still there until the dice have fallen
    told = party.do("oracle.second-die", 3)
    assert [type(event) for event in told] == [OracleMoved, CardsReturned]
    assert set(told[1].cards) == {"thor", "heimdall", "tyr"}
    assert party.lies("thor") == "thor"
    assert party.open == "action.odin"


def test_all_cards_go_home_wherever_they_were_taken() -> None:
    party = Pantheon("sif", "loki", "hel")
    party.until("", sif=1, loki="sif")
    assert party.lies("sif") == "loki"
    party.talk()
    assert CardsReturned(("sif",)) in party.begin_round()
    assert party.lies("sif") == "sif"


# ---------------------------------------------------------------- each god


@pytest.mark.parametrize("god", ["odin", "heimdall", "balder", "freya", "tyr", "dvalin"])
def test_gives_the_card_to_any_other_player_in_either_world(god: str) -> None:
    party = Pantheon("thor", "hel", god)
    party.banish(2)
    party.until(god)
    assert party.aims() == {*party.gods, 1, 2, 3, 4} - {god}
    assert party.act(god, party.seat(2))[0] == CardLaid(god, party.seat(2))
    assert party.lies(god) == 2


@pytest.mark.parametrize("god", ["brynhild", "sif", "thor"])
def test_wounds_any_other_player_in_either_world_who_then_takes_no_action(god: str) -> None:
    party = Pantheon(god, "saga", "hel")
    party.banish(2)
    party.until(god)
    assert party.aims() == {*party.gods, 1, 2, 3, 4} - {god}
    told = party.until("", **{god: "saga"})
    assert CardLaid(god, party.seat("saga")) in told
    assert Skipped("saga") in told


def test_odins_card_keeps_its_holder_from_being_wounded() -> None:
    party = Pantheon("brynhild", "sif", "thor")
    party.until("brynhild", odin=1)
    for god in ("brynhild", "sif", "thor"):
        party.until(god)
        assert party.aims() == {*party.gods, 2, 3, 4} - {god}


def test_brynhilds_wound_changes_no_vote() -> None:
    party = Pantheon("brynhild", "saga", "hel")
    party.until("", brynhild=1)
    assert party.weight(1) == 1


def test_sifs_wound_gives_one_vote_more() -> None:
    party = Pantheon("sif", "saga", "hel")
    party.until("", sif=1)
    assert party.weight(1) == 2


def test_thors_wound_takes_one_vote() -> None:
    party = Pantheon("thor", "saga", "hel")
    party.until("", thor=1)
    assert party.weight(1) == 0


def test_votes_count_in_all_ballots_of_the_round_and_in_no_other() -> None:
    party = Pantheon("sif", "heimdall", "hel")
    party.until("", sif=1, heimdall=2)
    party.ballot(3)
    assert (party.weight(1), party.weight(2)) == (2, 2)
    party.ballot(4)
    party.until("")
    assert (party.weight(1), party.weight(2)) == (1, 1)


def test_idun_removes_a_wound_and_the_healed_god_acts() -> None:
    party = Pantheon("brynhild", "idun", "saga")
    party.until("idun", brynhild="saga")
    assert party.aims() == {"brynhild"}
    assert party.act("idun", "brynhild")[0] == CardRemoved("idun", "brynhild", party.seat("saga"))
    assert party.lies("brynhild") == "brynhild"
    assert party.open == "action.saga"


def test_idun_removes_wounds_alone() -> None:
    party = Pantheon("brynhild", "thor", "idun")
    party.until("idun", odin=1, brynhild=2, thor=2)
    assert party.aims() == {"brynhild", "thor"}


def test_niord_gives_his_card_to_the_wounded_alone() -> None:
    party = Pantheon("brynhild", "thor", "niord")
    party.until("niord", brynhild="odin", thor=2)
    assert party.aims() == {"odin", 2}


def test_niords_player_takes_the_action_of_the_wounded_god() -> None:
    party = Pantheon("thor", "niord", "tyr")
    told = party.until("tyr", thor="tyr", niord="tyr")
    assert Skipped("tyr") not in told
    assert party.by() == "niord"
    assert party.act("tyr", party.seat(3))[0] == CardLaid("tyr", party.seat(3))


def test_without_niords_card_everybody_decides_alone() -> None:
    party = Pantheon("thor", "niord", "tyr")
    party.until("tyr", thor=1, niord=1)
    assert party.by() == "tyr"


def test_heimdalls_card_gives_one_vote_more() -> None:
    party = Pantheon("heimdall", "saga", "hel")
    party.until("", heimdall=1)
    assert party.weight(1) == 2


@pytest.mark.parametrize(("thumbs", "down"), [((), 0), (("balder",), 2), ((1,), 0), ((1, "balder"), 2)])
def test_balders_card_turns_its_holders_vote_to_his(thumbs: tuple[str | int, ...], down: int) -> None:
    party = Pantheon("balder", "saga", "hel")
    party.until("", balder=1)
    counted = party.count(2, *thumbs)
    assert counted.down == down
    # It is a reason only where his holder's own thumb was another one.
    assert [one.card for one in counted.modifiers] == (["balder"] if len(thumbs) == 1 else [])
    assert counted.raw_down == len(thumbs)  # what was shown is shown


def test_balders_card_turns_all_votes_of_its_holder() -> None:
    party = Pantheon("sif", "heimdall", "balder")
    party.until("", sif=1, heimdall=1, balder=1)
    assert party.count(2, "balder").down == 1 + 3
    assert party.count(2, 1).down == 0


def test_freyas_card_adds_two_votes_her_way_when_its_holder_is_accused() -> None:
    party = Pantheon("freya", "saga", "hel")
    party.until("", freya=1)
    down, up = party.count(1, "freya"), party.count(1)
    assert (down.down, down.up) == (3, 7)
    assert (up.down, up.up) == (0, 10)


def test_freyas_card_adds_nothing_when_another_is_accused() -> None:
    party = Pantheon("freya", "saga", "hel")
    party.until("", freya=1)
    counted = party.count(2, "freya")
    assert (counted.down, counted.up) == (1, 7)


def test_the_holder_of_tyrs_card_cannot_be_accused() -> None:
    party = Pantheon("tyr", "saga", "hel")
    party.until("", tyr=1)
    assert party.accusable(2) == {*party.gods, 3, 4}
    party.talk().do("council.accuse", party.seat(2))
    with pytest.raises(IllegalChoice):
        party.do("council.whom", party.seat(1))


def test_skadi_removes_any_one_action_card_never_the_oracle() -> None:
    party = Pantheon("thor", "heimdall", "skadi")
    party.until("skadi", odin=1, thor="odin", heimdall="skadi")
    assert party.aims() == {"odin", "thor"}  # what lies at herself is not another player's
    assert party.act("skadi", "odin")[0] == CardRemoved("skadi", "odin", party.seat(1))
    assert party.lies("odin") == "odin"


def test_loki_takes_the_oracle() -> None:
    party = Pantheon("thor", "loki", "hel")
    party.until("loki")
    assert party.aims() == {"oracle"}
    assert party.act("loki", "oracle")[0] == OracleSent("loki", party.seat("loki"))
    assert party.oracle == "loki"


def test_loki_takes_a_card_of_another_player_to_himself() -> None:
    party = Pantheon("heimdall", "tyr", "loki")
    party.until("loki", heimdall=1, tyr="loki")
    assert party.aims() == {"heimdall", "oracle"}  # Tyr's card is his already
    assert party.act("loki", "heimdall")[0] == CardTaken("loki", "heimdall", party.seat(1))
    assert (party.weight("loki"), party.weight(1)) == (2, 1)


def test_loki_holding_the_oracle_has_cards_alone_to_take() -> None:
    party = Pantheon("heimdall", "loki", "hel")
    party.begin_round("loki")
    party.until("loki", heimdall=1)
    assert party.aims() == {"heimdall"}


def test_dvalins_card_keeps_its_holder_from_being_banished_by_hel() -> None:
    party = Pantheon("thor", "brynhild", "dvalin", "hel")
    party.until("hel", thor=1, brynhild=2, dvalin=1)
    assert party.aims() == {2}


def test_dvalin_may_not_give_his_card_to_the_same_player_in_the_round_after() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    party.talk().begin_round()
    party.until("dvalin")
    assert party.aims() == {*party.gods, 2, 3, 4} - {"dvalin"}
    party.until("", dvalin=2)
    party.talk().begin_round()
    party.until("dvalin")
    assert party.aims() == {*party.gods, 1, 3, 4} - {"dvalin"}


def test_dvalin_may_give_his_card_to_the_same_player_two_rounds_later() -> None:
    party = Pantheon("thor", "dvalin", "hel")
    party.until("", dvalin=1)
    party.talk().begin_round()
    party.until("")  # he passes
    party.talk().begin_round()
    party.until("dvalin")
    assert 1 in party.aims()


@pytest.mark.parametrize(
    ("oracle", "beside"),
    [(2, {1, 3}), ("odin", {4, "thor"}), (4, {3, "odin"}), ("hel", {"saga", 1}), ("thor", {"odin", "saga"})],
)
def test_saga_moves_the_oracle_to_either_neighbour_of_its_holder(oracle: Any, beside: set[Any]) -> None:
    party = Pantheon("thor", "saga", "hel")
    party.begin_round(oracle)
    party.until("saga")
    assert party.aims() == beside
    for one in beside:
        twin = deepcopy(party)
        assert twin.act("saga", twin.seat(one))[0] == OracleSent("saga", twin.seat(one))
        assert twin.oracle == one


def test_hel_banishes_another_wounded_player_in_asgard() -> None:
    party = Pantheon("brynhild", "sif", "thor", "hel")
    party.banish(2)
    party.until("hel", brynhild="odin", sif=2, thor=3)
    assert party.aims() == {"odin", 3}
    assert party.act("hel", party.seat("odin"))[0] == Banished(party.seat("odin"), "hel")
    assert party.below == {"odin", 2}


# ---------------------------------------------------------------- nobody to act on


def test_a_god_with_nobody_to_act_on_is_passed_over_aloud() -> None:
    party = Pantheon("idun", "niord", "skadi", "loki", "hel")
    told = party.begin_round("loki") + party.until("")
    assert [event.god for event in told if isinstance(event, Targetless)] == [
        *("idun", "niord", "skadi", "loki", "hel")
    ]


# ---------------------------------------------------------------- what is not legal changes nothing


SCENES: dict[str, tuple[dict[str, str], set[str]]] = {
    "odin": ({}, {"odin"}),
    "brynhild": ({"odin": "heimdall"}, {"brynhild", "heimdall"}),
    "sif": ({"odin": "heimdall"}, {"sif", "heimdall"}),
    "thor": ({"odin": "heimdall"}, {"thor", "heimdall"}),
    "idun": ({"odin": "balder", "thor": "tyr"}, {"odin", "oracle", "sif"}),
    "niord": ({"odin": "balder", "thor": "tyr"}, {"niord", "odin", "balder"}),
    "heimdall": ({}, {"heimdall"}),
    "balder": ({}, {"balder"}),
    "freya": ({}, {"freya"}),
    "tyr": ({}, {"tyr"}),
    "skadi": ({"odin": "saga", "heimdall": "skadi"}, {"oracle", "heimdall", "sif"}),
    "loki": (
        {"odin": "loki", "brynhild": "saga", "heimdall": "loki", "balder": "hel"},
        {"brynhild", "odin", "heimdall", "sif", "dvalin"},
    ),
    "dvalin": ({}, {"dvalin", "tyr"}),
    "saga": ({}, {"thor", "saga", "odin", "hel"}),
    "hel": (
        {"brynhild": "freya", "sif": "balder", "thor": "sif", "dvalin": "freya"},
        {"hel", "freya", "sif", "odin"},
    ),
}
"""For each god what is done before its turn, and some of what it then may not act on: itself, the
shielded, the kept, the banished, those without a wound, cards at home or at itself, no neighbour."""


def scene(god: str) -> Pantheon:
    """All fifteen, Sif banished, the Oracle at Thor's; Dvalin gave Tyr his card in the round before."""
    party = Pantheon(*ALL, valkyries=0)
    party.until("", dvalin="tyr")
    party.talk().close()
    party.banish("sif")
    party.begin_round("thor")
    aims: dict[str, Any] = dict(SCENES[god][0])
    party.until(god, **aims)
    return party


@pytest.mark.parametrize("god", ORDER)
def test_an_illegal_target_is_refused_and_changes_nothing(god: str) -> None:
    party = scene(god)
    every: list[Any] = [*range(-1, 18), *ORDER, "oracle", "Pass", "", None, True, [1], {"1": 2}]
    legal = party.legal()
    illegal = [one for one in every if isinstance(one, bool) or one not in legal]
    state = deepcopy(vars(party.play)["_moments"][-1].state)
    view, decision, taken = deepcopy(party.view), party.decision(), len(party.play.taken)
    for value in illegal:
        with pytest.raises(IllegalChoice, match=f"Legal here: action.{god}: "):
            GOTTERDAMMERUNG.apply(state, Choice(f"action.{god}", value))
        with pytest.raises(IllegalChoice):
            party.do(f"action.{god}", value)
    for other in ORDER:
        if other != god:
            with pytest.raises(IllegalChoice):
                party.do(f"action.{other}", "pass")
    assert len(illegal) > 20
    assert vars(party.play)["_moments"][-1].state == state
    assert (party.view, party.decision(), len(party.play.taken)) == (view, decision, taken)


@pytest.mark.parametrize("god", ORDER)
def test_the_scenes_hold_the_illegal_targets_that_matter(god: str) -> None:
    assert scene(god).aims() & SCENES[god][1] == set()
    assert scene(god).aims() != set()
