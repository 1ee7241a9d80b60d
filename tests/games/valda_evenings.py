"""Random evenings of Valda's companion and guide, with the plain ledger beside the box: both must agree."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.valda import VALDA
from gm_appliance.games.valda.model import Holding, ValdaView
from gm_appliance.games.valda.options import PARTS
from tests.games import plain_valda as plain

Options = dict[str, JSON]

Chooser = Callable[[Decision, Random], JSON]


def evenings(count: int, start: int = 0) -> list[Options]:
    """Setups: every number of players and both variants in turn, the rest at random. There are fewer races,
    each of which takes as long as two or three other evenings."""
    return [setup(seed) for seed in range(start, start + count)]


def setup(seed: int) -> Options:
    rng = Random(seed)
    options: Options = {
        "mode": ("companion", "companion", "guide")[seed % 3],
        "players": 2 + seed % 4,
        "turnaround": ("no", "yes")[seed // 4 % 2],
        "race": ("no", "no", "yes", "no")[seed // 8 % 4],
        "dice": ("box", "own")[seed // 32 % 2],
    }
    if rng.random() < 0.4:
        parts = PARTS if options["mode"] == "companion" else ("buildings", "attacks")
        options.update({part: rng.choice(("box", "box", "hand")) for part in parts})
    if options.get("trades") != "hand":
        options["trade"] = rng.choice(("same", "any"))
    if rng.random() < 0.2:
        minus, zero = rng.randint(0, 3), rng.randint(0, 2)
        options |= {"yellow_gold": rng.randint(0, 6), "blue_two": rng.randint(0, 6)}
        options |= {"white_minus": minus, "white_zero": zero, "white_one": rng.randint(0, 6 - minus - zero)}
    return options


def values(decision: Decision) -> set[Any]:
    """The options of a decision. Asserts that none is listed twice."""
    assert isinstance(decision.domain, OneOf)
    assert len(set(decision.domain.options)) == len(decision.domain.options)
    return set(decision.domain.options)


def at_random(decision: Decision, rng: Random) -> JSON:
    return decision.domain.sample(rng)


def at_ease(decision: Decision, rng: Random) -> JSON:
    """Choose as people do: end a phase after an action or two."""
    if isinstance(decision.domain, OneOf) and rng.random() < 0.5:
        for over in ("done", "none", "on"):
            if over in decision.domain.options:
                return over
    return decision.domain.sample(rng)


OFTEN = {"weapon.play": 9, "follow.part": 1}
"""Weights of decisions made on request; 2 for the others."""


def on_request(decision: Decision, rng: Random) -> Decision:
    """A decision on request if there is one, or else the decision itself."""
    often = [OFTEN.get(one.name, 2) for one in decision.on_request]
    return rng.choices(decision.on_request, often)[0] if often else decision


MOST_CHOICES = 20_000
"""More than any evening takes, even a race played at random."""


@lru_cache(maxsize=1 << 12)
def shown(holding: Holding) -> dict[str, int]:
    """A holding in the plain ledger's form."""
    return {what: holding.of(what) for what in plain.EVERYTHING}


class BesideLedger:
    """An evening of the box, with the plain ledger beside it. rich: everybody begins with more of everything,
    by corrections. asides: how often something is chosen that is open on request."""

    def __init__(
        self,
        options: Options,
        seed: int,
        choose: Chooser = at_ease,
        *,
        rich: bool = False,
        asides: float = 0.03,
    ) -> None:
        self.rng, self.choose, self.asides = Random(seed), choose, asides
        complete = VALDA.complete(options)
        self.play = Play(VALDA, complete)
        self.game = ledger_for(complete)
        if rich:
            self.enrich()

    def enrich(self) -> None:
        while not self.asking("correct.who"):
            self.step()
        for seat in self.play.view.seats:
            for what in self.play.view.setup.keeps:
                self.take("correct.who", seat)
                self.take("correct.what", what)
                assert self.play.decision is not None
                number = self.play.decision.domain
                assert isinstance(number, Number)
                self.take("correct.number", self.rng.randint(number.lo, min(number.hi, 9)))

    def asking(self, name: str) -> bool:
        """Whether a decision is open, or open on request."""
        return self.play.decision is not None and self.play.decision.named(name) is not None

    def run(self) -> BesideLedger:
        """Play to the end and compare the outcomes."""
        for _ in range(MOST_CHOICES):
            if self.play.decision is None:
                break
            self.step()
        self.same_end()
        return self

    def step(self) -> None:
        """Answer one question."""
        decision = self.play.decision
        assert decision is not None
        self.offered_right(decision)
        if self.rng.random() < self.asides:
            decision = on_request(decision, self.rng)
        value = self.choose(decision, self.rng)
        self.take(decision.name, value)

    def take(self, name: str, value: JSON) -> None:
        told = self.play.take(Choice(name, value))
        plain.choose(self.game, name, value)
        for event, _ in told:
            if type(event).__name__ == "TurnBegins":
                plain.turn_begins(self.game, event.seat)
        self.same_balances()

    def offered_right(self, decision: Decision) -> None:
        expected = plain.offered(self.game, decision.name)
        if expected is None:
            return
        found = values(decision)
        if decision.name == "game.what":  # the ledger does not know which cards are most common
            found = {value for value in found if " " not in str(value)}
        assert found == expected, (decision.name, expected)

    def same_balances(self) -> None:
        view: ValdaView = self.play.view
        for seat, has in self.game["has"].items():
            assert shown(view.has(seat)) == has
            assert min(has.values()) >= 0

    def same_end(self) -> None:
        outcome, game = self.play.outcome, self.game
        assert outcome is not None, "it does not end"
        assert list(outcome.winners) == plain.winners(game)
        assert outcome.counted == {"first": game["first"]}
        assert (outcome.reason == "race") == game["over"]
        assert game["over"] or (game["round"], game["due"]) == (6, [])
        rounds = [list(one.values()) for one in outcome.facts["by_round"]]  # type: ignore[union-attr]
        assert rounds == plain.by_round(game)
        assert outcome.facts["rounds"] == game["round"]


def ledger_for(complete: dict[str, Any]) -> plain.Game:
    """A plain ledger with the same options."""
    gold, two = complete["yellow_gold"], complete["blue_two"]
    white = [-1] * complete["white_minus"] + [0] * complete["white_zero"] + [1] * complete["white_one"]
    asks = {part for part in PARTS if complete.get(part) != "hand"}
    guide = complete["mode"] == "guide"
    return plain.new(
        complete["players"],
        race=complete["race"] == "yes",
        turnaround=complete["turnaround"] == "yes",
        any_four=complete.get("trade") == "any",
        asks=asks & {"buildings", "attacks"} if guide else asks,
        cubes=not guide,
        yellow=["gold"] * gold + ["diamond"] * (6 - gold),
        blue=[1] * (6 - two) + [2] * two,
        white=white + [2] * (6 - len(white)),
    )
