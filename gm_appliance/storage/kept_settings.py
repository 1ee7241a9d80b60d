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

Change: TypeAlias = "Callable[[JSON], JSON]"  # returns the new value for the old one, None for none


class KeptSettings:
    """The journal's settings; without a journal, for this evening only. Never raises.

    Changes take effect at once. Those that cannot be written wait; later they are applied to the value in the
    file, which perhaps could not be read before.
    """

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal
        self._stored: dict[str, JSON] = {}  # as read or written last
        self._queue: RetryQueue[tuple[str, Change]] = RetryQueue(self._write, _report)

    def value(self, name: str) -> JSON:
        """The value; None if there is none or it cannot be read."""
        try:
            value = self._read(name)
        except JournalError as error:
            log.error("The settings in the journal cannot be read: %s", error)
            value = None
        for changed, change in self._queue.waiting:
            value = change(value) if changed == name else value
        return value

    def change(self, name: str, change: Change) -> None:
        self._queue.waiting.append((name, change))
        self.retry()

    def retry(self) -> bool:
        """Retry waiting changes; returns whether none is left."""
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
