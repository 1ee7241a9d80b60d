"""`gm-appliance play valda --auto` as a score: its outcome, worked out again from its transcript alone."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

import pytest

from gm_appliance import cli

Line = dict[str, Any]


def play(seed: int, *options: str) -> list[Line]:
    """What happened, line by line."""
    words = [word for option in ("mode=score", *options) for word in ("--set", option)]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main(["play", "valda", *words, "--auto", str(seed), "--transcript", "-"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def recounted(lines: list[Line], players: int) -> tuple[list[Line], list[int]]:
    """What each round brought everybody, and who has won: by the events and docs/valda.md."""
    has, rounds = [0] * players, []
    counts: dict[tuple[str, int], int] = {}
    marks: list[list[int]] = []
    tied = set(range(1, players + 1))
    for line in lines:
        told = line["name"] if line["kind"] == "event" else ""
        if told == "RoundBegins":
            marks.append([*has])
        elif told in ("Moved", "Corrected"):
            assert has[line["seat"] - 1] == line["before"]
            has[line["seat"] - 1] = line["after"]
            counts, tied = {}, set(range(1, players + 1))
        elif told == "Tied":
            tied = set(line["seats"])
        elif told == "Counted":
            counts[line["what"], line["seat"]] = line["number"]
    for before, after in zip(marks, [*marks[1:], has], strict=True):
        rounds.append({str(at + 1): after[at] - before[at] for at in range(players)})
    best = {seat for seat in tied if has[seat - 1] == max(has)}
    for what in ("buildings", "resources"):
        if all((what, seat) in counts for seat in best):
            most = max(counts[what, seat] for seat in best)
            best = {seat for seat in best if counts[what, seat] == most}
    return rounds, sorted(best)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("options", [(), ("race=yes",), ("turnaround=yes",)], ids=str)
def test_the_outcome_follows_from_what_was_told(options: tuple[str, ...], seed: int) -> None:
    lines = play(seed, "players=3", *options)
    (outcome,) = (line for line in lines if line["kind"] == "outcome")
    rounds, winners = recounted(lines, 3)
    assert outcome["facts"]["by_round"] == rounds
    assert outcome["facts"]["rounds"] == len(rounds)
    assert outcome["winners"] == winners
