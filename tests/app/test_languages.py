"""A language chosen at the table is spoken at once and after every restart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.app.real_table import evening_settings
from gm_appliance.config import Configuration, parse
from gm_appliance.core import language
from gm_appliance.core.narration import marked_on
from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.games.registry import GAMES
from gm_appliance.storage.adjustments import Adjustments, kept_language
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.testing import Asked, Said, evening
from gm_appliance.testing.screens import words_of
from tests.core import made_up

ENGLISH, OTHER = "en", made_up.TAG
AGAIN = "Choose a game."


@pytest.fixture(autouse=True)
def locales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("made-up")
    made_up.write(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "folder_of", lambda package: folder / package)
        patch.setitem(VOICES, OTHER, "roa/eo")
        language.load.cache_clear()
        language.log_once.cache_clear()
        yield folder
    language.load.cache_clear()


def the_menu(tag: str) -> str:
    return language.load(tag).pgettext("title", "Choose a game")


def test_the_chosen_language_is_spoken_and_shown_at_once(tmp_path: Path) -> None:
    with evening(tmp_path, languages=(ENGLISH, OTHER)) as table:
        assert table.title == the_menu(ENGLISH)
        table.decides("menu.game", "language")
        table.decides("menu.language", OTHER)
        table.hears(Said(language.load(OTHER)(AGAIN)))
        assert (table.title, table.spoken) == (the_menu(OTHER), [OTHER])
        # What belongs to no game is said in it too.
        table.post(Fault("journal", "back"))
        table.hears(Said(language.load(OTHER)("I can save the game again.")))
        table.answers("language", "menu.game")
        table.decides("menu.language", ENGLISH)
        table.hears(Asked("menu.game"))
        assert (table.title, table.spoken) == (the_menu(ENGLISH), [OTHER, ENGLISH])


FIRST = "menu.first_language"
EACH = [(ENGLISH, "English?"), (OTHER, "Øngløsh?")]
"""The question for each language in its own voice."""


def test_the_first_start_asks_for_the_language_in_all_of_them(tmp_path: Path) -> None:
    with evening(tmp_path, languages=(ENGLISH, OTHER), box="plug", asks_language=True) as table:
        assert table.hears(Asked).name == FIRST
        assert table.said_in == [*EACH, (ENGLISH, "English")], "all, and last what OK takes"
        assert words_of(table.screen)[:3] == ["EN QMU", "English", "øngløsh"]
        table.taps(PANEL, "down")
        table.hears(Said("øngløsh"))
        assert table.said_in[-1] == (OTHER, "øngløsh"), "the line under the cursor, in its own voice"
        table.taps(PANEL, "repeat")
        assert table.said_in[-3:] == [*EACH, (OTHER, "øngløsh")]
        table.ok()
        assert table.hears(Asked).name == "large", "and in the language that was chosen"
        assert (table.title, table.spoken) == (
            language.load(OTHER).pgettext("title", "Can you read me?"),
            [OTHER],
        )
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert kept_language(journal) == OTHER
    with evening(
        tmp_path, languages=(OTHER, ENGLISH), box="plug", language=OTHER, asks_language=True
    ) as table:
        assert table.hears(Asked).name == "large", "asked once"


def test_a_silent_table_hears_all_of_them_again(tmp_path: Path) -> None:
    with evening(tmp_path, languages=(ENGLISH, OTHER), asks_language=True) as table:
        table.hears(Asked(FIRST))
        table.advance(60)
        assert table.said_in == [*EACH, (ENGLISH, "English"), *EACH]


def test_after_a_power_cut_in_the_question_it_is_asked_again(tmp_path: Path) -> None:
    for _start in range(2):
        with evening(tmp_path, languages=(ENGLISH, OTHER), box="plug", asks_language=True) as table:
            assert table.hears(Asked).name == FIRST
            table.taps(PANEL, "down")


def test_a_table_that_has_played_is_not_asked(tmp_path: Path) -> None:
    with evening(tmp_path, languages=(ENGLISH, OTHER)) as table:
        table.decides("menu.game", "dice")
        table.decides("option.kind", "d6")
        table.hears(Asked)
    with evening(tmp_path, languages=(ENGLISH, OTHER), asks_language=True) as table:
        assert table.hears(Asked).name == "menu.game"


@pytest.mark.parametrize(
    ("config", "asked", "asks"),
    [
        # Read before the box has other languages: which there are is looked up once.
        (parse(b""), "", True),
        (parse(b'language = "ask"'), "", True),
        (parse(b'language = "en"'), "", False),
        (parse(b""), "en", False),
    ],
    ids=["nothing", "ask", "settings", "command line"],
)
def test_the_settings_and_the_command_line_settle_it(config: Configuration, asked: str, asks: bool) -> None:
    spoken = SpokenLanguages(config.language, asked, {})
    assert evening_settings(config, spoken, ENGLISH, None).asks_language is asks
    assert config.language == ENGLISH


@pytest.fixture
def spoken() -> SpokenLanguages:
    return SpokenLanguages(ENGLISH, "", {})


def test_languages_with_a_voice_can_be_chosen(
    spoken: SpokenLanguages, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = [spoken.choices]
    assert choices == [(ENGLISH, OTHER)]
    monkeypatch.delitem(VOICES, OTHER)
    assert spoken.choices == (ENGLISH,)
    assert SpokenLanguages(OTHER, "", {}).choices == (OTHER, ENGLISH), "the settings may have it all the same"


def catalogue(locales: Path, package: str) -> Path:
    return locales / package / "locales" / OTHER / "LC_MESSAGES/messages.mo"


def test_a_language_that_lacks_words_of_the_house_is_not_offered(
    spoken: SpokenLanguages, locales: Path
) -> None:
    assert OTHER in spoken.choices
    catalogue(locales, "gm_appliance").unlink()
    assert spoken.choices == (ENGLISH,)


def test_a_game_without_words_in_a_language_is_told_in_english_and_the_menu_says_so(
    spoken: SpokenLanguages, locales: Path, tmp_path: Path
) -> None:
    catalogue(locales, "gm_appliance.games.dice").unlink()
    assert OTHER in spoken.choices
    words, title = language.load(OTHER), GAMES["dice"].narration(ENGLISH).title()
    with evening(tmp_path, languages=spoken.choices, language=OTHER) as table:
        assert table.title == the_menu(OTHER)
        while not table.screen or marked_on(table.screen) != f"{title} (en)":
            table.taps(PANEL, "down")
        table.hears(Said(title), Said(words("In English.")))
        table.ok()
        table.decides("option.kind", "d6")
        table.hears(Asked("throw"))
        assert table.spoken == [ENGLISH]
        table.taps(PANEL, "back")
        table.hears(Asked("option.kind"))
        assert table.spoken == [ENGLISH, OTHER]


def test_the_chosen_language_is_spoken_after_a_restart(spoken: SpokenLanguages, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert spoken.now(journal) == ENGLISH
        Adjustments(settings=KeptSettings(journal)).keep_language(OTHER)
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert spoken.now(journal) == OTHER
        assert SpokenLanguages(OTHER, ENGLISH, {}).now(journal) == ENGLISH, "the command line wins"
        Adjustments(settings=KeptSettings(journal)).keep_language("la")
        assert spoken.now(journal) == ENGLISH, "it is there no more"
    assert spoken.now(None) == ENGLISH


@pytest.mark.parametrize("tag", [ENGLISH, OTHER])
def test_names_and_minus_are_spelled_for_every_voice(tag: str) -> None:
    spelled = SpokenLanguages(ENGLISH, "", {"Siobhán": "Shivawn"}).spelled(tag, "espeak-ng")
    minus = language.load(tag).pgettext("spoken", "minus {n}", n=5)
    assert spelled("Siobhán: -5.") == f"Shivawn: {minus}."
