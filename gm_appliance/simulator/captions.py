"""Captions: the voice's sentences, with their times, as text for the page; and the story they tell."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from gm_appliance.core.values import Value, replace

RECENT = 12  # the number of sentences that a newly opened page gets, of any kind
STORY = 80  # the number of sentences of the story to keep


class Caption(Value):
    """A sentence.

    begins: on the captions' clock. seconds: its length. part: the part of the story it belongs to, which
    tells the consequences of one choice; 0 for none, as for a question. silent: whether nobody says it.
    heading: whether it begins a part that has several of these, such as a round.
    """

    number: int
    text: str
    begins: float
    seconds: float
    part: int = 0
    silent: bool = False
    heading: bool = False


class Captions:
    """Queues sentences like the voice: each begins at the end of the one before."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._queue: deque[Caption] = deque(maxlen=RECENT)
        self._story: deque[Caption] = deque(maxlen=STORY)
        self._ends = 0.0
        self._number = 0
        self._part = 0
        self._tells = self._asks = self._remarks = False

    def tells(self, so: bool) -> None:
        """Whether what follows tells what happened, or ends in a question."""
        if so and (self._asks or not self._tells):
            self._part += 1
            self._tells = True
        self._asks = not so

    def add(self, text: str, seconds: float, question: Sequence[str] | None = None) -> Caption:
        """question: of the open prompt; None if unknown. Sentences before it still belong to the story."""
        if self._asks and (question is None or text in question):
            self._tells = False
        begins = max(self._now(), self._ends)
        part = self._part if self._tells or self._remarks else 0
        self._remarks = False
        self._number += 1
        caption = Caption(self._number, text, begins, seconds, part)
        self._queue.append(caption)
        if caption.part:
            self._story.append(caption)
        self._ends = begins + seconds
        return caption

    def remark(self) -> None:
        """The next sentence is part of the story, whatever is asked by now."""
        self._remarks = True

    def note(self, text: str, heading: bool) -> Caption:
        """Add to the story what nobody says, once what is being said is over."""
        self._number += 1
        self._part += heading
        begins = max(self._now(), self._ends)
        caption = Caption(self._number, text, begins, 0.0, self._part, True, heading)
        self._part += heading
        self._story.append(caption)
        return caption

    def forget(self) -> None:
        """Another game begins, and with it another story."""
        self._story.clear()
        self._queue = deque((replace(one, part=0) for one in self._queue), maxlen=RECENT)

    def hush(self) -> int:
        """Forget the sentences that have not begun; returns the number of the last one that has, 0 for none.

        The story keeps them all the same.
        """
        now = self._now()
        begun = [caption for caption in self._queue if caption.begins <= now]
        self._queue = deque(begun, maxlen=RECENT)
        self._story = deque((replace(one, begins=min(one.begins, now)) for one in self._story), maxlen=STORY)
        self._ends = 0.0
        return begun[-1].number if begun else 0

    def recent(self) -> list[dict[str, object]]:
        """The latest sentences and the story, as plain data."""
        known = {caption.number: caption for caption in (*self._queue, *self._story)}
        return [self.plain(known[number]) for number in sorted(known)]

    def plain(self, caption: Caption) -> dict[str, object]:
        """A sentence with the delay until it begins, in seconds; 0 or less if it has begun."""
        delay = round(caption.begins - self._now(), 3)
        told = {"number": caption.number, "text": caption.text, "part": caption.part}
        told |= {"silent": caption.silent, "heading": caption.heading} if caption.silent else {}
        return {**told, "delay": delay, "seconds": caption.seconds}
