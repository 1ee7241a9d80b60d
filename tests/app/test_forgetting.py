"""What is forgotten is in no file any more, and does not come back."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.app.bg_stats import LINK
from gm_appliance.storage import results
from gm_appliance.storage.journal import Journal, JournalReader
from gm_appliance.storage.results import NAME, read
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.app.box_table import BoxTable
from tests.app.scores import ends_the_score, enters
from tests.scenes import the_score_pad


def named_score(table: VirtualTable, *people: int) -> None:
    the_score_pad(table, 2, until="rounds", rounds=1)
    table.decides("menu.people", "choose")
    for person in people:
        table.decides("menu.person", person)
    table.decides("dealer.first", 1)
    enters(table, 9, 4)
    ends_the_score(table)
    table.decides("menu.again", "other")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A box that kept a game of Zoë and Jean-Luc, and one of Anna and Jean-Luc that is not over."""
    with evening(tmp_path, roster=("Anna", "Zoë", "Jean-Luc")) as table:
        named_score(table, 2, 3)
        the_score_pad(table, 2, until="rounds", rounds=1)
        table.decides("menu.people", "choose")
        table.decides("menu.person", 3)
        table.decides("menu.person", 2)
        table.decides("dealer.first", 1)
        table.decides("entry.points", 7)
        table.hears(Asked("entry.points"))
    (tmp_path / f"{NAME}.aside-2027-03-07").write_text("Jean-Luc")
    return tmp_path


def forgets(state: Path, *what: str) -> None:
    assert cli.main(["forget", "--state", str(state), *what]) == 0
    with Journal(state / "journal.sqlite") as journal:
        assert journal.loss == "", "it takes the deletion for damage"


def files_with(state: Path, text: str) -> list[str]:
    forms = (text.encode(), json.dumps(text)[1:-1].encode())
    files = (one for one in state.rglob("*") if one.is_file())
    return [one.name for one in files if any(form in one.read_bytes() for form in forms)]


@pytest.mark.parametrize("name", ["Jean-Luc", "zoë"])
def test_a_person_leaves_the_games_behind(state: Path, name: str) -> None:
    other = "Zoë" if name == "Jean-Luc" else "Jean-Luc"
    assert files_with(state, "Jean-Luc")
    forgets(state, "--person", name)
    assert not files_with(state, name.title())
    with evening(state):
        pass
    ((one,), damaged) = read(state / NAME)
    assert (damaged, set(one.names), len(one.points)) == ([], {other, ""}, 2)
    reader = JournalReader(state / "journal.sqlite")
    assert [one.status for one in reader.sessions()] == ["ended", "running"]
    reader.close()


def test_a_game_does_not_come_back_from_the_journal(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["history", "--state", str(state)]) == 0
    number = capsys.readouterr().out.splitlines()[1].split()[0]
    forgets(state, "--game", number)
    with evening(state) as table:
        table.hears(Asked("menu.resume"))
    assert read(state / NAME) == ([], [])
    assert cli.main(["forget", "--state", str(state), "--game", number]) == 1


def test_everything_is_forgotten(state: Path) -> None:
    forgets(state, "--everything")
    with evening(state) as table:
        table.hears(Asked("menu.game"))
    assert read(state / NAME) == ([], [])
    assert not files_with(state, "Jean-Luc")


def test_nothing_of_a_long_game_is_left_in_the_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = journal.begin("scorepad", 1, {}, "en", now=0.0, people=("Jean-Luc",))
        for n in range(30):
            journal.choose(session, "note", 300 * "Jean-Luc", secret=False, t=float(n))
        journal.end(session, {})
        assert journal._db
        journal._db.execute("PRAGMA secure_delete = OFF")  # as in other builds of SQLite
        journal.erase(session)
        assert not files_with(tmp_path, "Jean-Luc")
        journal.begin("scorepad", 1, {}, "en", now=9.0)
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert journal.loss == ""


def test_a_box_in_use_and_unknown_names_are_refused(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (state / NAME).read_bytes()
    with Journal(state / "journal.sqlite"):
        assert cli.main(["forget", "--state", str(state), "--everything"]) == 1
    assert cli.main(["forget", "--state", str(state), "--person", "Nobody"]) == 1
    assert "Nobody" in capsys.readouterr().err
    assert (state / NAME).read_bytes() == before


def deletes(table: VirtualTable, what: int | str) -> list[str]:
    """Delete this at the table; returns what was said about it."""
    table.decides("menu.game", "results")
    table.decides("menu.results", "forget")
    table.decides("menu.forget", what)
    begun = table.now
    table.decides("menu.sure", "delete")
    table.advance(4)
    return [one.what.text for one in table.heard if isinstance(one.what, Said) and one.t >= begun]


def test_at_the_table_a_game_a_person_and_everything_are_deleted(tmp_path: Path) -> None:
    with BoxTable(tmp_path, roster=("Anna", "Zoë", "Jean-Luc"), phones=True) as table:
        named_score(table, 2, 3)
        named_score(table, 2, 3)
        assert [*table.screens.pages["game"]] == ["Jean-Luc, Anna", "Zoë, Jean-Luc"]
        assert LINK in str(table.screens.pages), "a phone can log them"
        table.decides("menu.game", "results")
        table.decides("menu.results", "forget")
        table.decides("menu.forget", 1)
        table.decides("menu.sure", "keep")
        assert len(read(tmp_path / NAME)[0]) == 2
        newest = read(tmp_path / NAME)[0][1]
        assert "It is deleted." in deletes(table, 1)
        assert [*table.screens.pages["game"]] == ["Zoë, Jean-Luc"]
        assert newest not in read(tmp_path / NAME)[0]
        deletes(table, "person.1")
        ((one,), _damaged) = read(tmp_path / NAME)
        assert one.names.count("") == 1
        assert [*table.screens.pages["game"]] == [*filter(None, one.names)]
        deletes(table, "all")
        assert not table.screens.pages
        assert read(tmp_path / NAME) == ([], [])


def test_results_that_cannot_be_read_are_not_overwritten(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (state / NAME).read_bytes()

    def broken(_path: Path) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr(results, "read", broken)
        assert cli.main(["forget", "--state", str(state), "--person", "Zoë"]) == 1
    assert (state / NAME).read_bytes() == before


def test_what_cannot_be_deleted_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with evening(tmp_path, roster=("Anna", "Zoë", "Jean-Luc")) as table:
        named_score(table, 2, 3)

        def full(*_results: object, **_how: object) -> None:
            raise OSError(errno.ENOSPC, "full")

        monkeypatch.setattr(results, "rewrite", full)
        assert "I could not delete it. My log says why." in deletes(table, 1)
        assert len(read(tmp_path / NAME)[0]) == 1
