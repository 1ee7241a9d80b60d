"""What is asked for behind BACK: by name, and in words."""

from __future__ import annotations

from gm_appliance.host.stage import BLIND
from gm_appliance.testing import Asked, VirtualTable
from tests.seven import PANEL

QUESTIONS = "What would you like to know? Choose, then OK. Back: the game."
PEEKED = "Did somebody peek? Then the night is void. OK, or back."
THORS_TURN = "Thor. Wound somebody: up for the next, hold to choose. Hold down to pass."


def asks_for(table: VirtualTable, line: str, question: str) -> None:
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    table.chooses(line)
    table.hears(question)


def somebody_asks(table: VirtualTable, name: str) -> None:
    """Behind BACK, for what is decided on the side; it is open then, and no lamp is lit."""
    table.taps(PANEL, "back")
    table.hears(Asked("aside"))
    table.advance(BLIND)  # a thumb this soon after BACK may be one given unseen
    table.answers(name)
    table.hears(Asked(name))
    assert table.lit == frozenset()
