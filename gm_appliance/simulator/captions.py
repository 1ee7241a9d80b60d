"""Captions: what the voice says, and when, as text for the page."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from gm_appliance.core.values import Value

HISTORY = 12
"""The number of sentences that a newly opened page gets."""


class Caption(Value):
    """A sentence. begins: on the captions' clock. seconds: its length."""

    number: int
    text: str
    begins: float
    seconds: float


class Captions:
    """Queues sentences like the voice: each begins at the end of the one before."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._queue: deque[Caption] = deque(maxlen=HISTORY)
        self._ends = 0.0
        self._number = 0

    def add(self, text: str, seconds: float) -> Caption:
        begins = max(self._now(), self._ends)
        self._number += 1
        caption = Caption(self._number, text, begins, seconds)
        self._queue.append(caption)
        self._ends = begins + seconds
        return caption

    def hush(self) -> int:
        """Forget the sentences that have not begun; returns the number of the last other one, 0 for none."""
        now = self._now()
        begun = [caption for caption in self._queue if caption.begins <= now]
        self._queue = deque(begun, maxlen=HISTORY)
        self._ends = 0.0
        return begun[-1].number if begun else 0

    def recent(self) -> list[dict[str, object]]:
        """The latest sentences as plain data."""
        return [self.plain(caption) for caption in self._queue]

    def plain(self, caption: Caption) -> dict[str, object]:
        """A sentence with the delay until it begins, in seconds; 0 or less if it has begun."""
        delay = round(caption.begins - self._now(), 3)
        return {"number": caption.number, "text": caption.text, "delay": delay, "seconds": caption.seconds}
