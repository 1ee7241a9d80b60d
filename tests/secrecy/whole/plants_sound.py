"""Leaks planted where words are rendered and where they and the storm are mixed."""

from __future__ import annotations

from collections.abc import Callable

from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.planting import in_the_reader, pads_pressed, put


def _a_storm_that_waits(table: Table, seconds: Callable[[], float]) -> None:
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
    pressed = pads_pressed(table)
    _a_storm_that_waits(table, lambda: 0.01 * len(pressed))


PLANTS: dict[str, dict[str, Plant]] = {
    "sound that depends on who pressed last": {
        "a storm as loud as the last pad": in_the_reader(
            lambda table, pad: put(table.mixer._layers["rain"], "volume", 0.8 - 0.01 * pad)
        ),
        "words as loud as the last pad": in_the_reader(
            lambda table, pad: put(table.mixer, "_voice_volume", 0.8 - 0.01 * pad)
        ),
        "a segment of storm chosen by the last pad": in_the_reader(
            lambda table, pad: put(table.mixer._layers["rain"], "_upcoming", pad % 3)
        ),
    },
    "what is rendered ahead": {
        "a text rendered at a press": in_the_reader(
            lambda table, pad: table.renderer.want(f"Pad {pad}.", False)
        ),
        "texts rendered in the order of the presses": in_the_reader(
            lambda table, pad: table.renderer._wanted.later.rotate(pad)
        ),
    },
    "a storm that ends late": {
        "a storm that waits for thumbs": _a_storm_that_waits_for_thumbs,
        "a storm that counts presses": _a_storm_that_counts,
    },
}
