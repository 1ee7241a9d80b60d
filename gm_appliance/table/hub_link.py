"""The host's half of the link to the seat hub: bytes in, what they mean out, and what to send.

Nothing here touches a port, a thread or a clock; `pads.SeatPads` does. Times are seconds on any clock
that only goes forward. What is heard of a press stays out of every repr.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from random import SystemRandom
from typing import TypeAlias

from firmware.hub_protocol import BIGGEST, EDITION, PROTOCOL, Splitter, elapsed, line

GREET_SECONDS = 0.2
"""How long to wait for the hub's name before asking again."""

ORDER_SECONDS = 0.05
"""How long to wait for an order's receipt. Short: until it arrives, presses carry the former asking."""

AGAIN_SECONDS = 0.05
"""How long to wait for what is missing before asking for it again."""

BEAT_SECONDS = 1.0
"""How often the order is given again when nothing changes, so that the hub knows it is not alone."""

PROMPT = b">>> "
"""What a hub without our firmware says."""

FLASH = "gm-appliance hub flash"


@dataclass(frozen=True)
class Met:
    """The hub said who it is. new: it started since it was last met, or was never met."""

    boot: int
    new: bool


@dataclass(frozen=True)
class Foreign:
    """The hub speaks another protocol. edition: its number; None: it runs no firmware of ours.

    boot: its present life, where it runs firmware of ours.
    """

    edition: int | None
    boot: int | None = None


@dataclass(frozen=True)
class Moved:
    """A switch went down or up at `ms`, on the hub's clock; the asking and beat are those of the press."""

    switch: int = field(repr=False)
    down: bool = field(repr=False)
    ms: int
    asking: int
    beat: int


@dataclass(frozen=True)
class Snapshot:
    """The hub's state.

    held:    the switches that are down, as a mask.
    current: every move before it has been heard, so `held` is the whole truth.
    chain:   the shift registers answer as they must. dropped: presses the hub had to forget.
    """

    ms: int
    held: int = field(repr=False)
    current: bool
    chain: bool
    dropped: int


@dataclass(frozen=True)
class Receipt:
    """The hub took an order at `ms`, on its clock. order: its number."""

    ms: int
    order: int


Heard: TypeAlias = "Met | Foreign | Moved | Snapshot | Receipt"


def remedy(edition: int | None) -> str:
    """Which side to update and how, for a hub that speaks another protocol."""
    if edition is None:
        return f"There is a MicroPython prompt, not our firmware. Put it on the hub: {FLASH}"
    if edition > EDITION:
        return (
            f"The hub's firmware is newer than this program (protocol {edition}, here {EDITION}). "
            f"Update gm-appliance; or put the older firmware on the hub: {FLASH}"
        )
    return (
        f"The hub's firmware is older than this program (protocol {edition}, here {EDITION}). "
        f"Update the hub: {FLASH}"
    )


