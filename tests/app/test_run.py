"""The real table's program, in a process of its own: it tells what is missing, and ends in order."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOON = 60.0
"""Seconds after which something that should have come is given up."""

MISSING = ("There is no panel", "The display is missing", "The seat pads are missing")

PATIENCE = 300
"""So many signs of life may come first, ten a second."""

NO_PARTS = """
[display]
i2c_bus = 22
[pads]
port = "/dev/there-is-no-hub"
"""

pytestmark = pytest.mark.process


class Service:
    """`gm-appliance run`, with systemd's end of the notification socket in this process."""

    def __init__(self, folder: Path, within: Sequence[str] = ()) -> None:
        """within: a command that runs the service within itself, under the same process number."""
        self.log = folder / "log.txt"
        config = folder / "parts.toml"
        config.write_text(NO_PARTS)
        self._systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._systemd.settimeout(SOON)
        self._systemd.bind(str(folder / "notify"))
        command = [*within, sys.executable, "-m", "gm_appliance.cli", "run", "--state", str(folder / "state")]
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": "300000",
            # The panel's pins: none here, whatever the machine has.
            "GPIOZERO_PIN_FACTORY": "lgpio",
            "SDL_AUDIODRIVER": "dummy",
            "LG_WD": str(folder),
        }
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--config", str(config)], cwd=ROOT, stderr=log, stdout=log, env=environment
            )

    def told(self) -> str:
        """The next that systemd is told."""
        return self._systemd.recv(1000).decode()

    def silent_after_a_while(self) -> bool:
        """Whether systemd hears nothing for a second, once what was on its way has come."""
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

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(SOON)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(SOON)
        self._systemd.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    try:
        yield service
    finally:
        service.close()


def test_with_no_part_at_all_it_runs_and_says_in_the_log_what_is_missing_and_what_helps(
    service: Service,
) -> None:
    service.until("READY=1")
    # Each part is looked for on a thread of its own; the loop goes on meanwhile.
    for _ in range(PATIENCE):
        service.until("WATCHDOG=1")
        log = service.log.read_text()
        if all(missing in log for missing in MISSING):
            break
    else:
        pytest.fail(f"not everything that is missing was told:\n{log}")
    assert service.end(signal.SIGTERM) == 0
    service.until("STOPPING=1")
    assert "Traceback" not in service.log.read_text()


def test_the_signs_of_life_come_from_the_loop_and_go_on_while_it_waits(service: Service) -> None:
    service.until("READY=1")
    for _ in range(3):
        service.until("WATCHDOG=1")
    service.process.send_signal(signal.SIGSTOP)
    # What was sent before is read; then a loop that stands still gives no sign.
    assert service.silent_after_a_while()
    service.process.send_signal(signal.SIGCONT)
    service.until("WATCHDOG=1")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_at_once_however_early_the_signal_comes(tmp_path: Path, number: signal.Signals) -> None:
    service = Service(tmp_path)
    try:
        service.until("READY=1")
        assert service.end(number) == 0
    finally:
        service.close()
