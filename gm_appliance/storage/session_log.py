"""The host's log of a session: `NullSessionLog` for the menu, `JournalSessionLog` for a game."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from gm_appliance.core.game import JSON, Choice
from gm_appliance.core.ports import FaultReport
from gm_appliance.core.values import Value
from gm_appliance.storage.journal import Journal, JournalError, JournalFull, SessionRecord, UnknownSession
from gm_appliance.storage.retry_queue import RetryQueue

log = logging.getLogger(__name__)


class SessionLog(Protocol):
    """Commits choices before anything follows from them. Never raises."""

    def choose(self, choice: Choice, secret: bool) -> None: ...

    def undo(self) -> None: ...

    def draft(self, name: str, value: JSON) -> None:
        """Keep an unfinished entry of the open decision `name`."""

    def drafted(self, name: str) -> JSON:
        """The unfinished entry of the open decision `name`, if there is one."""


class NullSessionLog:
    """Keeps nothing."""

    def choose(self, choice: Choice, secret: bool) -> None: ...

    def undo(self) -> None: ...

    def draft(self, name: str, value: JSON) -> None: ...

    def drafted(self, name: str) -> JSON:
        return None


class LoggedChoice(Value):
    """at: seconds of the wall clock."""

    choice: Choice
    secret: bool
    at: float


@dataclass
class JournalSessionLog:
    """One session in the journal.

    A failure is reported once. Failed writes wait in order and are retried with every choice, so the journal
    has no gaps. If it lost the session with a damaged file, the whole session is written again.

    session: its number; 0 if it could not be written yet.
    begin:   begins the session in the journal and returns its number. May raise JournalError.
    wall:    the wall clock: the table's own restarts at every start.
    logged:  the choices that were not undone.
    """

    journal: Journal
    session: int
    begin: Callable[[], int]
    fault: FaultReport
    wall: Callable[[], float]
    logged: list[LoggedChoice] = field(default_factory=list, repr=False)
    _outcome: Mapping[str, JSON] | None = None

    def __post_init__(self) -> None:
        self._queue: RetryQueue[Callable[[], None]] = RetryQueue(self._write_all, self._report)

    def open(self) -> None:
        """Begin the session before its first choice, in case power is cut."""

        def begin() -> None:
            self.session = self.begin()

        self._write_now(begin)

    def go_on(self, session: SessionRecord, logged: Iterable[LoggedChoice]) -> None:
        """Go on with a session of the journal."""
        self.session = session.id
        self.logged += logged
        if session.status == "waiting":
            self._do(lambda: self.journal.go_on(session.id))

    def choose(self, choice: Choice, secret: bool) -> None:
        one = LoggedChoice(choice, secret, self.wall())
        self.logged.append(one)
        self._do(lambda: self._write(one))

    def undo(self) -> None:
        at = self.wall()
        self.logged.pop()
        self._do(lambda: self.journal.undo(self.session, at))

    def draft(self, name: str, value: JSON) -> None:
        # A late draft is worse than none.
        if not self._queue.waiting:
            self._write_now(lambda: self.journal.draft(self.session, name, value))

    def drafted(self, name: str) -> JSON:
        try:
            drafted = self.journal.drafted(self.session)
        except JournalError:
            return None
        return drafted[1] if drafted and drafted[0] == name else None

    def end(self, outcome: Mapping[str, JSON]) -> None:
        self._outcome = outcome
        self._do(self._write_end)

    def retry(self) -> bool:
        """Retry waiting writes; returns whether none is left."""
        return self._queue.retry()

    def _do(self, write: Callable[[], None]) -> None:
        self._queue.waiting.append(write)
        self.retry()

    def _write_now(self, write: Callable[[], None]) -> None:
        self._do(write)
        with suppress(ValueError):
            self._queue.waiting.remove(write)

    def _write(self, one: LoggedChoice) -> None:
        self.journal.choose(self.session, one.choice.name, one.choice.value, one.secret, one.at)

    def _write_end(self) -> None:
        self.journal.end(self.session, self._outcome or {})

    def _write_all(self, waiting: deque[Callable[[], None]]) -> None:
        """Write in order; all again if the journal has lost the session. Raises JournalError."""
        lost = False
        while waiting:
            try:
                try:
                    waiting[0]()
                except JournalFull:
                    waiting[0]()  # reopening checkpoints the log, which may free enough room
                waiting.popleft()
            except UnknownSession:
                if lost:
                    raise
                lost = True
                self._begin_again(waiting)

    def _begin_again(self, waiting: deque[Callable[[], None]]) -> None:
        """Write the whole session again after the journal lost it. Raises JournalError."""
        self.session = self.begin()
        log.warning("The journal did not hold this game. It is rewritten as session %d.", self.session)
        if not self._queue.failing:
            self.fault("journal", "set-aside")
        waiting.clear()
        waiting.extend(partial(self._write, one) for one in self.logged)
        if self._outcome is not None:
            waiting.append(self._write_end)

    def _report(self, error: OSError | None) -> None:
        if error is None:
            log.info("The journal is written again.")
            self.fault("journal", "back")
        else:
            log.error("The journal cannot be written: %s The game goes on without it.", error)
            self.fault("journal", "full" if isinstance(error, JournalFull) else "lost")
