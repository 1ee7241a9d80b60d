"""The line protocol of the seat hub. MicroPython on the hub and Python on the host read this same file.

A line is ``$E 91827 1 40112 6 1 12 0*8d21837b``: a letter, whole numbers, and the CRC-32 of the text between
``$`` and ``*`` in eight hexadecimal digits. `GRAMMAR` names the numbers; `docs/developers/protocol.md` says
who sends which line when.
"""

from binascii import crc32

PADS = 15
"""Pads, numbered from 1. Each has two switches; see `switch`."""

BIGGEST = (1 << 30) - 1
"""The largest number in a line: the largest that MicroPython on a Pico handles without allocating memory."""

COUNT = (1 << 16) - 1
"""The largest `seq` and `order`. Both wrap, so compare them only with `ahead`."""

GRAMMAR = (
    # These three never change: two sides of different editions recognise each other by them.
    "R nonce",
    "H edition hash boot nonce base",
    "X boot",
    # Host to hub.
    "K boot seq again",
    "T session order lamps",
    "Q boot at",
    # Hub to host.
    "E boot seq ms switch move session order",
    "S boot ms seq held chain dropped muted bad gap",
    "A boot ms session order",
    "N boot at size a b c d e f g h",
)
"""Every line: its letter and the names of its numbers. `LIMITS` bounds some of them."""

RELEASED, PRESSED, HELD, CANCELLED = 0, 1, 2, 3
"""The `move` of an event. HELD: still down `HOLD_MS` after it was pressed. CANCELLED: the press is over, but
its release was not seen."""

SOUND, BROKEN, UNSTEADY = 0, 5, 6
"""The `chain` of a snapshot. 1 to 4: that shift register cannot be read, so none is used. BROKEN: no register
can be read. UNSTEADY: every press is reported, but many samples were bad."""

REGISTERS = 4
"""Shift registers for the switches, eight inputs each, counted from 1."""

LIMITS = {
    "again": 1,
    "chain": UNSTEADY,
    "lamps": (1 << PADS) - 1,
    "move": CANCELLED,
    "order": COUNT,
    "seq": COUNT,
    "switch": 2 * PADS - 1,
}
"""The largest value of a number; `BIGGEST` if it is not named here. The smallest is 0."""

WIRING = {
    "clock": 2,
    "fill": 3,
    "data": 4,
    "load": 5,
    "lamp_data": 6,
    "lamp_clock": 7,
    "lamp_latch": 8,
    "lamp_off": 9,
    "service": 15,
}
"""The Pico's pins, by GP number; `docs/wiring.md` says where each one goes."""

CIRCUIT = (
    "input 8k is H of 74HC165 k+1, 8k+7 its A; the first is next to the Pico; closed is low; "
    "input n is switch n; switch 2p-2 is thumb up of pad p, 2p-1 thumb down; 30 is low, 31 high; "
    "fill goes to SER of the last; lamp of pad p is output p-1 of the 74HC595s"
)
"""How switches and lamps are wired. A hub wired differently speaks another protocol."""

WINDOW = 8
"""The most events sent before the first of them is acknowledged."""

RESEND_MS = 150
"""After this long without an acknowledgement the hub sends all unacknowledged events again."""

SNAPSHOT_MS = 500
"""How often the hub sends its whole state."""

DEAF_MS = 3000
"""After this long without a line from the host, the hub is silent and its lamps are off."""

HOLD_MS = 700
"""A switch still down this long after its press counts as held. The hub decides it, not the host."""

EDITION = 2
"""The number of this protocol. Raise it with every change to what `PROTOCOL` is made of."""

LONGEST = 120
"""The most bytes in a line."""


