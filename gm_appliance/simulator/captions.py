"""Captions: which sentence is heard when, for those who read it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

HISTORY = 12
"""Sentences a page that opens late is still given."""


@dataclass(frozen=True)
class Caption:
    """A sentence heard from `begins`, on the captions' clock, for so many seconds of that clock."""

    number: int
    text: str
    begins: float
    seconds: float


class Captions:
    """Sentences queue as they do in the voice: each begins when the one before has ended."""

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
        """Forget what has not begun; returns the number of the last sentence that has, 0 for none."""
        now = self._now()
        begun = [caption for caption in self._queue if caption.begins <= now]
        self._queue = deque(begun, maxlen=HISTORY)
        self._ends = 0.0
        return begun[-1].number if begun else 0

    def recent(self) -> list[dict[str, object]]:
        """All that are kept, as plain data; the delay of one that has begun is 0 or less."""
        return [self.plain(caption) for caption in self._queue]

    def plain(self, caption: Caption) -> dict[str, object]:
        delay = round(caption.begins - self._now(), 3)
        return {"number": caption.number, "text": caption.text, "delay": delay, "seconds": caption.seconds}
