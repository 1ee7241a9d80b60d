"""A second referee: reads a transcript of Odin's Table and plays it again.

It uses the board of `tests.games.plain_odin` and the format described in docs/developers/transcript.md and
docs/developers/scripts.md, and nothing of the package. From each choice it works out which events and
decisions must come next, and raises `Disagrees`, with the number of the line, if the transcript has others.
"""

# Long: one class plays a whole match.

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.app.transcripts_rules import Line, demand, read_all
from tests.games import plain_odin as plain

COLUMNS = "abcdef"
CARDS = set(range(10))


def check(lines: Iterable[str], mode: str, *, games: int = 1, white: int = 1) -> Line:
    """white: the seat that plays white first; 0 if lots decide."""
    return read_all(Referee(mode, games, white), lines)


def leaders(results: list[dict[str, Any]]) -> list[int]:
    ahead = sum({0: 0, 1: 1, 2: -1}[one["winner"]] for one in results)
    return [1] if ahead > 0 else [2] if ahead < 0 else []


def demand_outcome(line: Line, results: list[dict[str, Any]], why: str) -> None:
    by_round = [{str(seat): int(one["winner"] == seat) for seat in (1, 2)} for one in results]
    totals = {str(seat): sum(one[str(seat)] for one in by_round) for seat in (1, 2)}
    facts = {"totals": totals, "rounds": len(by_round), "by_round": by_round, "games": results}
    demand(line["winners"] == leaders(results), f"{leaders(results)} have won")
    demand(line["reason"] == why, f"it was {why}")
    demand(line["facts"] == facts, f"the facts are {facts}")


