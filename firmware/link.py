"""The hub's half of the link: every move reaches the host once and in order, whatever the cable does.

It does no I/O and reads no clock: bytes and times are passed in, bytes are returned.
"""

from firmware.hub_protocol import (
    BIGGEST,
    COUNT,
    DEAF_MS,
    EDITION,
    HELD,
    PADS,
    PRESSED,
    PROTOCOL,
    RESEND_MS,
    SNAPSHOT_MS,
    WINDOW,
    Splitter,
    ahead,
    elapsed,
    line,
)
from firmware.masks import ones
from firmware.ring import RING, Ring

COMMANDS = 8
"""Commands remembered with their times: more than arrive while a press is debounced."""

GREETINGS = 8
"""Greetings remembered, so that an old one is recognised when it arrives again."""

ORDER_MS = 1000
"""A command older than this arrived before any press that is still being debounced."""

NOTE_BYTES = 24
"""Bytes of the crash note in one line, three per number."""


class Status:
    """The hub's state in a snapshot; see `GRAMMAR`. Numbers stop at their limits."""

    def __init__(self, held: int = 0, chain: int = 0, muted: int = 0, bad: int = 0, gap: int = 0) -> None:
        self.held = held
        self.chain = chain
        self.muted = muted
        self.bad = bad
        self.gap = gap


class Commands:
    """The most recent commands, so that a press gets the one in force at its moment.

    session: the nonce of the host's last greeting, to which the commands belong.
    lamps:   the lamps of the newest command.
    most:    commands remembered. order_ms: milliseconds after which a press can no longer be on its way.
    """

    def __init__(self, most: int = COMMANDS, order_ms: int = ORDER_MS) -> None:
        self.session = 0
        self.lamps = 0
        self._most = most
        self._order_ms = order_ms
        # (received at, session, command), newest last. The first applies to all earlier times.
        self._known = [(0, 0, 0)]

    def take(self, session: int, command: int, lamps: int, now: int) -> bool:
        """Take a command; returns whether to acknowledge it: not if it is of another session or outdated."""
        if session != self.session:
            return False
        _, last_session, last = self._known[-1]
        if session == last_session and ahead(command, last) < 0:
            return False
        if (session, command) != (last_session, last):
            self._known.append((now, session, command))
            if len(self._known) > self._most:
                self._known.pop(0)
        self.lamps = lamps
        return True

    def at(self, ms: int) -> tuple[int, int]:
        """Session and command in force at that time."""
        for index in range(len(self._known) - 1, 0, -1):
            heard, session, command = self._known[index]
            if elapsed(ms, heard) >= 0:
                return session, command
        return self._known[0][1:]

    def settle(self, now: int) -> None:
        """Forget commands that no press can refer to any more, before the clock wraps."""
        while len(self._known) > 1 and elapsed(now, self._known[1][0]) > self._order_ms:
            self._known.pop(0)


