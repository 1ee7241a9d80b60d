"""The board of Odin's Table, beside a second generator of moves that shares nothing with it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    conquests,
    is_attack,
    lost,
    moves,
    passed,
    winner,
)
from tests.games import plain_odin as plain

COLOURS = ("white", "black")


def as_plain(position: Position) -> plain.Board:
    """What lies there, as the second generator has it."""
    whose = {plain.square(name): at(position, square) for square, name in enumerate(NAMES)}
    return {square: COLOURS[colour] for square, colour in whose.items() if colour is not None}


def laid(picture: str, turn: int = WHITE) -> Position:
    """The position of a picture; see `plain.laid`."""
    sets = {"white": 0, "black": 0}
    for square, colour in plain.laid(picture).items():
        sets[colour] |= 1 << NAMES.index(plain.written(square))
    return Position(sets["white"], sets["black"], turn)


# ---------------------------------------------------------------- the two beside each other


class Disagreement(AssertionError):
    """The two generators differ."""


Moves = Callable[[Position], list[Move]]
After = Callable[[Position, Move, str], Position]


def agree(position: Position, moves: Moves = moves, after: After = after) -> None:
    """Both have the same legal moves there, each once, the same attacks, and what becomes of each."""
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
    """The positions of a random game, whoever wins each of its fights."""
    position = START
    for _ in range(400):
        yield position
        there = moves(position)
        if not there and (winner(position) is not None or not moves(passed(position))):
            return
        position = after(position, rng.choice(there), rng.choice(FIGHTS)) if there else passed(position)


def placed(rng: Random) -> Position:
    """Up to six pieces each anywhere, as few games would have them."""
    squares = rng.sample(range(board.OFF), rng.randint(0, 12))
    half = rng.randint(max(0, len(squares) - 6), min(6, len(squares)))
    white, black = (sum(1 << one for one in some) for some in (squares[:half], squares[half:]))
    return Position(white, black, rng.choice((WHITE, BLACK)))


def positions(seed: int, number: int) -> Iterator[Position]:
    """So many: half of them of random games, half placed at random."""
    rng, found = Random(seed), 0
    while found < number:
        for position in played(rng):
            yield position
            yield placed(rng)
            found += 2


@pytest.mark.many
def test_both_generators_agree_on_two_thousand_positions() -> None:
    all_agree(positions(1, 2_000))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 14))
def test_both_generators_agree_on_fifty_thousand_positions(seed: int) -> None:
    all_agree(positions(seed, 13_000))


def _unfaithful(change: Callable[[Position, list[Move]], list[Move]]) -> Moves:
    return lambda position: change(position, moves(position))


def _back_into_energy(position: Position, found: list[Move]) -> list[Move]:
    """As if a piece could go back into its own energy row."""
    down = -6 if position.turn == WHITE else 6
    back = [square for square in board.bits(position.own) if NAMES[square][1] == "24"[position.turn]]
    empty = ~(position.white | position.black)
    return found + [Move(square, square + down) for square in back if empty >> square + down & 1]


def _between_two(position: Position, found: list[Move]) -> list[Move]:
    """As if a piece could slip between two of the opponent's on its way up to the right."""
    right = [one for one in board.bits(position.own) if one % 6 < 5 and 6 <= one < 18]
    slips = [one for one in right if position.theirs >> one + 1 & position.theirs >> one + 6 & 1]
    to = [(one, one + 7) for one in slips if one + 7 < 24 and not position.own >> one + 7 & 1]
    return list({*found, *(Move(*step) for step in to)})


