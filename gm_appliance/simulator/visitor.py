"""One open page at the virtual table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS
from gm_appliance.simulator.table_file import MAX_SEATS

if TYPE_CHECKING:
    from gm_appliance.simulator.room import Room


class Visitor:
    """One open page: the buttons it holds, and the cards it may lift."""

    def __init__(self, room: Room, listener: Callable[[dict[str, Any]], None]) -> None:
        self._room = room
        self._listener = listener
        self._held: set[tuple[int, str]] = set()

    def press(self, source: int, button: str, down: bool) -> None:
        """Down twice is down once. Raises ValueError for a button that is not at this table."""
        key = (source, button)
        if down == (key in self._held):
            return
        self._room.hold(source, button, down)
        if down:
            self._held.add(key)
        else:
            self._held.discard(key)

    def leave(self) -> None:
        """Close the page: whatever it held is let go."""
        self._room.leave(self._listener)
        for source, button in sorted(self._held):
            self._room.hold(source, button, False)
        self._held.clear()


def is_button(source: int, button: str) -> bool:
    """Whether there is such a button: one of the panel's, or a pad's at seats 1 to 15."""
    if source == PANEL:
        return button in PANEL_BUTTONS
    return 1 <= source <= MAX_SEATS and button in PAD_BUTTONS
