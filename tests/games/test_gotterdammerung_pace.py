"""How much is said in a round and in an evening, and what is said every round."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import Beat, Decision
from gm_appliance.core.language import load
from gm_appliance.core.ports import estimated_length
from gm_appliance.core.values import replace
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.gotterdammerung.events import OracleMoved
from gm_appliance.games.gotterdammerung.model import GotterdammerungView, Places
from gm_appliance.games.gotterdammerung.narration.gods import place_name
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.hidden_roles.events import Banished, NobodyBanished, RoundBegins
from gm_appliance.hidden_roles.model import Council
from tests.games.gotterdammerung import Party
from tests.games.pantheon import Pantheon

ENGLISH = load("en", gotterdammerung.__name__)
NARRATION = Gotterdammerung(ENGLISH)
SEEDS = (3, 4)
HELD = {(7, 3): (226, 8.8), (15, 15): (333, 26.0)}
"""By players and gods: the most words a round and minutes an evening in these games, longer than most."""


def said(cues: tuple[Cue, ...]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def transcript(players: int, gods: int, seed: int) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    given = {"players": players, "gods": gods}
    rehearse("gotterdammerung", given, "en", lambda line: lines.append(json.loads(line)), seed=seed)
    return lines


@pytest.mark.parametrize(("players", "gods"), HELD)
def test_a_few_evenings_keep_to_the_budget(players: int, gods: int) -> None:
    rounds, words, minutes = 0, 0, 0.0
    for seed in SEEDS:
        before = rounds
        for line in transcript(players, gods, seed):
            if line["kind"] == "say":
                minutes += estimated_length(line["text"]) / 60
                words += len(line["text"].split()) if rounds > before else 0
            elif line.get("name") in ("FactionsLearned", "RoundBegins"):
                rounds += line.get("fit", True)
    assert rounds >= 2 * len(SEEDS)
    most_words, most_minutes = HELD[players, gods]
    assert 100 < words / rounds <= most_words
    assert 2 < minutes / len(SEEDS) <= most_minutes


def in_round(number: int) -> GotterdammerungView:
    return replace(Party().deal().view, round=number)


def nightfall(view: GotterdammerungView) -> list[str]:
    return said(NARRATION.beat(decision(view), view, Beat("lead", 0.0)))


def council(view: GotterdammerungView) -> list[str]:
    view = replace(view, phase=Council())
    return said(NARRATION.ask(decision(view), view))[:1]


def decision(view: GotterdammerungView) -> Decision:
    opened = GOTTERDAMMERUNG.decision(view)
    assert opened is not None
    return opened


EVERY_ROUND: Mapping[str, Callable[[GotterdammerungView], list[str]]] = {
    "nightfall": nightfall,
    "somebody is gone": lambda view: said(NARRATION.tell(Banished(5, "conspiracy"), view))[:1],
    "nobody is gone": lambda view: said(NARRATION.tell(NobodyBanished(), view)),
    "the Oracle": lambda view: said(NARRATION.tell(OracleMoved((3, 4), 2), view))[-1:],
    "the council": council,
}


@pytest.mark.parametrize("what", EVERY_ROUND)
def test_what_comes_every_round_is_said_in_three_ways_by_the_round_alone(what: str) -> None:
    told = [EVERY_ROUND[what](in_round(number)) for number in range(1, 8)]
    assert len({*map(tuple, told)}) == 3
    assert told[3:] == told[:4]
    assert all(told)


def test_before_a_night_only_what_matters_for_it_is_told() -> None:
    party = Pantheon("thor", "dvalin")
    party.until("dvalin", odin=1, thor=2)
    party.act("dvalin", party.seat(3))
    begins = said(NARRATION.tell(RoundBegins(2), party.view))
    everything = said(NARRATION.explain("recap", party.view))
    assert len(begins) == 2
    assert [*begins] == [one for one in everything if one in begins]
    left_out = [one for one in everything if one not in begins]
    assert [("Odin" in one, "Thor" in one) for one in left_out] == [(True, False), (False, True)]
    assert ("Odin" in begins[0], "Dvalin" in begins[1]) == (True, True)


@pytest.mark.parametrize("below", range(1, 8))
def test_it_names_the_players_of_the_world_with_fewer(below: int) -> None:
    """Naming one world's players is enough."""
    view = Party().deal().view
    places = Places(replace(place, below=seat <= below) for seat, place in enumerate(view.places, 1))
    begins = " ".join(said(NARRATION.tell(RoundBegins(2), replace(view, places=places))))
    told = begins.partition("Oracle")[2]  # after the Oracle's name
    named = {seat for seat in view.seats if place_name(ENGLISH, view.place(seat)) in told}
    gone, staying = {*range(1, below + 1)}, {*range(below + 1, 8)}
    assert named == (staying if 0 < len(staying) < len(gone) else gone)
