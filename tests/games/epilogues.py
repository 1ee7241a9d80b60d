"""A second reader of epilogues: each sentence is read in its language, and its claim computed anew from the
events of a transcript. Nothing of the program is used but its catalogues, which say how a claim is worded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Self

from babel.messages.pofile import read_po
from msgspec import json

PACKAGE = Path(__file__).parents[2] / "gm_appliance"
HIDDEN = ("conspire", "werewolf")
NUMBERS = ("round", "down", "up", "times", "nights", "n")


class Untrue(AssertionError):
    """A sentence claims what the transcript does not show."""


@cache
def patterns(folder: str, language: str, msgids: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """How each of these sentences sounds in a language, its placeholders as groups."""
    said = {msgid: msgid for msgid in msgids}
    if language != "en":
        for of in (folder, "hidden_roles"):
            with (PACKAGE / of / "locales" / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
                catalog = read_po(file)
            said |= {msgid: str(one.string) for msgid in msgids if (one := catalog.get(msgid))}
    places = re.compile(r"\\\{(\w+)[^}]*\\\}")

    def group(place: re.Match[str]) -> str:
        return f"(?P<{place[1]}>{'-?[0-9]+' if place[1] in NUMBERS else '.+?'})"

    found = {msgid: places.sub(group, re.escape(text)) for msgid, text in said.items()}
    return {msgid: re.compile(f"(?i:{pattern})") for msgid, pattern in found.items()}


def check(
    said: Iterable[str], reading: Any, claims: Mapping[str, Callable[..., bool]], folder: str, language: str
) -> list[str]:
    """The claims of these sentences; raises Untrue if one is not worded as known, or does not hold.

    reading: of the same evening; its `names` are of the seats, in order, its `terms` of what the game names.
    """
    made: list[str] = []
    for sentence in said:
        of = patterns(folder, language, tuple(claims))
        matches = {msgid: found for msgid, one in of.items() if (found := one.fullmatch(sentence))}
        if len(matches) != 1:
            raise Untrue(f"{sentence!r} is no claim, or several: {[*matches]}")
        for msgid, found in matches.items():
            values = {
                place: _meant(text, reading.terms if place == "god" else reading.names)
                for place, text in found.groupdict().items()
            }
            if not claims[msgid](reading, **values):
                raise Untrue(f"{sentence!r}: {values}")
            made.append(msgid)
    return made


def _meant(text: str, names: Sequence[str]) -> int:
    """The number, or the number of that name, which may stand behind an article."""
    if text.lstrip("-").isdecimal():
        return int(text)
    called = [n for n, name in enumerate(names, 1) if f" {text}".lower().endswith(f" {name}".lower())]
    if len(called) != 1:
        raise Untrue(f"{text!r} is nobody, or several, of {names}")
    return called[0]


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
class Reading:
    """An evening as its events tell it, read by methods named after them."""

    names: Sequence[str]
    terms: Sequence[str] = ()

    def read(self, lines: Iterable[str]) -> Self:
        for line in map(json.decode, lines):
            if line["kind"] == "event":
                getattr(self, f"read_{line['name']}", lambda line: None)(line)
        return self


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


def _kept(of: Hidden, round: int, accused: int) -> bool:
    kept = [(one.round, one.accused) for one in of.ballots if one.how == "kept"]
    return (round, accused) in kept and accused in of.hidden


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
    "The night of round {round} hit its own side: {seat}.": _hit,
    "Among those who lost, {seat} stood longest, until round {round}.": _longest,
    "In the end only {seat} was left.": lambda of, seat: of.standing == {seat},
    "{seat} was accused {times} times, and never fell.": _hunted,
    "Every vote that felled somebody hit the wrong one.": _innocent,
    "In round {round}, {accuser} accused one of their own: {accused}.": (
        lambda of, round, accuser, accused: (
            (round, accuser, accused) in of.accusations and {accuser, accused} <= of.hidden
        )
    ),
    "The very first accusation was right: {accuser} against {accused}.": _first,
    "{seat} accused {times} times, and was right every time.": _always,
    "Without the cards, {accused} would have stayed in round {round}.": (
        lambda of, accused, round: _without_cards(of, accused, round, fell=True)
    ),
    "Without the cards, {accused} would have fallen in round {round}.": (
        lambda of, accused, round: _without_cards(of, accused, round, fell=False)
    ),
    "In round {round}, not one thumb was up for {accused}.": _unanimous,
    "In {nights} nights nobody fell.": lambda of, nights: of.quiet == nights,
    "In round {round}, Dvalin's card saved a conspirator: {accused}.": _kept,
    "As Oracle in round {round}, {oracle} could only see conspirators.": _oracle,
    "Round {round} decided it: {accused} fell, {down} to {up}.": (
        lambda of, **claim: _decided(of, **claim, fell=True)
    ),
    "Round {round} decided it: {accused} stayed, {up} to {down}.": (
        lambda of, **claim: _decided(of, **claim, fell=False)
    ),
}
"""What each sentence claims."""


@dataclass
class Match(Reading):
    """A match of Thor. leads: in the round that goes on, who would win then after each event."""

    points: dict[int, dict[int, int]] = field(default_factory=dict)
    winners: list[int] = field(default_factory=list)
    offers: dict[str, int] = field(default_factory=dict)
    taken: Counter[tuple[int, str]] = field(default_factory=Counter)
    leads: list[tuple[Any, int]] = field(default_factory=list)
    scoring: bool = False

    def read_RoundBegins(self, line: Any) -> None:
        self.offers, self.taken, self.leads, self.scoring = {}, Counter(), [], False

    def read_OfferPlaced(self, line: Any) -> None:
        self.offers[line["god"]] = line["value"]
        self._notice(line)

    def read_GodTaken(self, line: Any) -> None:
        self.taken[line["seat"], line["god"]] += 1
        self._notice(line)

    def read_RoundScored(self, line: Any) -> None:
        self.points.setdefault(line["round"], {})[line["seat"]] = line["points"]

    def read_Ended(self, line: Any) -> None:
        self.winners = line["winners"]

    def _notice(self, line: Any) -> None:
        points = self.totals(len(self.points))
        for (seat, god), number in self.taken.items():
            points[seat] += number * self.offers.get(god, 0)
        self.leads.append((line, leader(points)))

    def totals(self, rounds: int) -> dict[int, int]:
        seats = range(1, len(self.names) + 1)
        return {seat: sum(self.points[one][seat] for one in range(1, rounds + 1)) for seat in seats}

    @property
    def before(self) -> dict[int, int]:
        if len(self.points) < 2:
            raise Untrue("there is no round before the last")
        return self.totals(len(self.points) - 1)

    @property
    def winner(self) -> int:
        if len(self.winners) != 1:
            raise Untrue("nobody won alone")
        return self.winners[0]


def leader(points: Mapping[int, int]) -> int:
    first, *others = sorted(points, key=lambda seat: -points[seat])
    return 0 if any(points[one] == points[first] for one in others) else first


def _by_a_point(of: Match) -> bool:
    totals = sorted(of.totals(len(of.points)).values())
    return totals[-1] - totals[-2] == 1


def _turned(of: Match, player: int, god: int, n: int) -> bool:
    """The last lead that changed did so by this offer, from somebody else to the winner."""
    at = max(at for at, (_line, lead) in enumerate(of.leads) if lead != of.winner) + 1
    line, _lead = of.leads[at]
    seen = (line["name"], line["seat"], line.get("value"))
    return of.leads[at - 1][1] > 0 and seen == ("OfferPlaced", player, n) and line["god"] == THORS[god - 1]


THORS = ("odin", "thor", "freya", "njord", "freyr", "baldur")

THOR: Mapping[str, Callable[..., bool]] = {
    "Before the last round, {player} still led.": lambda of, player: (
        leader(of.before) == player and player not in of.winners
    ),
    "{player} was last before the last round, and won.": lambda of, player: (
        of.winner == player
        and leader(of.before) not in (0, player)
        and of.before[player] == min(of.before.values())
    ),
    "A single point decided the match.": _by_a_point,
    "In round {round}, {player} ended below zero.": lambda of, round, player: of.points[round][player] < 0,
    "One offer turned the match: {player} on {god}, {n}.": _turned,
}


@dataclass
class Games(Reading):
    """A match of Odin's Table: its fights and the ends of its games, in one list."""

    events: list[Any] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def read_Fought(self, line: Any) -> None:
        self.events.append(line)

    read_GameOver = read_Fought

    def read_Corrected(self, line: Any) -> None:
        while self.events.pop()["name"] != "Fought":
            pass

    def read_Ended(self, line: Any) -> None:
        self.winners = line["winners"]

    @property
    def fights(self) -> list[Any]:
        return [one for one in self.events if one["name"] == "Fought"]

    @property
    def games(self) -> list[Any]:
        return [one for one in self.events if one["name"] == "GameOver"]


