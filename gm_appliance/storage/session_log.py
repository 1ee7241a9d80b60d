"""What the host remembers a session by. `NullSessionLog` for the menu, `JournalSessionLog` for a game."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from gm_appliance.core.game import Choice, Plain
from gm_appliance.core.ports import FaultReport
from gm_appliance.core.values import immutable
from gm_appliance.storage.journal import Journal, JournalError, JournalFull, UnknownSession

log = logging.getLogger(__name__)


class SessionLog(Protocol):
    """Where choices are committed before anything follows from them. Never raises."""

    def choose(self, choice: Choice, secret: bool) -> None: ...

    def undo(self) -> None: ...

    def draft(self, name: str, value: Plain) -> None:
        """Remember what is entered so far for the open decision `name`."""
        ...

    def drafted(self, name: str) -> Plain:
        """What was entered for the open decision `name` before; None for nothing."""
        ...


class NullSessionLog:
    """Remembers nothing: nobody misses a menu after a power cut."""

    def choose(self, choice: Choice, secret: bool) -> None: ...

    def undo(self) -> None: ...

    def draft(self, name: str, value: Plain) -> None: ...

    def drafted(self, name: str) -> Plain:
        return None


@immutable
class LoggedChoice:
    """A choice that was not undone, as it is written down."""

    choice: Choice
    secret: bool
    at: float


@dataclass
class JournalSessionLog:
    """One session in the journal.

    A journal that fails is told once, through `fault(part, what)`, and tried again with every
    further choice: what could not be written waits in order, so the journal is never left with a
    gap in the middle of a game. A journal that lost the session, its file gone or set aside, is
    given all of it again. Times are those of `wall`, in seconds, for the table's own clock starts
    anew with every power on.

    session: its number; 0 where the journal could not take it yet.
    begin:   opens the session anew in the journal and returns its number. May raise JournalError.
    """

    journal: Journal
    session: int
    begin: Callable[[], int]
    fault: FaultReport
    wall: Callable[[], float]
    logged: list[LoggedChoice] = field(default_factory=list, repr=False)
    _waiting: deque[Callable[[], None]] = field(default_factory=deque, repr=False)
    _outcome: Mapping[str, Plain] | None = None
    _failing: bool = False

    def open(self) -> None:
        """Begin the session now, so that a power cut before the first choice finds it."""

        def begin() -> None:
            self.session = self.begin()

        self._try(begin)

    def go_on(self) -> None:
        """A session that waited is played again."""
        self._do(lambda: self.journal.go_on(self.session))

    def choose(self, choice: Choice, secret: bool) -> None:
        one = LoggedChoice(choice, secret, self.wall())
        self.logged.append(one)
        self._do(lambda: self._write(one))

    def undo(self) -> None:
        at = self.wall()
        self.logged.pop()
        self._do(lambda: self.journal.undo(self.session, at))

    def draft(self, name: str, value: Plain) -> None:
        # A draft that comes too late is worse than none, so it never waits.
        if not self._waiting:
            self._try(lambda: self.journal.draft(self.session, name, value))

    def drafted(self, name: str) -> Plain:
        try:
            drafted = self.journal.drafted(self.session)
        except JournalError:
            return None
        return drafted[1] if drafted and drafted[0] == name else None

    def end(self, outcome: Mapping[str, Plain]) -> None:
        """The game was played to its end."""
        self._outcome = outcome
        self._do(self._write_end)

    def retry(self) -> bool:
        """Try again to write what waits; returns whether nothing waits any more."""
        while self._waiting and self._try(self._waiting[0]):
            self._waiting.popleft()
        return not self._waiting

    def _write(self, one: LoggedChoice) -> None:
        self.journal.choose(self.session, one.choice.name, one.choice.value, one.secret, one.at)

    def _write_end(self) -> None:
        self.journal.end(self.session, self._outcome or {})

    def _do(self, write: Callable[[], None]) -> None:
        self._waiting.append(write)
        self.retry()

    def _try(self, write: Callable[[], None]) -> bool:
        try:
            if not self._attempt(write):
                return False
        except JournalError as error:
            if not self._failing:
                log.error("The journal cannot be written: %s The game goes on without it.", error)
                self.fault("journal", "full" if isinstance(error, JournalFull) else "lost")
            self._failing = True
            return False
        if self._failing:
            self._failing = False
            log.info("The journal is written again.")
            self.fault("journal", "back")
        return True

    def _attempt(self, write: Callable[[], None]) -> bool:
        """Write it; False where the session was gone, and all of it was written anew. Raises JournalError."""
        try:
            try:
                write()
            except JournalFull:
                write()  # Opening it anew folds the journal's log, which may make the room there was not.
        except UnknownSession:
            self._begin_again()
            return False
        return True

    def _begin_again(self) -> None:
        """The session is gone from the journal: write all of it into a new one."""
        self.session = self.begin()
        if self._failing:
            self._failing = False
            self.fault("journal", "back")
        else:
            self.fault("journal", "set-aside")
        log.warning("The journal did not hold this game. It is written anew, as session %d.", self.session)
        self._waiting.clear()
        writes: list[Callable[[], None]] = [partial(self._write, one) for one in self.logged]
        if self._outcome is not None:
            writes.append(self._write_end)
        for number, write in enumerate(writes):
            try:
                write()
            except JournalError:
                self._waiting.extend(writes[number:])
                raise
