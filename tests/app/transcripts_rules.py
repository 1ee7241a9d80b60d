"""The second referee's bookkeeping: what must be asked and told next, up to the first night.

What gods and cards do is in the second rules, `tests.games.plain_gods`, which keep the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from itertools import pairwise
from typing import Any, Protocol

from tests.games import plain_gods as plain

Line = dict[str, Any]

PADS = 15
PASS, OVER = "pass", ("end", "anew")

UNDONE = ("pile", "below", "oracle", "dvalin")
"""What a void night restores."""

SHIPPED: dict[str, int | str] = {"gods": 3, "pick": "recommended", "seating": "spread", "ballot": "pads"}
SHIPPED |= {"roll_call": "yes", "count": "seats", "accused_votes": "yes", "dice": "box"}

TOLD: dict[str, tuple[str, ...]] = {
    "banished": ("Banished", "seat", "by"),
    "nobody banished": ("NobodyBanished",),
    "cards returned": ("CardsReturned", "cards"),
    "skipped": ("Skipped", "god"),
    "absent": ("Absent", "god"),
    "nobody to aim at": ("Targetless", "god"),
    "passed": ("Passed", "god"),
    "laid": ("CardLaid", "god", "seat"),
    "removed": ("CardRemoved", "god", "card", "seat"),
    "taken": ("CardTaken", "god", "card", "seat"),
    "oracle sent": ("OracleSent", "god", "seat"),
    "protected": ("Protected", "seat"),
    "spared": ("Spared", "accused", "tie"),
}
"""The notes of the second rules, as events of the transcript."""

MAY: dict[str, tuple[Any, ...]] = {
    "setup.deal": ("dealt",),
    "conspiracy.night": ("over",),
    "oracle.look": ("looked",),
    "night.void": ("void",),
    "council.close": ("close",),
    "council.drop": ("drop",),
    "council.lapse": ("lapse",),
    "council.defence": ("done",),
    "council.show": ("shown",),
    "ballot.unheard": ("booth", "thumbs", "pads"),
    "somebody.left": ("on", "nobody", "end"),
    **dict.fromkeys(("setup.faction", "setup.factions"), ("protect", "conspire")),
    **dict.fromkeys(("oracle.first-die", "oracle.second-die"), (1, 2, 3, 4, 5, 6)),
    **dict.fromkeys(("council.vote", "council.booth", "council.thumb"), ("down", "up")),
}
"""What may be chosen whatever happened before."""


class Disagrees(Exception):
    """A line of the transcript does not follow from those before it."""


def demand(true: object, why: str) -> None:
    if not true:
        raise Disagrees(why)


class Reader(Protocol):
    """A referee. outcome: the line with which the game ended."""

    outcome: Line | None

    def read(self, line: Line) -> None: ...


def read_all(referee: Reader, lines: Iterable[str]) -> Line:
    """Read a whole transcript; returns its last line, the outcome. Raises Disagrees."""
    for number, text in enumerate(lines, 1):
        try:
            referee.read(json.loads(text))
        except (Disagrees, LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
            raise Disagrees(f"line {number}: {error!r} at {text[:200]}") from error
    if referee.outcome is None:
        raise Disagrees("there is no outcome")
    return referee.outcome


class Rules:
    """Steps up to the first night, and what all steps share. A method `on_<decision>` says what follows from
    its choice; a method `may_<decision>` what is legal, if that is not in MAY."""

    def __init__(self, **options: int | str) -> None:
        given = {**SHIPPED, **options}
        self.ballot, self.roll_call, self.dice_are = given["ballot"], given["roll_call"], given["dice"]
        self.totals, self.accused_votes = given["count"] == "totals", given["accused_votes"] == "yes"
        self.how_many, self.seating = int(given["gods"]), given["seating"]
        known = given["pick"] == "recommended" or self.how_many == len(plain.ORDER)
        self.gods = plain.JOINS[: self.how_many] if known else ["odin"]
        self.seats: list[int] = []
        self.god_at: dict[str, int] = {}
        self.table: plain.Table = {}
        self.dusk: plain.Table = {}
        self.pads: dict[int, int] = {}
        self.factions: dict[int, str] = {}
        self.wrong = 0  # counts of factions that did not fit
        self.dice: list[int] = []
        self.again = False  # the missing were asked once more already
        self.next, self.asked = "", list[int]()  # the decision that must come next, and of whom
        self.later: list[tuple[str, list[int]]] = []  # what goes on after that
        self.swap = False
        self.events: list[Line] = []  # the events that must come next
        self.over: Line | None = None  # the outcome that must come

    def asgard(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.table["below"]]

    def present(self) -> list[int]:
        return [seat for seat in self.seats if not self.table or seat not in self.table["gone"]]

    def padded(self) -> list[int]:
        return [seat for seat in self.present() if seat in self.pads]

    def cards(self) -> dict[str, int]:
        """Where every action card lies; unused ones are at their gods' seats."""
        away = {card: seat for seat, pile in self.table["pile"].items() for card in pile}
        return {god: away.get(god, seat) for god, seat in self.god_at.items() if god not in plain.NO_CARD}

    def tell(self, name: str, **fields: Any) -> None:
        self.events.append({"name": name, **fields})

    def note(self, log: plain.Log) -> None:
        for what, *facts in log:
            if what == "oracle moved":
                self.tell("OracleMoved", dice=self.dice, seat=facts[0])
            elif what == "won":
                (_banished, seat, by) = log[0]
                self.won(facts[0], {"last_banished": seat, "by": by})
            else:
                name, *keys = TOLD[what]
                self.tell(name, **dict(zip(keys, facts, strict=True)))
                if what == "banished":
                    self.events[-1]["over"] = log[-1][0] == "won"

    def ask(self, name: str, asked: Iterable[int] = ()) -> None:
        self.next, self.asked = name, list(asked)

    def ask_first(self, name: str, asked: Iterable[int] = ()) -> None:
        """Ask this before the decision that would be next."""
        self.later.append((self.next, self.asked))
        self.ask(name, asked)

    def go_on(self) -> None:
        self.ask(*self.later.pop())

    def may(self, name: str) -> list[Any]:
        return list(MAY[name] if name in MAY else getattr(self, f"may_{name.replace('.', '_')}")())

    def begin(self, players: int) -> None:
        self.seats = list(range(1, players + 1))
        self.choose()

    def choose(self) -> None:
        """Ask for the gods and seats that are chosen."""
        self.gods.sort(key=plain.ORDER.index)
        if len(self.gods) < self.how_many:
            self.ask("setup.god")
        elif self.seating == "choose":
            self.god_at = {"odin": 1}
            self.ask("setup.seat")
        else:
            self.tell("AllSeated")
            self.ask("")  # the table says where they sit

    def may_setup_god(self) -> list[str]:
        return [god for god in plain.ORDER if god not in self.gods]

    def on_setup_god(self, god: str) -> None:
        self.gods.append(god)
        self.choose()

    def may_setup_seat(self) -> Iterable[int]:
        left = len(self.gods) - len(self.god_at) - 1
        return range(max(self.god_at.values()) + 1, len(self.seats) - left + 1)

    def on_setup_seat(self, seat: int) -> None:
        god = self.gods[len(self.god_at)]
        self.god_at[god] = seat
        self.tell("Seated", god=god, seat=seat)
        if len(self.god_at) == len(self.gods):
            self.tell("AllSeated")
            self.seated()

    def spread(self, god_at: dict[str, int]) -> None:
        """Check that the gods are seated as the table shows, spread evenly."""
        demand(list(god_at) == self.gods, f"{self.gods} sit here, in this order")
        demand(god_at["odin"] == 1, "Odin sits at seat 1")
        at = [*god_at.values(), len(self.seats) + 1]
        gaps = {after - before for before, after in pairwise(at)}
        demand(max(gaps) - min(gaps) <= 1, "they are not evenly spread")
        self.god_at = god_at
        self.seated()

    def seated(self) -> None:
        self.table = plain.new_table(len(self.seats), self.god_at, {}, self.accused_votes)
        self.ask("setup.deal")
        if self.ballot == "pads" and self.roll_call == "yes":
            self.call(self.seats)
        elif self.ballot == "pads":
            self.pads = {seat: seat for seat in self.seats}

    def call(self, seats: list[int], swap: bool = False) -> None:
        self.swap = swap
        self.ask_first("setup.pad", seats)

    def may_setup_pad(self) -> list[int]:
        taken = [at for one, at in self.pads.items() if one not in self.asked]
        return [pad for pad in range(PADS + 1) if pad not in taken]

    def on_setup_pad(self, pad: int) -> None:
        seat, *rest = self.asked
        self.pads = {one: at for one, at in self.pads.items() if one != seat and at != pad}
        if pad:
            self.pads[seat] = pad
        self.tell("PadCalled", seat=seat, none=pad == 0, swap=self.swap)
        self.ask("setup.pad", rest)
        if not rest:
            self.go_on()
            if self.next in ("setup.faction", "setup.factions"):
                self.learn()

    def on_setup_deal(self, value: str) -> None:
        if self.ballot == "pads":
            self.learn()
        else:
            self.nightfall()

    def learn(self) -> None:
        self.again = False
        unknown = [seat for seat in self.seats if seat not in self.factions]
        at_pads = [seat for seat in unknown if seat in self.pads]
        if at_pads:
            self.ask("setup.factions", at_pads)
        else:
            self.ask("setup.faction", unknown)

    def on_setup_faction(self, value: str) -> None:
        self.factions[self.asked[0]] = value
        unknown = [seat for seat in self.seats if seat not in self.factions]
        self.ask("setup.faction", unknown)
        if not unknown:
            self.learned()

    def on_setup_factions(self, value: dict[str, str]) -> None:
        self.factions.update({int(key): card for key, card in value.items()})
        unknown = [seat for seat in self.seats if seat not in self.factions]
        missing = [seat for seat in unknown if seat in self.pads]
        if missing:
            self.tell("Missing", seats=missing)
        if not unknown:
            self.learned()
        elif missing and not self.again:
            self.again = True
            self.ask("setup.factions", missing)
        else:
            self.ask("setup.faction", unknown)

    def learned(self) -> None:
        cards = list(self.factions.values())
        fit = (cards.count("protect"), cards.count("conspire")) == plain.FACTIONS[len(self.seats)]
        self.tell("FactionsLearned", fit=fit)
        if fit:
            self.table["faction"] = dict(self.factions)
            self.nightfall()
        else:
            self.factions = {}
            self.wrong += 1
            if self.wrong % 3:
                self.learn()
            else:
                self.ask("setup.deal")

    def nightfall(self) -> None:
        self.dusk = {key: deepcopy(self.table[key]) for key in UNDONE}
        if self.ballot == "pads":
            self.ask("conspiracy", self.padded())
        else:
            self.ask("conspiracy.night")

    def won(self, winner: str, facts: Line) -> None:
        loser = "protect" if winner == "conspire" else "conspire"
        self.tell("Won", faction=winner, factions=self.revealed())
        self.is_over([winner], f"all-{loser}-banished", facts)

    def revealed(self) -> list[str]:
        """Everybody's faction, if the box knows them all."""
        return [self.factions[seat] for seat in self.seats if len(self.factions) == len(self.seats)]

    def valkyries(self) -> dict[str, int]:
        """The seats of the Valkyries: those without a god, numbered from 1."""
        others = (seat for seat in self.seats if seat not in self.god_at.values())
        return {f"valkyrie {number}": seat for number, seat in enumerate(others, 1)}

    def is_over(self, winners: list[str], reason: str, facts: Line) -> None:
        known = {str(seat): card for seat, card in enumerate(self.revealed(), 1)}
        ended = {"rounds": 1, "asgard": self.seats}
        if self.table:
            ended = {"rounds": self.table["round"], "asgard": self.asgard()}
        named = {**self.god_at, **self.valkyries()} if self.table else {}
        ended["roles"] = {str(seat): role for role, seat in named.items()}
        self.over = {"winners": winners, "reason": reason, "facts": {**ended, "factions": known, **facts}}
