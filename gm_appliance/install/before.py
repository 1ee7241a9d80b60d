"""The version before, to which people may go back: the other system of a card, or the last other release."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from gm_appliance.install import card
from gm_appliance.install.installer import Installer
from gm_appliance.install.slots import Card


class Before(NamedTuple):
    """version: empty for none. go_back: switches to it and starts it; raises OSError and RuntimeError."""

    version: str
    go_back: Callable[[], object]


def version_before(installer: Installer, *, rescued: bool = False) -> Before:
    """The version before on this machine. rescued: the caller starts the game master. Raises OSError."""
    with suppress(FileNotFoundError, LookupError):
        disk, slot = card.this_disk(), card.this_slot()
        state = Card(disk.device)
        return Before(card.before(state, disk, slot), partial(card.go_back, state, slot, installer.ask))
    before = installer.releases.before()
    version = before.rpartition("-")[0]
    return Before(version, partial(installer.become, before) if rescued else installer.roll_back)
