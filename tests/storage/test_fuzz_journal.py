"""A box whose journal or results were damaged by a bad card starts and can be played."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gm_appliance.app.replay import replay, sessions
from gm_appliance.core.game import GameError
from gm_appliance.simulator.table_file import TableFile
from gm_appliance.storage.journal import JournalError
from tests.app.life import Box, Life
from tests.app.mash_table import DeadEnd, mash
from tests.app.players import one_life
from tests.mutated import mutated

EDGES = 40
"""Random edges before somebody quiet begins another game."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
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
        journal.set_setting("levels", {"volume": 70, "rate": 180, "large": 1})
    return box.folder


def damaged(rng: Random, folder: Path) -> str:
    path = folder / "journal.sqlite"
    if rng.random() < 0.7:
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
    """`gm-appliance replay` works, or says what is wrong."""
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


def test_a_box_with_a_damaged_journal_can_be_played_at(played: Path, tmp_path: Path) -> None:
    fuzz(played, tmp_path, 0, 25)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_hundreds_of_damaged_journals(played: Path, tmp_path: Path, seed: int) -> None:
    fuzz(played, tmp_path, seed, 120)


def test_whatever_the_virtual_tables_file_holds_the_table_starts(tmp_path: Path) -> None:
    path = tmp_path / "virtual-table.json"
    whole = (
        b'{"cards": [{"at": 0, "label": "Protector", "name": "protect", "colour": "blue"}], '
        b'"deck": "5 protect, 2 conspire", "bots": [2, 3]}'
    )
    path.write_bytes(whole)
    assert len(TableFile(path).load().cards) == 1
    for number in range(300):
        path.write_bytes(mutated(Random(f"table {number}"), whole))
        assert len(TableFile(path).load().bots) <= 15
