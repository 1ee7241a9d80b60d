"""Which of the card's two systems starts: the state that its boot script and the running system share.

The card (docs/developers/image.md) has two slots, A and B. The boot script, `image/boot.cmd`, starts the
first slot in `order` that has attempts left, and takes one from it. The box returns it once this start has
proved itself, and takes another one whenever the game master ends in rescue after all; a long run returns
all (`proof`). Two copies of this state are on the card, outside all partitions and far apart. The newer
intact one counts, and only the other is written, so a power cut leaves one intact.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path

SLOTS = ("A", "B")
ATTEMPTS = 3
"""Failures in a row after which something is given up: starts of a slot without proof, starts of the game
master, after which people are told, and starts of a version that end like that."""

SECTOR = 512
PLACES = (0x2000, 0x4000)  # sectors of the two copies: 4 MiB apart, as a power cut can spoil a whole block
NONE = "-"  # no slot; U-Boot would not write an empty variable


def other_than(slot: str) -> str:
    return SLOTS[1 - SLOTS.index(slot)]


@dataclass(frozen=True)
class Slots:
    """seq: larger in newer copies. order: the wanted slot first. tries: attempts left.

    new: the slot with an update that has not had its first prompt; empty for none.
    """

    seq: int = 0
    order: tuple[str, ...] = SLOTS
    tries: dict[str, int] = field(default_factory=lambda: {"A": ATTEMPTS, "B": 0})
    new: str = ""

    def wanting(self, slot: str) -> Slots:
        """`slot` has an update, which is tried first."""
        return replace(self, order=(slot, other_than(slot)), tries=self.tries | {slot: ATTEMPTS}, new=slot)

    def good(self, slot: str) -> Slots:
        """`slot` is wanted, and has all its attempts."""
        return replace(self.spare(slot), order=(slot, other_than(slot)), new="")

    def proved(self, slot: str) -> Slots:
        """`slot` has proved itself in this start: it is wanted, and has the attempt that this start took."""
        return replace(self.good(slot), tries=self.tries | {slot: min(self.tries[slot] + 1, ATTEMPTS)})

    def failed(self, slot: str) -> Slots:
        """This start of `slot` ended in rescue, although it had proved itself."""
        return replace(self, tries=self.tries | {slot: max(self.tries[slot] - 1, 0)})

    def spare(self, slot: str) -> Slots:
        """`slot` has a complete system, which starts if the wanted one does not."""
        return replace(self, tries=self.tries | {slot: ATTEMPTS})

    def bad(self, slot: str) -> Slots:
        """`slot` may not be started: it is being written, or given up."""
        return replace(self, tries=self.tries | {slot: 0}, new="" if self.new == slot else self.new)

    def first(self) -> str:
        """The slot that starts next. If none has attempts left, both get them back."""
        return next((slot for slot in self.order if self.tries[slot] > 0), self.order[0])


def written(slots: Slots) -> bytes:
    """One copy, as U-Boot's ``env import -c`` reads it: a checksum, then variables; numbers hexadecimal."""
    values = {
        "card_seq": f"{slots.seq:x}",
        "card_order": " ".join(slots.order),
        **{f"card_{slot}": f"{slots.tries[slot]:x}" for slot in SLOTS},
        "card_new": slots.new or NONE,
    }
    said = b"".join(f"{name}={value}\0".encode() for name, value in values.items())
    said = said.ljust(SECTOR - 4, b"\0")
    return zlib.crc32(said).to_bytes(4, "little") + said


def read(copy: bytes) -> Slots | None:
    """The state in one copy; None if it is damaged.

    >>> read(written(Slots())) == Slots()
    True
    """
    said = copy[4:SECTOR]
    if zlib.crc32(said) != int.from_bytes(copy[:4], "little"):
        return None
    try:
        values = dict(one.split("=", 1) for one in said.decode("ascii").split("\0") if one)
        order = tuple(values["card_order"].split())
        left = {slot: int(values[f"card_{slot}"], 16) for slot in SLOTS}
        seq = int(values["card_seq"], 16)
    except (KeyError, ValueError):
        return None
    new = values.get("card_new", NONE)
    return Slots(seq, order, left, new if new in SLOTS else "") if sorted(order) == list(SLOTS) else None


@dataclass(frozen=True)
class Card:
    """The two copies on a card. device: the whole card, or a file of it."""

    device: Path

    def slots(self) -> Slots:
        """The newer intact copy; the state of a new card if both are damaged. Raises OSError."""
        return max((one for one in self._copies() if one), key=lambda one: one.seq, default=Slots())

    def put(self, slots: Slots) -> None:
        """Replace the older copy, or a damaged one, and sync it. Raises OSError."""
        copies = [-1 if one is None else one.seq for one in self._copies()]
        older = copies.index(min(copies))
        content = written(replace(slots, seq=max(*copies, 0) + 1))
        with self.device.open("r+b", buffering=0) as card:
            os.pwrite(card.fileno(), content, PLACES[older] * SECTOR)
            os.fsync(card.fileno())

    def _copies(self) -> list[Slots | None]:
        with self.device.open("rb") as card:
            return [read(os.pread(card.fileno(), SECTOR, place * SECTOR)) for place in PLACES]
