"""`gm-appliance play`: whole games as transcripts and as spoken words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gm_appliance import cli
from gm_appliance.games.registry import GAMES
from tests.app.evenings import play
from tests.app.transcripts import Line

pytestmark = pytest.mark.many

SLOW = ("valda", "odins-table")
"""Games that take random people a long time."""


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=pytest.mark.long) if one in SLOW else one for one in GAMES]
)
def test_a_game_of_default_options_needs_a_seed_alone(game: str) -> None:
    assert json.loads(play("--auto", "1", game=game)[-1])["kind"] == "outcome"


@pytest.mark.parametrize("game", ["gotterdammerung", "thor"])
def test_a_seed_decides_every_line(game: str) -> None:
    assert play("--auto", "1", game=game) == play("--auto", "1", game=game) != play("--auto", "2", game=game)


def test_without_a_transcript_the_words_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "gotterdammerung", "--auto", "4"]) == 0
    told = capsys.readouterr().out.splitlines()
    spoken = [json.loads(line) for line in play("--auto", "4")]
    assert [line["text"] for line in spoken if line["kind"] == "say"] == [line[10:] for line in told[:-1]]
    assert told[-1].endswith("-banished]")


PLAIN_VOWELS = set("aeiouyAEIOUY")


def words_of(line: Line) -> list[str]:
    if line["kind"] == "say":
        return [line["text"]]
    if line["kind"] == "props":
        return [
            text for item in line["items"] for text in (item.get("label", ""), item.get("note", "")) if text
        ]
    return strings(line["screen"]) if line["kind"] == "show" else []


def strings(screen: Any) -> list[str]:
    if isinstance(screen, dict):
        return [text for key, value in screen.items() if key != "kind" for text in strings(value)]
    if isinstance(screen, list):
        return [text for value in screen for text in strings(value)]
    return [screen] if isinstance(screen, str) else []


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gotterdammerung", ("--players", "7", "--set", "gods=3")),
        ("gotterdammerung", ("--players", "15", "--set", "gods=15", "--set", "ballot=thumbs")),
        ("gotterdammerung", ("--players", "9", "--set", "ballot=booth", "--set", "dice=own")),
        ("scorepad", ("--players", "4")),
        ("thor", ("--players", "3")),
    ],
)
def test_every_word_said_shown_or_laid_comes_from_a_catalogue(game: str, options: tuple[str, ...]) -> None:
    for line in map(json.loads, play(*options, "--auto", "3", "--language", "x-pseudo", game=game)):
        for text in words_of(line):
            assert not PLAIN_VOWELS & set(text), text


@pytest.mark.parametrize(
    ("game", "option"), [("scorepad", "until=rounds"), ("thor", "mode=live"), ("thor", "mode=final")]
)
def test_names_change_nothing_but_the_words(game: str, option: str) -> None:
    command = ("--auto", "3", "--players", "3", "--set", option)
    numbers, names = (
        [json.loads(line) for line in play(*command, *given, game=game)]
        for given in ((), ("--names", "Anna,,Jean-Luc"))
    )
    choices = [[line["value"] for line in lines if line["kind"] == "choice"] for lines in (numbers, names)]
    assert choices[0] == choices[1] != []
    told = [[text for line in lines for text in words_of(line)] for lines in (numbers, names)]
    named = {"Player 1": "Anna", "Player 3": "Jean-Luc", "P1,": "An,", "P3,": "Je,"}
    assert not any(name in text for text in told[0] for name in named.values())
    for number, name in named.items():
        told[0] = [text.replace(number, name) for text in told[0]]
    assert told[0] == told[1]