def _hash() -> int:
    parts = list(GRAMMAR)
    for table in (LIMITS, WIRING):
        parts.extend([f"{name} {table[name]}" for name in sorted(table)])
    parts.append(CIRCUIT)
    parts.append(f"{RELEASED} {PRESSED} {HELD} {CANCELLED} {SOUND} {BROKEN} {UNSTEADY} {REGISTERS}")
    parts.append(f"{PADS} {WINDOW} {RESEND_MS} {SNAPSHOT_MS} {DEAF_MS} {HOLD_MS}")
    return crc32("\n".join(parts).encode()) & BIGGEST


PROTOCOL = _hash()
"""A hash of all the above. Two sides talk only if theirs are equal, whatever their editions."""


def _fields() -> dict[str, tuple[int, ...]]:
    fields = {}
    for form in GRAMMAR:
        letter, names = form[0], form[2:].split(" ")
        fields[letter] = tuple([LIMITS.get(name, BIGGEST) for name in names])
    return fields


FIELDS = _fields()
"""The largest value of each number of a line, in order, by letter."""


def switch(pad: int, down: bool) -> int:
    """The number of a pad's switch, 0 to 29: its bit in `held`. `down` is the thumb-down switch."""
    return 2 * (pad - 1) + down


def pad_of(switch: int) -> int:
    """The pad a switch is on, from 1."""
    return switch // 2 + 1


def line(letter: str, *numbers: int) -> bytes:
    """A line ready to be sent.

    Raises ValueError if a number is out of range, missing or superfluous: the other end would ignore such a
    line without a word.
    """
    limits = FIELDS[letter]
    if len(numbers) != len(limits):
        raise ValueError(f"a line {letter} has {len(limits)} numbers, not {len(numbers)}")
    for number, limit in zip(numbers, limits):  # noqa: B905 - MicroPython's has no `strict`
        if not 0 <= number <= limit:
            raise ValueError(f"{number} is out of range in a line {letter}: 0 to {limit}")
    body = f"{letter} {' '.join([str(int(number)) for number in numbers])}".encode()
    return b"$" + body + f"*{crc32(body):08x}\n".encode()


def parse(text: bytes) -> tuple[str, tuple[int, ...]] | None:
    """Letter and numbers of one line without its end; None if it is damaged or of another protocol.

    Never raises. Anything before the last ``$`` is the rest of a line whose end was lost, and is ignored.
    """
    start = text.rfind(b"$") + 1
    end = len(text) - 9
    if start == 0 or end < start or text[end : end + 1] != b"*":
        return None
    body = text[start:end]
    if f"{crc32(body):08x}".encode() != text[end + 1 :]:
        return None
    words = body.split(b" ")
    limits = FIELDS.get("".join([chr(byte) for byte in words[0]]))
    if limits is None or len(limits) != len(words) - 1:
        return None
    numbers: list[int] = []
    for word in words[1:]:
        if not word.isdigit() or len(word) > 10 or int(word) > limits[len(numbers)]:
            return None
        numbers.append(int(word))
    return chr(words[0][0]), tuple(numbers)


class Splitter:
    """Splits received bytes into lines. damaged: how many were invalid."""

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = b""

    def lines(self, data: bytes) -> list[tuple[str, tuple[int, ...]]]:
        """The valid lines that end within `data`, in order."""
        parts = (self._rest + data).split(b"\n")
        self._rest = parts.pop()[-LONGEST:]
        found = []
        for part in parts:
            message = parse(part)
            if message is not None:
                found.append(message)
            elif part:
                self.damaged += 1
        return found


def elapsed(now: int, then: int) -> int:
    """Milliseconds from `then` to `now`, negative if `then` is later. Both are hub ticks, which wrap."""
    return ((now - then + (BIGGEST >> 1) + 1) & BIGGEST) - (BIGGEST >> 1) - 1


def ahead(one: int, other: int) -> int:
    """How far `one` is ahead of `other`, -32768 to 32767. Both are `seq` or `order`, which wrap."""
    return ((one - other + (COUNT >> 1) + 1) & COUNT) - (COUNT >> 1) - 1
