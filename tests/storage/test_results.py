"""The file of results: what is damaged costs the game it was, and no other."""

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

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.results import Result, of_plain, to_plain, wins
from gm_appliance.storage.results import KeptResults, append, line_of, read
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
    st.dictionaries(words, st.integers() | words, max_size=4),
    st.lists(words, max_size=4).map(tuple),
    points,
    st.lists(points, max_size=4).map(tuple),
    st.dictionaries(seats, words, max_size=4),
    st.lists(seats | words, max_size=3).map(tuple),
    words,
)
several = st.lists(results, min_size=1, max_size=5, unique_by=lambda one: one.identity)


def a_result(number: int, **more: object) -> Result:
    head = {"game": "scorepad", "started": 1000.5 + number, "date": "2027-03-07T20:15:00+01:00"}
    rest = {"certain": True, "seconds": 60.0, "points": {"1": 3, "2": 7 + number}, "winners": [2]}
    return of_plain({**head, **rest, **more})


THREE = [a_result(1), a_result(2, names=["Åsa", 'B["00000000",{o']), a_result(3)]
WHOLE = b"".join(map(line_of, THREE))


@contextmanager
def holding(data: bytes) -> Iterator[Path]:
    with folder_in_memory() as folder:
        path = Path(folder, "results.jsonl")
        path.write_bytes(data)
        yield path


# ---------------------------------------------------------------- what is written is read


@given(several)
def test_what_was_appended_is_read(some: list[Result]) -> None:
    with folder_in_memory() as folder:
        path = Path(folder, "results.jsonl")
        append(path, some[:1])
        append(path, some[1:])
        assert read(path) == (some, [])


def test_of_no_file_there_are_no_results(tmp_path: Path) -> None:
    assert read(tmp_path / "results.jsonl") == ([], [])


