"""The real drivers, from the kernel to the game: a press on a pin, the bytes on a bus, the sound of a card.

    make test-boot

A PC is emulated: it has pins that can be pulled, a bus that keeps what is written, a card whose sound comes
back. In this order, for each test goes on with the table the one before left.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.boot.figures import figures
from tests.boot.guest import Guest, accelerator
from tests.boot.heard import ALIKE, likeness, loudness, spoken
from tests.boot.roots import PC, Disk, disk, install, need, or_skipped, put_parts
from tests.boot.seen import alike, marked, stepped
from tests.boot.table import Table

pytestmark = pytest.mark.boot

TOOLS = {"qemu-system-x86_64": "qemu-system-x86"}
PLAYS_WITHIN = 900.0
"""Seconds from power-on; ten times what an idle PC takes that has to emulate the processor too."""

UP, DOWN = 5, 6
ELSEWHERE = 12
"""A pin without a button."""

GAMES = ("Thor", "Valda", "Odin's Table")
"""The menu's second line and those that follow, by the names on their boxes."""

TRIES = 4

SOCKET, ANOTHER = 0, 5
"""Of the card's: the first is where the box plays, unless ALSA is told otherwise."""

OTHER_CARD = f'pcm.!default {{ type plug slave.pcm "hw:Loopback,0,{ANOTHER}" }}'

NOTHING = 10.0
"""Seconds after which what does not come is taken not to."""


def command(guest: Guest, made: Disk) -> list[str]:
    return [
        *("qemu-system-x86_64", "-M", "q35", "-accel", accelerator(), "-cpu", "max", "-smp", "2"),
        *("-m", "1024", "-display", "none", "-monitor", "none", "-nic", "none", "-no-reboot", "-snapshot"),
        *("-kernel", str(made.kernel), "-initrd", str(made.initrd)),
        *("-append", "root=/dev/vda rw console=ttyS0 net.ifnames=0 systemd.show_status=0"),
        *("-drive", f"file={made.image},format=raw,if=none,id=disk", "-device", "virtio-blk-pci,drive=disk"),
        *("-chardev", guest.line("console"), "-serial", "chardev:console"),
        *("-chardev", guest.line("hands"), "-device", "virtio-serial"),
        *("-device", "virtserialport,chardev=hands,name=hands"),
    ]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A PC with a Pi's pins."""
    folder = tmp_path_factory.mktemp("pc")
    with or_skipped():
        need(TOOLS)
        root = install(PC, folder)
        put_parts(PC, root, "/dev/virtio-ports/hands")
        made = disk(root)
    guest = Guest(folder)
    guest.with_line("hands")
    try:
        guest.power_on(command(guest, made), within=60.0)
        guest.await_hands(PLAYS_WITHIN)
        yield Table(guest)
    finally:
        guest.close()
        shutil.rmtree(folder)


def heard_on(table: Table, pin: int, socket: int = SOCKET) -> list[list[float]]:
    """How loud it was from moment to moment, of all that was said after a press."""
    with table.recorded(socket) as recording:
        table.taps(pin)
    return spoken(loudness(recording.sound()))


def test_it_plays(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.shows(lambda glass: marked(glass) is not None)
    assert table.guest.told("systemctl is-active gm-appliance").strip() == "active"
    with capsys.disabled():
        print(f"\nPC, by {accelerator()}:\n{figures(table.guest, table.shown()).told()}")


def test_a_press_on_a_pin_moves_the_menu(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    before = table.shown()[-1]
    pressed = table.taps(DOWN)
    after = table.shows(lambda glass: stepped(before, glass))
    with capsys.disabled():
        print(f"\nfrom a press on the pin to the picture on the bus: {after.t - pressed:.3f} s")
    table.taps(UP)
    table.shows(lambda glass: alike(before, glass))


def heard_in_the_end(table: Table) -> list[list[float]]:
    """What is said when the mark goes on. What was not rendered in time is left out; later it is there."""
    before = table.shown()[-1]
    for _ in range(TRIES):
        if heard := heard_on(table, DOWN):
            return heard
        table.is_quiet()
        table.taps(UP)
        table.shows(lambda glass: alike(before, glass))
    raise AssertionError("nothing was heard")


def test_what_the_mark_is_on_is_heard(table: Table) -> None:
    names = [spoken(loudness(table.spoken_by_the_engine(name))) for name in GAMES]
    for at, name in enumerate(GAMES):
        said = heard_in_the_end(table)
        fit = [max(likeness(one, words) for one in said) for (words,) in names]
        assert fit[at] == max(fit) >= ALIKE, f"{name}: {fit}"


def test_a_display_that_is_pulled_and_put_back_shows_it_all(table: Table) -> None:
    before = table.shown()[-1]
    table.plug(False)
    table.logs("The display is lost")
    table.plug(True)
    table.logs("The display is back")
    table.shows(lambda glass: alike(before, glass))


def test_a_wire_at_another_pin_and_a_plug_in_another_socket_are_noticed(table: Table) -> None:
    """By these tests: what they look for does not come of itself."""
    before = table.shown()[-1]
    table.taps(ELSEWHERE)
    with pytest.raises(TimeoutError):
        table.shows(lambda glass: stepped(before, glass), within=NOTHING)
    table.guest.told(f"echo '{OTHER_CARD}' > /etc/asound.conf")
    table.guest.told("systemctl restart gm-appliance", within=PLAYS_WITHIN)
    first = table.shows(lambda glass: marked(glass) is not None)
    assert not heard_on(table, DOWN)
    table.shows(lambda glass: stepped(first, glass))
    table.taps(UP)
    table.shows(lambda glass: alike(first, glass))
    assert heard_on(table, DOWN, ANOTHER)
