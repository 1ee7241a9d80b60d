"""What an open prompt offers, and where it is shown; no game needs code for it."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.screens import BoardScreen, MenuScreen, Screen
from gm_appliance.core.game import Decision, Face, MenuFace
from gm_appliance.core.narration import PromptNarration
from gm_appliance.core.offers import Offer
from gm_appliance.pickers.thumb import is_thumb


def offered(decision: Decision, view: Any, narration: PromptNarration, face: Face) -> tuple[Offer, ...]:
    """Each line of a menu with what the display and the lamps would mark if the cursor were there.

    A thumb has no lines.
    """
    if not isinstance(face, MenuFace) or is_thumb(decision):
        return ()
    offers = []
    for at, choice in enumerate(face.items):
        there = MenuFace(face.items, at)
        screen = narration.screen(decision, view, there, 0)
        said = told(narration.under_cursor(decision, view, there))
        row = screen.at if isinstance(screen, MenuScreen) else -1
        seat = narration.marked_seat(decision, view, there)
        offers.append(Offer(choice, said, row, seat, _square(screen)))
    return tuple(offers)


def told(cues: tuple[Cue, ...]) -> str:
    """The first sentence among these cues, to be filled into another one; empty if there is none."""
    said = next((cue.text for cue in cues if isinstance(cue, Say)), "")
    return said.rstrip(".?")


def _square(screen: Screen) -> str:
    """The name of the square under the cursor."""
    if not isinstance(screen, BoardScreen) or screen.cursor is None:
        return ""
    return f"{screen.columns[screen.cursor.column - 1]}{screen.rows[screen.cursor.row - 1]}"
