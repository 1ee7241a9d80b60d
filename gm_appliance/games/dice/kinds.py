"""The kinds of dice, as data."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.values import Value


class Side(Value):
    """One side of a die: its number, and the resource it gives, if any."""

    number: int
    gives: str = ""


class Kind(Value):
    """A kind of dice. sides: of one die, all equally likely. dice: how many are thrown at first."""

    sides: tuple[Side, ...]
    dice: int = 1


def _numbered(most: int, dice: int = 1) -> Kind:
    return Kind(tuple(Side(number) for number in range(1, most + 1)), dice)


def _giving(gives: str, *numbers: int) -> tuple[Side, ...]:
    return tuple(Side(number, gives) for number in numbers)


GOLD, DIAMOND, BLOOD, FOLLOWERS = "gold", "diamond", "blood", "followers"

KINDS: Mapping[str, Kind] = {
    "2d6": _numbered(6, dice=2),
    "d6": _numbered(6),
    "d4": _numbered(4),
    "d8": _numbered(8),
    "d10": _numbered(10),
    "d12": _numbered(12),
    "d20": _numbered(20),
    "d100": _numbered(100),
    "valda-yellow": Kind((*_giving(GOLD, 1, 1, 1), *_giving(DIAMOND, 1, 1, 1))),
    "valda-blue": Kind(_giving(BLOOD, 1, 1, 1, 1, 2, 2)),
    "valda-white": Kind(_giving(FOLLOWERS, -1, 0, 0, 1, 1, 2)),
}
"""By name, in menu order."""
