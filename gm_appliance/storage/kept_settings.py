"""What is kept in the journal beside the games: levels, habits and names; and what waits to be kept."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeAlias

from gm_appliance.core.game import Plain
from gm_appliance.storage.journal import Journal, JournalError

log = logging.getLogger(__name__)

Change: TypeAlias = "Callable[[Plain], Plain]"
"""From what was kept, None for nothing, to what is kept from now on."""


class KeptSettings:
    """The journal's settings, as they stand this evening. Nothing here ever raises.

    A change that cannot be written waits, in order, for the next one of the same kind or for `retry`. It is
    made to what is in the file then: so nothing is lost there by somebody who could not read it.

    journal: None keeps them for this evening alone.
    """

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal
        self._written: dict[str, Plain] = {}  # as it was read or written last
        self._waiting: dict[str, list[Change]] = {}
        self._failing = False

    def value(self, name: str) -> Plain:
        """What stands under this name; None for nothing, and for what cannot be read."""
        try:
            before = self._read(name)
        except JournalError as error:
            self._fails(error)
            before = None
        return self._changed(name, before)

    def change(self, name: str, change: Change) -> None:
        """Keep something else under this name."""
        self._waiting.setdefault(name, []).append(change)
        self.retry()

    def retry(self) -> bool:
        """Try to write what waits; returns whether nothing waits any more."""
        return all(self._write(name) for name in [*self._waiting])

    def _read(self, name: str) -> Plain:
        """Raises JournalError."""
        if name not in self._written:
            self._written[name] = self._journal.setting(name, None) if self._journal else None
        return self._written[name]

    def _changed(self, name: str, value: Plain) -> Plain:
        for change in self._waiting.get(name, ()):
            value = change(value)
        return value

    def _write(self, name: str) -> bool:
        try:
            value = self._changed(name, self._read(name))
            if self._journal:
                self._journal.set_setting(name, value)
        except JournalError as error:
            self._fails(error)
            return False
        self._written[name] = value
        del self._waiting[name]
        self._failing = False
        return True

    def _fails(self, error: JournalError) -> None:
        if not self._failing:
            log.error("The settings in the journal cannot be read or written: %s", error)
        self._failing = True
