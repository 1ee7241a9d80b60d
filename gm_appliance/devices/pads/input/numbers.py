"""The pad numbers of input devices: the same ones every time, as games go on after a power cut."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from firmware.hub_protocol import PADS

log = logging.getLogger(__name__)


_PORT = re.compile(r"(?P<bus>.*-)(?P<ports>\d+(\.\d+)*)(?P<rest>/.*)?")
"""A position on the USB: the root's port, then the ports of hubs."""


class _Known(NamedTuple):
    """kind: common to devices of the same model. sleeps: whether it disconnects now and then by itself."""

    kind: str
    sleeps: bool
    pads: tuple[int, ...]


class Came(NamedTuple):
    """pads: the numbers of a connected device. new: whether its identity is a new one.

    guessed: whether it took the numbers of a missing device of its kind without any sign that it is that one.
    """

    pads: tuple[int, ...]
    new: bool = False
    guessed: bool = False


class PadNumbers:
    """The pad numbers by the identity of input devices. Kept in a file, which may fail.

    A device keeps its numbers while it is away. A device in another port, while devices of its kind are
    missing, is the one whose hub was moved, if there is exactly one such; otherwise it takes the numbers of
    any of them, if possible of one that was here since the start. Devices whose identity is known have to
    come first, or they count as missing.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known = _read(file)
        if self._known:
            # The process that wrote the file may have been killed before syncing its name.
            with contextlib.suppress(OSError):
                _sync(file.parent)
        self._here: set[str] = set()
        self._seen: set[str] = set()

    @property
    def any_asleep(self) -> bool:
        return any(one.sleeps for one in self._known.values())

    def knows(self, identity: str) -> bool:
        return identity in self._known

    def came(self, identity: str, kind: str, sleeps: bool, places: int) -> Came:
        """The numbers of a device that was connected: fewer than its places, or none, if too few are left."""
        known = self._known.get(identity)
        new = known is None or len(known.pads) != places
        guessed = False
        if new:
            self._known.pop(identity, None)
            # Devices that sleep are identified only by their address.
            pads, guessed = ((), False) if sleeps else self._inherited(identity, kind, places)
            pads = pads or self._free(places)
            if not pads:
                return Came(())
            self._known[identity] = _Known(kind, sleeps, pads)
        self._here.add(identity)
        self._seen.add(identity)
        if new:
            self._write()
        return Came(self._known[identity].pads, new, guessed)

    def went(self, identity: str) -> None:
        self._here.discard(identity)

    def _inherited(self, identity: str, kind: str, places: int) -> tuple[tuple[int, ...], bool]:
        """The numbers of one that is away, and whether it is a guess that this is that one."""
        alike = [
            one
            for one, known in self._known.items()
            if one not in self._here and known.kind == kind and len(known.pads) == places
        ]
        missing = [one for one in alike if one in self._seen] or alike
        if not missing:
            return (), False
        below = {one: self._below_moved_hub(one, identity) for one in missing}
        longest = max(below.values())
        sure = longest > 0 and [*below.values()].count(longest) == 1
        lowest = min(missing, key=lambda one: self._known[one].pads)
        taken = max(missing, key=below.__getitem__) if sure else lowest
        return self._known.pop(taken).pads, not sure

    def _below_moved_hub(self, away: str, here: str) -> int:
        """How many ports of the way below some hub are equal for both; 0 if it was not moved."""
        was, now = _PORT.fullmatch(away), _PORT.fullmatch(here)
        if not was or not now or was["rest"] != now["rest"]:
            return 0
        hub = away[: was.end("ports")].rpartition(".")[0] + "."
        if any(one.startswith(hub) for one in self._here):
            return 0
        pairs = zip(reversed(was["ports"].split(".")), reversed(now["ports"].split(".")), strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def _free(self, places: int) -> tuple[int, ...]:
        while True:
            taken = {pad for one in self._known.values() for pad in one.pads}
            free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
            # The oldest goes first, of those that were not here since the start.
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
            log.warning("The pad numbers of the input devices cannot be saved: %s", error)
            with contextlib.suppress(OSError):
                new.unlink()


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(file: Path) -> dict[str, _Known]:
    """The contents of the file; nothing if it is missing or damaged."""
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
        log.warning("The saved pad numbers of the input devices are lost: %s", error)
        return {}
    return {identity: one for identity, one in known.items() if one.pads}
