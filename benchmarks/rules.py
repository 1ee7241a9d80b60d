"""Decisions per second of the rules, compared with a peer.

    python -m benchmarks.rules [--rounds N] [--seconds S] [--quick]

All play whole random games: each step asks the game for the legal choices, draws one, and makes a new state.
There is no thinking, drawing, speech or saving. Of Thor a single round is played, without the menus and
corrections after its score, where people take their time.

**The peer** is `python_team_dominoes` of OpenSpiel, because it spends its time on comparable work: it is
written in Python and has four players in two teams, hidden hands, chance as a player, and some fifty
decisions per game, about as many as Götterdämmerung with seven players. Each step makes a child, a new state
beside the old one, as our `apply` does. Undo and the journal need that; a game that changes its state in
place cannot be undone. Our side does more: it checks that every choice is legal, and returns all events, each
with the view right after it.

The games take turns, each for a fraction of a second, so that other load affects all of them. Times are CPU
time. Each of our tables should make nine times the peer's decisions, by the median of the rounds; the exit
code is 1 if one does not.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from statistics import median
from typing import Any, TypeAlias

from gm_appliance.core.game import JSON, Choice, Game
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.thor import THOR

Player: TypeAlias = Callable[[Random], int]
"""Plays one random game and returns its number of decisions."""

PEER = "OpenSpiel team dominoes"
GOAL = 9
"""The lowest ratio of our decisions to the peer's."""

# Götterdämmerung with the fewest gods, some, and all of them; all other options have their defaults.
TABLES: dict[str, tuple[Game[Any, Any], dict[str, JSON]]] = {
    "Götterdämmerung, 7 players, 3 gods": (GOTTERDAMMERUNG, {}),
    "Götterdämmerung, 10 players, 6 gods": (GOTTERDAMMERUNG, {"players": 10, "gods": 6}),
    "Götterdämmerung, 15 players, 15 gods": (GOTTERDAMMERUNG, {"players": 15, "gods": 15}),
    "Thor, live, basic, 2 players": (THOR, {"match": "single", "mode": "live", "players": 2}),
    "Thor, live, basic, 4 players": (THOR, {"match": "single", "mode": "live", "players": 4}),
}


def play_ours(game: Game[Any, Any], options: Mapping[str, JSON], rng: Random) -> int:
    state, decisions = game.begin(game.complete(options)), 0
    while (decision := game.decision(game.public(state))) and decision.name != "match.over":
        one = rng.choice(decision.open())
        state = game.apply(state, Choice(one.name, one.domain.sample(rng))).state
        decisions += 1
    return decisions


def play_open_spiel(game: Any, rng: Random) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            action, _chance = rng.choice(state.chance_outcomes())
        else:
            action = rng.choice(state.legal_actions())
        state = state.child(action)
        decisions += 1
    return decisions


def players() -> dict[str, Player]:
    """All games, by their row. Raises ImportError if OpenSpiel is not installed."""
    import open_spiel.python.games  # noqa: F401  (registers those written in Python)
    import pyspiel

    ours = {name: partial(play_ours, game, given) for name, (game, given) in TABLES.items()}
    return {**ours, PEER: partial(play_open_spiel, pyspiel.load_game("python_team_dominoes"))}


def decisions_per_second(play: Player, seconds: float, rng: Random, clock: Callable[[], float]) -> float:
    """Decisions per second in as many games as fit into `seconds`, at least one."""
    decisions, began = 0, clock()
    while True:
        decisions += play(rng)
        if (passed := clock() - began) >= seconds and passed:
            return decisions / passed


def measure(
    contest: Mapping[str, Player],
    rounds: int,
    seconds: float,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, list[float]]:
    """Decisions per second of each game, one figure per round."""
    rates: dict[str, list[float]] = {name: [] for name in contest}
    for number in range(rounds):
        for name, play in contest.items():
            rates[name].append(decisions_per_second(play, seconds, Random(number), clock))
    return rates


def report(rates: Mapping[str, list[float]]) -> str:
    """A line for each game: the median, slowest and fastest round, and the ratio to the peer."""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    lines = [f"Decisions per second of CPU, whole random games ({machine})", ""]
    lines.append(f"{'':38}{'median':>9}{'slowest':>9}{'fastest':>9}{'to peer':>9}")
    for name, found in rates.items():
        figures = "".join(f"{rate:>9,.0f}" for rate in (median(found), min(found), max(found)))
        lines.append(f"{name:38}{figures}{ratio(rates, name):>9.2f}")
    return "\n".join(lines)


def ratio(rates: Mapping[str, list[float]], name: str) -> float:
    """The median, over the rounds, of the ratio of its decisions to the peer's."""
    return median(own / peer for own, peer in zip(rates[name], rates[PEER], strict=True))


def behind(rates: Mapping[str, list[float]]) -> list[str]:
    """Our tables that miss the goal."""
    return [name for name in rates if name != PEER and ratio(rates, name) < GOAL]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="how often each takes its turn (9)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long a turn is at least (0.3)")
    parser.add_argument("--quick", action="store_true", help="one turn each, to see that it runs; no verdict")
    asked = parser.parse_args()
    try:
        contest = players()
    except ImportError:
        print("OpenSpiel, the peer, is not installed: run `make bench`.", file=sys.stderr)
        return 2
    rates = measure(contest, 1, 0) if asked.quick else measure(contest, asked.rounds, asked.seconds)
    print(report(rates))
    if asked.quick:
        return 0
    missed = behind(rates)
    print(f"\nGoal, {GOAL} times the peer: {'missed by ' + ', '.join(missed) if missed else 'reached'}.")
    return min(len(missed), 1)


if __name__ == "__main__":
    sys.exit(main())
