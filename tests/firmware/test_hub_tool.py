"""`gm-appliance hub`: flashing with the real mpremote, and its errors."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.hub_protocol import EDITION
from gm_appliance.devices.pads import flashing as hub_tool
from gm_appliance.devices.pads import port as hub_port
from gm_appliance.devices.pads.flashing import HubError, compiled, firmware_files, flash, info
from gm_appliance.devices.pads.port import NoHub, SeveralHubs, find_hub
from gm_appliance.devices.pads.reader import open_serial_port
from tests.benches.firmware_hub import FirmwareHub
from tests.firmware.mashing import Recorder, differences
from tests.firmware.rigs import listening, mash_rounds, meet, planted


@pytest.fixture
def mpremote(micropython: None) -> None:
    if importlib.util.find_spec("mpremote") is None:
        if os.environ.get("GM_REQUIRE_FIRMWARE", "") not in ("", "0"):
            pytest.fail("GM_REQUIRE_FIRMWARE is set, but mpremote is not installed")
        pytest.skip("mpremote is not installed (pip install mpremote)")


def works(hub: FirmwareHub) -> bool:
    inbox = Recorder()
    with listening(hub.port, inbox) as pads:
        meet(hub, pads)
        return differences(mash_rounds(hub, inbox, 1), inbox.edges) == []


def on_hub(hub: FirmwareHub) -> dict[str, bytes]:
    files = [path for path in hub.flash.rglob("*") if path.is_file()]
    return {path.relative_to(hub.flash).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files that belong on the hub: all compiled except `main.py`."""
    files = compiled(firmware_files(), tmp_path_factory.mktemp("ours"))
    assert {Path(name).suffix for name in files} == {".mpy", ".py"}
    return {name: path.read_bytes() for name, path in files.items()}


@pytest.mark.process
@pytest.mark.usefixtures("mpremote")
def test_a_hub_with_newer_firmware_gets_ours_and_forgets_its_crash(
    ours: dict[str, bytes], tmp_path: Path
) -> None:
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
        (hub.flash / "crash.txt").touch()
        after = flash(str(hub.port), steps.append)
        assert (after.edition, after.matches) == (EDITION, True)
        assert "is whole" in str(after)
        assert on_hub(hub) == ours
        assert works(hub)
    assert [step.split()[0] for step in steps] == ["The", "Stopping", "Copying", "Waiting"]


