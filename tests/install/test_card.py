"""What the card's system does for itself: RAUC's questions, growing, and a second system."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from gm_appliance.install import card as program
from gm_appliance.install.card import Disk, answer, checksum, complete, grow, prove, slot_started
from gm_appliance.install.commands import Asked, CommandFailed, Ended
from gm_appliance.install.slots import PLACES, SECTOR, Card, Slots

SYSTEM = bytearray(3 * 2**20)
SYSTEM[1024 + 4 : 1024 + 8] = (len(SYSTEM) // 4096).to_bytes(4, "little")
SYSTEM[1024 + 24 : 1024 + 28] = (2).to_bytes(4, "little")
SYSTEM[-5:] = b"whole"


class Machine:
    """Notes commands. fails: the program that does."""

    def __init__(self, fails: str = "") -> None:
        self.asked: list[str] = []
        self._fails = fails

    def run(self, command: Sequence[str]) -> Ended:
        self.asked.append(" ".join(command))
        return Ended(int(command[0] == self._fails), "")


@pytest.fixture(autouse=True)
def run_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "UPDATING", tmp_path / "updating")


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    """A card of 1000 MB whose games have 64 of them."""
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


def test_the_first_prompt_decides_for_its_slot_but_not_against_an_update(disk: Disk) -> None:
    card = Card(disk.device)
    card.put(Slots(tries={"A": 1, "B": 3}).wanting("B"))
    prove(card, "A")
    assert (card.slots().first(), card.slots().tries["A"]) == ("A", 3)
    answer(card, ["set-state", "B", "bad"])
    answer(card, ["set-primary", "B"])
    prove(card, "A")
    assert (card.slots().first(), card.slots().new) == ("B", "B")


def test_only_a_card_of_ours_is_touched() -> None:
    assert slot_started("ro quiet gm.part=3 rauc.slot=B gm.new=-") == "B"
    with pytest.raises(LookupError):
        slot_started("root=/dev/mmcblk0p2")


def test_the_games_get_all_of_the_card(disk: Disk) -> None:
    machine = Machine()
    assert grow(disk, Asked(machine))
    assert [command.split()[0] for command in machine.asked] == ["sh", "partx", "resize2fs"]


def test_a_cut_between_partition_and_file_system_is_gone_on_from(disk: Disk) -> None:
    with pytest.raises(CommandFailed):
        grow(disk, Asked(Machine(fails="partx")))
    (disk.sizes / "mmcblk0p4/size").write_text("1000000\n")
    machine = Machine()
    assert not grow(disk, Asked(machine))
    assert machine.asked == [f"resize2fs {disk.part(4)}"]


def test_a_new_card_gets_its_second_system(disk: Disk) -> None:
    card = Card(disk.device)
    card.put(Slots().good("A"))
    assert complete(card, disk, "A")
    assert disk.part(3).read_bytes()[: len(SYSTEM)] == SYSTEM
    assert card.slots().tries == {"A": 3, "B": 3}
    assert card.slots().first() == "A"
    assert not complete(card, disk, "A")


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
        # RAUC asks in a process of its own, which has to wait for this piece.
        with pytest.raises(BlockingIOError), program.UPDATING.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        monkeypatch.setattr(os, "fsync", synced)
        answer(card, ["set-state", "B", "bad"])

    monkeypatch.setattr(os, "fsync", begins)
    assert not complete(card, disk, "A")
    assert len(copied) == 1
    assert card.slots().tries["B"] == 0
    assert disk.part(3).read_bytes()[2**20 :] == bytes(len(SYSTEM))


def test_an_update_that_began_before_has_it_too(disk: Disk) -> None:
    card = Card(disk.device)
    answer(card, ["set-state", "B", "bad"])
    assert not complete(card, disk, "A")
    assert disk.part(3).read_bytes() == bytes(len(SYSTEM) + 2**20)


@pytest.fixture
def this_machine(disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """It runs the whole system of slot A; all its commands succeed."""
    for name in ("PROVED", "CONSOLE", "SYSTEM"):
        monkeypatch.setattr(program, name, tmp_path / name.lower())
    monkeypatch.setattr(program, "this_disk", lambda: disk)
    monkeypatch.setattr(program, "slot_started", lambda _line: "A")
    monkeypatch.setattr(program, "MachineCommands", Machine)
    with program.SYSTEM.open("w+b") as packed:
        packed.write(b"squashfs" * 1000)
        packed.write(checksum(packed, packed.tell()))
    return disk


@pytest.mark.parametrize(("left", "proved", "ended"), [(3, False, 1), (0, False, 0), (3, True, 0)])
def test_a_game_master_that_never_starts_leaves_its_slot_if_there_is_another(
    this_machine: Disk, left: int, proved: bool, ended: int
) -> None:
    """It ends with an error, after which systemd restarts the Pi: no program of a damaged system has to."""
    card = Card(this_machine.device)
    card.put(Slots(tries={"A": 2, "B": left}))
    if proved:
        program.PROVED.touch()
    assert program.main(["failed"]) == ended
    assert card.slots().tries == {"A": 0 if ended else 2, "B": left}


@pytest.mark.parametrize(
    ("damaged", "left", "tries", "said"),
    [
        (False, 1, {"A": 3, "B": 1}, "A is whole"),
        (False, 0, {"A": 3, "B": 3}, "A is whole"),
        (True, 1, {"A": 0, "B": 1}, "A is damaged"),
        (True, 0, {"A": 3, "B": 0}, "A is damaged"),
    ],
)
def test_a_system_that_is_not_as_it_was_packed_is_left_at_the_next_start_and_never_copied(
    this_machine: Disk, damaged: bool, left: int, tries: dict[str, int], said: str
) -> None:
    card = Card(this_machine.device)
    card.put(Slots(tries={"A": 2, "B": left}))
    if damaged:
        with program.SYSTEM.open("r+b") as packed:
            packed.write(b"S")
    assert program.main(["prove"]) == 0
    assert card.slots().tries == tries
    assert card.slots().first() == ("B" if tries["A"] == 0 else "A")
    assert said in program.CONSOLE.read_text()
