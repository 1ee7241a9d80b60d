"""A second count: reads a transcript of Valda's companion and works out its outcome again, twice.

Once from the events alone, by adding up their figures as docs/valda.md has it; once from the choices, with
the plain ledger of `tests.games.plain_valda`, which shares nothing with the box. Nothing of the program is
used: only JSON, plain dicts and docs/transcript.md. What does not agree is raised as `Disagrees`, with the
number of the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from tests.app.transcripts_rules import Disagrees, Line, demand
from tests.games import plain_valda as plain

SUMS = {
    "DiceRolled": {"blood": 1, "gold": 1, "diamond": 1},
    "Traded": {"blood": -1, "gold": -1, "diamond": -1},
    "Built": {"blood": -1, "gold": -1, "diamond": -1, "followers": 1},
    "BuildingCancelled": {"blood": 1, "gold": 1, "diamond": 1, "followers": -1},
    "Endowed": {"blood": 1, "gold": 1, "diamond": 1},
    "DieTurned": {"blood": 1, "gold": 1, "diamond": 1, "followers": 1},
    "AreaLocked": {"followers": 1},
    "LokiRolled": {"followers": 1},
    "Converted": {"followers": 1},
}
"""Fields of events that are added to the balance of the same name, and with which sign."""


def check(lines: Iterable[str], players: int, **rules: Any) -> Line:
    """Read a whole transcript; returns its last line, the outcome. Raises Disagrees.

    rules: as `plain_valda.new` takes them.
    """
    count = Recount(players, rules)
    for number, text in enumerate(lines, 1):
        try:
            count.read(json.loads(text))
        except (Disagrees, AssertionError, LookupError, ValueError, TypeError) as error:
            raise Disagrees(f"line {number}: {error!r} at {text[:200]}") from error
    demand(count.outcome is not None, "it has no end")
    assert count.outcome is not None
    return count.outcome


class Recount:
    """Adds up what was told, and holds the plain ledger beside it.

    has: of each seat, as the events say. fresh: events have come since both were compared.
    """

    def __init__(self, players: int, rules: dict[str, Any]) -> None:
        self.game = plain.new(players, **rules)
        self.has = {seat: dict.fromkeys(plain.EVERYTHING, 0) for seat in self.game["has"]}
        self.marks: list[list[int]] = []
        self.ended: Line | None = None
        self.outcome: Line | None = None

    def read(self, line: Line) -> None:
        demand(self.outcome is None, "something comes after the outcome")
        demand(line["audience"] == "all", "nothing is secret here")
        if line["kind"] == "choice":
            self.compare()
            demand(self.ended is None or line["name"] in _AFTERWARDS, "the game had ended")
            plain.choose(self.game, line["name"], line["value"])
        elif line["kind"] == "decision":
            self.compare()
            self.read_offer(line)
        elif line["kind"] == "event":
            self.read_event(line)
        elif line["kind"] == "outcome":
            self.compare()
            self.read_outcome(line)

    def read_offer(self, line: Line) -> None:
        expected = plain.offered(self.game, line["name"]) if self.game["turn"] else None
        offered = set(line["legal"].split(" | "))
        demand(expected is None or offered == set(map(str, expected)), f"it should offer {expected}")

    def compare(self) -> None:
        """What was told so far is what follows from what was chosen."""
        demand(self.has == self.game["has"], f"the ledger has {self.game['has']}, not {self.has}")

    # ------------------------------------------------------------ the sums

    def read_event(self, line: Line) -> None:
        name = line["name"]
        if name == "TurnBegins":
            plain.turn_begins(self.game, line["seat"])
            demand(line["round"] == self.game["round"], "another round")
        elif name == "RoundBegins" and line["round"] > 1:
            self.marks.append([has["followers"] for has in self.has.values()])
        elif name == "Ended":
            self.ended = line
        self.add(name, line)
        demand(min(min(has.values()) for has in self.has.values()) >= 0, "somebody has less than nothing")

    def add(self, name: str, line: Line) -> None:
        has = self.has.get(line.get("seat", 0), {})
        for field, sign in SUMS.get(name, {}).items():
            has[field] += sign * line[field]
        if name == "Endowed":
            has["mine"] += line["mines"]
        elif name == "Traded":
            has[line["took"]] += 1
        elif name in ("Gained", "Built"):
            has[line["what"]] += line.get("number", 1)
        elif name in ("Lost", "Destroyed", "BuildingCancelled", "Stolen", "Given"):
            has[line["what"]] -= line.get("number", 1)
        elif name == "Converted":
            has[line["what"]] -= line["paid"]
        elif name == "Corrected":
            demand(has[line["what"]] == line["before"], "it was something else before")
            has[line["what"]] = line["after"]
        elif name == "TempleMoved":
            has[line["god"]] -= 1
            has[line["to"]] += 1
        if name in ("Stolen", "Given"):
            self.has[line["by" if name == "Stolen" else "to"]][line["what"]] += line["number"]

    # ------------------------------------------------------------ the end

    def read_outcome(self, line: Line) -> None:
        facts, ended = line["facts"], self.ended
        demand(ended is not None, "nothing ended it")
        assert ended is not None
        totals = [has["followers"] for has in self.has.values()]
        demand(line["reason"] == ended["why"] == ("race" if self.game["over"] else "played"), "why it ended")
        demand(line["winners"] == ended["winners"] == plain.winners(self.game), "who has won")
        demand(self.game["over"] or self.game["round"] == 6, "six rounds are played")
        demand(facts["totals"] == by_seat(totals), f"the totals are {totals}")
        buildings = [sum(has[what] for what in plain.PRICES) for has in self.has.values()]
        demand(facts["buildings"] == by_seat(buildings), f"the buildings are {buildings}")
        resources = [sum(has[what] for what in plain.STUFF) for has in self.has.values()]
        demand(facts["resources"] == by_seat(resources), f"the resources are {resources}")
        demand(facts["by"] == ended["by"] == self.decided_by(), "what decided it")
        demand(facts["rounds"] == self.game["round"] == len(self.marks) + 1, "how many rounds")
        marks = [[0] * len(totals), *self.marks, totals]
        rounds = [
            by_seat([now - then for then, now in zip(before, after, strict=True)])
            for before, after in pairwise(marks)
        ]
        demand(facts["by_round"] == rounds, f"the rounds brought {rounds}")
        self.outcome = line

    def decided_by(self) -> str:
        """The first thing in which one seat alone is best of those still tied."""
        left = list(self.has)
        for name, of in (
            ("followers", ["followers"]),
            ("buildings", plain.PRICES),
            ("resources", plain.STUFF),
        ):
            numbers = {seat: sum(self.has[seat][what] for what in of) for seat in left}
            left = [seat for seat in left if numbers[seat] == max(numbers.values())]
            if len(left) == 1:
                return name
        return "shared"


_AFTERWARDS = ("game.over", "correct.who", "correct.what", "correct.number")


def by_seat(numbers: list[int]) -> dict[str, int]:
    return {str(seat): number for seat, number in enumerate(numbers, 1)}
