"""Banishment, and how it ends the game."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import Choice, Decision, OneOf, Outcome, Plain, Table
from gm_appliance.games.gotterdammerung.events import Banished, Ended, Won
from gm_appliance.games.gotterdammerung.model import CONSPIRE, PROTECT, Asking, Over, Telling, View

GOES_ON = "on"


def banish(telling: Telling, seat: int, by: str) -> bool:
    """Turn a seat's card to the Underworld; True if the game goes on as far as the box knows.

    Final where it knows the factions: whether the game goes on was read from them, and taking the
    banishment back would tell something about them. Where it does not, the conspirators are asked.
    """
    view = telling.view
    telling.tell(Banished(seat, by), places=view.places.banished(seat))
    if not view.with_pads:
        telling.change(stage=Asking(by))
        return False
    telling.final = True
    winner = standing(telling.view, telling.factions)
    if winner is None:
        return True
    _win(telling, winner, {"last_banished": seat, "by": by})
    return False


def standing(view: View, factions: Mapping[int, str]) -> str | None:
    """The faction that alone still has somebody in Asgard; None while both have.

    Rulebook, "The End of the Game".
    """
    left = {factions[seat] for seat in view.asgard}
    return left.pop() if len(left) == 1 else None


def asking_decision(view: View, stage: Asking) -> Decision:
    """Rulebook, "Playing without a Game Master": the conspirators call the end.

    With one player left in Asgard a whole faction is banished, so it cannot go on.
    """
    over = len(view.asgard) <= 1
    return Decision("end.called", Table(), OneOf((*(() if over else (GOES_ON,)), PROTECT, CONSPIRE)))


def call_end(telling: Telling, choice: Choice) -> bool:
    """True if the game goes on; else the faction that was named has won."""
    if choice.value == GOES_ON:
        return True
    _win(telling, str(choice.value), {})
    return False


def _win(telling: Telling, winner: str, facts: Mapping[str, Plain]) -> None:
    view, factions = telling.view, _known(telling)
    lost = CONSPIRE if winner == PROTECT else PROTECT
    outcome = Outcome((winner,), f"all-{lost}-banished", {**_facts(view, factions), **facts})
    telling.tell(Won(winner, factions), stage=Over(), factions=factions, outcome=outcome)


def end(telling: Telling) -> None:
    """The table ends the game before a faction has won: nobody wins, and all is revealed."""
    factions = _known(telling)
    telling.final = True
    outcome = Outcome((), "ended", _facts(telling.view, factions))
    telling.tell(Ended(factions), stage=Over(), factions=factions, outcome=outcome)


def _known(telling: Telling) -> tuple[str, ...]:
    """Every seat's faction; empty where the box does not know them all."""
    factions, seats = telling.factions, telling.view.seats
    return tuple(factions[seat] for seat in seats) if len(factions) == len(seats) else ()


def _facts(view: View, factions: tuple[str, ...]) -> dict[str, Plain]:
    by_seat: dict[str, Plain] = {str(seat): one for seat, one in enumerate(factions, 1)}
    return {"rounds": view.round, "factions": by_seat, "asgard": list(view.asgard)}