class HostLink:
    """One hub, over as many cables as it takes.

    boot: the hub's present life; None before it was met.
    """

    def __init__(self) -> None:
        self.boot: int | None = None
        self._random = SystemRandom()
        self._splitter = Splitter()
        self._expected = 1
        self._acknowledge = False
        self._again = False
        self._missing = False
        self._asked_at = float("-inf")
        self._order = (1, 0, 0, 0)
        self._ordered_at: float | None = None
        self._received = False
        self._greeted_at: float | None = None
        self._nonce = 0
        self._met = False
        self._tail = b""

    def opened(self) -> None:
        """The port was opened: whoever is there must say who it is before anything else counts."""
        self._splitter = Splitter()
        self._missing = False
        self._met = False
        self._greeted_at = None
        # An answer to somebody else, late or long ago, may say what is no longer so.
        self._nonce = self._random.randint(1, BIGGEST)
        self._tail = b""

    @property
    def damaged(self) -> int:
        """Lines that came damaged since the port was opened."""
        return self._splitter.damaged

    def order(self, asking: int, beat: int, lamps: int) -> int:
        """From now on presses carry this asking and beat, and these lamps are lit. Its number."""
        self._order = (self._order[0] + 1 & BIGGEST, asking, beat, lamps)
        self._ordered_at = None
        self._received = False
        return self._order[0]

    # ------------------------------------------------------------ what comes

    def hear(self, data: bytes, now: float) -> list[Heard]:
        """What these bytes say, in order. Damaged lines are left out; the hub sends again."""
        heard: list[Heard] = []
        damaged = self._splitter.damaged
        for letter, numbers in self._splitter.lines(data):
            if letter == "H":
                heard += self._hello(*numbers)
            elif self._met and letter in "ESA":
                heard += self._said(letter, numbers, now)
        if not self._met:
            self._tail = (self._tail + data)[-200:]
            if PROMPT in self._tail:
                heard.append(Foreign(None))
        if self._splitter.damaged != damaged:
            self._ask_again(now)
        return heard

    def _hello(self, edition: int, protocol: int, boot: int, nonce: int, base: int) -> list[Heard]:
        if nonce != self._nonce or self._met:
            return []
        if protocol != PROTOCOL:
            return [Foreign(edition, boot)]
        new = boot != self.boot
        if new:
            self.boot, self._expected = boot, base
        self._met = True
        self._ordered_at = None
        self._received = False
        return [Met(boot, new)]

    def _said(self, letter: str, numbers: tuple[int, ...], now: float) -> list[Heard]:
        boot, rest = numbers[0], numbers[1:]
        if boot != self.boot:
            self.opened()  # It started anew behind an open port.
            return []
        if letter == "E":
            return self._event(*rest, now=now)
        if letter == "S":
            ms, seq, held, chain, dropped = rest
            return [Snapshot(ms, held, seq == self._expected - 1, bool(chain), dropped)]
        ms, order = rest
        self._received = self._received or order == self._order[0]
        return [Receipt(ms, order)]

    def _event(
        self, seq: int, ms: int, switch: int, down: int, asking: int, beat: int, *, now: float
    ) -> list[Heard]:
        self._acknowledge = True
        if seq != self._expected:
            if seq > self._expected:
                self._missing = True
                self._ask_again(now)
            return []
        self._expected += 1
        self._missing = False
        self._asked_at = float("-inf")
        return [Moved(switch, bool(down), ms, asking, beat)]

    def _ask_again(self, now: float) -> None:
        """Have the hub send again at once; not for every line of those that are under way."""
        if now - self._asked_at >= AGAIN_SECONDS:
            self._asked_at = now
            self._acknowledge = self._again = True

    # ------------------------------------------------------------ what goes

    def due(self, now: float) -> bytes:
        """What is to be sent now. What was heard before counts as taken: it is acknowledged."""
        if not self._met:
            if self._greeted_at is not None and now - self._greeted_at < GREET_SECONDS:
                return b""
            self._greeted_at = now
            return b"\n" + line("R", self._nonce)
        if self._missing:
            self._ask_again(now)
        out = []
        if self._acknowledge and self.boot is not None:
            out.append(line("K", self.boot, self._expected - 1, self._again))
            self._acknowledge = self._again = False
        if self._next_order() <= now:
            self._ordered_at = now
            out.append(line("T", *self._order))
        return b"".join(out)

    def next_due(self) -> float:
        """When `due` should be called if nothing is heard before; minus infinity for at once."""
        if not self._met:
            return float("-inf") if self._greeted_at is None else self._greeted_at + GREET_SECONDS
        if self._acknowledge:
            return float("-inf")
        return min(self._next_order(), self._asked_at + AGAIN_SECONDS if self._missing else float("inf"))

    def _next_order(self) -> float:
        if self._ordered_at is None:
            return float("-inf")
        return self._ordered_at + (BEAT_SECONDS if self._received else ORDER_SECONDS)


class HubClock:
    """How long ago something happened on the hub, whose clock wraps and drifts.

    A line that took longer than others makes it seem longer ago, so the fastest of the last lines
    counts: those of one to two `WINDOW` seconds.
    """

    WINDOW = 10.0

    def __init__(self) -> None:
        self._last: tuple[int, float] | None = None
        self._fastest: deque[tuple[float, float]] = deque(maxlen=2)  # (window's start, least offset)

    def heard(self, ms: int, now: float) -> None:
        """A line written at `ms` on the hub's clock came now."""
        seconds = self._seconds(ms)
        self._last = (ms, seconds)
        offset = now - seconds
        if not self._fastest or now - self._fastest[-1][0] > self.WINDOW:
            self._fastest.append((now, offset))
        else:
            start, least = self._fastest[-1]
            self._fastest[-1] = (start, min(least, offset))

    def ago(self, ms: int, now: float) -> float:
        """Seconds since `ms` on the hub's clock; 0 while nothing is known of that clock."""
        if not self._fastest:
            return 0.0
        return max(0.0, now - min(least for _, least in self._fastest) - self._seconds(ms))

    def _seconds(self, ms: int) -> float:
        """The hub's time, unwrapped: seconds from the first that was heard."""
        if self._last is None:
            return 0.0
        last_ms, last = self._last
        return last + elapsed(ms, last_ms) / 1000
