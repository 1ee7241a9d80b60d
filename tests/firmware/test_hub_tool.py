"""`gm-appliance hub`: the real mpremote flashes the real firmware; and what is said when it cannot."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.hub_protocol import EDITION
from gm_appliance.simulator.firmware_hub import FirmwareHub
from gm_appliance.table import hub_port, hub_tool
from gm_appliance.table.hub_port import NoHub, find_hub
from gm_appliance.table.hub_tool import HubError, firmware_files, flash, info
from gm_appliance.table.pads import open_wire
from tests.firmware.mashing import Recorder, faults
from tests.firmware.rigs import listening, mash_rounds, meet, planted


@pytest.fixture
def mpremote(micropython: None) -> None:
    if importlib.util.find_spec("mpremote") is None:
        if os.environ.get("GM_REQUIRE_FIRMWARE", "") not in ("", "0"):
            pytest.fail("GM_REQUIRE_FIRMWARE is set, but mpremote is not installed")
        pytest.skip("mpremote is not installed (pip install mpremote)")


def works(hub: FirmwareHub) -> bool:
    """Whether everything is recorded that is pressed."""
    inbox = Recorder()
    with listening(hub.port, inbox) as pads:
        meet(hub, pads)
        return faults(mash_rounds(hub, inbox, 1), inbox.edges) == []


def on_hub(hub: FirmwareHub) -> dict[str, bytes]:
    files = [path for path in hub.flash.rglob("*") if path.is_file()]
    return {path.relative_to(hub.flash).as_posix(): path.read_bytes() for path in files}


OURS = {name: path.read_bytes() for name, path in firmware_files().items()}


@pytest.mark.process
@pytest.mark.usefixtures("mpremote")
def test_a_hub_with_a_newer_firmware_gets_ours(tmp_path: Path) -> None:
    files = planted(tmp_path, "firmware/hub_protocol.py", "WINDOW = 8", "WINDOW = 9")
    path = files["firmware/hub_protocol.py"]
    path.write_text(path.read_text().replace(f"EDITION = {EDITION}", f"EDITION = {EDITION + 1}"))
    (tmp_path / "gone.py").touch()
    files["firmware/gone.py"] = tmp_path / "gone.py"
    steps: list[str] = []
    with FirmwareHub(files=files) as hub:
        before = info(str(hub.port))
        assert (before.edition, before.matches) == (EDITION + 1, False)
        assert "Update gm-appliance" in str(before)
        after = flash(str(hub.port), steps.append)
        assert (after.edition, after.matches, after.chain) == (EDITION, True, True)
        assert on_hub(hub) == OURS
        assert works(hub)
    assert [step.split()[0] for step in steps] == ["The", "Sending", "Copying", "Waiting"]


@pytest.mark.process
@pytest.mark.usefixtures("mpremote")
def test_a_new_pico_gets_our_firmware(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("")
    with FirmwareHub(files={"main.py": tmp_path / "main.py"}) as hub:
        assert str(info(str(hub.port))).endswith("Put it on the hub: gm-appliance hub flash")
        assert flash(str(hub.port), lambda _: None).matches
        assert on_hub(hub) == OURS
        assert works(hub)


@pytest.mark.process
@pytest.mark.usefixtures("mpremote")
def test_flashing_again_forgets_the_crash_that_was_noted(capsys: pytest.CaptureFixture[str]) -> None:
    with FirmwareHub() as hub:
        boots = hub.boots
        hub.misbehave("crash")
        assert hub.wait(lambda: hub.boots > boots)
        assert "crash.txt" in on_hub(hub)
        flash(str(hub.port))
        assert on_hub(hub) == OURS
    assert "Copying 7 files." in capsys.readouterr().out


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_info_says_what_the_hub_is_and_how_it_is() -> None:
    with FirmwareHub() as hub:
        good = info(str(hub.port))
        assert (good.edition, good.matches, good.chain) == (EDITION, True, True)
        assert good.trip is not None
        assert 0 < good.trip < 1
        assert "chain of its shift registers is whole" in str(good)
        hub.misbehave("chain 0")
        assert "is broken" in str(info(str(hub.port)))
        assert hub.boots == 1


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_a_port_that_is_in_use_is_not_taken() -> None:
    with FirmwareHub() as hub:
        wire = open_wire(str(hub.port))
        with pytest.raises(HubError, match="If gm-appliance is running, stop it first"):
            flash(str(hub.port), lambda _: None)
        wire.close()
        assert info(str(hub.port)).matches


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_without_mpremote_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(HubError, match=r"pip install 'gm-appliance\[hub\]'"):
        flash()


@pytest.mark.process
@pytest.mark.usefixtures("mpremote")
def test_what_mpremote_says_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = firmware_files()
    monkeypatch.setattr(hub_tool, "firmware_files", lambda: {**whole, "main.py": tmp_path / "not there.py"})
    with FirmwareHub(files=whole) as hub, pytest.raises(HubError, match=r"could not write .*: No such file"):
        flash(str(hub.port), lambda _: None)


@pytest.fixture
def silent_port() -> Iterator[str]:
    """A port behind which nothing answers."""
    inner, outer = os.openpty()
    yield os.ttyname(outer)
    os.close(inner)
    os.close(outer)


def test_a_port_where_nobody_answers(silent_port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_tool, "ANSWER_SECONDS", 0.3)
    with pytest.raises(HubError, match="Nobody answers"):
        info(silent_port)


def test_a_port_there_is_not() -> None:
    with pytest.raises(HubError, match="/dev/nowhere cannot be opened"):
        info("/dev/nowhere")


# ---------------------------------------------------------------- finding it


def plug_in(monkeypatch: pytest.MonkeyPatch, *ports: tuple[str, int, int]) -> None:
    found = [SimpleNamespace(device=device, vid=vid, pid=pid) for device, vid, pid in ports]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    monkeypatch.setattr(hub_port, "NAMED", "/dev/no-such-name")


ARDUINO = ("/dev/ttyACM0", 0x2341, 0x0043)
PICO, OTHER_PICO = ("/dev/ttyACM1", 0x2E8A, 0x0005), ("/dev/ttyACM2", 0x2E8A, 0x0005)


def test_the_only_pico_is_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ARDUINO, PICO)
    assert find_hub() == "/dev/ttyACM1"


def test_without_a_pico_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ARDUINO)
    for command in (info, find_hub):
        with pytest.raises(NoHub, match="No seat hub is plugged in"):
            command()


def test_of_several_picos_none_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, OTHER_PICO, PICO)
    with pytest.raises(NoHub, match=r"several Picos: /dev/ttyACM1, /dev/ttyACM2"):
        find_hub()


def test_the_name_of_the_udev_rule_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plug_in(monkeypatch, OTHER_PICO, PICO)
    (tmp_path / "seathub").touch()
    monkeypatch.setattr(hub_port, "NAMED", str(tmp_path / "seathub"))
    assert find_hub() == str(tmp_path / "seathub")
