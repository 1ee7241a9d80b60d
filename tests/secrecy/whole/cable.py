"""Both wires of the cable between the box and the seat hub, and what is lost on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from types import SimpleNamespace

from serial import SerialException

from gm_appliance.devices.pads.port import NoHub
from tests.secrecy.outputs import TableClock

ON_THE_WIRE = 0.0012
"""Seconds that bytes are on their way: none come just as the firmware steps, which may be passed over."""

PROTECTED = ("E", "K")
"""Lines that go when somebody presses: docs/secrecy.md leaves them to the cable."""

SHOWN = {"S": (0, 1, 4, 5, 8), "H": (0, 1, 2, 3)}
"""Of snapshots and hellos, the numbers that tell of no press: not `seq`, `held`, `muted`, `bad` and `base`.
Scans of thumbs that move as no hands would are not believed, so `bad` follows from presses too."""

HURT, IN_A_ROW = 0.35, 2
"""Of a bad cable: the share of its lines that lose something, and how many of one letter do so in a row.

Three snapshots in a row, and the pads would count as lost; that is another trouble."""


class BadLine:
    """What loses bytes of the lines on a cable that stays open. random: draws which, and how many.

    Each letter has its own random numbers, so lines without a press fare alike in both runs.
    hurt: how many lines lost something, by letter.
    """

    def __init__(self, random: Callable[[object, int], Random]) -> None:
        self.hurt: Counter[str] = Counter()
        self._random = random
        self._sent: Counter[str] = Counter()
        self._in_a_row: Counter[str] = Counter()

    def left(self, data: bytes) -> bytes:
        """What comes of whole lines at the other end."""
        return b"".join(self._left(one) for one in data.splitlines(keepends=True))

    def _left(self, said: bytes) -> bytes:
        letter = said[1:2].decode()
        self._sent[letter] += 1
        rng = self._random(letter, self._sent[letter])
        if not letter or self._in_a_row[letter] == IN_A_ROW or rng.random() > HURT:
            self._in_a_row[letter] = 0
            return said
        self._in_a_row[letter] += 1
        self.hurt[letter] += 1
        begins, ends = sorted(rng.sample(range(len(said) + 1), 2))
        return said[:begins] + said[ends:]


class Cable:
    """The host's end of the line, as pyserial's port; and the hub's, as its `UsbSerial`.

    put: told every line that says nothing of a press, when it leaves.
    joined: it is plugged in, and the box at its end has power. bad: what it loses, both ways.

    A port that was opened before the cable was pulled stays unusable and must be opened again.
    """

    def __init__(self, clock: TableClock, put: Callable[[str, bytes], None]) -> None:
        self._clock = clock
        self._put = put
        self._plugged = self._listened = self.joined = True
        self._times = self._opened = 0  # joined so often; and when the port was opened
        self._held_back = False
        self.bad: BadLine | None = None
        self.at_hub = bytearray()
        self.at_host = bytearray()
        self.heard_by_hub: Callable[[], None] = lambda: None
        self.heard_by_host: Callable[[], None] = lambda: None
        self.hub_end = SimpleNamespace(read=self._hub_read, write=self._hub_write)

    def plugged_in(self, plugged: bool) -> None:
        self._plugged = plugged
        self._join()

    def listens(self, listened: bool) -> None:
        """Whether the box is on."""
        self._listened = listened
        self._join()

    def _join(self) -> None:
        was, self.joined = self.joined, self._plugged and self._listened
        if was and not self.joined:
            self._times += 1
            self.at_host.clear()
            self.heard_by_host()
        elif self.joined and not was:
            self.heard_by_hub()

    def open(self, port: str | None) -> Cable:
        """In place of `open_serial_port`."""
        if not self.joined:
            raise NoHub("No seat hub is plugged in.")
        self._opened = self._times
        self.at_host.clear()
        return self

    @property
    def broken(self) -> bool:
        """Whether the port that was opened is gone."""
        return not self.joined or self._opened != self._times

    def _demand(self) -> None:
        if self.broken:
            raise SerialException("device disconnected")

    @property
    def in_waiting(self) -> int:
        self._demand()
        return len(self.at_host)

    def fileno(self) -> int:
        return -1

    def close(self) -> None: ...

    def read(self, size: int = 1, /) -> bytes:
        self._demand()
        data = bytes(self.at_host[:size])
        del self.at_host[:size]
        return data

    def write(self, data: bytes, /) -> int:
        self._demand()
        self._tell("line to the hub", data)
        left = self._left(data)

        def arrive(times: int = self._times) -> None:
            if self.joined and times == self._times:
                self.at_hub.extend(left)
                self.heard_by_hub()

        self._clock.at(self._clock.now() + ON_THE_WIRE, arrive)
        return len(data)

    def _hub_read(self, patience: int) -> bytes:
        data = bytes(self.at_hub[:64])
        del self.at_hub[:64]
        return data

    def _hub_write(self, data: bytes) -> bytes:
        if not self.joined:
            self._held_back = True
            return data
        if not self._held_back:
            self._tell("line from the hub", data)
        # What was held back while nobody was there may be of a press, or behind one.
        self._held_back = False
        left = self._left(data)

        def arrive(times: int = self._times) -> None:
            if self.joined and times == self._times:
                self.at_host.extend(left)
                self.heard_by_host()

        self._clock.at(self._clock.now() + ON_THE_WIRE, arrive)
        return b""

    def _left(self, data: bytes) -> bytes:
        return self.bad.left(data) if self.bad else data

    def _tell(self, port: str, data: bytes) -> None:
        for said in data.split(b"\n"):
            words = said.partition(b"*")[0].decode().lstrip("$").split()
            if words and words[0] not in PROTECTED:
                told = SHOWN.get(words[0], range(len(words) - 1))
                self._put(port, " ".join((words[0], *(words[1 + at] for at in told))).encode())
