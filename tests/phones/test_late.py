"""A phone's press keeps its time, though others' presses came before it."""

from __future__ import annotations

import pytest

from firmware.hub_protocol import PRESSED, RELEASED, switch
from gm_appliance.core.ports import Edge, Input
from gm_appliance.devices.pads.link import Acknowledgement, Met, Moved, Snapshot
from gm_appliance.devices.pads.phones import PHONES
from gm_appliance.devices.pads.reports import CABLE, PadReports


class Inbox:
    def __init__(self) -> None:
        self.edges: list[Edge] = []

    def now(self) -> float:
        return 10.0

    def post(self, item: Input) -> None:
        if isinstance(item, Edge):
            self.edges.append(item)


@pytest.mark.parametrize(("apart", "late"), [(True, 9.6), (False, 9.9)])
def test_a_press_that_comes_late_is_as_early_as_it_was(apart: bool, late: float) -> None:
    inbox = Inbox()
    reports = PadReports(inbox, 0.0, PHONES if apart else CABLE)
    heard = (Met(1, True), Snapshot(10_000, 0, True, 0, 0), Acknowledgement(10_000, 1))
    pressed = (
        Moved(switch(1, False), PRESSED, 9_900, 7, 0),
        Moved(switch(2, False), PRESSED, 9_600, 7, 0),
        Moved(switch(2, False), RELEASED, 9_650, 7, 0),
    )
    for one in (*heard, *pressed):
        reports.take(one, 10.0)
    assert [edge.t for edge in inbox.edges] == pytest.approx([9.9, late, max(9.65, late + 0.05)], abs=0.06)
    assert inbox.edges[1].t == pytest.approx(late)
