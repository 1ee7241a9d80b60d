"""A whole box that plays Odin's Table: with other cards in its hand every port puts out the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.secrecy.whole.odin import pair
from tests.secrecy.whole.plants_odin import PLANTS
from tests.secrecy.whole.replays import leak
from tests.secrecy.whole.strength import PORTS, strength
from tests.tiers import long_but

pytestmark = pytest.mark.many

EVENINGS, MORE = range(1), range(5, 14)
"""Evenings of the quick and the long tier, each with other trouble."""

PLANTED_IN, CHOICES = 2, 36
"""An evening in which columns have other cards and an Idunn waits in vain, within these choices."""

QUICK = ("all else waiting while it thinks",)
"""Leaks that are looked for in every run; the others in the long tests."""

UNHEARD = frozenset(("bots",))
"""Nobody but a person plays against the box."""


def compared(folder: Path, seeds: range) -> Counter[str]:
    outputs: Counter[str] = Counter()
    for seed in seeds:
        one, other = pair(seed, folder)
        assert (one.exit, one.over, other.over) == (0, True, True), f"evening {seed}: {one.outputs[-20:]}"
        told = leak(one, other)
        assert told is None, f"evening {seed}: {told}"
        outputs += strength(one, other)
    return outputs


def test_other_cards_of_the_box_leave_every_wire_as_it_was(tmp_path: Path) -> None:
    outputs = compared(tmp_path, EVENINGS)
    assert [port for port in PORTS if not outputs[port] and port not in UNHEARD] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", MORE)
def test_more_evenings_against_the_box(tmp_path: Path, seed: int) -> None:
    compared(tmp_path, range(seed, seed + 1))


@pytest.mark.parametrize("name", long_but(PLANTS, QUICK))
def test_a_leak_of_its_cards_is_caught(name: str, tmp_path: Path) -> None:
    one, other = pair(PLANTED_IN, tmp_path, PLANTS[name], CHOICES)
    assert (one.exit, other.exit) == (0, 0), "it is no leak that ends an evening"
    assert leak(one, other) is not None
