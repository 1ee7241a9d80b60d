"""Journals, and all that lies beside them, as a bad card leaves them: the box starts, and can be played at.

Damage that SQLite does not see is tried too: rows whose values are sound JSON of another shape.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from gm_appliance.app.replay import replay, sessions
from gm_appliance.core.game import GameError
from gm_appliance.simulator.table_file import TableFile
from gm_appliance.storage.journal import JournalError, reading
from gm_appliance.testing import Box, Life, one_life
from tests.app.mash_table import DeadEnd, mash
from tests.mutated import mutated

EDGES = 40
"""Of the mash at a box that finds such a journal, before somebody quiet begins another game."""

SHAPES = (
    *("null", "true", "0", "-1", "7", "1e400", "9" * 400, '""', '"x"', '"7"', "[]", "[1]", '["1", 2]', "{}"),
    *(
        '{"x": 1}',
        '{"1": 2}',
        '{"1": "up"}',
        '{"players": "7"}',
        '{"players": []}',
        '{"@people": 3}',
        "[[1]]",
    ),
    *('{"gotterdammerung": 1}', '{"gotterdammerung": [1]}', '{"thor": [{"players": [1]}]}', '{"thor": [[]]}'),
    *('{"entered": [1], "played": {}, "seats": [[], 1]}', '{"entered": ["\\u0000"], "seats": [["A", "A"]]}'),
    *(
        '{"volume": 7, "rate": "x", "large": true}',
        '{"1": {}, "x": 1}',
        '{"²": 1}',
        '{"winners": [], "reason": ""}',
    ),
    *("[" * 900 + "]" * 900, '{"winners": [[]], "reason": "done", "totals": {"x": []}}', '{"a": 1e999}'),
)
"""JSON, as SQLite takes it."""

END = '{"winners": [], "reason": "done", "totals": {"' + "9" * 5000 + '": 1}}'

ODD = (
    *(None, 0, -1, 1, 2**62, 1e300, float("inf"), "", "x", "running", "ended", b"\xff\x00", "2026"),
    *SHAPES,
)
"""What a column may hold: SQLite minds no types."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a box at which much was played: to the end, or left, unfinished, one cut off."""
    box = Box(tmp_path_factory.mktemp("played") / "box")
    for part in range(3):
        mash(part, 200, box.folder, stretch=100)
    answers = {"menu.resume": "new", "menu.again": "other", "menu.same": "no"}
    one_life(box, answers)
    one_life(box, answers, {"council.whom": Life.cut})
    assert (box.folder / "results.jsonl").exists()
    with box.read() as journal:
        assert {"running", "waiting", "ended"} <= {one.status for one in journal.sessions()}
        journal.set_setting("people", {"entered": ["Anna", "Ben"], "played": ["Ben"], "seats": [["Ben", ""]]})
        journal.set_setting("knobs", {"volume": 70, "rate": 180, "large": 1})
    return box.folder


def columns(db: sqlite3.Connection) -> list[tuple[str, str]]:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [(table, row[1]) for table in sorted(tables) for row in db.execute(f"PRAGMA table_info({table})")]


def with_other_values(rng: Random, path: Path) -> str:
    """Put something into some rows; returns what, and where."""
    told = []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for _ in range(rng.choice((1, 1, 2, 4))):
            table, column = rng.choice(columns(db))
            value = rng.choice(ODD if rng.random() < 0.3 else SHAPES)
            few = rng.choice(("1", "abs(random()) % 3 = 0", "rowid % 2" if table == "session" else "1"))
            told.append(f"{table}.{column} = {value!r:.80} where {few}")
            try:
                db.execute(f"UPDATE {table} SET {column} = ? WHERE {few}", (value,))
            except sqlite3.Error as error:
                told.append(f"({error})")
    return "; ".join(told)


def damaged(rng: Random, folder: Path) -> str:
    """Do something to the folder; returns what."""
    path = folder / "journal.sqlite"
    way = rng.random()
    if way < 0.75:
        return with_other_values(rng, path)
    if way < 0.92:
        victim = rng.choice((path, path, path, folder / "results.jsonl"))
        victim.write_bytes(mutated(rng, victim.read_bytes()))
        return f"{victim.name} mutated"
    ends = ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "results.jsonl")
    victim = folder / rng.choice(ends)
    victim.unlink(missing_ok=True)
    if rng.random() < 0.5:
        victim.mkdir()
        return f"{victim.name} a directory"
    victim.write_bytes(rng.choice((b"", b"\0" * 5000, b"[" * 99999)))
    return f"{victim.name} overwritten"


