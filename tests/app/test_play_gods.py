"""Whole games with any gods and options end, and the second referee agrees with every line.

Without pads the box never knows a faction: then the cards that were dealt decide who won.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues.props import Card, Deck
from gm_appliance.games.gotterdammerung import events
from gm_appliance.simulator.dealer import shuffled
from tests.app import transcripts
from tests.app.evenings import by_seed, with_disturbances
from tests.games import plain_gods as plain

MOST_CHOICES = 600
"""With all gods a round has up to twelve more choices than in the first game."""

pytestmark = pytest.mark.many

EVENTS = [one for one in vars(events).values() if isinstance(one, type) and one.__module__ == events.__name__]


def choices(told: list[dict[str, Any]]) -> int:
    """The number of choices. Thumbs entered one by one count as one ballot; accusations without support,
    which may be repeated, do not count.
    """
    names = Counter(line["name"] for line in told if line["kind"] in ("choice", "event"))
    not_counted = ("council.thumb", "council.booth", "council.lapse")
    made = [line for line in told if line["kind"] == "choice" and line["name"] not in not_counted]
    return len(made) - 2 * (names["Dropped"] + names["Withdrawn"])


def check_end(told: list[dict[str, Any]], given: dict[str, int | str], seed: int) -> None:
    """Check that only the winning faction is left in Asgard."""
    end, facts = told[-1], told[-1]["facts"]
    assert end["kind"] == "outcome"
    if given["ballot"] != "pads":
        called = [line["value"] for line in told if line["kind"] == "choice" and line["name"] == "end.called"]
        assert facts["factions"] == {}
        assert set(called[:-1]) <= {"on"}
        assert end["winners"] == called[-1:]
    conspirators = plain.FACTIONS[int(given["players"])][1]
    protectors = (Card(0, "", name="protect"), int(given["players"]) - conspirators)
    deck = Deck(0, "", (protectors, (Card(0, "", name="conspire"), conspirators)))
    dealt = shuffled(deck, Random(f"{seed} deal"))
    factions = facts["factions"] or {str(seat): card.name for seat, card in enumerate(dealt, 1)}
    assert sorted(factions.values()).count("conspire") == conspirators
    assert end["winners"] == sorted({factions[str(seat)] for seat in facts["asgard"]})


def check(seeds: Iterable[int]) -> None:
    for seed in seeds:
        given, lines = by_seed(seed)
        told = [json.loads(line) for line in lines]
        assert choices(told) <= MOST_CHOICES, seed
        check_end(told, given, seed)
        transcripts.check(lines, **given)


def test_the_second_rules_agree_in_games_with_any_gods_and_options() -> None:
    check(range(8))


@pytest.mark.long
def test_the_second_rules_agree_in_forty_such_games() -> None:
    check(range(1_000, 1_040))


def check_disturbed(seeds: Iterable[int], folder: Path) -> Counter[str]:
    told: Counter[str] = Counter()
    for seed in seeds:
        given, lines = with_disturbances(seed, folder)
        transcripts.check(lines, **given)
        told.update(line["name"] for line in map(json.loads, lines) if line["kind"] == "event")
    return told


def test_the_second_rules_agree_when_people_leave_and_miss_windows(tmp_path: Path) -> None:
    told = check_disturbed(range(16), tmp_path)
    assert {"NightVoid", "Leaves", "Joins", "PadCalled", "Missing", "Absent", "Ended"} <= {*told}


@pytest.mark.long
def test_the_second_rules_agree_in_eighty_such_evenings(tmp_path: Path) -> None:
    told = check_disturbed(range(1_000, 1_080), tmp_path)
    rare = {"Protected"}  # Dvalin's card
    unheard = {"BallotChanged"}  # These tables hear their box, and are offered no other way to vote.
    assert {event.__name__ for event in EVENTS} - {*told} <= rare | unheard
