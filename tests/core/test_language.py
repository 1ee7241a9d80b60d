"""Sentences in other languages: placeholders, plurals, forms of names, and English as the fallback."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core import language as module
from gm_appliance.core.language import (
    N_,
    NP_,
    Language,
    Message,
    Name,
    Names,
    UnknownLanguage,
    languages,
    load,
    merged,
)
from tests.core.in_polish import GAME, HOUSE, compiled


@pytest.fixture
def polish(tmp_path: Path) -> Language:
    """A game's translations, which take precedence over the house's."""
    return merged("pl", [compiled(tmp_path / "game", "pl", GAME), compiled(tmp_path / "house", "pl", HOUSE)])


ENGLISH = load("en")


@pytest.fixture(autouse=True)
def nothing_logged() -> None:
    module.log_once.cache_clear()


def test_a_sentence_is_filled_in_and_begins_with_a_capital() -> None:
    assert ENGLISH("{who} accuses {whom}.", who="she", whom="him") == "She accuses him."
    assert ENGLISH("It is {who}.", who="she") == "It is she."
    assert ENGLISH("{n}. {who}", n=3, who="she") == "3. she"
    assert ENGLISH.pgettext("line", "{who}: {points}", who="you", points=-3) == "You: -3"
    assert ENGLISH.ngettext("{who} has {n}.", "{who} have {n}.", 1, who="she") == "She has 1."


def test_a_capital_is_written_as_the_language_writes_it() -> None:
    assert load("nl")("{player}: {points}.", player="één punt", points="2") == "Eén punt: 2."
    assert load("nl")("{player}: {points}.", player="Élodie", points="2") == "Élodie: 2."
    assert load("fr")("{player}: {points}.", player="élan", points="2").startswith("Élan")


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError, match="whom"):
        ENGLISH("{who} accuses {whom}.", who="she")
    with pytest.raises(KeyError, match="who"):
        ENGLISH.pgettext("title", "{who}")
    with pytest.raises(KeyError, match="who"):
        ENGLISH.ngettext("{who}: {n}", "{who}: {n}", 2)
    with pytest.raises(KeyError, match="who"):
        ENGLISH.npgettext("line", "{who}: {n}", "{who}: {n}", 2)
    with pytest.raises(KeyError, match="number"):
        ENGLISH.name("Valkyrie {number}")


def test_a_sentence_of_a_table_is_translated_where_it_is_said(polish: Language) -> None:
    assert N_("Council") == Message("Council", "")
    assert NP_("title", "Council") == Message("Council", "title")
    assert polish(N_("Council")) == "Narada."
    assert polish(NP_("title", "Council")) == "Narada"
    assert polish(NP_("line", "Council")) == "Council"


@pytest.mark.parametrize(
    ("n", "said", "shown"),
    [
        (1, "1 karta", "Gra 1 osoba"),
        (2, "2 karty", "Grają 2 osoby"),
        (4, "4 karty", "Grają 4 osoby"),
        (5, "5 kart", "Gra 5 osób"),
        (12, "12 kart", "Gra 12 osób"),
        (22, "22 karty", "Grają 22 osoby"),
        (0, "0 kart", "Gra 0 osób"),
    ],
)
def test_a_language_has_as_many_plurals_as_it_needs(polish: Language, n: int, said: str, shown: str) -> None:
    assert polish.ngettext("{n} card", "{n} cards", n) == said
    assert polish.npgettext("line", "{n} plays", "{n} play", n) == shown


@pytest.mark.parametrize(
    ("written", "english", "in_polish"),
    [
        ("Anna: -5.", "Anna: minus 5.", "Anna: minüs 5."),
        (
            "-12 points, \N{MINUS SIGN}3 and 4.",
            "minus 12 points, minus 3 and 4.",
            "minüs 12 points, minüs 3 and 4.",
        ),
        (
            "7-15, half-open, A-4, --5, - 5.",
            "7-15, half-open, A-4, --5, - 5.",
            "7-15, half-open, A-4, --5, - 5.",
        ),
        ("Press OK. OKAY, ok.", "Press OK. OKAY, ok.", "Press Ökay. OKAY, ok."),
    ],
)
def test_minus_and_ok_have_words_for_the_voice(
    tmp_path: Path, written: str, english: str, in_polish: str
) -> None:
    polish = merged("pl", [compiled(tmp_path, "pl", MINUS)])
    assert (ENGLISH.spoken(written), polish.spoken(written)) == (english, in_polish)
    assert polish("{who}: {points}", who="Anna", points=-5) == "Anna: -5", "the display has the sign"


MINUS = """\
msgctxt "spoken"
msgid "minus {n}"
msgstr "minüs {n}"

