"""An open page of the virtual table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS
from gm_appliance.simulator.table_file import MAX_SEATS

Hold: TypeAlias = "Callable[[int, str, bool], None]"
"""Adds or removes a finger: source, button, down."""


class Visitor:
    """One open page, and the buttons it holds down.

    leave: called when the page closes.
    """

    def __init__(self, hold: Hold, leave: Callable[[], None]) -> None:
        self._hold = hold
        self._leave = leave
        self._held: set[tuple[int, str]] = set()

    def press(self, source: int, button: str, down: bool) -> None:
        """Press or release a button; repeating it has no effect. Raises ValueError for an unknown button."""
        key = (source, button)
        if down == (key in self._held):
            return
        self._hold(source, button, down)
        if down:
            self._held.add(key)
        else:
            self._held.discard(key)

    def leave(self) -> None:
        """Close the page and release its buttons."""
        self._leave()
        for source, button in sorted(self._held):
            self._hold(source, button, False)
        self._held.clear()


def is_button(source: int, button: str) -> bool:
    """Whether this is a button of the panel, or of a pad from 1 to 15."""
    if source == PANEL:
        return button in PANEL_BUTTONS
    return 1 <= source <= MAX_SEATS and button in PAD_BUTTONS
