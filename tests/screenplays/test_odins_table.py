"""Two evenings of Odin's Table, in full words: fights that are judged, and a board that is followed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import BoardScreen
from gm_appliance.testing import VirtualTable, evening
from tests.screenplays.at_the_panel import choose, sit_down
from tests.seven import PANEL

PRESS = "Up and down, then OK."
NEXT = "Who attacks, and with which card?"
ASK = "What would you like to know?"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=("Anna", "Bo")) as table:
        table.pads = {}  # the box goes back and forth between them
        yield table


def choose_the_game(table: VirtualTable, mode: str) -> None:
    choose(table, "Good evening. Choose a game.", "Choose a game", "Odin's Table")
    choose(table, "Shall I follow the board, judge fights, or play against you?", "What shall I do?", mode)


def attack(table: VirtualTable, line: str, card: str, *, asked: str, told: tuple[str, ...]) -> None:
    """Choose from the open list. asked: the question after the attacking card. told: how the fight ends."""
    table.chooses(line)
    table.hears(asked)
    table.chooses(card)
    table.hears(told[0])
    table.sees(f"{line.partition(':')[0]} attacks")
    table.hears(*told[1:], NEXT)


def test_the_judge_of_a_match_of_three(table: VirtualTable) -> None:
    choose_the_game(table, "Judge the fights")
    choose(table, "Ready to begin?", "Begin?", "House rules")
    choose(table, "One game, or best of several?", "How many games?", "Best of three")
    choose(table, "White begins. Who plays white?", "Who plays white?", "Player 1")
    sit_down(table, "Anna", "Bo")
    table.hears("Anna plays white and begins.")
    table.hears("Shuffle your decks. Each of you lays six cards face up.")
    table.hears("Then stand them behind your wall, one for each column.")
    table.hears("On the list of attacks, Anna comes first, Bo last.")
    table.hears(NEXT)
    table.sees("Who attacks?", "Anna conquers", "Anna: 9 Odin", "Anna: 8 Thor")

    told = ("Thor beats Freya.", "Bo loses a piece.")
    attack(table, "Anna: 8 Thor", "5 Freya", asked="Thor attacks. Bo, your card?", told=told)
    told = ("Loki tricks Odin.", "The two pieces change places.")
    attack(table, "Bo: 9 Odin", "1 Loki", asked="Odin attacks. Anna, your card?", told=told)
    told = ("Hel against Hel: a tie. The attacker wins.", "Anna loses a piece.")
    attack(table, "Bo: 4 Hel", "4 Hel", asked="Hel attacks. Anna, your card?", told=told)
    told = ("Loki cannot trick Idunn, and beats her.", "Anna loses a piece.")
    attack(table, "Anna: 0 Idunn", "1 Loki", asked="Idunn attacks. Bo, your card?", told=told)

    table.chooses("Anna conquers")
    table.hears("Anna has conquered a space.", NEXT)
    table.chooses("Anna conquers")
    table.hears("Anna has conquered two spaces. One more wins.", NEXT)
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.chooses("Where we stand")
    table.hears("Anna: 2 spaces.")
    table.hears("Bo: 0 spaces.", ASK)
    table.taps(PANEL, "back")
    table.hears(NEXT)
    table.chooses("Anna conquers")
    table.hears("Anna has conquered three spaces.", "Anna wins the game.")

    table.hears("On to the next game?")
    table.ok()
    table.hears("Game 2. Set up the board and cards again.", "Bo plays white and begins.")
    table.hears("On the list of attacks, Bo comes first, Anna last.", NEXT)
    table.chooses("Anna conquers")
    table.hears("Anna has conquered a space.", NEXT)
    table.chooses("Anna conquers")
    table.hears("Anna has conquered two spaces. One more wins.", NEXT)
    table.chooses("Anna conquers")
    table.hears("Anna has conquered three spaces.", "Anna wins the game.")
    table.hears("Anna wins the match, 2 games to 0.", "That was Odin's Table.", "Press OK.")
    table.sees("Games won", "Anna 2", "Bo 0")
    table.ok()
    table.hears("Again, with the same people?")


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
    table.hears("With Idunn. Where does A1 go?", "A2?")
    table.ok()
    table.hears("Anna: A1 to A2.", "Anna shows Idunn in column A.")
    table.hears("Anna, Idunn scouts. Which card does Bo turn up?")
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
