"""What an evening publishes: a list written by hand, from what was pressed and nothing else.

A second, plain reading of the rules. It imports nothing of the game: no event, no rule, no name.
Secret choices come in as the presses themselves, open ones as their values.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Fact: TypeAlias = tuple[object, ...]

CONSPIRATORS = {7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 5}


class Press(NamedTuple):
    """A pad's button went down, `at` seconds from the window's onset."""

    at: float
    seat: int
    button: str


class Listening(NamedTuple):
    """A stretch of a timetable in which presses count; `about` is the seat it names, or 0."""

    begins: float
    ends: float
    about: int


@dataclass
class Ledger:
    """Where one game stands, as far as anything is published of it.

    final: the last step read the factions; nobody may take it back.
    """

    players: int
    factions: dict[int, str] = field(default_factory=dict)
    thumbs: dict[int, str] = field(default_factory=dict)
    below: set[int] = field(default_factory=set)
    accused: int = 0
    wounded: int = 0
    final: bool = False

    def asgard(self) -> list[int]:
        return [seat for seat in range(1, self.players + 1) if seat not in self.below]

    def after(
        self, name: str, value: object, presses: Sequence[Press], listening: Sequence[Listening]
    ) -> tuple[Ledger, list[Fact]]:
        """The ledger after a choice, and the facts it publishes. `value` is an open choice's."""
        ledger = copy.deepcopy(self)
        ledger.final = name in ("setup.factions", "conspiracy", "oracle.look")
        facts: list[Fact] = []
        if name == "setup.factions":
            facts = ledger._learn(_last_thumbs(presses, listening))
        elif name == "conspiracy":
            facts = ledger._night(_first_marks(presses, listening))
        elif name == "council.vote":
            facts = ledger._vote(_last_thumbs(presses, listening))
        elif name == "council.thumb":
            missing = next(seat for seat in range(1, self.players + 1) if seat not in self.thumbs)
            facts = ledger._vote({missing: str(value)}, entered=True)
        elif name == "council.whom" and isinstance(value, int):
            ledger.accused = value
        elif name == "action.thor" and isinstance(value, int):
            ledger.wounded = value
        elif name == "action.hel" and isinstance(value, int):
            facts = ledger._banish(value)
        elif name == "oracle.second-die":
            ledger.wounded = 0
        return ledger, facts

    def _learn(self, thumbs: dict[int, str]) -> list[Fact]:
        for seat in set(thumbs) - set(self.factions):
            self.factions[seat] = "conspire" if thumbs[seat] == "down" else "protect"
        missing = [seat for seat in range(1, self.players + 1) if seat not in self.factions]
        if missing:
            return [("missing", *missing)]
        right = list(self.factions.values()).count("conspire") == CONSPIRATORS[self.players]
        if not right:
            self.factions = {}
        return [("faction count", right)]

    def _night(self, marks: dict[int, int]) -> list[Fact]:
        votes = Counter(named for seat, named in marks.items() if self.factions[seat] == "conspire")
        if not votes:
            return [("banished", None)]
        # The roll call goes by rising seats, so of equals the lowest was named first.
        return self._banish(min(votes, key=lambda seat: (-votes[seat], seat)))

    def _vote(self, thumbs: dict[int, str], entered: bool = False) -> list[Fact]:
        for seat in set(thumbs) - set(self.thumbs):
            self.thumbs[seat] = thumbs[seat]
        missing = [seat for seat in range(1, self.players + 1) if seat not in self.thumbs]
        if missing:
            return [] if entered else [("missing", *missing)]
        shown = sorted(self.thumbs.items())
        self.thumbs = {}
        weights = [(thumb, 0 if seat == self.wounded else 1) for seat, thumb in shown]
        down = sum(weight for thumb, weight in weights if thumb == "down")
        up = sum(weight for thumb, weight in weights if thumb == "up")
        facts: list[Fact] = [("thumbs", *shown)]
        return facts + self._banish(self.accused) if down > up else [*facts, ("stays", self.accused)]

    def _banish(self, seat: int) -> list[Fact]:
        self.below.add(seat)
        self.final = True
        left = {self.factions[one] for one in self.asgard()}
        if len(left) > 1:
            return [("banished", seat), ("the game goes on",)]
        return [("banished", seat), ("won", *left), ("factions", *sorted(self.factions.items()))]


def _last_thumbs(presses: Sequence[Press], listening: Sequence[Listening]) -> dict[int, str]:
    counted = [one for one in sorted(presses) if _heard(one, listening)]
    return {press.seat: press.button for press in counted}


def _first_marks(presses: Sequence[Press], listening: Sequence[Listening]) -> dict[int, int]:
    marks: dict[int, int] = {}
    for press in sorted(presses):
        heard = _heard(press, listening)
        if heard and press.button == "down":
            marks.setdefault(press.seat, heard.about)
    return marks


def _heard(press: Press, listening: Sequence[Listening]) -> Listening | None:
    return next((one for one in listening if one.begins < press.at <= one.ends), None)
