"""Settings on a journal that fails: they wait, and nothing that is in the file is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance.core.game import Number, Plain
from gm_appliance.storage.adjustments import Adjustment, Adjustments, kept_levels
from gm_appliance.storage.journal import Journal, JournalFull
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.regulars import Regulars
from gm_appliance.testing import WatchedJournal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[WatchedJournal]:
    with closing(WatchedJournal(tmp_path / "journal.sqlite", lambda: None)) as journal:
        yield journal


def more(kept: Plain) -> Plain:
    return (kept if isinstance(kept, int) else 0) + 1


def test_what_cannot_be_written_stands_all_the_same_and_is_written_later(journal: WatchedJournal) -> None:
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


def test_what_was_written_is_not_changed_again(journal: WatchedJournal) -> None:
    settings = KeptSettings(journal)
    settings.change("count", more)
    assert settings.retry()
    assert journal.setting("count") == 1


def test_without_a_journal_they_stand_for_this_evening() -> None:
    settings = KeptSettings(None)
    settings.change("count", more)
    settings.change("count", more)
    assert settings.retry()
    assert settings.value("count") == 2


@pytest.fixture
def out_of_reach(tmp_path: Path) -> Iterator[Journal]:
    """A journal in which something is kept already, behind a folder that cannot be opened now."""
    with Journal(tmp_path / "state" / "journal.sqlite") as before:
        before.set_setting("knobs", {"volume": 30, "rate": 200})
        Regulars(before).keep(("Anna", "Bo"))
    (tmp_path / "state").rename(tmp_path / "away")
    (tmp_path / "state").touch()
    with Journal(tmp_path / "state" / "journal.sqlite", at_once=False) as journal:
        yield journal


def reach(journal: Journal) -> None:
    journal.path.parent.unlink()
    (journal.path.parent.parent / "away").rename(journal.path.parent)


def test_who_turns_one_level_unread_loses_no_other(out_of_reach: Journal) -> None:
    levels = {name: Adjustment(Number(0, 300), lambda level: None) for name in ("volume", "rate")}
    adjustments = Adjustments(levels, out_of_reach)
    adjustments.keep("volume", 98)
    assert not out_of_reach.is_open
    reach(out_of_reach)
    assert adjustments.retry()
    assert kept_levels(out_of_reach) == {"volume": 98, "rate": 200}


def test_who_sits_down_unread_makes_nobody_forgotten(out_of_reach: Journal) -> None:
    regulars = Regulars(out_of_reach)
    regulars.keep(("Bo", "Cleo"))
    assert regulars.known() == ("Bo", "Cleo")
    reach(out_of_reach)
    assert regulars.retry()
    assert regulars.known() == ("Bo", "Cleo", "Anna")
    assert Regulars(out_of_reach).known() == ("Bo", "Cleo", "Anna")
