"""The journal with a damaged file, another process, or a reader."""

# Long: one section for each kind of damage.

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest

from gm_appliance.storage.journal import (
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalLost,
    JournalReader,
    UnknownSession,
)
from gm_appliance.storage.journal.errors import named
from tests.storage.journals import begin, leave_a_log, values, written

ROOT = Path(__file__).parents[2]


GARBLED: dict[str, Callable[[bytes], bytes]] = {
    "garbage": lambda data: bytes(range(256)) * 64,
    "emptied": lambda data: b"",
    "cut short": lambda data: data[:9000],
    "cut to its head": lambda data: data[:60],
    "a text": lambda data: b"Somebody's notes.\n",
    "a flipped page": lambda data: data[:-4096] + bytes(byte ^ 0xFF for byte in data[-4096:]),
}
STATEMENTS = {
    "a newer schema": "PRAGMA user_version = 99",
    "another program's": "PRAGMA application_id = 1",
    "an unreadable value": "UPDATE record SET value = '{' WHERE n = 1",
}


def in_sql(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(statement)


def damage(path: Path, kind: str) -> None:
    if kind == "gone":
        path.unlink()
    elif kind in STATEMENTS:
        in_sql(path, STATEMENTS[kind])
    else:
        path.write_bytes(GARBLED[kind](path.read_bytes()))


def contents(directory: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in directory.iterdir() if one.name != "journal.sqlite.lock"}


@pytest.mark.parametrize("kind", [one for one in GARBLED if one != "a flipped page"])
def test_a_damaged_file_is_kept_aside(path: Path, kind: str) -> None:
    """After such damage nothing can be saved."""
    written(path, *range(50))
    damage(path, kind)
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


@pytest.mark.parametrize("kind", [*STATEMENTS, "a flipped page"])
def test_intact_rows_of_a_damaged_file_are_recovered(path: Path, kind: str) -> None:
    written(path, *range(50))
    damage(path, kind)
    saved = "short" if kind == "an unreadable value" else "saved"
    with Journal(path) as journal:
        assert journal.set_aside is not None
        assert journal.loss == saved
        assert values(journal) == [*range(len(values(journal)))]
        running = journal.running()
        assert running is not None
        assert running.cut == (None if saved == "saved" else len(values(journal)))
    with Journal(path) as journal:
        assert (journal.set_aside, journal.loss) == (None, "")


def test_rows_in_later_frames_of_the_log_are_recovered(path: Path) -> None:
    """SQLite stops at the damaged frame, but later pages contain its rows."""
    leave_a_log(path, *range(30))
    log = path.with_name(path.name + "-wal")
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    with Journal(path) as journal:
        assert values(journal) == [*range(30)]
        assert journal.loss == "saved"


@pytest.mark.parametrize(("marks", "loss"), [((), "short"), ((".lock", ".mark"), "unsure")])
def test_a_game_whose_log_was_cut_short_goes_on(path: Path, marks: tuple[str, ...], loss: str) -> None:
    """Without either mark nothing says that there was more, so a loss is not ruled out."""
    leave_a_log(path, *range(30))
    log = path.with_name(path.name + "-wal")
    log.write_bytes(log.read_bytes()[: 32 + 4120 * 20])
    for end in marks:
        path.with_name(path.name + end).write_bytes(b"rubbish")
    with pytest.raises(JournalDamaged):
        JournalReader(path)
    with Journal(path) as journal:
        running, found = journal.running(), values(journal)
        assert journal.loss == loss
        assert running is not None
        assert 0 < len(found) < 30
        assert (running.cut, found) == (len(found), [*range(len(found))])
        journal.choose(running.id, "step", "on", False, 1.0)
    with Journal(path) as journal:
        assert (journal.loss, values(journal)) == ("", [*found, "on"])


def test_a_setting_lost_to_an_older_value_is_reported(path: Path, tmp_path: Path) -> None:
    """Although the game is complete."""
    copy = tmp_path / "copy" / path.name
    with Journal(path) as journal:
        journal.set_setting("levels", {"volume": 10})
        journal.set_setting("levels", {"volume": 46})
        journal.choose(begin(journal), "step", 1, False, 1.0)
        shutil.copytree(path.parent, copy.parent)
    log = copy.with_name(copy.name + "-wal")
    log.write_bytes(log.read_bytes().replace(b'{"volume":46}', b'{"volume":64}'))
    with Journal(copy) as journal:
        assert journal.setting("levels") == {"volume": 10}
        assert values(journal) == [1]
        assert journal.loss == "settings"


def test_pages_that_changed_places_are_not_believed(path: Path, tmp_path: Path) -> None:
    """SQLite's own check finds only some of them."""
    made = [*range(700)]
    written(path, *made)
    data = path.read_bytes()
    pages = [at for at in range(4096, len(data), 4096) if data[at] == 0x0A]
    assert len(pages) > 8
    for number, (one, other) in enumerate(combinations(pages, 2)):
        swapped = bytearray(data)
        swapped[one : one + 4096], swapped[other : other + 4096] = (
            data[other : other + 4096],
            data[one : one + 4096],
        )
        state = tmp_path / f"{one} {other}"
        shutil.copytree(path.parent, state)
        (state / path.name).write_bytes(swapped)
        with pytest.raises(JournalDamaged):
            JournalReader(state / path.name)
        if number % 6 == 0:
            with Journal(state / path.name) as journal:
                assert (values(journal), journal.loss) == (made, "saved")


@pytest.mark.parametrize("ends", [(), (".lock", ".mark")])
def test_a_journal_that_vanished_is_missed_even_with_its_marks(path: Path, ends: tuple[str, ...]) -> None:
    written(path, 1)
    path.unlink()
    for end in ends:
        path.with_name(path.name + end).write_bytes(b"rubbish")
    with Journal(path) as journal:
        assert (journal.set_aside, journal.loss) == (None, "gone")


def test_a_lone_copy_can_be_read(path: Path, tmp_path: Path) -> None:
    written(path, 1, 2)
    copy = tmp_path / "copy.sqlite"
    shutil.copy(path, copy)
    with closing(JournalReader(copy)) as reader:
        assert [one.value for one in reader.entries(1)] == [1, 2]


def test_a_power_cut_before_a_recovered_journal_is_adopted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(path, *range(50))
    damage(path, "a newer schema")

    def cut(path: Path) -> None:
        raise JournalLost

    with monkeypatch.context() as patch:
        patch.setattr("gm_appliance.storage.journal.files.adopt", cut)
        with pytest.raises(JournalLost):
            Journal(path)
    assert not path.exists()
    with Journal(path) as journal:
        assert values(journal) == [*range(50)]
        assert journal.loss == "saved"
        assert journal.set_aside is not None


def test_a_running_game_that_lost_choices_is_written_again(path: Path, journal: Journal) -> None:
    """By its log, which knows all of it."""
    session = begin(journal)
    for value in range(3):
        journal.choose(session, "step", value, False, 1.0)
    in_sql(path, "UPDATE record SET name = 'stop' WHERE n = 2")
    journal._connected().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # no older page holds it
    with pytest.raises(JournalDamaged):
        journal.entries(session)
    with pytest.raises(UnknownSession):
        journal.choose(session, "step", 3, False, 1.0)
    assert [one.status for one in journal.sessions()] == ["aside"]
    assert journal.loss == "saved"


def test_a_commit_that_failed_before_the_damage_was_found_brings_nothing_back(
    path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next opening undoes the commit, not the setting aside."""
    session = begin(journal)
    for value in range(3):
        journal.choose(session, "step", value, False, 1.0)

    def fails(*_given: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr("gm_appliance.storage.journal.files.Lock.mark", fails)
        with pytest.raises(JournalLost):
            journal.choose(session, "step", 3, False, 1.0)
    in_sql(path, "UPDATE record SET name = 'stop' WHERE n = 2")
    assert [one.status for one in journal.sessions()] == ["aside"]
    assert [one.value for one in journal.entries(session)] == [0]


@pytest.mark.parametrize("kind", ["garbage", "emptied", "a flipped page", "gone", "cut to its head"])
def test_the_log_goes_aside_with_its_database(path: Path, kind: str) -> None:
    leave_a_log(path, 1, 2)
    damage(path, kind)
    before = contents(path.parent)
    with Journal(path) as journal:
        aside = journal.set_aside
        assert aside is not None
        assert values(journal) == ([1, 2] if kind == "a flipped page" else [])
    base = aside.name.removesuffix("-wal")
    after = contents(path.parent)
    assert len(before["journal.sqlite-wal"]) > 4096
    for end in ("", "-wal"):
        assert after.get(base + end) == before.get("journal.sqlite" + end)


@pytest.mark.parametrize("end", ["-wal", "-shm", ".new"])
def test_rubbish_in_a_companion_loses_nothing(path: Path, end: str) -> None:
    written(path, 1, 2)
    path.with_name(path.name + end).write_bytes(b"rubbish" * 1000)
    with Journal(path) as journal:
        assert values(journal) == [1, 2]
        assert journal.set_aside is None
        assert journal.boots == 2


def test_a_file_damaged_while_in_use_is_set_aside_next(path: Path, journal: Journal) -> None:
    session = begin(journal)
    in_place = sqlite3.connect(path)
    in_place.execute("INSERT INTO record VALUES (1, 1, 1.0, 'night.victim', '{valkyrie', 1, NULL, 9, 9)")
    in_place.commit()
    in_place.close()
    with pytest.raises(JournalDamaged) as caught:
        journal.entries(session)
    assert "valkyrie" not in f"{caught.value!r} {caught.value.__cause__!r}"
    assert [one.id for one in journal.sessions()] == [session]
    assert journal.entries(session) == ()
    assert journal.set_aside is not None


@pytest.mark.parametrize("text", [b"\xff\xfe", b"\xc3", b"\xed\xa0\x80"])
def test_invalid_utf_8_does_not_prevent_a_start(path: Path, text: bytes) -> None:
    written(path, "valkyrie")
    path.write_bytes(path.read_bytes().replace(b"valkyrie", text + b"valkyrie"[len(text) :]))
    with pytest.raises(JournalDamaged):
        JournalReader(path)
    with Journal(path) as journal:
        assert (values(journal), journal.loss) == ([], "short")


def test_a_file_removed_while_in_use_is_replaced(path: Path, journal: Journal) -> None:
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
    with pytest.raises(JournalBusy):  # the lock was taken again as well
        Journal(path)


def test_a_file_in_place_of_the_directory_is_a_lost_journal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalLost, match="cannot be used"):
        Journal(tmp_path / "file" / "journal.sqlite")


HOLDER = """
import sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from gm_appliance.storage.journal import Journal
journal = Journal(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.process
def test_a_second_process_is_refused_until_the_first_is_killed(path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(path), str(ROOT)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(JournalBusy, match=rf"process {holder.pid}\b") as caught:
            Journal(path)
        assert caught.value.pid == holder.pid
        holder.send_signal(signal.SIGKILL)
    with Journal(path) as journal:
        assert journal.boots == 2, "only successful openings are counted"


def stamps(directory: Path) -> dict[str, tuple[bytes, int, int]]:
    return {
        one.name: (one.read_bytes(), one.stat().st_mtime_ns, one.stat().st_mode)
        for one in [directory, *directory.iterdir()]
        if one.is_file()
    } | {".": (b"", directory.stat().st_mtime_ns, directory.stat().st_mode)}


def test_a_reader_sees_commits_and_leaves_no_trace(path: Path, journal: Journal) -> None:
    session = begin(journal)
    journal.choose(session, "step", 1, False, 1.0)
    journal.draft(session, "step", 2)
    before = stamps(path.parent)
    reader = JournalReader(path)
    assert stamps(path.parent) == before
    journal.choose(session, "step", 3, False, 1.0)
    assert [entry.value for entry in reader.entries(session)] == [1]  # as it was when it was opened
    assert reader.running() == journal.running()
    assert reader.sessions() == journal.sessions()
    assert reader.drafted(session) == ("step", 2)
    assert reader.boots == 1
    reader.close()


@pytest.mark.parametrize("kind", [*GARBLED, *STATEMENTS])
def test_a_reader_of_a_damaged_file_moves_nothing(path: Path, kind: str) -> None:
    written(path, *range(50))
    damage(path, kind)
    before = stamps(path.parent)
    with pytest.raises(JournalDamaged):
        JournalReader(path)
    assert stamps(path.parent) == before


def test_a_reader_makes_no_journal(path: Path) -> None:
    with pytest.raises(JournalLost):
        JournalReader(path)
    assert not path.parent.exists()


def test_a_reader_overtaken_by_a_new_log_reads_again(
    path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(journal)
    journal._connected().execute("PRAGMA wal_autocheckpoint = 1")
    read_bytes = Path.read_bytes
    read: list[Path] = []

    def overtaken(file: Path) -> bytes:
        data = read_bytes(file)
        if not read:  # between the database and its log
            for value in range(300):
                journal.choose(session, "step", value, False, 1.0)
        read.append(file)
        return data

    monkeypatch.setattr(Path, "read_bytes", overtaken)
    reader = JournalReader(path)
    assert [entry.value for entry in reader.entries(session)] == list(range(300))
    reader.close()


def test_a_page_beyond_the_end_is_damage_to_newer_databases_too(tmp_path: Path) -> None:
    """SQLite 3.40 calls it corrupt, 3.46 a short read."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHORT_READ
    assert isinstance(named(error, tmp_path / "journal.sqlite"), JournalDamaged)
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    assert isinstance(named(error, tmp_path / "journal.sqlite"), JournalLost)
