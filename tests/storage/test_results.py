"""The file of results: damage loses only the damaged game."""

from __future__ import annotations

import errno
import json
import logging
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert, to_builtins

from gm_appliance.core.results import Result
from gm_appliance.storage.results import NAME, KeptResults, append, read, record_of
from tests.memory import folder_in_memory

seats = st.integers(1, 15)
points = st.dictionaries(seats, st.integers(-999_999, 999_999), max_size=15)
words = st.text(max_size=12)
results = st.builds(
    Result,
    words,
    st.floats(0, 1e11),
    words,
    st.booleans(),
    st.integers(0, 999_999).map(lambda tenths: tenths / 10),
    st.dictionaries(words, st.integers(-(2**31), 2**31) | words, max_size=4),
    st.lists(words, max_size=4).map(tuple),
    points,
    st.lists(points, max_size=4).map(tuple),
    st.dictionaries(seats, words, max_size=4),
    st.dictionaries(seats, words, max_size=4),
    st.lists(seats | words, max_size=3).map(tuple),
    words,
)
several = st.lists(results, min_size=1, max_size=5, unique_by=lambda one: one.identity)


def a_result(number: int, **more: object) -> Result:
    head = {"game": "scorepad", "started": 1000.5 + number, "date": "2027-03-07T20:15:00+01:00"}
    rest = {"certain": True, "seconds": 60.0, "points": {"1": 3, "2": 7 + number}, "winners": [2]}
    return convert({**head, **rest, **more}, Result, str_keys=True)


THREE = [a_result(1), a_result(2, names=["Åsa", 'B["00000000",{o']), a_result(3)]
WHOLE = b"".join(map(record_of, THREE))
HALF = WHOLE[:-30]
"""As after a power cut in the last record."""


class Faults(list[tuple[str, str]]):
    def __call__(self, part: str, what: str) -> None:
        self.append((part, what))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / NAME


@contextmanager
def holding(data: bytes) -> Iterator[Path]:
    with folder_in_memory() as folder:
        path = Path(folder, NAME)
        path.write_bytes(data)
        yield path


@settings(max_examples=40)
@given(several)
def test_appended_results_are_read(some: list[Result]) -> None:
    with folder_in_memory() as folder:
        path = Path(folder, NAME)
        assert read(path) == ([], [])
        append(path, some[:1])
        append(path, some[1:])
        assert read(path) == (some, [])


def test_every_line_is_json_for_other_tools(path: Path) -> None:
    append(path, THREE)
    lines = path.read_text("utf-8").splitlines()
    assert [convert(json.loads(line)[1], Result, str_keys=True) for line in lines if line] == THREE


