"""House rules as they are chosen in the menu, from the display."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.testing.table import VirtualTable
from tests.seven import PANEL

GOOD_EVENING = "Good evening. Choose a game. Up and down, then OK."
DEAL = "Deal 5 protectors and 2 conspirators. Look at your own card. Then press OK."
BEGIN = "OK to begin, or down for house rules."

EACH_TIME = ("How many play?", "How many gods?", "How to vote?", "Who throws?")
HOUSE_RULES: tuple[str, ...] = (
    "Which gods?",
    "Call the pads?",
    "Accused votes?",
    "The count",
    "Seating",
    "Seconds at night",
)
HOUSE_RULES += ("Seconds a name", "Oracle, seconds", "Vote, seconds", "Talk, minutes", "Defence, sec.")

Wanted = Mapping[str, str | int]
"""By the title of what is asked: a line, or how often UP is pressed from the number that is offered."""


def settings(table: VirtualTable, titles: Iterable[str], wanted: Wanted) -> None:
    """Just these are asked, one after the other; OK wherever nothing else is wanted."""
    for title in titles:
        table.sees(title)
        line = wanted.get(title, 0)
        if isinstance(line, str):
            table.chooses(line)
        else:
            table.taps(PANEL, "up", line)
            table.ok()


def with_house_rules(table: VirtualTable, wanted: Wanted, asked: Iterable[str] = HOUSE_RULES) -> None:
    """From the game's name to the first thing the game asks."""
    table.hears(GOOD_EVENING)
    table.ok()
    settings(table, EACH_TIME, {"Who throws?": "We do, our own", **wanted})
    table.hears_whatever(until=BEGIN)
    table.chooses("House rules")
    settings(table, asked, wanted)
