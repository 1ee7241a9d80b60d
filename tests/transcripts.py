"""A second referee: reads a transcript of Götterdämmerung and checks that all of it follows.

It knows the rules and the format described in docs/transcript.md, and nothing of the program: only
JSON and plain dicts. What it finds wrong it raises as `Disagrees`, with the number of the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

Line = dict[str, Any]

CARDS = {7: (5, 2), 8: (6, 2), 9: (6, 3), 10: (7, 3), 11: (8, 3), 12: (8, 4)}
CARDS |= {13: (9, 4), 14: (10, 4), 15: (10, 5)}
SECRET = ("setup.factions", "conspiracy", "council.vote")
CLOSED = ("setup.factions", "conspiracy", "oracle.look")
KINDS = ("say", "pause", "show", "light", "sound", "props", "decision", "choice", "event", "outcome")
UNSEEN = ("faction:protect", "faction:conspire")
GODS = ("odin", "thor", "hel")


class Disagrees(Exception):
    """Something in the transcript does not follow from what stood before it."""


def check(lines: Iterable[str]) -> Line:
    """Read a whole transcript; returns its last line, the outcome. Raises Disagrees."""
    referee = Referee()
    for number, text in enumerate(lines, 1):
        try:
            referee.read(json.loads(text))
        except (Disagrees, KeyError, ValueError, TypeError, AttributeError) as error:
            raise Disagrees(f"line {number}: {error!r} at {text[:200]}") from error
    referee.finish()
    assert referee.outcome is not None
    return referee.outcome


def demand(true: object, why: str) -> None:
    if not true:
        raise Disagrees(why)


class Referee:
    """What somebody with pencil and paper would keep, and what must come next."""

    def __init__(self) -> None:
        self.t = 0.0
        self.names: list[str] = []
        self.seats: list[int] = []
        self.god_at: dict[str, int] = {}
        self.factions: dict[int, str] = {}
        self.below: set[int] = set()
        self.card_at: dict[str, int] = {}
        self.oracle = 1
        self.round = 1
        self.dice: list[int] = []
        self.spared: list[int] = []
        self.accuser = self.accused = 0
        self.asked: list[int] = []
        self.thumbs: dict[int, str] = {}
        self.again = False
        self.laid: list[list[Any]] = []
        self.asking: Line | None = None
        self.next = ""  # the decision that must come next
        self.events: list[Line] = []  # the events that must come next
        self.won: Line | None = None  # the outcome that must come
        self.outcome: Line | None = None
        self.choices = 0

    # ------------------------------------------------------------ lines

    def read(self, line: Line) -> None:
        demand(self.outcome is None, "something comes after the outcome")
        demand(line["kind"] in KINDS, "no such kind of line")
        demand(line["t"] >= self.t, "time goes back")
        self.t = line["t"]
        secret = line["kind"] == "choice" and line["name"] in SECRET
        demand(line["audience"] == ("record" if secret else "all"), "the wrong audience")
        getattr(self, f"read_{line['kind']}", lambda line: None)(line)

    def read_say(self, line: Line) -> None:
        demand(line["text"].strip(), "nothing is said")

    def read_props(self, line: Line) -> None:
        self.laid = line["items"]
        if not self.names:
            self.begin([item for item in self.laid if item[1] == "god"])
        shown = [item for item in self.laid if item[1] in UNSEEN]
        demand(self.won or not shown, "a faction card lies open before the end")

    def begin(self, gods: list[list[Any]]) -> None:
        self.seats = [seat for seat, _mark, _label in gods]
        self.names = [label.lower() for _seat, _mark, label in gods]
        demand(self.seats == list(range(1, len(gods) + 1)), "the seats are not numbered through")
        self.next = "setup.deal"
        if self.names[0] != "odin":
            self.next = "setup.seat"
            self.god_at["odin"] = 1
        else:
            self.god_at = {god: self.names.index(god) + 1 for god in GODS}
            self.cards_home()

    def cards_home(self) -> None:
        self.card_at = {god: self.god_at[god] for god in ("odin", "thor")}

    def read_decision(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(line["name"] == self.next, f"{self.next} comes next")
        demand(line["secret"] == (line["name"] in SECRET), "secret or not?")
        demand(line["closed"] == (line["name"] in CLOSED), "closed eyes or not?")
        if line["who"]["kind"] == "every":
            demand(line["who"]["seats"] == self.asked, "others are asked than should be")
        if line["name"] == "conspiracy":
            named = [beat["about"] for beat in line["beats"] if beat["listens"]]
            demand(named == self.asgard(), "the roll call names others than those in Asgard")
        self.check_table()
        self.asking = line

    def check_table(self) -> None:
        """What lies on the table is what should lie there."""
        if not self.card_at:
            return
        turned = {seat for seat, mark, _label in self.laid if mark == "god-below"}
        cards = {mark.removeprefix("card:"): seat for seat, mark, _ in self.laid if mark.startswith("card:")}
        oracle = [seat for seat, mark, _label in self.laid if mark == "oracle"]
        demand(turned == self.below, f"turned cards at {turned}, in the Underworld are {self.below}")
        demand(cards == self.card_at, f"action cards at {cards}, not at {self.card_at}")
        demand(oracle == [self.oracle], f"the Oracle lies at {oracle}, not at {self.oracle}")

    def read_choice(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(not self.won, "the game was over")
        self.choices += 1
        name, value = line["name"], line["value"]
        if self.asking is not None:
            open_now = [self.asking["name"], *(one["name"] for one in self.asking["also"])]
            demand(name in open_now, "that was not open")
            self.asking = None
        else:
            demand(name == self.next and line["who"]["kind"] == "chance", "nobody was asked")
        getattr(self, "on_" + name.replace(".", "_").replace("-", "_"))(value)

    def read_event(self, line: Line) -> None:
        demand(self.events, "nothing made that happen")
        expected = self.events.pop(0)
        told = {key: value for key, value in line.items() if key not in ("t", "kind", "audience")}
        demand(told == expected, f"should be {expected}")

    def read_outcome(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(self.won, "the game is not over")
        for key, value in (self.won or {}).items():
            demand(line[key] == value, f"{key} should be {value}")
        self.check_table()
        self.outcome = line

    def finish(self) -> None:
        demand(self.outcome is not None, "there is no outcome")

    # ------------------------------------------------------------ what follows

    def asgard(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.below]

    def tell(self, name: str, **fields: Any) -> None:
        self.events.append({"name": name, **fields})

    def ask(self, name: str, asked: Iterable[int] = ()) -> None:
        self.next, self.asked = name, list(asked)

    def on_setup_seat(self, seat: int) -> None:
        god = GODS[len(self.god_at)]
        left = len(GODS) - len(self.god_at) - 1
        demand(max(self.god_at.values()) < seat <= len(self.seats) - left, f"{god} cannot sit there")
        self.god_at[god] = seat
        self.tell("Seated", god=god, seat=seat)
        if left:
            self.ask("setup.seat")
        else:
            self.cards_home()
            self.ask("setup.deal")

    def on_setup_deal(self, value: str) -> None:
        demand(value == "dealt", "not dealt")
        self.ask("setup.factions", self.seats)

    def on_setup_factions(self, value: dict[str, str]) -> None:
        demand({int(key) for key in value} <= set(self.asked), "somebody pressed who was not asked")
        self.factions.update({int(key): card for key, card in value.items()})
        missing = [seat for seat in self.seats if seat not in self.factions]
        if missing:
            self.tell("Missing", seats=missing)
            self.ask("setup.factions", missing)
            return
        thumbs = list(self.factions.values())
        fit = (thumbs.count("protect"), thumbs.count("conspire")) == CARDS[len(self.seats)]
        self.tell("FactionsLearned", fit=fit)
        if fit:
            self.ask("conspiracy", self.seats)
        else:
            self.factions = {}
            self.ask("setup.factions", self.seats)

    def on_conspiracy(self, value: dict[str, int]) -> None:
        tally: dict[int, int] = {}
        for key, mark in value.items():
            demand(mark in self.asgard(), "somebody marked who is not in Asgard")
            if self.factions[int(key)] == "conspire":
                tally[mark] = tally.get(mark, 0) + 1
        victim = 0
        for seat in self.asgard():  # in the order they are named: the first of equals stays
            if tally.get(seat, 0) > tally.get(victim, 0):
                victim = seat
        self.ask("oracle.first-die")
        if victim:
            self.banish(victim, "conspiracy")
        else:
            self.tell("NobodyBanished")

    def banish(self, seat: int, by: str) -> None:
        demand(seat not in self.below, "banished twice")
        self.below.add(seat)
        self.tell("Banished", seat=seat, by=by)
        left = {self.factions[one] for one in self.asgard()}
        if len(left) > 1:
            return
        winner = next(iter(left))
        loser = "protect" if winner == "conspire" else "conspire"
        self.tell("Won", faction=winner, factions=[self.factions[one] for one in self.seats])
        facts = {
            "rounds": self.round,
            "factions": {str(one): self.factions[one] for one in self.seats},
            "asgard": self.asgard(),
            "last_banished": seat,
            "by": by,
        }
        self.won = {"winners": [winner], "reason": f"all-{loser}-banished", "facts": facts}

    def on_oracle_first_die(self, value: int) -> None:
        demand(value in range(1, 7), "no die shows that")
        self.dice = [value]
        self.ask("oracle.second-die")

    def on_oracle_second_die(self, value: int) -> None:
        demand(value in range(1, 7), "no die shows that")
        self.dice.append(value)
        for _ in range(sum(self.dice)):
            self.oracle = self.oracle + 1 if self.oracle < len(self.seats) else 1
        self.tell("OracleMoved", dice=self.dice, seat=self.oracle)
        away = [god for god, seat in self.card_at.items() if seat != self.god_at[god]]
        if away:
            self.tell("CardsReturned", cards=away)
        self.cards_home()
        self.gods_from("odin")

    def gods_from(self, god: str) -> None:
        """On to this god's turn, or the next one's who can act; then to the look."""
        for one in GODS[GODS.index(god) :]:
            if one != "thor" and self.card_at["thor"] == self.god_at[one]:
                self.tell("Skipped", god=one)
            elif not self.targets(one):
                self.tell("Targetless", god=one)
            else:
                self.ask(f"action.{one}")
                return
        self.ask("oracle.look")

    def targets(self, god: str) -> list[int]:
        others = [seat for seat in self.seats if seat != self.god_at[god]]
        if god == "thor":
            shielded = self.card_at["odin"] if self.card_at["odin"] != self.god_at["odin"] else 0
            return [seat for seat in others if seat != shielded]
        if god == "hel":
            wounded = self.card_at["thor"] if self.card_at["thor"] != self.god_at["thor"] else 0
            return [seat for seat in others if seat == wounded and seat not in self.below]
        return others

    def on_action_odin(self, value: int | str) -> None:
        self.lay_card("odin", "thor", value)

    def on_action_thor(self, value: int | str) -> None:
        self.lay_card("thor", "hel", value)

    def lay_card(self, god: str, then: str, value: int | str) -> None:
        if value == "pass":
            self.tell("Passed", god=god)
        else:
            demand(value in self.targets(god), f"{god} may not do that")
            self.card_at[god] = int(value)
            self.tell("CardLaid", god=god, seat=value)
        self.gods_from(then)

    def on_action_hel(self, value: int | str) -> None:
        self.ask("oracle.look")
        if value == "pass":
            self.tell("Passed", god="hel")
            return
        demand(value in self.targets("hel"), "hel may not do that")
        self.banish(int(value), "hel")

    def on_oracle_look(self, value: str) -> None:
        demand(value == "looked", "not looked")
        self.tell("Looked")
        self.spared = []
        self.ask("council.accuse")

    # ------------------------------------------------------------ the council

    def on_council_close(self, value: str) -> None:
        self.end_council("agreed")

    def end_council(self, why: str) -> None:
        self.tell("CouncilEnds", why=why)
        self.next_round()

    def next_round(self) -> None:
        self.round += 1
        self.tell("RoundBegins", round=self.round)
        self.ask("conspiracy", self.seats)

    def on_council_accuse(self, value: int) -> None:
        demand(value in self.seats, "nobody sits there")
        self.accuser = value
        self.tell("Accuses", accuser=value)
        self.ask("council.whom")

    def on_council_whom(self, value: int | str) -> None:
        if value == "pass":
            self.tell("Withdrawn", accuser=self.accuser)
            self.ask("council.accuse")
            return
        demand(value in self.asgard() and value != self.accuser, "that seat cannot be accused")
        demand(value not in self.spared, "the second accusation must be of another")
        self.accused = int(value)
        self.tell("Accused", accuser=self.accuser, accused=self.accused)
        self.ask("council.support")

    def on_council_drop(self, value: str) -> None:
        self.tell("Dropped", accused=self.accused)
        self.ask("council.accuse")

    def on_council_support(self, value: int) -> None:
        demand(value in self.seats and value not in (self.accuser, self.accused), "not that supporter")
        self.tell("Supported", supporter=value, accused=self.accused)
        self.ask("council.defence")

    def on_council_defence(self, value: str) -> None:
        self.thumbs, self.again = {}, False
        self.ask("council.vote", self.seats)

    def on_council_vote(self, value: dict[str, str]) -> None:
        demand({int(key) for key in value} <= set(self.asked), "somebody voted who was not asked")
        self.thumbs.update({int(key): thumb for key, thumb in value.items()})
        missing = [seat for seat in self.asked if seat not in self.thumbs]
        if not missing:
            self.count()
            return
        self.tell("Missing", seats=missing)
        self.ask("council.thumb" if self.again else "council.vote", missing)
        self.again = True

    def on_council_thumb(self, value: str) -> None:
        self.thumbs[self.asked.pop(0)] = value
        if not self.asked:
            self.count()

    def count(self) -> None:
        thumbs = [self.thumbs[seat] for seat in self.seats]
        demand(set(thumbs) <= {"down", "up"}, "that is no thumb")
        self.tell("ThumbsShown", accused=self.accused, thumbs={str(s): self.thumbs[s] for s in self.seats})
        down, up = thumbs.count("down"), thumbs.count("up")
        count = {"kind": "Count", "raw_down": down, "raw_up": up, "modifiers": []}
        wounded = self.card_at["thor"]
        if wounded != self.god_at["thor"]:
            thumb = self.thumbs[wounded]
            down, up = down - (thumb == "down"), up - (thumb == "up")
            lost = {"kind": "Modifier", "seat": wounded, "card": "thor", "thumb": thumb, "votes": -1}
            count["modifiers"] = [lost]
        self.tell("Counted", accused=self.accused, count={**count, "down": down, "up": up})
        if down > up:
            self.next_round_after_banishing()
            return
        self.tell("Spared", accused=self.accused, tie=down == up)
        if self.spared:
            self.end_council("second")
        else:
            self.spared = [self.accused]
            self.ask("council.accuse")

    def next_round_after_banishing(self) -> None:
        self.banish(self.accused, "council")
        if not self.won:
            self.next_round()
