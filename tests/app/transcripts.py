"""A second referee: reads a transcript of Götterdämmerung and checks that all of it follows.

It knows the rules (in `transcripts_rules` and `transcripts_council`) and the format described in
docs/transcript.md, and nothing of the program: only JSON and plain dicts. What it finds wrong it raises
as `Disagrees`, with the number of the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from tests.app.transcripts_council import Council
from tests.app.transcripts_rules import GODS, Disagrees, Line, demand

SECRET = ("setup.faction", "setup.factions", "conspiracy", "council.vote", "council.booth")
CLOSED = ("setup.factions", "conspiracy", "conspiracy.night", "oracle.look")
KINDS = ("say", "pause", "show", "light", "sound", "props", "decision", "choice", "event", "outcome")
UNSEEN = ("protect", "conspire")
QUESTIONS = "aside"

__all__ = ["Disagrees", "Line", "Referee", "check"]


def check(lines: Iterable[str], **options: str) -> Line:
    """Read a whole transcript; returns its last line, the outcome. Raises Disagrees.

    options: those of the game that were given and that matter here, see `Rules`.
    """
    referee = Referee(**options)
    for number, text in enumerate(lines, 1):
        try:
            referee.read(json.loads(text))
        except (Disagrees, KeyError, ValueError, TypeError, AttributeError) as error:
            raise Disagrees(f"line {number}: {error!r} at {text[:200]}") from error
    referee.finish()
    assert referee.outcome is not None
    return referee.outcome


class Referee(Council):
    """Holds every line against what somebody with pencil and paper would expect."""

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.t = 0.0
        self.names: list[str] = []
        self.laid: list[Line] = []
        self.asking: Line | None = None
        self.outcome: Line | None = None

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
        if not self.names:
            gods = [item for item in self.laid if item["kind"] == "Plate"]
            self.names = [item["label"].lower() for item in gods]
            demand(
                [item["at"] for item in gods] == [*range(1, len(gods) + 1)], "seats are not numbered through"
            )
            seated = self.names[0] == "odin"
            self.begin(len(gods), {god: self.names.index(god) + 1 for god in GODS} if seated else {})
        shown = [item for item in self.laid if item.get("name") in UNSEEN]
        for item in self.laid:
            # Its back, whose it is and which way it lies: nothing of its other side.
            told = {*item} - {"kind", "at", "label", "face_down", "own", "forward"}
            demand(not (item.get("face_down") and told), f"a card that lies face down tells {told}")
        demand(self.over or not shown, "a faction card lies open before the end")

    # ------------------------------------------------------------ decisions and choices

    def read_decision(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        name, who = line["name"], line["who"]
        if name == QUESTIONS or name in self.asides():
            demand(self.asking, "questions where nothing is open")
            demand(who["kind"] == "table", "asked of somebody alone")
            return
        demand(name == self.next, f"{self.next} comes next")
        demand(line["secret"] == (name in SECRET), "secret or not?")
        demand(line["closed"] == (name in CLOSED), "closed eyes or not?")
        if who["kind"] == "every":
            demand(who["seats"] == self.asked, "others are asked than should be")
        elif who["kind"] in ("seat", "pad"):
            demand(who["seat"] == self.asked[0], "another one is asked than should be")
        elif who["kind"] == "first":
            demand(set(who["seats"]) <= set(self.present()), "somebody is asked who is gone")
        if name == "conspiracy":
            named = [beat["about"] for beat in line["beats"] if beat["listens"]]
            demand(named == self.asgard(), "the roll call names others than those in Asgard")
        self.check_table()
        self.asking = line

    def read_choice(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(not self.over, "the game was over")
        name, value = line["name"], line["value"]
        if self.asking is not None:
            open_now = [self.asking["name"], *(one["name"] for one in self.asking["also"]), *self.asides()]
            demand(name in open_now, "that was not open")
            self.asking = None
        else:
            demand(name == self.next and line["who"]["kind"] == "chance", "nobody was asked")
        getattr(self, "on_" + name.replace(".", "_").replace("-", "_"))(value)

    # ------------------------------------------------------------ what must be there

    def check_table(self) -> None:
        """What lies on the table is what should lie there."""
        if not self.card_at:
            return
        turned = {item["at"] for item in self.laid if item.get("turned")}
        action = [item for item in self.laid if item["kind"] == "Card" and not item.get("own")]
        cards = {item["name"]: item["at"] for item in action}
        oracle = [item["at"] for item in self.laid if item.get("name") == "oracle"]
        demand(turned == self.below, f"turned cards at {turned}, in the Underworld are {self.below}")
        demand(cards == self.card_at, f"action cards at {cards}, not at {self.card_at}")
        demand(oracle == [self.oracle], f"the Oracle lies at {oracle}, not at {self.oracle}")

    def read_event(self, line: Line) -> None:
        demand(self.events, "nothing made that happen")
        expected = self.events.pop(0)
        told = {key: value for key, value in line.items() if key not in ("t", "kind", "audience")}
        demand(told == expected, f"should be {expected}")

    def read_outcome(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(self.over, "the game is not over")
        for key, value in (self.over or {}).items():
            demand(line[key] == value, f"{key} should be {value}")
        self.check_table()
        self.outcome = line

    def finish(self) -> None:
        demand(self.outcome is not None, "there is no outcome")
