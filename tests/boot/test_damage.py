"""What is damaged, or hangs, restarts by itself, up to the other system.

    make test-boot TESTS=tests/boot/test_damage.py      with GM_CARD=FILE a card that was made before

Seconds are the emulated Pi's own: it takes 4 ns for each instruction, so they are the same on a busy machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gm_appliance.install.slots import Card
from image import layout
from tests.boot import cards
from tests.boot.cards import Blank
from tests.boot.damage import KINDS, Parts, with_watchdog
from tests.boot.emulated_pi import WORDS
from tests.boot.guest import Guest

pytestmark = pytest.mark.boot

CAME = re.compile(r"the first prompt is open; system ([AB]) is (good|damaged)")
THREE_MINUTES = 180.0


@pytest.fixture(scope="module")
def both(card: Blank, folder: Path) -> tuple[Blank, Parts]:
    """A card with two whole systems, for a Pi with one core, and where the parts of the first are."""
    system = cards.system(card.image, layout.A, folder / "parts")
    disk = card.copy(folder / "both.img")
    cards.put_part(disk, layout.B, system)
    Card(disk).put(cards.wanted(disk).good("A").spare("B"))
    alone = cards.with_words(card, WORDS, folder / "single.dtb")
    return Blank(disk, alone.uboot, alone.tree), Parts(system)


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_system_is_left_by_itself(
    both: tuple[Blank, Parts],
    folder: Path,
    machine: Callable[..., Guest],
    kind: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The other comes up within three minutes; at the next start if this one came to its first prompt."""
    card, parts = both
    disk = card.copy(folder / "damaged.img")
    assert KINDS[kind].done_to(disk, parts, kind) > 0
    guest = machine(card, disk, counted=True)
    slot, state = guest.console.hears(CAME, cards.WITHIN).groups()
    came = guest.clock()
    tried = sum(bool(cards.ATTEMPT.search(line.text)) for line in guest.console.heard)
    said = f"{came:.0f} s to system {slot}, {state}, at attempt {tried}"
    if state == "damaged":
        guest.close()
        guest = machine(card, disk, counted=True)
        assert guest.console.hears(cards.PROVED, cards.WITHIN)[1] == "B"
        came = guest.clock()
        said += f"; {came:.0f} s to system B at the next start"
    with capsys.disabled():
        print(f"\n{kind}: {said}")
    assert came <= THREE_MINUTES


def test_the_watchdog_is_armed_before_anything_is_read(
    card: Blank, folder: Path, machine: Callable[..., Guest]
) -> None:
    """QEMU's Pi restarts when that happens, so each attempt ends there."""
    alone = cards.with_words(card, "", folder / "armed.dtb")
    guest = machine(alone, card.copy(folder / "armed.img"), counted=True)
    guest.console.hears(re.compile("system A, 0 more attempts"), cards.WITHIN)
    assert not any(cards.PROVED.search(line.text) for line in guest.console.heard)


def test_what_hangs_restarts(handed: Blank, folder: Path, machine: Callable[..., Guest]) -> None:
    """By Linux's own watchdog, for QEMU has none that counts: first in image/init, then as systemd's."""
    disk = handed.copy(folder / "hangs.img")
    with_watchdog(disk, folder)
    guest = machine(cards.with_words(handed, "", folder / "hangs.dtb"), disk, counted=True)
    guest.await_hands(cards.WITHIN)
    facts = "cd /sys/class/watchdog/watchdog0; cat state timeout"
    assert guest.told(facts).split() == ["active", "15"]
    before = len(guest.console.heard)
    guest.told("kill -SEGV 1")
    guest.console.hears(cards.ATTEMPT, cards.WITHIN, before)
