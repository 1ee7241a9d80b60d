"""Automatic evenings of Werewolf, each step of which is checked against the plain implementation."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from gm_appliance.core.game import Choice, Decision, First, PerSeat
from gm_appliance.core.play import Play
from gm_appliance.games.werewolf import WEREWOLF
from gm_appliance.hidden_roles.events import Banished, FactionsLearned, Spared
from tests.games import plain_werewolf as plain
from tests.games.recorded import random_options

MOST = 3000
"""More choices than any evening needs."""

VOTES = ("council.vote", "council.booth", "council.thumb")
SHOTS = ("fallen.shot", "fallen.shoots")


class Evening:
    """One evening at random, with people who leave, come back, peek and press nothing. table: what the plain
    implementation thinks of it; nightfall: the same at the last nightfall."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng = Random(f"{players} {seed}")
        options = {**random_options(WEREWOLF, self.rng), "players": players}
        cards = plain.deck(players, int(options["roles"]))
        self.rng.shuffle(cards)
        self.table = plain.new_table(options, cards)
        self.nightfall, self.focus, self.accusations = deepcopy(self.table), 0, 0
        self.play = Play(WEREWOLF, options)

    def to_the_end(self) -> Evening:
        for _ in range(MOST):
            if self.play.decision is None:
                return self
            self.step(self.play.decision)
        raise AssertionError(f"no end after {MOST} choices")

    def step(self, decision: Decision) -> None:
        choice = self.chosen(decision)
        if choice.name in ("night", "night.die"):
            self.nightfall, self.accusations = deepcopy(self.table), 0
        assert not (self.accusations and decision.named("night.void")), "void after an accusation"
        self.accusations += choice.name == "council.accuse"
        if choice.name == "somebody.left":
            self.accusations = 0  # where the accuser leaves, the talk begins again
        expected = self.expected(choice)
        self.play.take(choice)
        self.compare(choice, *expected)

    def chosen(self, decision: Decision) -> Choice:
        rng, one = self.rng, decision
        shot = self.play.taken and self.play.taken[-1].choice.name in SHOTS
        if decision.on_request and rng.random() < (0.3 if shot else 0.03):
            # Voiding the night is the first on offer.
            one = rng.choice(decision.on_request[: rng.choice((1, None))])
        elif decision.also and rng.random() < 0.2:
            one = rng.choice(decision.also)
        if one.name == "night":
            return Choice(one.name, self.marked(one))
        if one.name == "setup.pad":
            return Choice(one.name, one.who.seat if rng.random() < 0.95 else 0)  # type: ignore[union-attr]
        if one.name == "setup.faction":
            return Choice(one.name, self.table["card"][self.play.view.phase.asked[0]])
        if one.name == "setup.factions":
            pressed = {seat: self.table["card"][int(seat)] for seat in one.domain.keys}  # type: ignore[union-attr]
            return Choice(one.name, {seat: card for seat, card in pressed.items() if rng.random() < 0.95})
        if one.name in ("somebody.leaves", "somebody.comes", "somebody.left"):
            # An option that ends the game is rarely meant.
            legal = [value for value in one.domain.options if value not in ("end", "anew")]  # type: ignore[union-attr]
            return Choice(one.name, rng.choice(legal if rng.random() < 0.9 else one.domain.options))  # type: ignore[union-attr]
        if isinstance(one.who, First) and not one.who.seats:
            one = rng.choice(decision.also)  # there is nobody to second it
        return Choice(one.name, one.domain.sample(rng))

    def marked(self, night: Decision) -> dict[str, Any]:
        """The marks in a roll call. Many are at one name, the same for some nights, so that deeds meet."""
        rng, domain = self.rng, night.domain
        assert isinstance(domain, PerSeat)
        if self.focus not in self.table["alive"] or rng.random() < 0.3:
            self.focus = rng.choice(sorted(self.table["alive"]))
        others = (*domain.each.options, domain.each.options[-1])  # type: ignore[union-attr]
        marks = {seat: self.focus if rng.random() < 0.6 else rng.choice(others) for seat in domain.keys}
        return {seat: at for seat, at in marks.items() if rng.random() < 0.9}

    def expected(self, choice: Choice) -> tuple[set[int], str]:
        """Who falls by this choice, and what follows; ``""`` if nobody's fall is decided by it."""
        table, value = self.table, choice.value
        fallen: set[int] = set()
        if choice.name == "night":
            fallen = plain.night(table, {int(seat): at for seat, at in value.items()})  # type: ignore[union-attr]
        elif choice.name == "night.victim" and isinstance(value, int):
            fallen = {value}
        elif choice.name in SHOTS:
            if choice.name == "fallen.shot" or isinstance(value, int):
                table["done"]["shot"] = table["round"]
            fallen = {value} if isinstance(value, int) else set()
        elif choice.name in VOTES:
            thumbs = value if isinstance(value, dict) else {self.play.view.phase.asked[0]: value}
            table["thumbs"] |= {int(seat): thumb for seat, thumb in thumbs.items()}
            fallen = self.voted()
        elif choice.name == "somebody.left" and value == "nobody":
            table["gone"] |= {self.play.view.phase.seat}
            table["thumbs"].pop(self.play.view.phase.seat, None)
            if table["accused"]:
                fallen = self.voted() if table["thumbs"] else set()
            shooter = getattr(self.play.view.phase.back, "seat", 0)
            if "Shot" in type(self.play.view.phase.back).__name__ and shooter in table["gone"]:
                table["done"]["shot"] = table["round"]
                return set(), plain.after_falls(table, set())
        elif choice.name == "somebody.comes" and isinstance(value, int):
            table["gone"] -= {value}
        elif choice.name == "council.whom" and isinstance(value, int):
            table["accused"], table["thumbs"] = value, {}
        elif choice.name == "night.void":
            gone, self.table = table["gone"], deepcopy(self.nightfall)
            self.table["gone"] = gone
            return set(), ""
        elif choice.name == "ballot.unheard" and value != "pads":
            table["ballot"] = value
        table["alive"] -= fallen
        decided = fallen or choice.name in ("night", *SHOTS)
        return fallen, plain.after_falls(table, fallen) if decided else ""

    def voted(self) -> set[int]:
        table, accused = self.table, self.table["accused"]
        verdict = plain.condemned(table)
        if verdict is not None:
            table["accused"], table["thumbs"] = 0, {}
        return {accused} if verdict else set()

    def compare(self, choice: Choice, fallen: set[int], then: str) -> None:
        play, table = self.play, self.table
        view, events = play.view, [event for event, _view in play.events]
        assert FactionsLearned(False) not in events
        assert {event.seat for event in events if isinstance(event, Banished)} == fallen
        assert set(view.places.inside) == table["alive"]
        table["round"] = view.round
        asked = play.decision.name if play.decision else ""
        winners = play.outcome.winners if play.outcome else ()
        if then in ("village", "wolves"):
            assert winners == (then,)
        elif then:
            assert not play.outcome
            assert (asked == "fallen.shot") == (then == "hunter")
            assert (asked == "fallen.shoots") == (then == "anybody")
        if not play.outcome:
            assert not view.factions
        shown = {seat: place.card for seat, place in enumerate(view.places, 1) if place.card}
        assert all(
            table["card"][seat] == card and seat not in view.places.inside for seat, card in shown.items()
        )
        assert not (shown and table["reveal"] == "no"), "a role is told only by a turned card"
        if asked == "fallen.shot":
            assert shown[play.decision.who.seat] == "hunter"  # type: ignore[union-attr]
        assert not any(isinstance(event, Spared) for event in events) or not fallen
