"""Drive games of Götterdämmerung to a chosen point through what people at the table do."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.gotterdammerung.model import DECKS, GotterdammerungView

ODIN, THOR, HEL = 1, 3, 6
"""Seats of the gods in a game of seven; 2, 4, 5 and 7 are Valkyries."""


class Party:
    """People at a table: each method is something they do, and returns the events told. conspirators: their
    seats, as many as the game has for its number of players. options: the game's."""

    def __init__(self, conspirators: Iterable[int] = (2, 5), **options: JSON) -> None:
        self.conspirators = frozenset(conspirators)
        given = {"roll_call": "no", **options} if options.get("ballot", "pads") == "pads" else options
        self.play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete(given))

    @property
    def view(self) -> GotterdammerungView:
        view = self.play.view
        assert isinstance(view, GotterdammerungView)
        return view

    @property
    def open(self) -> str:
        """The name of the open decision; empty once the game is over."""
        return self.play.decision.name if self.play.decision else ""

    def decision(self) -> Decision:
        assert self.play.decision is not None
        return self.play.decision

    def legal(self, name: str = "") -> tuple[int | str, ...]:
        """The legal values of an open decision: the main one unless `name` is given."""
        one = self.decision().named(name) if name else self.decision()
        assert one is not None
        return tuple(getattr(one.domain, "options", ()))

    def do(self, name: str, value: JSON) -> list[Any]:
        return [event for event, _view in self.play.take(Choice(name, value))]

    def deal(self) -> Party:
        self.do("setup.deal", "dealt")
        self.do("setup.factions", self.cards())
        return self

    def cards(self) -> dict[str, JSON]:
        return {str(s): "conspire" if s in self.conspirators else "protect" for s in self.view.seats}

    def night(self, victim: int = 0) -> list[Any]:
        """All conspirators mark this seat; with 0 nobody marks anybody."""
        marked: dict[str, JSON] = {str(seat): victim for seat in self.conspirators} if victim else {}
        return self.do("conspiracy", marked)

    def roll(self, first: int = 1, second: int = 1) -> list[Any]:
        return self.do("oracle.first-die", first) + self.do("oracle.second-die", second)

    def act(self, god: str, target: int | str = "pass") -> list[Any]:
        return self.do(f"action.{god}", target)

    def nobody_acts(self) -> Party:
        while self.open.startswith("action."):
            self.do(self.open, "pass")
        return self

    def look(self) -> list[Any]:
        return self.do("oracle.look", "looked")

    def to_council(self) -> Party:
        """Go on to the council's talk; no god does anything."""
        if self.open == "setup.deal":
            self.deal()
        if self.open == "conspiracy":
            self.night()
        if self.open == "oracle.first-die":
            self.roll()
        self.nobody_acts()
        if self.open == "oracle.look":
            self.look()
        return self

    def accuse(self, accuser: int, accused: int) -> list[Any]:
        return self.do("council.accuse", accuser) + self.do("council.whom", accused)

    def to_vote(self, accused: int, accuser: int = 0, supporter: int = 0) -> Party:
        """An accusation, somebody who supports it, and a defence."""
        others = [seat for seat in self.view.seats if seat != accused]
        accuser = accuser or others[0]
        self.accuse(accuser, accused)
        self.do("council.support", supporter or next(s for s in others if s != accuser))
        self.do("council.defence", "done")
        return self

    def vote(self, down: Iterable[int], missing: Iterable[int] = ()) -> list[Any]:
        """Vote thumbs down at these seats and up at the others asked; missing seats do not vote."""
        down, missing = set(down), set(missing)
        who: Any = self.decision().who
        thumbs: dict[str, JSON] = {
            str(seat): "down" if seat in down else "up" for seat in who.seats if seat not in missing
        }
        return self.do("council.vote", thumbs)

    def close(self) -> list[Any]:
        return self.do("council.close", "close")


def random_choice(
    decision: Decision, view: GotterdammerungView, rng: Random, on_request: float = 0.03
) -> Choice:
    """A random legal choice; factions are usually dealt correctly, or few games would begin. on_request:
    probability of a decision made on request, which ends the game only if nothing else is legal."""
    one = rng.choice(decision.open())
    if decision.on_request and rng.random() < on_request:
        one = rng.choice(decision.on_request)
        assert isinstance(one.domain, OneOf)
        going_on = [value for value in one.domain.options if value not in ("end", "anew")]
        return Choice(one.name, rng.choice(going_on or one.domain.options))
    if one.name == "end.called" and one.domain.contains("on") and rng.random() < 0.9:
        return Choice(one.name, "on")
    if one.name == "setup.factions" and len(getattr(one.who, "seats", ())) == len(view.places):
        conspirators, protectors = DECKS[len(view.places)].values()
        cards = ["conspire"] * conspirators + ["protect"] * protectors
        rng.shuffle(cards)
        thumbs: dict[str, JSON] = {str(seat): card for seat, card in enumerate(cards, 1)}
        if rng.random() < 0.2:
            thumbs.pop(rng.choice(tuple(thumbs)))
        return Choice(one.name, thumbs)
    return Choice(one.name, one.domain.sample(rng))


def random_play(rng: Random, steps: int, on_request: float = 0.03, **options: JSON) -> Play:
    """A play after `steps` random choices, or at its end; how votes are cast is random unless given."""
    options = {"ballot": rng.choice(("pads", "pads", "thumbs", "booth")), **options}
    play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete(options))
    for _ in range(steps):
        if play.decision is None:
            break
        play.take(random_choice(play.decision, play.view, rng, on_request))
    return play


TABLE = {7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 5}
"""Conspirators by number of players, from the rulebook."""
