"""The results of all finished games, one per line, in a file beside the journal.

A line is ``["CHECKSUM",{…}]``: the CRC-32 of the object, braces included, and the result as JSON. Records are
only appended, and synced. Each has a line end before and after it, which protects it from torn or damaged
neighbours; blank lines mean nothing. A damaged file is set aside and replaced by one with all intact results.
"""

from __future__ import annotations

import errno
import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import msgspec

from gm_appliance.core.ports import FaultReport
from gm_appliance.core.results import Result
from gm_appliance.storage.journal.files import beside, set_aside, sync
from gm_appliance.storage.retry_queue import RetryQueue

log = logging.getLogger(__name__)

NAME = "results.jsonl"

_HEAD = len('["00000000",')
_DECODER = msgspec.json.Decoder(Result)  # ignores unknown fields, and refuses known ones of the wrong type


def record_of(result: Result) -> bytes:
    return b"\n%s\n" % _line(msgspec.json.encode(result))


def _line(text: bytes) -> bytes:
    return b'["%08x",%s]' % (crc32(text), text)


def read(path: Path) -> tuple[list[Result], list[int]]:
    """All intact results, oldest first, each once, and the numbers of damaged lines, from 1. Both are empty
    if there is no file. Raises OSError."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], []
    found: dict[tuple[str, float], Result] = {}
    damaged: list[int] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if (result := _result(line)) is not None:
            found.setdefault(result.identity, result)
        elif line:
            damaged.append(number)
    return [*found.values()], damaged


def _result(line: bytes) -> Result | None:
    text = line[_HEAD:-1]
    if line != _line(text):
        return None
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None


def rewrite(path: Path, results: Sequence[Result], *, damaged: bool = True) -> Path | None:
    """Replace the file by one with these results; a damaged one is kept, and its new name returned. Raises
    OSError."""
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    append(new, results)
    aside = set_aside(path) if damaged else None
    new.rename(path)
    sync(path.parent)
    return aside


def append(path: Path, results: Sequence[Result]) -> None:
    """Append results and sync them. Raises OSError, after removing a part that was written if possible."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(fd, 0o600)
        before = os.fstat(fd).st_size
        text = b"".join(map(record_of, results))
        try:
            while text:
                text = text[os.write(fd, text) :]
            os.fsync(fd)
        except OSError:
            with suppress(OSError):
                os.ftruncate(fd, before)
            raise
    finally:
        os.close(fd)
    sync(path.parent)  # its name may be new


class KeptResults:
    """The results in memory and in the file. Never raises. Reports faults of ``"results"``: ``"full"`` or
    ``"lost"`` when writing begins to fail, ``"back"`` when it works again, and ``"damaged"``."""

    def __init__(self, path: Path, fault: FaultReport) -> None:
        self._path = path
        self._fault = fault
        self._kept: dict[tuple[str, float], Result] = {}
        self._unread = True
        self._queue: RetryQueue[Result] = RetryQueue(self._write, self._report)
        self._load()

    def _load(self) -> None:
        """Read the file unless that was done. Failures are retried later."""
        if not self._unread:
            return
        try:
            if not self._path.exists() and beside(self._path, ".new").exists():
                beside(self._path, ".new").rename(self._path)  # power was cut during a rewrite
            kept, damaged = read(self._path)
            if damaged:
                self._repair(kept, damaged)
            elif kept:
                # The last process may have been killed before syncing its record.
                sync(self._path)
                sync(self._path.parent)
        except OSError as error:
            log.error("%s cannot be read: %s", self._path, error)
            return
        self._unread = False
        self._kept = {one.identity: one for one in kept}

    def _repair(self, kept: Sequence[Result], damaged: Sequence[int]) -> None:
        """Replace the file by one without its damaged lines, and report them. Raises OSError if unreadable.

        A torn last line is left by a power cut and not reported: that game will end again.
        """
        text = self._path.read_bytes()
        torn = not text.endswith(b"\n") and [*damaged] == [text.count(b"\n") + 1]
        for line in damaged:
            log.error("Line %d of %s is damaged and ignored.", line, self._path)
        try:
            log.error("The damaged file is kept as %s.", rewrite(self._path, kept))
        except OSError as error:
            log.error("%s cannot be rewritten: %s", self._path, error)
        if not torn:
            self._fault("results", "damaged")

    @property
    def all(self) -> tuple[Result, ...]:
        """Oldest first, including results not written yet."""
        unwritten = (one for one in self._queue.waiting if one.identity not in self._kept)
        return (*self._kept.values(), *unwritten)

    def has(self, game: str, started: float) -> bool:
        """Whether the game's result is kept or waits to be written."""
        identity = (game, started)
        return identity in self._kept or any(one.identity == identity for one in self._queue.waiting)

    def keep(self, *results: Result) -> None:
        """Keep results that are not kept yet."""
        self._queue.waiting.extend(one for one in results if not self.has(*one.identity))
        self.retry()

    def change(self, change: Callable[[Result], Result | None]) -> None:
        """Change each result, or delete it. Raises OSError."""
        self._load()
        if self._unread:  # what could not be read must not be overwritten
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(self._path))
        changed = {one.identity: one for result in self.all if (one := change(result))}
        rewrite(self._path, [*changed.values()], damaged=False)
        self._queue.waiting.clear()
        self._kept, self._unread = changed, False

    def retry(self) -> bool:
        """Retry waiting results; returns whether none is left."""
        self._load()
        return self._queue.retry()

    def _write(self, waiting: deque[Result]) -> None:
        new = {one.identity: one for one in waiting if one.identity not in self._kept}
        if new:
            append(self._path, [*new.values()])
        self._kept |= new
        waiting.clear()

    def _report(self, error: OSError | None) -> None:
        if error is None:
            log.info("%s can be written again.", self._path)
            self._fault("results", "back")
        else:
            log.error("%s cannot be written: %s. This is tried again.", self._path, error)
            self._fault("results", "full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "lost")
