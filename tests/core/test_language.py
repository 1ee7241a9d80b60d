"""Sentences in other languages: filled in, counted, inflected, and English where none is translated."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from textwrap import dedent

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from gm_appliance.core import language as module
from gm_appliance.core.language import (
    CONTEXTS,
    N_,
    NP_,
    PSEUDO,
    Language,
    Message,
    Name,
    UnknownLanguage,
    languages,
    load,
    merged,
    pseudo,
)

HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

"""

GAME = """\
msgid "{who} wounds {whom}."
msgstr "{who} rani {whom:acc}."

msgid "{god} is dealt a card."
msgstr "{god} {god:gender|m:dostał|f:dostała|x:dostało} kartę."

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgctxt "line"
msgid "{n} plays"
msgid_plural "{n} play"
msgstr[0] "Gra {n} osoba"
msgstr[1] "Grają {n} osoby"
msgstr[2] "Gra {n} osób"

msgid "Council"
msgstr "Narada."

msgctxt "title"
msgid "Council"
msgstr "Narada"

msgctxt "name"
msgid "Freya"
msgstr "Freja\\n"
"acc: Freję\\n"
"gender: f"

msgctxt "name"
msgid "Thor"
msgstr "Thor\\n"
"acc:Thora\\n"
"gender:m"

msgctxt "name"
msgid "Valkyrie {number}"
msgstr "Walkiria {number}\\n"
"acc: Walkirię {number}\\n"
"gender: f"

msgid "Said by both."
msgstr "Mówi gra."
"""

HOUSE = """\
msgctxt "list"
msgid "{first} and {last}"
msgstr "{first} i {last}"

msgid "Said by both."
msgstr "Mówi dom."

msgid "Good night."
msgstr "Dobranoc."

msgid "{n} minute"
msgid_plural "{n} minutes"
msgstr[0] "{n} minuta"
msgstr[1] "{n} minuty"
msgstr[2] "{n} minut"
"""


