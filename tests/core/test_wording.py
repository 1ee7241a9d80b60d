"""Sentences and translations that do not fit their place, or do not say what the English says."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from gm_appliance.core.language import HOUSE
from tests.extraction import ROOT
from tests.wording import Places, of_english, of_translation


def polish() -> Catalog:
    catalog = Catalog("pl")
    catalog.add("Freya", "Freja\nacc: Freya\ngender: f", context="name")
    catalog.add("Thor", "Thor\nacc: Thora\ngender:m", context="name")
    catalog.add("Player {n}", "Gracz {n}", context="name")
    return catalog


def filled_in(package: str = "") -> Places:
    """The placeholders of the house's sentences and a game's, filled in with Polish names."""
    folders = [ROOT.joinpath(*one.split(".")[1:], "locales") for one in (package, HOUSE) if one]
    return Places(folders, polish())


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        (Message("Council", context="title"), []),
        (Message("A title of seventeen", context="title"), ["has 20 of 16 columns: 'A title of seventeen'"]),
        (Message("Twenty-two columns are!", context="line"), ["has 23 of 21 columns"]),
        (Message("Three", context="label"), ["has 5 of 2 columns"]),
        (Message("{who} is as long", context="line"), []),
        (Message("{who} is too long now", context="line"), ["has 24 of 21 columns: 'Gracz 15 is"]),
        (Message("{player} is long", context="line"), []),
        (Message("{player} is as long", context="line"), ["has 23 of 21 columns: 'MMMMMMMMMMMM is"]),
        (Message("{n} columns", context="title"), []),
        (Message(("{n} column", "{n} columns of this"), context="title"), ["has 18 of 16"]),
        (Message("A card is as long as it is", context="card"), []),
        (Message("Council", context="titel"), ["has an unknown context, 'titel'"]),
        (Message("word " * 12 + "end."), ["has 13 words"]),
        (Message("word " * 11 + "end. Another one: yes."), []),
        (Message("word " * 10 + "{player}."), []),
        (Message("word " * 11 + "{player}."), ["has 13 words"]),
        (Message("word " * 11 + "{n}."), []),
        (Message("word " * 12 + "end.", context="help"), []),
    ],
)
def test_english_that_does_not_fit_is_noticed(message: Message, wrong: list[str]) -> None:
    message.locations = [("gm_appliance/host/loop.py", 1)]
    said = of_english(message, filled_in())
    assert len(said) == len(wrong)
    assert all(one.startswith(start) for one, start in zip(said, wrong, strict=True))


def test_a_place_may_take_a_number_in_one_game_and_a_name_in_another() -> None:
    message = Message("Correct: P{seat}", context="title")
    assert of_english(message, filled_in()) == []
    said = of_english(message, filled_in("gm_appliance.games.gotterdammerung"))
    assert said == ["has 18 of 16 columns: 'Correct: PGracz 15'"]


def test_a_name_is_expected_where_nothing_is_said_and_that_is_told(tmp_path: Path) -> None:
    message = Message("There are {pips} of them", context="line")
    said = "has 26 of 21 columns: 'There are Gracz 15 of them' (is pips a name? placeholders.toml"
    assert [one[: len(said)] for one in of_english(message, Places((), polish()))] == [said]
    (tmp_path / "placeholders.toml").write_text("[longest]\npips = 6\n", "utf-8")
    assert of_english(message, Places([tmp_path], polish())) == []


ONE, MANY = "{n} card of {player}", "{n} cards of {player}"


@pytest.mark.parametrize(
    ("english", "translated", "context", "wrong"),
    [
        ("{who} goes.", "{who} idzie.", None, ""),
        ("{player} goes.", "{player:acc} {player:gender|m:idzie|f:idzie}.", None, ""),
        ("{player} goes.", "{player:dat} idzie.", None, "asks 'player' for the form 'dat': it has"),
        ("{player} goes.", "{player:gender|n:i|f:idzie}.", None, "chooses 'n' by 'gender' of 'player'"),
        ("{player} goes.", "{player:gender|m:idzie|x:i}.", None, ""),
        ("{player} goes.", "{player:gender|m|f}.", None, "chooses by 'gender' of 'player' without a colon"),
        ("{player} goes.", "{player!r} idzie.", None, "converts 'player' by 'r', which the English does not"),
        ("{points} in all.", "Razem {points:dat}.", None, "asks 'points' for the form 'dat': it has none"),
        ("{total} in all.", "Razem {total:dat}.", None, "asks 'total' for the form 'dat': it has none"),
        ("{total} in all.", "Razem {total}.", None, ""),
        ("{who} goes.", "{who} idzie. ", None, "begins or ends with other blanks than the English"),
        ("{who} goes.", "\n{who} idzie.", None, "begins or ends with other blanks than the English"),
        ("{who} goes.", "{who} idzie.\nJuż.", None, "has 2 lines of 1"),
        ("Freya", "Freja\nacc Freję", "name", "has a form without a name: 'acc Freję'"),
        ("{who} goes.", "{who} goes.", None, "is the same as in English: translate it, or say why"),
        ("Council", "Council", "title", "is the same as in English"),
        ("Freya", "Freya", "name", ""),
        ("{who}: {n}", "{who}: {n}", None, ""),
        ("{who} goes.", "", None, ""),
        (
            "yes: it ends; no: never",
            "tak: koniec; no: nigdy",
            "help",
            "translates 'yes', a value to be typed",
        ),
        ("yes: it ends; no: never", "yes : koniec ; no\u00a0: nigdy", "help", ""),
        ("{who} goes.", "Idzie.", None, "fills in [] where it is ['who']"),
        ("{who} goes.", "{kto} idzie.", None, "fills in ['kto'] where it is ['who']"),
        ("{who} goes.", "{who idzie.", None, "cannot be filled in"),
        ("{who} goes.", " ", None, "has an empty text"),
        ((ONE, MANY), ("{n} {player}", "{n} {player}", "{n} {player}"), None, ""),
        ((ONE, MANY), ("Jedna {player}", "{n} {player}", "{n} {player}"), None, ""),
        ((ONE, MANY), ("Jedna {player}", "{player}", "{n} {player}"), None, "is said of 2, 3, … and does"),
        ((ONE, MANY), ("{n} {player}", "{n}", "{n} {player}"), None, "fills in ['n'] where"),
        ((ONE, MANY), ("{n} {player}", "{n} {player}", ""), None, "has an empty text"),
        ((ONE, MANY), ("{n} {player}", "{n} {player}"), None, "has 2 plurals of 3"),
        (("They win.", "They win."), ("{n}.", "Oni.", "Oni."), None, ""),
        ("Council", "Wielka rada bogów", "title", "has 17 of 16 columns: 'Wielka rada bogów'"),
        ("{seat} goes", "Idzie {seat}, ona", "line", ""),
        ("{player} goes", "{player:acc}, idzie ona", "line", "has 23 of 21 columns"),
        ("Council", "Żółw Ж", "title", "has 'Ж', which the display cannot draw: 'Żółw Ж'"),
        ("Council", "Żółw.", "title", ""),
        ("{player} goes", "{player:gender|m:on|f:ona, bo to kobieta}", "line", ""),
        ("{player} goes", "{player:gender|m:on|x:ono, bo to jest dziecko}", "line", "has 23 of 21 columns"),
    ],
)
def test_a_faulty_translation_is_noticed(
    english: str | tuple[str, str], translated: str | tuple[str, ...], context: str | None, wrong: str
) -> None:
    message = Message(english, translated, context=context)
    said = of_translation(message, polish(), filled_in())
    assert [one[: len(wrong)] for one in said] == ([wrong] if wrong else [])


def test_the_english_may_stand_for_a_reason() -> None:
    for comment, wrong in (("same: a word of ours too", 0), ("same:", 1), ("Looked at.", 1)):
        message = Message("Match", "Match", context="title", user_comments=[comment])
        assert len(of_translation(message, polish(), filled_in())) == wrong


def test_zero_is_told_in_a_language_whose_singular_takes_it() -> None:
    french, german = Catalog("fr"), Catalog("de")
    message = Message(("One card.", "{n} cards."), ("Une carte.", "{n} cartes."))
    said = ["is said of 0, 1 and does not fill in 'n': 'Une carte.'"]
    assert of_translation(message, french, filled_in()) == said
    assert of_translation(message, german, filled_in()) == []


def test_a_spoken_translation_that_is_too_long_is_noticed() -> None:
    message = Message("{player} goes.", locations=[("gm_appliance/host/loop.py", 1)])
    for words, wrong in ((9, 0), (10, 1)):
        # "Qui ?" counts as one word, and a dash as none.
        message.string = "To – " + "jest " * (words - 1) + "{player:acc} tu\N{NO-BREAK SPACE}?"
        assert len(of_translation(message, polish(), filled_in())) == wrong
