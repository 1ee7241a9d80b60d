"""The box's own Wi-Fi for phones: made by NetworkManager while the table wants it."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

from gm_appliance.core.ports import FaultReport
from gm_appliance.devices import raspberry_pi
from gm_appliance.devices.network_manager import ACTIVATED, DEACTIVATED, NetworkManager, Refused, WifiDevice
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)

UP = 30.0  # seconds after which a Wi-Fi that has not come up counts as failed
GLANCE, LOOK = 0.5, 10.0  # seconds between two checks while it comes up, and while it is up

ON_BOARD = "brcmfmac"
"""The driver of the Pis' own Wi-Fi chips, whose firmware carries few phones, and crashes with one more."""

FEW, PI_3, ENOUGH = 4, 10, 15  # phones it serves: on most Pis, on the first Pi 3, and with another adapter
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # of the password; none looks like another


def carried(driver: str, model: str) -> int:
    """How many phones a Wi-Fi device is known to serve at once.

    >>> carried("brcmfmac", "Raspberry Pi 3 Model B Rev 1.2"), carried("brcmfmac", "Raspberry Pi 4 Model B")
    (10, 4)
    >>> carried("mt76x2u", "Raspberry Pi 4 Model B")
    15
    """
    if driver != ON_BOARD:
        return ENOUGH
    return PI_3 if model.startswith("Raspberry Pi 3 Model B ") and "Plus" not in model else FEW


class _Made(NamedTuple):
    """A Wi-Fi that is coming, or there. active: its path on the bus. until: when it counts as failed."""

    manager: NetworkManager
    active: str
    name: str
    password: str
    until: float


class NetworkManagerWifi:
    """The port `OwnWifi`. NetworkManager is asked on a thread of its own.

    connect: makes a connection to it. model: of the Pi. now: only forward, for tests.
    """

    def __init__(
        self,
        fault: FaultReport,
        connect: Callable[[], NetworkManager] = NetworkManager,
        model: str | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fault, self._connect, self._now = fault, connect, now
        self._model = raspberry_pi.model() if model is None else model
        self.carries = 0
        self.name = self.password = ""
        self.failed = False
        self._wanted = False
        self._looked = False
        self._made: _Made | None = None
        self._worker = Worker("wifi", self._work, "An error in the box's own Wi-Fi.", log, end=self._end)

    def start(self) -> None:
        self._worker.start()

    def open(self) -> None:
        self._wanted, self.failed = True, False
        self._worker.wake()

    def close(self) -> None:
        self._wanted, self.name, self.password = False, "", ""
        self._worker.wake()

    def shut(self) -> None:
        """End its thread and the Wi-Fi."""
        self._worker.close(2.0)

    def _work(self) -> float | None:
        try:
            return self._look_after()
        except (OSError, Refused) as error:
            log.error("The box cannot make a Wi-Fi: %s", error)
            self._fail()
            return None

    def _look_after(self) -> float | None:
        if not self._looked:
            self._looked = True
            return self._find_out()
        if not self._wanted:
            self._end()
            return None
        if self.failed:
            return None
        if self._made is None:
            self._made = self._begin()
        return self._watch(self._made)

    def _find_out(self) -> float | None:
        """How many phones it would carry; once, and quietly where there is no NetworkManager."""
        try:
            with closing(self._connect()) as manager:
                best = _best(manager, self._model)
            self.carries = carried(best.driver, self._model) if best else 0
        except (OSError, ImportError, Refused) as error:  # no bus, or without the extra for phones
            log.info("No NetworkManager: %s", error)
        return self._now()

    def _begin(self) -> _Made:
        manager = self._connect()
        try:
            device = _best(manager, self._model)
            if device is None:
                raise Refused("no Wi-Fi device is ready; set its country with sudo raspi-config")
            name = f"Game table {secrets.randbelow(90) + 10}"
            password = "".join(secrets.choice(LETTERS) for _ in range(8))
            active = manager.share(device, name, password)
        except BaseException:
            manager.close()
            raise
        return _Made(manager, active, name, password, self._now() + UP)

    def _watch(self, made: _Made) -> float:
        state, there = made.manager.state(made.active), bool(self.name)
        if state == ACTIVATED:
            if not there:
                self.password = made.password
                self.name = made.name  # last: a reader that sees the name finds the password, too
            return self._now() + LOOK
        if there or state == DEACTIVATED or self._now() > made.until:
            raise Refused("it ended" if there else "it did not come; see journalctl -u NetworkManager")
        return self._now() + GLANCE

    def _fail(self) -> None:
        self._end()
        if self._wanted:
            self.failed, self.name, self.password = True, "", ""
            self._fault("phones", "no-wifi")

    def _end(self) -> None:
        """Take it down. NetworkManager does so itself, too, once the connection is closed."""
        made, self._made = self._made, None
        if made is None:
            return
        with closing(made.manager):
            try:
                made.manager.stop(made.active)
            except (OSError, Refused) as error:
                log.info("The box's Wi-Fi was gone already: %s", error)


def _best(manager: NetworkManager, model: str) -> WifiDevice | None:
    return max(manager.devices(), key=lambda one: carried(one.driver, model), default=None)
