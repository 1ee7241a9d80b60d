"""The card's own program: answers to RAUC, growing, copying to the second slot, and the state of both."""

from __future__ import annotations

import fcntl
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.install import card as program
from gm_appliance.install.card import LABEL, Disk, answer, before, prove
from gm_appliance.install.commands import Asked, CommandFailed, Ended
from gm_appliance.install.proof import QUIET, SETTLED
from gm_appliance.install.slots import ATTEMPTS, PLACES, SECTOR, SLOTS, Card, Slots, other_than, read, written

SYSTEM = bytearray(3 * 2**20)
SYSTEM[1024 + 120 : 1024 + 120 + LABEL] = b"0.2.0-0123abcd".ljust(LABEL, b"\0")
SYSTEM[1024 + 4 : 1024 + 8] = (len(SYSTEM) // 4096).to_bytes(4, "little")
SYSTEM[1024 + 24 : 1024 + 28] = (2).to_bytes(4, "little")
SYSTEM[-5:] = b"whole"


class Machine:
    """Records commands. fails: the program that fails."""

    def __init__(self, fails: str = "") -> None:
        self.asked: list[str] = []
        self._fails = fails

    def __call__(self, *command: str) -> Ended:
        self.asked.append(" ".join(command))
        return Ended(int(command[0] == self._fails))


@pytest.fixture(autouse=True)
def run_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "UPDATING", tmp_path / "updating")
    monkeypatch.setattr(program, "PROVED", tmp_path / "proved")


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    """A card of 1000 MB with 64 MB for games."""
    facts = {"mmcblk0": {"size": 2000000}, "mmcblk0p4": {"start": 1000000, "size": 131072}}
    for name, known in facts.items():
        for fact, value in known.items():
            file = tmp_path / "sys" / name / fact
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{value}\n")
    devices = tmp_path / "dev"
    devices.mkdir()
    (devices / "mmcblk0").write_bytes(bytes((PLACES[-1] + 1) * SECTOR))
    (devices / "mmcblk0p2").write_bytes(SYSTEM)
    (devices / "mmcblk0p3").write_bytes(bytes(len(SYSTEM) + 2**20))
    return Disk("mmcblk0", tmp_path / "sys", devices)


def test_rauc_is_answered(disk: Disk) -> None:
    card = Card(disk.device)
    assert answer(card, ["get-primary"]) == "A"
    assert answer(card, ["get-state", "B"]) == "bad"
    answer(card, ["set-state", "B", "bad"])
    answer(card, ["set-primary", "B"])
    assert (answer(card, ["get-primary"]), answer(card, ["get-state", "B"])) == ("B", "good")
    assert card.slots().new == "B"
    answer(card, ["set-state", "B", "good"])
    assert card.slots().new == ""
    with pytest.raises(ValueError, match="set-primary C"):
        answer(card, ["set-primary", "C"])


def starts(card: Card) -> str:
    """Act as the boot script does at a start; returns the slot."""
    slots = card.slots()
    slot = slots.first()
    tries = slots.tries if any(slots.tries.values()) else dict.fromkeys(SLOTS, ATTEMPTS)
    card.put(replace(slots, tries=tries | {slot: tries[slot] - 1}))
    program.PROVED.unlink(missing_ok=True)
    program.UPDATING.unlink(missing_ok=True)
    return slot


def test_a_quiet_minute_decides_for_its_slot_but_not_against_an_update(disk: Disk) -> None:
    card = Card(disk.device)
    card.put(Slots(tries={"A": 3, "B": 3}).wanting("B").bad("B"))
    assert starts(card) == "A"
    prove(card, "A", QUIET)
    assert (card.slots().first(), card.slots().tries["A"]) == ("A", 3)
    answer(card, ["set-state", "B", "bad"])
    answer(card, ["set-primary", "B"])
    prove(card, "A", SETTLED)
    assert (card.slots().first(), card.slots().new) == ("B", "B")


def updated(disk: Disk) -> Card:
    card = Card(disk.device)
    card.put(Slots(tries={"A": 3, "B": 3}).good("A"))
    answer(card, ["set-state", "B", "bad"])
    answer(card, ["set-primary", "B"])
    assert starts(card) == "B"
    return card


