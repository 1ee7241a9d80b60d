"""The journal: what goes in comes out, for this user alone, whatever lay there before."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.journal import (
    Entry,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalLost,
    Plain,
    UnknownSession,
)

ROOT = Path(__file__).parents[1]
FEW = settings(max_examples=25, deadline=None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as journal:
        yield journal


def begin(journal: Journal) -> int:
    return journal.begin("thing", 3, {"players": 7, "seating": "choose"}, "de", 1000.5)


def written(path: Path, *values: Plain) -> None:
    """A journal with one running session and these choices, cleanly closed."""
    with Journal(path) as journal:
        session = begin(journal)
        for value in values:
            journal.choose(session, "step", value, False, 1.0)


def values(journal: Journal) -> list[Plain]:
    session = journal.running()
    return [] if session is None else [entry.value for entry in journal.entries(session.id)]


# ---------------------------------------------------------------- what goes in comes out

texts = st.text(st.characters(exclude_categories=())) | st.sampled_from(["", "\0", "\ud800", "ö", "'\""])
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=10,
)


@FEW
@given(st.lists(plain, min_size=1, max_size=5))
def test_plain_values_come_back_as_they_were(given_values: list[Plain]) -> None:
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


def test_a_choice_keeps_its_name_secrecy_and_time(journal: Journal) -> None:
    session = begin(journal)
    journal.choose(session, "night.victim", {"1": "up"}, True, 12.25)
    journal.choose(session, "dice", (3, 5), False, 13.0)
    assert journal.entries(session) == (
        Entry(1, "night.victim", {"1": "up"}, True, 12.25),
        Entry(2, "dice", [3, 5], False, 13.0),
    )


def test_records_are_numbered_on_after_an_undo(journal: Journal) -> None:
    session = begin(journal)
    for value in (1, 2):
        journal.choose(session, "step", value, False, 1.0)
    journal.undo(session, 2.0)
    journal.choose(session, "step", 3, False, 3.0)
    assert [(entry.n, entry.value) for entry in journal.entries(session)] == [(1, 1), (4, 3)]


def test_an_undo_deletes_nothing(path: Path) -> None:
    written(path, 1, 2)
    with Journal(path) as journal:
        journal.undo(1, 2.0)
    with sqlite3.connect(path) as db:
        records = db.execute("SELECT value, takes_back FROM record").fetchall()
    assert records == [("1", None), ("2", None), (None, 2)]
    db.close()


def test_a_session_keeps_how_it_began_and_how_it_ended(path: Path) -> None:
    with Journal(path) as journal:
        session = begin(journal)
        assert journal.running() == journal.session(session)
        journal.end(session, {"winners": ["asgard"], "reason": "last"})
        assert journal.running() is None
    with Journal(path) as journal:
        kept = journal.session(session)
    assert (kept.game, kept.rules, kept.language, kept.started) == ("thing", 3, "de", 1000.5)
    assert kept.options == {"players": 7, "seating": "choose"}
    assert (kept.status, kept.reason) == ("ended", "")
    assert kept.outcome == {"winners": ["asgard"], "reason": "last"}


def test_only_one_session_runs_and_all_are_kept(journal: Journal) -> None:
    first = begin(journal)
    journal.draft(first, "step", 1)
    second = begin(journal)
    journal.keep_aside(second, "rules changed")
    third = begin(journal)
    journal.abandon(third, "given up")
    fourth = begin(journal)
    running = journal.running()
    assert running is not None
    assert running.id == fourth
    assert [(one.id, one.status, one.reason) for one in journal.sessions()] == [
        (first, "abandoned", "replaced"),
        (second, "aside", "rules changed"),
        (third, "abandoned", "given up"),
        (fourth, "running", ""),
    ]
    assert journal.drafted(first) is None


def test_a_finished_session_takes_nothing_more(journal: Journal) -> None:
    session = begin(journal)
    journal.choose(session, "step", 1, False, 1.0)
    journal.draft(session, "step", 2)
    journal.end(session, {})
    journal.end(session, {"again": True})  # a retry is no mistake
    refused: list[Callable[[], None]] = [
        lambda: journal.choose(session, "step", 1, False, 1.0),
        lambda: journal.undo(session, 1.0),
        lambda: journal.draft(session, "step", 1),
        lambda: journal.abandon(session, "late"),
    ]
    for call in refused:
        with pytest.raises(ValueError, match="ended"):
            call()
    assert journal.session(session).outcome == {"again": True}
    assert journal.drafted(session) is None
    assert len(journal.entries(session)) == 1


def test_an_unknown_session_is_named(journal: Journal) -> None:
    refused: list[Callable[[], object]] = [
        lambda: journal.session(7),
        lambda: journal.entries(7),
        lambda: journal.drafted(7),
        lambda: journal.choose(7, "step", 1, False, 1.0),
        lambda: journal.undo(7, 1.0),
        lambda: journal.draft(7, "step", 1),
        lambda: journal.end(7, {}),
    ]
    for call in refused:
        with pytest.raises(UnknownSession, match="no session 7"):
            call()


def test_settings_have_defaults_and_are_overwritten(journal: Journal) -> None:
    assert journal.setting("volume", 5) == 5
    journal.set_setting("volume", 3)
    journal.set_setting("volume", None)
    assert journal.setting("volume", 5) is None


def endless() -> Plain:
    value: list[Plain] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value", [b"secret", {1: "secret"}, {"secret"}, 0.5, [object()], 10**5000, endless()], ids=range(7)
)
def test_what_is_not_plain_is_refused_and_not_shown(journal: Journal, value: Plain) -> None:
    session = begin(journal)
    with pytest.raises(ValueError, match=r"^night\.victim: the value is not plain data$"):
        journal.choose(session, "night.victim", value, True, 1.0)
    assert journal.entries(session) == ()


def test_no_repr_shows_a_value(journal: Journal) -> None:
    session = begin(journal)
    journal.choose(session, "night.victim", "valkyrie", True, 1.0)
    assert "valkyrie" not in f"{journal.entries(session)!r} {journal!r} {journal.sessions()!r}"


def test_a_closed_journal_says_so(path: Path) -> None:
    journal = Journal(path)
    journal.close()
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.running()


# ---------------------------------------------------------------- for this user alone


@pytest.fixture(params=[0o000, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(directory: Path) -> dict[str, int]:
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in directory.iterdir()}


@pytest.mark.usefixtures("umask")
def test_files_are_private_whatever_the_umask(path: Path) -> None:
    with Journal(path) as journal:
        begin(journal)
        names = [path.name + end for end in ("", "-wal", "-shm", ".lock")]
        assert modes(path.parent) == dict.fromkeys(names, 0o600)
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_what_was_open_to_others_is_narrowed(path: Path) -> None:
    leave_a_log(path, 1)
    path.parent.chmod(0o2775)
    for one in path.parent.iterdir():
        one.chmod(0o666)
    with Journal(path) as journal:
        assert values(journal) == [1]
        assert set(modes(path.parent).values()) == {0o600}
        assert stat.S_IMODE(path.parent.stat().st_mode) & 0o777 == 0o700


def test_a_directory_shared_by_all_is_refused_and_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(JournalError, match="directory of its own"):
        Journal(tmp_path / "journal.sqlite")
    assert list(tmp_path.iterdir()) == []
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


# ---------------------------------------------------------------- damage


def leave_a_log(path: Path, *some: Plain) -> None:
    """As after a power cut: the choices lie in the log, not yet in the database."""
    written(path)
    with Journal(path) as journal:
        for value in some:
            journal.choose(1, "step", value, False, 1.0)
        kept = {one: one.read_bytes() for one in path.parent.iterdir() if not one.name.endswith("-shm")}
    for one, data in kept.items():
        one.write_bytes(data)


def garbage(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 64)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


def cut_to_its_head(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])


def flipped_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-4096:] = bytes(byte ^ 0xFF for byte in data[-4096:])
    path.write_bytes(data)


def database_gone(path: Path) -> None:
    path.unlink()


def text_file(path: Path) -> None:
    path.write_text("Somebody's notes.\n")


def in_sql(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(statement)
    db.close()


def newer_schema(path: Path) -> None:
    in_sql(path, "PRAGMA user_version = 99")


def another_program(path: Path) -> None:
    in_sql(path, "PRAGMA application_id = 1")


def unreadable_value(path: Path) -> None:
    in_sql(path, "UPDATE record SET value = '{' WHERE n = 1")


KINDS = [garbage, emptied, cut_short, cut_to_its_head, flipped_page, text_file, newer_schema, another_program,
         unreadable_value]


def contents(directory: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in directory.iterdir() if one.name != "journal.sqlite.lock"}


@pytest.mark.parametrize("damage", KINDS)
def test_a_damaged_file_is_kept_aside(path: Path, damage: Callable[[Path], None]) -> None:
    written(path, *range(50))
    damage(path)
    before = path.read_bytes()
    with Journal(path) as journal:
        aside = journal.set_aside
        assert aside is not None
        assert aside.name.startswith("journal.sqlite.aside-")
        assert aside.read_bytes() == before
        assert journal.sessions() == ()
        assert values(journal) == []
        assert journal.boots == 2  # counted on, though the file that knew was lost
        journal.choose(begin(journal), "step", 1, False, 1.0)
    with Journal(path) as journal:
        assert journal.set_aside is None
        assert values(journal) == [1]
        assert journal.boots == 3


@pytest.mark.parametrize("damage", [garbage, emptied, flipped_page, database_gone, cut_to_its_head])
def test_the_log_goes_aside_with_its_database(path: Path, damage: Callable[[Path], None]) -> None:
    leave_a_log(path, 1, 2)
    damage(path)
    before = contents(path.parent)
    with Journal(path) as journal:
        aside = journal.set_aside
        assert aside is not None
        assert values(journal) == []
    base = aside.name.removesuffix("-wal")
    after = contents(path.parent)
    assert len(before["journal.sqlite-wal"]) > 4096
    for end in ("", "-wal"):
        assert after.get(base + end) == before.get("journal.sqlite" + end)


def test_files_set_aside_never_overwrite_each_other(path: Path) -> None:
    path.parent.mkdir()
    for number in range(4):
        path.write_text(f"damage {number}")
        Journal(path).close()
    kept = [one.read_text() for one in path.parent.iterdir() if ".aside-" in one.name]
    assert sorted(kept) == [f"damage {number}" for number in range(4)]


@pytest.mark.parametrize("end", ["-wal", "-shm", ".lock", ".new"])
def test_rubbish_in_a_companion_loses_nothing(path: Path, end: str) -> None:
    written(path, 1, 2)
    path.with_name(path.name + end).write_bytes(b"rubbish" * 1000)
    with Journal(path) as journal:
        assert values(journal) == [1, 2]
        assert journal.set_aside is None
        assert journal.boots == 2


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_no_flipped_byte_of_the_head_stops_the_evening(tmp_path: Path, first: int) -> None:
    path = tmp_path / "journal.sqlite"
    written(path, 1)
    whole = path.read_bytes()
    for at in range(first, first + 10):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with Journal(path) as journal:
            assert values(journal) in ([], [1])
            assert (values(journal) == []) == (journal.set_aside is not None)
            journal.set_setting("still", "writing")


def test_a_file_damaged_while_in_use_is_set_aside_next(path: Path, journal: Journal) -> None:
    session = begin(journal)
    in_place = sqlite3.connect(path)
    in_place.execute("PRAGMA ignore_check_constraints = ON")
    in_place.execute("INSERT INTO record VALUES (1, 1, 1.0, 'night.victim', '{valkyrie', 1, NULL)")
    in_place.commit()
    in_place.close()
    with pytest.raises(JournalDamaged) as caught:
        journal.entries(session)
    assert "valkyrie" not in f"{caught.value!r} {caught.value.__cause__!r}"
    assert journal.sessions() == ()
    assert journal.set_aside is not None


# ---------------------------------------------------------------- healing


def test_a_file_removed_while_in_use_is_noticed_and_begun_anew(path: Path, journal: Journal) -> None:
    session = begin(journal)
    for one in path.parent.iterdir():
        one.unlink()
    with pytest.raises(JournalLost, match="removed or replaced"):
        journal.choose(session, "step", 1, False, 1.0)
    with pytest.raises(UnknownSession):
        journal.choose(session, "step", 1, False, 1.0)
    journal.choose(begin(journal), "step", 2, False, 1.0)
    assert values(journal) == [2]
    assert journal.boots == 1
    with pytest.raises(JournalBusy):  # the lock was taken anew as well
        Journal(path)


def test_what_cannot_be_a_directory_is_a_lost_journal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalLost, match="cannot be used"):
        Journal(tmp_path / "file" / "journal.sqlite")


def test_a_stranger_writing_to_it_is_not_waited_for_long(path: Path, journal: Journal) -> None:
    session = begin(journal)
    stranger = sqlite3.connect(path, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalBusy, match="another process"):
        journal.choose(session, "step", 1, False, 1.0)
    stranger.close()
    journal.choose(session, "step", 1, False, 1.0)
    assert values(journal) == [1]


# ---------------------------------------------------------------- one process at a time

HOLDER = """
import sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from gm_appliance.journal import Journal
journal = Journal(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.process
def test_a_second_process_is_told_who_holds_it_until_that_is_killed(path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(path), str(ROOT)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(JournalBusy, match=rf"process {holder.pid}\b") as caught:
            Journal(path)
        assert caught.value.pid == holder.pid
        holder.send_signal(signal.SIGKILL)
    with Journal(path) as journal:
        assert journal.boots == 2


def test_every_opening_counts_and_refused_ones_do_not(path: Path) -> None:
    for boots in (1, 2, 3):
        with Journal(path) as journal:
            assert journal.boots == boots
            with pytest.raises(JournalBusy):
                Journal(path)


# ---------------------------------------------------------------- for tools


def stamps(directory: Path) -> dict[str, tuple[bytes, int, int]]:
    return {
        one.name: (one.read_bytes(), one.stat().st_mtime_ns, one.stat().st_mode)
        for one in [directory, *directory.iterdir()]
        if one.is_file()
    } | {".": (b"", directory.stat().st_mtime_ns, directory.stat().st_mode)}


def test_a_reader_sees_what_is_committed_and_leaves_no_trace(path: Path, journal: Journal) -> None:
    session = begin(journal)
    journal.choose(session, "step", 1, False, 1.0)
    journal.draft(session, "step", 2)
    before = stamps(path.parent)
    reader = Journal.reader(path)
    assert stamps(path.parent) == before
    journal.choose(session, "step", 3, False, 1.0)
    assert [entry.value for entry in reader.entries(session)] == [1]  # as it was when it was opened
    assert reader.running() == journal.running()
    assert reader.sessions() == journal.sessions()
    assert reader.drafted(session) == ("step", 2)
    assert reader.boots == 1
    reader.close()


def test_a_reader_reads_a_log_left_by_a_power_cut_and_leaves_it(path: Path) -> None:
    leave_a_log(path, 1, 2)
    before = stamps(path.parent)
    reader = Journal.reader(path)
    assert [entry.value for entry in reader.entries(1)] == [1, 2]
    assert reader.boots == 2
    reader.close()
    assert stamps(path.parent) == before


@pytest.mark.parametrize("damage", KINDS)
def test_a_reader_of_a_damaged_file_moves_nothing(path: Path, damage: Callable[[Path], None]) -> None:
    written(path, *range(50))
    damage(path)
    before = stamps(path.parent)
    with pytest.raises(JournalDamaged):
        Journal.reader(path)
    assert stamps(path.parent) == before


def test_a_reader_makes_no_journal(path: Path) -> None:
    with pytest.raises(JournalLost):
        Journal.reader(path)
    assert not path.parent.exists()


def test_readers_beside_a_busy_writer_always_see_a_whole_past(path: Path) -> None:
    written(path)
    done = threading.Event()

    def write() -> None:
        with Journal(path) as journal:
            # Begin the log anew as often as can be.
            journal._connected().execute("PRAGMA wal_autocheckpoint = 1")
            for value in range(150):
                journal.choose(1, "step", value, False, 1.0)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen = 0
    while not done.is_set():
        try:
            reader = Journal.reader(path)
        except JournalLost:  # it was written to all the time
            continue
        stand = [entry.value for entry in reader.entries(1)]
        reader.close()
        assert stand == list(range(len(stand)))
        assert len(stand) >= seen
        seen = len(stand)
    writer.join()
