"""An evening with the score pad and people's own names, in full words."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.testing import VirtualTable, evening
from tests.seven import PANEL


def choose(table: VirtualTable, question: str, title: str, line: str) -> None:
    table.hears(question)
    table.sees(title, line)
    table.chooses(line)


def enter(table: VirtualTable, player: str, points: int) -> None:
    table.hears(f"{player}, enter your points: up and down, then OK.")
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
    choose(table, "Good evening. Choose a game. Up and down, then OK.", "Choose a game", "Score pad")
    table.hears("The score pad. How many play? Up and down, then OK.")
    table.taps(PANEL, "down")
    table.ok()
    the_usual(table)


def the_usual(table: VirtualTable) -> None:
    for question in (
        "Points once a round, or whenever somebody scores? Choose, then OK.",
        "Who wins: the most points, or the fewest? Choose, then OK.",
        "When does it end? Choose, then OK.",
    ):
        table.hears(question)
        table.ok()


def they_sit_down(table: VirtualTable) -> None:
    table.hears("Players by name? OK, or down for no names.")
    table.sees("Who plays?", "Choose by name", "Without names")
    table.ok()
    table.hears("Player 1: Anna? OK, or down for others.")
    table.sees("Player 1", "Anna", "Zoë", "Jean-Luc", "No name", "A new name", "No more names")
    table.taps(PANEL, "down", 2)
    table.advance(1)
    table.hears("Jean-Luc")
    table.ok()
    table.hears("Player 2: Anna? OK, or down for others.")
    table.ok()
    choose(table, "Player 3: Zoë? OK, or down for others.", "Player 3", "A new name")
    table.hears("Enter the name. Up and down, then OK for each letter.")
    table.sees("The name", "A", "B")
    table.taps(PANEL, "down")
    table.ok()
    table.hears("B.", "The next letter. Or up, then OK: done.")
    table.sees("B_", "a", "Done")
    table.chooses("o")
    table.hears("Bo.")
    table.sees("Bo_", "Done")
    table.taps(PANEL, "up")
    table.ok()


def a_round(table: VirtualTable) -> None:
    table.hears("Round 1. Jean-Luc deals.")
    enter(table, "Anna", 3)
    table.hears("Anna: 3.")
    enter(table, "Bo", 1)
    table.hears("Bo: 1.")
    enter(table, "Jean-Luc", 3)
    table.hears("Jean-Luc: 3.", "Round 1 is over.", "Jean-Luc and Anna lead, tied with 3.")
    table.hears("For the next round, press OK. For more, press down.")


def the_same_people(table: VirtualTable) -> None:
    choose(
        table,
        "A game on the score pad was interrupted in round 1. Go on? OK, or down for a new game.",
        "Go on?",
        "New game",
    )
    choose(table, "Good evening. Choose a game. Up and down, then OK.", "Choose a game", "Score pad")
    table.hears("The same 3 as last time?", "Jean-Luc, Anna and Bo.", "OK, or down for others.")
    table.sees("Same people?", "Jean-Luc, Anna, Bo")
    table.ok()
    table.hears("Round 1. Jean-Luc deals.")


def test_names_without_a_roster(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        choose(
            table, "Good evening. Choose a game. Up and down, then OK.", "Choose a game", "Play with names"
        )
        table.hears("Names come after the settings. Choose a game.")
        table.sees("Choose a game", "Score pad")
        table.chooses("Score pad")
        table.hears("The score pad. How many play? Up and down, then OK.")
        table.ok()
        the_usual(table)
        table.hears("Player 1. OK to enter a name, or down for none.")
        table.sees("Player 1", "A new name", "No name", "No more names")
