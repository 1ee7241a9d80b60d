"""Writes that wait until the medium takes them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class RetryQueue(Generic[Item]):
    """Items to be written, in order. What cannot be written now waits for the next `retry`.

    write:  writes the items, removing each written one from the front of the deque. May raise OSError.
    report: called with the error when writing begins to fail, and with None when it works again.
    failing: whether it failed last.
    """

    def __init__(
        self, write: Callable[[deque[Item]], None], report: Callable[[OSError | None], None]
    ) -> None:
        self.waiting: deque[Item] = deque()
        self._write, self._report = write, report
        self.failing = False

    def retry(self) -> bool:
        """Write the items that wait; returns whether none waits any more."""
        if not self.waiting:
            return True
        try:
            self._write(self.waiting)
        except OSError as error:
            if not self.failing:
                self.failing = True
                self._report(error)
            return False
        if self.failing:
            self.failing = False
            self._report(None)
        return True
