"""What stays on the virtual table when the daemon is killed: dealt faction cards and the bots' seats.

A real table keeps its cards by itself. The file plays that part, and nothing else reads it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

log = logging.getLogger(__name__)

FACTION_CARDS = ("protect", "conspire")
MAX_SEATS = 15


@dataclass(frozen=True)
class SavedTable:
    """What is kept.

    cards: the faction card at each seat, seat 1 first; empty before the first deal.
    deal:  the deal mark in the middle when it was last seen, ``"deal:5:2"``; empty once it is gone.
    bots:  the seats bots play.
    """

    cards: tuple[str, ...] = field(default=(), repr=False)
    deal: str = ""
    bots: frozenset[int] = frozenset()


class TableFile:
    """A file of mode 0600, replaced as a whole. Without a path nothing outlives the process."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def load(self) -> SavedTable:
        """What was kept last; an empty table if there is no file or it cannot be understood."""
        if self._path is None:
            return SavedTable()
        try:
            return _parsed(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return SavedTable()
        except (OSError, ValueError):
            # The cause is left out: a decoding error may quote the cards.
            log.warning("%s cannot be read; the virtual table starts empty", self._path)
            return SavedTable()

    def save(self, saved: SavedTable) -> None:
        """Replace the file, synced to the disk. A full or read-only disk is logged, never raised."""
        if self._path is None:
            return
        text = json.dumps({"cards": list(saved.cards), "deal": saved.deal, "bots": sorted(saved.bots)})
        try:
            _replace(self._path, text.encode())
        except OSError as error:
            log.warning("the virtual table cannot keep its cards in %s: %s", self._path, error.strerror)


def _parsed(data: object) -> SavedTable:
    """Raises ValueError for anything `save` did not write."""
    if not isinstance(data, dict):
        raise ValueError("not an object")
    cards, deal, bots = data.get("cards"), data.get("deal"), data.get("bots")
    if (
        not isinstance(cards, list)
        or len(cards) > MAX_SEATS
        or any(one not in FACTION_CARDS for one in cards)
    ):
        raise ValueError("cards")
    if not isinstance(deal, str):
        raise ValueError("deal")
    if not isinstance(bots, list) or not all(type(one) is int and 1 <= one <= MAX_SEATS for one in bots):
        raise ValueError("bots")
    return SavedTable(tuple(cards), deal, frozenset(bots))


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # mkstemp makes the file readable by its owner alone, from its first byte on.
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
