"""Seat pads that are Linux input devices: the lamps' port, and the source of the seats' edges.

One thread searches for devices and listens to them. The meaning of keys is in `layouts` and `thumbs`, and
what is reported in `told`; neither needs a device.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain, count
from pathlib import Path

from gm_appliance.core.ports import Fault
from gm_appliance.core.values import Value
from gm_appliance.devices.pads.input.kernel import InputKernel, OpenDevice
from gm_appliance.devices.pads.input.layouts import InputDevice, KeyLayout, layouts
from gm_appliance.devices.pads.input.numbers import PadNumbers
from gm_appliance.devices.pads.input.thumbs import DeviceThumbs, EventsMissed, ThumbMoved
from gm_appliance.devices.pads.input.told import InputReports
from gm_appliance.devices.pads.presses import PadsInbox
from gm_appliance.devices.worker import Bell, Worker

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0  # seconds between two searches for devices
SETTLED_AFTER = 0.25  # seconds the devices must stay the same: a keyboard is several, which appear one by one
TRIES = 5  # looks after which an unusable device is logged: udev may take a moment to grant access


class _Pad(Value):
    """A device in use. pads: the numbers of its places."""

    device: InputDevice
    identity: str
    pads: tuple[int, ...]
    source: OpenDevice
    thumbs: DeviceThumbs


# Many attributes: what is known of a device comes in steps, each of which may fail.
class InputPads:
    """The pads at work, from `start` to `close`. Every method returns at once, from any thread.

    file:    keeps which device is which pad.
    keypad:  part of the name of a number pad or remote that claims to have letters.
    devices: the machine's by default, which raises ImportError without python-evdev.
    """

    def __init__(
        self,
        inbox: PadsInbox,
        file: Path,
        keypad: str = "",
        devices: InputKernel | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._devices = devices or InputKernel()
        self._numbers = PadNumbers(file)
        self._reports = InputReports(inbox, now(), self._numbers.any_asleep)
        self._keypad = keypad
        self._now = now
        self._nodes: Mapping[str, int] = {}
        self._described: dict[str, InputDevice] = {}
        self._failed: dict[str, int] = {}
        self._crowded: set[str] = set()  # devices without a number, already reported
        self._pads: dict[str, _Pad] = {}
        self._look_at = 0.0
        self._unsettled = True
        self._bell = Bell()
        mishap = "An error in the seat pads' reader; it starts again."
        self._worker = Worker("pads", self._work, mishap, log, retry=LOOK_EVERY, now=now, end=self._end)

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        self._worker.closing.set()
        self._bell.ring()
        self._worker.close(2.0)
        self._bell.close()

    def light(self, lit: frozenset[int]) -> None:
        """These pads have no lamps."""

    def ask(self, prompt_id: int, beat: int) -> None:
        self._reports.ask(prompt_id, beat)

    def _work(self) -> float:
        while not self._worker.closing.is_set():
            until = min(self._look_at, self._reports.deadline)
            self.step(max(0.0, until - self._now()))
        return self._now()

    def _end(self) -> None:
        for path in list(self._pads):
            self._leave(path)

    def step(self, seconds: float = 0.0) -> None:
        """Wait at most this long for presses, then do what is due. Only from the thread, if it runs."""
        waited = {one.source.fileno(): path for path, one in self._pads.items()}
        ready = self._bell.wait(waited, seconds)
        now = self._now()  # Everything until now is reported below, so nothing later comes first.
        moved = [one for each in waited if each in ready for one in self._hear(waited[each])]
        for pad, one in sorted(moved, key=lambda each: each[1].t or now):
            if one.t is None:
                self._reports.cancel(pad, one.thumb)
            else:
                self._reports.moved(pad, one.thumb, one.down, one.t, now)
        self._reports.wake(now)
        if now >= self._look_at:
            self._look()
            self._look_at = self._now() + (SETTLED_AFTER if self._unsettled else LOOK_EVERY)

    def _hear(self, path: str) -> list[tuple[int, ThumbMoved]]:
        one, moved = self._pads[path], []
        try:
            for heard in one.thumbs.take(one.source.events(), one.source.held):
                if isinstance(heard, EventsMissed):
                    self._reports.missed()
                elif heard.place < len(one.pads):
                    moved.append((one.pads[heard.place], heard))
        except OSError:
            self._lose(path)
            return []  # Its presses have ended.
        return moved

    def _look(self) -> None:
        nodes = self._devices.nodes()
        for path in [one for one in self._pads if nodes.get(one) != self._nodes.get(one)]:
            self._lose(path)
        self._unsettled = nodes != self._nodes
        gone = [one for one, number in self._nodes.items() if nodes.get(one) != number]
        for path in gone:
            self._described.pop(path, None)
            self._failed.pop(path, None)
        self._nodes = nodes
        if not self._unsettled:
            self._attend()

    def _attend(self) -> None:
        """Listen to the devices that are pads, and release the others."""
        for path in self._nodes:
            if path not in self._described:
                self._try(path, self._describe)
        paths = sorted(self._described, key=lambda one: (len(one), one))
        wanted = layouts([self._described[one] for one in paths], self._keypad)
        layout_of = dict(zip(paths, wanted, strict=True))
        # Known ones first, because a new one takes the numbers of one that is missing.
        paths.sort(key=lambda one: not self._numbers.knows(self._described[one].identity))
        for path in paths:
            layout = layout_of[path]
            if layout is None and path in self._pads:
                self._leave(path)
            elif layout is not None and path not in self._pads:
                self._try(path, partial(self._take, layout=layout))

    def _try(self, path: str, what: Callable[[str], None]) -> None:
        try:
            what(path)
            self._failed.pop(path, None)
        except OSError as error:
            self._failed[path] = failed = self._failed.get(path, 0) + 1
            if failed == TRIES:
                log.warning("The input device %s cannot be used: %s", path, error)

    def _describe(self, path: str) -> None:
        self._described[path] = self._devices.describe(path)

    def _take(self, path: str, layout: KeyLayout) -> None:
        device = self._described[path]
        identity = self._identity(device)
        source = self._devices.open(path, layout)
        try:
            thumbs = DeviceThumbs(layout, source.held(), source.travel)
        except OSError:
            source.close()
            raise
        kind = f"{device.name} {'by Bluetooth' if device.bluetooth else 'on a cable'}"
        pads, new, guessed = self._numbers.came(identity, kind, device.bluetooth, layout.places)
        if len(pads) < layout.places and identity not in self._crowded:
            self._crowded.add(identity)
            self._reports.tell("too-many")
        if not pads:
            source.close()
            raise OSError("there are as many pads as there can be")
        if guessed:
            self._reports.tell("mixed-up")
        if new:  # A device that slept wakes by a press, so its return stays secret.
            log.info("%s is pad %s.", device.name, ", ".join(map(str, pads)))
        self._pads[path] = _Pad(device, identity, pads, source, thumbs)
        self._reports.came(pads, self._now())

    def _identity(self, device: InputDevice) -> str:
        """The identity of a device. Devices that even their rank does not distinguish are counted."""
        used = {one.identity for one in self._pads.values()}
        several = (f"{device.identity} {number}" for number in count(2))
        return next(one for one in chain((device.identity,), several) if one not in used)

    def _leave(self, path: str) -> _Pad:
        one = self._pads.pop(path)
        one.source.close()
        self._numbers.went(one.identity)
        self._reports.forget(one.pads)
        return one

    def _lose(self, path: str) -> None:
        """A device was unplugged or fell asleep."""
        one = self._leave(path)
        self._described.pop(path, None)
        if not one.device.bluetooth:
            log.warning("%s is unplugged.", one.device.name)
            self._reports.unplugged(one.pads, self._now())


def open_input_pads(inbox: PadsInbox, file: Path, keypad: str = "") -> InputPads | None:
    """The pads, listening; None if they cannot be used, which is reported. Never raises."""
    try:
        pads = InputPads(inbox, file, keypad)
    except ImportError as error:
        log.error(
            "The seat pads cannot be used: python-evdev is not installed for this Python. Install it "
            "(sudo apt install python3-evdev). %s",
            error,
        )
        inbox.post(Fault("pads", "unusable"))
        return None
    pads.start()
    return pads
