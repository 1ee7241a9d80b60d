"""Models of what lies beyond the drivers: a bus, a sound card, an engine that speaks; and the journal's file.

Whatever reaches them is written down. Nothing of the box itself is modelled here.
"""

from __future__ import annotations

import math
import os
import sqlite3
import wave
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from gm_appliance.devices.pads.reader import SeatPads, SerialPort
from gm_appliance.devices.sound.render import Request
from gm_appliance.storage.journal.reading import connect
from tests.secrecy.outputs import Outputs, TableClock
from tests.secrecy.whole.workers import WaitingWorker

WAV_RATE = 1000
"""Samples a second of what the engine renders: nobody hears it, and it need not fill the memory."""


class Record(Outputs):
    """Everything that leaves the box, in order. What the parts do is theirs; here is no model of it."""

    def put(self, port: str, data: bytes) -> None:
        self._write(self._now(), port, data)


class RecordingBus:
    """An I²C bus with a display that takes everything."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int]) -> None:
        self._record.put("display bus", bytes((address, control, *data)))

    def i2c_rdwr(self, *messages: Iterable[int]) -> None:
        for message in messages:
            self._record.put("display bus", bytes([*message]))

    def close(self) -> None: ...


class RecordingCard:
    """A sound card: `card.Device`."""

    def __init__(self, record: Record, clock: TableClock) -> None:
        self._record = record
        self._now = clock.now
        self._busy_until = 0.0

    def _put(self, *what: object) -> None:
        self._record.put("sound card", " ".join(map(str, what)).encode())

    def speak(self, wav: Path, gain: float) -> None:
        self._put("speak", wav.name, gain)
        with wave.open(str(wav)) as spoken:
            self._busy_until = self._now() + spoken.getnframes() / spoken.getframerate()

    def speech_gain(self, gain: float) -> None:
        self._put("speech gain", gain)

    def speaking(self) -> bool:
        return self._now() < self._busy_until

    def cut(self) -> None:
        self._put("cut")
        self._busy_until = 0.0

    def begin_masking(self, side: int, wav: Path, gain: float) -> None:
        self._put("begin", side, wav.name, gain)

    def masking_gain(self, side: int, gain: float) -> None:
        self._put("gain", side, gain)

    def end_masking(self, side: int) -> None:
        self._put("end", side)

    def effect(self, wav: Path, gain: float) -> None:
        self._put("effect", wav.name, gain)

    def close(self) -> None:
        self._put("closed")


def write_wav(path: Path, seconds: float) -> float:
    with wave.open(str(path), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(WAV_RATE)
        wav.writeframes(bytes(2 * round(WAV_RATE * seconds)))
    return round(WAV_RATE * seconds) / WAV_RATE


class Engine:
    """In place of `render.ask_child`: takes its time, and the box knows nothing before that is over.

    What it is asked to render, and when, is an output: a child is at work, which costs power and noise.
    """

    def __init__(self, record: Record, clock: TableClock) -> None:
        self._record = record
        self._clock = clock

    def ask(self, requests: Sequence[Request], *_settings: object) -> tuple[str, list[float]]:
        for request in requests:
            self._record.put("engine", f"{request.text} {request.rate} {request.voice}".encode())
        length = sum(len(request.text) for request in requests)
        WaitingWorker.running.sleep(self._clock.now() + 0.2 + 0.005 * length)
        return "model", [write_wav(Path(one.wav), 0.3 + 0.06 * len(one.text)) for one in requests]


class VirtualPads(SeatPads):
    """The pads' reader, whose waiting is on the table's clock."""

    clock: TableClock

    def _ring(self) -> None:
        self._worker.wake()

    def _wait(self, port: int, seconds: float) -> bool:
        # To a microsecond: how often the line was looked at on the way must not move a deadline by a bit.
        until = math.ceil((self.clock.now() + seconds) * 1e6 - 1e-3) / 1e6 + 1e-7
        worker: Any = self._worker
        assert isinstance(worker, WaitingWorker)
        if not self.cable.in_waiting:
            worker.listen(until)
        return self.cable.in_waiting > 0

    @property
    def cable(self) -> SerialPort:
        return self._open(None)


def traced_connect(record: Record) -> Callable[[Path], sqlite3.Connection]:
    """In place of the journal's `connect`: when it begins, commits and flushes, never what it writes."""

    def opened(path: Path) -> sqlite3.Connection:
        def trace(statement: str) -> None:
            verb = statement.split(maxsplit=1)[0].upper()
            if verb in ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"):
                record.put("journal", verb.encode())

        db = connect(path)
        db.set_trace_callback(trace)
        return db

    return opened


def traced_fsync(record: Record) -> Callable[[int], None]:
    """In place of `os.fsync`: the disk is at work. Of SQLite's own it is the commits that tell."""
    fsync = os.fsync

    def flushed(fd: int) -> None:
        record.put("journal", b"FLUSH")
        fsync(fd)

    return flushed
