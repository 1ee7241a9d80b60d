"""The hub on perfboard connects what the netlist does, and its pictures and its list of wires match it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from docs.drawings import perfboard as pictures
from hardware.netlist import hub
from hardware.perfboard import Hole, Layout, joined, layout, wires

pytestmark = pytest.mark.many


@pytest.mark.parametrize("seats", [1, 7, 8, 9, 15])
def test_the_board_joins_what_the_netlist_joins(seats: int) -> None:
    board = layout(seats)
    assert {pin.split(".")[0] for pin in board.holes} == {part.ref for part in hub(seats).parts}
    assert joined(board, wires(board)) == hub(seats).nets


def moved(board: Layout, pin: str, to: Hole) -> Layout:
    return replace(board, holes={**board.holes, pin: to})


def test_a_board_that_is_wrong_is_found() -> None:
    board = layout()
    insulated = wires(board)
    right = hub().nets
    # A wire missing, or one too many; a bare wire joining two columns.
    assert all(
        joined(board, [one for one in insulated if one is not gone]) != right for gone in insulated[::20]
    )
    one, other = insulated[0], insulated[-1]
    assert joined(board, [*insulated, replace(one, end=other.end)]) != right
    (a, b), net = board.holes["D101.2"], board.net_at
    beside = replace(board, bare=(*board.bare, ((a, b), (a - 1, b), (a - 2, b))))
    assert net[a, b] != net[a - 2, b]
    with pytest.raises(ValueError, match="bare wire joins"):
        wires(beside)
    assert joined(beside, insulated) != right
    with pytest.raises(ValueError, match="in the same hole"):
        joined(moved(board, "R101.1", board.holes["J1.1"]), insulated)
    with pytest.raises(ValueError, match="beside the board"):
        joined(moved(board, "R101.1", (-1, 3)), insulated)


def turn(board: Layout, one: str, two: str, three: str) -> int:
    """The orientation of three legs, seen from above: a mirrored part would not fit."""
    (a, b), (c, d), (e, f) = (board.holes[pin] for pin in (one, two, three))
    area = (c - a) * (f - b) - (d - b) * (e - a)
    return (area > 0) - (area < 0)


def test_legs_lie_as_those_of_the_parts() -> None:
    """From the data sheets: rows 7.62 and 17.78 mm apart, pin 1 at the notch, numbered anticlockwise."""
    board = layout()
    for part in board.circuit.of("74HC165", "74HC595"):
        (a, b), (c, d), (e, f) = (board.holes[f"{part.ref}.{pin}"] for pin in (1, 8, 16))
        assert (abs(a - c) + abs(b - d), abs(a - e) + abs(b - f)) == (7, 3)
        assert turn(board, f"{part.ref}.1", f"{part.ref}.2", f"{part.ref}.16") == -1
    assert board.holes["A1.4"][1] - board.holes["A1.36"][1] == 7
    assert turn(board, "A1.4", "A1.5", "A1.36") == -1
    for part in board.circuit.of("jack"):
        # A box header's even contacts are on the inside, its odd ones at the notch, numbered the other way
        # round.
        assert turn(board, f"{part.ref}.1", f"{part.ref}.2", f"{part.ref}.3") == 1
        outer, inner = board.holes[f"{part.ref}.1"][1], board.holes[f"{part.ref}.2"][1]
        assert abs(outer - 18) > abs(inner - 18)
    for part in board.circuit.parts:
        if part.value in pictures.PARTS:
            (a, b), (c, d) = board.holes[f"{part.ref}.1"], board.holes[f"{part.ref}.2"]
            assert abs(a - c) + abs(b - d) == 1, part


def test_parts_have_room() -> None:
    """No chip, header or Pico covers the legs of others. Distances in holes."""
    board = layout()
    over: dict[str, tuple[float, float, float, float]] = {}
    around = {"74HC165": (0.5, 0.4), "74HC595": (0.5, 0.4), "jack": (2.0, 1.3), "Pico": (0.5, 0.6)}
    for part in board.circuit.of(*around):
        legs = [hole for pin, hole in board.holes.items() if pin.startswith(f"{part.ref}.")]
        wide, high = around[part.value]
        columns, rows = [column for column, _ in legs], [row for _, row in legs]
        over[part.ref] = (min(columns) - wide, max(columns) + wide, min(rows) - high, max(rows) + high)
    for ref, (left, right, top, bottom) in over.items():
        for pin, (column, row) in board.holes.items():
            inside = left < column < right and top < row < bottom
            assert not inside or pin.startswith(f"{ref}."), f"{pin} is below {ref}"
    for (one, a), (other, b) in combinations(over.items(), 2):
        assert a[0] >= b[1] or b[0] >= a[1] or a[2] >= b[3] or b[2] >= a[3], f"{one} lies over {other}"


def test_the_pictures_are_what_the_program_draws() -> None:
    outdated = [path.name for path, text in pictures.drawn() if path.read_text("utf-8") != text]
    assert outdated == [], "draw them again: python -m docs.drawings.perfboard"
