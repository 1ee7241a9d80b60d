"""The last picture before power-off: the plug may be pulled."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gm_appliance.devices.display import bare
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.install import unplug

SCRIPT = Path(__file__).parents[2] / "systemd/gm-appliance.shutdown"


@pytest.mark.process
@pytest.mark.parametrize(
    ("next_", "shown"), [("poweroff", True), ("halt", True), ("reboot", False), ("kexec", False)]
)
def test_it_is_shown_only_where_the_box_stays_off(tmp_path: Path, next_: str, shown: bool) -> None:
    python = tmp_path / "python3"
    python.write_text('#!/bin/sh\necho "$PWD $*" >>said\n')
    python.chmod(0o755)
    script = SCRIPT.read_text().replace("/opt/gm-appliance/rescue", str(tmp_path))
    subprocess.run(["sh", "-c", script.replace("/usr/bin/python3", str(python)), "sh", next_], check=True)
    said = tmp_path / "said"
    expected = f"{tmp_path} -m gm_appliance.install.unplug\n" if shown else ""
    assert (said.read_text() if said.exists() else "") == expected


@pytest.mark.parametrize(
    ("model", "name"),
    [("Raspberry Pi 4 Model B Rev 1.5", "plug"), ("Raspberry Pi 5 Model B Rev 1.0", "button"), ("", "")],
)
def test_there_is_a_picture_for_each_way_to_switch_it_on(model: str, name: str) -> None:
    picture = unplug.picture(model)
    assert picture.partition("-")[2] == name
    assert len((bare.PICTURES / f"{picture}.pages").read_bytes()) == bare.PAGES * bare.COLUMNS


def test_without_a_display_it_says_so_and_fails(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare, "settings_in", lambda files: DisplaySettings(i2c_bus=22))
    assert unplug.main() == 1
    assert "unplugged" in capfd.readouterr().err
