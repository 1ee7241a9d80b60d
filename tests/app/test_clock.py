"""Whether the machine's clock can be trusted."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import pytest

from gm_appliance.app.clock import WallClock, date_of

RTC = Path("sys/class/rtc/rtc0/since_epoch")


def machine(folder: Path, kept_time: str | None = None) -> WallClock:
    """kept_time: of the battery-backed clock; None for a machine without one."""
    if kept_time is not None:
        (folder / RTC).parent.mkdir(parents=True)
        (folder / RTC).write_text(kept_time)
    return WallClock(folder)


def test_without_network_or_battery_the_time_is_uncertain(tmp_path: Path) -> None:
    assert not machine(tmp_path).certain()


def test_a_time_from_the_network_is_certain(tmp_path: Path) -> None:
    clock = machine(tmp_path, "0\n")
    assert not clock.certain()
    told = tmp_path / "run/systemd/timesync/synchronized"
    told.parent.mkdir(parents=True)
    told.touch()
    assert clock.certain()


@pytest.mark.parametrize(
    ("away", "certain"), [(0, True), (-30, True), (30, True), (-3600, False), (86400, False)]
)
def test_a_clock_with_a_battery_must_agree(tmp_path: Path, away: int, certain: bool) -> None:
    assert machine(tmp_path, f"{int(time.time()) + away}\n").certain() == certain


@pytest.mark.parametrize("kept_time", ["", "never\n", "0\n"])
def test_a_clock_with_a_flat_battery_does_not_count(tmp_path: Path, kept_time: str) -> None:
    assert not machine(tmp_path, kept_time).certain()


def test_a_date_is_in_local_time() -> None:
    assert datetime.fromisoformat(date_of(1804420800.7)).timestamp() == 1804420800
    assert len(date_of(0.0)) == len("1970-01-01T00:00:00+00:00")


@pytest.mark.parametrize("seconds", [1e20, -1e20, float("inf"), float("nan")])
def test_a_time_beyond_the_calendar_has_no_date(seconds: float) -> None:
    assert date_of(seconds) == ""
