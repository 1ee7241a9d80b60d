"""The bench with the hub's firmware: presses on the page, or by bots, go through the hub's own scan."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from gm_appliance.core.ports import Edge
from gm_appliance.devices.inbox import RealClock, TableInbox
from tests.benches.table import FirmwareHubPads

SOON = 30.0  # timeout in seconds

pytestmark = pytest.mark.process


@pytest.fixture
def table(micropython: None) -> Iterator[tuple[TableInbox, FirmwareHubPads]]:
    """A hub that has met its host: earlier presses would belong to nobody."""
    inbox = TableInbox(RealClock())
    with ExitStack() as stack:
        hub = FirmwareHubPads(stack, inbox)
        met = threading.Event()
        hub.on_lamps(lambda lamps: met.set() if lamps == {1} else None)
        hub.light(frozenset((1,)))
        assert met.wait(SOON)
        yield inbox, hub


def next_edge(inbox: TableInbox) -> Edge:
    until = inbox.now() + SOON
    while inbox.now() < until:
        got = inbox.wait(until)
        if isinstance(got, Edge):
            return got
    pytest.fail("no edge came")


def settled(inbox: TableInbox, hub: FirmwareHubPads, prompt_id: int) -> None:
    """Wait until the hub stamps presses with this prompt, which takes time to arrive."""
    inbox.ask(prompt_id, 0)
    while True:
        hub.press(15, "up", True)
        pressed = next_edge(inbox)
        hub.press(15, "up", False)
        next_edge(inbox)
        if pressed.prompt_id == prompt_id:
            return


def test_a_press_at_the_page_comes_as_an_edge_of_the_hubs_prompt(
    table: tuple[TableInbox, FirmwareHubPads],
) -> None:
    inbox, hub = table
    settled(inbox, hub, 7)
    hub.press(3, "down", True)
    hub.press(3, "down", False)
    edges = [next_edge(inbox) for _ in range(2)]
    told = [(edge.source, edge.button, edge.down, edge.prompt_id) for edge in edges]
    assert told == [(3, "down", True, 7), (3, "down", False, 7)]


def test_bots_press_the_hubs_switches_unless_the_prompt_is_over(
    table: tuple[TableInbox, FirmwareHubPads],
) -> None:
    inbox, hub = table
    settled(inbox, hub, 9)
    hub.presser.press_at(inbox.now() + 0.05, 4, "up", 0.1, prompt_id=8)
    hub.presser.press_at(inbox.now() + 0.1, 5, "up", 0.1, prompt_id=9)
    edges = [next_edge(inbox) for _ in range(2)]
    assert [(edge.source, edge.down) for edge in edges] == [(5, True), (5, False)]