@pytest.mark.process
@pytest.mark.usefixtures("mpremote")
def test_a_new_pico_gets_our_firmware(ours: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("")
    with FirmwareHub(files={"main.py": tmp_path / "main.py"}) as hub:
        assert str(info(str(hub.port))).endswith("Put it on the hub: gm-appliance hub flash")
        assert flash(str(hub.port), lambda _: None).matches
        assert on_hub(hub) == ours
        assert works(hub)


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_info_describes_the_hub_and_its_state() -> None:
    with FirmwareHub() as hub:
        good = info(str(hub.port))
        assert (good.edition, good.matches, good.crash) == (EDITION, True, "")
        assert good.trip is not None
        assert 0 < good.trip < 1
        assert "chain of its shift registers is whole" in str(good)
        assert "Implausible scans since it started: 0." in str(good)
        hub.misbehave("pause 40")
        hub.misbehave("chain 0")
        said = said_of(hub, "is broken")
        longest = re.search(r"longest time between two scans was (\d+\.\d) ms", said)
        assert longest is not None
        assert float(longest[1]) >= 39
        hub.misbehave("chain 1")
        hub.misbehave("load 2 0")
        assert "Its shift register 2, with pads 5 to 8, is not read" in said_of(hub, "register 2")
        assert hub.boots == 1


def said_of(hub: FirmwareHub, wanted: str) -> str:
    """The answer of `info`, once it contains `wanted`."""
    for _ in range(20):
        if wanted in (said := str(info(str(hub.port)))):
            return said
    raise AssertionError(said)


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_info_shows_why_the_hub_failed() -> None:
    with FirmwareHub() as hub:
        hub.misbehave("crash")
        assert hub.wait(lambda: hub.boots > 1)
        said = str(info(str(hub.port)))
        note = (hub.flash / "crash.txt").read_text().strip()
    assert said.endswith(note)
    assert "Traceback" in note


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_a_port_that_is_in_use_is_not_taken() -> None:
    with FirmwareHub() as hub:
        serial_port = open_serial_port(str(hub.port))
        with pytest.raises(HubError, match="If gm-appliance is running, stop it first"):
            flash(str(hub.port), lambda _: None)
        serial_port.close()
        assert info(str(hub.port)).matches


@pytest.mark.process
@pytest.mark.usefixtures("micropython")
def test_without_mpremote_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(HubError, match=r"pip install 'gm-appliance\[hub\]'"):
        flash()


@pytest.mark.process
@pytest.mark.usefixtures("mpremote")
def test_errors_of_mpremote_are_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = firmware_files()
    monkeypatch.setattr(hub_tool, "firmware_files", lambda: {**whole, "main.py": tmp_path / "not there.py"})
    with FirmwareHub(files=whole) as hub, pytest.raises(HubError, match=r"could not write .*: No such file"):
        flash(str(hub.port), lambda _: None)


def test_a_micropython_that_is_too_old_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Proves that the error looked for is the one that preparing an old hub ends with."""
    really = subprocess.run
    prepare = f"import sys; sys.implementation.version = (1, 25, 0)\n{hub_tool.PREPARE}"

    def run(_command: list[str], **how: Any) -> subprocess.CompletedProcess[str]:
        return really([sys.executable, "-c", prepare], cwd=tmp_path, **how)

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(HubError, match=r"The MicroPython of the hub at /dev/seathub is too old: .* 1\.26"):
        hub_tool._mpremote("/dev/seathub")


@pytest.fixture
def silent_port() -> Iterator[str]:
    inner, outer = os.openpty()
    yield os.ttyname(outer)
    os.close(inner)
    os.close(outer)


def test_a_port_without_an_answer(silent_port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_tool, "ANSWER_SECONDS", 0.3)
    with pytest.raises(HubError, match="Nothing answers"):
        info(silent_port)


def test_a_port_that_does_not_exist() -> None:
    with pytest.raises(HubError, match="/dev/nowhere cannot be opened"):
        info("/dev/nowhere")


ARDUINO = ("/dev/ttyACM0", 0x2341, 0x0043)
PICO, OTHER_PICO = ("/dev/ttyACM1", 0x2E8A, 0x0005), ("/dev/ttyACM2", 0x2E8A, 0x0005)


@pytest.fixture
def seathub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The name that our udev rule gives a hub; it is not there yet."""
    monkeypatch.setattr(hub_port, "NAMED", str(tmp_path / "seathub"))
    return tmp_path / "seathub"


def plug_in(monkeypatch: pytest.MonkeyPatch, *ports: tuple[str, int, int]) -> None:
    found = [SimpleNamespace(device=device, vid=vid, pid=pid) for device, vid, pid in ports]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)


def test_the_only_pico_is_the_hub_by_the_name_of_our_rule(
    seathub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(monkeypatch, ARDUINO, PICO)
    assert find_hub() == "/dev/ttyACM1"
    seathub.touch()
    assert find_hub() == str(seathub)


def test_without_a_pico_or_with_several_it_says_so(seathub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ARDUINO)
    for command in (info, find_hub):
        with pytest.raises(NoHub, match="No seat hub is plugged in"):
            command()
    plug_in(monkeypatch, OTHER_PICO, PICO)
    for named in (False, True):
        if named:
            seathub.touch()
        with pytest.raises(SeveralHubs, match=r"several Picos: /dev/ttyACM1, /dev/ttyACM2"):
            find_hub()
