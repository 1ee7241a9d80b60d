"""The results of all finished games: a line each in a file of its own, beside the journal.

``["CHECKSUM",{…}]``: the CRC-32 of what stands in the braces, braces included, and the result as plain
data. Lines are only ever appended, and synced before anybody relies on them. What is damaged or torn is
passed over, and costs no other line: neither does a damaged journal, nor an update.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from gm_appliance.core.ports import FaultReport
from gm_appliance.core.results import Result, of_plain, to_plain
from gm_appliance.storage.journal.files import sync

log = logging.getLogger(__name__)

NAME = "results.jsonl"
"""The file's name in the folder of the journal."""

# A line may have lost its end, or begin in the midst of another that did.
_BORDER = re.compile(rb'\n|(?=\["[0-9a-f]{8}",\{)')
_HEAD = len('["00000000",')


def line_of(result: Result) -> bytes:
    """A result as it stands in the file, its end included."""
    text = json.dumps(to_plain(result), ensure_ascii=False, separators=(",", ":")).encode()
    return b'["%08x",%s]\n' % (crc32(text), text)


def read(path: Path) -> tuple[list[Result], list[int]]:
    """Every sound result in the file, the oldest first and each once; and the lines, from 1, where
    something is damaged. Of no file: nothing. Raises OSError where it cannot be read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], []
    found: dict[tuple[str, float], Result] = {}
    damaged: list[int] = []
    for at, piece in _pieces(data):
        result = _sound(piece) or _sound(piece[:-1])  # a line end that is none any more
        if result is None:
            damaged.append(data.count(b"\n", 0, at) + 1)
        else:
            found.setdefault(result.identity, result)
    return [*found.values()], sorted(set(damaged))


def _pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    """What stands between two borders, and where."""
    borders = [0, *(border.end() for border in _BORDER.finditer(data)), len(data)]
    for at, end in pairwise(borders):
        if piece := data[at:end].rstrip(b"\n"):
            yield at, piece


def _sound(piece: bytes) -> Result | None:
    text = piece[_HEAD:-1]
    if piece != b'["%08x",%s]' % (crc32(text), text):
        return None
    try:
        return of_plain(json.loads(text))
    except (ValueError, RecursionError):
        return None


def append(path: Path, results: Sequence[Result]) -> None:
    """Write them behind all others, synced. Raises OSError; what was written until then is taken back
    where that can be done, and is else passed over by whoever reads."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(fd, 0o600)
        before = os.fstat(fd).st_size
        torn = before > 0 and os.pread(fd, 1, before - 1) != b"\n"
        text = b"\n" * torn + b"".join(map(line_of, results))
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
    """The results as the box keeps them, in memory and in the file. Nothing here ever raises.

    What cannot be written is told once, through `fault("results", what)`, and waits for the next `retry`.
    """

    def __init__(self, path: Path, fault: FaultReport) -> None:
        self._path = path
        self._fault = fault
        self._waiting: deque[Result] = deque()
        self._failing = False
        self._kept: list[Result] = []
        self._identities: set[tuple[str, float]] = set()
        self._unread = True
        self._load()

    def _load(self) -> None:
        """Read what was kept, unless that was done; what cannot be read now is tried again."""
        if not self._unread:
            return
        try:
            self._kept, damaged = read(self._path)
            if self._kept:
                # Whoever wrote the last one may have been killed before it was synced.
                sync(self._path)
                sync(self._path.parent)
        except OSError as error:
            log.error("%s cannot be read: %s", self._path, error)
            return
        self._unread = False
        kept = {one.identity for one in self._kept}
        self._waiting = deque(one for one in self._waiting if one.identity not in kept)
        self._identities |= kept
        for line in damaged:
            log.error("Line %d of %s is damaged. It is passed over.", line, self._path)

    @property
    def all(self) -> tuple[Result, ...]:
        """All of them, the oldest first, those that wait to be written too."""
        return (*self._kept, *self._waiting)

    def has(self, game: str, started: float) -> bool:
        """Whether the result of this playing is kept already, or waits to be."""
        return (game, started) in self._identities

    def keep(self, *results: Result) -> None:
        """Keep results, each once, however often it is told."""
        for one in results:
            if one.identity not in self._identities:
                self._identities.add(one.identity)
                self._waiting.append(one)
        self.retry()

    def retry(self) -> bool:
        """Try to write what waits; returns whether nothing waits any more."""
        self._load()
        if not self._waiting:
            return True
        try:
            append(self._path, self._waiting)
        except OSError as error:
            if not self._failing:
                self._failing = True
                log.error("%s cannot be written: %s. It is tried again.", self._path, error)
                full = error.errno in (errno.ENOSPC, errno.EDQUOT)
                self._fault("results", "full" if full else "lost")
            return False
        self._kept += self._waiting
        self._waiting.clear()
        if self._failing:
            self._failing = False
            log.info("%s is written again.", self._path)
            self._fault("results", "back")
        return True
