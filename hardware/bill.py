"""The parts to buy for three boxes: bill.toml, with quantities from the netlist."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from firmware.hub_protocol import PADS
from hardware.netlist import hub, seat_pad

BOXES: Mapping[str, int] = {"alone": 0, "seven": 7, "fifteen": PADS}
"""The number of seats with pads, by box."""

CHIPS = ("74HC165", "74HC595")
FILE = Path(__file__).with_name("bill.toml")


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the bill; bill.toml explains the fields."""

    part: str
    sources: tuple[str, str]
    cents: int
    alone: int = 0
    seat: int = 0
    hub: int = 0
    value: str = ""

    def quantity(self, seats: int) -> int:
        """How many a box with this many seats needs; with 0, a box without a hub."""
        per_hub = self.hub if seats else 0
        return self.alone + seats * self.seat + per_hub + parts_of(seats)[self.value]


def items(path: Path = FILE) -> tuple[Item, ...]:
    """All lines. Raises msgspec.ValidationError if one differs from what bill.toml explains."""
    return msgspec.convert(tomllib.loads(path.read_text("utf-8"))["item"], tuple[Item, ...])


def parts_of(seats: int) -> Counter[str]:
    """The netlist's parts for this many seats, by value; its chips are also counted together as ``chips``."""
    circuits = [hub(seats), *[seat_pad()] * seats] if seats else []
    found = Counter(part.value for circuit in circuits for part in circuit.parts)
    found["chips"] = sum(found[chip] for chip in CHIPS)
    return found


def unlisted(bill: Iterable[Item]) -> set[str]:
    """Values in the netlist that the bill lacks."""
    return set(parts_of(PADS)) - {item.value for item in bill}


def together(bill: Iterable[Item], seats: int) -> int:
    """The approximate cost of a whole box, in whole tens of euros."""
    return round(sum(item.cents * item.quantity(seats) for item in bill) / 1000) * 10
