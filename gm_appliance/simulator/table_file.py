"""The file that keeps the dealt cards and the bots' seats when the virtual table is restarted.

It represents the cards on a real table. Nothing else reads it.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated

import msgspec

from gm_appliance.core.cues.props import Card
from gm_appliance.core.values import Redacted
from gm_appliance.simulator.encoding import encode

log = logging.getLogger(__name__)

MAX_SEATS = 15


class SavedTable(Redacted):
    """The contents of the file.

    cards: the card dealt to each seat, from seat 1 on; empty before the first deal.
    deck:  the cards of the deck in the middle, ``"5 red, 2 blue"``; empty without a deck.
    bots:  the bots' seats.
    """

    redacted = ("cards",)

    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=MAX_SEATS)] = ()
    deck: str = ""
    bots: frozenset[Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]] = frozenset()


class TableFile:
    """A file of mode 0600, replaced atomically. Without a path nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def load(self) -> SavedTable:
        """The table as last saved; an empty one if there is no file, or if it is damaged."""
        if self._path is None:
            return SavedTable()
        try:
            self._path.chmod(0o600)  # a restored copy may be readable by others
            return msgspec.json.decode(self._path.read_bytes(), type=SavedTable)
        except FileNotFoundError:
            return SavedTable()
        except (OSError, ValueError, RecursionError):
            # The error is not logged, because it may quote the cards.
            log.warning("%s cannot be read; the virtual table starts empty", self._path)
            return SavedTable()

    def save(self, saved: SavedTable) -> None:
        """Replace the file and sync it. A disk error is only logged."""
        if self._path is None:
            return
        try:
            replace_file(self._path, encode(saved).encode())
        except OSError as error:
            log.warning("the virtual table cannot keep its cards in %s: %s", self._path, error.strerror)


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file's content, synced and readable only by this user. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # It is created readable only by its owner.
    with NamedTemporaryFile(prefix=f".{path.name}.", dir=path.parent, delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except OSError:
            with suppress(OSError):
                os.unlink(file.name)
            raise
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