def fuzz(played: Path, folder: Path, seed: int, journals: int) -> None:
    logging.disable(logging.CRITICAL)
    try:
        for number in range(journals):
            state = folder / f"{seed} {number}" / "state"
            shutil.copytree(played, state)
            what = damaged(Random(f"journal {seed} {number}"), state)
            try:
                _look_with_tools(state)
                mash(number, EDGES, state, stretch=EDGES, quiet_first=False)
            except DeadEnd as error:
                raise AssertionError(f"journal {seed} {number}: {what}\n{error}") from error
            except Exception as error:
                raise AssertionError(f"journal {seed} {number}: {what}\n{error!r}") from error
            shutil.rmtree(state.parent)
    finally:
        logging.disable(logging.NOTSET)


def _look_with_tools(state: Path) -> None:
    """`gm-appliance replay` tells it, or says what is wrong."""
    journal = state / "journal.sqlite"
    try:
        listed = [*sessions(journal)]
        for line in listed[-4:]:
            for secrets in (False, True):
                _replayed(replay(journal, int(line.split()[0]), None, secrets=secrets))
    except (JournalError, OSError):
        return


def _replayed(lines: Iterator[str]) -> None:
    try:
        assert all("\n" not in line for line in lines)
    except (GameError, ValueError, JournalError):
        return  # it says what is wrong, as for any command


def test_a_box_with_a_damaged_journal_can_be_played_at(played: Path, in_memory: Path) -> None:
    fuzz(played, in_memory, 0, 25)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_hundreds_of_damaged_journals(played: Path, in_memory: Path, seed: int) -> None:
    fuzz(played, in_memory, seed, 300)


ROWS = {
    "an end that is a list": "UPDATE session SET outcome = '[1]' WHERE status = 'ended'",
    "an end that is a number": "UPDATE session SET outcome = '7' WHERE status = 'ended'",
    "points of a seat nobody can count to": f"UPDATE session SET outcome = '{END}'",
    "a beginning that is a word": "UPDATE session SET started = 'x'",
    "a beginning that never comes": "UPDATE session SET started = 9e999",
    "a game that is a number": "UPDATE session SET game = x'00ff'",
    "options that are a number": "UPDATE session SET options = '-1'",
    "options that are a list": "UPDATE session SET options = '[[]]'",
    "a moment that is a word": "UPDATE record SET t = 'x'",
    "a choice without a name": "UPDATE record SET name = x'00'",
    "a value without end": f"UPDATE record SET value = '{'[' * 980}{']' * 980}'",
    "a habit without end": f"UPDATE setting SET value = '{'[' * 980}{']' * 980}'",
}
"""What is wrong with rows that SQLite finds no fault with."""


def with_row(played: Path, folder: Path, statement: str) -> None:
    """A box with such rows is switched on, and looked at with tools."""
    state = folder / "state"
    shutil.copytree(played, state)
    with closing(sqlite3.connect(state / "journal.sqlite", isolation_level=None)) as db:
        db.execute(statement)
    _look_with_tools(state)
    mash(0, EDGES, state, stretch=EDGES, quiet_first=False)


@pytest.mark.parametrize("what", ROWS)
def test_a_row_that_cannot_be_costs_its_game_and_no_evening(what: str, played: Path, in_memory: Path) -> None:
    logging.disable(logging.CRITICAL)
    try:
        with_row(played, in_memory, ROWS[what])
    finally:
        logging.disable(logging.NOTSET)


def test_a_reader_that_trusts_the_card_is_found(
    played: Path, in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_seconds", lambda found: found)
    with pytest.raises(TypeError):
        with_row(played, in_memory, ROWS["a moment that is a word"])


def test_whatever_the_virtual_tables_file_holds_the_table_starts(tmp_path: Path) -> None:
    path = tmp_path / "virtual-table.json"
    whole = (
        b'{"cards": [{"name": "protect", "label": "Protector", "colour": "blue", "symbol": "shield"}], '
        b'"deck": "5 protect, 2 conspire", "bots": [2, 3]}'
    )
    path.write_bytes(whole)
    assert len(TableFile(path).load().cards) == 1
    for number in range(300):
        path.write_bytes(mutated(Random(f"table {number}"), whole))
        assert len(TableFile(path).load().bots) <= 15
