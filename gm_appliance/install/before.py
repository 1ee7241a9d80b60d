"""The version before, to which people may go back: the other system of a card, or the last other release."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from gm_appliance.install import card
from gm_appliance.install.installer import Installer
from gm_appliance.install.slots import Card


@dataclass(frozen=True)
class Before:
    """version: empty if there is none.

    go_back: makes it the current one and starts it, or the whole machine; raises OSError and RuntimeError.
    """

    version: str
    go_back: Callable[[], object]


def version_before(installer: Installer, *, rescued: bool = False) -> Before:
    """The one of this machine. Raises OSError.

    rescued: the rescue program asks, which starts the game master itself.
    """
    with suppress(FileNotFoundError, LookupError):
        disk, slot = card.this_disk(), card.this_slot()
        state = Card(disk.device)
        return Before(card.before(state, disk, slot), partial(card.go_back, state, slot, installer.ask))
    before = installer.releases.before()
    version = before.rpartition("-")[0]
    return Before(version, partial(installer.become, before) if rescued else installer.roll_back)
