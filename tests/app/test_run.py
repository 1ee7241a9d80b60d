"""`gm-appliance run` in a process reports missing parts and ends properly."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.app import real_table
from gm_appliance.devices.inbox import RealClock, TableInbox
from tests.app.service import PATIENCE, Service

MISSING = ("There is no panel", "The display is missing", "The seat pads are missing")


pytestmark = pytest.mark.process


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    try:
        yield service
    finally:
        service.close()


def test_without_any_part_it_runs_and_logs_what_is_missing(service: Service) -> None:
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


def test_garbage_is_collected_from_the_first_prompt_on() -> None:
    gc.disable()
    try:
        real_table._Watchdog(TableInbox(RealClock()), lambda: None).ask(1, 0)
        assert gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("lost", "line", "what", "advice"),
    [
        (False, "", "", ""),
        (True, "root=/dev/mmcblk0p2", "fleeting", "Give them a partition"),
        (True, "rauc.slot=A gm.wanted=A", "unread", "write another one"),
    ],
    ids=["kept", "lost", "lost on a card of ours"],
)
def test_a_state_folder_lost_at_power_off_is_announced_once(
    lost: bool,
    line: str,
    what: str,
    advice: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: list[tuple[str, str]] = []
    (tmp_path / "mounts").write_text(f"22 1 0:9 / / rw - {'tmpfs' if lost else 'ext4'} it rw\n")
    (tmp_path / "cmdline").write_text(line)
    monkeypatch.setattr(real_table, "MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(real_table, "KERNEL_LINE", tmp_path / "cmdline")
    real_table.warn_if_fleeting(tmp_path, lambda part, what: told.append((part, what)))
    assert told == ([("journal", what)] if lost else [])
    assert caplog.text.count("lost at power-off") == lost
    assert advice in caplog.text


def test_without_a_sound_card_the_log_has_one_line_and_none_of_alsas(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    (tmp_path / "asound.conf").write_text("")
    service = Service(
        tmp_path, environment={"ALSA_CONFIG_PATH": str(tmp_path / "asound.conf"), "SDL_AUDIODRIVER": "alsa"}
    )
    try:
        service.until("READY=1")
        for _ in range(PATIENCE):
            service.until("WATCHDOG=1")
            if "The sound is missing" in service.log.read_text():
                break
        assert service.end(signal.SIGTERM) == 0
    finally:
        service.close()
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
