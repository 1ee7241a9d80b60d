"""Rounds of the fifteen gods, played by the package and by a second implementation."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

from gm_appliance.core.game import JSON, Choice, OneOf, Seat
from gm_appliance.core.play import Play
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, events, model, rules
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.hidden_roles import events as kit_events
from tests.games import plain_gods as plain


class Disagreement(AssertionError):
    """The two implementations differ."""


def same(what: str, package: object, second: object) -> None:
    if package != second:
        raise Disagreement(f"{what}: the package has {package}, the second implementation {second}")


WORDS: dict[type, Any] = {
    kit_events.Banished: lambda e: ("banished", e.seat, e.by),
    kit_events.NobodyBanished: lambda e: ("nobody banished",),
    kit_events.Won: lambda e: ("won", e.faction),
    events.OracleMoved: lambda e: ("oracle moved", e.seat),
    events.CardsReturned: lambda e: ("cards returned", sorted(e.cards)),
    events.Skipped: lambda e: ("skipped", e.god),
    events.Targetless: lambda e: ("nobody to aim at", e.god),
    events.Passed: lambda e: ("passed", e.god),
    events.CardLaid: lambda e: ("laid", e.god, e.seat),
    events.CardRemoved: lambda e: ("removed", e.god, e.card, e.seat),
    events.CardTaken: lambda e: ("taken", e.god, e.card, e.seat),
    events.OracleSent: lambda e: ("oracle sent", e.god, e.seat),
    kit_events.Protected: lambda e: ("protected", e.seat),
    kit_events.Spared: lambda e: ("spared", e.accused, "tie" if e.tie else ""),
}


class Both:
    """An evening played by both implementations, with the same random choices."""

    def __init__(self, rng: Random, seen: Counter[str]) -> None:
        self.rng, self.seen = rng, seen
        self.favourite = 0  # many gods aim at the same player in this round, for effects to meet
        players = rng.randint(7, 15)
        accused_votes = rng.choice(("yes", "no"))
        given: dict[str, JSON] = {
            "players": players,
            "gods": rng.choice((players, rng.randint(3, players))),
            "pick": "choose",
            "seating": rng.choice(("choose", "spread")),
            "accused_votes": accused_votes,
            "roll_call": "no",
        }
        self.play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete(given))
        while self.open in ("setup.god", "setup.seat"):
            self.take(self.open, rng.choice(self.options))
        self.take("setup.deal", "dealt")
        conspirators, protectors = model.DECKS[players].values()
        dealt = ["protect"] * protectors + ["conspire"] * conspirators
        rng.shuffle(dealt)
        faction = dict(enumerate(dealt, 1))
        self.take("setup.factions", {str(seat): one for seat, one in faction.items()})
        at = {place.god: seat for seat, place in enumerate(self.view.places, 1) if not place.number}
        self.table = plain.new_table(players, at, faction, accused_votes == "yes")

    @property
    def view(self) -> GotterdammerungView:
        return cast(GotterdammerungView, self.play.view)

    @property
    def open(self) -> str:
        return self.play.decision.name if self.play.decision else ""

    @property
    def options(self) -> tuple[int | str, ...]:
        assert self.play.decision is not None
        assert isinstance(self.play.decision.domain, OneOf)
        return self.play.decision.domain.options

    def take(self, name: str, value: JSON) -> list[tuple[Any, ...]]:
        """Make a choice; returns the package's events in plain words."""
        told = self.play.take(Choice(name, value))
        return [WORDS[type(event)](event) for event, _view in told if type(event) in WORDS]

    def compare(self, where: str) -> None:
        """Compare every card, the Oracle, the banished, and whether it is over."""
        view, table = self.view, self.table
        away = {card: at for card, at in view.cards.items() if view.places[at - 1].god != card}
        same(f"{where}, cards", away, {c: s for s, pile in table["pile"].items() for c in pile})
        same(f"{where}, Oracle", view.oracle, table["oracle"])
        same(f"{where}, banished", {s for s in view.seats if view.place(s).below}, table["below"])
        same(f"{where}, won by", view.outcome and view.outcome.winners[0], table["over"])

    def round(self) -> None:
        self.favourite = self.rng.choice(tuple(self.table["seat"].values()))
        self.night()
        if not self.table["over"]:
            self.actions()
        if not self.table["over"]:
            self.take("oracle.look", "looked")
            self.council()
        self.table["round"] += 1

    def night(self) -> None:
        """Often nobody is marked, or evenings would be short; otherwise anybody in Asgard."""
        marks: dict[str, JSON] = {}
        victim = None
        if self.rng.random() < 0.3:
            victim = self.rng.choice(self.view.asgard)
            self.seen["marked the holder of Dvalin's card"] += "dvalin" in self.table["pile"][victim]
            marks = {str(s): victim for s, f in self.table["faction"].items() if f == "conspire"}
        same("night", self.take("conspiracy", marks), plain.night(self.table, victim))
        self.compare("night")

    def actions(self) -> None:
        dice = self.rng.randint(1, 6), self.rng.randint(1, 6)
        told = self.take("oracle.first-die", dice[0]) + self.take("oracle.second-die", dice[1])
        log = plain.begin_actions(self.table, *dice)
        for god in plain.ORDER:
            if god not in self.table["seat"]:
                continue
            what = plain.who_acts(self.table, god)
            if what[0] != "acts":
                self.seen[what[0]] += 1
                log.append((what[0], god))
                continue
            # The package reports skipped gods with the choice before, so they are compared here.
            same(f"before {god}", told, log)
            self.compare(f"before {god}")
            told, log = self.turn(god, what[1], what[2])
            if self.table["over"]:
                break
        same("end of the action phase", told, log)
        self.compare("end of the action phase")
        if self.table["over"]:
            return
        same("after the action phase", self.open, "oracle.look")
        same("look", sorted(rules.look_candidates(self.view)), plain.may_look_at(self.table))

    def turn(self, god: str, by: int, aims: list[int | str]) -> tuple[list[Any], list[Any]]:
        same("whose turn", self.open, f"action.{god}")
        assert self.play.decision is not None
        same(f"who decides for {god}", self.play.decision.who, Seat(by))
        legal = sorted((one for one in self.options if one != "pass"), key=str)
        same(f"{god}'s targets", legal, aims)
        aim = self.aim(god, aims)
        self.notice(god, by, aim)
        told, log = self.take(self.open, aim), plain.does(self.table, god, aim)
        return told, log

    def aim(self, god: str, aims: list[int | str]) -> int | str:
        """Anything legal, but often the round's favourite, or a god yet to act."""
        luck = self.rng.random()
        if luck < 0.1:
            return "pass"
        if luck < 0.5 and self.favourite in aims:
            return self.favourite
        after = plain.ORDER[plain.ORDER.index(god) + 1 :]
        later: list[int | str] = [self.table["seat"][one] for one in after if one in self.table["seat"]]
        later = [seat for seat in later if seat in aims]
        return self.rng.choice(later if later and luck < 0.7 else aims)

    def notice(self, god: str, by: int, aim: int | str) -> None:
        """Count how often effects meet in rare ways, to prove that the rounds reach them."""
        table, at = self.table, self.table["seat"]
        pile = table["pile"]
        self.seen["Niörd acts for another"] += by != at[god]
        self.seen[f"Niörd acts for {god}"] += by != at[god]
        self.seen[f"{god} takes {aim}"] += god in ("loki", "skadi", "idun")
        self.seen["two wounds on one"] += god == "thor" and bool(
            aim != "pass" and {"brynhild", "sif"} & set(pile[aim])
        )
        self.seen["Dvalin's holder given it a round before"] += (
            god == "dvalin" and table["dvalin"] is not None and table["dvalin"][1] == table["round"] - 1
        )
        self.seen["Hel spares the holder of Dvalin's card"] += god == "hel" and any(
            "dvalin" in pile[s] and plain.is_wounded(table, s) and s not in table["below"] for s in pile
        )
        self.seen["Hel banishes"] += god == "hel" and aim != "pass"
        self.seen["Saga takes the Oracle from Loki"] += god == "saga" and table["oracle"] == at.get("loki")
        self.seen["shielded Loki"] += god == "loki" and "odin" in pile[at[god]]

    def council(self) -> None:
        spared: list[int] = []
        if self.open != "council.accuse":  # a council in which nobody can be accused ends at once
            same("accusable", [s for s in self.view.seats if plain.may_accuse(self.table, s, [])], [])
        while self.open == "council.accuse":
            able = [s for s in self.view.seats if plain.may_accuse(self.table, s, spared)]
            same("who may accuse", list(self.options), able)
            accuser = self.rng.choice(able)
            self.take("council.accuse", accuser)
            accusable = plain.may_accuse(self.table, accuser, spared)
            same("whom", [one for one in self.options if one != "pass"], accusable)
            accused = self.rng.choice(accusable)
            self.take("council.whom", accused)
            others = [s for s in self.view.seats if s not in (accuser, accused)]
            same("supporters", list(self.options), others)
            self.take("council.support", self.rng.choice(others))
            self.take("council.defence", "done")
            self.ballot(accused, first=not spared)
            spared.append(accused)

    def ballot(self, accused: int, first: bool) -> None:
        assert self.play.decision is not None
        asked = plain.whose_thumbs(self.table, accused)
        keys = getattr(self.play.decision.domain, "keys", ())
        same("who is asked for a thumb", [int(key) for key in keys], asked)
        # Mostly up, or evenings would end too soon.
        thumbs = {seat: self.rng.choice(("down", "up", "up")) for seat in asked}
        told = self.play.take(Choice("council.vote", {str(s): thumb for s, thumb in thumbs.items()}))
        happened = [event for event, _view in told]
        counted = next(event.count for event in happened if isinstance(event, kit_events.Counted))
        slips = plain.result(self.table, accused, thumbs)
        same("raw thumbs", (counted.raw_down, counted.raw_up), slips["raw"])
        reasons = sorted((one.card, one.seat, one.thumb, one.votes) for one in counted.modifiers)
        same("reasons", reasons, slips["reasons"])
        same("total", (counted.down, counted.up), (slips["down"], slips["up"]))
        log = [WORDS[type(event)](event) for event in happened if type(event) in WORDS]
        verdict = plain.verdict(self.table, accused, slips)
        same("verdict", log, verdict)
        self.compare("ballot")
        self.seen["weight 0"] += 0 in slips["weights"].values()
        self.seen["weight 3"] += 3 in slips["weights"].values()
        self.seen[f"vote: {verdict[0][0]}"] += 1
        pile = self.table["pile"]
        self.seen["Balder turns Freya"] += "freya" in pile[accused] and any(
            r[0] == "balder" and r[1] == self.table["seat"]["freya"] for r in slips["reasons"]
        )
        silent = accused in asked and accused not in slips["weights"]
        self.seen["an accused Balder who does not vote"] += silent
        if self.table["over"] or verdict[0][0] == "banished" or not first:
            same("after the last ballot", self.open, "" if self.table["over"] else "conspiracy")


def agree(rng: Random, rounds: int) -> Counter[str]:
    """Play `rounds` rounds, in as many evenings as it takes. Raises Disagreement at the first difference.
    Returns how often each rare meeting of effects came up."""
    seen: Counter[str] = Counter()
    both = Both(rng, seen)
    for _ in range(rounds):
        if both.table["over"] or both.table["round"] > 20:
            both = Both(rng, seen)
        both.round()
    return seen
