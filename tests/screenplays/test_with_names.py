"""An evening with the score pad and people's own names, in full words."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.testing import Said, VirtualTable, evening
from tests.seven import PANEL


def choose(table: VirtualTable, question: str, title: str, line: str) -> None:
    table.hears(Said(question))
    table.sees(title, line)
    table.chooses(line)


def enter(table: VirtualTable, player: str, points: int, *how: str) -> None:
    table.hears(f"{player}, how many points?", *map(Said, how))
    table.sees(player, "0")
    table.taps(PANEL, "up", points)
    table.ok()


def test_three_people_two_of_them_from_the_roster(tmp_path: Path) -> None:
    with evening(tmp_path, roster=("Anna", "Zoë", "Jean-Luc")) as table:
        table.pads = {}
        their_settings(table)
        they_sit_down(table)
        a_round(table)
    with evening(tmp_path, roster=("Anna", "Zoë", "Jean-Luc")) as table:
        table.pads = {}
        the_same_people(table)


def their_settings(table: VirtualTable) -> None:
    table.hears("Good evening. Choose a game.", "Götterdämmerung?", "Up and down, then OK.")
    table.sees("Choose a game", "Score pad", "↑↓ OK")
    table.chooses("Score pad")
    table.hears("The score pad. How many players?")
    table.taps(PANEL, "down")
    table.ok()
    the_usual(table)


def the_usual(table: VirtualTable) -> None:
    for question in (
        "Points once a round, or whenever somebody scores?",
        "Do the most points win, or the fewest?",
        "How does it end?",
    ):
        table.hears(question)
        table.ok()


def they_sit_down(table: VirtualTable) -> None:
    table.hears("Player 1 sits in front of the box. Clockwise from there.", "Will you play with names?")
    table.sees("Who is playing?", "Choose by name", "Without names")
    table.ok()
    table.hears("Player 1: Anna?")
    table.sees("Player 1", "Anna", "Zoë", "Jean-Luc", "No name", "A new name", "No more names")
    table.taps(PANEL, "down", 2)
    table.advance(1)
    table.hears("Jean-Luc")
    table.ok()
    table.hears("Player 2: Anna?")
    table.ok()
    choose(table, "Player 3: Zoë?", "Player 3", "A new name")
    table.hears("Enter the name, letter by letter.")
    table.sees("The name", "A", "B")
    table.taps(PANEL, "down")
    table.ok()
    table.hears("B.", "Which letter is next?", "Done is one step up.", "E?", "Back: erase.")
    table.sees("B_", "e", "Done", "BACK: erase")
    table.chooses("o")
    table.hears("B, O.", "Which letter is next?", "N?")
    table.sees("Bo_", "Done")
    table.taps(PANEL, "up")
    table.ok()


def a_round(table: VirtualTable) -> None:
    choose(table, "Who deals first?", "Who deals first?", "Jean-Luc")
    table.hears("Round 1. Jean-Luc deals.")
    enter(table, "Anna", 3, "Tap for one, hold for tens, then OK.")
    table.hears("Anna: 3.")
    enter(table, "Bo", 1)
    table.hears("Bo: 1.")
    enter(table, "Jean-Luc", 3)
    table.hears("Jean-Luc: 3.", "Round 1 is over.", "Jean-Luc and Anna lead, tied at 3 points.")
    table.hears("Next round?")


def the_same_people(table: VirtualTable) -> None:
    choose(table, "A game on the score pad was interrupted in round 1. Go on?", "Go on?", "New game")
    choose(table, "Good evening. Choose a game.", "Choose a game", "Score pad")
    table.hears("The same 3 as last time?", "Jean-Luc, Anna and Bo.")
    table.sees("Same people?", "Jean-Luc, Anna, Bo")
    table.ok()
    choose(table, "Who deals first?", "Who deals first?", "Jean-Luc")
    table.hears("Round 1. Jean-Luc deals.")


def test_names_without_a_roster(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        choose(table, "Good evening. Choose a game.", "Choose a game", "Play with names")
        table.hears("Names come after the settings. Choose a game.")
        table.sees("Choose a game", "Score pad")
        table.chooses("Score pad")
        table.hears("The score pad. How many players?")
        table.ok()
        the_usual(table)
        table.hears("Player 1 sits in front of the box. Clockwise from there.", "Player 1: enter a name?")
        table.sees("Player 1", "A new name", "No name", "No more names")
