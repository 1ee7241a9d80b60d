"""Leaks planted where a driver or a helper lives. The comparison of whole boxes must catch every one.

To add one, add a line to `PLANTS`: a name, and what is changed about a table that is ready to be played at.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from firmware.hub_protocol import HELD, PRESSED, line, pad_of
from gm_appliance.core.ports import PAD_BUTTONS, Fault
from gm_appliance.devices.pads.link import Moved
from tests.secrecy.whole.box import Plant, Table

log = logging.getLogger("gm_appliance.devices.pads.reader")


def after(owner: Any, name: str, do: Callable[..., object]) -> None:
    """Have this done after every call of a method, with the same arguments."""
    method = getattr(owner, name)

    def called(*given: Any, **named: Any) -> Any:
        result = method(*given, **named)
        do(*given, **named)
        return result

    setattr(owner, name, called)


def in_the_hub(do: Callable[[Table, Any, int], object]) -> Plant:
    """At every press, in the firmware: told its link and the pad."""

    def plant(table: Table) -> None:
        link = table.hub._hub._link

        def moved(switch: int, move: int, ms: int) -> None:
            if move == PRESSED:
                do(table, link, pad_of(switch))

        after(link, "moved", moved)

    return plant


def in_the_reader(do: Callable[[Table, int], object], what: int = PRESSED) -> Plant:
    """At every press, where the box hears of it: told the pad."""

    def plant(table: Table) -> None:
        def moved(heard: Moved, now: float) -> None:
            if heard.move == what:
                do(table, pad_of(heard.switch))

        after(table.pads._reports, "_moved", moved)

    return plant


def at_the_panel(do: Callable[[Table, str], object]) -> Plant:
    """At every press of UP or DOWN at the panel, which may be a thumb given alone: told the button."""

    def plant(table: Table) -> None:
        def press(source: int, button: str, down: bool, t: float) -> None:
            if down and button in PAD_BUTTONS:
                do(table, button)

        after(table.panel._inbox, "press", press)

    return plant


def at_the_choice(do: Callable[[Table, int], object]) -> Plant:
    """When what was chosen in secret is written down: told how many marks or thumbs down there are."""

    def plant(table: Table) -> None:
        def choose(session: int, name: str, value: Any, secret: bool, t: float) -> None:
            if secret and isinstance(value, dict):
                do(table, sum(bool(one) and one not in ("up", "protect") for one in value.values()))

        after(table.journal, "choose", choose)

    return plant


def _set(owner: Any, name: str, value: object) -> None:
    setattr(owner, name, value)


def _a_lamp_lit(table: Table, link: Any, pad: int) -> None:
    link._commands.lamps |= 1 << pad - 1


def _redrawn(table: Table, pressed: object) -> None:
    table.display._keeper._driver._memory = None
    table.display._worker.wake()


def _a_storm_that_waits(table: Table, seconds: Callable[[], float]) -> None:
    """The storm leaves later by so many seconds."""
    storm = table.mixer.storm

    def later(on: bool) -> None:
        if on or not seconds():
            storm(on)
        else:
            table.clock.at(table.clock.now() + seconds(), lambda: storm(on))

    table.mixer.storm = later


def _a_storm_that_waits_for_thumbs(table: Table) -> None:
    _a_storm_that_waits(table, lambda: 0.3 * len(table.pads._reports._down))


def _a_storm_that_counts(table: Table) -> None:
    presses: list[int] = []
    in_the_reader(lambda table, pad: presses.append(pad))(table)
    _a_storm_that_waits(table, lambda: 0.01 * len(presses))


def _a_page_told_how_many_are_down(table: Table) -> None:
    tell = table.room._tell
    table.room._tell = lambda message: tell({**message, "pad": " " * len(table.pads._reports._down)})


def _busy(table: Table, seconds: float) -> None:
    table.clock._now += seconds


PLANTS: dict[str, Plant] = {
    # sound that depends on who pressed last
    "a storm as loud as the last pad": in_the_reader(
        lambda table, pad: _set(table.mixer._masking, "volume", 0.8 - 0.01 * pad)
    ),
    "words as loud as the last pad": in_the_reader(
        lambda table, pad: _set(table.mixer, "_voice_volume", 0.8 - 0.01 * pad)
    ),
    # a lamp's order or instant on the wire
    "lamps latched at a press": in_the_hub(lambda table, link, pad: _set(table.hub._hub, "_lit", None)),
    "a lamp lit by the firmware": in_the_hub(_a_lamp_lit),
    # the firmware answering
    "a snapshot at every press": in_the_hub(lambda table, link, pad: _set(link, "_snapshot", None)),
    "a press acknowledged as a command": in_the_hub(
        lambda table, link, pad: link._replies.append(line("A", link.boot, 0, 0, 0))
    ),
    # a commit or a flush at a secret press
    "a commit at every press": in_the_reader(lambda table, pad: table.journal.set_setting("last pad", pad)),
    "a flush at every press": in_the_reader(
        lambda table, pad: table.journal._db.execute("PRAGMA wal_checkpoint").fetchall()
    ),
    # work that grows with a mark
    "a moment of work for every mark": at_the_choice(lambda table, marks: _busy(table, 0.002 * marks)),
    "a commit for every mark": at_the_choice(
        lambda table, marks: [table.journal.set_setting("mark", one) for one in range(marks)]
    ),
    # a display woken or redrawn by a thumb
    "a display redrawn by a thumb": in_the_reader(_redrawn),
    "a display redrawn by a thumb given alone": at_the_panel(_redrawn),
    "a display not asked whether it is there": in_the_reader(
        lambda table, pad: _set(table.display._keeper, "_spoken", table.clock.now())
    ),
    # values in debug logs, errors and faults
    "pads in the log of a developer": in_the_reader(lambda table, pad: log.debug("pad %d", pad)),
    "a thumb given alone in the log": at_the_panel(lambda table, button: log.debug("%s", button)),
    "an error that names a pad": in_the_reader(lambda table, pad: log.error("Pad %d cannot be.", pad)),
    "a fault for a thumb held": in_the_reader(
        lambda table, pad: table.hands.inbox.post(Fault("pads", "stuck", pad)), HELD
    ),
    # the page's messages and their sizes
    "a message to the page at every press": in_the_reader(
        lambda table, pad: table.room._tell({"type": "pad"})
    ),
    "messages longer by every thumb that is down": _a_page_told_how_many_are_down,
    # what is rendered ahead
    "a text rendered at a press": in_the_reader(lambda table, pad: table.renderer.want(f"Pad {pad}.", False)),
    "texts rendered in the order of the presses": in_the_reader(
        lambda table, pad: table.renderer._later.rotate(pad)
    ),
    # a storm that ends late
    "a storm that waits for thumbs": _a_storm_that_waits_for_thumbs,
    "a storm that counts presses": _a_storm_that_counts,
}