def test_an_update_that_dies_soon_after_each_prompt_goes_back_by_itself(disk: Disk) -> None:
    """It never runs for a quiet minute, so it is never marked as good."""
    card = updated(disk)
    assert program.give_up(card, "B")
    assert starts(card) == "A"


@pytest.mark.parametrize("pulled", [False, True], ids=["it is left alone", "the plug is pulled each time"])
def test_an_update_that_ends_in_rescue_again_and_again_goes_back_by_itself(disk: Disk, pulled: bool) -> None:
    """Each time it runs for longer than the quiet minute, so it was marked as good."""
    card = updated(disk)
    prove(card, "B", QUIET)
    assert card.slots().new == ""
    ended = [False]
    while not ended[-1]:
        ended.append(program.give_up(card, "B", proved=True))
        if not ended[-1]:
            if pulled:
                assert starts(card) == "B"
            prove(card, "B", QUIET)
    assert ended.count(False) == ATTEMPTS
    assert starts(card) == "A"


def test_failures_long_before_do_not_count(disk: Disk) -> None:
    card = updated(disk)
    prove(card, "B", QUIET)
    for _evening in range(2 * ATTEMPTS):
        assert not program.give_up(card, "B", proved=True)
        prove(card, "B", SETTLED)
        assert starts(card) == "B"
        prove(card, "B", QUIET)


def test_a_plug_that_is_pulled_early_costs_an_attempt_until_it_has_run_for_long(disk: Disk) -> None:
    card = updated(disk)
    assert starts(card) == "B"
    prove(card, "B", QUIET)
    assert card.slots().tries["B"] == ATTEMPTS - 1
    prove(card, "B", SETTLED)
    assert card.slots().tries["B"] == ATTEMPTS


def with_version(disk: Disk, slot: str, label: str) -> None:
    with disk.part(SLOTS.index(slot) + 2).open("r+b") as file:
        file.seek(1024 + 120)
        file.write(label.encode().ljust(LABEL, b"\0"))


@pytest.mark.parametrize(
    ("there", "tries", "updating", "found"),
    [
        ("0.1.0-0123abcd", 3, False, "0.1.0"),
        ("0.10.0rc1-0123ab", 1, False, "0.10.0rc1"),
        ("0.2.0-89abcdef", 3, False, "0.2.0"),
        ("0.2.0-0123abcd", 3, False, ""),
        ("0.1.0-0123abcd", 0, False, ""),
        ("0.3.0-0123abcd", 3, True, ""),
    ],
    ids=["older", "a long name", "another build", "the same", "not to be started", "an update was installed"],
)
def test_people_can_go_back_to_another_system_that_may_be_started(
    disk: Disk, there: str, tries: int, updating: bool, found: str
) -> None:
    card = Card(disk.device)
    card.put(Slots(tries={"A": 3, "B": tries}).good("A"))
    with_version(disk, "B", there)
    if updating:
        program.UPDATING.touch()
    assert before(card, disk, "A") == found


def test_who_goes_back_can_come_back(disk: Disk) -> None:
    card, machine = Card(disk.device), Machine()
    with_version(disk, "B", "0.1.0-0123abcd")
    card.put(Slots(tries={"A": 3, "B": 3}).good("A"))
    for slot in ("A", "B"):
        assert before(card, disk, slot) == {"A": "0.1.0", "B": "0.2.0"}[slot]
        program.go_back(card, slot, Asked(machine))
        assert machine.asked.pop() == "systemctl --no-block reboot"
        assert starts(card) == other_than(slot)
        prove(card, other_than(slot), QUIET)
    # A system that no longer starts is left, like an update.
    program.go_back(card, "A", Asked(machine))
    assert [starts(card) for _start in range(ATTEMPTS + 1)] == [*"BBB", "A"]


def test_only_a_card_of_ours_is_touched() -> None:
    assert program.slot_started("ro quiet gm.part=3 rauc.slot=B gm.new=-") == "B"
    with pytest.raises(LookupError):
        program.slot_started("root=/dev/mmcblk0p2")


def test_the_games_get_all_of_the_card(disk: Disk) -> None:
    machine = Machine()
    assert program.grow(disk, Asked(machine))
    assert [command.split()[0] for command in machine.asked] == ["sh", "partx", "resize2fs"]


