"""`gm-appliance play thor --auto`: whole matches, counted a second time from their transcripts alone."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from gm_appliance import cli
from tests.app.transcripts_rules import Disagrees, Line
from tests.app.transcripts_thor import check

pytestmark = pytest.mark.many

KINDS = [
    (players, game, will)
    for players in range(2, 7)
    for game in (("basic", "big") if players in (4, 5) else ("",))
    for will in (("no", "yes") if players > 2 else ("",))
]
"""Every table there is: players, gods, action cards."""


def play(seed: int, players: int, game: str, will: str, mode: str, **house: str) -> list[str]:
    """The lines of a match; the options that there are no more of are left out."""
    given = {"players": str(players), "game": game, "will_of_thor": will, "mode": mode, **house}
    words = [word for name, value in given.items() if value for word in ("--set", f"{name}={value}")]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main(["play", "thor", *words, "--auto", str(seed), "--transcript", "-"]) == 0
    return out.getvalue().splitlines()


def house(seed: int, mode: str, will: str) -> dict[str, str]:
    """Odd ones choose who begins; every third must take the last card; every fifth stops at zero."""
    given = {"first": "choose" if seed % 2 else "lots", "match": "single" if seed % 7 == 6 else "full"}
    if mode == "live":
        given["last_card"] = "must" if seed % 3 == 2 else "may"
    if will == "yes":
        given["floor_at_zero"] = "yes" if seed % 5 == 4 else "no"
    return given


def referee(seed: int, players: int, game: str, will: str, mode: str) -> Line:
    chosen = house(seed, mode, will)
    return check(
        play(seed, players, game, will, mode, **chosen),
        players,
        6 if players == 6 or game == "big" else 5,
        mode=mode,
        will=will == "yes",
        must=chosen.get("last_card") == "must",
        floor=chosen.get("floor_at_zero") == "yes",
        rounds=1 if chosen["match"] == "single" else 0,
    )


@pytest.mark.parametrize("mode", ["live", "final"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
def test_a_match_by_seed_ends_with_what_follows_from_its_own_transcript(
    kind: tuple[int, str, str], mode: str
) -> None:
    assert referee(5 + KINDS.index(kind), *kind, mode)["winners"]


@pytest.mark.long
@pytest.mark.parametrize("mode", ["live", "final"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
def test_twenty_matches_by_seed_end_with_what_follows_from_them(
    kind: tuple[int, str, str], mode: str
) -> None:
    for seed in range(20):
        referee(seed, *kind, mode)


def test_a_match_of_default_options_needs_a_seed_alone() -> None:
    assert referee(1, 4, "basic", "no", "live")["facts"]["rounds"]
    assert play(1, 4, "", "", "") == play(1, 4, "basic", "no", "live")


# ---------------------------------------------------------------- the second count notices faults


@cache
def whole(mode: str) -> tuple[str, ...]:
    """A match with corrections in it and action cards."""
    for seed in range(40):
        lines = play(seed, 3, "", "yes", mode)
        told = {json.loads(line).get("name") for line in lines}
        if {"Corrected", "GodScored", "GiftsScored"} <= told:
            check(lines, 3, 5, mode=mode, will=True)
            return tuple(lines)
    raise AssertionError("no such match among these")


def event(lines: list[Line], name: str) -> Line:
    return next(line for line in lines if line["kind"] == "event" and line["name"] == name)


def chosen(lines: list[Line], name: str) -> Line:
    return next(line for line in lines if line["kind"] == "choice" and line["name"] == name)


def one_more(lines: list[Line], name: str, field: str = "points") -> None:
    event(lines, name)[field] += 1


def other_value(lines: list[Line], name: str) -> None:
    """Somebody answered otherwise than what followed."""
    asked = next(line for line in lines if line["kind"] == "decision" and line["name"] == name)
    choice = chosen(lines, name)
    values = asked["legal"].split(" | ") if " | " in asked["legal"] else ["0", "1"]
    value = next(one for one in values if one != str(choice["value"]))
    choice["value"] = int(value) if value.isdigit() else value


def other_winner(lines: list[Line]) -> None:
    lines[-1]["winners"] = [next(seat for seat in (1, 2, 3) if seat not in lines[-1]["winners"])]


def other_total(lines: list[Line]) -> None:
    lines[-1]["facts"]["totals"]["1"] += 1


def left_out(lines: list[Line], name: str) -> None:
    lines.remove(event(lines, name))


def offered_more(lines: list[Line], name: str) -> None:
    asked = next(line for line in lines if line["kind"] == "decision" and line["name"] == name)
    asked["legal"] += " | baldur"


def other_seat(lines: list[Line]) -> None:
    asked = next(line for line in lines if line["kind"] == "decision" and line["name"] == "turn.take")
    asked["who"]["seat"] = asked["who"]["seat"] % 3 + 1


EITHER: dict[str, Callable[[list[Line]], Any]] = {
    "a card counted wrong": lambda lines: one_more(lines, "GodScored"),
    "a value told wrong": lambda lines: one_more(lines, "GodScored", "value"),
    "three gifts counted wrong": lambda lines: one_more(lines, "GiftsScored"),
    "a round added up wrong": lambda lines: one_more(lines, "RoundScored"),
    "a total added up wrong": lambda lines: one_more(lines, "RoundScored", "total"),
    "a correction not told": lambda lines: left_out(lines, "Corrected"),
    "a score not told": lambda lines: left_out(lines, "RoundScored"),
    "another winner": other_winner,
    "another total at the end": other_total,
    "no outcome": lambda lines: lines.pop(),
}
LIVE: dict[str, Callable[[list[Line]], Any]] = {
    "another god": lambda lines: other_value(lines, "turn.offer"),
    "another offer": lambda lines: other_value(lines, "turn.value"),
    "another card taken": lambda lines: other_value(lines, "turn.take"),
    "a god that is not there": lambda lines: offered_more(lines, "turn.offer"),
    "another one's turn": other_seat,
}
FINAL: dict[str, Callable[[list[Line]], Any]] = {
    "another last offer": lambda lines: other_value(lines, "final.offer"),
    "another number of cards": lambda lines: other_value(lines, "final.count"),
    "a card that is not there": lambda lines: offered_more(lines, "final.card"),
    "an entry not told": lambda lines: left_out(lines, "Entered"),
}


@pytest.mark.parametrize(
    ("mode", "fault"),
    [
        (mode, fault)
        for mode, faults in (("live", EITHER | LIVE), ("final", EITHER | FINAL))
        for fault in faults
    ],
)
def test_a_planted_fault_is_noticed(mode: str, fault: str) -> None:
    lines = [json.loads(line) for line in whole(mode)]
    (EITHER | LIVE | FINAL)[fault](lines)
    with pytest.raises(Disagrees):
        check(map(json.dumps, lines), 3, 5, mode=mode, will=True)


def test_the_same_seed_gives_the_same_bytes() -> None:
    seed = Random(1).randrange(1000)
    first = play(seed, 4, "big", "yes", "live")
    assert first == play(seed, 4, "big", "yes", "live")
    assert first != play(seed + 1, 4, "big", "yes", "live")
