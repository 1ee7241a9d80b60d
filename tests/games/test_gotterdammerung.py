"""Götterdämmerung's setup, looks, ends and undo. Nights and councils are judged by the second referee in
`tests/app/test_play_gods.py`, gods and votes by `test_gods_agree`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.game import BadOption, Chance, Clock, IllegalChoice, Number, Table
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, events
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.hidden_roles import events as kit_events
from tests.games.gotterdammerung import TABLE, Party
from tests.games.pantheon import ORDER


@pytest.mark.parametrize("players", range(7, 16))
def test_as_many_conspirators_as_the_rulebook_says(players: int) -> None:
    for conspirators in range(players + 1):
        party = Party(range(1, conspirators + 1), players=players)
        party.do("setup.deal", "dealt")
        told = party.do("setup.factions", party.cards())
        assert told == [kit_events.FactionsLearned(conspirators == TABLE[players])]


@pytest.mark.parametrize("players", [6, 16, True, "7", 7.5, None])
def test_seven_to_fifteen_play(players: Any) -> None:
    with pytest.raises(BadOption, match=r"players cannot be .* Possible: 7 to 15"):
        GOTTERDAMMERUNG.complete({"players": players})


def test_the_table_may_choose_the_seats_odin_stays_at_one_and_the_order_ascends() -> None:
    party = Party(seating="choose")
    assert party.open == "setup.seat"
    assert party.legal() == (2, 3, 4, 5, 6)  # at least one seat is left for Hel
    assert party.do("setup.seat", 5) == [events.Seated("thor", 5)]
    assert party.open == "setup.seat"
    assert party.legal() == (6, 7)
    assert party.do("setup.seat", 7) == [events.Seated("hel", 7), kit_events.AllSeated()]
    assert [party.view.seat_of(god) for god in ("odin", "thor", "hel")] == [1, 5, 7]
    assert party.open == "setup.deal"


def test_who_sits_where_is_told_before_anything_is_asked_or_once_it_is_known() -> None:
    spread = Party()
    assert spread.play.events == ((kit_events.AllSeated(), spread.view),)
    picked = Party(pick="choose")
    assert picked.play.events == ()
    assert picked.do("setup.god", "thor") == []
    assert picked.do("setup.god", "hel") == [kit_events.AllSeated()]


def names_of(view: GotterdammerungView) -> list[str]:
    """The gods in seating order."""
    return [place.god for place in view.places if place.god != "valkyrie"]


@pytest.mark.parametrize("players", range(7, 16))
def test_three_to_as_many_gods_as_players_sit_evenly_in_order_of_play_odin_first(players: int) -> None:
    for gods in range(3, players + 1):
        view = Party(players=players, gods=gods).view
        present = names_of(view)
        assert len(present) == gods
        assert view.seat_of("odin") == 1
        assert present == sorted(present, key=ORDER.index)
        seats = [*view.places.gods.values(), players + 1]
        gaps = [after - before for before, after in pairwise(seats)]
        assert max(gaps) - min(gaps) <= 1
        valkyries = [place.number for place in view.places if place.god == "valkyrie"]
        assert valkyries == list(range(1, players - gods + 1))
        assert view.oracle == view.seat_of("odin")


@pytest.mark.parametrize("players", range(7, 15))
def test_no_more_gods_than_players(players: int) -> None:
    for gods in range(players + 1, 16):
        with pytest.raises(BadOption, match=f"Possible: 3 to {players}$"):
            Party(players=players, gods=gods)


@pytest.mark.parametrize("gods", [0, 2, 16])
def test_three_gods_at_least_so_that_twelve_valkyries_suffice(gods: int) -> None:
    assert names_of(Party(players=15, gods=3).view) == ["odin", "thor", "hel"]
    with pytest.raises(BadOption, match=r"gods cannot be .* Possible: 3 to 15"):
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


def test_the_box_throws_the_dice_or_the_table_its_own() -> None:
    for dice, who in (("box", Chance()), ("own", Table())):
        party = Party(dice=dice).deal()
        party.night()
        decision = party.decision()
        assert (decision.name, decision.who, decision.domain) == ("oracle.first-die", who, Number(1, 6, 1))
        party.do("oracle.first-die", 6)
        assert (party.open, party.decision().who) == ("oracle.second-die", who)


def at_look(victim: int, second: int, *leaves: int) -> Party:
    """At the Oracle's look, with the Oracle at seat 2 + `second`."""
    party = Party().deal()
    party.night(victim)
    party.roll(1, second)
    for seat in leaves:
        party.do("somebody.leaves", seat)
        party.do("somebody.left", "nobody")
    return party.nobody_acts()


