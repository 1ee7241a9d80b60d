"""Replaces the places of settings files by xdg, boot and etc in a test's folder."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of them all; boot and etc exist."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", "/home/odin")
    for constant, name in (("BOOT", "boot"), ("MACHINE", "etc")):
        monkeypatch.setattr(f"gm_appliance.config.{constant}", tmp_path / name)
        (tmp_path / name).mkdir()
    return tmp_path
