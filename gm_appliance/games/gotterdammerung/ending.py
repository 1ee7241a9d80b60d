"""Banishment, and how it ends the game."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import Choice, Decision, OneOf, Outcome, Plain, Table
from gm_appliance.games.gotterdammerung.events import Banished, Ended, Won
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PROTECT,
    EndCheck,
    Over,
    StepBuilder,
    View,
)

GOES_ON = "on"


def banish(builder: StepBuilder, seat: int, by: str) -> bool:
    """Turn a seat's card to the Underworld; True if the game goes on as far as the box knows.

    Final where it knows the factions: whether the game goes on was read from them, and taking the
    banishment back would tell something about them. Where it does not, the conspirators are asked, as
    soon as a whole faction may be banished.
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
    _win(builder, winner, {"last_banished": seat, "by": by})
    return False


def sole_faction(view: View, factions: Mapping[int, str]) -> str | None:
    """The faction that alone still has somebody in Asgard; None while both have.

    Rulebook, "The End of the Game".
    """
    left = {factions[seat] for seat in view.asgard}
    return left.pop() if len(left) == 1 else None


def possible_winners(view: View) -> tuple[str, ...]:
    """The factions that may have won, as far as all know: as many are banished as the other has cards."""
    protectors, conspirators = FACTIONS[len(view.places)]
    banished = len(view.places) - len(view.asgard)
    of_them = ((PROTECT, conspirators), (CONSPIRE, protectors))
    return tuple(faction for faction, others in of_them if others <= banished)


def end_check_decision(view: View, phase: EndCheck) -> Decision:
    """Rulebook, "Playing without a Game Master": the conspirators call the end.

    With one player left in Asgard a whole faction is banished, so it cannot go on.
    """
    over = len(view.asgard) <= 1
    return Decision("end.called", Table(), OneOf((*(() if over else (GOES_ON,)), *possible_winners(view))))


def call_end(builder: StepBuilder, choice: Choice) -> bool:
    """True if the game goes on; else the faction that was named has won."""
    if choice.value == GOES_ON:
        return True
    _win(builder, str(choice.value), {})
    return False


def _win(builder: StepBuilder, winner: str, facts: Mapping[str, Plain]) -> None:
    view, factions = builder.view, _known(builder)
    lost = CONSPIRE if winner == PROTECT else PROTECT
    outcome = Outcome((winner,), f"all-{lost}-banished", {**_facts(view, factions), **facts})
    builder.tell(Won(winner, factions), phase=Over(), factions=factions, outcome=outcome)


def end(builder: StepBuilder) -> None:
    """The table ends the game before a faction has won: nobody wins, and all is revealed."""
    factions = _known(builder)
    builder.final = True
    outcome = Outcome((), "ended", _facts(builder.view, factions))
    builder.tell(Ended(factions), phase=Over(), factions=factions, outcome=outcome)


def _known(builder: StepBuilder) -> tuple[str, ...]:
    """Every seat's faction; empty where the box does not know them all."""
    factions, seats = builder.factions, builder.view.seats
    return tuple(factions[seat] for seat in seats) if len(factions) == len(seats) else ()


def _facts(view: View, factions: tuple[str, ...]) -> dict[str, Plain]:
    by_seat: dict[str, Plain] = {str(seat): one for seat, one in enumerate(factions, 1)}
    return {"rounds": view.round, "factions": by_seat, "asgard": list(view.asgard)}
