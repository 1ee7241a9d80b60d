"""What a real table finds on its machine: parts, games, a card with two systems, the time; `run` itself."""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from gm_appliance import __version__
from gm_appliance.app import real_table
from gm_appliance.app.clock import WallClock, date_of
from gm_appliance.app.journal_faults import JournalFaults
from gm_appliance.config import Pads
from gm_appliance.core.language import load
from gm_appliance.core.ports import Fault
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.pads.input.reader import InputPads
from gm_appliance.devices.pads.reader import SeatPads
from gm_appliance.host.announcements import Announcements
from gm_appliance.storage.journal import Journal
from tests.app.service import Service
from tests.devices.pads.input.plugged import Bus


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with its facts."""
    for name in ("MOUNTS", "KERNEL_LINE", "PROVED", "MENDED"):
        monkeypatch.setattr(real_table, name, tmp_path / name.lower())
    return tmp_path


@pytest.mark.parametrize(
    ("line", "news"),
    [
        ("rauc.slot=B gm.wanted=B gm.new=- mended", "mended"),
        ("quiet gm.part=2 rauc.slot=A gm.wanted=A gm.new=-", ""),
        ("rauc.slot=B gm.wanted=B gm.new=B", "new"),
        ("rauc.slot=A gm.wanted=B gm.new=B", "back"),
        ("rauc.slot=B gm.wanted=A gm.new=-", "back"),
        ("root=/dev/mmcblk0p2 rootwait", ""),
    ],
)
def test_news_of_the_card(line: str, news: str, machine: Path) -> None:
    (machine / "kernel_line").write_text(f"{line}\n")
    if news == "mended":
        (machine / "mended").touch()
    told: list[Fault] = []
    real_table.warn_of_the_system(told.append)
    assert [one.what for one in told] == [news] * bool(news)
    for one in told:
        said = Announcements(load("en")).fault(one)
        assert (__version__ if news != "mended" else "Check that all games are there") in str(said)
    # Once: the game master may start again, the system has not.
    (machine / "proved").touch()
    told.clear()
    real_table.warn_of_the_system(told.append)
    assert told == []


@pytest.mark.parametrize(
    ("kind", "line", "what", "advice"),
    [
        ("ext4", "", "", ""),
        ("tmpfs", "root=/dev/mmcblk0p2", "fleeting", "Give them a partition"),
        ("tmpfs", "rauc.slot=A gm.wanted=A", "unread", "write another one"),
    ],
    ids=["kept", "lost", "lost on a card of ours"],
)
def test_a_state_folder_lost_at_power_off_is_announced(
    machine: Path, kind: str, line: str, what: str, advice: str, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[tuple[str, str]] = []
    (machine / "mounts").write_text(f"22 1 0:9 / / rw - {kind} it rw\n")
    (machine / "kernel_line").write_text(line)
    real_table.warn_if_fleeting(machine, lambda part, what: told.append((part, what)))
    assert told == ([("journal", what)] if what else [])
    assert caplog.text.count("lost at power-off") == bool(what)
    assert advice in caplog.text


def test_garbage_is_collected_from_the_first_prompt_on() -> None:
    gc.disable()
    try:
        real_table._Watchdog(TableInbox(RealClock()), lambda: None).ask(1, 0)
        assert gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        (Pads("/dev/there-is-no-hub"), SeatPads),
        (Pads("/dev/there-is-no-hub", "input"), InputPads),
        (Pads(None, "input"), InputPads),
        (Pads(None), type(None)),
    ],
)
def test_pads_come_from_the_configured_source(
    settings: Pads, kind: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "evdev", Bus())
    monkeypatch.setattr("gm_appliance.devices.pads.input.kernel.NODES", str(tmp_path / "event*"))
    pads = real_table._open_pads(settings, tmp_path, TableInbox(RealClock()))
    assert isinstance(pads, kind)
    if pads:
        pads.close()


RTC = Path("sys/class/rtc/rtc0/since_epoch")


def clock_of(folder: Path, kept_time: str | None = None) -> WallClock:
    """kept_time: of the battery-backed clock; None for a machine without one."""
    if kept_time is not None:
        (folder / RTC).parent.mkdir(parents=True)
        (folder / RTC).write_text(kept_time)
    return WallClock(folder)


def test_a_time_from_the_network_is_certain(tmp_path: Path) -> None:
    clock = clock_of(tmp_path, "0\n")
    assert not clock.certain()
    told = tmp_path / "run/systemd/timesync/synchronized"
    told.parent.mkdir(parents=True)
    told.touch()
    assert clock.certain()


@pytest.mark.parametrize(
    ("away", "certain"), [(0, True), (-30, True), (30, True), (-3600, False), (86400, False)]
)
def test_a_clock_with_a_battery_must_agree(tmp_path: Path, away: int, certain: bool) -> None:
    assert clock_of(tmp_path, f"{int(time.time()) + away}\n").certain() == certain


@pytest.mark.parametrize("kept_time", [None, "", "never\n", "0\n"])
def test_without_network_or_battery_the_time_is_uncertain(tmp_path: Path, kept_time: str | None) -> None:
    assert not clock_of(tmp_path, kept_time).certain()


def test_a_date_is_in_local_time() -> None:
    assert datetime.fromisoformat(date_of(1804420800.7)).timestamp() == 1804420800
    assert len(date_of(0.0)) == len("1970-01-01T00:00:00+00:00")


@pytest.mark.parametrize("seconds", [1e20, -1e20, float("inf"), float("nan")])
def test_a_time_beyond_the_calendar_has_no_date(seconds: float) -> None:
    assert date_of(seconds) == ""


Told = list[tuple[str, str]]


@pytest.fixture
def told() -> Told:
    return []


def faults(journal: Journal, told: Told) -> JournalFaults:
    return JournalFaults(journal, lambda part, what: told.append((part, what)))


def test_a_journal_found_damaged_late_is_announced_as_set_aside(tmp_path: Path, told: Told) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"damaged")
    with Journal(tmp_path / "journal.sqlite", at_once=False) as journal:
        tell = faults(journal, told)
        assert journal.running() is None
        tell.look()
        tell.look()
    assert told == [("journal", "back"), ("journal", "set-aside")]


def test_a_fault_announced_during_a_game_is_not_announced_after_it(tmp_path: Path, told: Told) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"damaged")
    with Journal(tmp_path / "journal.sqlite") as journal:
        tell = faults(journal, told)
        (tmp_path / "journal.sqlite").write_bytes(b"damaged again")
        journal._disconnect()
        assert journal.running() is None
        tell("journal", "set-aside")
        tell.look()
    assert told == [("journal", "set-aside")] * 2


MISSING = ("There is no panel", "The display is missing", "The seat pads are missing")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with closing(Service(tmp_path)) as service:
        yield service


@pytest.mark.process
def test_without_any_part_it_runs_and_logs_what_is_missing(service: Service) -> None:
    service.until("READY=1")
    # Each part is looked for on a thread of its own; the loop goes on meanwhile.
    service.pings_until(lambda: all(missing in service.log.read_text() for missing in MISSING))
    assert service.end(signal.SIGTERM) == 0
    service.until("STOPPING=1")
    assert "Traceback" not in service.log.read_text()


@pytest.mark.process
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


@pytest.mark.process
def test_watchdog_pings_come_from_the_loop_while_it_waits(service: Service) -> None:
    service.until("READY=1")
    for _ in range(3):
        service.until("WATCHDOG=1")
    service.process.send_signal(signal.SIGSTOP)
    # What was sent before is read; then a loop that stands still gives no sign.
    assert service.silent_after_a_while()
    service.process.send_signal(signal.SIGCONT)
    service.until("WATCHDOG=1")


@pytest.mark.process
def test_ctrl_c_ends_it_as_soon_as_it_is_ready(service: Service) -> None:
    service.until("READY=1")
    assert service.end(signal.SIGINT) == 0
