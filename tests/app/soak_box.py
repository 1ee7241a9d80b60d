"""The whole daemon on virtual time: `gm-appliance run` with its drivers, on models of the parts.

The models keep nothing, so that all growth is the daemon's.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from gpiozero.pins.mock import MockFactory

from gm_appliance.app import real_table, signals
from gm_appliance.app.evening_settings import Environment
from gm_appliance.core.ports import PANEL
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads import reader
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound import espeak_engine, keeper, voice
from gm_appliance.testing.clock import WatchfulInbox
from tests.secrecy import outputs
from tests.secrecy.whole.box import of_any_box
from tests.secrecy.whole.cable import Cable
from tests.secrecy.whole.hub import SeatHub
from tests.secrecy.whole.parts import Disk, Engine, Record, RecordingBus, SoundCards, VirtualPads
from tests.secrecy.whole.workers import LivelyClock


class Counted(Record):
    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(now)
        self.bytes: Counter[str] = Counter()

    def put(self, port: str, data: bytes) -> None:
        self.bytes[port] += len(data)


class Parts:
    """What the box is wired to: buttons, pads, hub, display, sound card, speech engine.

    The cables of hub, sound card and display can be pulled.
    """

    def __init__(self) -> None:
        self.clock = LivelyClock()
        self.record = Counted(self.clock.now)
        self.disk = Disk()
        self.bus = RecordingBus(self.record)
        self.cards = SoundCards(self.record, self.clock)
        self.cable = Cable(self.clock, self.record.put)
        self.hub = SeatHub(self.clock, self.cable, self._light)
        self.pins = MockFactory()
        self.inbox: TableInbox | None = None
        self._numbers = PanelSettings().pins

    def _light(self, shifted: int) -> None:
        self.record.put("lamps", shifted.to_bytes(2, "big"))

    def press(self, source: int, button: str, down: bool) -> None:
        """Close or open a contact of a panel button or a pad."""
        if source != PANEL:
            self.hub.move(source, button, down)
            return
        pin = self.pins.pin(self._numbers[button])
        (pin.drive_low if down else pin.drive_high)()
        pin.clear_states()  # it writes down all it was driven to

    def made_inbox(self, _clock: object) -> TableInbox:
        self.inbox = WatchfulInbox(self.clock)
        return self.inbox

    def made_pads(self, inbox: Any, port: str | None) -> VirtualPads:
        pads = VirtualPads(inbox, port, self.cable.open)
        pads.clock, pads.cable = self.clock, self.cable
        self.cable.heard_by_host = pads._ring
        return pads


@contextmanager
def on_virtual_time(parts: Parts, seed: int) -> Iterator[None]:
    """Replace the daemon's threads, clocks, chance and child processes."""
    with ExitStack() as stack:
        replaced: list[tuple[Any, str, object]] = [
            *of_any_box(parts.clock),
            (outputs, "DAY", sys.float_info.max),
            (real_table, "TableInbox", parts.made_inbox),
            (signals, "on_end", lambda stop: None),
            (reader, "SeatPads", parts.made_pads),
            (voice, "Card", partial(keeper.Card, list=parts.cards.playing)),
            (voice, "PygameDevice", lambda device: parts.cards.open()),
            (voice, "keeps_first_words", lambda device: True),
            (espeak_engine, "ask_child", Engine(parts.record, parts.clock, parts.disk, "quick").ask),
            (real_table, "Environment", partial(Environment, Random(f"box {seed}"))),
        ]
        for owner, name, instead in replaced:
            stack.enter_context(patch.object(owner, name, instead))
        yield
