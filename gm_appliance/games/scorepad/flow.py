"""How the game continues: from round to round, until the target or the last round is reached."""

from __future__ import annotations

from gm_appliance.games.scorepad import model
from gm_appliance.games.scorepad.events import RoundBegins, RoundOver
from gm_appliance.games.scorepad.model import ScoreStepBuilder, ScoreView


def entering(view: ScoreView) -> model.Phase:
    return model.Points(view.after_dealer) if view.setup.mode == "round" else model.Whose()


def begin_round(builder: ScoreStepBuilder, number: int, dealer: int) -> None:
    builder.change(round=number, dealer=dealer, closed=False)
    builder.tell(RoundBegins(number, dealer), phase=entering(builder.view))


def next_round(builder: ScoreStepBuilder) -> None:
    view = builder.view
    begin_round(builder, view.round + 1, view.after_dealer[0])


def close_round(builder: ScoreStepBuilder) -> None:
    builder.tell(RoundOver(builder.view.round), closed=True)
    settle(builder)


def settle(builder: ScoreStepBuilder) -> None:
    """Go to the phase that follows from the entries: after an entry, a correction or a menu."""
    view = builder.view
    why = _reached(view)
    if why:
        builder.change(phase=model.Reached(why))
    elif not view.closed:
        builder.change(phase=model.Whose())
    elif view.setup.mode == "round":
        builder.change(phase=model.Between())
    else:
        next_round(builder)


def _reached(view: ScoreView) -> str:
    """``"target"`` or ``"rounds"``, whichever is reached; otherwise "".

    A target above zero is reached from below, one below zero from above; zero, the start, is never reached.
    If the table plays on, the target is not reached again until the entries change.
    """
    setup = view.setup
    if setup.target and view.entries.chunks != view.beyond and _at_target(setup.target, view):
        return "target"
    return "rounds" if setup.rounds and view.closed and view.round >= setup.rounds else ""


def _at_target(target: int, view: ScoreView) -> bool:
    totals = [view.entries.totals[seat - 1] for seat in view.playing] if view.left else view.entries.totals
    return max(totals) >= target if target > 0 else min(totals) <= target
