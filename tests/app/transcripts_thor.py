"""A second referee: reads a transcript of Thor and counts it again.

It has the plain table of `tests.games.plain_thor` for what may be done in a turn and what a position
scores, and knows the format described in docs/transcript.md and docs/thor.md; and nothing of the program:
only JSON and plain dicts. What it finds wrong it raises as `Disagrees`, with the number of the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from tests.app.transcripts_rules import Disagrees, Line, demand
from tests.games import plain_thor as plain

Fact = tuple[str, str, int]
"""What it is, of which god, of which seat; "" and 0 where of none."""

TOLD = (
    "Entered",
    "Corrected",
    "RoundOver",
    "GodScored",
    "GiftsScored",
    "RoundScored",
    "Ended",
    "RoundBegins",
)


def check(lines: Iterable[str], players: int, gods: int, *, mode: str = "live", **rules: Any) -> Line:
    """Read a whole transcript; returns its last line, the outcome. Raises Disagrees.

    rules: `will`, `must` and `floor` where they are so, `rounds` if they are not as many as players.
    """
    referee = Referee(players, gods, mode, **rules)
    for number, text in enumerate(lines, 1):
        try:
            referee.read(json.loads(text))
        except (Disagrees, LookupError, ValueError, TypeError, AttributeError) as error:
            raise Disagrees(f"line {number}: {error!r} at {text[:200]}") from error
    demand(referee.outcome is not None, "it has no end")
    assert referee.outcome is not None
    return referee.outcome


class Round:
    """How a round ended, as far as anybody knows.

    facts: what was told, by fact. hidden: the action cards in each hand; pile: those left to draw; out:
    those out of play.
    """

    def __init__(self, gods: list[str], seats: list[int], will: bool) -> None:
        self.gods, self.seats, self.will = gods, seats, will
        self.facts: dict[Fact, Any] = {}
        self.hidden = dict.fromkeys(seats, 14)
        self.pile = 14
        self.out: list[str] = []
        self.points: dict[int, int] = {}

    def taken_from(self, table: plain.Table) -> None:
        """The table of a round that was followed, as it lies at its end."""
        for god in self.gods:
            self.facts["offer", god, 0] = (table["offers"][god] or ["none"])[-1]
            if self.will:
                self.facts["card", god, 0] = table["above"][god] or "none"
            for seat in self.seats:
                self.facts["count", god, seat] = table["has"][seat][god]
        self.hidden, self.pile, self.out = dict(table["held"]), table["pile"], list(table["out"])

    def all_facts(self) -> Iterator[Fact]:
        """In the order in which they are entered."""
        for god in self.gods:
            yield ("offer", god, 0)
            if self.will:
                yield ("card", god, 0)
            for seat in self.seats:
                yield ("count", god, seat)
        for seat in self.seats if self.will else ():
            yield ("gifts", "", seat)

    def possible(self, fact: Fact) -> set[Any]:
        """What it may be, whatever was said of it, from what was said of all others."""
        kind, god, seat = fact
        others = {one: value for one, value in self.facts.items() if one[0] == kind and one != fact}
        if kind == "offer":
            bare = list(others.values()).count("none") == len(self.gods) - 1
            return {0, 1, 2, 3, 4, 5} | (set() if bare else {"none"})
        if kind == "card":
            left = list(plain.DECK)
            for card in [*self.out, *others.values()]:
                if card != "none":
                    left.remove(card)
            return {"none", *left} - {"gifts"}
        if kind == "count":
            return set(range(6 - sum(value for one, value in others.items() if one[1] == god)))
        return {hands[seat] for hands in self.hands() if all(hands[one[2]] == n for one, n in others.items())}

    def hands(self) -> Iterator[dict[int, int]]:
        """Every way in which Three Gifts can be in hands: the rest of them is in the pile."""
        left = 2 - self.out.count("gifts")
        for numbers in product(*(range(min(self.hidden[seat], left) + 1) for seat in self.seats)):
            if left - self.pile <= sum(numbers) <= left:
                yield dict(zip(self.seats, numbers, strict=True))

    def known(self) -> dict[Fact, Any]:
        """What was told, and what is clear from it."""
        found = dict(self.facts)
        for fact in self.all_facts():
            if fact not in found and fact[0] in ("count", "gifts") and len(self.possible(fact)) == 1:
                (found[fact],) = self.possible(fact)
        return found

    def next(self) -> Fact | None:
        """What is to be told next; None where all is known."""
        known = self.known()
        return next((fact for fact in self.all_facts() if fact not in known), None)

    def position(self) -> dict[str, Any]:
        """As the plain count takes it."""
        known = self.known()
        offers = {god: known["offer", god, 0] for god in self.gods}
        above = {god: known.get(("card", god, 0), "none") for god in self.gods}
        return {
            "offer": {god: None if offer == "none" else offer for god, offer in offers.items()},
            "above": {god: None if card == "none" else card for god, card in above.items()},
            "has": {seat: {god: known["count", god, seat] for god in self.gods} for seat in self.seats},
            "gifts": {seat: known.get(("gifts", "", seat), 0) for seat in self.seats},
        }


class Referee:
    """Holds every line against what somebody with pencil and paper would expect.

    next: the name of the decision that is due. events: those that are still to be told, as they must be.
    """

    def __init__(
        self,
        players: int,
        gods: int,
        mode: str,
        *,
        will: bool = False,
        must: bool = False,
        floor: bool = False,
        rounds: int = 0,
    ) -> None:
        self.players, self.mode, self.will, self.must, self.floor = players, mode, will, must, floor
        self.gods, self.seats = plain.SIX[:gods], list(range(1, players + 1))
        self.count = rounds or players
        self.rounds: list[Round] = []
        self.first = 0
        self.table: plain.Table | None = None
        self.due = "first"
        self.entering = 0  # the round whose facts are entered, from 1
        self.back = ""  # the decision at which a correction began
        self.correcting: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.legal: set[str] | None = None
        self.outcome: Line | None = None

    def read(self, line: Line) -> None:
        demand(self.outcome is None, "something comes after the outcome")
        demand(line["audience"] == "all", "nothing is secret here")
        reader = {
            "decision": self.read_decision,
            "choice": self.read_choice,
            "event": self.read_event,
            "outcome": self.read_outcome,
        }.get(line["kind"])
        if reader:
            reader(line)

    # ------------------------------------------------------------ what is asked

    def read_decision(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        name, who = line["name"], line["who"]
        demand(name in ("first.who",) if self.due == "first" else name == self.due, f"{self.due} comes next")
        low, ranged, high = line["legal"].partition(" to ")
        self.legal = (
            set(map(str, range(int(low), int(high) + 1))) if ranged else set(line["legal"].split(" | "))
        )
        if self.table is not None and self.table["due"]:
            demand(who == {"kind": "seat", "seat": self.table["turn"]}, "somebody else's turn")
        demand(self.legal == set(map(str, self.answers())), f"{name} may be {self.answers()}")

    def answers(self) -> set[Any]:
        """What may be answered to the decision that is due."""
        if self.due == "first":
            return set(self.seats)
        if self.table is not None and self.table["due"]:
            return plain.answers(self.table)
        if self.due.startswith("final.") and self.due != "final.begin":
            return self.rounds[self.entering - 1].possible(self.fact())
        if self.due == "correct.group":
            told = self.rounds[self.correcting["round"] - 1].facts
            return {god or "gifts" for _kind, god, _seat in told} | {"back"}
        if self.due == "correct.fact":
            group, told = self.correcting["group"], self.correctable()
            return {seat or kind for kind, god, seat in told if (god or "gifts") == group} | {"back"}
        return {
            "final.begin": {"enter"},
            "round.next": {"next", "correct", "end"},
            "match.over": {"done", "correct"},
            "correct.round": {*range(1, len(self.rounds) + 1), "back"},
        }[self.due]

    def correctable(self) -> list[Fact]:
        """What was told of the round that is corrected, and could be something else."""
        one = self.rounds[self.correcting["round"] - 1]
        return [fact for fact in one.facts if len(one.possible(fact)) > 1]

    def fact(self) -> Fact:
        """The fact that is entered now."""
        if self.correcting:
            group, what = self.correcting["group"], self.correcting["fact"]
            god = "" if group == "gifts" else group
            if isinstance(what, str):
                return (what, god, 0)
            return ("count" if god else "gifts", god, what)
        fact = self.rounds[self.entering - 1].next()
        assert fact is not None
        return fact

    # ------------------------------------------------------------ what is answered

    def read_choice(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        name, value = line["name"], line["value"]
        if name == "first.lots":
            demand(self.due == "first" and value in self.seats, "no lots now")
            self.begin(value, lots=True)
            return
        demand(self.legal is not None and str(value) in self.legal, f"{value} was not offered")
        self.legal = None
        if name == "first.who":
            self.begin(value)
        elif self.table is not None and self.table["due"]:
            self.play(value)
        elif name == "final.begin":
            self.entering = len(self.rounds)
            self.enter()
        elif name.startswith("final."):
            self.write(value)
        elif name.startswith("correct."):
            self.correct(name, value)
        else:
            self.after_a_round(name, value)

    def begin(self, first: int, *, lots: bool = False) -> None:
        self.first = first
        self.rounds.append(Round(self.gods, self.seats, self.will))
        number = len(self.rounds)
        self.events.append({"name": "RoundBegins", "round": number, "first": first, "lots": lots})
        if self.mode == "final":
            self.due = "final.begin"
            return
        self.table = plain.new_table(self.players, len(self.gods), self.will, first, self.must)
        self.due = "turn.offer"

    def play(self, value: Any) -> None:
        assert self.table is not None
        plain.answer(self.table, value)
        plain.run_on(self.table)
        self.due = self.table["due"]
        if not self.due:
            self.rounds[-1].taken_from(self.table)
            self.entering = len(self.rounds)
            self.enter()

    def write(self, value: Any) -> None:
        """A fact was entered, for the first time or anew."""
        one, fact = self.rounds[self.entering - 1], self.fact()
        before, known = one.facts.get(fact), one.known()
        one.facts[fact] = value
        told: dict[str, Any] = {"round": self.entering, "fact": spelled(fact)}
        if not self.correcting:
            self.events.append({"name": "Entered", **told, "value": value, "follows": False})
            for other, number in one.known().items():
                if other not in known and other != fact:
                    told = {**told, "fact": spelled(other), "value": number, "follows": True}
                    self.events.append({"name": "Entered", **told})
        elif value != before:
            self.events.append({"name": "Corrected", **told, "old": before, "new": value})
        self.correcting = {}
        self.enter()

    def enter(self) -> None:
        """Go on with what is unknown; or count."""
        one = self.rounds[self.entering - 1]
        if (fact := one.next()) is not None:
            self.due = f"final.{fact[0]}"
            return
        self.score(one)

    def after_a_round(self, name: str, value: Any) -> None:
        if value == "next":
            self.begin(self.first % self.players + 1)
        elif value == "correct":
            self.back = name
            self.correcting = {"round": 1 if len(self.rounds) == 1 else 0}
            self.due = "correct.group" if self.correcting["round"] else "correct.round"
        elif value == "end":
            self.over("ended")
        else:
            self.due = "outcome"

    def correct(self, name: str, value: Any) -> None:
        if value == "back":
            self.due, self.correcting = self.back, {}
            return
        self.correcting[name.removeprefix("correct.")] = value
        if name == "correct.fact":
            self.entering = self.correcting["round"]
            self.due = f"final.{self.fact()[0]}"
        else:
            self.due = "correct.group" if name == "correct.round" else "correct.fact"

    # ------------------------------------------------------------ the count

    def totals(self) -> dict[int, int]:
        return {seat: sum(one.points.get(seat, 0) for one in self.rounds) for seat in self.seats}

    def score(self, one: Round) -> None:
        ended, before = one.position(), one.points
        one.points = plain.points(ended, self.floor)
        if not before:
            self.tell_count(ended)
        for seat, points in one.points.items():
            if before and before[seat] == points:
                continue
            if not before:
                self.tell_hand(ended, seat)
            told = {"round": self.entering, "seat": seat, "points": points, "total": self.totals()[seat]}
            self.events.append({"name": "RoundScored", **told})
        if before:
            self.due = self.back
            if self.back == "match.over":
                self.over(self.why)
        elif len(self.rounds) < self.count:
            self.due = "round.next"
        else:
            self.over("played")

    def values(self, ended: dict[str, Any]) -> dict[str, int]:
        """What one card of each god would bring."""
        single = {"offer": ended["offer"], "above": ended["above"], "gifts": {1: 0}}
        return {god: plain.points({**single, "has": {1: {god: 1}}}, self.floor)[1] for god in self.gods}

    def tell_count(self, ended: dict[str, Any]) -> None:
        values = list(self.values(ended).values())
        self.events.append({"name": "RoundOver", "round": self.entering, "values": values})

    def tell_hand(self, ended: dict[str, Any], seat: int) -> None:
        for god, value in self.values(ended).items():
            if number := ended["has"][seat][god]:
                told = {"seat": seat, "god": god, "value": value, "number": number, "points": number * value}
                self.events.append({"name": "GodScored", **told})
        if number := ended["gifts"][seat]:
            self.events.append({"name": "GiftsScored", "seat": seat, "number": number, "points": 3 * number})

    def best(self) -> list[int]:
        totals = self.totals()
        return [seat for seat in self.seats if totals[seat] == max(totals.values())]

    def over(self, why: str) -> None:
        self.why = why
        self.events.append({"name": "Ended", "why": why, "winners": self.best()})
        self.due = "match.over"

    def read_event(self, line: Line) -> None:
        if line["name"] not in TOLD:
            return  # a turn's: what it did lies on the plain table, and shows in what may be done next
        demand(bool(self.events), f"{line['name']} comes out of nothing")
        wanted = self.events.pop(0)
        demand({key: line.get(key) for key in wanted} == wanted, f"it must be {wanted}")

    def read_outcome(self, line: Line) -> None:
        demand(not self.events and self.due == "outcome", f"{self.due} comes next")
        demand(line["winners"] == self.best(), f"{self.best()} have won")
        demand(line["reason"] == self.why, f"it was {self.why}")
        totals = {str(seat): points for seat, points in self.totals().items()}
        by_round = [{str(seat): points for seat, points in one.points.items()} for one in self.rounds]
        facts = {"totals": totals, "rounds": len(self.rounds), "by_round": by_round}
        demand(line["facts"] == facts, f"the count is {facts}")
        self.outcome = line


def spelled(fact: Fact) -> dict[str, Any]:
    """A fact, as an event tells it."""
    kind, god, seat = fact
    return {"kind": kind, "god": god, "seat": seat}
