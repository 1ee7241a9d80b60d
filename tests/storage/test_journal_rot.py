"""Altered bytes, pages and lengths: altered data is never accepted, and every loss is reported."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.app.journal_faults import JournalFaults
from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal, JournalError, JournalReader, files
from gm_appliance.storage.journal import rows as rows_module
from gm_appliance.storage.journal import salvage as salvage_module
from gm_appliance.storage.journal.rows import Mark

ENDS = ("", "-wal", "-shm")
LOGGED = ("", "-wal")
MARKS = (".lock", ".mark")
PAGE, FRAME, LOG_HEAD = 4096, 24, 32
TELLS_OF_GAMES = {"short", "games", "unsure", "set-aside", "gone"}


@dataclass
class Played:
    """A session as given to the journal. stood: the standing choices after each number of records."""

    head: tuple[object, ...]
    stood: list[list[tuple[str, JSON, bool, float]]] = field(default_factory=lambda: [[]])
    draft: tuple[str, JSON] | None = None
    drafted: tuple[str, JSON] | None = None  # before its end
    status: str = "running"


@dataclass
class Truth:
    folder: Path
    sessions: dict[int, Played]
    settings: dict[str, JSON]


def some_value(rng: Random) -> JSON:
    size = rng.choice((1, 3, 3, 3, 9, 9, 40, 200, 700))
    return {str(seat): rng.choice(("up", "down", "Šimon", 17)) for seat in range(rng.randrange(size) + 1)}


def play(journal: Journal, rng: Random, sessions: dict[int, Played], settings: dict[str, JSON]) -> None:
    for at in range(rng.randint(2, 5)):
        options: dict[str, JSON] = {"players": rng.randint(2, 15), "seating": "choose"}
        people = ("Anna", "", "Zoë") if rng.random() < 0.5 else ()
        for other in sessions.values():
            other.status = "waiting" if other.status == "running" else other.status
        waiting = [one for one, other in sessions.items() if other.status == "waiting"]
        if waiting and rng.random() < 0.3:
            number = rng.choice(waiting)
            journal.go_on(number)
        else:
            number = journal.begin("thing", 3, options, "de", 1000.25 + at, people)
            sessions[number] = Played(("thing", 3, "de", 1000.25 + at, options, people))
        session = sessions[number]
        session.status = "running"
        for step in range(rng.choice((0, 1, 8, 40))):
            session.draft = None
            if session.stood[-1] and rng.random() < 0.15:
                journal.undo(number, 1.0 * step)
                session.stood.append(session.stood[-1][:-1])
            else:
                made = (f"step.{step}", some_value(rng), rng.random() < 0.3, step + 0.125)
                journal.choose(number, *made)
                session.stood.append([*session.stood[-1], made])
        if rng.random() < 0.6:
            session.draft = session.drafted = ("next", rng.randrange(99))
            journal.draft(number, *session.draft)
        name = rng.choice(("levels", "last", "people"))
        settings[name] = {"volume": rng.randrange(100)}
        journal.set_setting(name, settings[name])
        if rng.random() < 0.4:
            journal.end(number, {"winners": [1], "reason": "done"})
            session.status, session.draft = "ended", None


def a_journal(folder: Path, seed: int) -> Truth:
    """A folder after the service ended (seeds 0, 3, …), or after a power cut."""
    rng = Random(f"journal {seed}")
    state, path = folder / f"played {seed}", folder / f"played {seed}" / "journal.sqlite"
    truth = Truth(folder / f"left {seed}", {}, {})
    journal = Journal(path)
    for evening in range(2):
        play(journal, rng, truth.sessions, truth.settings)
        if seed % 3 == 2 and evening == 0:
            journal._connected().execute("PRAGMA wal_checkpoint").fetchall()
        elif not evening or seed % 3 == 0:
            journal.close()
            journal = Journal(path) if not evening else journal
    shutil.copytree(state, truth.folder)
    journal.close()
    return truth


def altered(rng: Random, data: bytes) -> bytes:
    whole, pages = bytearray(data), max(1, len(data) // PAGE)
    at = rng.randrange(len(data))
    page = slice(PAGE * (at // PAGE), PAGE * (at // PAGE) + PAGE)
    way = rng.randrange(12)
    if way < 3:
        for _ in range((1, 1, 20)[way]):
            whole[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
    elif way == 3:
        whole[at : at + 30] = rng.randbytes(len(whole[at : at + 30]))
    elif way == 4:
        whole[page] = bytes(len(whole[page]))
    elif way == 5:
        whole[page] = rng.randbytes(len(whole[page]))
    elif way == 6:
        other = PAGE * rng.randrange(pages)
        whole[page] = whole[other : other + len(whole[page])]
    elif way == 7:
        del whole[at:]
    elif way == 8:
        whole += rng.randbytes(rng.choice((1, PAGE, 5000)))
    elif way == 9:
        place, other = rng.choice(starts(data)), rng.choice(starts(data))
        whole[place : place + PAGE], whole[other : other + PAGE] = (
            whole[other : other + PAGE],
            whole[place : place + PAGE],
        )
    elif way == 10:
        del whole[rng.choice(starts(data)) :]
    else:
        whole += data[-rng.choice((1, 30, PAGE, PAGE + FRAME, 3 * PAGE)) :]
    return bytes(whole)


def starts(data: bytes | bytearray) -> list[int]:
    """The positions of pages in a database or a log."""
    if data[:4] in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return [at + FRAME for at in range(LOG_HEAD, len(data), PAGE + FRAME)] or [0]
    return [*range(0, len(data), PAGE)] or [0]


def file_of(folder: Path, end: str) -> Path:
    return folder / f"journal.sqlite{end}"


def alter(rng: Random, folder: Path, *ends: str) -> str:
    there = [end for end in ends if file_of(folder, end).exists() and file_of(folder, end).stat().st_size]
    if not there:
        return "nothing"
    file = file_of(folder, rng.choice([one for one in there for _ in range(1 if one == "-shm" else 4)]))
    if rng.random() < 0.02:
        file.unlink()
        return f"{file.name} gone"
    file.write_bytes(altered(rng, file.read_bytes()))
    return f"{file.name} altered"


def mix(rng: Random, folder: Path, other: Path) -> str:
    """Mix in pages of another file, of this journal or another box's."""
    to, source = file_of(folder, rng.choice(LOGGED)), file_of(rng.choice((folder, other)), rng.choice(LOGGED))
    if not to.exists() or not source.exists():
        return "nothing"
    whole, pages = bytearray(to.read_bytes()), source.read_bytes()
    for _ in range(rng.choice((1, 1, 2, 9))):
        place, at = rng.choice(starts(whole)), rng.choice(starts(pages))
        whole[place : place + PAGE] = pages[at : at + PAGE]
    to.write_bytes(whole)
    return f"{to.name} has pages of {source}"


