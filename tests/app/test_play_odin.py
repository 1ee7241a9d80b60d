"""`gm-appliance play odins-table --auto`: matches recounted from their transcripts."""

from __future__ import annotations

import contextlib
import io
import json
from functools import cache
from random import Random

import pytest

from gm_appliance import cli
from tests.app.transcripts_odin import check
from tests.app.transcripts_odin_solo import recount
from tests.app.transcripts_rules import Disagrees

pytestmark = pytest.mark.many


def play(seed: int, **given: str) -> list[str]:
    """The transcript of a match."""
    words = [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main(["play", "odins-table", *words, "--auto", str(seed), "--transcript", "-"]) == 0
    return out.getvalue().splitlines()


@pytest.mark.parametrize("seed", [14, pytest.param(range(10, 13), marks=pytest.mark.long)])
@pytest.mark.parametrize("mode", ["judge", "referee"])
def test_the_outcome_follows_from_the_transcript(mode: str, seed: int | range) -> None:
    for one in [seed] if isinstance(seed, int) else seed:
        games, white = 3 if one % 2 else 1, ("1", "2", "lots")[one % 3]
        lines = play(one, mode=mode, games=str(games), white=white)
        assert check(lines, mode, games=games, white=int(white) if white.isdigit() else 0)["facts"]["games"]


@cache
def of_defaults() -> list[str]:
    return play(3)


def test_a_match_with_default_options_needs_only_a_seed() -> None:
    lines = of_defaults()
    assert check(lines, "referee")["reason"] in ("decided", "played")
    assert lines == play(3)


def test_a_game_against_the_box_tells_nobody_what_it_holds() -> None:
    lines = [json.loads(line) for line in play(3, mode="solo", strength="easy")]
    secret = {line["name"] for line in lines if line["kind"] == "choice" and line["audience"] == "record"}
    assert {"box.shuffle", "box.lay"} <= secret <= {"box.shuffle", "box.lay", "box.move", "box.reshuffle"}
    told = [line["value"] for line in lines if line["kind"] == "choice" and line["audience"] == "all"]
    assert not any("idunn" in str(value) for value in told)
    assert lines[-1]["facts"]["rounds"] == 1


@cache
def solo(seed: int, strength: str) -> list[str]:
    """Odd seeds play up to three games; the person plays white, black, or draws lots."""
    side, games = ("white", "black", "lots")[seed % 3], "3" if seed % 2 else "1"
    return play(seed, mode="solo", strength=strength, side=side, games=games)


@pytest.mark.parametrize(
    "strength", ["easy", *(pytest.param(one, marks=pytest.mark.long) for one in ("normal", "strong"))]
)
@pytest.mark.parametrize("seed", range(2))
def test_the_outcome_against_the_box_follows_from_the_transcript(seed: int, strength: str) -> None:
    assert recount(solo(seed, strength))["facts"]["games"]


FAULTS = {
    "another square": lambda line: line["name"] == "Moved" and {**line, "to": "f3"},
    "the other's piece": lambda line: line["name"] == "Moved" and {**line, "seat": 3 - line["seat"]},
    "a fight that ends otherwise": lambda line: (
        line["name"] == "Fought"
        and {**line, "ends": "defender" if line["ends"] == "attacker" else "attacker"}
    ),
    "a space too many": lambda line: line["name"] == "Conquered" and {**line, "spaces": line["spaces"] + 1},
    "another winner": lambda line: line["name"] == "GameOver" and {**line, "winner": 3 - line["winner"]},
    "another outcome": lambda line: line["kind"] == "outcome" and {**line, "winners": [3]},
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_in_a_transcript_against_the_box_is_found(what: str) -> None:
    lines = solo(1, "easy")
    told = [json.loads(line) for line in lines]
    false = [FAULTS[what]({"name": "", **line}) for line in told]
    at = next(number for number, line in enumerate(false) if line)
    with pytest.raises(Disagrees):
        recount([*lines[:at], json.dumps(false[at]), *lines[at + 1 :]])


def test_an_event_missing_from_a_transcript_is_noticed() -> None:
    lines = of_defaults()
    told = [at for at, line in enumerate(lines) if json.loads(line)["kind"] == "event"]
    for at in Random(1).sample(told, 6):
        with pytest.raises(Disagrees):
            check(lines[:at] + lines[at + 1 :], "referee")
