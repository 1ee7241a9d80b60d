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
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gpiozero.pins.mock import MockFactory
from luma.core import device as luma_device

from gm_appliance.app import clock as clock_module
from gm_appliance.app import evening as app
from gm_appliance.app import real_table, signals
from gm_appliance.core.ports import PANEL
from gm_appliance.devices import panel
from gm_appliance.devices.display import oled
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads import reader
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound import mixer, renderer, voice
from tests.secrecy import outputs
from tests.secrecy.whole.box import AtOnce, quick_sounds
from tests.secrecy.whole.hub import Cable, SeatHub
from tests.secrecy.whole.parts import Disk, Engine, Record, RecordingBus, SoundCards, VirtualPads, no_command
from tests.secrecy.whole.workers import LivelyClock, worker_on


class Counted(Record):
    """Counts the bytes that leave the box at each port."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(now)
        self.bytes: Counter[str] = Counter()

    def _write(self, t: float, port: str, data: bytes) -> None:
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

    # ------------------------------------------------------------ in place of what the daemon opens

    def made_inbox(self, _clock: object) -> TableInbox:
        self.inbox = TableInbox(self.clock)
        return self.inbox

    def made_pads(self, inbox: Any, port: str | None) -> VirtualPads:
        pads = VirtualPads(inbox, port, self.cable.open)
        pads.clock, pads.cable = self.clock, self.cable
        self.cable.heard_by_host = pads._ring
        return pads


@contextmanager
def on_virtual_time(parts: Parts, seed: int) -> Iterator[None]:
    """Replace the daemon's threads, clocks, chance and child processes."""
    clock, worker = parts.clock, worker_on(parts.clock)
    now = SimpleNamespace(monotonic=clock.now, time=clock.now)
    with ExitStack() as stack:
        for module in (mixer, oled, panel, reader, renderer):
            stack.enter_context(patch.object(module, "Worker", worker))
        for timed in (mixer, reader, renderer, clock_module):
            stack.enter_context(patch.object(timed, "time", now))
        replaced: list[tuple[Any, str, object]] = [
            (outputs, "DAY", sys.float_info.max),
            (real_table, "TableInbox", parts.made_inbox),
            (signals, "on_end", lambda stop: None),
            (reader, "SeatPads", parts.made_pads),
            (mixer, "threading", SimpleNamespace(Thread=AtOnce)),
            (mixer, "make_sounds", quick_sounds),
            (voice, "SoundMixer", partial(mixer.SoundMixer, cards=parts.cards.playing)),
            (voice, "PygameDevice", lambda device: parts.cards.open()),
            (voice, "keeps_first_words", lambda device: True),
            (renderer, "ask_child", Engine(parts.record, clock, parts.disk, "quick").ask),
            (renderer, "ask_command", no_command),
            (app, "randbits", lambda bits: 1),
            (real_table, "Environment", partial(app.Environment, Random(f"box {seed}"))),
            # A display that waits for the end of the process would keep its whole box.
            (luma_device, "atexit", SimpleNamespace(register=lambda hook: hook)),
        ]
        for owner, name, instead in replaced:
            stack.enter_context(patch.object(owner, name, instead))
        yield
