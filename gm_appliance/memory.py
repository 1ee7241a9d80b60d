"""What the host remembers a session by. `Forgetful` for the menu, `Remembered` for a game."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from gm_appliance.games.game import Choice, Plain
from gm_appliance.journal import Journal, JournalError, JournalFull

log = logging.getLogger(__name__)


class Memory(Protocol):
    """Where choices are committed before anything follows from them. Never raises."""

    def choose(self, choice: Choice, secret: bool) -> None: ...

    def undo(self) -> None: ...

    def draft(self, name: str, value: Plain) -> None:
        """Remember what is entered so far for the open decision `name`."""
        ...

    def drafted(self, name: str) -> Plain:
        """What was entered for the open decision `name` before; None for nothing."""
        ...


class Forgetful:
    """Remembers nothing: nobody misses a menu after a power cut."""

    def choose(self, choice: Choice, secret: bool) -> None: ...

    def undo(self) -> None: ...

    def draft(self, name: str, value: Plain) -> None: ...

    def drafted(self, name: str) -> Plain:
        return None


@dataclass
class Remembered:
    """One session in the journal.

    A journal that fails is told once, through `trouble(part, what)`, and tried again with every
    further choice: what could not be written waits in order, so the journal is never left with a
    gap in the middle of a game. Times are those of `wall`, in seconds, for the table's own clock
    starts anew with every power on.
    """

    journal: Journal
    session: int
    trouble: Callable[[str, str], None]
    wall: Callable[[], float]
    _waiting: deque[Callable[[], None]] = field(default_factory=deque, repr=False)
    _failing: bool = False

    def choose(self, choice: Choice, secret: bool) -> None:
        name, value, at = choice.name, choice.value, self.wall()
        self._do(lambda: self.journal.choose(self.session, name, value, secret, at))

    def undo(self) -> None:
        at = self.wall()
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

    def _do(self, write: Callable[[], None]) -> None:
        self._waiting.append(write)
        while self._waiting and self._try(self._waiting[0]):
            self._waiting.popleft()

    def _try(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except JournalError as error:
            if not self._failing:
                log.error("The journal cannot be written: %s. The game goes on without it.", error)
                self.trouble("journal", "full" if isinstance(error, JournalFull) else "lost")
            self._failing = True
            return False
        if self._failing:
            self._failing = False
            log.info("The journal is written again.")
            self.trouble("journal", "back")
        return True
