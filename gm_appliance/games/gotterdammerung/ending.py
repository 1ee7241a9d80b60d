"""Banishment, and how it ends the game."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import JSON, Decision, OneOf, Outcome, Table
from gm_appliance.games.gotterdammerung.events import Banished, Ended, Won
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PROTECT,
    EndCheck,
    GotterdammerungStepBuilder,
    GotterdammerungView,
    Over,
)

GOES_ON = "on"


def banish(builder: GotterdammerungStepBuilder, seat: int, by: str) -> bool:
    """Turn a seat's card to the Underworld. Returns whether the game goes on, to the box's knowledge.

    The step is final if the box knows the factions: it has used them to see whether the game is over, so
    taking the banishment back would reveal something about them. If it does not know them, it asks the
    conspirators as soon as a whole faction may be banished.
    """
    view = builder.view
    after = view.changed({"places": view.places.banished(seat)})
    winner = sole_faction(after, builder.factions) if view.with_pads else None
    builder.tell(Banished(seat, by, over=winner is not None), places=after.places)
    if not view.with_pads:
        if not possible_winners(builder.view):
            return True
        builder.change(phase=EndCheck(by))
        return False
    builder.final = True
    if winner is None:
        return True
    win(builder, winner, last_banished=seat, by=by)
    return False


def sole_faction(view: GotterdammerungView, factions: Mapping[int, str]) -> str | None:
    """The only faction with somebody in Asgard; None if both have. Rulebook, "The End of the Game"."""
    left = {factions[seat] for seat in view.asgard}
    return left.pop() if len(left) == 1 else None


def possible_winners(view: GotterdammerungView) -> tuple[str, ...]:
    """The factions that may have won, by what everybody knows: at least as many players are banished as the
    other faction has cards."""
    protectors, conspirators = FACTIONS[len(view.places)]
    banished = len(view.places) - len(view.asgard)
    against = ((PROTECT, conspirators), (CONSPIRE, protectors))
    return tuple(faction for faction, others in against if others <= banished)


def end_check(view: GotterdammerungView, phase: EndCheck) -> Decision:
    """Rulebook, "Playing without a Game Master": the conspirators call the end. With one player left in
    Asgard a whole faction is banished, so the game cannot go on."""
    over = len(view.asgard) <= 1
    return Decision("end.called", Table(), OneOf((*(() if over else (GOES_ON,)), *possible_winners(view))))


def win(builder: GotterdammerungStepBuilder, winner: str, **facts: JSON) -> None:
    """This faction has won. facts: added to the outcome's facts."""
    factions = _known(builder)
    lost = CONSPIRE if winner == PROTECT else PROTECT
    outcome = Outcome((winner,), f"all-{lost}-banished", {**_facts(builder.view, factions), **facts})
    builder.tell(Won(winner, factions), phase=Over(), factions=factions, outcome=outcome)


def end(builder: GotterdammerungStepBuilder) -> None:
    """The table ends the game before a faction has won: nobody wins, and the factions are revealed."""
    factions = _known(builder)
    builder.final = True
    outcome = Outcome((), "ended", _facts(builder.view, factions))
    builder.tell(Ended(factions), phase=Over(), factions=factions, outcome=outcome)


def _known(builder: GotterdammerungStepBuilder) -> tuple[str, ...]:
    factions, seats = builder.factions, builder.view.seats
    return tuple(factions[seat] for seat in seats) if len(factions) == len(seats) else ()


def _facts(view: GotterdammerungView, factions: tuple[str, ...]) -> dict[str, JSON]:
    by_seat: dict[str, JSON] = {str(seat): one for seat, one in enumerate(factions, 1)}
    roles: dict[str, JSON] = {
        str(seat): view.place(seat).role for seat in view.seats if view.place(seat).role
    }
    return {"rounds": view.round, "factions": by_seat, "roles": roles, "asgard": list(view.asgard)}
