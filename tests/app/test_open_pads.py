"""Opening the pads by the settings."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gm_appliance.app.real_table import _open_pads
from gm_appliance.config import Pads
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.pads.input.reader import InputPads
from gm_appliance.devices.pads.reader import SeatPads
from tests.devices.pads.input.plugged import Bus


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
    pads = _open_pads(settings, tmp_path, TableInbox(RealClock()))
    assert isinstance(pads, kind)
    if pads:
        pads.close()
