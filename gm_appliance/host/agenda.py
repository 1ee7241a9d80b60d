"""The agenda: what is due, and when. An idle host sleeps until its next entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Agenda(Generic[Result]):
    """Deadlines by name, each with what is done then. Of those with the same time, the first set comes first.

    An entry is struck off before it is done, so nothing can be due for ever; what is done may set it again.

    >>> agenda = Agenda[str]()
    >>> agenda.at("tea", 5.0, lambda: None)
    >>> agenda.at("cake", 5.0, lambda: "eaten")
    >>> agenda.next_due(), agenda.do(4.0), agenda.do(5.0), agenda.next_due()
    (5.0, None, 'eaten', None)
    """

    def __init__(self) -> None:
        self._entries: dict[str, tuple[float, Callable[[], Result | None]]] = {}

    def at(self, name: str, time: float, do: Callable[[], Result | None]) -> None:
        """Set a deadline, in seconds of the inbox's clock, instead of an earlier one of this name."""
        self.drop(name)
        self._entries[name] = time, do

    def drop(self, *names: str) -> None:
        """Strike off these deadlines, if they are set."""
        for name in names:
            self._entries.pop(name, None)

    def due(self, name: str) -> float | None:
        """When this is due; None if it is not set."""
        return self._entries[name][0] if name in self._entries else None

    def next_due(self) -> float | None:
        """When the next entry is due; None for never."""
        return min((time for time, _do in self._entries.values()), default=None)

    def do(self, now: float) -> Result | None:
        """Do all that is due, in order, each once; stop at the first result and return it."""
        done: set[str] = set()
        while ready := [
            name for name, (time, _do) in self._entries.items() if time <= now and name not in done
        ]:
            name = min(ready, key=lambda one: self._entries[one][0])
            done.add(name)
            result = self._entries.pop(name)[1]()
            if result is not None:
                return result
        return None
