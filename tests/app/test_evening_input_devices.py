"""An evening of seven people with two keys each, on two number pads."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.ports import PANEL, Input
from gm_appliance.devices.pads.input.reader import InputPads
from gm_appliance.hidden_roles.events import Banished, FactionsLearned, ThumbsShown
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from tests import scenes
from tests.devices.pads.input.devices import events, key, number_pad
from tests.devices.pads.input.plugged import Bus
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, ODIN, THOR, VALKYRIE_3

FIRST, SECOND = "event1", "event2"

KEYS = {
    8: (SECOND, 78, 96),
    7: (SECOND, 73, 77),
    6: (SECOND, 72, 76),
    5: (SECOND, 71, 75),
    4: (FIRST, 78, 96),
    3: (FIRST, 73, 77),
    2: (FIRST, 72, 76),
}
"""By pad, the device and the keys for up and down: plus and Enter, 9 and 6, 8 and 5, 7 and 4."""


class TableWithInputDevices(VirtualTable):
    """Hands press keys of input devices, which send events."""

    def __init__(self, state: Path) -> None:
        super().__init__(state, lamps=False)
        self.bus = Bus()
        self.bus.plug(FIRST, number_pad("usb-1.1/input0"))
        self.bus.plug(SECOND, number_pad("usb-1.2/input0"))
        self._came: deque[Input] = deque()
        self.devices = InputPads(_Mail(self, self._came), state / "pads.json", "", self.bus, lambda: self.now)
        self._inbox.on_ask(self.devices.ask)
        self.pads = {seat: 9 - seat for seat in EVERYBODY}

    def press(self, source: int, button: str, down: bool = True) -> None:
        if source == PANEL:
            super().press(source, button, down)
            return
        node, up_key, down_key = KEYS[self.pads[source]]
        code = up_key if button == "up" else down_key
        self.bus.plugs[node].happens(events((self.now, key(code, int(down)))))
        self.listens()

    def advance(self, seconds: float) -> None:
        until = self.now + seconds
        while (left := until - self.now) > 1e-9:
            super().advance(min(0.05, left))
            self.listens()

    def listens(self) -> None:
        """Take in the devices' events."""
        self.devices.step()
        while self._came:
            self.post(self._came.popleft())


class _Mail:
    """The devices' inbox."""

    def __init__(self, table: TableWithInputDevices, came: deque[Input]) -> None:
        self._table = table
        self.post = came.append

    def now(self) -> float:
        return self._table.now


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableWithInputDevices]:
    table = TableWithInputDevices(tmp_path)
    table.switch_on()
    table.advance(1.0)
    try:
        yield table
    finally:
        table.switch_off()
        table.devices.close()
        table.bus.end()


def test_seven_are_called_to_two_number_pads_and_conspire_there(table: TableWithInputDevices) -> None:
    scenes.choose_the_game(table)
    scenes.everybody_is_called(table)
    table.decides("setup.deal", "dealt")
    table.decides("setup.factions", scenes.FACTIONS)
    table.hears(FactionsLearned(fit=True))
    scenes.night(table, VALKYRIE_3)


def test_a_tap_does_not_make_a_conspirator(table: TableWithInputDevices) -> None:
    """Only the device's events distinguish a held thumb from a tap."""
    scenes.choose_the_game(table)
    scenes.everybody_is_called(table)
    table.decides("setup.deal", "dealt")
    table.decides("setup.factions", dict.fromkeys(scenes.FACTIONS, "protect"))
    table.hears(FactionsLearned(fit=False))


def test_unplugging_a_pad_at_night_stops_the_night_until_it_is_back(table: TableWithInputDevices) -> None:
    scenes.to_the_night(table)
    table.hears(Asked("conspiracy"), AtBeat("name", VALKYRIE_3))
    table.press(CONSPIRATORS[0], "down")
    table.bus.unplug(SECOND)
    table.listens()
    table.hears(Announced("broken-off-one"))
    table.advance(60.0)
    table.never_hears(Banished, within=60.0)
    # Somebody takes another port, where it may be any other of its kind.
    table.bus.plug(SECOND, number_pad("usb-1.4/input0"))
    table.advance(3.0)
    table.hears(Announced("pads-back"))
    table.hears(Announced("pads-mixed-up"))
    scenes.everybody_is_called(table)
    scenes.night(table, VALKYRIE_3)


def says_of_a_vote(table: VirtualTable) -> list[str]:
    """The announcement if only Odin's thumb is down."""
    scenes.to_odin(table)
    table.answers("pass")
    scenes.passes(table, "thor")
    scenes.accuse(table, ODIN, HEL, THOR)
    table.hears(Asked("council.vote"), AtBeat("now"))
    table.everybody_taps({seat: "down" if seat == ODIN else "up" for seat in EVERYBODY})
    table.hears(ThumbsShown)
    begun = len(table.heard)
    table.hears(Asked)
    return [one.what.text for one in table.heard[begun:] if isinstance(one.what, Said)]


def test_without_lamps_it_is_said_whose_thumb_is_down(table: TableWithInputDevices, tmp_path: Path) -> None:
    (tmp_path / "with lamps").mkdir()
    with evening(tmp_path / "with lamps") as lit:
        by_lamps = says_of_a_vote(lit)
    by_names = says_of_a_vote(table)
    assert by_lamps[1:] == by_names[1:]
    assert ("Odin" in by_lamps[0], "Odin" in by_names[0]) == (False, True)
