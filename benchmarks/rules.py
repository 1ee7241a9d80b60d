"""Decisions per second of the rules of Götterdämmerung, compared with a peer.

    make bench                          with all the others
    .venv/bin/python -m benchmarks.rules [--rounds N] [--seconds S] [--quick]

Both play whole random games: each step asks the game for the legal choices, draws one, and makes a new state.
There is no thinking, drawing, speech or saving.

**The peer** is `python_team_dominoes` of OpenSpiel, because it spends its time on comparable work: it is
written in Python and has four players in two teams, hidden hands, chance as a player, and some fifty
decisions per game, about as many as Götterdämmerung with seven players. Each step makes a child, a new state
beside the old one, as our `apply` does. Undo and the journal need that; a game that changes its state in
place cannot be undone.

The other rows are for orientation. OpenSpiel's smaller games have less to do in a step. `in place` changes
the state without a copy, so there is no way back. Our side does more than either: it checks that every choice
is legal, and returns all events, each with the view right after it.

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

from gm_appliance.core.game import Choice
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG

Player: TypeAlias = Callable[[Random], int]
"""Plays one random game and returns its number of decisions."""

OURS = "Götterdämmerung, "
PEER = "OpenSpiel team dominoes"
GOAL = 9
"""The lowest ratio of our decisions to the peer's."""

# With the fewest gods, some, and all of them; all other options have their defaults.
TABLES: dict[str, dict[str, int | str]] = {
    f"{OURS}7 players, 3 gods": {},
    f"{OURS}10 players, 6 gods": {"players": 10, "gods": 6},
    f"{OURS}15 players, 15 gods": {"players": 15, "gods": 15},
}
OTHERS = {
    PEER: "python_team_dominoes",
    "OpenSpiel block dominoes": "python_block_dominoes",
    "OpenSpiel liar's poker": "python_liars_poker",
    "OpenSpiel tic-tac-toe": "python_tic_tac_toe",
}


def play_ours(options: Mapping[str, int | str], rng: Random) -> int:
    game = GOTTERDAMMERUNG
    state, decisions = game.begin(options), 0
    while decision := game.decision(game.public(state)):
        one = rng.choice(decision.open())
        state = game.apply(state, Choice(one.name, one.domain.sample(rng))).state
        decisions += 1
    return decisions


def play_open_spiel(game: Any, keeps: bool, rng: Random) -> int:
    """Play a random game. keeps: make a new state at each step."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            action, _chance = rng.choice(state.chance_outcomes())
        else:
            action = rng.choice(state.legal_actions())
        if keeps:
            state = state.child(action)
        else:
            state.apply_action(action)
        decisions += 1
    return decisions


def players() -> dict[str, Player]:
    """All games, by their row. Raises ImportError if OpenSpiel is not installed."""
    import open_spiel.python.games  # noqa: F401  (registers those written in Python)
    import pyspiel

    games = {name: pyspiel.load_game(short) for name, short in OTHERS.items()}
    return {
        **{name: partial(play_ours, GOTTERDAMMERUNG.complete(given)) for name, given in TABLES.items()},
        **{name: partial(play_open_spiel, game, True) for name, game in games.items()},
        **{f"{name}, in place": partial(play_open_spiel, game, False) for name, game in games.items()},
    }


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
    return [name for name in rates if name.startswith(OURS) and ratio(rates, name) < GOAL]


def options(doc: str | None) -> argparse.Namespace:
    """The command line's `rounds`, `seconds` and `quick`."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="how often each takes its turn (9)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long a turn is at least (0.3)")
    parser.add_argument("--quick", action="store_true", help="one turn each, to see that it runs; no verdict")
    return parser.parse_args()


def measured(
    contest: Callable[[], Mapping[str, Player]], peer: str, asked: argparse.Namespace
) -> dict[str, list[float]] | None:
    """The rates; None, with a message, if the peer is not installed."""
    try:
        everybody = contest()
    except ImportError:
        print(f"{peer}, the peer, is not installed: run `make bench`.", file=sys.stderr)
        return None
    return measure(everybody, 1, 0) if asked.quick else measure(everybody, asked.rounds, asked.seconds)


def main() -> int:
    asked = options(__doc__)
    rates = measured(players, "OpenSpiel", asked)
    if rates is None:
        return 2
    print(report(rates))
    if asked.quick:
        return 0
    missed = behind(rates)
    if missed:
        print(f"\nLess than {GOAL} times the peer: {', '.join(missed)}")
    else:
        print(f"\nEach of ours makes {GOAL} times the peer's decisions, or more.")
    return min(len(missed), 1)


if __name__ == "__main__":
    sys.exit(main())
