"""The journal returns what was written, and keeps its files private."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal, JournalError, JournalLost, rows, writing
from gm_appliance.storage.journal.rows import checksum
from tests.storage.journals import begin, leave_a_log, values, written

FEW = settings(max_examples=25, deadline=None)


texts = st.text(st.characters(exclude_categories=())) | st.sampled_from(["", "\0", "\ud800", "ö", "'\""])
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=10,
)


@FEW
@given(st.lists(plain, min_size=1, max_size=5))
def test_plain_values_come_back_as_they_were(given_values: list[JSON]) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory, "journal.sqlite")
        written(path, *given_values)
        with Journal(path) as journal:
            assert values(journal) == given_values
            for value in given_values:
                journal.set_setting("one", value)
                assert journal.setting("one", "default") == value
                assert type(journal.setting("one")) is type(value)


Act: TypeAlias = "tuple[str, int]"
kinds = st.sampled_from(["choose", "undo", "draft", "reopen"])
acts = st.lists(st.tuples(kinds, st.integers(0, 9)), max_size=15)


@FEW
@given(acts)
def test_choices_undos_and_drafts_agree_with_a_plain_list(script: list[Act]) -> None:
    standing: list[int] = []
    draft: tuple[str, int] | None = None
    with TemporaryDirectory() as directory:
        path = Path(directory, "journal.sqlite")
        journal = Journal(path)
        session = begin(journal)
        for act, value in script:
            if act == "choose":
                journal.choose(session, "step", value, False, 1.0)
                standing, draft = [*standing, value], None
            elif act == "draft":
                journal.draft(session, "step", value or None)
                draft = ("step", value) if value else None
            elif act == "reopen":
                journal.close()
                journal = Journal(path)
            elif standing:
                journal.undo(session, 1.0)
                standing, draft = standing[:-1], None
            else:
                with pytest.raises(ValueError, match="no choice to take back"):
                    journal.undo(session, 1.0)
            assert values(journal) == standing
            assert journal.drafted(session) == draft
        journal.close()


def test_an_undo_that_failed_is_not_forgotten(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(journal)
    for value in range(3):
        journal.choose(session, "step", value, False, 1.0)

    def fails(*_given: object) -> None:
        raise JournalLost

    with monkeypatch.context() as patch:
        patch.setattr(writing, "put", fails)
        with pytest.raises(JournalLost):
            journal.undo(session, 1.0)
    journal.undo(session, 1.0)
    assert values(journal) == [0, 1]


def test_a_session_keeps_how_it_began_and_how_it_ended(path: Path) -> None:
    with Journal(path) as journal:
        session = begin(journal)
        assert journal.running() == journal.sessions()[session - 1]
        journal.end(session, {"winners": ["asgard"], "reason": "last"})
        assert journal.running() is None
    with Journal(path) as journal:
        kept = journal.sessions()[session - 1]
    assert (kept.game, kept.rules, kept.language, kept.started) == ("thing", 3, "de", 1000.5)
    assert kept.options == {"players": 7, "seating": "choose"}
    assert (kept.status, kept.reason) == ("ended", "")
    assert kept.outcome == {"winners": ["asgard"], "reason": "last"}


def test_a_waiting_session_is_resumed_where_it_stopped(journal: Journal) -> None:
    first = begin(journal)
    journal.choose(first, "step", 1, False, 1.0)
    journal.draft(first, "next", 2)
    second = begin(journal)
    third = begin(journal)
    assert [one.id for one in journal.waiting(9)] == [second, first]
    assert [one.id for one in journal.waiting(1)] == [second]
    with pytest.raises(ValueError, match="not running: waiting"):
        journal.choose(first, "step", 2, False, 2.0)
    journal.go_on(first)
    journal.go_on(first)  # as a retry does
    assert [one.id for one in journal.waiting(9)] == [third, second]
    assert journal.drafted(first) == ("next", 2)
    journal.choose(first, "step", 2, False, 2.0)
    assert [one.value for one in journal.entries(first)] == [1, 2]
    journal.end(first, {"winners": [], "reason": "last"})
    journal.end(second, {"winners": [], "reason": "last"})
    assert journal.running() is None
    for over in (first, second):
        with pytest.raises(ValueError, match="over already: ended"):
            journal.go_on(over)


def test_a_finished_session_refuses_changes(journal: Journal) -> None:
    session = begin(journal)
    journal.choose(session, "step", 1, False, 1.0)
    journal.draft(session, "step", 2)
    journal.end(session, {})
    journal.end(session, {"again": True})  # a retry is no mistake
    refused: list[Callable[[], None]] = [
        lambda: journal.choose(session, "step", 1, False, 1.0),
        lambda: journal.undo(session, 1.0),
        lambda: journal.draft(session, "step", 1),
        lambda: journal.keep_aside(session, "late"),
    ]
    for call in refused:
        with pytest.raises(ValueError, match="ended"):
            call()
    assert journal.sessions()[session - 1].outcome == {"again": True}
    assert journal.drafted(session) is None
    assert len(journal.entries(session)) == 1


def endless() -> JSON:
    value: list[JSON] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value", [b"secret", {1: "secret"}, {"secret"}, 0.5, [object()], 10**5000, endless()], ids=range(7)
)
def test_values_that_are_no_plain_data_are_refused_and_not_shown(journal: Journal, value: JSON) -> None:
    session = begin(journal)
    with pytest.raises(ValueError, match=r"^night\.victim: the value is not plain data$"):
        journal.choose(session, "night.victim", value, True, 1.0)
    assert journal.entries(session) == ()


def test_no_repr_shows_a_value(journal: Journal) -> None:
    session = begin(journal)
    journal.choose(session, "night.victim", "valkyrie", True, 1.0)
    assert "valkyrie" not in f"{journal.entries(session)!r} {journal!r} {journal.sessions()!r}"


@pytest.fixture(params=[0o000, 0o777])
def umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    assert tmp_path.exists()  # made before, for all that lies above the journal's own directory
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(directory: Path) -> dict[str, int]:
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in directory.iterdir()}


@pytest.mark.usefixtures("umask")
def test_files_are_private_whatever_the_umask(path: Path) -> None:
    with Journal(path) as journal:
        begin(journal)
        names = [path.name + end for end in ("", "-wal", "-shm", ".lock", ".mark")]
        assert modes(path.parent) == dict.fromkeys(names, 0o600)
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_existing_files_are_made_private(path: Path) -> None:
    leave_a_log(path, 1)
    path.parent.chmod(0o2775)
    for one in path.parent.iterdir():
        one.chmod(0o666)
    with Journal(path) as journal:
        assert values(journal) == [1]
        assert set(modes(path.parent).values()) == {0o600}
        assert stat.S_IMODE(path.parent.stat().st_mode) & 0o777 == 0o700


def test_files_set_aside_are_kept_private(path: Path) -> None:
    path.parent.mkdir()
    for end in ("", "-wal"):
        path.with_name(path.name + end).write_bytes(b"no journal")
        path.with_name(path.name + end).chmod(0o666)
    with Journal(path) as journal:
        kept = journal.set_aside
    assert kept is not None
    assert set(modes(path.parent).values()) == {0o600}
    kept.chmod(0o644)
    with Journal(path):
        assert set(modes(path.parent).values()) == {0o600}


def test_a_directory_shared_by_all_is_refused_and_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(JournalError, match="directory of its own"):
        Journal(tmp_path / "journal.sqlite")
    assert list(tmp_path.iterdir()) == []
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


def test_a_rows_checksum_is_the_same_in_every_python() -> None:
    """The next release may run under another Python."""
    row = (5, 123, 1700000000.125, "council.vote", '{"1":"up","Š":"❤"}', 0, None, 2**40, -7)
    assert checksum(0, "record", row) == 3538989950
    others = (checksum(0, "setting", row), checksum(7, "record", row), checksum(0, "record", (5.0, *row[1:])))
    assert 3538989950 not in others


@pytest.mark.parametrize("reopened", [False, True])
def test_an_undo_does_not_read_the_choices_before(
    path: Path, reopened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(path)
    session = begin(journal)
    for value in range(300):
        journal.choose(session, "step", value, False, 1.0)
    if reopened:
        journal.close()
        journal = Journal(path)
        assert len(journal.entries(session)) == 300  # the table needs them, to go on
    read: list[str] = []

    def counted(db: sqlite3.Connection, table: str, which: str = "", *values: object) -> Iterator[rows.Row]:
        for row in sealed(db, table, which, *values):
            read.append(table)
            yield row

    sealed = rows.sealed
    monkeypatch.setattr(rows, "sealed", counted)
    journal.undo(session, 1.0)
    journal.undo(session, 1.0)
    journal.choose(session, "step", "new", False, 1.0)
    journal.undo(session, 1.0)
    assert "session" in read
    assert "record" not in read
    assert [one.value for one in journal.entries(session)] == [*range(298)]
    journal.close()
