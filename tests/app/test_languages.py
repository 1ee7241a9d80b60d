"""Another language, chosen at the table: it is spoken at once, and at every start to come."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.core import language
from gm_appliance.core.game import Number
from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.devices.sound.voice import VOICES
from gm_appliance.games.registry import packages
from gm_appliance.storage.adjustments import Adjustment, Adjustments
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, Said, evening
from gm_appliance.testing.screens import words_of
from tests.catalogues import templates
from tests.core import made_up

ENGLISH, OTHER = "en", made_up.TAG
GREETING = "Good evening. Choose a game. Up and down, then OK."


@pytest.fixture(autouse=True)
def locales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The box finds two languages where it finds all others."""
    folder = tmp_path_factory.mktemp("made-up")
    made_up.write(folder)
    for domain, _catalog in templates():
        shutil.copy(
            Path(domain.package.replace(".", "/"), "locales/messages.pot"),
            folder / domain.package / "locales",
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "files", lambda package: folder / package)
        patch.setitem(VOICES, OTHER, "roa/eo")
        language.load.cache_clear()
        yield folder
    language.load.cache_clear()


def the_menu(tag: str) -> str:
    return language.load(tag).pgettext("title", "Choose a game")


def test_it_is_spoken_and_shown_at_once(tmp_path: Path) -> None:
    with evening(tmp_path, languages=(ENGLISH, OTHER)) as table:
        assert table.title == the_menu(ENGLISH)
        table.decides("menu.game", "language")
        table.decides("menu.language", OTHER)
        table.hears(Said(language.load(OTHER)(GREETING)))
        assert (table.title, table.spoken) == (the_menu(OTHER), [OTHER])
        # What belongs to no game is said in it too.
        table.inbox_gets(Fault("journal", "back"))
        table.hears(Said(language.load(OTHER)("I can write my journal again.")))
        table.answers("language", "menu.game")
        table.decides("menu.language", ENGLISH)
        table.hears(Asked("menu.game"))
        assert (table.title, table.spoken) == (the_menu(ENGLISH), [OTHER, ENGLISH])


def test_what_is_spoken_comes_first_and_ok_leaves_it_so(tmp_path: Path) -> None:
    with evening(tmp_path, languages=(ENGLISH, OTHER), language=OTHER) as table:
        table.decides("menu.game", "language")
        table.hears(Asked("menu.language"))
        table.ok()
        table.hears(Asked("menu.game"))
        assert table.title == the_menu(OTHER)


@pytest.mark.parametrize("languages", [(), (ENGLISH,)])
def test_where_there_is_but_one_nothing_is_to_choose(tmp_path: Path, languages: tuple[str, ...]) -> None:
    with evening(tmp_path, languages=languages) as table:
        table.hears(Asked("menu.game"))
        for _ in range(12):
            assert "Language" not in words_of(table.screen)
            table.taps(PANEL, "down")


@pytest.fixture
def spoken() -> SpokenLanguages:
    return SpokenLanguages(ENGLISH, "", "", {})


def test_those_can_be_chosen_that_are_whole_and_have_a_voice(
    spoken: SpokenLanguages, locales: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = [spoken.choices]
    with monkeypatch.context() as patch:
        patch.delitem(VOICES, OTHER)
        choices.append(spoken.choices)
    template = locales / packages()[-1] / "locales/messages.pot"
    template.write_text(template.read_text("utf-8") + '\nmsgid "Something new."\nmsgstr ""\n', "utf-8")
    assert spoken.choices == (ENGLISH,)
    assert SpokenLanguages(OTHER, "", "", {}).choices == (OTHER, ENGLISH), (
        "the settings may have it all the same"
    )


def test_what_was_chosen_is_spoken_from_the_next_start_on(spoken: SpokenLanguages, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert spoken.now(journal) == ENGLISH
        Adjustments(journal=journal).keep_language(OTHER)
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert spoken.now(journal) == OTHER
        assert SpokenLanguages(OTHER, ENGLISH, "", {}).now(journal) == ENGLISH, "the command line wins"
        Adjustments(journal=journal).keep_language("la")
        assert spoken.now(journal) == ENGLISH, "it is there no more"
    assert spoken.now(None) == ENGLISH


def test_levels_and_language_are_kept_side_by_side(tmp_path: Path, spoken: SpokenLanguages) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        turned = Adjustments({"volume": Adjustment(Number(0, 100), lambda level: None)}, journal)
        turned.keep("volume", 40)
        turned.keep_language(OTHER)
        turned.keep("volume", 60)
        assert (spoken.now(journal), turned.domain("volume").start) == (OTHER, 60)


@pytest.mark.parametrize(("tag", "voice", "own"), [(ENGLISH, "gmw/en+f3", True), (OTHER, "roa/eo", False)])
def test_the_voice_of_the_settings_is_for_their_language(tag: str, voice: str, own: bool) -> None:
    class Heard:
        def change_language(self, *what: object) -> None:
            self.what = what

    heard: Any = Heard()
    SpokenLanguages(ENGLISH, "", "gmw/en+f3", {"Siobhán": "Shivawn"}).speak(heard, tag)
    assert (heard.what[0], heard.what[1]("Siobhán."), heard.what[2]) == (voice, "Shivawn.", own)
