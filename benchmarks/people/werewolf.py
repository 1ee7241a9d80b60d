"""Werewolf: the pack agrees on somebody else, all others act, accuse and vote at random."""

from __future__ import annotations

from random import Random

from benchmarks.people import Custom, People, of_everybody, options
from gm_appliance.core.game import JSON, Choice, Clock, Decision, First, Pad, PerSeat
from gm_appliance.games.werewolf.rules import RULES
from gm_appliance.hidden_roles.village import VillageView

DROP, DOWN, ACTS = 0.1, 0.6, 0.7
"""The probabilities that nobody supports an accusation, that a thumb points down, and that a role acts."""


def village(rng: Random) -> People:
    cards: dict[int, str] = {}

    def howls(seat: int) -> bool:
        return seat in RULES.attackers_of((seat,), cards)

    def choose(decision: Decision, view: VillageView) -> Choice | None:
        name = decision.name
        if not cards:
            pack = [card for card, copies in RULES.deck(view).items() for _ in range(copies)]
            rng.shuffle(pack)
            cards.update(enumerate(pack, 1))
        if isinstance(decision.who, Clock):
            return None
        if isinstance(decision.who, Pad):
            return Choice(name, decision.who.seat)
        if name == "setup.factions":
            return of_everybody(decision, lambda seat: cards[seat])
        if name == "night":
            return Choice(name, marks(decision, view))
        if name == "council.vote":
            accused = view.phase.accused
            return of_everybody(
                decision,
                lambda seat: "up" if (howls(seat) and howls(accused)) or rng.random() >= DOWN else "down",
            )
        if name == "council.support" and rng.random() < DROP:
            return Choice("council.drop", "drop")
        if isinstance(decision.who, First):
            return Choice(name, rng.choice(decision.who.seats))
        targets = [one for one in options(decision) if one != "pass"]
        return Choice(name, rng.choice(targets))

    def marks(night: Decision, view: VillageView) -> dict[str, JSON]:
        assert isinstance(night.domain, PerSeat)
        prey = rng.choice([seat for seat in view.places.inside if not howls(seat)])
        acting = RULES.marks_of(view, (*view.places.inside,))
        awake = [int(key) for key in night.domain.keys if cards[int(key)] in acting]
        return {
            str(seat): prey if howls(seat) else rng.choice(view.places.inside)
            for seat in awake
            if howls(seat) or rng.random() < ACTS
        }

    return choose


TABLES = tuple(
    Custom(
        f"Werewolf, {players} and {roles} roles",
        "werewolf",
        {"players": players, "roles": roles, "roll_call": "no"},
        village,
        "round",
        frozenset(("night",)),
        frozenset(("Won",)),
    )
    for players, roles in ((7, 1), (9, 2), (12, 4))
)
