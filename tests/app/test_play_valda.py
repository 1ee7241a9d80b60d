"""`gm-appliance play valda --auto`: games of the companion, counted again from their transcripts alone."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gm_appliance import cli
from tests.app.transcripts_rules import Disagrees, Line
from tests.app.transcripts_valda import check

pytestmark = pytest.mark.many

Options = dict[str, str]

TABLES: list[Options] = [
    {"players": "2", "race": "yes", "trade": "any"},
    {"players": "3", "turnaround": "yes"},
    {"players": "4", "dice": "own", "parts": "some", "weapons": "hand", "conversions": "hand"},
    {"players": "5", "parts": "some", "attacks": "hand", "cards": "hand"},
]


def play(seed: int, options: Options) -> list[str]:
    """The lines of a game."""
    words = [word for name, value in options.items() for word in ("--set", f"{name}={value}")]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        told = ["--set", "mode=companion", *words, "--auto", str(seed), "--transcript", "-"]
        assert cli.main(["play", "valda", *told]) == 0
    return out.getvalue().splitlines()


def recount(lines: list[str], options: Options) -> Line:
    by_hand = {name for name, value in options.items() if value == "hand"}
    return check(
        lines,
        int(options["players"]),
        race=options.get("race") == "yes",
        turnaround=options.get("turnaround") == "yes",
        any_four=options.get("trade") == "any",
        weapons="weapons" not in by_hand,
        whole=not by_hand - {"weapons"},
    )


@pytest.mark.parametrize("options", TABLES[-1:], ids=lambda options: "-".join(options.values()))
def test_a_game_by_seed_ends_with_what_follows_from_its_own_transcript(options: Options) -> None:
    assert recount(play(7, options), options)["winners"]


@pytest.mark.long
@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(options.values()))
def test_three_games_by_seed_end_with_what_follows_from_them(options: Options) -> None:
    for seed in range(3):
        recount(play(seed, options), options)


# ---------------------------------------------------------------- the check itself

SMALL: Options = {"players": "2"}


@cache
def whole() -> tuple[str, ...]:
    """A game whose lines are spoilt below: those that matter to a count."""
    kept = ("choice", "event", "decision", "outcome")
    return tuple(line for line in play(3, SMALL) if json.loads(line)["kind"] in kept)


def events(lines: list[Line], name: str) -> list[Line]:
    found = [line for line in lines if line.get("name") == name and line["kind"] == "event"]
    assert found, f"there is no {name}"
    return found


def first(name: str, field: str) -> Callable[[list[Line]], None]:
    """The first event of that name says one more."""

    def spoil(lines: list[Line]) -> None:
        events(lines, name)[0][field] += 1

    return spoil


def fact(name: str) -> Callable[[list[Line]], None]:
    def spoil(lines: list[Line]) -> None:
        lines[-1]["facts"][name]["1"] += 1

    return spoil


def _other_thief(lines: list[Line]) -> None:
    one = next(line for line in events(lines, "Stolen") if line["number"])
    one["by"], one["seat"] = one["seat"], one["by"]


def _other_winner(lines: list[Line]) -> None:
    lines[-1]["winners"] = [3 - lines[-1]["winners"][0]] if len(lines[-1]["winners"]) == 1 else [1]


def _without(name: str) -> Callable[[list[Line]], None]:
    """None of them is told."""

    def spoil(lines: list[Line]) -> None:
        for one in events(lines, name):
            lines.remove(one)

    return spoil


def _other_turn(lines: list[Line]) -> None:
    one = events(lines, "TurnBegins")[3]
    one["seat"] = 3 - one["seat"]


def _other_offer(lines: list[Line]) -> None:
    one = next(line for line in lines if line["kind"] == "decision" and line["name"] == "build.what")
    one["legal"] = "done"


def _no_round(lines: list[Line]) -> None:
    lines[-1]["facts"]["by_round"].pop()


FAULTS: dict[str, Callable[[list[Line]], None]] = {
    "dice bring more than they show": first("DiceRolled", "blood"),
    "somebody starts with another mine": first("Endowed", "mines"),
    "a gain is another one": first("Gained", "number"),
    "a loss is another one": first("Lost", "number"),
    "a building costs more": first("Built", "gold"),
    "a theft goes the other way": _other_thief,
    "a theft is not told": _without("Stolen"),
    "a building is not told": _without("Built"),
    "the end is not told": _without("Ended"),
    "it is another seat's turn": _other_turn,
    "a building is not offered": _other_offer,
    "a total is another one": fact("totals"),
    "somebody has another building": fact("buildings"),
    "somebody has another resource": fact("resources"),
    "somebody else has won": _other_winner,
    "a round is missing": _no_round,
}


def test_what_is_spoilt_below_is_right_before() -> None:
    assert recount(list(whole()), SMALL)["winners"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_noticed(fault: str) -> None:
    lines: list[Any] = [json.loads(line) for line in whole()]
    FAULTS[fault](lines)
    with pytest.raises(Disagrees):
        recount([json.dumps(line) for line in lines], SMALL)
