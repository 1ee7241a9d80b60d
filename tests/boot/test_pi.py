"""An emulated Raspberry Pi 3B from power-on to the first prompt, with its own pins and without sound.

    make test-boot

QEMU starts the kernel itself, so a real Pi's firmware is not tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot.emulated_pi import PLAYS_WITHIN, TOOLS, command, device_tree
from tests.boot.figures import figures
from tests.boot.guest import Guest
from tests.boot.roots import PI, disk, install, need, or_skipped, put_parts
from tests.boot.seen import marked
from tests.boot.table import Table
from tests.memory import folder_on_disk

pytestmark = pytest.mark.boot

PANEL = (5, 6, 13, 16, 26)

FOUND_DOWN = "is down at the start"
"""The message about each button, as nothing in QEMU pulls a pin up."""


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A Pi whose first prompt is open."""
    with folder_on_disk() as name:
        folder = Path(name)
        with or_skipped():
            need(TOOLS)
            root = install(PI, folder)
            put_parts(PI, root, "/dev/ttyS1")
            made, tree = disk(root), device_tree(root)
        guest = Guest(folder)
        try:
            guest.power_on(command(guest, made, tree), within=60.0)
            guest.await_hands(PLAYS_WITHIN)
            yield Table(guest)
        finally:
            guest.close()


def test_it_plays_with_what_is_there(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.shows(lambda glass: marked(glass) is not None)
    assert table.guest.told("systemctl is-active gm-appliance").strip() == "active"
    with capsys.disabled():
        print(f"\nRaspberry Pi 3B, emulated:\n{figures(table.guest, table.shown())}")


def test_its_own_pins_are_listened_to(table: Table) -> None:
    used = table.guest.told("grep -o 'gpio-[0-9]* .*lg.*' /sys/kernel/debug/gpio")
    assert len(used.splitlines()) == len(PANEL), used
    said = table.guest.told("journalctl --unit gm-appliance --output cat")
    assert not [line for line in said.splitlines() if "panel" in line and FOUND_DOWN not in line]