def test_a_cut_between_partition_and_file_system_is_gone_on_from(disk: Disk) -> None:
    with pytest.raises(CommandFailed):
        program.grow(disk, Asked(Machine(fails="partx")))
    (disk.sizes / "mmcblk0p4/size").write_text("1000000\n")
    machine = Machine()
    assert not program.grow(disk, Asked(machine))
    assert machine.asked == [f"resize2fs {disk.part(4)}"]


def test_a_new_card_gets_its_second_system(disk: Disk) -> None:
    card = Card(disk.device)
    card.put(Slots().good("A"))
    assert program.complete(card, disk, "A")
    assert disk.part(3).read_bytes()[: len(SYSTEM)] == SYSTEM
    assert card.slots().tries == {"A": 3, "B": 3}
    assert card.slots().first() == "A"
    assert not program.complete(card, disk, "A")


def test_an_update_that_begins_meanwhile_has_the_place_to_itself(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = Card(disk.device)
    monkeypatch.setattr(program, "CHUNK", 2**20)
    copied: list[int] = []
    synced = os.fsync

    def begins(file: int) -> None:
        synced(file)
        copied.append(file)
        # RAUC's request is another process, which has to wait for this piece.
        with pytest.raises(BlockingIOError), program.UPDATING.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        monkeypatch.setattr(os, "fsync", synced)
        answer(card, ["set-state", "B", "bad"])

    monkeypatch.setattr(os, "fsync", begins)
    assert not program.complete(card, disk, "A")
    assert len(copied) == 1
    assert card.slots().tries["B"] == 0
    assert disk.part(3).read_bytes()[2**20 :] == bytes(len(SYSTEM))


def test_an_update_that_began_before_has_it_too(disk: Disk) -> None:
    card = Card(disk.device)
    answer(card, ["set-state", "B", "bad"])
    assert not program.complete(card, disk, "A")
    assert disk.part(3).read_bytes() == bytes(len(SYSTEM) + 2**20)


@pytest.fixture
def this_machine(disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """It runs the intact system of slot A; all commands succeed."""
    for name in ("PROVED", "CONSOLE", "RESTART", "SYSTEM"):
        monkeypatch.setattr(program, name, tmp_path / name.lower())
    monkeypatch.setattr(program, "this_disk", lambda: disk)
    monkeypatch.setattr(program, "this_slot", lambda: "A")
    monkeypatch.setattr(program, "Asked", lambda: Asked(Machine()))
    with program.SYSTEM.open("w+b") as packed:
        packed.write(b"squashfs" * 1000)
        packed.write(program.checksum(packed, packed.tell()))
    return disk


@pytest.mark.parametrize(("left", "proved", "ended"), [(3, False, 1), (0, False, 0), (3, True, 0)])
def test_a_game_master_that_never_starts_leaves_its_slot_if_there_is_another(
    this_machine: Disk, left: int, proved: bool, ended: int
) -> None:
    """After its error code systemd restarts the Pi without any program of a damaged system."""
    card = Card(this_machine.device)
    card.put(Slots(tries={"A": 2, "B": left}))
    if proved:
        program.PROVED.touch()
    assert program.main(["failed"]) == ended
    assert card.slots().tries == {"A": 0 if ended else 2 - proved, "B": left}


@pytest.mark.parametrize(
    ("damaged", "left", "tries", "said"),
    [
        (False, 1, {"A": 2, "B": 1}, "A is whole"),
        (False, 0, {"A": 2, "B": 3}, "A is whole"),
        (True, 1, {"A": 0, "B": 1}, "A is damaged"),
        (True, 0, {"A": 2, "B": 0}, "A is damaged"),
    ],
)
def test_a_system_that_is_not_as_it_was_packed_is_left_for_the_other_and_never_copied(
    this_machine: Disk, damaged: bool, left: int, tries: dict[str, int], said: str
) -> None:
    card = Card(this_machine.device)
    card.put(Slots(tries={"A": 2, "B": left}))
    if damaged:
        with program.SYSTEM.open("r+b") as packed:
            packed.write(b"S")
    assert program.main(["prove"]) == program.main(["complete"]) == 0
    assert card.slots().tries == tries
    assert card.slots().first() == ("B" if tries["A"] == 0 else "A")
    assert program.RESTART.exists() == (tries["A"] == 0)
    assert said in program.CONSOLE.read_text()


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
