"""The pad numbers of input devices, this evening and the next."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gm_appliance.devices.pads.input.numbers import PadNumbers


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "pads.json"


def comes(numbers: PadNumbers, identity: str, places: int = 1, kind: str = "a pad") -> tuple[int, ...]:
    return numbers.came(identity, kind, False, places)[0]


def test_numbers_are_given_in_order_and_survive_a_power_cut(file: Path) -> None:
    numbers = PadNumbers(file)
    assert [comes(numbers, "a"), comes(numbers, "b", 4), comes(numbers, "c")] == [(1,), (2, 3, 4, 5), (6,)]
    again = PadNumbers(file)
    # Known devices keep their numbers, in whatever order they come.
    came = [comes(again, "c"), comes(again, "a"), comes(again, "b", 4), comes(again, "d")]
    assert came == [(6,), (1,), (2, 3, 4, 5), (7,)]


def test_a_device_in_another_port_takes_a_missing_ones_number(file: Path) -> None:
    numbers = PadNumbers(file)
    for one in "abc":
        comes(numbers, one)
    numbers.went("b")
    assert comes(numbers, "d", kind="another") == (4,)
    assert comes(numbers, "e") == (2,)
    assert comes(numbers, "b") == (5,)


def ports(hub: str, count: int = 8, bus: str = "usb-0000:01:00.0-") -> list[str]:
    """The positions of gamepads plugged into a hub."""
    return [f"{bus}{hub}.{port}/input0" for port in range(1, count + 1)]


@pytest.mark.parametrize(
    ("bus", "hub"), [("usb-0000:01:00.0-", "1.3"), ("usb-0000:01:00.0-", "1.4.1"), ("usb-x-", "2")]
)
def test_devices_on_a_moved_hub_keep_their_numbers(file: Path, bus: str, hub: str) -> None:
    numbers = PadNumbers(file)
    direct = comes(numbers, "usb-0000:01:00.0-1.1/input0")
    before = [comes(numbers, one) for one in ports("1.2")]
    for one in ports("1.2"):
        numbers.went(one)
    moved = [numbers.came(one, "a pad", False, 1) for one in reversed(ports(hub, bus=bus))]
    assert [one.pads for one in reversed(moved)] == before
    assert not any(one.guessed for one in moved)
    assert comes(numbers, "usb-0000:01:00.0-1.1/input0") == direct


def test_an_ambiguous_position_is_a_guess(file: Path) -> None:
    numbers = PadNumbers(file)
    for one in (*ports("1.2", 2), *ports("1.3", 2)):
        comes(numbers, one)
    numbers.went(ports("1.2")[0])
    # Either a new device or the missing one, whose neighbour is still at the hub.
    assert numbers.came(ports("1.4")[0], "a pad", False, 1) == ((1,), True, True)
    for one in (ports("1.2")[1], *ports("1.3", 2)):
        numbers.went(one)
    assert numbers.came(ports("1.1")[1], "a pad", False, 1) == ((2,), True, True), "of either hub"
    assert numbers.came("usb-0000:01:00.0-1.1.9/input0", "a pad", False, 1).guessed


def test_a_device_that_was_moved_while_the_box_was_off_takes_the_missing_ones_numbers(file: Path) -> None:
    numbers = PadNumbers(file)
    first, *others = [comes(numbers, one, 4) for one in ports("1.2", 3)]
    again = PadNumbers(file)
    assert [comes(again, one, 4) for one in ports("1.2", 3)[1:]] == others
    # It may be a different device of the same kind, so the pads of a game in progress are called again.
    assert again.came("usb-0000:01:00.0-1.4/input0", "a pad", False, 4) == (first, True, True)
    # If none is missing, nothing is guessed.
    assert again.came("usb-0000:01:00.0-1.5/input0", "a pad", False, 1) == ((13,), True, False)


def test_a_hub_that_was_moved_while_the_box_was_off_keeps_all_numbers(file: Path) -> None:
    numbers = PadNumbers(file)
    before = [comes(numbers, one) for one in ports("1.2")]
    again = PadNumbers(file)
    moved = [again.came(one, "a pad", False, 1) for one in reversed(ports("1.3"))]
    assert [one.pads for one in reversed(moved)] == before
    assert not any(one.guessed for one in moved)


def test_a_sleeping_device_is_never_replaced(file: Path) -> None:
    numbers = PadNumbers(file)
    numbers.came("b", "a remote", True, 1)
    numbers.went("b")
    assert numbers.came("c", "a remote", True, 1)[0] == (2,)
    assert numbers.came("b", "a remote", True, 1) == ((1,), False, False)


def test_devices_missing_all_evening_give_up_their_numbers(file: Path) -> None:
    numbers = PadNumbers(file)
    for one in "abc":
        comes(numbers, one, 4)
    again = PadNumbers(file)
    assert comes(again, "b", 4) == (5, 6, 7, 8)
    assert comes(again, "d", 4) == (1, 2, 3, 4)  # the numbers of a
    assert comes(again, "e", 4) == (9, 10, 11, 12)  # the numbers of c
    assert comes(again, "f", 4) == (13, 14, 15)
    assert comes(again, "g", 1) == ()
    assert comes(again, "b", 4) == (5, 6, 7, 8)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\xff",
        b"[]",
        b"[" * 100_000,
        b'{"a": 1}',
        b'{"a": ["a pad", false, [1, 1]]}',
        b'{"a": ["a pad", false, [0]]}',
        b'{"a": ["a pad", false, [16]]}',
        b'{"a": ["a pad", false, "x"]}',
    ],
    ids=lambda one: repr(one[:20]),
)
def test_a_damaged_file_is_replaced(file: Path, damaged: bytes, caplog: pytest.LogCaptureFixture) -> None:
    file.parent.mkdir()
    file.write_bytes(damaged)
    assert comes(PadNumbers(file), "b") == (1,)
    assert "are lost" in caplog.text
    assert comes(PadNumbers(file), "b") == (1,)


def test_without_a_disk_numbers_last_for_the_evening(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    file.parent.write_text("in the way")
    numbers = PadNumbers(file)
    assert [comes(numbers, "a"), comes(numbers, "b"), comes(numbers, "a")] == [(1,), (2,), (1,)]
    assert "cannot be saved" in caplog.text


def test_the_files_name_is_synced_before_it_is_relied_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that wrote it may have been killed before syncing."""
    comes(PadNumbers(file), "a")
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino))
    PadNumbers(file)
    assert synced == [file.parent.stat().st_ino]
