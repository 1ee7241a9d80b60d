"""The real drivers, from the kernel to the game: presses on pins, bytes on a bus, sound from a card.

    make test-boot

The emulated PC has simulated pins, a recording bus, and a sound card that loops back. The tests run in this
order: each continues with the table as the one before left it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot.guest import Guest, accelerator
from tests.boot.heard import ALIKE, likeness, loudness, spoken
from tests.boot.roots import Disk, disk, install, need, or_skipped, put_parts
from tests.boot.seen import Glass, alike, marked, stepped
from tests.boot.table import TRIES, Table, figures
from tests.memory import folder_on_disk

pytestmark = pytest.mark.boot

TOOLS = {"qemu-system-x86_64": "qemu-system-x86"}
PLAYS_WITHIN = 900.0
"""Seconds from power-on; ten times what an idle PC without virtualisation takes."""

UP, DOWN, OK = 5, 6, 13
ELSEWHERE = 12
"""A pin without a button."""

GAMES = ("Thor", "Valda", "Odin's Table")
"""The menu's second line and the next ones, as spoken."""

SOCKET, ANOTHER = 0, 5
"""Sockets of the sound card: ALSA's default, and another one."""

OTHER_SOCKET = f'pcm.!default {{ type plug slave.pcm "hw:Loopback,0,{ANOTHER}" }}'

NOTHING = 10.0
"""Seconds in which a step would have been seen."""


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
def table() -> Iterator[Table]:
    with folder_on_disk() as name:
        folder = Path(name)
        with or_skipped():
            need(TOOLS)
            root = install(folder)
            put_parts(root)
            made = disk(root)
        guest = Guest(folder)
        guest.with_line("hands")
        try:
            guest.power_on(command(guest, made), within=60.0)
            guest.await_hands(PLAYS_WITHIN)
            yield Table(guest)
        finally:
            guest.close()


def heard_on(table: Table, pin: int, socket: int = SOCKET) -> list[list[float]]:
    with table.recorded(socket) as recorded:
        table.taps(pin)
    return spoken(loudness(recorded[0]))


@pytest.fixture(scope="module")
def first(table: Table) -> Glass:
    """The menu at first, once the box has announced missing parts and rendered its first sentences."""
    # The very first start asks for the language, and for the size of letters.
    for _question in range(2):
        asked = table.settled()
        for _ in range(TRIES):
            table.taps(OK)
            if not alike(asked, table.settled()):
                break
    table.is_quiet()
    return table.settled()


def test_it_plays(table: Table, first: Glass, capsys: pytest.CaptureFixture[str]) -> None:
    assert marked(first)
    assert table.guest.told("systemctl is-active gm-appliance").strip() == "active"
    with capsys.disabled():
        print(f"\nPC, by {accelerator()}:\n{figures(table.guest, table.shown())}")


def test_a_press_on_a_pin_moves_the_menu(
    table: Table, first: Glass, capsys: pytest.CaptureFixture[str]
) -> None:
    before, pressed = table.steps(DOWN)
    drawn = next(glass.t for glass in table.shown() if glass.t > pressed and stepped(before, glass))
    with capsys.disabled():
        print(f"\nfrom a press on the pin to the picture on the bus: {drawn - pressed:.3f} s")
    table.goes_back(UP, first)


def two_names(table: Table, first: Glass) -> list[list[list[float]]]:
    """The utterances as the mark moves from the first line to the second, and to the third. Sentences that
    were not rendered in time are not spoken, so it is repeated."""
    for _ in range(TRIES):
        table.goes_back(UP, first)
        before, said = first, []
        for _line in range(2):
            heard, now = heard_on(table, DOWN), table.settled()
            said += [heard] * bool(heard and stepped(before, now))
            before = now
        if len(said) == 2:
            return said
        table.is_quiet()
    raise AssertionError("nothing was heard")


def test_what_the_mark_is_on_is_heard(table: Table, first: Glass) -> None:
    names = [spoken(loudness(table.spoken_by_the_engine(name))) for name in GAMES]
    for at, said in enumerate(two_names(table, first)):
        fit = [max(likeness(one, words) for one in said) for (words,) in names]
        assert fit[at] == max(fit) >= ALIKE, f"{GAMES[at]}: {fit}"


def test_a_display_that_is_pulled_and_put_back_shows_it_all(table: Table) -> None:
    before = table.settled()
    table.plug(False)
    table.logs("The display is lost")
    table.plug(True)
    table.logs("The display is back")
    table.shows(lambda glass: alike(before, glass))


def test_a_wire_at_another_pin_is_noticed(table: Table, first: Glass) -> None:
    """A press without an effect makes no step."""
    table.goes_back(UP, first)
    table.taps(ELSEWHERE)
    with pytest.raises(TimeoutError):
        table.shows(lambda glass: not alike(first, glass), within=NOTHING)


def test_a_plug_in_another_socket_is_noticed(table: Table) -> None:
    """The words are no longer heard on the first socket, but on the other."""
    table.guest.told(f"echo '{OTHER_SOCKET}' > /etc/asound.conf")
    table.guest.told("systemctl restart gm-appliance", within=PLAYS_WITHIN)
    again = table.settled()
    for _ in range(TRIES):
        assert not heard_on(table, DOWN)
        table.goes_back(UP, again)
        if heard_on(table, DOWN, ANOTHER):
            break
        table.goes_back(UP, again)
    else:
        raise AssertionError("nothing was heard anywhere")
