"""How many decisions per second Thor's rules make, beside OpenSpiel's games written in Python.

    make bench                         with all the others
    .venv/bin/python -m benchmarks.thor [--rounds N] [--seconds S] [--quick]

Whole random rounds, from the lots to the score, as in `rules.py`, whose peers take their turns here too:
every decision is drawn from the legal ones, each choice is checked against them, and each step
makes a new state beside the old one and tells what happened. A live round has some forty decisions,
two in a turn. Menus and corrections after the score are left out: people take their time there.

The goal for the basic game is 67,000 decisions a second of CPU, some 33,000 players' turns, in the
fastest of its runs: other load slows all runs down, and speeds up none. Exits with status
1 if a table misses it. The tables with The Will of Thor, and those entered only at a round's end, are for
orientation.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from functools import partial
from random import Random
from statistics import median

from benchmarks.rules import Player, measured, options
from benchmarks.rules import players as all_players
from gm_appliance.core.game import Choice
from gm_appliance.games.thor import THOR

OURS = "Thor, "
GOAL = 67_000
"""Decisions per second at each table of the basic game, followed live; a player's turn has two."""

TABLES: dict[str, dict[str, int | str]] = {
    f"{OURS}live, basic, 2 players": {"players": 2, "mode": "live"},
    f"{OURS}live, basic, 4 players": {"players": 4, "mode": "live"},
    f"{OURS}live, big, with the Will": {"players": 6, "mode": "live", "will_of_thor": "yes"},
    f"{OURS}entered, basic, 4 players": {"players": 4, "mode": "final"},
}
MEASURED = tuple(name for name in TABLES if "live, basic" in name)


def play_ours(options: Mapping[str, int | str], rng: Random) -> int:
    """Play a random round until it is scored; returns the number of decisions."""
    game = THOR
    state, decisions = game.begin(options), 0
    while not state.points:
        decision = game.decision(game.public(state))
        assert decision is not None
        state = game.apply(state, Choice(decision.name, decision.domain.sample(rng))).state
        decisions += 1
    return decisions


def players() -> dict[str, Player]:
    """All games, by their row. Raises ImportError if OpenSpiel is not installed."""
    peers = {name: play for name, play in all_players().items() if name.startswith("OpenSpiel")}
    ours = {
        name: partial(play_ours, THOR.complete({"match": "single", **given}))
        for name, given in TABLES.items()
    }
    return {**ours, **peers}


def report(rates: Mapping[str, list[float]]) -> str:
    """A line for each game: the median, slowest and fastest round."""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    lines = [f"Decisions per second of CPU, whole random games ({machine})", ""]
    lines.append(f"{'':38}{'median':>9}{'slowest':>9}{'fastest':>9}")
    for name, found in rates.items():
        figures = "".join(f"{rate:>9,.0f}" for rate in (median(found), min(found), max(found)))
        lines.append(f"{name:38}{figures}")
    return "\n".join(lines)


def behind(rates: Mapping[str, list[float]]) -> list[str]:
    """The basic game's tables that never reached the goal."""
    return [name for name in MEASURED if max(rates[name]) < GOAL]


def main() -> int:
    asked = options(__doc__)
    rates = measured(players, "OpenSpiel", asked)
    if rates is None:
        return 2
    print(report(rates))
    if asked.quick:
        return 0
    missed = behind(rates)
    print(
        f"\nGoal, {GOAL:,} decisions a second: {'missed by ' + ', '.join(missed) if missed else 'reached'}."
    )
    return min(len(missed), 1)


if __name__ == "__main__":
    sys.exit(main())
