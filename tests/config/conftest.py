"""No settings but a test's own: xdg, boot and etc below its folder are where a file may lie."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of them all. Only the boot partition and the machine's folder are there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", "/home/odin")
    for constant, name in (("BOOT", "boot"), ("MACHINE", "etc")):
        monkeypatch.setattr(f"gm_appliance.config.{constant}", tmp_path / name)
        (tmp_path / name).mkdir()
    return tmp_path
