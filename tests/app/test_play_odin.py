"""`gm-appliance play odins-table --auto`: whole matches, played again from their transcripts alone."""

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
from tests.app.transcripts_rules import Disagrees, Line

pytestmark = pytest.mark.many


def play(seed: int, **given: str) -> list[str]:
    """The lines of a match."""
    words = [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main(["play", "odins-table", *words, "--auto", str(seed), "--transcript", "-"]) == 0
    return out.getvalue().splitlines()


def referee(seed: int, mode: str) -> Line:
    """Odd seeds play up to three games; every third draws lots for white, or gives it to seat 2."""
    games, white = 3 if seed % 2 else 1, ("1", "2", "lots")[seed % 3]
    lines = play(seed, mode=mode, games=str(games), white=white)
    return check(lines, mode, games=games, white=int(white) if white.isdigit() else 0)


@pytest.mark.parametrize("mode", ["judge", "referee"])
@pytest.mark.parametrize("seed", range(2))
def test_a_match_by_seed_ends_with_what_follows_from_its_own_transcript(mode: str, seed: int) -> None:
    assert referee(seed, mode)["facts"]["games"]


@pytest.mark.long
@pytest.mark.parametrize("mode", ["judge", "referee"])
def test_matches_by_seed_end_with_what_follows_from_them(mode: str) -> None:
    for seed in range(10, 22):
        referee(seed, mode)


def test_a_match_of_default_options_needs_a_seed_alone() -> None:
    lines = play(7)
    assert check(lines, "referee")["reason"] in ("decided", "played")
    assert lines == play(7)


def test_a_game_against_the_box_tells_nobody_what_it_holds() -> None:
    """Its deck and how it lies are for the record alone."""
    lines = [json.loads(line) for line in play(3, mode="solo", strength="easy")]
    secret = {line["name"] for line in lines if line["kind"] == "choice" and line["audience"] == "record"}
    assert {"box.shuffle", "box.lay"} <= secret <= {"box.shuffle", "box.lay", "box.reshuffle"}
    assert lines[-1]["facts"]["rounds"] == 1


@cache
def solo(seed: int, strength: str) -> list[str]:
    """Odd seeds play up to three games; the person plays white, black, or what lots decide."""
    side, games = ("white", "black", "lots")[seed % 3], "3" if seed % 2 else "1"
    return play(seed, mode="solo", strength=strength, side=side, games=games)


@pytest.mark.parametrize("seed", range(2))
def test_a_match_against_the_box_ends_with_what_follows_from_its_transcript(seed: int) -> None:
    assert recount(solo(seed, "easy"))["facts"]["games"]


@pytest.mark.long
@pytest.mark.parametrize("strength", ["easy", "normal", "strong"])
def test_matches_against_the_box_end_with_what_follows_from_them(strength: str) -> None:
    for seed in range(10, 13 if strength == "strong" else 20):
        recount(solo(seed, strength))


FALSE_IN_SOLO = {
    "another square": lambda line: line["name"] == "Moved" and {**line, "to": "f3"},
    "the other's piece": lambda line: line["name"] == "Moved" and {**line, "seat": 3 - line["seat"]},
    "a fight that ends otherwise": lambda line: (
        line["name"] == "Fought"
        and {**line, "ends": "defender" if line["ends"] == "attacker" else "attacker"}
    ),
    "a space nobody has": lambda line: line["name"] == "Conquered" and {**line, "spaces": line["spaces"] + 1},
    "another winner": lambda line: line["name"] == "GameOver" and {**line, "winner": 3 - line["winner"]},
    "another outcome": lambda line: line["kind"] == "outcome" and {**line, "winners": [3]},
}


@pytest.mark.parametrize("what", FALSE_IN_SOLO)
def test_what_is_false_in_a_transcript_against_the_box_is_found(what: str) -> None:
    lines = solo(1, "easy")
    told = [json.loads(line) for line in lines]
    false = [FALSE_IN_SOLO[what]({"name": "", **line}) for line in told]
    at = next(number for number, line in enumerate(false) if line)
    with pytest.raises(Disagrees):
        recount([*lines[:at], json.dumps(false[at]), *lines[at + 1 :]])


def test_a_line_that_is_left_out_of_a_transcript_is_missed() -> None:
    """Any that says what happened."""
    lines = play(1)
    told = [at for at, line in enumerate(lines) if json.loads(line)["kind"] == "event"]
    for at in Random(1).sample(told, 12):
        with pytest.raises(Disagrees):
            check(lines[:at] + lines[at + 1 :], "referee")
