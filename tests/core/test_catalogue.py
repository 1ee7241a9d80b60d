"""Catalogues: every language says everything, in whole and short sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from gm_appliance.core.catalogue import PSEUDO, UnknownLanguage, Words, languages, load
from tests.core.sentences import CATALOGUES, PACKAGE, Sentences, catalogue, long_sentences

ENGLISH = sorted(path.stem for path in (CATALOGUES / "en").glob("*.toml"))


def places(sentence: str) -> set[str]:
    """The names of what is filled in."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name is not None}


# ---------------------------------------------------------------- words


def test_a_sentence_is_filled_in_and_begins_with_a_capital() -> None:
    words = Words("en", {"who": "{who} accuses {whom}."})
    assert words("who", who="she", whom="him") == "She accuses him."


def test_what_is_filled_into_the_middle_keeps_its_small_letters() -> None:
    words = Words("en", {"sum": "{number}, says {who}.", "number.minus": "minus {number}", "god": "the god"})
    assert words("sum", number=words.number(-30), who=words.part("god")) == "Minus 30, says the god."
    words = load("en")
    assert words("list.two", first="nobody", last=words.names(("you", "I"))) == "Nobody and you and I"


def test_a_missing_key_and_a_missing_value_are_errors() -> None:
    words = Words("en", {"who": "{who} accuses."})
    with pytest.raises(KeyError, match="nobody"):
        words("nobody")
    with pytest.raises(KeyError, match="who"):
        words("who")


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")],
)
def test_names_are_listed_as_they_are_spoken(names: list[str], said: str) -> None:
    assert load("en").names(names) == said


def test_small_numbers_are_words_and_others_digits() -> None:
    said = {0: "zero", 15: "fifteen", 20: "twenty", 21: "21", -3: "minus three", -21: "minus 21"}
    assert {n: load("en").number(n) for n in said} == said


@pytest.mark.parametrize("language", ["xx", "", "EN", "../en", "en/"])
def test_an_unknown_language_is_refused_with_those_there_are(language: str) -> None:
    with pytest.raises(UnknownLanguage, match=r"there are: .*\ben\b"):
        load(language)


def test_the_pseudo_language_accents_every_vowel_but_those_of_what_is_filled_in() -> None:
    words = load(PSEUDO, "gotterdammerung")
    english = load("en", "gotterdammerung")
    assert words("tell.passed", god="Odin") == "Odin pàssés."
    assert english("tell.passed", god="Odin") == "Odin passes."
    assert PSEUDO not in languages()


# ---------------------------------------------------------------- every language says everything


def lacks(english: Sentences, other: Sentences) -> list[str]:
    """What a translation lacks or has too much of, a line each."""
    found = [f"{key} is missing" for key in sorted(english.keys() - other.keys())]
    found += [f"{key} is not in English" for key in sorted(other.keys() - english.keys())]
    for key in sorted(english.keys() & other.keys()):
        if places(english[key]) != places(other[key]):
            found.append(f"{key} fills in {sorted(places(other[key]))}")
        if not other[key].strip():
            found.append(f"{key} is empty")
    return found


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_catalogues_keys_and_places_as_english(language: str) -> None:
    assert sorted(path.stem for path in (CATALOGUES / language).glob("*.toml")) == ENGLISH
    for name in ENGLISH:
        assert lacks(catalogue("en", name), catalogue(language, name)) == []


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ({"a": "{who} geht.", "b": "Ja."}, []),
        ({"a": "{who} geht."}, ["b is missing"]),
        ({"a": "{who} geht.", "b": "Ja.", "c": "Nein."}, ["c is not in English"]),
        ({"a": "Er geht.", "b": "Ja."}, ["a fills in []"]),
        ({"a": "{wer} geht.", "b": "Ja."}, ["a fills in ['wer']"]),
        ({"a": "{who} geht.", "b": " "}, ["b is empty"]),
    ],
)
def test_a_faulty_translation_is_noticed(other: Sentences, found: list[str]) -> None:
    assert lacks({"a": "{who} goes.", "b": "Yes."}, other) == found