FAULTS: dict[str, Moves] = {
    "a corner too many": _unfaithful(lambda position, found: [*found, Move(board.OFF, 0)]),
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
def test_a_move_with_another_end_is_caught(fault: str) -> None:
    with pytest.raises(Disagreement):
        all_agree(positions(1, 2_000), after=AFTERS[fault])


def test_the_second_generator_shares_nothing_with_the_package() -> None:
    tree = ast.parse(Path(plain.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [getattr(node, "module", None) for node in imports] == ["__future__"]


# ---------------------------------------------------------------- counts of sequences


def sequences(position: Position, depth: int, moves: Moves = moves) -> int:
    """As `plain.sequences`: each end of an attack counts, and so does a pass."""
    if depth == 0:
        return 1
    if winner(position) is not None:
        return 0
    there = moves(position)
    if not there:
        return sequences(passed(position), depth - 1, moves) if moves(passed(position)) else 0
    ways = [(move, end) for move in there for end in (FIGHTS if is_attack(position, move) else (ATTACKER,))]
    if depth == 1:
        return len(ways)
    return sum(sequences(after(position, move, end), depth - 1, moves) for move, end in ways)


SET_UP = "bbbbbb ...... ...... ...... wwwwww"

COUNTS: tuple[tuple[str, int, tuple[int, ...]], ...] = (
    (SET_UP, WHITE, (16, 256, 4_096, 66_216)),
    (SET_UP, BLACK, (16, 256, 4_096, 66_216)),
    # The ranks meet.
    ("b.b.b. .b.b.b ...... w.w.w. .w.w.w", WHITE, (16, 276, 5_461, 114_231)),
    # They are among each other: attacks, and steps between two pieces.
    ("b..bb. ..bw.. .wb..w .w..b. w...w.", BLACK, (42, 1_574, 53_597)),
    # A conqueror each, and lost pieces, with corners free and taken.
    (".w.b.. ..b..w ...... .wbw.. b...w.", WHITE, (21, 370, 7_347)),
    # White has conquerors alone, and both its corners are conquered: it passes.
    ("w.w.bb ....b. ...b.. ...... b....b", WHITE, (1, 14, 14, 199)),
)
"""A position, whose turn it is, and how many sequences of 1, 2, 3 and 4 turns there are. A turn is a move, or
a pass; an attack counts three times, for either can win it, or the two change places."""


@pytest.mark.parametrize(("picture", "turn", "counts"), COUNTS)
def test_both_count_the_same_sequences_of_turns(picture: str, turn: int, counts: tuple[int, ...]) -> None:
    for depth, expected in enumerate(counts, 1):
        assert sequences(laid(picture, turn), depth) == expected
        assert plain.sequences(plain.laid(picture), COLOURS[turn], depth) == expected


def test_a_generator_with_a_fault_counts_other_sequences() -> None:
    for name in ("no attack", "no resurrection", "one move twice"):
        found = [sequences(laid(picture, turn), 3, FAULTS[name]) for picture, turn, _counts in COUNTS]
        assert found != [counts[2] for _picture, _turn, counts in COUNTS], name


# ---------------------------------------------------------------- what is always so


@given(st.integers(0, 2**32))
def test_a_position_keeps_its_pieces_on_the_board_and_its_conquerors_in_place(seed: int) -> None:
    rng = Random(seed)
    position = rng.choice(list(played(rng)))
    assert position.white & position.black == 0
    for colour in (WHITE, BLACK):
        assert position[colour] & ~board.BOARD == 0
        assert position[colour].bit_count() + lost(position, colour) == board.PIECES
    for move in moves(position):
        for end in FIGHTS if is_attack(position, move) else (ATTACKER,):
            then = after(position, move, end)
            assert all(conquests(then, one) >= conquests(position, one) for one in (WHITE, BLACK))
            gone = sum(lost(then, one) - lost(position, one) for one in (WHITE, BLACK))
            assert gone == (-1 if move.resurrects else is_attack(position, move) and end != "swap")


@given(st.integers(0, 2**32))
def test_both_sides_of_the_board_are_alike(seed: int) -> None:
    """Seen from the other side of the table, with the colours changed, a position has the same moves."""

    def turned(squares: int) -> int:
        return sum(1 << 29 - one for one in board.bits(squares))

    rng = Random(seed)
    position = rng.choice([*played(rng), placed(rng)])
    other = Position(turned(position.black), turned(position.white), 1 - position.turn)
    mirrored = {Move(one.start if one.resurrects else 29 - one.start, 29 - one.to) for one in moves(other)}
    assert mirrored == set(moves(position))


def test_moves_are_written_and_read() -> None:
    for position in positions(3, 200):
        assert [board.read(str(move)) for move in moves(position)] == moves(position)


def test_positions_are_values() -> None:
    assert {START: 1}[Position(START.white, START.black, WHITE)] == 1
    assert passed(passed(START)) == START != passed(START)