def compiled(folder: Path, tag: str, translations: str) -> Path:
    """A folder of locales with one language in it."""
    inside = folder / tag / "LC_MESSAGES"
    inside.mkdir(parents=True)
    catalog = read_po(BytesIO(dedent(HEADER + translations).encode()), locale=tag, abort_invalid=True)
    with (inside / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    return folder


@pytest.fixture
def polish(tmp_path: Path) -> Language:
    """A game's translations before those of the house."""
    return merged("pl", [compiled(tmp_path / "game", "pl", GAME), compiled(tmp_path / "house", "pl", HOUSE)])


ENGLISH = load("en")

# ---------------------------------------------------------------- filled in


def test_a_sentence_is_filled_in_and_begins_with_a_capital() -> None:
    assert ENGLISH("{who} accuses {whom}.", who="she", whom="him") == "She accuses him."
    assert ENGLISH("It is {who}.", who="she") == "It is she."
    assert ENGLISH("{n}. {who}", n=3, who="she") == "3. she"
    assert ENGLISH.pgettext("line", "{who}: {points}", who="you", points=-3) == "You: -3"
    assert ENGLISH.ngettext("{who} has {n}.", "{who} have {n}.", 1, who="she") == "She has 1."


def test_what_begins_small_by_itself_stays_small() -> None:
    assert ENGLISH("iPad of {who}", who="you") == "iPad of you"
    assert ENGLISH("{who}", who="") == ""


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


def test_the_contexts_of_the_display_say_how_wide_it_is() -> None:
    assert CONTEXTS == {"title": 16, "line": 21, "label": 2}


# ---------------------------------------------------------------- numbers


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


def test_english_has_two() -> None:
    said = [ENGLISH.ngettext("{n} card", "{n} cards", n) for n in (0, 1, 2)]
    assert said == ["0 cards", "1 card", "2 cards"]
    assert ENGLISH.npgettext("line", "{n} plays", "{n} play", 1) == "1 plays"


def test_the_number_may_be_told_in_another_way() -> None:
    assert ENGLISH.ngettext("{n} vote", "{n} votes", 3, n="three") == "Three votes"


# ---------------------------------------------------------------- names


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


def test_a_name_without_that_form_stands_as_it_is(polish: Language) -> None:
    odin = polish.name("Odin")
    assert isinstance(odin, Name)
    assert f"{odin:acc} {odin} {polish.name('Thor'):dat}" == "Odin Odin Thor"


def test_what_is_chosen_may_hold_a_colon_and_be_empty() -> None:
    name = Name("Freja\ngender: f")
    assert f"{name:gender|f:ona: tak|x:}" == "ona: tak"
    assert f"{Name('Thor'):gender|f:ona: tak|x:}" == ""


def test_the_letters_of_a_name_stay_as_they_are() -> None:
    assert ENGLISH.name("{who} the Wise", who="mimir") == "mimir the Wise"


# ---------------------------------------------------------------- lists


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


# ---------------------------------------------------------------- packages


def test_the_games_translation_comes_before_that_of_the_house(polish: Language) -> None:
    assert polish("Said by both.") == "Mówi gra."
    assert polish("Good night.") == "Dobranoc."
    assert polish.ngettext("{n} minute", "{n} minutes", 3) == "3 minuty"


def test_a_sentence_that_is_not_translated_stays_english(polish: Language) -> None:
    assert polish("{who} stays.", who="she") == "She stays."
    assert polish.pgettext("line", "Council") == "Council"
    assert polish.ngettext("{n} god", "{n} gods", 2) == "2 gods"
    assert polish.npgettext("title", "{n} card", "{n} cards", 1) == "1 card"


def test_a_package_without_that_language_is_english(tmp_path: Path) -> None:
    house = compiled(tmp_path / "house", "pl", HOUSE)
    assert merged("pl", [tmp_path / "nothing", house])("Good night.") == "Dobranoc."
    nothing = merged("pl", [tmp_path / "nothing"])
    assert nothing.tag == "pl"
    assert nothing("Good night.") == "Good night."


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that speaks Polish and the language nobody translated its game into."""
    compiled(tmp_path / "house" / "locales", "pl", HOUSE)
    compiled(tmp_path / "house" / "locales", "cs", "")
    compiled(tmp_path / "game" / "locales", "pl", GAME)
    monkeypatch.setattr(module, "HOUSE", "house")
    monkeypatch.setattr(module, "files", lambda package: tmp_path / package)


@pytest.mark.usefixtures("packages")
def test_a_language_is_loaded_from_its_packages_and_the_house() -> None:
    loaded = load.__wrapped__("pl", "game")
    assert loaded.tag == "pl"
    assert loaded("Said by both.") == "Mówi gra."
    assert load.__wrapped__("pl")("Said by both.") == "Mówi dom."
    assert load.__wrapped__("cs", "game")("Said by both.") == "Said by both."


@pytest.mark.usefixtures("packages")
def test_the_languages_are_those_of_the_house_and_english() -> None:
    assert languages() == ("cs", "en", "pl")
    with pytest.raises(UnknownLanguage, match=r"there are: cs, en, pl$"):
        load.__wrapped__("de", "game")


@pytest.mark.parametrize("tag", ["xx", "", "EN", "../en", "en/", "x-pseudo/"])
def test_an_unknown_language_is_refused_with_those_there_are(tag: str) -> None:
    with pytest.raises(UnknownLanguage, match=r"there are: .*\ben\b"):
        load(tag)


def test_a_language_is_read_once() -> None:
    assert load("en", "gm_appliance.games.scorepad") is load("en", "gm_appliance.games.scorepad")
    assert load("en", "gm_appliance.games.scorepad") is not load("en")


# ---------------------------------------------------------------- the pseudo-language


def test_the_pseudo_language_accents_every_vowel_but_those_of_what_is_filled_in() -> None:
    words = load(PSEUDO, "gm_appliance.games.scorepad")
    assert words("{god} passes.", god="Odin") == "Odin pàssés."
    assert words.pgettext("title", "Yes, {you}", you="you") == "Ýés, you"
    assert words.ngettext("{n} card", "{n} cards", 1) == "1 càrd"
    assert words.npgettext("line", "{n} card", "{n} cards", 2) == "2 càrds"
    assert words.name("Valkyrie {number}", number=3) == "Vàlkýrîé 3"
    assert words.names(["A", "B", "C"]) == "A, B ànd C"
    assert PSEUDO not in languages()


def test_a_form_that_is_asked_for_keeps_its_vowels() -> None:
    assert pseudo("{one:acc} and {two}, {three}") == "{one:acc} ànd {two}, {three}"