def test_every_line_is_json_for_other_tools(tmp_path: Path) -> None:
    append(tmp_path / "results.jsonl", THREE)
    lines = (tmp_path / "results.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)[1] for line in lines] == [to_plain(one) for one in THREE]


def test_it_is_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.touch(0o644)
    append(path, THREE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_line_of_another_version_is_read_as_far_as_it_is_known() -> None:
    later = {**to_plain(THREE[0]), "weather": "rain", "winners": [2, {"team": 1}], "seconds": "long"}
    read_back = of_plain(later)
    assert (read_back.game, read_back.points, read_back.winners) == ("scorepad", {1: 3, 2: 8}, (2,))
    assert read_back.seconds == 0.0


ENDLESS = (10**400, float("inf"), float("nan"))
"""Numbers that JSON can hold and no game can have."""


@pytest.mark.parametrize("data", [None, [], {}, {"game": "scorepad"}, {"game": 3, "started": 1.0}])
def test_what_is_no_result_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"no "):
        of_plain(data)


@pytest.mark.parametrize("endless", ENDLESS)
def test_a_game_has_a_beginning_and_a_length_that_can_be(endless: float) -> None:
    with pytest.raises(ValueError, match="no beginning"):
        of_plain({"game": "scorepad", "started": endless})
    assert of_plain({"game": "scorepad", "started": 1.0, "seconds": endless}).seconds == 0.0


# ---------------------------------------------------------------- damage


def test_a_file_cut_off_anywhere_keeps_every_whole_line() -> None:
    ends = [len(b"".join(map(line_of, THREE[:n]))) for n in range(4)]
    with holding(WHOLE) as path:
        for length in range(len(WHOLE), -1, -1):
            os.truncate(path, length)
            whole = sum(end - 1 <= length for end in ends[1:])  # only the line's end may be missing
            found, damaged = read(path)
            assert found == THREE[:whole]
            assert damaged == ([] if length >= ends[whole] - 1 and length <= ends[whole] else [whole + 1])


@settings(max_examples=400)
@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_a_byte_that_flipped_costs_one_game_at_most(at: int, flip: int) -> None:
    with holding(WHOLE[:at] + bytes([WHOLE[at] ^ flip]) + WHOLE[at + 1 :]) as path:
        found, _damaged = read(path)
        assert len(found) >= 2
        assert [one for one in THREE if one in found] == found, "none is invented"


@given(several, st.data())
def test_whatever_is_in_the_file_no_game_is_invented(some: list[Result], data: st.DataObject) -> None:
    whole = bytearray(b"".join(map(line_of, some)))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with holding(bytes(whole)) as path:
        assert [one for one in read(path)[0] if one not in some] == []


@given(st.binary(max_size=300))
def test_rubbish_before_a_line_costs_nothing(rubbish: bytes) -> None:
    with holding(rubbish + b"\n" + WHOLE) as path:
        assert read(path)[0] == THREE


def test_what_is_appended_to_a_torn_line_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(WHOLE[:-30])
    append(path, [a_result(4)])
    assert read(path) == ([*THREE[:2], a_result(4)], [3])


def test_a_line_that_is_there_twice_is_one_game(tmp_path: Path) -> None:
    """A write that failed only at its sync is made again."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(WHOLE + WHOLE)
    assert read(path) == (THREE, [])


def test_a_damaged_line_is_named_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(WHOLE.replace(b'"2":9', b'"2":8'))
    with caplog.at_level(logging.ERROR):
        kept = KeptResults(path, lambda part, what: None)
    assert kept.all == (THREE[0], THREE[2])
    (logged,) = caplog.messages
    assert f"Line 2 of {path}" in logged


# ---------------------------------------------------------------- a medium that fails


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """What is written beyond that is refused, after a part of it was taken."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_of_a_write_that_fails_half_way_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append(path, THREE[:1])
    before = path.read_bytes()
    with no_file_beyond(len(before) + 20), pytest.raises(OSError):  # noqa: PT011
        append(path, THREE[1:])
    assert path.read_bytes() == before


class Faults(list[tuple[str, str]]):
    def __call__(self, part: str, what: str) -> None:
        self.append((part, what))


def test_what_cannot_be_written_is_told_once_and_tried_again(tmp_path: Path) -> None:
    path, told = tmp_path / "results.jsonl", Faults()
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


def test_what_cannot_be_read_at_first_is_read_later_and_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.mkdir()
    kept = KeptResults(path, Faults())
    kept.keep(THREE[1], THREE[2])
    path.rmdir()
    append(path, THREE[:2])
    assert kept.retry()
    assert [*kept.all] == THREE
    assert read(path) == (THREE, [])
    assert len(path.read_bytes().splitlines()) == 3


def test_a_full_card_is_called_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    told = Faults()
    kept = KeptResults(tmp_path / "results.jsonl", told)
    with monkeypatch.context() as card:
        card.setattr(os, "write", full)
        kept.keep(*THREE)
    assert told == [("results", "full")]


def test_what_is_found_is_synced_before_it_is_relied_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever wrote it may have been killed before."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(WHOLE)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino))
    assert len(KeptResults(path, lambda part, what: None).all) == len(THREE)
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]


def test_a_game_told_twice_is_kept_once(tmp_path: Path) -> None:
    kept = KeptResults(tmp_path / "results.jsonl", Faults())
    kept.keep(THREE[0])
    kept.keep(THREE[0], THREE[1])
    again = KeptResults(tmp_path / "results.jsonl", Faults())
    again.keep(*THREE)
    assert read(tmp_path / "results.jsonl") == (THREE, [])


# ---------------------------------------------------------------- what is asked of results


def test_a_side_wins_with_all_who_were_on_it() -> None:
    sides = {"1": "protect", "2": "conspire", "3": "protect"}
    assert a_result(1, winners=["protect"], sides=sides).winning_seats == (1, 3)
    assert a_result(1, winners=["protect"]).winning_seats == ()


def test_wins_go_by_name_where_there_is_one() -> None:
    named = [a_result(1, names=["Bo", "Åsa"]), a_result(2, names=["Åsa", "Bo"], winners=[1])]
    assert wins([*named, a_result(3), a_result(4, names=["Bo", ""])]) == [("Åsa", 2), (2, 2)]


def test_who_won_stands_first_whether_most_or_fewest_points_win() -> None:
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
