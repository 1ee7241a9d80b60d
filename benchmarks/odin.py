"""How many legal moves a second Odin's Table lists, beside python-chess.

    make bench                         with all the others
    .venv/bin/python -m benchmarks.odin [--rounds N] [--seconds S] [--quick]

Positions of random games, some hundreds of each; of every one all legal moves are listed, which is what
a referee offers and what a search grows from. A board of 30 squares with one kind of piece is less to do
than one of 64 with six, a king in check and castling; per move that matters less than per position, so
moves are counted. The second rows make every move too, as either makes it for a search: ours into a
new position beside the old one, python-chess's on its one board, and back.

The two take turns, each for a share of a second, round after round. Seconds are of CPU time. We are to
list twice as many as the peer, by the median of the rounds; ends with status 1 if we do not.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from typing import Any, TypeAlias

from benchmarks.rules import Player, measured, options
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import FIGHTS, START, Position

OURS = "Odin's Table"
PEER = "python-chess"
MADE = ", and made"
GOAL = 2
"""How many times the peer's moves we are to list."""

POSITIONS = 300

Count: TypeAlias = Callable[[Any], int]
"""The legal moves of a position: how many there are."""


def our_positions(rng: Random) -> Iterator[Position]:
    """Of random games, whoever wins each of their fights."""
    while True:
        position = START
        while board.winner(position) is None:
            yield position
            if there := board.moves(position):
                position = board.after(position, rng.choice(there), rng.choice(FIGHTS))
            else:
                position = board.passed(position)


def chess_positions(chess: Any, rng: Random) -> Iterator[Any]:
    """Of random games, until they are over, or for sixty moves."""
    while True:
        game = chess.Board()
        while not game.is_game_over() and game.fullmove_number <= 60:
            yield game.copy(stack=False)
            game.push(rng.choice(list(game.legal_moves)))


def listed(position: Position) -> int:
    return len(board.moves(position))


def made(position: Position) -> int:
    there = board.moves(position)
    for move in there:
        board.after(position, move)
    return len(there)


def chess_listed(game: Any) -> int:
    return len(list(game.legal_moves))


def chess_made(game: Any) -> int:
    there = list(game.legal_moves)
    for move in there:
        game.push(move)
        game.pop()
    return len(there)


def _sample(positions: Iterator[Any]) -> list[Any]:
    """As many as are measured, every fifth that comes."""
    return list(islice(positions, 0, 5 * POSITIONS, 5))


def counting(positions: list[Any], count: Count, rng: Random) -> int:
    """How many moves there are in a few of the positions."""
    return sum(map(count, rng.sample(positions, 50)))


def players() -> dict[str, Player]:
    """Both, with the same pace of positions. Raises ImportError where python-chess is not installed."""
    import chess

    ours, theirs = _sample(our_positions(Random(1))), _sample(chess_positions(chess, Random(1)))
    return {
        OURS: partial(counting, ours, listed),
        PEER: partial(counting, theirs, chess_listed),
        f"{OURS}{MADE}": partial(counting, ours, made),
        f"{PEER}{MADE}": partial(counting, theirs, chess_made),
    }


def ratio(rates: Mapping[str, list[float]], what: str = "") -> float:
    """How many times the peer's moves: the median over the rounds of both."""
    pairs = zip(rates[f"{OURS}{what}"], rates[f"{PEER}{what}"], strict=True)
    return median(own / peer for own, peer in pairs)


def report(rates: Mapping[str, list[float]]) -> str:
    """A line for each: the median, the slowest and the fastest turn; then how we stand to the peer."""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    lines = [f"Legal moves per second of CPU, in positions of random games ({machine})", ""]
    lines.append(f"{'':38}{'median':>11}{'slowest':>11}{'fastest':>11}")
    for name, found in rates.items():
        figures = "".join(f"{rate:>11,.0f}" for rate in (median(found), min(found), max(found)))
        lines.append(f"{name:38}{figures}")
    return "\n".join(lines)


def main() -> int:
    asked = options(__doc__)
    rates = measured(players, "python-chess", asked)
    if rates is None:
        return 2
    print(report(rates))
    if asked.quick:
        return 0
    listed, made = ratio(rates), ratio(rates, MADE)
    reached = listed >= GOAL
    print(f"\n{listed:.1f} times the peer's, {made:.1f} times with moves made.")
    print(f"Goal, {GOAL} times: {'reached' if reached else 'missed'}.")
    return int(not reached)


if __name__ == "__main__":
    sys.exit(main())
