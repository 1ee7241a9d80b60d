"""People's names: which are accepted, and how they are shortened."""

from __future__ import annotations

import pytest

from gm_appliance.core.language import load
from gm_appliance.core.people import Party, Person, is_name, same_name, spellings, tidied
from gm_appliance.core.pronunciation import Pronunciation
from gm_appliance.devices.display import fonts


@pytest.mark.parametrize(
    "name", ["A", "Zoë", "Jean-Luc", "O'Neill", "Anna B", "R2", "ÆØÅßÿ", "Bartholomäus", "Łukasz", "Țepeș"]
)
def test_somebody_can_be_called_so(name: str) -> None:
    assert is_name(name)
    assert set(fonts.tidy(name)) <= fonts.CODES.keys()


def test_every_letter_of_the_fonts_may_be_in_a_name() -> None:
    letters = {one for one in fonts.CODES if one.isalpha()}
    assert {"Œ", "ß", "Ÿ", "é", "ř", "ș"} <= letters
    assert {one for one in map(chr, range(0x20, 0x3000)) if one.isalpha() and is_name(one)} == letters


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "2",
        "-A",
        "A-",
        "A  B",
        "A\nB",
        "A\0",
        "A. B",
        "Bartholomäus2",
        "Ни",
        "A{b}",
        "A:b",
        "A—B",
    ],
)
def test_nobody_can_be_called_so(name: str) -> None:
    assert not is_name(name)


def test_accents_are_joined_to_their_letters_and_case_is_not_heard() -> None:
    assert tidied(" Zoe\u0308 ") == "Zoë"
    assert same_name("Zoe\u0308", "ZOË")
    assert not same_name("Zoë", "Zoe")


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Anna", "Bo"), ["An", "Bo"]),
        (("Anna", "Andi", "Bo"), ["Ann", "And", "Bo"]),
        (("Anna", "Annika"), ["A1", "A2"]),
        (("Jo", "Jo 2"), ["J1", "J2"]),
        (("Ann", "anna"), ["A1", "a2"]),
        (("", "Anna"), ["P1", "An"]),
    ],
)
def test_a_short_name_is_as_short_as_it_can_be(names: tuple[str, ...], short: list[str]) -> None:
    party = Party(names)
    assert [party.short(load("en"), seat) for seat in range(1, len(names) + 1)] == short


def test_short_names_are_never_alike() -> None:
    party = Party(("Anna", "Annika", "Ann", "A1", "Bo", "", "Bob", "Bo-Li"))
    short = [party.short(load("en"), seat) for seat in range(1, 11)]
    assert len({one.casefold() for one in short}) == len(short)
    assert all(0 < len(one) <= 3 for one in short)


def test_a_name_is_spelled_for_the_voice_as_it_is_written_and_where_a_sentence_begins() -> None:
    spelled = Pronunciation(
        {"Thor": "Tor"}, spellings((Person("Will", "Vill"), Person("de Ruyter", "de Rowter")))
    )
    assert spelled("Will leads. Thor will lead.") == "Vill leads. Tor will lead."
    assert spelled("De Ruyter leads before de Ruyter.") == "de Rowter leads before de Rowter."
