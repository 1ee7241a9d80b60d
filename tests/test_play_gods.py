"""Whole games by seed with any number of gods and any option: each one ends, and says who won."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

import pytest

from gm_appliance.games.game import Number
from gm_appliance.games.gotterdammerung import OPTIONS
from gm_appliance.rehearsal import rehearse

MOST_CHOICES = 600
"""With all gods a round has up to twelve choices more than in the first game."""

CARDS = {7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 5}


def options(rng: Random, players: int) -> dict[str, int | str]:
    """Every option somewhere in its range."""
    chosen: dict[str, int | str] = {}
    for option in OPTIONS:
        domain = option.domain
        if isinstance(domain, Number):
            chosen[option.name] = rng.randint(domain.lo, domain.hi)
        else:
            chosen[option.name] = rng.choice(domain.options)
    return {**chosen, "players": players, "gods": rng.randint(3, players)}


def check(seeds: Iterable[int]) -> None:
    for seed in seeds:
        players = 7 + seed % 9
        lines: list[str] = []
        rehearse("gotterdammerung", options(Random(seed), players), "en", lines.append, seed=seed)
        told = [json.loads(line) for line in lines]
        assert sum(line["kind"] == "choice" for line in told) <= MOST_CHOICES, seed
        end = told[-1]
        factions = end["facts"]["factions"]
        assert sorted(factions.values()).count("conspire") == CARDS[players], seed
        standing = {factions[str(seat)] for seat in end["facts"]["asgard"]}
        assert (end["kind"], end["winners"]) == ("outcome", sorted(standing)), seed


def test_games_with_any_gods_and_options_end() -> None:
    check(range(200))


@pytest.mark.long
@pytest.mark.parametrize("start", range(1_000, 6_000, 250))
def test_five_thousand_games_with_any_gods_and_options_end(start: int) -> None:
    check(range(start, start + 250))
