"""Whole games in a language with another word order, cases, genders and three plurals.

Nothing of it was thought of where the sentences stand, and no word of English is left.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core import language
from gm_appliance.testing import Said, VirtualTable, evening
from tests import scenes
from tests.core import made_up
from tests.seven import HEL, ODIN, VALKYRIE_1, VALKYRIE_2

NAMES = {"Odin", "Thor", "Hel", "Freya", "Tyr", "Loki", "Sif", "Valkyrie", "Saga", "Balder", "Idun"}
NAMES |= {"Skadi", "Niörd", "Dvalin", "Heimdall", "Brynhild", "Player", "Team"}


@pytest.fixture(autouse=True)
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The box finds the language where it finds all others."""
    folder = tmp_path_factory.mktemp("made-up")
    made_up.write(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "files", lambda package: folder / package)
        language.load.cache_clear()
        yield
    language.load.cache_clear()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, language=made_up.TAG) as one:
        yield one


# ---------------------------------------------------------------- no English is left


def foreign(text: str) -> list[str]:
    """The words of a sentence that belong to no language of this table: neither its own nor names."""
    words = re.findall(r"[^\W\d_]+", text)
    names = {*NAMES, *(f"{name}en" for name in NAMES), "en"}  # the last after a number
    return [word for word in words if word not in names and not re.search("[øå]", word)]


def seen(line: dict[str, Any]) -> Iterator[str]:
    """What players hear and read of a line of a transcript."""
    if line["kind"] == "say":
        yield line["text"]
    elif line["kind"] == "show":
        yield from strings({key: value for key, value in line["screen"].items() if key != "kind"})


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in ("kind", "label"):  # one or two letters of a name
                yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("gotterdammerung", {"players": 15, "gods": 15}),
        ("gotterdammerung", {"players": 8, "gods": 5, "ballot": "thumbs", "dice": "own"}),
        ("scorepad", {"players": 4}),
    ],
)
def test_a_whole_game_is_played_in_it(game: str, given: dict[str, Any]) -> None:
    lines: list[str] = []
    rehearse(game, given, made_up.TAG, lines.append, seed=3)
    texts = {text for line in map(json.loads, lines) for text in seen(line)}
    assert len(texts) > 30
    assert {text: foreign(text) for text in texts if foreign(text)} == {}


def test_a_sentence_in_english_is_noticed() -> None:
    assert foreign("Odin wounds Thoren.") == ["wounds"]
    assert foreign("Thoren sdnuowø Odin.") == []


# ---------------------------------------------------------------- order, cases, genders


def test_the_verb_comes_first_and_agrees_with_who_accuses(table: VirtualTable) -> None:
    scenes.to_the_council(table)
    table.answers(ODIN)
    table.hears(Said("Klagarø Odin. Klagarø Odinen?"))
    table.answers("pass")
    table.decides("council.accuse", VALKYRIE_1)
    table.hears(Said("Klagarå Valkyrie 1. Klagarø Valkyrie 1en?"))


def test_a_list_comes_first_and_every_name_of_it_is_in_its_case(table: VirtualTable) -> None:
    scenes.to_odin(table)
    table.answers("pass")
    scenes.passes(table, "thor")
    scenes.accuse(table, ODIN, VALKYRIE_2, HEL)
    scenes.vote(table, dict.fromkeys(range(1, 8), "down"))
    table.hears(Said("Valkyrie 2en åg Valkyrie 3en ødø. Sjørø Thoren. 2. gangø."))


# ---------------------------------------------------------------- three plurals


def test_what_is_counted_has_three_forms(table: VirtualTable) -> None:
    scenes.to_the_night(table)
    deal = next(one.text for one in table.all_heard(Said) if "ledø" in one.text or "laedø" in one.text)
    assert "srotcetorpøu 5" in deal
    assert "srotaripsnocøi 2" in deal


@pytest.mark.parametrize(("minutes", "ending"), [(1, "ø"), (2, "øi"), (4, "øi"), (5, "øu"), (21, "øu")])
def test_so_many_minutes_have_passed(minutes: int, ending: str) -> None:
    spoken = language.load(made_up.TAG, "gm_appliance.games.gotterdammerung")
    one, many = "{n} minute of talk. Take the time you need.", "{n} minutes of talk. Take the time you need."
    *words, number = spoken.ngettext(one, many, minutes).split()
    assert number == str(minutes)
    assert {re.sub("^[a-z]+", "", word) for word in words} == {ending}
