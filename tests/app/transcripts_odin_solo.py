"""The outcome of Odin's Table against the box, recounted from the events of a transcript on a plain board.

Choices are ignored, because some of the box's are only for the record. Every move must be legal, every fight
must end as its cards say, every conquered space must have a piece on it, and the ends of games and match must
follow. Raises `Disagrees` otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.app.transcripts_odin import demand_outcome, leaders
from tests.app.transcripts_rules import Disagrees, Line, demand
from tests.games import plain_odin as plain

CARDS = range(10)


def recount(lines: Iterable[str]) -> Line:
    """Read a whole transcript and return its last line, the outcome. Raises Disagrees."""
    count = Recount()
    outcome: Line | None = None
    for number, text in enumerate(lines, 1):
        line: Line = json.loads(text)
        try:
            demand(outcome is None, "a line after the outcome")
            if line["kind"] == "event":
                count.hear(line)
            elif line["kind"] == "outcome":
                count.compare(line)
                outcome = line
        except (Disagrees, LookupError) as error:
            raise Disagrees(f"line {number}: {error!r} at {text[:200]}") from error
    demand(outcome is not None, "it has no end")
    assert outcome is not None
    return outcome


class Recount:
    """The state of a match.

    fighting: the attack whose cards are not revealed yet. before: the last fight, and the match before it.
    """

    def __init__(self) -> None:
        self.results: list[dict[str, Any]] = []
        self.ended: Line | None = None
        self.fighting: Line | None = None
        self.shown: set[int] = set()
        self.before: tuple[Line, plain.Board, str, dict[int, int], int] | None = None

    def hear(self, event: Line) -> None:
        name = event["name"]
        if self.fighting:
            demand(name in ("Fought", "IdunnRevealed", "Corrected"), "an attack is open")
        method = getattr(self, f"on_{name.lower()}", None)
        if method:
            method(event)

    # ------------------------------------------------------------ pieces

    def on_gamebegins(self, event: Line) -> None:
        demand(event["game"] == len(self.results) + 1, "a game is missing")
        self.colours = {event["white"]: "white", 3 - event["white"]: "black"}
        self.board, self.turn = plain.new_board(), "white"
        self.told = dict.fromkeys(self.colours, 0)
        self.shown = set()

    def on_cardsshown(self, event: Line) -> None:
        demand(len(event["cards"]) == 6 and set(event["cards"]) <= set(CARDS), "six cards are shown")
        self.shown.add(event["seat"])

    def on_moved(self, event: Line) -> None:
        self.begins_turn(event)
        demand(not plain.is_attack(self.board, event["start"] + event["to"]), "it is an attack")
        self.plays(event["start"] + event["to"])

    def on_attacked(self, event: Line) -> None:
        self.begins_turn(event)
        demand(plain.is_attack(self.board, event["start"] + event["to"]), "the space is empty")
        self.fighting = event

    def on_corrected(self, event: Line) -> None:
        """Go back to before the last fight, which is told again."""
        demand(self.before is not None and event["seat"] == 1, "there is nothing to correct")
        assert self.before is not None
        for colour in ("white", "black"):
            stood = {plain.written(square) for square, whose in self.board.items() if whose == colour}
            demand(set(event[colour]) == stood, f"the pieces stood on {stood}")
        self.fighting, self.board, self.turn, told, games = self.before
        self.told, self.ended = dict(told), None
        del self.results[games:]

    def on_fought(self, event: Line) -> None:
        attack = self.fighting
        demand(attack is not None, "nobody attacks")
        assert attack is not None
        self.before = (attack, self.board, self.turn, dict(self.told), len(self.results))
        self.fighting = None
        demand(all(event[key] == attack[key] for key in ("seat", "start", "to")), "it is another attack")
        end = plain.fight(event["attack"], event["defence"])
        demand(event["ends"] == end, f"it ends with {end}")
        self.plays(event["start"] + event["to"], end)

    def on_resurrected(self, event: Line) -> None:
        self.begins_turn({**event, "start": "+"})
        self.plays("+" + event["to"])
        lost = 6 - list(self.board.values()).count(self.colours[event["seat"]])
        demand(event["lost"] == lost, f"{lost} are lost")

    def on_passed(self, event: Line) -> None:
        demand(self.colours[event["seat"]] == self.turn, "it is the other's turn")
        demand(not plain.moves(self.board, self.turn), "there is a move")
        self.turn = plain.OTHER[self.turn]

    def begins_turn(self, event: Line) -> None:
        demand(self.shown == {1, 2}, "not all have shown their cards")
        demand(self.colours[event["seat"]] == self.turn, "it is the other's turn")
        demand(event["start"] + event["to"] in plain.moves(self.board, self.turn), "it cannot go there")

    def plays(self, move: str, end: str = "") -> None:
        self.board = plain.played(self.board, self.turn, move, end)
        self.turn = plain.OTHER[self.turn]

    def spaces(self, seat: int) -> int:
        return plain.conquests(self.board, self.colours[seat])

    # ------------------------------------------------------------ ends

    def on_conquered(self, event: Line) -> None:
        seat = event["seat"]
        demand(event["spaces"] == self.spaces(seat) > self.told[seat], f"it has {self.spaces(seat)}")
        self.told[seat] = event["spaces"]

    def on_gameover(self, event: Line) -> None:
        spaces = [self.spaces(1), self.spaces(2)]
        demand(event["spaces"] == spaces == [self.told[1], self.told[2]], f"the spaces are {spaces}")
        if event["why"] == "conquered":
            winner = spaces.index(3) + 1
        elif event["why"] == "stuck":
            demand(not any(plain.moves(self.board, colour) for colour in plain.OTHER), "there is a move")
            winner = 0 if spaces[0] == spaces[1] else 1 + (spaces[1] > spaces[0])
        else:
            demand(event["why"] == "repetition", "games do not end like that")
            winner = 0
        demand(3 not in spaces or event["why"] == "conquered", "three spaces win")
        demand(event["winner"] == winner, f"{winner} has won")
        self.results.append({"winner": winner, "why": event["why"], "spaces": spaces})

    def on_ended(self, event: Line) -> None:
        demand(event["winners"] == leaders(self.results), f"{leaders(self.results)} have won")
        self.ended = event

    def compare(self, outcome: Line) -> None:
        demand(self.ended is not None, "the match has not ended")
        assert self.ended is not None
        demand_outcome(outcome, self.results, self.ended["why"])
