"""The board of Odin's Table agrees with a second move generator that shares nothing with it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import (
    ATTACKER,
    BLACK,
    FIGHTS,
    NAMES,
    START,
    WHITE,
    Move,
    Position,
    after,
    at,
    is_attack,
    moves,
    passed,
    winner,
)
from tests.games import plain_odin as plain

COLOURS = ("white", "black")


def as_plain(position: Position) -> plain.Board:
    """Convert a position to the second generator's board."""
    whose = {plain.square(name): at(position, square) for square, name in enumerate(NAMES)}
    return {square: COLOURS[colour] for square, colour in whose.items() if colour is not None}


class Disagreement(AssertionError):
    """The two generators differ."""


Moves = Callable[[Position], list[Move]]
After = Callable[[Position, Move, str], Position]


def agree(position: Position, moves: Moves = moves, after: After = after) -> None:
    """Assert the same legal moves, each once, the same attacks, and the same positions after them."""
    second, colour = as_plain(position), COLOURS[position.turn]
    found = moves(position)
    if sorted(map(str, found)) != sorted(plain.moves(second, colour)):
        raise Disagreement(f"{plain.drawn(second)}, {colour}: {sorted(map(str, found))}")
    for move in found:
        if is_attack(position, move) != plain.is_attack(second, str(move)):
            raise Disagreement(f"{plain.drawn(second)}, {colour}: does {move} attack?")
        for end in plain.ends(second, str(move)):
            ours, theirs = (
                after(position, move, end or ATTACKER),
                plain.played(second, colour, str(move), end),
            )
            if as_plain(ours) != theirs or ours.turn == position.turn:
                raise Disagreement(f"{plain.drawn(second)}, {colour}: {move} {end}: {plain.drawn(theirs)}")


def all_agree(positions: Iterable[Position], moves: Moves = moves, after: After = after) -> None:
    for position in positions:
        agree(position, moves, after)


def played(rng: Random) -> Iterator[Position]:
    """The positions of a random game, with random results of its fights."""
    position = START
    for _ in range(400):
        yield position
        there = moves(position)
        if not there and (winner(position) is not None or not moves(passed(position))):
            return
        position = after(position, rng.choice(there), rng.choice(FIGHTS)) if there else passed(position)


def placed(rng: Random) -> Position:
    """Up to six pieces each on random squares."""
    squares = rng.sample(range(board.OFF), rng.randint(0, 12))
    half = rng.randint(max(0, len(squares) - 6), min(6, len(squares)))
    white, black = (sum(1 << one for one in some) for some in (squares[:half], squares[half:]))
    return Position(white, black, rng.choice((WHITE, BLACK)))


def positions(seed: int, number: int) -> Iterator[Position]:
    """At least `number` positions, half of them from random games, half with randomly placed pieces."""
    rng, found = Random(seed), 0
    while found < number:
        for position in played(rng):
            yield position
            yield placed(rng)
            found += 2


@pytest.mark.many
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10, 17))])
def test_both_generators_agree_on_a_thousand_positions(seed: int) -> None:
    all_agree(positions(seed, 1_000))


def _unfaithful(change: Callable[[Position, list[Move]], list[Move]]) -> Moves:
    return lambda position: change(position, moves(position))


def _back_into_energy(position: Position, found: list[Move]) -> list[Move]:
    """A piece can go back into its own energy row."""
    down = -6 if position.turn == WHITE else 6
    back = [square for square in board.bits(position.own) if NAMES[square][1] == "24"[position.turn]]
    empty = ~(position.white | position.black)
    return found + [Move(square, square + down) for square in back if empty >> square + down & 1]


def _between_two(position: Position, found: list[Move]) -> list[Move]:
    """A piece can pass between two opponents, up to the right."""
    right = [one for one in board.bits(position.own) if one % 6 < 5 and 6 <= one < 18]
    slips = [one for one in right if position.theirs >> one + 1 & position.theirs >> one + 6 & 1]
    to = [(one, one + 7) for one in slips if one + 7 < 24 and not position.own >> one + 7 & 1]
    return list({*found, *(Move(*step) for step in to)})


FAULTS: dict[str, Moves] = {
    "an extra corner": _unfaithful(lambda position, found: [*found, Move(board.OFF, 0)]),
    "no resurrection": _unfaithful(lambda position, found: [one for one in found if not one.resurrects]),
    "no attack": _unfaithful(lambda position, found: [one for one in found if not is_attack(position, one)]),
    "one move twice": _unfaithful(lambda position, found: [*found, *found[:1]]),
    "back home": _unfaithful(_back_into_energy),
    "between two": _unfaithful(_between_two),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_generator_with_a_fault_is_caught(fault: str) -> None:
    with pytest.raises(Disagreement):
        all_agree(positions(1, 2_000), moves=FAULTS[fault])


def _together(one: Position, other: Position) -> Position:
    return Position(one.white | other.white, one.black | other.black, one.turn)


AFTERS: dict[str, After] = {
    "a defender that steps forward": lambda position, move, end: after(
        position, move, "swap" if end == "defender" else end
    ),
    "nobody is captured": lambda position, move, end: _together(after(position, move, end), position),
    "the same turn again": lambda position, move, end: after(position, move, end)._replace(
        turn=position.turn
    ),
}


@pytest.mark.parametrize("fault", AFTERS)
def test_a_move_with_another_result_is_caught(fault: str) -> None:
    with pytest.raises(Disagreement):
        all_agree(positions(1, 2_000), after=AFTERS[fault])


def test_the_second_generator_shares_nothing_with_the_package() -> None:
    tree = ast.parse(Path(plain.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [getattr(node, "module", None) for node in imports] == ["__future__"]


def test_moves_are_written_and_read() -> None:
    for position in positions(3, 200):
        assert [board.read(str(move)) for move in moves(position)] == moves(position)
