"""A bad cable with foreign bytes on it: one `Line` per direction."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random

JUNK = (
    b">>> ",
    b"\r\nMicroPython v1.28.0; Raspberry Pi Pico with RP2040\r\n>>> ",
    b"\x03",
    b"\x01\x02\r\n",
    b"Traceback (most recent call last):\r\n",
    b"$E 1 2 3\n",
    b"*00000000\n",
)
"""Foreign bytes. Some are typical of a MicroPython prompt, but none makes it execute anything."""


@dataclass(frozen=True)
class Faults:
    """The probability of each fault. Per byte: drop, flip, double. Per piece sent:

    delay: it is late (only on a real cable). burst: it is lost. swap: it arrives after the next one.
    replay: an old line follows it. junk: foreign bytes precede it. flood: a thousand random bytes precede it.
    """

    drop: float = 0.0
    flip: float = 0.0
    double: float = 0.0
    delay: float = 0.0
    burst: float = 0.0
    swap: float = 0.0
    replay: float = 0.0
    junk: float = 0.0
    flood: float = 0.0

    def strike(self, data: bytes, rng: Random) -> bytes:
        out = bytearray()
        for byte in data:
            if rng.random() < self.drop:
                continue
            if rng.random() < self.flip:
                byte ^= 1 << rng.randrange(8)
            out += bytes((byte, byte)) if rng.random() < self.double else bytes((byte,))
        return bytes(out)

    @classmethod
    def drawn(cls, rng: Random) -> Faults:
        """A random selection of faults, none of them so frequent that nothing would get through."""
        most = dict.fromkeys(("drop", "flip", "double"), 0.003)
        most |= dict.fromkeys(("delay", "replay", "junk"), 0.1) | {
            "burst": 0.05,
            "swap": 0.05,
            "flood": 0.005,
        }
        chosen = rng.sample(sorted(most), rng.randint(1, len(most)))
        return cls(**{name: most[name] * rng.random() for name in chosen})


class Line:
    """One direction of a cable. dead: nothing arrives."""

    def __init__(self, faults: Faults, rng: Random) -> None:
        self.faults = faults
        self.dead = False
        self._rng = rng
        self._old: deque[bytes] = deque(maxlen=300)
        self._late = b""

    def carry(self, data: bytes) -> bytes:
        faults, rng = self.faults, self._rng
        self._old.extend(line + b"\n" for line in data.split(b"\n") if line)
        if self.dead or rng.random() < faults.burst:
            return b""
        out = faults.strike(data, rng)
        if rng.random() < faults.junk:
            out = rng.choice(JUNK) + out
        if rng.random() < faults.flood:
            out = rng.randbytes(1000) + out
        if rng.random() < faults.replay and self._old:
            out += rng.choice(self._old)
        out, self._late = out + self._late, b""
        if rng.random() < faults.swap:
            out, self._late = b"", out
        return out
