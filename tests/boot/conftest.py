"""The card of this checkout, made once, and machines for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from image import build
from image.system import NotMade
from tests.boot import cards
from tests.boot.cards import Blank
from tests.boot.guest import Guest
from tests.boot.roots import need, or_skipped
from tests.memory import folder_on_disk
from tests.system.container import NotHere

TOOLS = {
    **build.TOOLS,
    "qemu-system-aarch64": "qemu-system-arm",
    "fdtput": "device-tree-compiler",
    "debugfs": "e2fsprogs",
    "unsquashfs": "squashfs-tools",
}


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    with folder_on_disk() as name:
        yield Path(name)


@pytest.fixture(scope="session")
def card(folder: Path) -> Blank:
    """The card of this checkout, as `make image` makes it."""
    with or_skipped():
        need(TOOLS)
        try:
            image = cards.make(folder)
        except NotMade as error:
            raise NotHere(str(error)) from error
    return cards.blank(image, folder)


@pytest.fixture(scope="session")
def handed(card: Blank, folder: Path) -> Blank:
    """The same card, with a program for a test's commands, pins and a display."""
    with or_skipped():
        return cards.handed(card, folder)


@pytest.fixture
def machine(folder: Path) -> Iterator[Callable[..., Guest]]:
    """Starts cards; they are switched off at the end of the test."""
    running: list[Guest] = []

    def start(card: Blank, disk: Path, log: Path | None = None, stick: Path | None = None) -> Guest:
        (folder / "console").unlink(missing_ok=True)
        running.append(cards.power_on(card, disk, folder, log, stick))
        return running[-1]

    yield start
    for guest in running:
        guest.close()
