"""Leaks planted where the display rests and is drawn on, and where a page is told of the table."""

from __future__ import annotations

from gm_appliance.core.ports import PANEL, PANEL_BUTTONS
from gm_appliance.devices.display.oled import DIM_AFTER
from gm_appliance.simulator.pointing import told
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.planting import after, at_the_panel, in_the_reader, put


def _redrawn(table: Table, pressed: object) -> None:
    table.display._keeper._driver._memory = None
    table.display._worker.wake()


def _dimmed(table: Table, pressed: object) -> None:
    """As if to keep others from looking over a player's shoulder."""
    keeper = table.display._keeper
    keeper._touched = min(keeper._touched, table.clock.now() - DIM_AFTER)
    table.display._worker.wake()


def _moved(table: Table, pressed: object) -> None:
    table.display._keeper._move(table.clock.now())
    table.display._worker.wake()


def _a_page_told_how_many_are_down(table: Table) -> None:
    tell = table.room._tell
    table.room._tell = lambda message: tell({**message, "pad": " " * len(table.pads._reports._down)})


def _a_page_told_of_every_key(table: Table) -> None:
    """Of UP and DOWN at the page's panel too, as it once was."""
    holders = table.room._fingers._holders

    def held(source: int, button: str, down: bool) -> None:
        if source == PANEL:
            keys = [key for key in PANEL_BUTTONS if holders[PANEL, key]]
            table.room._tell({"type": "panel", "held": keys})

    after(table.room, "_press", held)


PLANTS: dict[str, dict[str, Plant]] = {
    "a display woken, dimmed or redrawn by a thumb": {
        "a display woken by a thumb given alone": at_the_panel(lambda table, button: table.display.wake()),
        "a display dimmed over a thumb given alone": at_the_panel(_dimmed),
        "a display redrawn by a thumb": in_the_reader(_redrawn),
        "a display redrawn by a thumb given alone": at_the_panel(_redrawn),
        "a picture moved by a thumb": in_the_reader(_moved),
        "a display not asked whether it is there": in_the_reader(
            lambda table, pad: put(table.display._keeper, "_spoken", table.clock.now())
        ),
    },
    "the page's messages and their sizes": {
        "a message to the page at every press": in_the_reader(
            lambda table, pad: table.room._tell({"type": "pad"})
        ),
        "what is on offer told again at every press": in_the_reader(
            lambda table, pad: table.room._tell(told(table.room._offers, large=False))
        ),
        "messages longer by every thumb that is down": _a_page_told_how_many_are_down,
        "a page told of every key of the panel": _a_page_told_of_every_key,
    },
}
