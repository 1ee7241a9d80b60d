"""What epilogues of hidden roles claim, computed from the events of a transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.games.epilogues import Reading, Untrue

HIDDEN = ("conspire", "werewolf")


@dataclass
class Ballot:
    round: int
    accuser: int
    accused: int
    down: int
    up: int
    thumbs: tuple[int, int] | None = None  # down and up; None if only totals were told
    cards: bool = False
    how: str = ""


@dataclass
class Hidden(Reading):
    others_kill: bool = False
    round: int = 1
    below: dict[int, tuple[int, str]] = field(default_factory=dict)  # when and how each fell, in this order
    gone: set[int] = field(default_factory=set)
    oracle: int = 1
    quiet: int = 0
    accusations: list[tuple[int, int, int]] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    looks: list[tuple[int, int, set[int]]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    won: str = ""
    nightfall: tuple[Any, ...] = ({}, 1, 0)

    def _kept(self) -> tuple[Any, ...]:
        return deepcopy((self.below, self.oracle, self.quiet))

    def read_RoundBegins(self, line: Any) -> None:
        self.round = line["round"]
        self.nightfall = self._kept()

    def read_NightVoid(self, line: Any) -> None:
        self.below, self.oracle, self.quiet = deepcopy(self.nightfall)

    def read_Leaves(self, line: Any) -> None:
        self.gone.add(line["seat"])

    def read_Joins(self, line: Any) -> None:
        self.gone.discard(line["seat"])

    def read_OracleMoved(self, line: Any) -> None:
        self.oracle = line["seat"]

    read_OracleSent = read_OracleMoved

    def read_Looked(self, line: Any) -> None:
        if self.oracle not in self.gone:
            down = self.oracle in self.below
            beside = {seat for seat in self.seats if (seat in self.below) == down and seat != self.oracle}
            self.looks.append((self.round, self.oracle, beside))

    def read_NobodyBanished(self, line: Any) -> None:
        self.quiet += 1

    def read_Accused(self, line: Any) -> None:
        self.accusations.append((self.round, line["accuser"], line["accused"]))

    def read_Counted(self, line: Any) -> None:
        count = line["count"]
        self._ballot(line["accused"], count)
        self.ballots[-1].thumbs = count["raw_down"], count["raw_up"]
        self.ballots[-1].cards = bool(count["modifiers"])

    def read_Totals(self, line: Any) -> None:
        self._ballot(line["accused"], line)

    def _ballot(self, accused: int, votes: Any) -> None:
        accuser = self.accusations[-1][1]
        self.ballots.append(Ballot(self.round, accuser, accused, votes["down"], votes["up"]))

    def read_Spared(self, line: Any) -> None:
        self.ballots[-1].how = "spared"

    def read_Protected(self, line: Any) -> None:
        if self.ballots and not self.ballots[-1].how:
            self.ballots[-1].how = "kept"
        else:
            self.quiet += 1

    def read_Banished(self, line: Any) -> None:
        self.below[line["seat"]] = self.round, line["by"]
        if line["by"] == "council":
            self.ballots[-1].how = "fell"

    def read_Won(self, line: Any) -> None:
        self.cards, self.won = line["factions"], line["faction"]

    def read_Ended(self, line: Any) -> None:
        self.cards = line["factions"]

    # ------------------------------------------------------------ what a claim needs

    @property
    def seats(self) -> range:
        return range(1, len(self.names) + 1)

    @property
    def hidden(self) -> set[int]:
        if not self.cards:
            raise Untrue("a claim about cards that nobody has turned")
        return {seat for seat, card in zip(self.seats, self.cards, strict=True) if card in HIDDEN}

    @property
    def lost(self) -> set[int]:
        if not self.won:
            raise Untrue("somebody lost, but nobody won")
        return {*self.seats} - self.hidden if self.won in ("conspire", "wolves") else self.hidden

    @property
    def standing(self) -> set[int]:
        return {*self.seats} - {*self.below}


def _almost(of: Hidden, accuser: int, accused: int, round: int, down: int, up: int) -> bool:
    rightly = accused in of.hidden and accuser not in of.hidden
    votes = [
        (one.round, one.accuser, one.accused, one.down, one.up) for one in of.ballots if one.how == "spared"
    ]
    return rightly and (round, accuser, accused, down, up) in votes and up - down <= 1


def _rightly(of: Hidden, round: int, accuser: int, accused: int) -> bool:
    spared = [(one.round, one.accuser, one.accused) for one in of.ballots if one.how == "spared"]
    return (round, accuser, accused) in spared and accused in of.hidden and accuser not in of.hidden


def _hit(of: Hidden, round: int, seat: int) -> bool:
    at_night = of.below.get(seat) in [(round, "conspiracy"), (round, "night")]
    return at_night and seat in of.hidden and not of.others_kill


def _longest(of: Hidden, seat: int, round: int) -> bool:
    fell = [one for one in of.below if one in of.lost]
    alike = [one for one in fell if of.below[one] == of.below[seat]]
    return (
        fell[-1] == seat and {*fell} == of.lost and len(fell) > len(alike) == 1 and of.below[seat][0] == round
    )


def _hunted(of: Hidden, seat: int, times: int) -> bool:
    accused = Counter(one[2] for one in of.accusations)
    return seat in of.standing and accused[seat] == times == max(accused.values())


def _innocent(of: Hidden) -> bool:
    fell = [one.accused for one in of.ballots if one.how == "fell"]
    return len(fell) > 1 and not of.hidden & {*fell}


def _first(of: Hidden, accuser: int, accused: int) -> bool:
    return of.accusations[0][1:] == (accuser, accused) and accused in of.hidden and accuser not in of.hidden


def _always(of: Hidden, seat: int, times: int) -> bool:
    accused = [one[2] for one in of.accusations if one[1] == seat]
    return len(accused) == times > 1 and {*accused} <= of.hidden and seat not in of.hidden


def _without_cards(of: Hidden, accused: int, round: int, fell: bool) -> bool:
    votes = [one for one in of.ballots if (one.round, one.accused) == (round, accused) and one.cards]
    return any(
        one.thumbs and (one.thumbs[0] > one.thumbs[1]) != fell and (one.how == "fell") == fell
        for one in votes
    )


def _unanimous(of: Hidden, round: int, accused: int) -> bool:
    return any(
        (one.round, one.accused) == (round, accused) and one.thumbs and one.thumbs[0] and not one.thumbs[1]
        for one in of.ballots
    )


def _oracle(of: Hidden, round: int, oracle: int) -> bool:
    seen = [beside for at, who, beside in of.looks if (at, who) == (round, oracle)]
    return oracle not in of.hidden and any(beside and beside <= of.hidden for beside in seen)


def _decided(of: Hidden, round: int, accused: int, down: int, up: int, fell: bool) -> bool:
    """Of the votes that felled a loser, or else spared a winner, none was closer."""
    felled = [one for one in of.ballots if one.how == "fell" and one.accused in of.lost]
    spared = [one for one in of.ballots if one.how != "fell" and one.accused not in of.lost]
    least = min(abs(one.down - one.up) for one in felled or spared)
    closest = [one for one in felled or spared if abs(one.down - one.up) == least]
    one = closest[-1]
    return (one.round, one.accused, one.down, one.up, one.how == "fell") == (round, accused, down, up, fell)


HIDDEN_ROLES: Mapping[str, Callable[..., bool]] = {
    "{accuser} almost caught {accused} in round {round}: {down} to {up}.": _almost,
    "In round {round}, {accuser} rightly accused {accused}, who was spared.": _rightly,
    "On the night of round {round}, they struck one of their own: {seat}.": _hit,
    "Of those who lost, {seat} held out longest, until round {round}.": _longest,
    "In the end only {seat} was left.": lambda of, seat: of.standing == {seat},
    "{seat} was accused {times} times, and never fell.": _hunted,
    "Every time you voted somebody out, it was the wrong one.": _innocent,
    "In round {round}, {accuser} accused one of their own: {accused}.": (
        lambda of, round, accuser, accused: (
            (round, accuser, accused) in of.accusations and {accuser, accused} <= of.hidden
        )
    ),
    "The very first accusation was right: {accuser} against {accused}.": _first,
    "{seat} accused {times} times, and was right every time.": _always,
    "Without the cards, {accused} would have been spared in round {round}.": (
        lambda of, accused, round: _without_cards(of, accused, round, fell=True)
    ),
    "Without the cards, {accused} would have fallen in round {round}.": (
        lambda of, accused, round: _without_cards(of, accused, round, fell=False)
    ),
    "In round {round}, not one thumb went up for {accused}.": _unanimous,
    "On {nights} nights, nobody fell.": lambda of, nights: of.quiet == nights,
    "As Oracle in round {round}, {oracle} could only see conspirators.": _oracle,
    "Round {round} decided it: {accused} fell, {down} to {up}.": (
        lambda of, **claim: _decided(of, **claim, fell=True)
    ),
    "Round {round} decided it: {accused} was spared, {up} to {down}.": (
        lambda of, **claim: _decided(of, **claim, fell=False)
    ),
}
"""What each sentence claims."""