def test_eyes_are_closed_for_a_look_and_the_card_goes_back_before_they_are_opened() -> None:
    look = at_look(4, 1).decision()
    assert (look.name, look.who, look.closed) == ("oracle.look", Clock(), True)
    at = {beat.mark: beat.at for beat in look.beats}
    assert [*at] == ["lead", "close", "look", "return", "open", "end"]
    assert at["return"] - at["look"] == 12
    assert at["open"] - at["return"] == 4


@pytest.mark.parametrize("leaves", [(), (4,)])
def test_an_oracle_with_nobody_to_look_at_takes_five_seconds_with_open_eyes(leaves: tuple[int, ...]) -> None:
    victim = 0 if leaves else 4
    party = at_look(victim, 2, *leaves)
    assert party.view.oracle == 4
    look = party.decision()
    assert (look.name, look.who, look.closed) == ("oracle.look", Clock(), False)
    assert (look.lead, look.beats[-1].at) == (5, 5)
    assert party.look() == [events.Looked()]
    assert party.open == "council.accuse"


def test_asgard_stands_when_all_conspirators_are_banished() -> None:
    party = Party(conspirators=(2, 5)).deal()
    party.night(2)
    party.to_council().close()
    banished, won = party.night(5)
    assert banished == kit_events.Banished(5, "conspiracy", over=True)
    assert won == kit_events.Won("protect", tuple(map(str, party.cards().values())))
    assert party.play.decision is None
    outcome = party.play.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("protect",), "all-conspire-banished")
    assert outcome.facts.items() >= {"rounds": 2, "last_banished": 5, "by": "conspiracy"}.items()


def at_actions(victim: int = 0, wounded: int = 0) -> Party:
    """At the gods' turns; or, if Thor wounded a seat, at Hel's."""
    party = Party().deal()
    party.night(victim)
    party.roll()
    if wounded:
        party.act("odin")
        party.act("thor", wounded)
    return party


def test_undo_stops_at_dice_the_box_threw_but_not_at_the_tables_own() -> None:
    thrown, own = Party(dice="box").deal(), Party(dice="own").deal()
    for party in (thrown, own):
        party.night()
        party.do("oracle.first-die", 3)
    assert not thrown.play.can_undo()
    assert own.play.can_undo()


FINAL: dict[str, tuple[Callable[[], Party], Callable[[Party], object]]] = {
    "Hel's banishment": (lambda: at_actions(wounded=7), lambda party: party.act("hel", 7)),
    "the look": (lambda: at_actions().nobody_acts(), Party.look),
    "a vote that banishes": (lambda: Party().to_council().to_vote(7), lambda party: party.vote((1, 2, 3, 4))),
}
"""Steps that cannot be undone: the choices before, and the step."""


@pytest.mark.parametrize("what", FINAL)
def test_undo_stops_where_a_secret_was_consulted_or_thumbs_were_shown(what: str) -> None:
    before, step = FINAL[what]
    party = before()
    step(party)
    assert not party.play.can_undo()


def rows(start: str) -> list[list[str]]:
    """The rows of docs/gotterdammerung.md that begin with `start`, cell by cell."""
    page = (Path(__file__).parents[2] / "docs" / "gotterdammerung.md").read_text("utf-8")
    found = [line for line in page.splitlines() if line.startswith(start)]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in found]


def test_the_page_for_players_has_the_right_factions() -> None:
    (players,), (protectors,), (conspirators,) = (
        rows(f"| {what} |") for what in ("players", "protectors", "conspirators")
    )
    cards = zip(players[1:], protectors[1:], conspirators[1:], strict=True)
    assert {int(n): (int(p), int(c)) for n, p, c in cards} == {n: (n - c, c) for n, c in TABLE.items()}
