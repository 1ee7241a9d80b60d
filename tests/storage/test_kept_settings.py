"""Settings while the journal cannot be written: changes wait, and nothing in the file is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance.core.game import JSON, Number
from gm_appliance.storage.adjustments import Adjustment, Adjustments, kept_levels
from gm_appliance.storage.journal import Journal, JournalFull
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.known_players import KnownPlayers
from tests.app.watched_journal import WatchedJournal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[WatchedJournal]:
    with closing(WatchedJournal(tmp_path / "journal.sqlite", lambda: None)) as journal:
        yield journal


def more(kept: JSON) -> JSON:
    return (kept if isinstance(kept, int) else 0) + 1


def test_a_change_that_cannot_be_written_takes_effect_and_is_written_later(journal: WatchedJournal) -> None:
    settings = KeptSettings(journal)
    journal.fails = JournalFull("No room left.")
    settings.change("count", more)
    settings.change("count", more)
    settings.change("other", lambda kept: "new")
    assert (settings.value("count"), settings.value("other")) == (2, "new")
    assert not settings.retry()
    assert journal.setting("count") is None
    journal.fails = None
    assert settings.retry()
    assert (journal.setting("count"), journal.setting("other")) == (2, "new")
    assert settings.value("count") == 2


def test_a_written_change_is_not_applied_again(journal: WatchedJournal) -> None:
    settings = KeptSettings(journal)
    settings.change("count", more)
    assert settings.retry()
    assert journal.setting("count") == 1


def test_without_a_journal_settings_last_for_this_evening() -> None:
    settings = KeptSettings(None)
    settings.change("count", more)
    settings.change("count", more)
    assert settings.retry()
    assert settings.value("count") == 2


@pytest.fixture
def out_of_reach(tmp_path: Path) -> Iterator[Journal]:
    """A journal with settings, in a folder that cannot be opened."""
    with Journal(tmp_path / "state" / "journal.sqlite") as before:
        before.set_setting("levels", {"volume": 30, "rate": 200})
        KnownPlayers(KeptSettings(before)).keep(("Anna", "Bo"))
    (tmp_path / "state").rename(tmp_path / "away")
    (tmp_path / "state").touch()
    with Journal(tmp_path / "state" / "journal.sqlite", at_once=False) as journal:
        yield journal


def reach(journal: Journal) -> None:
    journal.path.parent.unlink()
    (journal.path.parent.parent / "away").rename(journal.path.parent)


def test_changing_a_level_before_the_journal_can_be_read_keeps_the_others(out_of_reach: Journal) -> None:
    levels = {name: Adjustment(Number(0, 300), lambda level: None) for name in ("volume", "rate")}
    settings = KeptSettings(out_of_reach)
    Adjustments(levels, settings).keep("volume", 98)
    assert not out_of_reach.is_open
    reach(out_of_reach)
    assert settings.retry()
    assert kept_levels(out_of_reach) == {"volume": 98, "rate": 200}


def test_new_players_before_the_journal_can_be_read_push_nobody_out(out_of_reach: Journal) -> None:
    settings = KeptSettings(out_of_reach)
    known_players = KnownPlayers(settings)
    known_players.keep(("Bo", "Cleo"))
    assert known_players.known() == ("Bo", "Cleo")
    reach(out_of_reach)
    assert settings.retry()
    assert known_players.known() == ("Bo", "Cleo", "Anna")
    assert KnownPlayers(KeptSettings(out_of_reach)).known() == ("Bo", "Cleo", "Anna")