def test_only_its_owner_can_read_it(path: Path) -> None:
    path.touch(0o644)
    append(path, THREE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def line(data: object) -> bytes:
    text = json.dumps(data).encode()
    return b'["%08x",%s]\n' % (crc32(text), text)


def test_unknown_fields_are_ignored() -> None:
    with holding(line({**to_builtins(THREE[0], str_keys=True), "weather": "rain"})) as path:
        assert read(path) == (THREE[:1], [])


@pytest.mark.parametrize(
    "wrong",
    [{"game": 3}, {"started": None}, {"started": 10**400}, {"seconds": -1}, {"winners": [{"team": 1}]}]
    + [{"seconds": endless} for endless in (float("inf"), float("nan"))],
)
def test_a_line_that_is_no_result_is_damaged(wrong: dict[str, object]) -> None:
    with holding(WHOLE + line({**to_builtins(THREE[0], str_keys=True), "started": 9.0, **wrong})) as path:
        assert read(path) == (THREE, [7])


def test_a_file_cut_off_anywhere_keeps_every_whole_line() -> None:
    ends = [len(b"".join(map(record_of, THREE[:n]))) for n in range(4)]
    with holding(WHOLE) as path:
        for length in range(len(WHOLE), -1, -1):
            os.truncate(path, length)
            whole = sum(end - 1 <= length for end in ends[1:])  # only the line's end may be missing
            found, damaged = read(path)
            assert found == THREE[:whole]
            assert damaged == ([] if ends[whole] - 1 <= length <= ends[whole] + 1 else [2 * whole + 2])


@settings(max_examples=200)
@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_a_flipped_byte_costs_one_game_at_most(at: int, flip: int) -> None:
    with holding(WHOLE[:at] + bytes([WHOLE[at] ^ flip]) + WHOLE[at + 1 :]) as path:
        found, _damaged = read(path)
        assert len(found) >= 2
        assert [one for one in THREE if one in found] == found, "none is invented"


@settings(max_examples=40)
@given(several, st.data())
def test_no_damage_invents_a_game(some: list[Result], data: st.DataObject) -> None:
    whole = bytearray(b"".join(map(record_of, some)))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with holding(bytes(whole)) as path:
        assert [one for one in read(path)[0] if one not in some] == []


@given(st.binary(max_size=300))
def test_a_record_behind_rubbish_is_read(rubbish: bytes) -> None:
    with holding(rubbish + WHOLE) as path:
        assert read(path)[0] == THREE


def test_a_record_behind_a_torn_one_is_whole(path: Path) -> None:
    path.write_bytes(HALF)
    append(path, [a_result(4)])
    assert read(path) == ([*THREE[:2], a_result(4)], [6])


def test_a_line_that_is_there_twice_is_one_game(path: Path) -> None:
    """As after a write that failed at its sync and was repeated."""
    path.write_bytes(WHOLE + WHOLE)
    assert read(path) == (THREE, [])


def test_a_damaged_line_is_reported_once_and_set_aside(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    damaged = WHOLE.replace(b'"2":9', b'"2":8')
    path.write_bytes(damaged)
    told = Faults()
    with caplog.at_level(logging.ERROR):
        assert KeptResults(path, told).all == (THREE[0], THREE[2])
    assert f"Line 4 of {path}" in caplog.text
    (aside,) = path.parent.glob("*.aside-*")
    assert aside.read_bytes() == damaged
    assert read(path) == ([THREE[0], THREE[2]], [])
    KeptResults(path, told)
    assert told == [("results", "damaged")]


def test_a_torn_last_line_is_removed_and_not_reported(path: Path) -> None:
    path.write_bytes(HALF)
    told = Faults()
    assert (KeptResults(path, told).all, told) == (tuple(THREE[:2]), [])
    assert read(path) == (THREE[:2], [])


def test_a_power_cut_during_a_rewrite_loses_nothing(path: Path) -> None:
    append(path.with_name(f"{NAME}.new"), THREE)
    assert KeptResults(path, Faults()).all == tuple(THREE)
    assert read(path) == (THREE, [])


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Refuse writes beyond that size, after writing a part."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_write_that_fails_half_way_is_taken_back(path: Path) -> None:
    append(path, THREE[:1])
    before = path.read_bytes()
    with no_file_beyond(len(before) + 20), pytest.raises(OSError):  # noqa: PT011
        append(path, THREE[1:])
    assert path.read_bytes() == before


def test_a_result_that_cannot_be_written_is_reported_once_and_written_later(path: Path) -> None:
    told = Faults()
    kept = KeptResults(path, told)
    path.mkdir()
    for number, one in enumerate(THREE, 1):
        kept.keep(one)
        assert len(kept.all) == number, "it is known all the same"
    assert told == [("results", "lost")]
    assert not kept.retry()
    path.rmdir()
    assert kept.retry()
    assert told == [("results", "lost"), ("results", "back")]
    assert read(path) == (THREE, [])


def test_a_file_that_cannot_be_read_at_first_is_read_later(path: Path) -> None:
    path.mkdir()
    kept = KeptResults(path, Faults())
    kept.keep(THREE[1], THREE[2])
    path.rmdir()
    append(path, THREE[:2])
    assert kept.retry()
    assert [*kept.all] == THREE
    assert path.read_bytes() == WHOLE, "none is written twice"


def test_a_full_card_is_reported_as_full(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    told = Faults()
    kept = KeptResults(path, told)
    with monkeypatch.context() as card:
        card.setattr(os, "write", full)
        kept.keep(*THREE)
    assert told == [("results", "full")]


def test_a_file_that_is_found_is_synced_before_it_is_relied_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last process may have been killed before syncing."""
    path.write_bytes(WHOLE)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino))
    assert len(KeptResults(path, Faults()).all) == len(THREE)
    assert synced == [path.stat().st_ino, path.parent.stat().st_ino]


def test_a_result_given_twice_is_kept_once(path: Path) -> None:
    kept = KeptResults(path, Faults())
    kept.keep(THREE[0])
    kept.keep(THREE[0], THREE[1])
    KeptResults(path, Faults()).keep(*THREE)
    assert read(path) == (THREE, [])


def test_the_winner_is_first_whether_most_or_fewest_points_win() -> None:
    lowest = a_result(1, points={"1": 40, "2": 12, "3": 25, "4": 25}, winners=[2])
    assert lowest.standings() == [(1, 2, 12), (2, 3, 25), (2, 4, 25), (4, 1, 40)]
    shared = a_result(1, points={"1": 40, "2": 12, "3": 40}, winners=[1, 3])
    assert shared.standings() == [(1, 1, 40), (1, 3, 40), (3, 2, 12)]
    nobody = a_result(1, points={"1": 0, "2": 0}, winners=[])
    assert nobody.standings() == [(1, 1, 0), (1, 2, 0)]


@pytest.mark.parametrize(
    ("date", "day"), [("2027-03-07T20:15:00+01:00", (3, 7)), ("", None), ("2027-13-01", None)]
)
def test_the_day_of_a_date(date: str, day: tuple[int, int] | None) -> None:
    assert a_result(1, date=date).day == day
