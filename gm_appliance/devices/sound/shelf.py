"""Keeps renderings on the card, and in memory while the card fails, or in case it does."""

from __future__ import annotations

import atexit
import contextlib
import logging
import math
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Collection, Iterator
from pathlib import Path

from gm_appliance.devices.sound.render import RenderFailed, wav_seconds

log = logging.getLogger(__name__)

CARD_BYTES = 256 * 1024 * 1024
"""The most bytes of renderings on the card; the least recently used go first. A sentence takes about 100 kB.
"""

MEMORY_BYTES = 16 * 1024 * 1024  # the same in memory, without those that stay
ROOM = 8 * 1024 * 1024  # free bytes at which a card that was full is used again: the journal comes first
LEAST = 2 * 1024 * 1024  # the least free bytes in memory to write there at all
ABANDONED_AFTER = 3600.0  # seconds after which a half-written file is abandoned


def folder_in_memory() -> Path | None:
    """A temporary folder of this process; None if none can be made. Under systemd it is in the service's
    runtime directory, which is in memory."""
    runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or os.environ.get("XDG_RUNTIME_DIR")
    for parent in (runtime, None):
        with contextlib.suppress(OSError):
            made = Path(tempfile.mkdtemp(prefix="gm-appliance-", dir=parent))
            atexit.register(shutil.rmtree, made, ignore_errors=True)
            return made
    return None


class Shelf:
    """Renderings by name. Its methods may be called from any thread.

    card: a folder on the card, made if necessary; it may be missing, full, or vanish at any time.
    memory: a folder in memory; None for none.
    card_bytes, memory_bytes: their limits, exceeded by an eighth between two checks.
    """

    def __init__(
        self,
        card: Path,
        memory: Path | None = None,
        card_bytes: int = CARD_BYTES,
        memory_bytes: int = MEMORY_BYTES,
    ) -> None:
        self._card, self._memory = card, memory
        self._bytes = {card: card_bytes, **({memory: memory_bytes} if memory else {})}
        self._lock = threading.Lock()
        self._written = dict.fromkeys(self._bytes, 0)
        self._at_hand: frozenset[str] = frozenset()
        self._refused = False
        with contextlib.suppress(OSError):  # reported when something is kept
            card.mkdir(mode=0o700, parents=True, exist_ok=True)

    def find(self, name: str) -> tuple[Path, float] | None:
        """The file of an intact rendering and its length, marked as used now; None if it is missing."""
        for folder in self._bytes:
            with contextlib.suppress(RenderFailed):
                seconds = wav_seconds(folder / name)
                with contextlib.suppress(OSError):  # on a read-only card
                    os.utime(folder / name)
                return folder / name, seconds
        return None

    def part(self, name: str) -> Path:
        """A path for this thread to write it to: in memory, as a full card would spoil it."""
        here = self._memory if self._memory and _free(self._memory) >= LEAST else self._card
        return here / f"{name}.{os.getpid()}.{threading.get_ident()}.part"

    def keep(self, part: Path, name: str) -> Path:
        """Move the written file to its name on the card, or else in memory; returns its path. Raises OSError
        if both fail."""
        size = part.stat().st_size
        try:
            if self._refused and part.parent != self._card and _free(self._card) < ROOM:
                return self._kept(part, size, self._memory or self._card, name)
            self._card.mkdir(mode=0o700, parents=True, exist_ok=True)
            kept = self._kept(part, size, self._card, name)
        except OSError as error:
            if self._memory is None or part.parent == self._card:
                raise
            self._refuse(error)
            return self._kept(part, size, self._memory, name)
        if self._refused:
            self._refused = False
            log.warning("Sentences are kept in %s again.", self._card)
        return kept

    def _kept(self, part: Path, size: int, folder: Path, name: str) -> Path:
        path = folder / name
        if part.parent == folder:
            part.replace(path)
        else:
            copied(part, path)
            part.unlink()
        with self._lock:
            self._written[folder] += size
        return path

    def _refuse(self, error: OSError) -> None:
        """Log that the card fails, once per outage."""
        with self._lock:
            told, self._refused = self._refused, True
        if not told:
            log.error(
                "Sentences cannot be kept in %s: %s. They are kept in memory until they can be. Check whose "
                "folder it is, and whether the card is full.",
                self._card,
                error.strerror or error,
            )

    def lay_at_hand(self, name: str) -> None:
        """Keep a copy in memory, unless that is full, until `nothing_at_hand`."""
        if self._memory is None or (found := self.find(name)) is None:
            return
        path = self._memory / name
        try:
            if found[0] != path and not path.exists():
                copied(found[0], path)
        except OSError as error:
            log.info("%s could not be kept in memory: %s", name, error)
            return
        with self._lock:
            self._at_hand |= {name}

    def nothing_at_hand(self) -> None:
        """Let the copies that were kept in memory be deleted like any other."""
        with self._lock:
            self._at_hand = frozenset()

    @property
    def overflows(self) -> bool:
        """Whether enough was written to check the limits."""
        return any(self._written[folder] > most // 8 for folder, most in self._bytes.items())

    def superfluous(self) -> frozenset[Path]:
        """The files to delete: unfinished ones, and the least recently used beyond the limits."""
        with self._lock:
            self._written = dict.fromkeys(self._bytes, 0)
            at_hand = self._at_hand
        return frozenset(
            path
            for folder, most in self._bytes.items()
            for path in _beyond(folder, most, at_hand if folder == self._memory else ())
        )


def _beyond(folder: Path, most: int, but: Collection[str]) -> Iterator[Path]:
    now, found = time.time(), []
    for path in folder.glob("*"):
        # Others may delete files at the same time.
        with contextlib.suppress(OSError):
            facts = path.stat()
            # A time in the future is from before the clock was set back.
            ahead = facts.st_mtime > now + ABANDONED_AFTER
            if path.name not in but:
                found.append((-math.inf if ahead else facts.st_mtime, facts.st_size, path))
    left = sum(size for _, size, _ in found)
    for used, size, path in sorted(found):
        abandoned = path.suffix == ".part" and used < now - ABANDONED_AFTER
        if abandoned or (left > most and path.suffix == ".wav"):
            left -= size
            yield path


def copied(source: Path, path: Path) -> None:
    """Copy a file completely or not at all. Raises OSError."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        shutil.copyfile(source, beside)
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def _free(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0
