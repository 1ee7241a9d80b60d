"""The virtual table on the seat hub's firmware, or on the display's driver: for engineers who change these.

    python -m tests.benches.table --hub --bus

``--hub``: pads are pressed through the firmware, which runs in real time. ``--bus``: the page shows the
picture that the driver of the configured display sends. Every other argument goes to `gm-appliance simulate`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial

from gm_appliance import cli
from gm_appliance.app import virtual_table
from gm_appliance.core.cues.screens import Screen, TextScreen
from gm_appliance.core.ports import PANEL, FaultReport
from gm_appliance.devices.display.oled import open_display
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads.reader import open_pads
from gm_appliance.simulator.room import FRAME_BYTES, Room
from tests.benches.decoded_bus import DecodedBus
from tests.benches.firmware_hub import FirmwareHub
from tests.benches.pad_presser import PadPresser


class FirmwareHubPads:
    """Pads on the seat hub's own firmware: every press goes through its scan."""

    def __init__(self, stack: ExitStack, inbox: TableInbox) -> None:
        self._inbox = inbox
        self._lamps: Callable[[frozenset[int]], None] = lambda lit: None
        self._hub = stack.enter_context(FirmwareHub(lambda lit: self._lamps(lit)))
        pads = stack.enter_context(closing(open_pads(str(self._hub.port), inbox)))
        inbox.on_ask(pads.ask)
        inbox.listen_by(pads.whole_at)
        self.light, self.whole_at = pads.light, pads.whole_at
        self.presser = stack.enter_context(closing(PadPresser(inbox, self._hub.press)))

    def press(self, source: int, button: str, down: bool) -> None:
        if source == PANEL:
            self._inbox.press(source, button, down)
        else:
            self._hub.press(source, button, down)

    def on_lamps(self, lamps: Callable[[frozenset[int]], None]) -> None:
        self._lamps = lamps


class DecodedDisplay:
    """The real display's driver on a decoded bus: the room shows the picture of the modelled controller."""

    def __init__(self, room: Room, settings: DisplaySettings, fault: FaultReport) -> None:
        bus = DecodedBus(self._pictured, settings.driver, settings.i2c_address)
        self._room = room
        self._screen: Screen = TextScreen("")
        self._picture = bytes(FRAME_BYTES)
        room.draw = lambda screen: self._picture
        self._display = open_display(settings, fault, bus=bus)
        self.enlarge = self._display.enlarge
        self.wake = self._display.wake
        self.close = self._display.close

    def _pictured(self, picture: bytes) -> None:
        self._picture = picture
        self._room.show(self._screen)

    def show(self, screen: Screen) -> None:
        """The words at once, the picture once it is sent."""
        self._screen = screen
        self._room.show(screen)
        self._display.show(screen)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hub", action="store_true", help="press the pads through the hub's firmware")
    parser.add_argument("--bus", action="store_true", help="show what the display's driver sends")
    args, others = parser.parse_known_args(arguments)
    virtual_table.simulate = partial(
        virtual_table.simulate,
        open_hub=FirmwareHubPads if args.hub else None,
        open_display=DecodedDisplay if args.bus else None,
    )
    return cli.main(["simulate", *others])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
