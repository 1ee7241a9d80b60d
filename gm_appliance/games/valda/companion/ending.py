"""How a game ends, and who has won."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Outcome, Plain, Table
from gm_appliance.games.valda.companion.events import Ended
from gm_appliance.games.valda.companion.model import Correcting, Final, Over, View
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder
from gm_appliance.games.valda.track import GOAL

PLAYED, WON_RACE = "played", "race"
"""Why a game ended: after its last round, or because somebody reached the goal."""

SHARED = "shared"

CRITERIA = ("followers", "buildings", "resources")
"""What decides, the next one where the one before leaves a tie."""


def decided(view: View) -> tuple[tuple[int, ...], str]:
    """The seats that win, and what decided it."""
    first = view.seats
    for what in CRITERIA:
        numbers = {seat: int(getattr(view.has(seat), what)) for seat in first}
        first = tuple(seat for seat in first if numbers[seat] == max(numbers.values()))
        if len(first) == 1:
            return first, what
    return first, SHARED


def race_is_won(view: View) -> bool:
    """Whether somebody has reached the goal of a race that is still on."""
    over = isinstance(view.phase, Final | Over)
    return view.setup.race and not over and any(number >= GOAL for number in view.followers)


def finish(builder: CompanionStepBuilder, why: str) -> None:
    """The game is decided."""
    view = builder.view
    winners, by = decided(view)
    marks = (*view.ended[: view.round - 1], view.followers)
    builder.tell(Ended(why, winners, by), phase=Final(why), ended=marks, lying=None, site=None)


def final_decision(view: View, phase: Final) -> Decision:
    """What a race was won by cannot be corrected, but taken back."""
    return Decision("game.over", Table(), OneOf(("done", "correct") if phase.why == PLAYED else ("done",)))


def apply_final(builder: CompanionStepBuilder, phase: Final, value: Any) -> None:
    builder.go(Correcting(phase) if value == "correct" else Over(phase.why))


def outcome(view: View) -> Outcome | None:
    """How it ended; None while it goes on."""
    if not isinstance(view.phase, Over):
        return None
    winners, by = decided(view)
    marks = ((0,) * view.setup.players, *view.ended)
    gains = [
        [after - before for before, after in zip(one, other, strict=True)] for one, other in pairwise(marks)
    ]
    by_round: list[Plain] = [_by_seat(one) for one in gains]
    facts: dict[str, Plain] = {
        "totals": _by_seat(view.followers),
        "buildings": _by_seat([one.buildings for one in view.holdings]),
        "resources": _by_seat([one.resources for one in view.holdings]),
        "by": by,
        "rounds": view.round,
        "by_round": by_round,
    }
    return Outcome(winners, view.phase.why, facts)


def _by_seat(numbers: Any) -> dict[str, Plain]:
    return {str(seat): number for seat, number in enumerate(numbers, 1)}
