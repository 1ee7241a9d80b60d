"""The service as a real process."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOON = 180.0
"""Seconds to wait for something expected."""

PATIENCE = 300
"""The maximum number of watchdog pings before it, ten a second."""

NO_PARTS = """
[display]
i2c_bus = 22
[pads]
port = "/dev/there-is-no-hub"
"""


class Service:
    """`gm-appliance run`, with systemd's end of the notification socket in this process."""

    def __init__(
        self,
        folder: Path,
        within: Sequence[str] = (),
        config: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """within: a command that runs the service as the same process. config: more lines of it."""
        self.log = folder / "log.txt"
        file = folder / "parts.toml"
        # Any other voice would be measured meanwhile, which takes seconds.
        voice = "" if "[voice]" in config else '[voice]\nengine = "espeak-ng"\n'
        file.write_text(NO_PARTS + config + voice)
        self._systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._systemd.settimeout(SOON)
        self._systemd.bind(str(folder / "notify"))
        command = [*within, sys.executable, "-m", "gm_appliance.cli", "run", "--state", str(folder / "state")]
        surroundings = {
            **os.environ,
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": "300000",
            # The panel's pins: none here, whatever the machine has.
            "GPIOZERO_PIN_FACTORY": "lgpio",
            "SDL_AUDIODRIVER": "dummy",
            "LG_WD": str(folder),
            **(environment or {}),
        }
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--config", str(file)], cwd=ROOT, stderr=log, stdout=log, env=surroundings
            )

    def told(self) -> str:
        return self._systemd.recv(1000).decode()

    def silent_after_a_while(self) -> bool:
        """Whether, after pending notifications, there is none for a second."""
        self._systemd.settimeout(1.0)
        try:
            for _ in range(PATIENCE):
                self.told()
        except TimeoutError:
            return True
        finally:
            self._systemd.settimeout(SOON)
        return False

    def until(self, what: str) -> None:
        while self.told() != what:
            pass

    def pings_until(self, true: Callable[[], bool], most: int = PATIENCE) -> None:
        """Raises TimeoutError, with the log, after so many pings."""
        for _ in range(most):
            self.until("WATCHDOG=1")
            if true():
                return
        raise TimeoutError(self.log.read_text())

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(SOON)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(SOON)
        self._systemd.close()
