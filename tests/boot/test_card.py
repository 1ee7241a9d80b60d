"""The card as it is made, in an emulated Raspberry Pi 3B, from its U-Boot to the first prompt; its update; cuts.

    make test-boot TESTS=tests/boot/test_card.py

A cut is made on paper: the emulator records every write to the card, and a card is put together from the first of
them up to any moment. Each of those is looked into; some are started again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gm_appliance.install.slots import PLACES, SECTOR
from image import build, layout
from image.system import NotMade
from tests.boot import cards
from tests.boot.cards import Blank
from tests.boot.guest import Guest
from tests.boot.roots import need, or_skipped
from tests.memory import folder_on_disk
from tests.system.container import NotHere

pytestmark = pytest.mark.boot

TOOLS = {
    **build.TOOLS,
    "qemu-system-aarch64": "qemu-system-arm",
    "fdtput": "device-tree-compiler",
    "debugfs": "e2fsprogs",
}
MOMENTS = 20
PROVED = re.compile(cards.PROVED)
MENU = "journalctl --unit gm-appliance --output cat"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with folder_on_disk() as name:
        yield Path(name)


@pytest.fixture(scope="module")
def card(folder: Path) -> Blank:
    """The card of this checkout, as `make image` makes it."""
    with or_skipped():
        need(TOOLS)
        try:
            image = cards.make(folder)
        except NotMade as error:
            raise NotHere(str(error)) from error
    return cards.blank(image, folder)


@pytest.fixture(scope="module")
def handed(card: Blank, folder: Path) -> Blank:
    """The same card, with what takes a test's orders in its system; and an update to it, in the games' part."""
    image = card.copy(folder / "handed.img")
    system = cards.part(image, layout.A, folder / "handed.system")
    cards.with_hands(system, folder)
    cards.put_part(image, layout.A, system)
    return Blank(image, card.uboot, card.tree)


@pytest.fixture
def machine(folder: Path) -> Iterator[Callable[..., Guest]]:
    """Start a card; the plug is pulled at the end of the test, if not before."""
    running: list[Guest] = []

    def start(card: Blank, disk: Path, log: Path | None = None) -> Guest:
        for name in ("console",):
            (folder / name).unlink(missing_ok=True)
        running.append(cards.power_on(card, disk, folder, log))
        return running[-1]

    yield start
    for guest in running:
        guest.close()


def system_of(disk: Path, partition: layout.Partition, like: Path, to: Path) -> str:
    """A digest of as much of a slot as a system has. like: a system of the same size."""
    with disk.open("rb") as file:
        file.seek(partition.start * SECTOR)
        return hashlib.sha256(file.read(like.stat().st_size)).hexdigest()
