"""Tells the table once that the journal fails, and once that it works again."""

from __future__ import annotations

import logging
from pathlib import Path

from gm_appliance.core.ports import FaultReport
from gm_appliance.storage.journal import Journal

log = logging.getLogger(__name__)


class JournalFaults:
    """A `FaultReport` that passes faults on to `fault`, without repetitions of the journal's.

    journal: if it is not open yet, its failure was reported already.
    """

    def __init__(self, journal: Journal | None, fault: FaultReport) -> None:
        self._journal = journal
        self._fault = fault
        self._failing = journal is not None and not journal.is_open
        self._told: tuple[Path | None, str] = (None, "")
        self._tell_loss()

    def __call__(self, part: str, what: str) -> None:
        if part == "journal" and what in ("full", "lost", "back"):
            failing = what != "back"
            if failing == self._failing:
                return
            self._failing = failing
        if (part, what) == ("journal", "set-aside") and self._journal and self._journal.loss:
            self._tell_loss()  # reported in detail, perhaps already
            return
        self._fault(part, what)

    def look(self) -> None:
        """Report a journal that was opened late or damaged, if not reported yet."""
        if self._journal is None:
            return
        if self._journal.is_open:
            self("journal", "back")
        self._tell_loss()

    def _tell_loss(self) -> None:
        if self._journal is None or self._told == (self._journal.set_aside, self._journal.loss):
            return
        self._told = aside, loss = self._journal.set_aside, self._journal.loss
        if aside:
            log.error(
                "The journal was damaged (%s). It was moved to %s and a new one was started.", loss, aside
            )
        else:
            log.error("The journal has vanished. A new one was started.")
        self._fault("journal", loss)