msgctxt "spoken"
msgid "OK"
msgstr "Ökay"
"""


def test_a_name_stands_in_the_case_the_translation_asks_for(polish: Language) -> None:
    thor, freya = polish.name("Thor"), polish.name(NP_("name", "Freya"))
    assert polish("{who} wounds {whom}.", who=thor, whom=freya) == "Thor rani Freję."
    assert polish("{who} wounds {whom}.", who=freya, whom=thor) == "Freja rani Thora."


def test_a_form_is_filled_in_like_the_name(polish: Language) -> None:
    valkyrie = polish.name("Valkyrie {number}", number=3)
    assert valkyrie == "Walkiria 3"
    assert f"{valkyrie:acc}" == "Walkirię 3"


def test_a_word_is_chosen_by_a_form_of_the_name(polish: Language) -> None:
    def dealt(name: str) -> str:
        return polish("{god} is dealt a card.", god=polish.name(name))

    assert dealt("Thor") == "Thor dostał kartę."
    assert dealt("Freya") == "Freja dostała kartę."
    assert dealt("Loki") == "Loki dostało kartę."  # without forms: the last choice


FAULTY = """\
msgid "{total} for {who}."
msgstr "{who:acc}: {total:dat}."

msgid "{total} of them."
msgstr "{total:gender|f:Nich|x:Ich} {total}."

msgid "{who} and {whom}."
msgstr "{who:gender|f}."

msgid "{who} alone."
msgstr "{kto}."

msgid "{who} at last."
msgstr "{who."

msgid "Only {who}."
msgstr "Tylko {}."

