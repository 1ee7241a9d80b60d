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
    plants_faults,
    plants_host,
    plants_pads,
    plants_people,
    plants_records,
    plants_sound,
)
from tests.secrecy.whole.box import Plant

ROOMS = (plants_sound, plants_pads, plants_records, plants_display, plants_host)
"""Modules of leaks that are looked for in `test_whole`."""

ELSEWHERE = (plants_faults, plants_people)
"""Modules of leaks that show in other evenings, and are looked for in tests of their own."""

KINDS = (
    "sound that depends on who pressed last",
    "a lamp's order or instant on the wire",
    "the firmware answering",
    "a commit, checkpoint or flush at a secret press",
    "work that grows with a mark",
    "a sleep, or a sign of life, at a press",
    "a report that tells of a game",
    "the order and the times of the cache",
    "a display woken, dimmed or redrawn by a thumb",
    "bots that think longer when they conspire",
    "values in debug logs, errors and faults",
    "ties and orders decided by who pressed first",
    "the page's messages and their sizes",
    "what is rendered ahead",
    "a fault heeded only in one case",
    "a storm that ends late",
    "replays that count",
    "a press lost on the line and sent again",
    "a game that goes on",
    "a step that depends on a faction",
    "what one night leaves to the next",
    "a window that heeds who has pressed",
    "a word or a picture of a thumb",
)


def joined(rooms: Iterable[ModuleType]) -> dict[str, dict[str, Plant]]:
    """The leaks of these rooms, by kind and name. Raises KeyError for a kind that is not listed."""
    plants: dict[str, dict[str, Plant]] = {kind: {} for kind in KINDS}
    for room in rooms:
        for kind, leaks in room.PLANTS.items():
            plants[kind] |= leaks
    return plants


PLANTS = joined((*ROOMS, *ELSEWHERE))

EVERY_RUN = (
    "a rendering opened at every press",
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
