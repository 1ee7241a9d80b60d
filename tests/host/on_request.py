"""Opens decisions on request behind BACK."""

from __future__ import annotations

from gm_appliance.host.stage import BLIND
from gm_appliance.testing import Asked, VirtualTable
from tests.seven import PANEL


def somebody_asks(table: VirtualTable, name: str) -> None:
    """Open this decision on request; no lamp is lit then."""
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    table.advance(BLIND)  # a thumb this soon after BACK may be one given unseen
    table.answers(name)
    table.hears(Asked(name))
    assert table.lit == frozenset()
