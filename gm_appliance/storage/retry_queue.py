"""Writes that wait until the medium works."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class RetryQueue(Generic[Item]):
    """Items written in order, at once or at a later `retry`.

    write:  writes items and removes them from the front of the deque. May raise OSError.
    report: called with the error when writing begins to fail, and with None when it works again.
    """

    def __init__(
        self, write: Callable[[deque[Item]], None], report: Callable[[OSError | None], None]
    ) -> None:
        self.waiting: deque[Item] = deque()
        self._write, self._report = write, report
        self.failing = False

    def retry(self) -> bool:
        """Write the items; returns whether none is left."""
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
