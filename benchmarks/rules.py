"""How many decisions a second the rules of Götterdämmerung make, alone, beside a peer.

    make bench                          with all the others
    .venv/bin/python -m benchmarks.rules [--rounds N] [--seconds S] [--quick]

Both sides play whole games, from setting up to the end, drawing every decision at random from what
is legal at the moment: each step asks the game what is legal, draws one of it, and has a new state
made. Nobody thinks, draws, speaks or saves.

**The peer** is `python_team_dominoes` of OpenSpiel, which is like it where it costs: written in
Python, four players in two sides with hidden hands, chance as a player, some fifty decisions a game
(Götterdämmerung among seven has about as many). Its states are asked for their child, a new state
beside the old one, as our `apply` gives. That is what undo, pause and a journal stand on; a game
that changes its only state in place could not be taken back.

The other rows are for judgement. OpenSpiel's smaller games have less to do each step, a bid list or
nine squares; `in place` changes the one state there is, without a copy and with no way back, which
nobody at our table could use. Our own side does more than either: it checks every choice against
what is legal and tells what happened, each event with the table as it was right then.

The games take turns, each for a share of a second, round after round: what else the machine does
meets all of them. Seconds are of CPU time, for nobody here waits for anything. Each of our tables is
to make five times the peer's decisions, by the median of the rounds; ends with status 1 if any does
not.
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
"""Plays one whole game at random and returns how many decisions it took."""

OURS = "Götterdämmerung, "
PEER = "OpenSpiel team dominoes"
GOAL = 5
"""How many times the peer's decisions each of our tables is to make."""

# The fewest gods, some, and all of them; everything else as shipped.
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
    """keeps: every state before stays as it was."""
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
    """Everybody who takes part. Raises ImportError where OpenSpiel is not installed."""
    import open_spiel.python.games  # noqa: F401  (registers those written in Python)
    import pyspiel

    games = {name: pyspiel.load_game(short) for name, short in OTHERS.items()}
    return {
        **{name: partial(play_ours, GOTTERDAMMERUNG.complete(given)) for name, given in TABLES.items()},
        **{name: partial(play_open_spiel, game, True) for name, game in games.items()},
        **{f"{name}, in place": partial(play_open_spiel, game, False) for name, game in games.items()},
    }


def decisions_per_second(play: Player, seconds: float, rng: Random, clock: Callable[[], float]) -> float:
    """Of as many whole games as fill that many seconds, one at least."""
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
    """Decisions per second of each, one figure a round; all take their turn in each round."""
    rates: dict[str, list[float]] = {name: [] for name in contest}
    for number in range(rounds):
        for name, play in contest.items():
            rates[name].append(decisions_per_second(play, seconds, Random(number), clock))
    return rates


def report(rates: Mapping[str, list[float]]) -> str:
    """A line for each: the median, the slowest and fastest round, and how it stands to the peer."""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    lines = [f"Decisions per second of CPU, whole random games ({machine})", ""]
    lines.append(f"{'':38}{'median':>9}{'slowest':>9}{'fastest':>9}{'to peer':>9}")
    for name, found in rates.items():
        figures = "".join(f"{rate:>9,.0f}" for rate in (median(found), min(found), max(found)))
        lines.append(f"{name:38}{figures}{ratio(rates, name):>9.2f}")
    return "\n".join(lines)


def ratio(rates: Mapping[str, list[float]], name: str) -> float:
    """How many times the peer's decisions it makes: the median over the rounds of both."""
    return median(own / peer for own, peer in zip(rates[name], rates[PEER], strict=True))


def behind(rates: Mapping[str, list[float]]) -> list[str]:
    """Those of our tables that do not reach the goal."""
    return [name for name in rates if name.startswith(OURS) and ratio(rates, name) < GOAL]


def options(doc: str | None) -> argparse.Namespace:
    """What was asked for on the command line: `rounds`, `seconds` and `quick`."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="how often each takes its turn (9)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long a turn is at least (0.3)")
    parser.add_argument("--quick", action="store_true", help="one turn each, to see that it runs; no verdict")
    return parser.parse_args()


def measured(
    contest: Callable[[], Mapping[str, Player]], peer: str, asked: argparse.Namespace
) -> dict[str, list[float]] | None:
    """What was asked for; None where the peer is not installed, which is told."""
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
