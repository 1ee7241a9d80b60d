"""What stays on the virtual table when the daemon is killed: dealt cards and the bots' seats.

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

from gm_appliance.core.cues.props import Card

log = logging.getLogger(__name__)

MAX_SEATS = 15

_FACE = ("name", "label", "colour", "symbol")
"""What is kept of a card: what can be seen on it."""


@dataclass(frozen=True)
class SavedTable:
    """What is kept.

    cards: the card dealt to each seat, seat 1 first; empty before the first deal.
    deck:  what the deck in the middle held when it was last seen, ``"5 protect, 2 conspire"``; empty
           once it is gone.
    bots:  the seats bots play.
    """

    cards: tuple[Card, ...] = field(default=(), repr=False)
    deck: str = ""
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
            self._path.chmod(0o600)  # a copy brought back by hand may be open to all
            return _parsed(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return SavedTable()
        except (OSError, ValueError, RecursionError):
            # The cause is left out: a decoding error may quote the cards.
            log.warning("%s cannot be read; the virtual table starts empty", self._path)
            return SavedTable()

    def save(self, saved: SavedTable) -> None:
        """Replace the file, synced to the disk. A full or read-only disk is logged, never raised."""
        if self._path is None:
            return
        cards = [{key: getattr(card, key) for key in _FACE} for card in saved.cards]
        text = json.dumps({"cards": cards, "deck": saved.deck, "bots": sorted(saved.bots)})
        try:
            replace_file(self._path, text.encode())
        except OSError as error:
            log.warning("the virtual table cannot keep its cards in %s: %s", self._path, error.strerror)


def _parsed(data: object) -> SavedTable:
    """Raises ValueError for anything `save` did not write."""
    if not isinstance(data, dict):
        raise ValueError("not an object")
    cards, deck, bots = data.get("cards"), data.get("deck"), data.get("bots")
    if not isinstance(cards, list) or len(cards) > MAX_SEATS:
        raise ValueError("cards")
    if not isinstance(deck, str):
        raise ValueError("deck")
    if not isinstance(bots, list) or not all(type(one) is int and 1 <= one <= MAX_SEATS for one in bots):
        raise ValueError("bots")
    return SavedTable(tuple(_card(one) for one in cards), deck, frozenset(bots))


def _card(data: object) -> Card:
    """Raises ValueError."""
    if not isinstance(data, dict) or {*data} != {*_FACE}:
        raise ValueError("card")
    if not all(isinstance(value, str) for value in data.values()):
        raise ValueError("card")
    return Card(0, own=True, **data)


def replace_file(path: Path, content: bytes) -> None:
    """Put this there as a whole, synced to the disk, for this user alone. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
