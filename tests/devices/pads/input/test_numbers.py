"""Which pads an input device is, this evening and the next."""

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


def test_they_are_counted_as_they_come_and_known_again_after_a_power_cut(file: Path) -> None:
    numbers = PadNumbers(file)
    assert [comes(numbers, "a"), comes(numbers, "b", 4), comes(numbers, "c")] == [(1,), (2, 3, 4, 5), (6,)]
    again = PadNumbers(file)
    # Whichever comes first now.
    assert [comes(again, "c"), comes(again, "d"), comes(again, "b", 4)] == [(6,), (7,), (2, 3, 4, 5)]


def test_new_is_only_what_had_no_numbers(file: Path) -> None:
    numbers = PadNumbers(file)
    assert [numbers.came("a", "a pad", False, 1)[1] for _ in range(2)] == [True, False]
    numbers.went("a")
    assert not numbers.came("a", "a pad", False, 1)[1]
    assert not PadNumbers(file).came("a", "a pad", False, 1)[1]


def test_one_in_another_port_is_the_one_of_its_kind_that_is_away(file: Path) -> None:
    numbers = PadNumbers(file)
    for one in "abc":
        comes(numbers, one)
    numbers.went("b")
    assert comes(numbers, "d", kind="another") == (4,)
    assert comes(numbers, "e") == (2,)
    assert comes(numbers, "b") == (5,)


def test_what_sleeps_is_never_taken_for_another(file: Path) -> None:
    numbers = PadNumbers(file)
    numbers.came("b", "a remote", True, 1)
    numbers.went("b")
    assert numbers.came("c", "a remote", True, 1)[0] == (2,)
    assert numbers.came("b", "a remote", True, 1) == ((1,), False)


def test_of_two_that_are_away_nobody_knows_which_it_is(file: Path) -> None:
    numbers = PadNumbers(file)
    for one in "abc":
        comes(numbers, one)
    numbers.went("a")
    numbers.went("b")
    assert comes(numbers, "d") == (4,)


def test_what_was_away_the_whole_evening_makes_room(file: Path) -> None:
    numbers = PadNumbers(file)
    for one in "abc":
        comes(numbers, one, 4)
    again = PadNumbers(file)
    assert comes(again, "b", 4) == (5, 6, 7, 8)
    assert comes(again, "d", 4) == (1, 2, 3, 4)  # a's
    assert comes(again, "e", 4) == (9, 10, 11, 12)  # c's
    assert comes(again, "f", 4) == (13, 14, 15)
    assert comes(again, "g", 1) == ()
    assert comes(again, "b", 4) == (5, 6, 7, 8)


def test_whether_somebody_may_be_asleep(file: Path) -> None:
    numbers = PadNumbers(file)
    comes(numbers, "a")
    asleep = [numbers.any_asleep]
    numbers.came("b", "a remote", True, 1)
    assert [*asleep, numbers.any_asleep, PadNumbers(file).any_asleep] == [False, True, True]


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
def test_a_damaged_file_is_written_anew(file: Path, damaged: bytes, caplog: pytest.LogCaptureFixture) -> None:
    file.parent.mkdir()
    file.write_bytes(damaged)
    assert comes(PadNumbers(file), "b") == (1,)
    assert "forgotten" in caplog.text
    assert comes(PadNumbers(file), "b") == (1,)


def test_without_a_disk_they_are_known_until_the_end(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    file.parent.write_text("in the way")
    numbers = PadNumbers(file)
    assert [comes(numbers, "a"), comes(numbers, "b"), comes(numbers, "a")] == [(1,), (2,), (1,)]
    assert "cannot be kept" in caplog.text


def test_what_is_found_is_synced_before_it_is_relied_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wrote it may have been killed before."""
    comes(PadNumbers(file), "a")
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino))
    PadNumbers(file)
    assert synced == [file.parent.stat().st_ino]
