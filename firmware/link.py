"""The hub's half of the link: every press reaches the host once and in order, whatever the cable does.

Nothing here touches a wire or a clock: bytes and times are handed in, bytes come out.
"""

from firmware.hub_protocol import (
    BIGGEST,
    DEAF_MS,
    EDITION,
    PROTOCOL,
    RESEND_MS,
    SNAPSHOT_MS,
    WINDOW,
    Splitter,
    elapsed,
    line,
)

RING = 256
"""Events kept until they are acknowledged."""


class Link:
    """What the hub knows of the host, and what it still has to tell it.

    lamps:   the lamps the host wants lit. Dark while the host is not heard.
    prompt:  the host wants the hub to stop, for new firmware.
    dropped: presses forgotten because the ring was full.
    """

    def __init__(self, boot: int) -> None:
        self.boot = boot
        self.lamps = 0
        self.prompt = False
        self.dropped = 0
        self._stamp = (0, 0)
        self._splitter = Splitter()
        self._heard: int | None = None
        self._snapshot: int | None = None
        self._replies: list[bytes] = []
        # Events base, base + 1 … wait in the ring; those before `next` have been sent.
        self._ring: list[tuple[int, int, int, int, int]] = []
        self._base = 1
        self._next = 1
        self._since = 0
        self._presses: dict[int, tuple[int, int]] = {}

    # ------------------------------------------------------------ from the switches

    def pressed(self, switch: int, ms: int) -> None:
        """A switch went down. It is stamped with the asking and beat the host told last."""
        # Every press kept is owed a place for its release.
        if len(self._ring) + len(self._presses) + 2 > RING:
            self.dropped = min(self.dropped + 1, BIGGEST)
            return
        self._presses[switch] = self._stamp
        self._ring.append((ms, switch, 1, self._stamp[0], self._stamp[1]))

    def released(self, switch: int, ms: int) -> None:
        """A switch went up. A release without a press, from a baseline say, is nobody's business."""
        if switch in self._presses:
            asking, beat = self._presses.pop(switch)
            self._ring.append((ms, switch, 0, asking, beat))

    # ------------------------------------------------------------ from the host

    def hear(self, data: bytes, now: int) -> None:
        """Take what the host sent."""
        for letter, numbers in self._splitter.lines(data):
            if letter == "R":
                self._greet(numbers[0], now)
            elif letter == "X" and numbers[0] == self.boot:
                self.prompt = True
            elif letter == "K" and numbers[0] == self.boot:
                self._acknowledged(numbers[1], numbers[2], now)
            elif letter == "T":
                self._stamp, self.lamps = (numbers[1], numbers[2]), numbers[3]
                self._replies.append(line("A", self.boot, now, numbers[0]))
            else:
                continue
            self._heard = now

    def _greet(self, nonce: int, now: int) -> None:
        self._replies.append(line("H", EDITION, PROTOCOL, self.boot, nonce, self._base))
        self._next = self._base
        self._snapshot = None

    def _acknowledged(self, seq: int, again: int, now: int) -> None:
        count = seq - self._base + 1
        if 0 < count <= len(self._ring):
            self._ring = self._ring[count:]
            self._base += count
            self._next = max(self._next, self._base)
            self._since = now
        if again:
            self._next = self._base

    # ------------------------------------------------------------ to the host

    def due(self, now: int, held: int, chain: bool) -> bytes:
        """What is to be sent now; nothing while the host is not heard.

        held: the switches that are down. chain: whether the shift registers answer as they must.
        """
        if self._heard is None or elapsed(now, self._heard) > DEAF_MS:
            self._heard = None
            self.lamps = 0
            return b""
        out = self._replies
        self._replies = []
        if self._snapshot is None or elapsed(now, self._snapshot) >= SNAPSHOT_MS:
            self._snapshot = now
            head = self._base + len(self._ring) - 1
            out.append(line("S", self.boot, now, head, held, chain, self.dropped))
        if self._next > self._base and elapsed(now, self._since) >= RESEND_MS:
            self._next = self._base
        while self._next < self._base + min(WINDOW, len(self._ring)):
            if self._next == self._base:
                self._since = now
            ms, switch, down, asking, beat = self._ring[self._next - self._base]
            out.append(line("E", self.boot, self._next, ms, switch, down, asking, beat))
            self._next += 1
        return b"".join(out)
