"""The settings kept in the journal beside the games."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal, JournalError
from gm_appliance.storage.retry_queue import RetryQueue

log = logging.getLogger(__name__)

Change: TypeAlias = "Callable[[JSON], JSON]"
"""Takes the value kept so far, None if there is none, and returns the new one."""


class KeptSettings:
    """The journal's settings as they stand this evening. Never raises.

    A change that cannot be written takes effect at once and is written later, in order. It is then applied
    to the value in the file, so that a value that could not be read before is not lost.

    journal: None keeps the settings for this evening only.
    """

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal
        self._stored: dict[str, JSON] = {}  # as read or written last
        self._queue: RetryQueue[tuple[str, Change]] = RetryQueue(self._write, _report)

    def value(self, name: str) -> JSON:
        """The value under this name; None if there is none, or if it cannot be read."""
        try:
            value = self._read(name)
        except JournalError as error:
            log.error("The settings in the journal cannot be read: %s", error)
            value = None
        for changed, change in self._queue.waiting:
            value = change(value) if changed == name else value
        return value

    def change(self, name: str, change: Change) -> None:
        """Change the value under this name."""
        self._queue.waiting.append((name, change))
        self.retry()

    def retry(self) -> bool:
        """Write the changes that wait; returns whether none waits any more."""
        return self._queue.retry()

    def _read(self, name: str) -> JSON:
        """Raises JournalError."""
        if name not in self._stored:
            self._stored[name] = self._journal.setting(name, None) if self._journal else None
        return self._stored[name]

    def _write(self, waiting: deque[tuple[str, Change]]) -> None:
        """Raises JournalError."""
        while waiting:
            name, change = waiting[0]
            value = change(self._read(name))
            if self._journal:
                self._journal.set_setting(name, value)
            self._stored[name] = value
            waiting.popleft()


def _report(error: OSError | None) -> None:
    if error:
        log.error("The settings cannot be written to the journal: %s", error)
