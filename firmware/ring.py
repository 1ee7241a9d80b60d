"""The events that await acknowledgement. All memory is allocated at the start."""

from array import array

RING = 512
"""The most events it holds. A press takes up to three: pressed, held, released."""


class Ring:
    """The oldest events first. `get(0)` is the oldest; there are `len` of them."""

    def __init__(self) -> None:
        self._first = 0
        self._len = 0
        self._ms = array("I", bytes(4 * RING))
        self._session = array("I", bytes(4 * RING))
        self._command = array("H", bytes(2 * RING))
        self._what = array("B", bytes(RING))

    def __len__(self) -> int:
        return self._len

    def add(self, ms: int, switch: int, move: int, session: int, command: int) -> None:
        """Append an event. Raises IndexError if the ring is full."""
        if self._len == RING:
            raise IndexError("the ring is full")
        at = (self._first + self._len) % RING
        self._ms[at], self._session[at], self._command[at] = ms, session, command
        self._what[at] = switch << 2 | move
        self._len += 1

    def get(self, index: int) -> tuple[int, int, int, int, int]:
        """ms, switch, move, session and command of an event. Raises IndexError if there is none."""
        if not 0 <= index < self._len:
            raise IndexError("there are fewer events")
        at = (self._first + index) % RING
        what = self._what[at]
        return self._ms[at], what >> 2, what & 3, self._session[at], self._command[at]

    def drop(self, count: int) -> None:
        """Forget the oldest events, at most all of them."""
        count = min(count, self._len)
        self._first = (self._first + count) % RING
        self._len -= count
