"""Banishment, and how it ends the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gm_appliance.games.game import Outcome, Plain
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    PROTECT,
    Banished,
    Over,
    Telling,
    View,
    Won,
)


def banish(telling: Telling, seat: int, by: str) -> None:
    """Turn a seat's card to the Underworld and see whether that ends the game.

    Always final: whether the game goes on was read from the factions, and taking the banishment
    back would tell something about them.
    """
    view = telling.view
    places = list(view.places)
    places[seat - 1] = replace(view.place(seat), below=True)
    telling.tell(Banished(seat, by), places=tuple(places))
    telling.final = True
    winner = standing(telling.view, telling.state.factions)
    if winner is None:
        return
    factions = tuple(telling.state.factions[s] for s in view.seats)
    lost = CONSPIRE if winner == PROTECT else PROTECT
    facts: dict[str, Plain] = {
        "rounds": view.round,
        "factions": {str(s): f for s, f in zip(view.seats, factions, strict=True)},
        "asgard": list(telling.view.asgard),
        "last_banished": seat,
        "by": by,
    }
    outcome = Outcome((winner,), f"all-{lost}-banished", facts)
    telling.tell(Won(winner, factions), stage=Over(), factions=factions, outcome=outcome)


def standing(view: View, factions: Mapping[int, str]) -> str | None:
    """The faction that alone still has somebody in Asgard; None while both have.

    Rulebook, "The End of the Game".
    """
    left = {factions[seat] for seat in view.asgard}
    return left.pop() if len(left) == 1 else None
