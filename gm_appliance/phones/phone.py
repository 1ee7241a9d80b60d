"""One phone: its pad, its clock, and the moves taken from it."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.hub_protocol import ahead
from gm_appliance.phones.frames import CLOCK, Move, PhoneTick

LATE_MS = 30_000  # milliseconds after which a press is too late: it is dropped, and the table is told
AWAY_MS = 2000  # milliseconds of silence after which a phone sleeps, and its thumbs count as cancelled
PRESSES_A_SECOND = 15
PRESSES_AT_ONCE = 60  # more presses than these do not come from thumbs


def since(now: int, then: int) -> int:
    """Milliseconds from `then` to `now`, negative if `then` is later. Both wrap after `CLOCK`."""
    half = CLOCK >> 1
    return ((now - then + half + 1) & CLOCK) - half - 1


class Allowance:
    """So many a second, and `at_once` at a time."""

    def __init__(self, a_second: int, at_once: int, now: int = 0) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._left, self._at = float(at_once), now

    def takes(self, now: int) -> bool:
        """Whether one more is allowed. Counts it."""
        gained = (now - self._at) * self._a_second / 1000
        self._left, self._at = min(float(self._at_once), self._left + gained), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class PhoneClock:
    """Tells when something happened on a phone, whose clock drifts, wraps, and may stand still in its sleep.

    A delayed tick makes a phone's time seem earlier, so the fastest of the last ticks counts. A tick was sent
    after what it echoes; if that contradicts the fastest, the phone's clock stood still, and it starts over.
    """

    WINDOW = 10_000

    def __init__(self) -> None:
        self._fastest: list[tuple[int, int]] = []  # (window's start, least offset), at most two

    def heard(self, tick: PhoneTick, now: int) -> None:
        """A tick arrived, at `now` on the clock of the process."""
        offset = now - tick.clock & CLOCK
        echoed = tick.echo - tick.clock & CLOCK
        if tick.echo and self._fastest and since(echoed, self._least()) > 0:
            self._fastest.clear()
        if not self._fastest or since(now, self._fastest[-1][0]) > self.WINDOW:
            self._fastest = [*self._fastest[-1:], (now, offset)]
        else:
            start, least = self._fastest[-1]
            self._fastest[-1] = (start, offset if since(offset, least) < 0 else least)

    def ago(self, at: int, now: int) -> int:
        """Milliseconds since `at` on the phone's clock, at least 0; 0 until a tick was heard."""
        return max(0, since(now, at + self._least() & CLOCK)) if self._fastest else 0

    def _least(self) -> int:
        first, *more = [offset for _start, offset in self._fastest]
        return min([first, *more], key=lambda one: since(one, first))


class Phone:
    """A phone that has been here. id: its own. pad: 0 for none.

    line:  its newest connection; None without one. freed: whether the table took its pad away.
    """

    def __init__(self, id: str) -> None:
        self.id = id
        self.pad = 0
        self.line: object = None
        self.visible = False
        self.freed = False
        self.heard_at = 0
        self.sent_at = 0  # on the clock of the process, when its last tick was sent
        self.load = 0
        self.ack = 0
        self.down: set[int] = set()
        self.clock = PhoneClock()
        self.presses = Allowance(PRESSES_A_SECOND, PRESSES_AT_ONCE)

    def loaded(self, load: int, now: int) -> None:
        """It connected with this load of its page; moves of each load count from 1."""
        if load != self.load:
            self.load, self.ack = load, 0
        self.clock = PhoneClock()
        self.line, self.visible = object(), True
        self.heard_at = now

    def asleep(self, now: int) -> bool:
        return not self.line or not self.visible or now - self.heard_at > AWAY_MS

    def takes(self, tick: PhoneTick, now: int) -> Iterator[tuple[Move, int]]:
        """The new moves of a tick, in order, with the milliseconds since each."""
        self.heard_at, self.visible = now, tick.visible
        self.clock.heard(tick, now & CLOCK)
        self.sent_at = now - self.clock.ago(tick.clock, now & CLOCK)
        for move in tick.moves:
            if ahead(move.seq, self.ack) == 1:
                self.ack = move.seq
                yield move, self.clock.ago(move.at, now & CLOCK)
