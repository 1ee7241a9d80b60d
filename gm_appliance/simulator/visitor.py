"""An open page of the virtual table, and the fingers on the buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import RLock
from typing import TypeAlias

from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS
from gm_appliance.simulator.table_file import MAX_SEATS

Hold: TypeAlias = "Callable[[int, str, bool], None]"  # adds or removes a finger: source, button, down


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


class Fingers:
    """The fingers on the buttons, from all pages. The first and the last one on a button make an edge.

    edge: called with each, in order: source, button, down.
    """

    def __init__(self, edge: Hold) -> None:
        self._edge = edge
        self._lock = RLock()
        self._holders: Counter[tuple[int, str]] = Counter()

    def hold(self, source: int, button: str, down: bool) -> None:
        """Add or remove a finger. Raises ValueError for an unknown button."""
        if not _is_button(source, button):
            raise ValueError(f"there is no button {button!r} at {source}")
        with self._lock:
            before = self._holders[source, button]
            self._holders[source, button] = now = max(0, before + (1 if down else -1))
            if bool(before) != bool(now):
                self._edge(source, button, down)

    def are_on(self, source: int, button: str) -> bool:
        return self._holders[source, button] > 0


def _is_button(source: int, button: str) -> bool:
    if source == PANEL:
        return button in PANEL_BUTTONS
    return 1 <= source <= MAX_SEATS and button in PAD_BUTTONS