def exchange(rng: Random, folder: Path, other: Path) -> str:
    """Replace whole files by another box's."""
    ends = rng.choice((("",), ("-wal",), ("", "-wal"), ("", "-wal", "-shm"), (".lock",), (".mark",)))
    for end in ends:
        file_of(folder, end).unlink(missing_ok=True)
        if file_of(other, end).exists():
            shutil.copy(file_of(other, end), file_of(folder, end))
    return f"{ends} of {other.name}"


def damage(rng: Random, folder: Path, other: Path) -> str:
    """other: another box's folder."""
    way = rng.randrange(10)
    if way < 4:
        return alter(rng, folder, *ENDS)
    if way < 6:
        return mix(rng, folder, other)
    if way == 6:
        return exchange(rng, folder, other)
    first = (alter, mix)[way == 9](rng, folder, *(LOGGED if way < 9 else (other,)))
    return f"{first}; {'; '.join(alter(rng, folder, end) for end in MARKS[: rng.choice((1, 2))])}"


def head_of(session: Any) -> tuple[object, ...]:
    given = (session.game, session.rules, session.language, session.started)
    return (*given, dict(session.options), session.people)


def judge(truth: Truth, journal: Journal | JournalReader, told: str) -> None:
    """Check that everything found was given, and everything missing is told."""
    found = {one.id: one for one in journal.sessions()}
    assert found.keys() <= truth.sessions.keys(), "a session that nobody began"
    for number, given in truth.sessions.items():
        if number not in found:
            assert told in TELLS_OF_GAMES - {"short"}, f"session {number} is lost, told: {told!r}"
            continue
        one = found[number]
        assert head_of(one) == given.head, f"session {number} began otherwise"
        assert one.status == given.status or told, f"session {number} is {one.status}, and nothing is told"
        made = [(entry.name, entry.value, entry.secret, entry.t) for entry in journal.entries(number)]
        if made != given.stood[-1]:
            assert made in given.stood, f"session {number}: not what was chosen"
            assert told in TELLS_OF_GAMES, f"session {number} is shortened, told: {told!r}"
            assert one.cut is not None, f"session {number} does not say that it is short"
        drafted = journal.drafted(number)
        is_earlier = bool(told) and drafted in (None, given.drafted)
        assert drafted == given.draft or is_earlier, f"session {number}: another draft"
    for name, value in truth.settings.items():
        assert journal.setting(name) == value or told not in ("", "saved"), f"{name} is not what was kept"


def after(truth: Truth, state: Path) -> str:
    """Open the folder, compare it with the truth, and play on; returns what was told."""
    path, before = state / "journal.sqlite", [one.read_bytes() for one in sorted(state.iterdir())]
    with suppress(JournalError), closing(JournalReader(path)) as reader:
        judge(truth, reader, "")
    told: list[tuple[str, str]] = []

    def tell(part: str, what: str) -> None:
        told.append((part, what))

    with Journal(path) as journal:
        faults = JournalFaults(journal, tell)
        faults.look()
        assert len(told) <= 1
        assert (journal.set_aside is not None) == bool(told) or told == [("journal", "gone")]
        if journal.set_aside:
            kept = [one.read_bytes() for one in state.iterdir() if ".aside-" in one.name]
            assert any(one in before for one in kept), "the damaged one is not kept"
        loss = told[0][1] if told else ""
        judge(truth, journal, loss)
        begun = journal.begin("thing", 3, {}, "en", 5.0)
        journal.choose(begun, "step", 1, False, 1.0)
    with Journal(path) as journal:
        JournalFaults(journal, tell).look()
        assert len(told) <= 1, "it is told once"
        assert [one.value for one in journal.entries(begun)] == [1]
    return loss


