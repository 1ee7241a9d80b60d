"""Models of what lies beyond the drivers: a bus, a sound card, an engine that speaks; and the journal's file.

Whatever reaches them is written down. Nothing of the box itself is modelled here.
"""

from __future__ import annotations

import builtins
import errno
import hashlib
import io
import json
import math
import os
import re
import sqlite3
import sys
import time
import wave
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import BuiltinFunctionType
from typing import Any, TypeAlias
from unittest.mock import patch

import msgspec

from gm_appliance.app import systemd
from gm_appliance.devices.pads.reader import SeatPads
from gm_appliance.devices.sound.card import PygameDevice
from gm_appliance.devices.sound.render import RenderFailed, Request
from gm_appliance.storage.journal import writing
from gm_appliance.storage.journal.reading import connect
from tests.secrecy.outputs import ENGINES, Outputs, TableClock
from tests.secrecy.whole.cable import Cable
from tests.secrecy.whole.workers import WaitingWorker

Put: TypeAlias = "Callable[[str, bytes], None]"
"""Writes down what leaves the box, by its port."""

WAV_RATE = 1000
"""Samples a second of what the engine renders: nobody hears it, and it need not fill the memory."""


class Record(Outputs):
    """Everything that leaves the box, in order. muted: the box has no power; its parts are only put away."""

    muted = False

    def put(self, port: str, data: bytes) -> None:
        if not self.muted:
            super().put(port, data)


class RecordingBus:
    """An I²C bus with a display that takes everything, as long as it is there."""

    def __init__(self, record: Record) -> None:
        self.there = True
        self._record = record

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int]) -> None:
        self._put(bytes((address, control, *data)))

    def i2c_rdwr(self, *messages: Iterable[int]) -> None:
        for message in messages:
            self._put(bytes([*message]))

    def _put(self, data: bytes) -> None:
        if not self.there:
            self._record.put("display bus", b"no answer")
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._record.put("display bus", data)

    def close(self) -> None: ...


class SoundCards:
    """Where the sound card is plugged in. One that was pulled is busy for ever, and takes no short sound."""

    def __init__(self, record: Record, clock: TableClock) -> None:
        self.there = True
        self._record = record
        self._clock = clock
        self._times = 1

    def pull(self) -> None:
        self.there = False

    def plug_in(self) -> None:
        self.there = True
        self._times += 1

    def playing(self) -> frozenset[tuple[str, int]]:
        """In place of `playback_cards`."""
        return frozenset({("card", self._times)} if self.there else ())

    def open(self) -> RecordingCard:
        """In place of `PygameDevice`."""
        if not self.there:
            self._record.put("sound card", b"none")
            raise RuntimeError("ALSA: Couldn't open audio device: No such file or directory")
        self._record.put("sound card", b"open")
        return RecordingCard(self._record, self._clock, partial(self._is, self._times))

    def _is(self, times: int) -> bool:
        return self.there and times == self._times


class RecordingCard(PygameDevice):
    """A sound card. there: whether it is plugged in."""

    def __init__(self, record: Record, clock: TableClock, there: Callable[[], bool]) -> None:
        self._record = record
        self._now = clock.now
        self._there = there
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
        return self._now() < self._busy_until or not self._there()

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
        if not self._there():
            raise RuntimeError("ALSA: the device is gone")

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
    """In place of `render.ask_child`: takes its time, and the box knows nothing before that is over. What it
    is asked to render, and when, is an output: a child is at work, which costs power and noise."""

    def __init__(self, record: Record, clock: TableClock, disk: Disk, voice: str) -> None:
        self._record = record
        self._clock = clock
        self._disk = disk
        self._seconds = ENGINES[voice]

    def ask(self, requests: Sequence[Request], *_settings: object) -> tuple[str, list[float]]:
        for request in requests:
            self._record.put("engine", f"{request.text} {request.rate} {request.voice}".encode())
        length = sum(len(request.text) for request in requests)
        WaitingWorker.running.sleep(self._clock.now() + 0.2 + 0.005 * length)
        if self._disk.full:
            raise RenderFailed("No space left on device")
        return "model", [write_wav(Path(one.wav), self._seconds(one.text)) for one in requests]


class VirtualPads(SeatPads):
    """The pads' reader, whose waiting is on the table's clock. cable: what it opens."""

    clock: TableClock
    cable: Cable
    _at_the_line = False

    def _ring(self) -> None:
        # Without a port nobody listens to the bell.
        if self._at_the_line:
            self._worker.wake()

    def _wait(self, port: int, seconds: float) -> bool:
        # To a microsecond: how often the line was looked at on the way must not move a deadline by a bit.
        until = math.ceil((self.clock.now() + seconds) * 1e6 - 1e-3) / 1e6 + 1e-7
        worker: Any = self._worker
        assert isinstance(worker, WaitingWorker)
        if not self.cable.broken and not self.cable.in_waiting:
            self._at_the_line = True
            worker.listen(until)
            self._at_the_line = False
            if 0.0 < until - self.clock.now() < 2e-6:
                worker.sleep(until)  # A line that came just then must not move it by a bit either.
        # A port that is gone counts as readable, so that the reader notices.
        return self.cable.broken or self.cable.in_waiting > 0


