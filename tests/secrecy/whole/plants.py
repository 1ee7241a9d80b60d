"""Leaks planted where a driver or a helper lives, by their kind. The comparison must catch every one.

To add one, add a line to `PLANTS` in the module of its room: its name, and what is changed about a
table that is ready to be played at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

import pytest

from tests.secrecy.whole import (
    plants_display,
    plants_host,
    plants_pads,
    plants_records,
    plants_room,
    plants_sound,
)
from tests.secrecy.whole.box import Plant

ROOMS = (plants_sound, plants_pads, plants_records, plants_display, plants_host, plants_room)
"""Modules of leaks that are looked for in `test_whole`."""


def joined(rooms: Iterable[ModuleType]) -> dict[str, dict[str, Plant]]:
    plants: dict[str, dict[str, Plant]] = {}
    for room in rooms:
        for kind, leaks in room.PLANTS.items():
            plants[kind] = plants.get(kind, {}) | leaks
    return plants


EVERY_RUN = (
    "a rendering opened at every press",
    "a retained topic that grows",
    "a report with the journal's last entry",
    "a storm chosen by the marks before it",
)
"""Leaks that are looked for in every run; the others in the long tests."""


def tiered(plants: Mapping[str, Mapping[str, Plant]]) -> list[Any]:
    """The kind and the name of every leak, for tests of one each; those of `EVERY_RUN` are not long."""
    return [
        pytest.param(kind, name, id=name, marks=() if name in EVERY_RUN else pytest.mark.long)
        for kind, leaks in plants.items()
        for name in leaks
    ]
