"""The state of the card's two systems, with power cuts while it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.install.slots import ATTEMPTS, PLACES, SECTOR, SLOTS, Card, Slots, read, written

ANY = st.builds(
    Slots,
    seq=st.integers(0, 2**31),
    order=st.permutations(SLOTS).map(tuple),
    tries=st.fixed_dictionaries({slot: st.integers(0, ATTEMPTS) for slot in SLOTS}),
    new=st.sampled_from(("", *SLOTS)),
)


def card(folder: Path, *copies: bytes) -> Card:
    made = folder / "card"
    with made.open("wb") as file:
        for place, copy in zip(PLACES, copies, strict=False):
            file.seek(place * SECTOR)
            file.write(copy)
        file.truncate((PLACES[-1] + 1) * SECTOR)
    return Card(made)


@given(ANY)
def test_it_is_read_as_it_was_written(slots: Slots) -> None:
    assert read(written(slots)) == slots


@given(ANY, st.integers(0, SECTOR * 8 - 1))
def test_a_spoilt_copy_counts_for_nothing(slots: Slots, bit: int) -> None:
    copy = bytearray(written(slots))
    copy[bit // 8] ^= 1 << bit % 8
    assert read(bytes(copy)) is None


@pytest.mark.parametrize("cut", range(0, SECTOR, 37))
def test_a_cut_while_it_is_written_leaves_what_was_before(tmp_path: Path, cut: int) -> None:
    before = Slots(seq=4).wanting("B")
    one = card(tmp_path, written(Slots(seq=3)), written(before))
    one.put(before.good("B"))
    after = one.slots()
    # The older copy is the one that was written.
    with one.device.open("r+b") as file:
        file.seek(PLACES[0] * SECTOR + cut)
        file.write(b"\xff" * (SECTOR - cut))
    assert (after.new, one.slots()) == ("", before)
    one.put(before.good("B"))
    assert one.slots().new == ""


def test_a_new_card_and_one_with_both_copies_spoilt_start_the_first_system(tmp_path: Path) -> None:
    one = card(tmp_path, b"\xff" * SECTOR, b"\0" * 7)
    assert one.slots() == Slots()
    assert one.slots().first() == "A"
    one.put(one.slots().good("A"))
    assert one.slots().seq == 1
