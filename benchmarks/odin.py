"""Legal moves per second in Odin's Table, compared with python-chess.

    make bench                         with all the others
    .venv/bin/python -m benchmarks.odin [--rounds N] [--seconds S] [--quick]

For some hundred positions of random games, each side lists all legal moves, as a referee offers them and a
search needs them. Listing is easier on a board of 30 squares with one kind of piece than on one of 64 with
six kinds, check and castling. That matters less per move than per position, so moves are counted. The second
rows also make every move, as a search does: ours returns a new position, python-chess changes its board and
undoes the move.

The two take turns for a fraction of a second each, round after round. Seconds are CPU time. The goal is twice
the peer's moves, by the median of the rounds; the exit status is 1 if it is missed.
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
"""How many times the peer's moves are the goal."""

POSITIONS = 300

Count: TypeAlias = Callable[[Any], int]
"""Returns the number of legal moves in a position."""


def our_positions(rng: Random) -> Iterator[Position]:
    """The positions of random games with random results of fights."""
    while True:
        position = START
        while board.winner(position) is None:
            yield position
            if there := board.moves(position):
                position = board.after(position, rng.choice(there), rng.choice(FIGHTS))
            else:
                position = board.passed(position)


def chess_positions(chess: Any, rng: Random) -> Iterator[Any]:
    """The positions of random games, up to their sixtieth move."""
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
    """POSITIONS positions, every fifth one."""
    return list(islice(positions, 0, 5 * POSITIONS, 5))


def counting(positions: list[Any], count: Count, rng: Random) -> int:
    """The number of moves in fifty of the positions."""
    return sum(map(count, rng.sample(positions, 50)))


def players() -> dict[str, Player]:
    """The measured functions, by row. Raises ImportError if python-chess is not installed."""
    import chess

    ours, theirs = _sample(our_positions(Random(1))), _sample(chess_positions(chess, Random(1)))
    return {
        OURS: partial(counting, ours, listed),
        PEER: partial(counting, theirs, chess_listed),
        f"{OURS}{MADE}": partial(counting, ours, made),
        f"{PEER}{MADE}": partial(counting, theirs, chess_made),
    }


def ratio(rates: Mapping[str, list[float]], what: str = "") -> float:
    """Our moves divided by the peer's: the median over the rounds."""
    pairs = zip(rates[f"{OURS}{what}"], rates[f"{PEER}{what}"], strict=True)
    return median(own / peer for own, peer in pairs)


def report(rates: Mapping[str, list[float]]) -> str:
    """A row for each player: its median, slowest and fastest turn."""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    lines = [f"Legal moves per CPU second, in positions of random games ({machine})", ""]
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
