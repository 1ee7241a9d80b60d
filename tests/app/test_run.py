"""`gm-appliance run` in a process reports missing parts and ends properly."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.service import Service

MISSING = ("There is no panel", "The display is missing", "The seat pads are missing")


pytestmark = pytest.mark.process


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with closing(Service(tmp_path)) as service:
        yield service


def test_without_any_part_it_runs_and_logs_what_is_missing(service: Service) -> None:
    service.until("READY=1")
    # Each part is looked for on a thread of its own; the loop goes on meanwhile.
    service.pings_until(lambda: all(missing in service.log.read_text() for missing in MISSING))
    assert service.end(signal.SIGTERM) == 0
    service.until("STOPPING=1")
    assert "Traceback" not in service.log.read_text()


def test_without_a_sound_card_the_log_has_one_line_and_none_of_alsas(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    file = tmp_path / "asound.conf"
    file.write_text("")
    variables = {"ALSA_CONFIG_PATH": str(file), "SDL_AUDIODRIVER": "alsa"}
    with closing(Service(tmp_path, environment=variables)) as service:
        service.until("READY=1")
        service.pings_until(lambda: "The sound is missing" in service.log.read_text())
        assert service.end(signal.SIGTERM) == 0
    log = service.log.read_text()
    assert log.count("The sound is missing") == 1
    assert "ALSA lib" not in log


def test_watchdog_pings_come_from_the_loop_while_it_waits(service: Service) -> None:
    service.until("READY=1")
    for _ in range(3):
        service.until("WATCHDOG=1")
    service.process.send_signal(signal.SIGSTOP)
    # What was sent before is read; then a loop that stands still gives no sign.
    assert service.silent_after_a_while()
    service.process.send_signal(signal.SIGCONT)
    service.until("WATCHDOG=1")


def test_ctrl_c_ends_it_as_soon_as_it_is_ready(service: Service) -> None:
    service.until("READY=1")
    assert service.end(signal.SIGINT) == 0
