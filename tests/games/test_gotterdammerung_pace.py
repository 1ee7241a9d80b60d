"""How much is said in a round and in an evening."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.ports import estimated_length

SEEDS = (3, 4)
HELD = {(7, 3): (231, 8.8), (15, 15): (335, 26.0)}
"""By players and gods: the most words a round and minutes an evening in these games, longer than most."""


def transcript(players: int, gods: int, seed: int) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    given = {"players": players, "gods": gods}
    rehearse("gotterdammerung", given, "en", lambda line: lines.append(json.loads(line)), seed=seed)
    return lines


@pytest.mark.parametrize(("players", "gods"), HELD)
def test_a_few_evenings_keep_to_the_budget(players: int, gods: int) -> None:
    rounds, words, minutes = 0, 0, 0.0
    for seed in SEEDS:
        before, over = rounds, False
        for line in transcript(players, gods, seed):
            over |= line.get("name") == "end.seen"  # what follows is the epilogue
            if line["kind"] == "say" and not over:
                minutes += estimated_length(line["text"]) / 60
                words += len(line["text"].split()) if rounds > before else 0
            elif line.get("name") in ("FactionsLearned", "RoundBegins"):
                rounds += line.get("fit", True)
    assert rounds >= 2 * len(SEEDS)
    most_words, most_minutes = HELD[players, gods]
    assert 100 < words / rounds <= most_words
    assert 2 < minutes / len(SEEDS) <= most_minutes