def rot(truths: list[Truth], scratch: Path, seeds: range) -> tuple[dict[str, int], list[str]]:
    """Returns how often each loss was told, and what was wrong."""
    logging.disable(logging.CRITICAL)
    told: dict[str, int] = {}
    wrong = []
    try:
        for seed in seeds:
            rng = Random(f"rot {seed}")
            truth = rng.choice(truths)
            state = scratch / str(seed)
            shutil.copytree(truth.folder, state)
            other = rng.choice([one.folder for one in truths if one is not truth])
            what = damage(rng, state, other)
            try:
                loss = after(truth, state)
                told[loss] = told.get(loss, 0) + 1
            except Exception as error:  # whatever it is, it would have ended the start
                wrong.append(f"{seed}, {truth.folder.name}: {what}: {error!r}")
            shutil.rmtree(state)
    finally:
        logging.disable(logging.NOTSET)
    return told, wrong


@pytest.fixture(scope="module")
def truths(tmp_path_factory: pytest.TempPathFactory) -> list[Truth]:
    folder = tmp_path_factory.mktemp("journals")
    return [a_journal(folder, seed) for seed in range(4)]


def test_every_loss_is_reported_and_no_altered_row_is_accepted(truths: list[Truth], tmp_path: Path) -> None:
    told, wrong = rot(truths, tmp_path, range(60))
    assert wrong == []
    assert {"", "saved", "short"} <= told.keys(), "free space may be altered, and much is healed"


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 4000, 500))
def test_thousands_of_corruptions(tmp_path: Path, first: int) -> None:
    truths = [a_journal(tmp_path, seed) for seed in range(first, first + 9)]
    told, wrong = rot(truths, tmp_path, range(first, first + 500))
    assert wrong == []
    assert {"", "saved", "short", "games", "unsure", "set-aside"} <= told.keys()


@pytest.mark.parametrize("rubbish", [b"", b"rubbish" * 99, None])
def test_losing_only_the_mark_loses_nothing(
    truths: list[Truth], tmp_path: Path, rubbish: bytes | None
) -> None:
    shutil.copytree(truths[0].folder, tmp_path / "state")
    lock = tmp_path / "state" / "journal.sqlite.lock"
    lock.unlink() if rubbish is None else lock.write_bytes(rubbish)
    assert after(truths[0], tmp_path / "state") == ""


def unchecked(db: Any, table: str, which: str = "", *values: object) -> Iterator[tuple[Any, ...]]:
    for row in db.execute(f"SELECT * FROM {table} {which}", values):
        yield row[:-1]


def without_checksums(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rows_module, "sealed", unchecked)


def without_a_mark(patch: pytest.MonkeyPatch) -> None:
    right = files.read_marks
    patch.setattr(files, "read_marks", lambda path: [Mark(mark.journal) for mark in right(path)])


def without_a_word(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(JournalFaults, "_tell_loss", lambda self: None)


class Fits:
    def __eq__(self, other: object) -> bool:
        return True


def salvaged_unseen(patch: pytest.MonkeyPatch) -> None:
    """Rows in a damaged file are not checked."""

    def fits(_journal: int, table: str, row: tuple[Any, ...]) -> Any:
        keys = row[: rows_module.KEYS[table]]
        return Fits() if all(isinstance(one, int) for one in (row[-1], *keys)) else -1

    patch.setattr(salvage_module, "checksum", fits)


PLANTS: Mapping[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "no checksum is verified": (without_checksums, "not what was chosen|began otherwise"),
    "nobody knows how much there was": (without_a_mark, "is (lost|shortened), told: ''|nothing is told"),
    "a loss is not told": (without_a_word, "is (lost|shortened), told: ''|set_aside"),
    "what is damaged is saved as it is": (
        salvaged_unseen,
        "not what was chosen|began otherwise|nobody began",
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_found(
    truths: list[Truth], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: str
) -> None:
    spoil, found = PLANTS[plant]
    spoil(monkeypatch)
    # One kind of damage only, because only that shows each of them soon. SQLite's salts and the journal's id
    # differ by run: in a dozen runs it took 3 to 147 tries.
    monkeypatch.setitem(globals(), "damage", lambda rng, folder, _other: alter(rng, folder, *ENDS))
    one_by_one = (rot(truths, tmp_path, range(seed, seed + 1))[1] for seed in range(3000))
    assert any(re.search(found, one) for wrong in one_by_one for one in wrong)


def test_boxes_with_the_same_id_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "randbelow", lambda _most: 6)
    truths = [a_journal(tmp_path, seed) for seed in range(4)]
    one_by_one = (rot(truths, tmp_path, range(seed, seed + 1))[1] for seed in range(3000))
    assert any(
        re.search("not what was chosen|began otherwise|nobody began", "".join(one)) for one in one_by_one
    )
