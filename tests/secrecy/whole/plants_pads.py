"""Leaks planted in the seat hub's firmware, in its reader, and on the way of the lamps."""

from __future__ import annotations

from typing import Any

from firmware.hub_protocol import line
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.planting import in_the_hub, pads_pressed, put


def _a_lamp_lit(table: Table, link: Any, pad: int) -> None:
    link._commands.lamps |= 1 << pad - 1


def _lit_as_they_pressed(table: Table) -> None:
    """One lamp after the other, a hundredth of a second apart, in the order of the last presses."""
    pressed, light = pads_pressed(table), table.pads.light
    wanted: list[frozenset[int]] = []

    def one_by_one(lit: frozenset[int]) -> None:
        wanted.append(lit)
        last = {pad: at for at, pad in enumerate(pressed)}
        turn, number = sorted(lit, key=lambda pad: (last.get(pad, -1), pad)), len(wanted)

        def next_lamp(lamps: int) -> None:
            if len(wanted) == number:
                light(frozenset(turn[:lamps]))
            if lamps < len(turn):
                table.clock.at(table.clock.now() + 0.01, lambda: next_lamp(lamps + 1))

        next_lamp(min(1, len(turn)))

    table.pads.light = one_by_one


def _lamps_that_wait_for_thumbs(table: Table) -> None:
    """The reader has moves to look at first."""
    light = table.pads.light

    def later(lit: frozenset[int]) -> None:
        table.clock.at(table.clock.now() + 0.002 * len(table.pads._reports._down), lambda: light(lit))

    table.pads.light = later


PLANTS: dict[str, dict[str, Plant]] = {
    "a lamp's order or instant on the wire": {
        "lamps latched at a press": in_the_hub(lambda table, link, pad: put(table.hub._hub, "_lit", None)),
        "a lamp lit by the firmware": in_the_hub(_a_lamp_lit),
        "lamps lit one by one as they pressed": _lit_as_they_pressed,
        "lamps that wait for thumbs that are down": _lamps_that_wait_for_thumbs,
    },
    "the firmware answering": {
        "a snapshot at every press": in_the_hub(lambda table, link, pad: put(link, "_snapshot", None)),
        "a press acknowledged as a command": in_the_hub(
            lambda table, link, pad: link._replies.append(line("A", link.boot, 0, 0, 0))
        ),
        "a snapshot put off by a press": in_the_hub(
            lambda table, link, pad: put(link, "_snapshot", table.hub._circuit.ms)
        ),
    },
}
