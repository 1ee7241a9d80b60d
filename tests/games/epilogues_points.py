"""What epilogues of Thor, Odin's Table and Valda claim, computed from the events of a transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.games.epilogues import Reading, Untrue


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

    def read_Fought(self, line: Any) -> None:
        self.events.append(line)

    read_GameOver = read_Fought

    def read_Corrected(self, line: Any) -> None:
        while self.events.pop()["name"] != "Fought":
            pass

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