def test_a_new_catalogue_overrides_no_word_of_the_house() -> None:
    house = catalogue("en", "house").keys()
    for name in ENGLISH:
        if name != "house":
            clash = house & catalogue("en", name).keys()
            # A game may name its gods; the menu asks the house's catalogue alone for its games.
            assert all(key.startswith("name.") for key in clash), clash


# ---------------------------------------------------------------- every key asked for exists


def asked_for(source: str) -> set[str]:
    """Keys written out in a narration: ``self.words("key"…)``, ``words.part("key"…)``, ``own("key")``."""
    keys = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and is_words(node.func):
            keys |= set(literals(node.args[0]))
    return keys


def is_words(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ("words", "own", "_words", "part")


def literals(key: ast.expr) -> Iterator[str]:
    """The keys an expression can be; what is filled in stands as ``*``."""
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        yield key.value
    elif isinstance(key, ast.IfExp):
        yield from literals(key.body)
        yield from literals(key.orelse)
    elif isinstance(key, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in key.values)


def matches(pattern: str, keys: set[str]) -> bool:
    regular = re.compile(re.escape(pattern).replace(r"\*", ".+"))
    return any(regular.fullmatch(key) for key in keys)


SOURCES = sorted(
    str(path.relative_to(PACKAGE))
    for pattern in ("core/*.py", "host/*.py", "games/*/narration.py", "games/*/narration/*.py")
    for path in PACKAGE.glob(pattern)
)


def test_every_narration_is_looked_at() -> None:
    games = {path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")}
    assert games == {source.split("/")[1] for source in SOURCES if source.startswith("games/")}


@pytest.mark.parametrize("source", SOURCES)
def test_every_key_written_in_the_narration_is_in_a_catalogue(source: str) -> None:
    every = {key for name in ENGLISH for key in catalogue("en", name)}
    asked = asked_for((PACKAGE / source).read_text("utf-8"))
    assert [key for key in sorted(asked) if not matches(key, every)] == []


def test_a_key_that_is_in_no_catalogue_is_noticed() -> None:
    source = 'self.words("say.nothing"); words(f"say.{x}"); words("say.pause" if x else "say.go-on")'
    asked = asked_for(source)
    assert asked == {"say.nothing", "say.*", "say.pause", "say.go-on"}
    every = set(catalogue("en", "house"))
    assert {key for key in asked if not matches(key, every)} == {"say.nothing", "say.pause"}


# ---------------------------------------------------------------- the house's own words fit

TITLE, LINE = 16, 21
AT_MOST = {"title.": TITLE, "trouble-title.": TITLE, "show.paused-": LINE}
AT_MOST |= {"hint.": LINE, "item.": LINE, "name.": LINE}


@pytest.mark.parametrize("language", languages())
def test_titles_and_lines_of_the_house_fit_the_display(language: str) -> None:
    titles = ("show.paused", "show.taken-back", "show.goodbye")
    for key, text in catalogue(language, "house").items():
        most = next((most for start, most in AT_MOST.items() if key.startswith(start)), None)
        if key in titles:
            most = TITLE
        assert most is None or len(text) <= most, key


SPOKEN = ("say.", "ask.", "again.", "trouble.", "tell.", "beat.", "recap.", "interrupted.")


@pytest.mark.parametrize("name", ENGLISH)
@pytest.mark.parametrize("language", languages())
def test_no_sentence_is_longer_than_twelve_words(language: str, name: str) -> None:
    for key, text in catalogue(language, name).items():
        if key.startswith(SPOKEN) or key.endswith((".ask", ".again")):
            # Names are two words at most: "Valkyrie twelve".
            filled = re.sub(r"\{[^}]*\}", "Valkyrie twelve", text) if name == "gotterdammerung" else text
            assert long_sentences(filled) == [], key


def test_a_long_sentence_is_noticed() -> None:
    assert long_sentences("Short. " + "word " * 12 + "end. Short.") == ["word " * 12 + "end."]


def test_catalogues_are_read_once() -> None:
    assert load("en", "gotterdammerung") is load("en", "gotterdammerung")
