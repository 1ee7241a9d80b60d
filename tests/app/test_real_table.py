"""What a real table finds on its machine: pads, a folder for its games, a card with two systems."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

from gm_appliance import __version__
from gm_appliance.app import real_table
from gm_appliance.config import Pads
from gm_appliance.core.language import load
from gm_appliance.core.ports import Fault
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.pads.input.reader import InputPads
from gm_appliance.devices.pads.reader import SeatPads
from gm_appliance.host.announcements import Announcements
from tests.devices.pads.input.fake_evdev import Evdev


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
    monkeypatch.setitem(sys.modules, "evdev", Evdev())
    monkeypatch.setattr("gm_appliance.devices.pads.input.kernel.NODES", str(tmp_path / "event*"))
    pads = real_table._open_pads(settings, tmp_path, TableInbox(RealClock()))
    assert isinstance(pads, kind)
    if pads:
        pads.close()
