"""Which pads an input device is: the same ones every time, for a game goes on after a power cut."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from pathlib import Path
from typing import NamedTuple

from firmware.hub_protocol import PADS

log = logging.getLogger(__name__)


class _Known(NamedTuple):
    """kind: what alike devices have in common. sleeps: it is away now and then, and that means nothing."""

    kind: str
    sleeps: bool
    pads: tuple[int, ...]


class PadNumbers:
    """The numbers of pads, by what input devices are known by. Kept in a file, which may fail.

    A device keeps its numbers while it is away. One that comes in another port while a single one of its
    kind is away that was here since the start takes its place.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known = _read(file)
        if self._known:
            # Whoever wrote the file may have been killed before its name was synced.
            with contextlib.suppress(OSError):
                _sync(file.parent)
        self._here: set[str] = set()
        self._seen: set[str] = set()

    @property
    def any_asleep(self) -> bool:
        """Whether some device has numbers that may be here without being seen."""
        return any(one.sleeps for one in self._known.values())

    def came(self, identity: str, kind: str, sleeps: bool, places: int) -> tuple[tuple[int, ...], bool]:
        """The numbers of a device that is here now; and whether they were not its own before.

        Where there is no room for all its places, as many as there are; none where all pads are here.
        """
        known = self._known.get(identity)
        new = known is None or len(known.pads) != places
        if new:
            self._known.pop(identity, None)
            # What sleeps is known by its own address, wherever it is, and is away for nothing.
            pads = (() if sleeps else self._inherited(kind, places)) or self._free(places)
            if not pads:
                return (), False
            self._known[identity] = _Known(kind, sleeps, pads)
        self._here.add(identity)
        self._seen.add(identity)
        if new:
            self._write()
        return self._known[identity].pads, new

    def went(self, identity: str) -> None:
        self._here.discard(identity)

    def _inherited(self, kind: str, places: int) -> tuple[int, ...]:
        away = [one for one in self._seen - self._here if one in self._known]
        alike = [
            one for one in away if self._known[one].kind == kind and len(self._known[one].pads) == places
        ]
        return self._known.pop(alike[0]).pads if len(alike) == 1 else ()

    def _free(self, places: int) -> tuple[int, ...]:
        while True:
            taken = {pad for one in self._known.values() for pad in one.pads}
            free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
            # The longest known goes first, of those that were not here since the start.
            unseen = next((one for one in self._known if one not in self._seen), None)
            if len(free) >= places or unseen is None:
                return free[:places]
            del self._known[unseen]

    def _write(self) -> None:
        new = self._file.with_name(f"{self._file.name}.new")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with new.open("w", encoding="utf-8") as out:
                json.dump(self._known, out, indent=1)
                out.flush()
                os.fsync(out.fileno())
            new.replace(self._file)
            _sync(self._file.parent)
        except OSError as error:
            log.warning("Which input device is which pad cannot be kept: %s", error)
            with contextlib.suppress(OSError):
                new.unlink()


def _sync(folder: Path) -> None:
    """Sync the names in it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(file: Path) -> dict[str, _Known]:
    """What the file holds; nothing where there is none or it is damaged."""
    try:
        data = json.loads(file.read_bytes())
        known = {
            str(one): _Known(str(kind), bool(sleeps), tuple(map(int, pads)))
            for one, (kind, sleeps, pads) in data.items()
        }
        numbers = [pad for one in known.values() for pad in one.pads]
        if len(set(numbers)) != len(numbers) or not set(range(1, PADS + 1)).issuperset(numbers):
            raise ValueError(f"{file} does not hold pads")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        log.warning("Which input device is which pad is forgotten: %s", error)
        return {}
    return {identity: one for identity, one in known.items() if one.pads}
