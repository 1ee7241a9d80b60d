"""The real table's program, in a process of its own: it tells what is missing, and ends in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def test_without_a_sound_card_the_journal_has_one_sentence_of_ours_and_none_of_alsas(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    (tmp_path / "asound.conf").write_text("")
    service = Service(
        tmp_path,
        environment={"ALSA_CONFIG_PATH": str(tmp_path / "asound.conf"), "SDL_AUDIODRIVER": "alsa"},
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
