"""An evening of Odin's Table in full words, with a board that the box follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import BoardScreen
from gm_appliance.testing import VirtualTable, evening
from tests.screenplays.at_the_panel import choose, sit_down
from tests.seven import PANEL

PRESS = "Up and down, then OK."
ASK = "What would you like to know?"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=("Anna", "Bo")) as table:
        table.pads = {}  # the box goes back and forth between them
        yield table


def choose_the_game(table: VirtualTable, mode: str) -> None:
    choose(table, "Good evening. Choose a game.", "Choose a game", "Odin's Table")
    choose(table, "Shall I follow the board, judge fights, or play against you?", "What shall I do?", mode)


def steps_to(table: VirtualTable, line: str) -> None:
    """Step down to a square, then press OK."""
    for _ in range(20):
        assert isinstance(table.screen, BoardScreen)
        if table.screen.line == line:
            return table.ok()
        table.taps(PANEL, "down")
    raise AssertionError(f"no {line!r}")


def moves(table: VirtualTable, player: str, piece: str, first: str, to: str) -> None:
    """A move by the player asked. first: the space that one press would choose."""
    table.sees(f"{player} moves")
    steps_to(table, piece)
    table.hears(f"{piece}. Where to?", f"{first}?")
    table.sees(f"{player}: {piece}", first)
    steps_to(table, to)


def turn(table: VirtualTable, player: str, first: str) -> None:
    """The next turn begins. first: the piece that one press would choose."""
    table.hears(f"{player}, your move.", f"{first}?")


def test_the_referee_of_a_game(table: VirtualTable) -> None:
    choose_the_game(table, "Follow the board")
    choose(table, "Ready to begin?", "Begin?", "Begin")
    sit_down(table, "Anna", "Bo")
    table.hears("Anna plays white and begins.", "Shuffle your decks. Each of you lays six cards face up.")
    table.hears("Then stand them behind your wall, one for each column.")
    table.hears("Columns are A to F, from White's left.", "Rows are 1 to 5, from White's side.")
    turn(table, "Anna", "A1")
    table.hears(PRESS)
    table.taps(PANEL, "down")
    table.hears("B1")  # the cursor's position
    moves(table, "Anna", "C1", "C2", "C2")
    table.hears("Anna: C1 to C2.")
    turn(table, "Bo", "A5")
    table.hears(PRESS)
    moves(table, "Bo", "D5", "D4", "D4")
    table.hears("Bo: D5 to D4.")
    turn(table, "Anna", "C2")
    moves(table, "Anna", "C2", "C3", "C3")
    table.hears("Anna: C2 to C3.")

    # Bo attacks, and Thor beats Freya.
    turn(table, "Bo", "D4")
    moves(table, "Bo", "D4", "D3", "Attack C3")
    table.hears("Bo attacks C3 from D4.", "Bo, your card in column D?")
    table.sees("D4 attacks: column D", "9 Odin", "8 Thor")
    table.chooses("5 Freya")
    table.hears("Anna, your card in column C?")
    table.chooses("8 Thor")
    table.hears("Thor beats Freya.")
    table.sees("Bo attacks", "Thor beats Freya")
    table.hears("Anna holds C3.", "Bo loses a piece.")

    turn(table, "Anna", "C3")
    moves(table, "Anna", "C3", "C4", "C4")
    table.hears("Anna: C3 to C4.")
    turn(table, "Bo", "A5")
    table.holds(PANEL, "back")  # Anna wants to look once more
    table.hears("Taken back: C4.", "The piece on C4 goes back to C3.", "C3. Where to?", "C4?")
    table.ok()
    table.hears("Anna: C3 to C4.")
    turn(table, "Bo", "A5")
    moves(table, "Bo", "A5", "A4", "A4")
    table.hears("Bo: A5 to A4.")

    # She conquers, and his lost piece comes back on the empty corner.
    turn(table, "Anna", "C4")
    moves(table, "Anna", "C4", "Attack C5", "Attack C5")
    table.hears("Anna attacks C5 from C4.", "Anna, your card in column C?")
    table.chooses("9 Odin")
    table.hears("Bo, your card in column C?")
    table.chooses("7 Vidar")
    table.hears("Odin beats Vidar.", "Anna takes C5.", "Bo loses a piece.")
    table.hears("Anna has conquered a space.", "Bo, you may swap two cards.")
    turn(table, "Bo", "A4")
    steps_to(table, "Back on A5")
    table.hears("Bo brings back a piece on A5.")

    # Idunn scouts.
    turn(table, "Anna", "A1")
    steps_to(table, "A1")
    table.hears("A1. Where to?", "A2?")
    steps_to(table, "Idunn in column A")
    table.hears("Using Idunn: where does the piece on A1 go?", "A2?")
    table.ok()
    table.hears("Anna: A1 to A2.", "Anna shows Idunn in column A.")
    table.hears("Anna, Idunn scouts. Which card should Bo turn over?")
    table.chooses("Column B")
    table.hears("Bo, turn up your card in column B. Which is it?")
    table.chooses("1 Loki")
    table.hears("Bo: Loki lies face up in column B.", "Anna discards Idunn and takes a new card.")

    # How does it stand?
    turn(table, "Bo", "A4")
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.chooses("The board now")
    table.hears("White: B1, D1, E1, F1, A2 and C5.", "Black: A4, A5, B5, E5 and F5.")
    table.hears("Bo: Loki lies face up in column B.", ASK)
    table.taps(PANEL, "back")
    turn(table, "Bo", "A4")
