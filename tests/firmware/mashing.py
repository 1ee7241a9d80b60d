"""People who mash their pads, the host's record of it, and whether the two agree."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from random import Random

from gm_appliance.core.ports import Edge, Fault, Input
from gm_appliance.core.values import replace
from tests.benches.firmware_hub import FirmwareHub
from tests.devices.pads import pads_inbox

PADS = range(1, 16)
TAPS = 8  # taps per pad and round. All their edges fit into the hub's ring, so no cable is too slow.
Plan = dict[int, list[str]]  # thumbs to tap, in order, by pad


class Recorder(pads_inbox.Recorder):
    """An inbox that records everything in order, on the machine's clock. edges: presses and their ends.
    holds: reports in between that a button is still down."""

    def __init__(self) -> None:
        super().__init__()
        self.edges: list[Edge] = []
        self.holds: list[Edge] = []
        self._down: set[tuple[int, str]] = set()

    def now(self) -> float:
        return time.monotonic()

    def post(self, item: Input) -> None:
        with self.changed:
            if isinstance(item, Edge):
                self._edge(item)
            super().post(item)

    def _edge(self, edge: Edge) -> None:
        switch = (edge.source, edge.button)
        if edge.down and switch in self._down:
            self.holds.append(edge)
            return
        self._down ^= {switch}
        self.edges.append(edge)

    def forget_down(self) -> None:
        """Forget presses in progress: their host is gone."""
        with self.changed:
            self._down.clear()

    def reach(self, items: int, seconds: float = 30.0) -> bool:
        return self.wait(lambda: len(self.edges) >= items, seconds)

    def came(self, since: int = 0, told: int = 0) -> list[Edge]:
        """The edges from number `since` on. If the pads were lost after fault number `told`, a cancelled end
        counts as a release: nobody could see the thumb come up."""
        edges = self.edges[since:]
        if "lost" in self.faults[told:]:
            return [replace(edge, cancelled=False) for edge in edges]
        return edges

    @property
    def downs(self) -> list[Edge]:
        return [edge for edge in self.edges if edge.down]

    @property
    def faults(self) -> list[str]:
        return [item.what for item in self.items if isinstance(item, Fault) and item.part == "pads"]


def plan(rng: Random, taps: int = TAPS) -> Plan:
    return {pad: [rng.choice(("up", "down")) for _ in range(taps)] for pad in PADS}


def mash(hub: FirmwareHub, plan: Plan) -> None:
    """Queue the taps of all pads at the same time, as planned. Returns at once."""
    for turn in range(max(map(len, plan.values()))):
        for pad, thumbs in plan.items():
            if turn < len(thumbs):
                hub.tap(pad, thumbs[turn])


def presses(plan: Plan) -> int:
    return sum(map(len, plan.values()))


def joined(plans: Iterable[Plan]) -> Plan:
    together: Plan = {}
    for one in plans:
        for pad, thumbs in one.items():
            together.setdefault(pad, []).extend(thumbs)
    return together


def recorded(edges: Iterable[Edge]) -> dict[int, list[tuple[str, bool]]]:
    by_pad: dict[int, list[tuple[str, bool]]] = {}
    for edge in edges:
        by_pad.setdefault(edge.source, []).append((edge.button, edge.down))
    return by_pad


def differences(pressed: Mapping[int, list[str]], edges: Iterable[Edge]) -> list[str]:
    """Differences between taps and record: by pad, in order, none lost, none doubled. Each tap must be a
    press and a release of the same thumb, and never be cancelled."""
    edges = list(edges)
    found = [f"pad {edge.source}: a press was cancelled" for edge in edges if edge.cancelled]
    by_pad = recorded(edges)
    for pad in sorted({*pressed, *by_pad}):
        wanted = [move for thumb in pressed.get(pad, []) for move in ((thumb, True), (thumb, False))]
        got = by_pad.get(pad, [])
        if got != wanted:
            same = 0
            while same < min(len(got), len(wanted)) and got[same] == wanted[same]:
                same += 1
            found.append(f"pad {pad}: {len(wanted)} edges wanted, {len(got)} came, the first {same} right")
    return found
