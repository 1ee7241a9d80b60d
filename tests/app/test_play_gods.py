"""Whole games by seed with any number of gods and any option: each one ends, and says who won.

Without pads the box never knows a faction: there the cards that were dealt say who won.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.cues import Card, Deck
from gm_appliance.core.game import Number
from gm_appliance.games.gotterdammerung import OPTIONS
from gm_appliance.simulator.dealer import shuffled

MOST_CHOICES = 600
"""With all gods a round has up to twelve choices more than in the first game."""

pytestmark = pytest.mark.many

CARDS: dict[int | str, int] = {7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 5}


def options(rng: Random, players: int) -> dict[str, int | str]:
    """Every option that counts with the others, somewhere in its range."""
    chosen: dict[str, int | str] = {"players": players}
    for option in OPTIONS:
        if option.name in chosen or not option.counts(chosen):
            continue
        domain = option.takes(chosen)
        if isinstance(domain, Number):
            chosen[option.name] = rng.randint(domain.lo, domain.hi)
        else:
            chosen[option.name] = rng.choice(domain.options)
    return chosen


def choices(told: list[dict[str, Any]]) -> int:
    """Thumbs entered one by one count as one ballot, as they do at pads."""
    names = [line["name"] for line in told if line["kind"] == "choice"]
    return sum(name not in ("council.thumb", "council.booth") for name in names)


def check_end(told: list[dict[str, Any]], given: dict[str, int | str], seed: int) -> None:
    """Whoever won alone has somebody in Asgard."""
    end, facts = told[-1], told[-1]["facts"]
    assert end["kind"] == "outcome"
    if given["ballot"] != "pads":
        called = [line["value"] for line in told if line["kind"] == "choice" and line["name"] == "end.called"]
        assert facts["factions"] == {}
        assert set(called[:-1]) <= {"on"}
        assert end["winners"] == called[-1:]
    conspirators = CARDS[given["players"]]
    protectors = (Card(0, "", name="protect"), int(given["players"]) - conspirators)
    deck = Deck(0, "", (protectors, (Card(0, "", name="conspire"), conspirators)))
    dealt = shuffled(deck, Random(f"{seed} deal"))
    factions = facts["factions"] or {str(seat): card.name for seat, card in enumerate(dealt, 1)}
    assert sorted(factions.values()).count("conspire") == conspirators
    assert end["winners"] == sorted({factions[str(seat)] for seat in facts["asgard"]})


def check(seeds: Iterable[int]) -> None:
    for seed in seeds:
        players = 7 + seed % 9
        given, lines = options(Random(seed), players), list[str]()
        rehearse("gotterdammerung", given, "en", lines.append, seed=seed)
        told = [json.loads(line) for line in lines]
        assert choices(told) <= MOST_CHOICES, seed
        check_end(told, given, seed)


@pytest.mark.parametrize("start", range(0, 72, 18))
def test_games_with_any_gods_and_options_end(start: int) -> None:
    check(range(start, start + 18))


@pytest.mark.long
@pytest.mark.parametrize("start", range(1_000, 6_000, 250))
def test_five_thousand_games_with_any_gods_and_options_end(start: int) -> None:
    check(range(start, start + 250))
