"""A system that is damaged or hangs restarts by itself, until the other one runs.

    make test-boot TESTS=tests/boot/test_damage.py      with GM_CARD=FILE a card that was made before

Each kind of damage takes minutes: without GM_DAMAGE=all only those in `OFTEN` are tried. Seconds are the
emulator's processor time, so other work on the machine changes them little.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gm_appliance.install.slots import Card
from image import layout
from tests.boot import cards
from tests.boot.cards import Blank
from tests.boot.damage import KINDS, Parts, with_watchdog
from tests.boot.guest import Guest

pytestmark = pytest.mark.boot

CHECKED = re.compile(r"system A is (whole|damaged)")
OTHER = re.compile(r"the first prompt is open; system (B)")
THREE_MINUTES = 180.0

OFTEN = (
    "1 of its blocks: noise",
    "60 of its blocks: noise",
    "200 of its blocks: noise",
    "the first 60 MB: noise",
    "its inodes, a block: noise",
    "the kernel: one bit",
    "the head of the ext4: noise",
)
"""At least one for each way in which a damaged system is noticed."""


@pytest.fixture(scope="module")
def both(card: Blank, folder: Path) -> tuple[Blank, Parts]:
    """A card with two intact systems for a Pi with one core, and the places of the first one's parts."""
    system = cards.system(card.image, layout.A, folder / "parts")
    disk = card.copy(folder / "both.img")
    cards.put_part(disk, layout.B, system)
    Card(disk).put(cards.wanted(disk).good("A").spare("B"))
    alone = cards.with_words(card, cards.WORDS, folder / "single.dtb")
    return Blank(disk, alone.uboot, alone.tree), Parts(system)


@pytest.mark.parametrize("kind", KINDS if os.environ.get("GM_DAMAGE") == "all" else OFTEN)
def test_a_damaged_system_is_left_by_itself(
    both: tuple[Blank, Parts],
    folder: Path,
    machine: Callable[..., Guest],
    kind: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The other one runs within three minutes, unless no file of this one is damaged."""
    card, parts = both
    disk = card.copy(folder / "damaged.img")
    assert KINDS[kind].done_to(disk, parts, kind) > 0
    guest = machine(card, disk)
    slot, checked = guest.console.hears(cards.PROMPT, cards.WITHIN)[1], ""
    if slot == "A":
        # The damage was not read yet, or was unpacked without an error.
        checked = guest.console.hears(CHECKED, cards.WITHIN)[1]
        if checked == "damaged":
            slot = guest.console.hears(OTHER, cards.WITHIN)[1]
    came = guest.worked()
    tried = sum(bool(cards.ATTEMPT.search(line.text)) for line in guest.console.heard)
    with capsys.disabled():
        print(f"\n{kind}: {came:.0f} s to system {slot}, at start {tried}; A {checked or 'has no prompt'}")
    assert (slot, checked) in {("B", ""), ("B", "damaged"), ("A", "whole")}
    assert came <= THREE_MINUTES


def test_the_watchdog_is_armed_before_anything_is_read(
    card: Blank, folder: Path, machine: Callable[..., Guest]
) -> None:
    """QEMU's Pi restarts when it is armed, so each attempt ends there."""
    alone = cards.with_words(card, "", folder / "armed.dtb")
    guest = machine(alone, card.copy(folder / "armed.img"))
    guest.console.hears(re.compile("system A, 0 more attempts"), cards.WITHIN)
    assert not any(cards.PROMPT.search(line.text) for line in guest.console.heard)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        pytest.param("alive; while :; do $b sleep 9; done", "system A, 0 more attempts", id="hangs in init"),
        pytest.param("( $b sleep 150; kill -SEGV 1 ) 3>&- &", "systemd.*Caught <SEGV>", id="systemd crashes"),
    ],
)
def test_what_hangs_or_crashes_restarts(
    card: Blank, both: tuple[Blank, Parts], folder: Path, machine: Callable[..., Guest], more: str, told: str
) -> None:
    """By Linux's software watchdog, as QEMU has none that counts. Before systemd it is set to a minute. It
    would end before systemd crashes if systemd had not taken it over."""
    disk = both[0].copy(folder / "hangs.img")
    with_watchdog(disk, folder, more)
    guest = machine(cards.with_words(card, "", folder / "hangs.dtb"), disk)
    guest.console.hears(re.compile(told), cards.WITHIN)
    begun = len(guest.console.heard)
    guest.console.hears(cards.ATTEMPT, cards.WITHIN, begun)
