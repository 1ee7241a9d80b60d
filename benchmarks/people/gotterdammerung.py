"""Götterdämmerung: everybody presses in time, accuses without a plan, and votes by their own card."""

from __future__ import annotations

from random import Random

from benchmarks.people import Custom, People, of_everybody, options
from gm_appliance.core.game import JSON, Choice, Clock, Decision, First, Pad
from gm_appliance.games.gotterdammerung.model import CONSPIRE, DECKS, PROTECT, GotterdammerungView

PASS, DROP, DOWN = 0.2, 0.1, 0.6
"""The probabilities that a god passes, that nobody supports an accusation, and that a thumb points down."""


def council(rng: Random) -> People:
    cards: dict[int, str] = {}

    def conspires(seat: int) -> bool:
        return cards[seat] == CONSPIRE

    def thumb(seat: int, accused: int) -> str:
        """Conspirators spare each other."""
        if conspires(seat) and conspires(accused):
            return "up"
        return "down" if rng.random() < DOWN else "up"

    def choose(decision: Decision, view: GotterdammerungView) -> Choice | None:
        name = decision.name
        if not cards:
            deal(len(view.places))
        if isinstance(decision.who, Clock):
            return None
        if isinstance(decision.who, Pad):
            return Choice(name, decision.who.seat)
        if name == "setup.factions":
            return of_everybody(decision, lambda seat: cards[seat])
        if name == "conspiracy":
            them = [seat for seat in view.present if conspires(seat)]
            victim = rng.choice([seat for seat in view.asgard if not conspires(seat)] or list(view.asgard))
            return Choice(name, {str(seat): victim for seat in them})
        if name == "council.vote":
            accused = view.phase.accused
            return of_everybody(decision, lambda seat: thumb(seat, accused))
        if name in ("council.thumb", "council.booth"):
            return Choice(name, thumb(decision.who.seat, view.phase.accused))  # type: ignore[union-attr]
        if name == "end.called":
            return Choice(name, called(view, decision))
        if name == "council.support" and rng.random() < DROP:
            return Choice("council.drop", "drop")
        if isinstance(decision.who, First):
            return Choice(name, rng.choice(decision.who.seats))
        return Choice(name, acted(decision))

    def deal(players: int) -> None:
        conspirators, protectors = DECKS[players].values()
        pack = [PROTECT] * protectors + [CONSPIRE] * conspirators
        rng.shuffle(pack)
        cards.update(enumerate(pack, 1))

    def called(view: GotterdammerungView, decision: Decision) -> JSON:
        """The only faction left in Asgard, which the conspirators know, or "on"."""
        left = {cards[seat] for seat in view.asgard}
        return left.pop() if len(left) == 1 else "on"

    def acted(decision: Decision) -> JSON:
        """A random target, or the first line of a list without seats."""
        can = options(decision)
        targets = [one for one in can if one != "pass"]
        if "pass" in can and (not targets or (decision.name != "council.whom" and rng.random() < PASS)):
            return "pass"
        return rng.choice(targets) if isinstance(targets[0], int) else targets[0]

    return choose


def _table(name: str, **given: JSON) -> Custom:
    return Custom(
        f"Götterdämmerung, {name}",
        "gotterdammerung",
        given,
        council,
        "round",
        frozenset(("conspiracy", "conspiracy.night")),
        frozenset(("Won",)),
    )


TABLES = (
    _table("7 and 3 gods, pads", players=7, gods=3),
    _table("12 and 8 gods, pads", players=12, gods=8),
    _table("7 and 3 gods, thumbs", players=7, gods=3, ballot="thumbs"),
    _table("7 and 3 gods, booth", players=7, gods=3, ballot="booth"),
)