class Link:
    """The hub's end of the line: the host it has met, and everything still to be sent.

    lamps:   the lamps to light; none while the host is silent, and until its next command.
    prompt:  whether the host wants the hub to stop, for new firmware.
    dropped: presses dropped because the ring was full, at most `BIGGEST`.
    note_at: the offset from which the host wants the crash note; None if it does not.
    commands: remembers the host's commands; pass one to keep them for longer than a hub of switches needs.
    """

    def __init__(self, boot: int, commands: Commands | None = None) -> None:
        self.boot = boot
        self.prompt = False
        self.dropped = 0
        self.note_at: int | None = None
        self._commands = commands or Commands()
        self._greetings: list[int] = []
        self._splitter = Splitter()
        self._heard: int | None = None
        self._snapshot: int | None = None
        self._told = (0, 0)  # chain and muted, as last sent
        # Tells a host that is listening already, on a port that stayed open, of the restart.
        self._replies = [line("H", EDITION, PROTOCOL, boot, 0, 1)]
        # Events base, base + 1, … wait in the ring; the first `sent` of them have been sent.
        self._ring = Ring()
        self._base = 1
        self._sent = 0
        self._since = 0
        self._open = 0  # switches whose press is in the ring and whose end is not yet
        self._held = 0  # those whose hold is in the ring too
        self._sessions = [0] * (2 * PADS)
        self._numbers = [0] * (2 * PADS)

    @property
    def lamps(self) -> int:
        return self._commands.lamps

    # ------------------------------------------------------------ from the switches

    def moved(self, switch: int, move: int, ms: int) -> None:
        """Queue a move, stamped with the command in force when the switch was pressed."""
        bit = 1 << switch
        if move == PRESSED:
            # Each press in the ring needs room for its hold and its end.
            owed = 2 * ones(self._open) - ones(self._held)
            if len(self._ring) + owed + 3 > RING:
                self.dropped = min(self.dropped + 1, BIGGEST)
                return
            self._sessions[switch], self._numbers[switch] = self._commands.at(ms)
            self._open |= bit
        elif not self._open & bit:
            return  # Its press was dropped, or there was none.
        elif move == HELD:
            self._held |= bit
        else:
            self._open &= ~bit
            self._held &= ~bit
        self._ring.add(ms, switch, move, self._sessions[switch], self._numbers[switch])

    # ------------------------------------------------------------ from the host

    def hear(self, data: bytes, now: int) -> None:
        """Process bytes from the host."""
        for letter, numbers in self._splitter.lines(data):
            if letter == "R":
                self._greet(numbers[0])
            elif letter == "T":
                session, command, lamps = numbers
                if not self._commands.take(session, command, lamps, now):
                    continue
                self._replies.append(line("A", self.boot, now, session, command))
            elif letter not in "XKQ" or numbers[0] != self.boot:
                continue
            elif letter == "X":
                self.prompt = True
            elif letter == "Q":
                self.note_at = numbers[1]
            else:
                self._acknowledged(numbers[1], numbers[2], now)
            self._heard = now

    def _greet(self, nonce: int) -> None:
        if nonce != self._commands.session:
            if nonce in self._greetings:
                return  # Late, or an echo: the host has sent a newer greeting since.
            self._greetings.append(nonce)
            if len(self._greetings) > GREETINGS:
                self._greetings.pop(0)
        self._replies.append(line("H", EDITION, PROTOCOL, self.boot, nonce, self._base))
        self._commands.session = nonce
        self._sent = 0
        self._snapshot = None

    def _acknowledged(self, seq: int, again: int, now: int) -> None:
        count = ahead(seq, self._base) + 1
        if 0 < count <= len(self._ring):
            self._ring.drop(count)
            self._base = (self._base + count) & COUNT
            self._sent = max(0, self._sent - count)
            self._since = now
        if again:
            self._sent = 0

    # ------------------------------------------------------------ to the host

    def note(self, at: int, size: int, text: bytes) -> None:
        """Send a piece of the crash note: its bytes from `at` on, and its whole length."""
        self.note_at = None
        padded = text[:NOTE_BYTES] + bytes(NOTE_BYTES - len(text[:NOTE_BYTES]))
        numbers = [padded[i] << 16 | padded[i + 1] << 8 | padded[i + 2] for i in range(0, NOTE_BYTES, 3)]
        self._replies.append(line("N", self.boot, at, size, *numbers))

    def due(self, now: int, status: Status) -> bytes:
        """The bytes to send now; only the first hello while the host is not heard."""
        self._commands.settle(now)
        out, self._replies = self._replies, []
        if self._heard is None or elapsed(now, self._heard) > DEAF_MS:
            self._heard = None
            self._commands.lamps = 0
            return b"".join(out)
        told = (status.chain, status.muted)
        if self._snapshot is None or told != self._told or elapsed(now, self._snapshot) >= SNAPSHOT_MS:
            self._snapshot, self._told = now, told
            out.append(self._state(now, status))
        if self._sent and elapsed(now, self._since) >= RESEND_MS:
            self._sent = 0
        while self._sent < min(WINDOW, len(self._ring)):
            if not self._sent:
                self._since = now
            ms, switch, move, session, command = self._ring.get(self._sent)
            seq = (self._base + self._sent) & COUNT
            out.append(line("E", self.boot, seq, ms, switch, move, session, command))
            self._sent += 1
        return b"".join(out)

    def _state(self, now: int, status: Status) -> bytes:
        head = (self._base + len(self._ring) - 1) & COUNT
        bad, gap = min(status.bad, BIGGEST), min(status.gap, BIGGEST)
        rest = (status.chain, self.dropped, status.muted, bad, gap)
        return line("S", self.boot, now, head, status.held, *rest)