def _against_the_odds(of: Games, player: int, god: int) -> bool:
    """Won by the higher card, which is lower than most."""
    card = god - 1
    won = [
        (
            one["seat"] if one["attack"] > one["defence"] else 3 - one["seat"],
            max(one["attack"], one["defence"]),
        )
        for one in of.fights
        if one["attack"] != one["defence"] != 1
    ]
    return (player, card) in won and card < 4


def _tricked(of: Games, player: int) -> bool:
    tricks = [one for one in of.fights if one["defence"] == 1 < one["attack"]]
    return any((one["conquers"], one["seat"]) == (player, 3 - player) for one in tricks)


def _one_space(of: Games) -> bool:
    first, second = map(int, of.games[-1]["spaces"])
    return abs(first - second) == 1 and bool(of.games[-1]["winner"] == (1 if first > second else 2))


ODINS_TABLE: Mapping[str, Callable[..., bool]] = {
    "Against the odds, {player} won a fight with {god}.": _against_the_odds,
    "By Loki's trickery, {player} conquered a space.": _tricked,
    "A single space decided the last game.": _one_space,
    "{player} lost the first game, and won the match.": lambda of, player: (
        of.winners == [player] and of.games[0]["winner"] == 3 - player and len(of.games) > 1
    ),
}


@dataclass
class Race(Reading):
    """A game of Valda: everybody's followers, now and at the beginning of the round."""

    followers: Counter[int] = field(default_factory=Counter)
    begun: list[dict[int, int]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def read_RoundBegins(self, line: Any) -> None:
        self.begun.append({seat: self.followers[seat] for seat in range(1, len(self.names) + 1)})

    def read_Moved(self, line: Any) -> None:
        self.followers[line["seat"]] = line["after"]

    def read_Corrected(self, line: Any) -> None:
        if line["what"] == "followers":
            self.read_Moved(line)

    def read_Gained(self, line: Any) -> None:
        self._add(line, line["seat"], 1)

    def read_Lost(self, line: Any) -> None:
        self._add(line, line["seat"], -1)

    def read_Stolen(self, line: Any) -> None:
        self._add(line, line["seat"], -1)
        self._add(line, line["by"], 1)

    def read_Given(self, line: Any) -> None:
        self._add(line, line["seat"], -1)
        self._add(line, line["to"], 1)

    def _add(self, line: Any, seat: int, sign: int) -> None:
        if line["what"] == "followers":
            self.followers[seat] += sign * line["number"]

    def read_Built(self, line: Any) -> None:
        self.followers[line["seat"]] += line["followers"]

    read_Converted = read_LokiRolled = read_AreaLocked = read_DieTurned = read_Built

    def read_BuildingCancelled(self, line: Any) -> None:
        self.followers[line["seat"]] -= line["followers"]

    def read_Ended(self, line: Any) -> None:
        self.winners = line["winners"]

    @property
    def before(self) -> dict[int, int]:
        if len(self.begun) < 2:
            raise Untrue("there is no round before the last")
        return self.begun[-1]


def _by_a_follower(of: Race) -> bool:
    first, second = sorted((of.followers[seat] for seat in range(1, len(of.names) + 1)), reverse=True)[:2]
    return first - second == 1 and of.winners == [leader(of.followers)]


VALDA: Mapping[str, Callable[..., bool]] = {
    "Before the last round, {player} still led.": lambda of, player: (
        leader(of.before) == player and player not in of.winners
    ),
    "{player} was last before the last round, and won.": lambda of, player: (
        of.winners == [player] and leader(of.before) > 0 and of.before[player] == min(of.before.values())
    ),
    "A single follower decided the game.": _by_a_follower,
}
