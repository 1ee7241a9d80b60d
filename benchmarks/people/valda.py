"""Valda: two yellow cards and a resource a turn, whatever can be built, an attack now and then."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from benchmarks.people import Company, Custom, People, options
from gm_appliance.core.game import JSON, Choice, Clock, Decision, Number
from gm_appliance.games.valda.model import Acting, Defending, ValdaView

CARDS = 0.6
"""How often an action is a card; else it takes a resource."""

ATTACKS, DEFENDS, TWO_EFFECTS, CHANGES = 0.25, 0.5, 0.3, 0.15
"""How often a player attacks, an attack is defended, a card has two effects, and, in score mode, another
player's followers change in a turn."""

EFFECTS: Mapping[str, int] = {
    **{
        "gold": 14,
        "diamond": 14,
        "blood": 10,
        "followers": 14,
        "steal": 14,
        "kill": 10,
        "lose": 6,
        "gain": 2,
    },
    **{"give": 1, "build": 4, "destroy": 4, "move": 3, "action": 4},
}
"""How often a yellow card does what, of a hundred."""


def companion(rng: Random) -> People:
    planned: list[str] = []  # effects of the card being entered

    def effect(decision: Decision, view: ValdaView) -> JSON:
        can, some = options(decision), "done" in options(decision)
        if not some:
            planned.clear()
            planned.extend(rng.choices([*EFFECTS], [*EFFECTS.values()], k=1 + (rng.random() < TWO_EFFECTS)))
        while planned:
            if (what := planned.pop(0)) in can:
                return what
        return "done" if some else next(one for one in can if one != "none")

    def choose(decision: Decision, view: ValdaView) -> Choice | None:
        name = decision.name
        if isinstance(decision.who, Clock):
            return None
        if name == "effect.kind":
            return Choice(name, effect(decision, view))
        if name == "game.what":
            return Choice(name, action(decision, view, rng))
        if name == "attack.who":
            attacks = [one for one in options(decision)[1:] if rng.random() < ATTACKS]
            return Choice(name, attacks[0] if attacks else "none")
        if name == "attack.power":
            return Choice(name, rng.choice((2, 3, 3, 4, 4, 5, 6)))
        if name == "attack.defence":
            assert isinstance(view.phase, Defending)
            shields = max(1, view.phase.attack.power + rng.choice((-1, 0, 0, 1)))
            return Choice(name, shields if rng.random() < DEFENDS else 0)
        if isinstance(decision.domain, Number):
            return Choice(name, min(decision.domain.hi, rng.choice((1, 1, 2, 2, 3))))
        return Choice(name, best(decision, view, rng))

    return choose


def action(decision: Decision, view: ValdaView, rng: Random) -> JSON:
    """A card, or the resource the player has least of."""
    assert isinstance(view.phase, Acting)
    if not view.phase.actions:
        return "done"
    if rng.random() < CARDS:
        return "card"
    return min(("blood", "gold", "diamond"), key=view.has(view.turn).of)


def best(decision: Decision, view: ValdaView, rng: Random) -> JSON:
    """Build and convert what can be; trade what there is plenty of; of targets any."""
    can, name = options(decision), decision.name
    if name == "trade.give":
        plenty = [
            one for one in can if one in ("blood", "gold", "diamond") and view.has(view.turn).of(str(one)) > 5
        ]
        return plenty[0] if plenty else "done"
    if name in ("build.what", "followers.what"):
        return next((one for one in can if one != "done"), "done")
    if name in ("effect.whom", "effect.what", "effect.to", "attack.redirect"):
        return rng.choice(can)
    return can[0]


def score(rng: Random) -> People:
    other = 0

    def choose(decision: Decision, view: ValdaView) -> Choice | None:
        nonlocal other
        if isinstance(decision.domain, Number):
            gained = (
                rng.choice((0, 1, 1, 2, 2, 3, 4))
                if decision.name == "turn.followers"
                else rng.choice((-2, -1))
            )
            return Choice(decision.name, max(decision.domain.lo, decision.domain.start + gained))
        return Choice(decision.name, options(decision)[0])

    return choose


def _table(name: str, people: Company, begins: str, **given: JSON) -> Custom:
    return Custom(
        f"Valda, {name}",
        "valda",
        given,
        people,
        "turn",
        frozenset((begins,)),
        frozenset(("Ended", "TieCounted")),
    )


TABLES = (
    _table("companion, 3 players", companion, "TurnBegins", mode="companion", players=3),
    _table("companion, 5 players", companion, "TurnBegins", mode="companion", players=5),
    _table("score, 5 players", score, "TurnBegins", mode="score", players=5),
)
