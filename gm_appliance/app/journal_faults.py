"""What the table is told of the journal, all evening: that it fails once, and once that it is back."""

from __future__ import annotations

import logging

from gm_appliance.core.ports import FaultReport
from gm_appliance.storage.journal import Journal

log = logging.getLogger(__name__)


class JournalFaults:
    """Faults on their way to the table; a `FaultReport` itself, which lets those of other parts by.

    journal: one that is not open yet was told to fail. fault: posts a part's fault to the inbox.
    """

    def __init__(self, journal: Journal | None, fault: FaultReport) -> None:
        self._journal = journal
        self._fault = fault
        self._failing = journal is not None and not journal.is_open
        self._set_aside = None if journal is None else journal.set_aside
        if self._set_aside:
            self._tell_set_aside()

    def __call__(self, part: str, what: str) -> None:
        if part == "journal" and what in ("full", "lost", "back"):
            failing = what != "back"
            if failing == self._failing:
                return
            self._failing = failing
        if (part, what) == ("journal", "set-aside") and self._journal:
            self._set_aside = self._journal.set_aside
        self._fault(part, what)

    def look(self) -> None:
        """Tell what became of the journal, unless whoever writes there has told it."""
        if self._journal is None:
            return
        if self._journal.is_open:
            self("journal", "back")
        if self._set_aside != self._journal.set_aside:
            self._set_aside = self._journal.set_aside
            self._tell_set_aside()

    def _tell_set_aside(self) -> None:
        log.error("The journal was damaged. It is kept as %s; a new one was begun.", self._set_aside)
        self._fault("journal", "set-aside")