msgctxt "list"
msgid "{first} and {last}"
msgstr "{first:dat} i {last:dat}"
"""


def test_a_faulty_translation_is_said_as_far_as_it_goes_or_in_english(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faulty = merged("pl", [compiled(tmp_path, "pl", FAULTY)])
    freya = Name("Freja\nacc: Freję")
    for said in (faulty("{total} for {who}.", total=5, who=freya) for _ in range(2)):
        assert said == "Freję: 5."
    assert faulty("{total} of them.", total="5") == "Ich 5."
    assert faulty("{who} and {whom}.", who="Thor", whom=freya) == "Thor and Freja."
    assert faulty("{who} alone.", who="Thor") == "Thor alone."
    assert faulty("{who} at last.", who="Thor") == "Thor at last."
    assert faulty("Only {who}.", who="Thor") == "Only Thor."
    assert faulty.names([freya, "Thor"]) == "Freja i Thor"
    assert f"{faulty.names([freya]):acc} {Names(ENGLISH, ['Thor']):acc}" == "Freję Thor"
    assert f"{Names(ENGLISH, ['Thor', 'Odin']):acc}" == "Thor and Odin"
    logged = [one.getMessage() for one in caplog.records]
    assert len(logged) == 7, "each once"
    assert logged[0].startswith("The translation of '{total} for {who}.' into 'pl' is at fault: ")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["A"], "A"),
        (["A", "B"], "A and B"),
        (["A", "B", "C"], "A, B and C"),
        (["A", "B", "C", "D"], "A, B, C and D"),
    ],
)
def test_names_are_listed_as_they_are_spoken(names: list[str], said: str) -> None:
    assert ENGLISH.names(names) == said
    assert ENGLISH.names(iter(names)) == said
    assert ENGLISH.enumerated(names) == said
    assert ENGLISH("Here: {names}.", names=ENGLISH.names(names)) == f"Here: {said}."


def test_a_form_of_a_list_is_every_names(polish: Language) -> None:
    names = polish.names([polish.name("Freya"), polish.name("Thor"), polish.name("Odin")])
    assert names == "Freja, Thor i Odin"
    thor = polish.name("Thor")
    assert polish("{who} wounds {whom}.", who=thor, whom=names) == "Thor rani Freję, Thora i Odin."
    assert f"{polish.names([]):acc}" == ""


def test_the_games_translation_comes_before_that_of_the_house(polish: Language) -> None:
    assert polish("Said by both.") == "Mówi gra."
    assert polish("Good night.") == "Dobranoc."
    assert polish.ngettext("{n} minute", "{n} minutes", 3) == "3 minuty"


@pytest.mark.parametrize("left", [0, 10, 30, 200])
def test_a_damaged_translation_is_english_logged_and_not_offered(
    left: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    locales = compiled(tmp_path, "pl", HOUSE)
    (file,) = locales.rglob("*.mo")
    file.write_bytes(file.read_bytes()[:left])
    module.log_once.cache_clear()
    assert merged("pl", [locales])("Good night.") == "Good night."
    assert f"{file} is damaged" in caplog.text
    assert module._lacks(file)


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house translated into Polish and Czech, and a game only into Polish."""
    compiled(tmp_path / "house" / "locales", "pl", HOUSE)
    compiled(tmp_path / "house" / "locales", "cs", "")
    compiled(tmp_path / "game" / "locales", "pl", GAME)
    monkeypatch.setattr(module, "HOUSE", "house")
    monkeypatch.setattr(module, "folder_of", lambda package: tmp_path / package)


@pytest.mark.usefixtures("packages")
def test_a_language_is_loaded_from_its_packages_and_the_house() -> None:
    loaded = load.__wrapped__("pl", "game")
    assert loaded.tag == "pl"
    assert loaded("Said by both.") == "Mówi gra."
    assert load.__wrapped__("pl")("Said by both.") == "Mówi dom."
    assert load.__wrapped__("cs", "game")("Said by both.") == "Said by both."


def test_each_sentence_that_is_missing_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    folders = [compiled(tmp_path / "game", "pl", GAME), compiled(tmp_path / "house", "pl", HOUSE)]
    for _ in range(2):  # two games share the house's sentences
        polish = merged("pl", folders)
        assert polish("Good night.") == "Dobranoc."
        assert polish("Good evening.") == polish("Good evening.") == "Good evening."
        assert polish.ngettext("{n} god", "{n} gods", 2) == "2 gods"
        assert polish.npgettext("line", "{n} god", "{n} gods", 1) == "1 god"
        assert polish.pgettext("line", "Council") == "Council"
    logged = [f"Not translated into 'pl': '{one}'" for one in ("Good evening.", "{n} god", "Council")]
    assert [record.getMessage() for record in caplog.records] == logged
    assert merged("en", folders)("Good morning.") == "Good morning."
    assert len(caplog.records) == 3


@pytest.mark.usefixtures("packages")
def test_the_languages_are_those_of_the_house_and_english() -> None:
    assert languages() == ("cs", "en", "pl")
    with pytest.raises(UnknownLanguage, match=r"there are: cs, en, pl$"):
        load.__wrapped__("de", "game")


@pytest.mark.parametrize("tag", ["xx", "", "EN", "../en", "en/", "x-pseudo/"])
def test_an_unknown_language_is_refused_with_those_there_are(tag: str) -> None:
    with pytest.raises(UnknownLanguage, match=r"there are: .*\ben\b"):
        load(tag)