class Referee:
    """The state of a match.

    due: the name of the next decision. who: its seat; 0 for the table.
    answers, beside: the values it offers, and those of the decision beside it.
    events: the events that must come before it.
    """

    def __init__(self, mode: str, games: int, white: int) -> None:
        self.mode, self.games = mode, games
        self.game = 0
        self.results: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.answers: set[Any] = {1, 2}
        self.beside: set[str] = set()
        self.due, self.who = "white.lots", 0
        self.said: dict[str, Any] = {}
        self.why = ""
        self.outcome: Line | None = None
        if white:
            self.begin(white)

    def read(self, line: Line) -> None:
        demand(self.outcome is None, "a line after the outcome")
        kind = line["kind"]
        if kind == "event":
            demand(bool(self.events), "no event is due")
            wanted = self.events.pop(0)
            got = {key: value for key, value in line.items() if key not in ("t", "kind", "audience")}
            demand(got == wanted, f"it must be {wanted}")
        elif kind == "decision" and line["name"] != "questions":
            self.read_decision(line)
        elif kind == "choice":
            self.read_choice(line)
        elif kind == "outcome":
            self.read_outcome(line)

    def read_decision(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        demand(line["name"] == self.due, f"{self.due} comes next")
        demand(line["who"].get("seat", 0) == self.who, f"{self.who} decides")
        demand(set(line["legal"].split(" | ")) == set(map(str, self.answers)), f"legal is {self.answers}")
        beside = {one for also in line["also"] for one in also["legal"].split(" | ")}
        demand(beside == self.beside, f"beside it is {self.beside}")

    def read_choice(self, line: Line) -> None:
        demand(not self.events, f"an event is missing: {self.events[:1]}")
        name, value = line["name"], line["value"]
        if name == "turn.idunn":
            demand(self.due == "turn.target" and value in self.beside, f"no {value} now")
            self.idunn(value)
            return
        if name == "judge.close":
            demand(self.due == "judge.next", "no game can be closed now")
            self.close(value)
            return
        demand(name == self.due, f"{self.due} is asked")
        demand(value in self.answers, f"{value} was not offered")
        self.beside = set()
        self.said[name] = value
        getattr(self, name.replace(".", "_"))(value)

    def read_outcome(self, line: Line) -> None:
        demand(not self.events and self.due == "", f"{self.due or self.events} comes next")
        demand_outcome(line, self.results, self.why)
        self.outcome = line

    def tell(self, name: str, **facts: Any) -> None:
        self.events.append({"name": name, **facts})

    def ask(self, name: str, who: int, answers: Iterable[Any], beside: Iterable[str] = ()) -> None:
        self.due, self.who, self.answers, self.beside = name, who, set(answers), set(beside)

    def seat(self, colour: str) -> int:
        return self.white if colour == "white" else 3 - self.white

    def spaces(self, colour: str) -> int:
        return self.counted[colour] if self.mode == "judge" else plain.conquests(self.board, colour)

    def wins(self, seat: int) -> int:
        return sum(one["winner"] == seat for one in self.results)

    def white_lots(self, value: int) -> None:
        self.begin(value, lots=True)

    def begin(self, white: int, *, lots: bool = False) -> None:
        self.game, self.white = self.game + 1, white
        self.tell("GameBegins", game=self.game, white=white, lots=lots)
        self.board, self.colour = plain.new_board(), "white"
        self.counted = {"white": 0, "black": 0}
        self.open: dict[tuple[str, str], int] = {}
        self.history = [(plain.drawn(self.board), self.colour)]
        if self.mode == "judge":
            self.ask_judge()
        else:
            self.ask_turn()

    def end_game(self, winner: str | None, why: str) -> None:
        seat = self.seat(winner) if winner else 0
        colours = {self.seat(colour): colour for colour in ("white", "black")}
        spaces = [self.spaces(colours[seat]) for seat in (1, 2)]
        self.tell("GameOver", game=self.game, winner=seat, why=why, spaces=spaces)
        self.results.append({"winner": seat, "why": why, "spaces": spaces})
        if max(self.wins(1), self.wins(2)) > self.games / 2:
            self.end_match("decided")
        elif self.game == self.games:
            self.end_match("played")
        else:
            self.ask("game.next", 0, ("next", "end"))

    def game_next(self, value: str) -> None:
        if value == "next":
            self.begin(3 - self.white)
        else:
            self.ask("end.confirm", 0, ("end", "back"))

    def end_confirm(self, value: str) -> None:
        if value == "end":
            self.end_match("ended")
        else:
            self.ask("game.next", 0, ("next", "end"))

    def end_match(self, why: str) -> None:
        self.why = why
        self.tell("Ended", why=why, winners=leaders(self.results))
        self.ask("match.over", 0, ("done",))

    def match_over(self, value: str) -> None:
        self.due = ""

    def most(self) -> str | None:
        ahead = self.spaces("white") - self.spaces("black")
        return "white" if ahead > 0 else "black" if ahead < 0 else None

    def ask_judge(self) -> None:
        lines = {f"{colour}-{what}" for colour in ("white", "black") for what in ("conquers", *range(10))}
        self.ask("judge.next", 0, lines)

    def judge_next(self, value: str) -> None:
        colour, what = value.split("-")
        if what != "conquers":
            self.colour = colour
            self.ask("judge.defence", 0, CARDS)
            return
        self.counted[colour] += 1
        self.tell("Conquered", seat=self.seat(colour), spaces=self.counted[colour])
        if self.counted[colour] == 3:
            self.end_game(colour, "conquered")
        else:
            self.ask_judge()

    def judge_defence(self, defence: int) -> None:
        self.tell_fight(int(self.said["judge.next"].split("-")[1]), defence)
        self.ask_judge()

    def close(self, value: str) -> None:
        if value == "agreed":
            self.end_game(None, "agreed")
        elif value == "stuck":
            self.end_game(self.most(), "stuck")

    def tell_fight(self, attack: int, defence: int, start: str = "", to: str = "", conquers: int = 0) -> str:
        end = plain.fight(attack, defence)
        if end == "swap":
            why = "trickery"
        elif attack == defence:
            why = "two-lokis" if attack == 1 else "tie"
        else:
            why = "no-trickery" if (attack, defence) == (0, 1) else "higher"
        facts = {"attack": attack, "defence": defence, "ends": end, "why": why}
        self.tell("Fought", seat=self.seat(self.colour), **facts, start=start, to=to, conquers=conquers)
        return end

    def ask_turn(self) -> None:
        there = plain.moves(self.board, self.colour)
        squares = {move[-2:] if move[0] == "+" else move[:2] for move in there}
        self.ask("turn.piece", self.seat(self.colour), squares)

    def targets(self) -> set[str]:
        piece = self.said["turn.piece"]
        return {move[2:] for move in plain.moves(self.board, self.colour) if move[:2] == piece}

    def may_be_idunn(self, column: str) -> bool:
        return self.open.get((self.colour, column), 0) == 0

    def hidden(self, colour: str) -> set[str]:
        return {column for column in COLUMNS if (colour, column) not in self.open}

    def turn_piece(self, value: str) -> None:
        self.scouts = ""
        if plain.square(value) not in self.board:
            self.board = plain.played(self.board, self.colour, "+" + value)
            lost = 6 - list(self.board.values()).count(self.colour)
            self.tell("Resurrected", seat=self.seat(self.colour), to=value, lost=lost)
            self.next_turn()
            return
        beside = set()
        if self.hidden(plain.OTHER[self.colour]):
            beside |= {"from"} if self.may_be_idunn(value[0]) else set()
            others = {to[0] for to in self.targets()} - {value[0]}
            beside |= {"onto"} if any(map(self.may_be_idunn, others)) else set()
        self.ask("turn.target", self.seat(self.colour), self.targets(), beside)

    def idunn(self, value: str) -> None:
        self.scouts, piece, there = value, self.said["turn.piece"], self.targets()
        if value == "onto":
            there = {to for to in there if to[0] != piece[0] and self.may_be_idunn(to[0])}
        self.ask("turn.target", self.seat(self.colour), there)

    def turn_target(self, to: str) -> None:
        start, mine = self.said["turn.piece"], self.colour
        into = int(to[1]) == plain.ENERGY_ROW[plain.OTHER[mine]]
        facts = {"seat": self.seat(mine), "start": start, "to": to, "conquers": into}
        if not plain.is_attack(self.board, start + to):
            self.tell("Moved", **facts)
            self.settle("")
            return
        self.tell("Attacked", **facts)
        if self.scouts == "from":
            self.show_idunn(start[0])
        if (mine, start[0]) in self.open:
            self.said["fight.attack"] = self.open[mine, start[0]]
            self.fight_attack(self.said["fight.attack"])
        else:
            self.ask("fight.attack", self.seat(mine), CARDS)

    def fight_attack(self, attack: int) -> None:
        theirs = plain.OTHER[self.colour]
        if (theirs, self.said["turn.target"][0]) in self.open:
            self.fight_defence(self.open[theirs, self.said["turn.target"][0]])
        else:
            self.ask("fight.defence", self.seat(theirs), CARDS)

    def fight_defence(self, defence: int) -> None:
        start, to = self.said["turn.piece"], self.said["turn.target"]
        mine, theirs, attack = self.colour, plain.OTHER[self.colour], self.said["fight.attack"]
        after = plain.played(self.board, mine, start + to, plain.fight(attack, defence))
        more = [one for one in (mine, theirs) if plain.conquests(after, one) > self.spaces(one)]
        self.settle(self.tell_fight(attack, defence, start, to, self.seat(more[0]) if more else 0))

    def settle(self, end: str) -> None:
        """Expect what follows a move. end: the result of its attack, if it was one."""
        start, to = self.said["turn.piece"], self.said["turn.target"]
        mine, theirs = self.colour, plain.OTHER[self.colour]
        before = {colour: self.spaces(colour) for colour in (mine, theirs)}
        self.board = plain.played(self.board, mine, start + to, end)
        idunn_fought = end == "attacker" and self.said["fight.attack"] == 0
        if end:
            self.open.pop((mine, start[0]), None)
            self.open.pop((theirs, to[0]), None)
        for colour in (mine, theirs):
            if self.spaces(colour) > before[colour]:
                self.tell("Conquered", seat=self.seat(colour), spaces=self.spaces(colour))
                if self.spaces(colour) == 3:
                    self.end_game(colour, "conquered")
                    return
        self.scout_from = ""
        if idunn_fought and self.hidden(theirs):
            self.scout_from = "fought"
        elif self.scouts == "onto" and end != "defender":
            self.scout_from = to[0]
        elif self.scouts == "from" and not end:
            self.scout_from = start[0]
        if end == "attacker" and self.spaces(mine) > before[mine]:
            lies = {column for colour, column in self.open if colour == theirs}
            self.tell("MaySwap", seat=self.seat(theirs), asked=bool(lies))
            if lies:
                self.ask("swap.first", self.seat(theirs), {"none", *lies})
                return
        self.scout()

    def swap_first(self, value: str) -> None:
        if value == "none":
            self.scout()
        else:
            self.ask("swap.second", self.seat(plain.OTHER[self.colour]), set(COLUMNS) - {value})

    def swap_second(self, second: str) -> None:
        theirs, first = plain.OTHER[self.colour], self.said["swap.first"]
        one, other = self.open.pop((theirs, first), None), self.open.pop((theirs, second), None)
        for column, card in ((first, other), (second, one)):
            if card is not None:
                self.open[theirs, column] = card
        self.tell("Swapped", seat=self.seat(theirs), first=first, second=second)
        self.scout()

    def show_idunn(self, column: str) -> None:
        self.open[self.colour, column] = 0
        self.tell("IdunnRevealed", seat=self.seat(self.colour), column=column)

    def scout(self) -> None:
        if not self.scout_from:
            self.next_turn()
            return
        columns = self.hidden(plain.OTHER[self.colour])
        if self.scout_from == "fought":
            columns.add("none")
        else:
            self.show_idunn(self.scout_from)
        self.ask("scout.column", self.seat(self.colour), columns)

    def scout_column(self, value: str) -> None:
        if value == "none":
            self.next_turn()
        else:
            self.ask("scout.card", self.seat(plain.OTHER[self.colour]), CARDS)

    def scout_card(self, card: int) -> None:
        theirs, column = plain.OTHER[self.colour], self.said["scout.column"]
        self.open[theirs, column] = card
        self.tell("TurnedUp", seat=self.seat(theirs), column=column, card=card)
        if self.scout_from != "fought":
            del self.open[self.colour, self.scout_from]
            self.tell("IdunnDiscarded", seat=self.seat(self.colour), column=self.scout_from)
        self.next_turn()

    def next_turn(self) -> None:
        for _ in range(2):
            self.colour = plain.OTHER[self.colour]
            self.history.append((plain.drawn(self.board), self.colour))
            if plain.moves(self.board, self.colour):
                times = self.history.count(self.history[-1])
                if times >= 3:
                    self.tell("Repeated", times=times)
                    self.agreed = 0
                    self.ask("draw.agree", self.seat(self.colour), ("on", "draw"))
                else:
                    self.ask_turn()
                return
            self.tell("Passed", seat=self.seat(self.colour))
        self.end_game(self.most(), "stuck")

    def draw_agree(self, value: str) -> None:
        if value == "on":
            self.tell("PlaysOn", seat=self.who)
            self.ask_turn()
        elif self.agreed:
            self.end_game(None, "repetition")
        else:
            self.agreed = self.who
            self.ask("draw.agree", 3 - self.who, ("on", "draw"))
