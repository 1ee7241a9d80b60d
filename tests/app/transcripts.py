"""A second referee, which reads a transcript of Götterdämmerung and checks that every line follows.

The order in which people are asked is in `transcripts_rules` and `transcripts_rounds`; what gods, cards and
votes do is in the second rules, `tests.games.plain_gods`; the format is described in
docs/developers/transcript.md. Nothing of the program is used. Errors are raised as `Disagrees`, with the
number of the line.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.app.transcripts_rounds import Council
from tests.app.transcripts_rules import Disagrees, Line, demand, read_all
from tests.games import plain_gods as plain

SECRET = ("setup.faction", "setup.factions", "conspiracy", "council.vote", "council.booth")
CLOSED = ("setup.factions", "conspiracy", "conspiracy.night")
KINDS: tuple[str, ...] = ("say", "pause", "show", "light", "sound", "props", "announcement")
KINDS += ("decision", "choice", "event", "outcome")
UNSEEN = ("protect", "conspire")
BACK = {"kind", "at", "label", "face_down", "own", "viewable"}
"""All that may be told about a card face down."""
QUESTIONS = "questions"
SEEN = "end.seen"
ANY_BUTTON = " | ".join(
    (
        "up",
        "down",
        "ok",
        "back",
        "repeat",
        *(f"{pad}.{thumb}" for pad in range(1, 16) for thumb in ("up", "down")),
    )
)
SURE = "leave.end"
"""The confirmation before the game is ended."""

__all__ = ["Disagrees", "Line", "Referee", "check"]


def check(lines: Iterable[str], **options: int | str) -> Line:
    """options: those of the game that were given; ones that do not affect the rules are ignored."""
    return read_all(Referee(**options), lines)


ACKNOWLEDGED = frozenset(("council.defence", "setup.deal"))
"""Asked in spite of a single option: people say when they are done."""


class Referee(Council):
    def __init__(self, **options: int | str) -> None:
        super().__init__(**options)
        self.t = 0.0
        self.laid: list[Line] = []
        self.pushed: list[int] = []
        self.asked_line: Line | None = None
        self.outcome: Line | None = None
        self.banners = self.seen = 0

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

    def read_light(self, line: Line) -> None:
        # Lights are those of pads; without any, each place's own.
        known = self.pads.values() if self.ballot == "pads" else self.seats
        demand(set(line["seats"]) <= {*known}, "a pad is lit that nobody has")

    def read_props(self, line: Line) -> None:
        self.laid = line["items"]
        shown = [item for item in self.laid if item.get("name") in UNSEEN or item["kind"] == "Banner"]
        self.banners += sum(item["kind"] == "Banner" for item in self.laid)
        demand(self.over or not shown, "a faction card lies open before the end")
        for item in self.laid:
            told = {*item} - BACK
            demand(not (item.get("face_down") and told), f"a card that lies face down tells {told}")
        if not self.seats:
            plates = [item["at"] for item in self.laid if item["kind"] == "Plate"]
            demand(plates == [*range(1, len(plates) + 1)], "seats are not numbered through")
            self.begin(len(plates))
        if not self.table and not self.next:
            self.spread({god: seat for god, seat in self.named().items() if not god.startswith("valkyrie")})
        pushed = [item["at"] for item in self.laid if item.get("viewable")]
        if pushed:
            demand(self.next == "oracle.look", "a faction card is pushed out, and nobody looks")
            self.pushed = pushed

    def named(self) -> dict[str, int]:
        plates = [item for item in self.laid if item["kind"] == "Plate"]
        return {item["label"].lower().replace("ö", "o"): item["at"] for item in plates}

    def read_decision(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        name, who = line["name"], line["who"]
        if name == SEEN:
            demand(self.over, "the game is not over")
            of_all = (line["legal"], line["secret"], line["closed"], line["also"])
            demand((who["kind"], *of_all) == ("anybutton", ANY_BUTTON, False, False, []), "no press ends it")
            self.seen += 1
            return
        if name in (QUESTIONS, SURE) or name in self.on_request():
            demand(self.asked_line, "questions where nothing is open")
            demand(who["kind"] == "table", "asked of somebody alone")
            if name not in (QUESTIONS, SURE):
                self.check_legal(line)
            return
        demand(name == self.next, f"{self.next} comes next")
        demand(line["secret"] == (name in SECRET), "secret or not?")
        looks = name == "oracle.look" and bool(plain.may_look_at(self.table))
        demand(line["closed"] == (looks or name in CLOSED), "closed eyes or not?")
        if who["kind"] == "allseats":
            demand(who["seats"] == self.asked, "others are asked than should be")
        elif who["kind"] in ("seat", "pad"):
            demand(who["seat"] == self.asked[0], "another one is asked than should be")
        elif who["kind"] == "first":
            demand(who["seats"] == self.may(name), "others are asked than may do it")
        if name == "conspiracy":
            named = [beat["about"] for beat in line["beats"] if beat["listens"]]
            demand(named == self.asgard(), "the roll call names others than those in Asgard")
        for one in (line, *line["also"]):
            self.check_legal(one)
        self.check_table()
        self.asked_line, self.pushed = line, []

    def legal_now(self, name: str) -> list[int | str]:
        """What may be chosen now. Raises Disagrees for an unknown decision."""
        legal = self.may(name)
        demand(legal is not None, f"{name} is unknown")
        return legal or []

    def check_legal(self, line: Line) -> None:
        """Check the legal choices, in any order, and whose they are if several seats are asked."""
        keys, _, legal = line["legal"].rpartition(": ")
        lowest, ranged, highest = legal.partition(" to ")
        words = map(str, range(int(lowest), int(highest) + 1)) if ranged else filter(None, legal.split(" | "))
        may = {str(one) for one in self.legal_now(line["name"])}
        demand({*words} == may, f"{line['name']} may be {may}")
        asked = ", ".join(map(str, self.asked))
        demand(keys == (f"any of {asked}" if keys else ""), f"{asked} are asked")

    def read_choice(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(not self.over, "the game was over")
        name, value = line["name"], line["value"]
        if self.asked_line is not None:
            open_now = [
                self.asked_line["name"],
                *(one["name"] for one in self.asked_line["also"]),
                *self.on_request(),
            ]
            demand(name in open_now, "that was not open")
            for one in (self.asked_line, *self.asked_line["also"]):
                demand(one["name"] != name or one["who"] == line["who"], "another one is said to have chosen")
            self.asked_line = None
        else:
            only = len(self.legal_now(name)) == 1 and name not in ACKNOWLEDGED
            kind = line["who"]["kind"]
            demand(name == self.next, "nobody was asked")
            demand(kind == "chance" or (only and kind in ("table", "seat")), "nobody was asked")
        many = isinstance(value, dict)
        demand(not many or {int(key) for key in value} <= {*self.asked}, "somebody chose who was not asked")
        legal = self.legal_now(name)
        demand(all(one in legal for one in (value.values() if many else [value])), f"{name} may be {legal}")
        if name == "oracle.look":
            seen = plain.may_look_at(self.table)
            demand(self.pushed == seen, f"pushed out for the Oracle should be the cards of {seen}")
        if name == self.next and self.acting():
            self.act(value)
        else:
            getattr(self, "on_" + name.replace(".", "_").replace("-", "_"))(value)

    def check_table(self) -> None:
        if not self.table:
            return
        table, named, cards = self.table, self.named(), self.cards()
        turned = {item["at"] for item in self.laid if item.get("turned")}
        action = [item for item in self.laid if item["kind"] == "Card" and not item.get("own")]
        laid = {item["name"]: item["at"] for item in action}
        oracle = [item["at"] for item in self.laid if item.get("name") == "oracle"]
        demand(turned == table["below"], f"turned cards at {turned}, in the Underworld are {table['below']}")
        demand(laid == ({} if self.over else cards), f"action cards at {laid}, not at {cards}")
        there = [] if self.over else [table["oracle"]]
        demand(oracle == there, f"the Oracle lies at {oracle}, not at {there}")
        demand(named == {**self.god_at, **self.valkyries()}, f"people are called {named}")

    def read_event(self, line: Line) -> None:
        demand(self.events, "nothing made that happen")
        expected = self.events.pop(0)
        told = {key: value for key, value in line.items() if key not in ("t", "kind", "audience")}
        for count in (one["count"] for one in (expected, told) if "count" in one):
            count["modifiers"].sort(key=lambda one: (one["card"], one["seat"]))
        demand(told == expected, f"should be {expected}")

    def read_outcome(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(self.over, "the game is not over")
        won = bool(line["winners"])
        demand((self.banners, self.seen) == (won, won), "a banner for each who won, until a press, once")
        for key, value in (self.over or {}).items():
            demand(line[key] == value, f"{key} should be {value}")
        self.check_table()
        self.outcome = line
