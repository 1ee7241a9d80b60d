"""How much the voice says in an evening of Götterdämmerung: words per round, and minutes of speech.

Whole seeded games at seat pads, played by the simulator's own people; goals are printed beside the figures.
Every sentence counts in full, even if a press cut it off. Seconds are the box's own estimate at the default
rate, and words per round are the same on every machine.

    python -m benchmarks.words [--evenings 20] [--sentences 20]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gm_appliance.app.headless import rehearse
from gm_appliance.core.ports import estimated_length

EVENINGS = 20


@dataclass(frozen=True)
class Table:
    """A table. words: the most per round; 0 for no goal. minutes: the most minutes of speech."""

    players: int
    gods: int
    words: int
    minutes: float


TABLES = (Table(7, 3, 0, 8.0), Table(15, 15, 420, 28.0))


@dataclass(frozen=True)
class Speech:
    """Everything said in some evenings. seconds: for each sentence, the total of all its times."""

    evenings: int
    rounds: int
    words_in_rounds: int
    seconds: Mapping[str, float]

    @property
    def words_a_round(self) -> float:
        return self.words_in_rounds / self.rounds

    @property
    def minutes_an_evening(self) -> float:
        return sum(self.seconds.values()) / 60 / self.evenings


def spoken(table: Table, seeds: Iterable[int]) -> Speech:
    """Everything said at this table, in one evening per seed."""
    evenings = rounds = words = 0
    seconds: dict[str, float] = {}
    for seed in seeds:
        evenings, before = evenings + 1, rounds
        for line in _transcript(table, seed):
            if line["kind"] == "say":
                text = line["text"]
                seconds[text] = seconds.get(text, 0.0) + estimated_length(text)
                words += len(text.split()) if rounds > before else 0
            elif line.get("name") in ("FactionsLearned", "RoundBegins"):
                rounds += line.get("fit", True)
    return Speech(evenings, rounds, words, seconds)


def _transcript(table: Table, seed: int) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    given = {"players": table.players, "gods": table.gods}
    rehearse("gotterdammerung", given, "en", lambda line: lines.append(json.loads(line)), seed=seed)
    return lines


def report(table: Table, speech: Speech, sentences: int) -> None:
    goal = f"{table.words}" if table.words else "–"
    print(f"{table.players} players, {table.gods} gods, {speech.evenings} evenings, {speech.rounds} rounds")
    print(f"  words a round:     {speech.words_a_round:6.0f}   goal {goal}")
    print(f"  minutes of speech: {speech.minutes_an_evening:6.1f}   goal {table.minutes:g}")
    longest = sorted(speech.seconds.items(), key=lambda one: -one[1])
    for text, seconds in longest[:sentences]:
        print(f"  {seconds / speech.evenings:6.1f} s an evening: {text}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--evenings", type=int, default=EVENINGS, help=f"of each table ({EVENINGS})")
    parser.add_argument("--sentences", type=int, default=0, help="the longest to hear of each table (none)")
    parser.add_argument("--quick", action="store_true", help="one evening of each table")
    asked = parser.parse_args()
    for table in TABLES:
        report(table, spoken(table, range(1 if asked.quick else asked.evenings)), asked.sentences)
    return 0


if __name__ == "__main__":
    sys.exit(main())
