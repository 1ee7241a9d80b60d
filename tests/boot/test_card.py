"""The card in an emulated Raspberry Pi 3B, from U-Boot to the first prompt; updates; power cuts.

    make test-boot TESTS=tests/boot/test_card.py      with GM_CARD=FILE a card that was made before, unpacked

Power cuts are simulated: the emulator records every write, and cards are made from the writes up to a moment.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gm_appliance import __version__
from gm_appliance.core.ports import PANEL_BUTTONS
from gm_appliance.install.slots import PLACES, SECTOR, Card, Slots, written
from image import build, layout
from image.signing import keys
from tests.boot import cards
from tests.boot.cards import Blank
from tests.boot.guest import ANSWER, Guest
from tests.boot.roots import or_skipped
from tests.boot.seen import stepped
from tests.boot.table import Table, figures

pytestmark = pytest.mark.boot

MOMENTS, STARTED = 20, 5
CHOICES = [*range(1, 9)]
"""In a game that is on the card before the update."""

COPIED = 3600.0
"""Seconds in which even a slow emulation has written a system to the card."""
DOWN, OK = 6, 13

NEWER = "9.9.9"
AGAIN = "again.img"

MENU = "journalctl --unit gm-appliance --output cat"


def moments(log: Path) -> set[int]:
    """The moments of cuts, as numbers of writes. Spread over all writes, over those outside the systems, and
    around those of partition table and state."""
    done = [place for place, _ in cards.writes(log)]
    outside = [n for n, place in enumerate(done) if not layout.A.start <= place < layout.B.end]
    chosen = {n + step for n, place in enumerate(done) if place in (0, *PLACES) for step in (0, 1)}
    for some in (range(len(done) + 1), outside):
        chosen |= {some[len(some) * number // MOMENTS] for number in range(MOMENTS)}
    return chosen


def some(of: set[int]) -> set[int]:
    """A few of these moments, as starting a card takes minutes."""
    return set(sorted(of)[:: -(-len(of) // STARTED)][:STARTED])


def cut_off(before: Path, log: Path, folder: Path) -> Iterator[tuple[int, Path]]:
    disk = folder / "cut.img"
    cards.run("cp", "--sparse=always", before, disk)
    waiting = moments(log)
    with disk.open("r+b", buffering=0) as file:
        for number, (place, content) in enumerate(cards.writes(log)):
            if number in waiting:
                yield number, disk
            file.seek(place * SECTOR)
            file.write(content)
    yield number + 1, disk


def starts_something_whole(disk: Path, known: dict[str, Path], folder: Path) -> str:
    """The name of the system that starts from this card. Raises AssertionError if it is unknown."""
    slots = cards.wanted(disk)
    partition = layout.A if slots.first() == "A" else layout.B
    for name, system in known.items():
        if cards.holds(disk, partition, system):
            return name
    raise AssertionError(f"{slots} starts a system that is neither of {list(known)}")


def comes_up(card: Blank, cut: Path, folder: Path, machine: Callable[..., Guest]) -> str:
    """Start a copy of the card after a cut, up to its first prompt; returns the slot."""
    cards.run("cp", "--sparse=always", cut, folder / AGAIN)
    guest = machine(card, folder / AGAIN)
    slot = guest.console.hears(cards.PROMPT, cards.WITHIN)[1]
    guest.close()
    return slot


NEW, LEFT = Slots(seq=7).good("A").wanting("B"), {"A": 1, "B": 0}
SPOILT = b"\xff" * SECTOR


@pytest.mark.parametrize(
    ("copies", "tried"),
    [
        pytest.param((Slots(seq=1), None), "A2 A2 B2", id="a new card: it has a second system only later"),
        pytest.param((NEW, Slots(seq=6)), "B2 A2 B2 A2", id="the newer copy counts, whichever it is"),
        pytest.param((Slots(seq=6), NEW), "B2 A2 B2 A2", id="and the other way round"),
        pytest.param((Slots(seq=6, tries={"A": 2, "B": 1}), SPOILT), "A1 B0 A2 B2", id="half-written"),
        pytest.param((SPOILT, SPOILT), "A2 A2 B2", id="both spoilt"),
        pytest.param(
            (Slots(seq=0xFF, tries=LEFT), Slots(seq=0x99)), "A0 A2 B2", id="numbers are hexadecimal"
        ),
    ],
)
def test_the_boot_script_tries(
    card: Blank, folder: Path, machine: Callable[..., Guest], copies: tuple[Slots | bytes, ...], tried: str
) -> None:
    """Neither system can be loaded, so all attempts are made; the card has the state of the last."""
    disk = card.copy(folder / "script.img")
    with disk.open("r+b") as file:
        for slot in (layout.A, layout.B):
            file.seek(slot.start * SECTOR)
            file.write(bytes(2**20))
        for place, copy in zip(PLACES, copies, strict=True):
            file.seek(place * SECTOR)
            file.write(written(copy) if isinstance(copy, Slots) else copy or bytes(SECTOR))
    guest = machine(card, disk)
    guest.console.hears(re.compile("resetting"), 300.0)
    guest.close()
    said = [found for line in guest.console.heard if (found := cards.ATTEMPT.search(line.text))]
    assert " ".join(f"{found[1]}{found[2]}" for found in said) == tried
    seq = max((one.seq for one in copies if isinstance(one, Slots)), default=0)
    assert cards.wanted(disk).seq == seq + len(tried.split())


def test_as_it_is_written_it_comes_up_and_cuts_leave_it_whole(
    card: Blank, folder: Path, machine: Callable[..., Guest]
) -> None:
    disk, log = card.copy(folder / "first.img"), folder / "first.log"
    guest = machine(card, disk, log)
    assert guest.console.hears(cards.PROMPT, cards.WITHIN)[1] == "A"
    cards.until(lambda: cards.wanted(disk).tries["B"] > 0, COPIED)
    guest.close()
    system = cards.system(card.image, layout.A, folder / "system")
    assert cards.holds(disk, layout.B, system)
    assert cards.games_sectors(disk) == cards.SIZE // SECTOR - layout.GAMES.start
    assert cards.games_megabytes(disk) == cards.games_sectors(disk) * SECTOR // 2**20
    before, begun, again = card.copy(folder / "before.img"), False, some(moments(log))
    for number, cut in cut_off(before, log, folder):
        assert starts_something_whole(cut, {"A": system}, folder) == "A", number
        if cards.wanted(cut).tries["B"]:
            assert cards.holds(cut, layout.B, system), number
        # Once there is a journal, it is always intact.
        begun = begun or cards.has_journal(cut)
        assert not begun or cards.played(cut, folder) == [], number
        if number in again:
            assert comes_up(card, cut, folder, machine) == "A", number
    assert begun


def test_a_press_on_a_pin_moves_the_menu(
    handed: Blank, folder: Path, machine: Callable[..., Guest], capsys: pytest.CaptureFixture[str]
) -> None:
    disk = handed.copy(folder / "pressed.img")
    # Without copying to the second slot: a stalled emulator would hold a button for too long.
    Card(disk).put(cards.wanted(disk).spare("B"))
    guest = machine(handed, disk)
    guest.await_hands(cards.WITHIN)
    table = Table(guest)
    before, pressed = table.steps(DOWN)
    drawn = next(glass.t for glass in table.shown() if glass.t > pressed and stepped(before, glass))
    with capsys.disabled():
        print(f"\nThe card, on an emulated Raspberry Pi 3B:\n{figures(guest, table.shown())}")
        print(f"from a press on the pin to the picture on the bus: {drawn - pressed:.3f} s")


def test_the_pis_own_pins_are_listened_to(card: Blank, folder: Path, machine: Callable[..., Guest]) -> None:
    with or_skipped():
        own = cards.handed(card, folder / "own", pins=False)
    guest = machine(own, own.copy(folder / "own.img"))
    guest.console.hears(cards.PROMPT, cards.WITHIN)
    guest.await_hands(cards.WITHIN)
    used = guest.told("grep -o 'gpio-[0-9]* .*lg.*' /sys/kernel/debug/gpio")
    assert len(used.splitlines()) == len(PANEL_BUTTONS), used
    # Nothing in QEMU pulls a pin up.
    lines = [line for line in guest.told(MENU).splitlines() if "panel" in line]
    assert not [line for line in lines if "is down at the start" not in line]


def test_an_update_from_a_stick_runs_after_its_first_prompt_and_cuts_leave_one_system_whole(
    handed: Blank, folder: Path, machine: Callable[..., Guest]
) -> None:
    old = cards.system(handed.image, layout.A, folder / "old")
    new, told = folder / "new", build.manifest(NEWER, int(time.time()))
    cards.run("cp", "--sparse=always", old, new)
    with cards.unpacked(new, folder) as tree:
        cards.edit(tree, "__init__.py", f'"{__version__}"', f'"{NEWER}"')
        (tree / "etc/rauc/running.raucm").write_text(told)
    update = folder / f"gm-appliance-{NEWER}.raucb"
    build.update(update, new, told, keys(), folder)
    stick = cards.usb_stick(folder / "stick.img", 512, update)
    disk, log = handed.copy(folder / "update.img"), folder / "update.log"
    cards.grow(disk, folder)
    cards.with_game(disk, folder, *CHOICES)
    before = folder / "before-update.img"
    cards.run("cp", "--sparse=always", disk, before)
    guest = machine(handed, disk, log, stick)
    guest.await_hands(cards.WITHIN)
    table = Table(guest)
    table.until("grep --quiet update /run/gm-appliance-stick/stick.json")
    guest.console.hears(cards.PROMPT, cards.WITHIN)
    table.settled()
    # The system may still be copying itself to the slot of the update.
    since = len(guest.console.heard)
    table.taps_until(OK, "The stick: install[.]")
    assert guest.console.hears(cards.ATTEMPT, COPIED, since)[1] == "B"
    begun = len(guest.console.heard)
    assert guest.console.hears(cards.PROVED, cards.WITHIN, begun)[1] == "B"
    guest.console.hears(ANSWER, cards.WITHIN, begun)
    assert f"The update runs; this is version {NEWER}" in guest.told(MENU)
    guest.close()
    assert cards.wanted(disk).order == ("B", "A")
    started, again = set(), some(moments(log))
    for number, cut in cut_off(before, log, folder):
        started.add(starts_something_whole(cut, {"old": old, "new": new}, folder))
        assert cards.played(cut, folder) == CHOICES, number
        if number in again:
            slot = comes_up(handed, cut, folder, machine)
            assert cards.played(folder / AGAIN, folder) == CHOICES, (number, slot)
    assert started == {"old", "new"}


def test_a_damaged_system_and_a_spoilt_environment_leave_the_other_which_says_so(
    handed: Blank, folder: Path, machine: Callable[..., Guest]
) -> None:
    disk = handed.copy(folder / "damaged.img")
    cards.put_part(disk, layout.B, cards.system(handed.image, layout.A, folder / "whole"))
    Card(disk).put(cards.wanted(disk).spare("B"))
    with disk.open("r+b") as file:
        # The first system's superblock, and the older copy of the state.
        file.seek(layout.A.start * SECTOR)
        file.write(bytes(2**20))
        file.seek(PLACES[0] * SECTOR)
        file.write(b"\xff" * (SECTOR // 2))
    cards.put_on_boot(disk, "uboot.env", bytes(build.ENVIRONMENT), folder)
    guest = machine(handed, disk)
    assert guest.console.hears(cards.PROMPT, cards.WITHIN)[1] == "B"
    guest.await_hands(cards.WITHIN)
    assert "The other system does not start" in guest.told(MENU)


def test_wrong_settings_and_a_full_card_are_told(
    handed: Blank, folder: Path, machine: Callable[..., Guest]
) -> None:
    disk = handed.copy(folder / "full.img", size=2 * 2**30)
    cards.fill(disk, folder)
    cards.put_on_boot(disk, "gm-appliance.toml", b"language = 7\n[voice]\nspeedy = 3\n", folder)
    guest = machine(handed, disk)
    guest.await_hands(cards.WITHIN)
    said = guest.told(MENU)
    assert "speedy" in said
    assert "Free some space on the card" in said
