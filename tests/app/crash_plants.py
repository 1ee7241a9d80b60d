"""Faults planted into a life of a box, for `test_crash`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.app.journal_faults import JournalFaults
from gm_appliance.core.game import Choice
from gm_appliance.core.results import Result
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.results import KeptResults
from gm_appliance.storage.session_log import JournalSessionLog


def _announced_first() -> None:
    """Each choice is kept only with the next one."""
    right, late = JournalSessionLog.choose, list[Any]()

    def choose(self: JournalSessionLog, choice: Choice, secret: bool) -> None:
        late.append((choice, secret))
        if len(late) > 1:
            right(self, *late.pop(0))

    JournalSessionLog.choose = choose  # type: ignore[method-assign]


def _undone_in_memory() -> None:
    """An undo is not written to the journal."""
    JournalSessionLog.undo = lambda self: None  # type: ignore[method-assign]


def _kept_twice() -> None:
    """A game whose end is told twice has two results."""
    right = KeptResults.keep

    def keep(self: KeptResults, *results: Result) -> None:
        self._kept.clear()
        right(self, *results)

    KeptResults.keep = keep  # type: ignore[method-assign]


def _swallowed() -> None:
    """Faults of the journal are not announced."""
    right = JournalFaults.__call__

    def told(self: JournalFaults, part: str, what: str) -> None:
        if part != "journal":
            right(self, part, what)

    JournalFaults.__call__ = told  # type: ignore[method-assign]


def _dropped(kept: Any) -> Callable[[], None]:
    """Failed writes are not retried."""
    right = kept.retry

    def retry(self: Any) -> bool:
        written: bool = right(self)
        self._queue.waiting.clear()
        return written

    return lambda: setattr(kept, "retry", retry)


PLANTS: Mapping[str, Callable[[], None]] = {
    "announced first": _announced_first,
    "undone in memory": _undone_in_memory,
    "kept twice": _kept_twice,
    "swallowed": _swallowed,
    "dropped": _dropped(JournalSessionLog),
    "settings dropped": _dropped(KeptSettings),
}