class Disk:
    """Where the journal and the renderings lie. full: nothing more can be written."""

    full = False


class FillingConnection:
    """A connection to a database on such a disk: what was begun cannot be committed while it is full."""

    def __init__(self, db: sqlite3.Connection, disk: Disk) -> None:
        self._db = db
        self._disk = disk

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if self._disk.full and statement == "COMMIT":
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return self._db.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


def no_command(request: Request, *_settings: object) -> float:
    """In place of `render.ask_command`: where the engine could not write, the command cannot either."""
    raise RenderFailed("No space left on device")


def traced_connect(put: Put, disk: Disk) -> Callable[[Path], Any]:
    """In place of the journal's `connect`: what kind of statement it runs, never what it writes."""

    def opened(path: Path) -> FillingConnection:
        def trace(statement: str) -> None:
            verb = statement.split(maxsplit=1)[0].upper()
            put("journal", (statement if verb == "PRAGMA" else verb).encode())

        db = connect(path)
        db.set_trace_callback(trace)
        return FillingConnection(db, disk)

    return opened


WORK_IN_C: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (hashlib, ("sha256", "sha512", "sha1", "md5", "blake2b", "blake2s", "new")),
    (zlib, ("compress", "decompress", "crc32", "adler32")),
    (json, ("dumps", "loads")),
    (msgspec.json, ("encode", "decode")),
    (os, ("urandom",)),
)
"""What takes the longer the more it is given, and no line of Python."""

OF_A_PRESS = (
    "gm_appliance.storage.journal.reading",
    "gm_appliance.simulator.requests",
    "tests.secrecy.whole.page",
)
"""Who writes a choice or hears a press, a text as long as what was chosen or pressed: docs/secrecy.md leaves
that to the journal and the cable."""


def traced_work(
    tell: Callable[[str, Sequence[int]], object], work: Iterable[tuple[Any, tuple[str, ...]]] = WORK_IN_C
) -> Iterator[tuple[Any, str, Callable[..., Any]]]:
    """What is put in place of this work: module, name, and a function that tells how much it was given."""

    def traced(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def worked(*given: Any, **more: Any) -> Any:
            result = work(*given, **more)
            if sys._getframe(1).f_globals["__name__"] not in OF_A_PRESS:
                tell(name, [len(one) for one in (*given, result) if isinstance(one, Sized)])
            return result

        return worked

    for module, names in work:
        for name in names:
            yield module, name, traced(name, getattr(module, name))


def traced_sleep(put: Put, pass_by: Callable[[float], None]) -> Callable[[float], None]:
    """In place of `time.sleep`: time passes, and nothing is done meanwhile."""

    def slept(seconds: float) -> None:
        put("sleep", str(seconds).encode())
        pass_by(seconds)

    return slept


SYSTEM_CALLS = tuple(
    name
    for name, function in vars(os).items()
    if isinstance(function, BuiltinFunctionType) and not re.match(r"get|W[A-Z]|_|fspath|strerror|close", name)
)


def traced_system(put: Put, folder: Path) -> Iterator[tuple[Any, str, object]]:
    """What is put in place of the functions that ask the system for something: module, name, function.

    Each says what was asked, of which file in this folder: a disk at work can be heard, and when a file was
    last used can be read whenever somebody looks.
    """

    prefix = f"{folder}{os.sep}"

    def which(one: object) -> Iterator[str]:
        if isinstance(one, int):
            yield "an open file"
        elif isinstance(one, str | os.PathLike) and str(one).startswith(prefix):
            yield str(one).removeprefix(prefix)

    def traced(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*given: Any, **more: Any) -> Any:
            files = [file for one in given[:2] for file in which(one)]
            if files or not given:
                put("system", " ".join((name, *files)).encode())
            return function(*given, **more)

        return asked

    for name in SYSTEM_CALLS:
        yield os, name, traced(name, getattr(os, name))
    for module in (builtins, io):
        yield module, "open", traced("open", open)


def traced(
    put: Put, folder: Path, disk: Disk, pass_by: Callable[[float], None]
) -> Iterator[tuple[Any, str, object]]:
    """What is put in place of all that leaves a box unseen: module, name, and what tells of it. folder: the
    box's own. pass_by: lets time pass that somebody sleeps."""
    yield from traced_system(put, folder)
    yield writing, "connect", traced_connect(put, disk)
    yield time, "sleep", traced_sleep(put, pass_by)
    yield systemd, "_tell", lambda what: put("systemd", what.encode())


@contextmanager
def everything_asked(folder: Path) -> Iterator[list[str]]:
    """A list of it, for boxes of fewer parts. folder: of the box."""
    asked: list[str] = []
    with ExitStack() as stack:
        for owner, name, instead in traced(
            lambda port, data: asked.append(f"{port}: {data.decode()}"), folder, Disk(), lambda seconds: None
        ):
            stack.enter_context(patch.object(owner, name, instead))
        yield asked
