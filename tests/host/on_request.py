"""Opens decisions on request behind BACK."""

from __future__ import annotations

from gm_appliance.host.stage import BLIND
from gm_appliance.testing import Asked, VirtualTable
from tests.seven import PANEL


def somebody_asks(table: VirtualTable, name: str, *groups: str) -> None:
    """Open this decision on request, through these groups of the menu; no lamp is lit then."""
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    table.advance(BLIND)  # a thumb this soon after BACK may be one given unseen
    for group in groups:
        table.answers(group)
        table.hears(Asked("questions"))
    table.answers(name)
    table.hears(Asked(name))
    assert table.lit == frozenset()
