"""How the score pad goes on: round after round, until the numbers say that it could be over."""

from __future__ import annotations

from gm_appliance.games.scorepad.events import RoundBegins, RoundOver
from gm_appliance.games.scorepad.model import Between, Phase, Points, Reached, ScoreStepBuilder, View, Whose


def entering(view: View) -> Phase:
    """Where a round begins."""
    return Points(view.after_dealer) if view.setup.mode == "round" else Whose()


def begin_round(builder: ScoreStepBuilder, number: int, dealer: int) -> None:
    """A round of that number, dealt by that seat."""
    builder.change(round=number, dealer=dealer, closed=False)
    builder.tell(RoundBegins(number, dealer), phase=entering(builder.view))


def next_round(builder: ScoreStepBuilder) -> None:
    """A further round; the deal passes on."""
    view = builder.view
    begin_round(builder, view.round + 1, view.after_dealer[0])


def close_round(builder: ScoreStepBuilder) -> None:
    """The open round is complete."""
    builder.tell(RoundOver(builder.view.round), closed=True)
    settle(builder)


def settle(builder: ScoreStepBuilder) -> None:
    """Go to where the game stands by the numbers alone: after an entry, a look, a correction."""
    view = builder.view
    why = reached(view)
    if why:
        builder.change(phase=Reached(why))
    elif not view.closed:
        builder.change(phase=Whose())
    elif view.setup.mode == "round":
        builder.change(phase=Between())
    else:
        next_round(builder)


def reached(view: View) -> str:
    """``"target"``, ``"rounds"`` or nothing; asked when an entry or, round by round, a round is complete.

    A target above zero is reached from below, one below zero from above; zero, where all begin, never.
    """
    setup = view.setup
    if setup.target and _at_target(setup.target, view):
        return "target"
    return "rounds" if setup.rounds and view.closed and view.round >= setup.rounds else ""


def _at_target(target: int, view: View) -> bool:
    totals = [view.entries.totals[seat - 1] for seat in view.playing] if view.left else view.entries.totals
    return max(totals) >= target if target > 0 else min(totals) <= target
