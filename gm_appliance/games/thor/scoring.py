"""Scoring a final position, and how the match continues."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.games.thor import model
from gm_appliance.games.thor.events import Ended, GiftsScored, GodScored, RoundOver, RoundScored
from gm_appliance.games.thor.model import GIFT_POINTS, Sheet, ThorStepBuilder, ThorView, put
from gm_appliance.games.thor.sheets import Score, score, unknown

PLAYED = "played"
ENDED = "ended"


def reckon(
    builder: ThorStepBuilder, round: int, sheet: Sheet, back: model.Between | model.Final | None = None
) -> None:
    """Keep a round's final position, and score it or ask for the next unknown fact. back: the phase to return
    to, if the round was scored before."""
    view = builder.view
    sheets = view.sheets
    kept = put(sheets, round - 1, sheet) if round <= len(sheets) else (*sheets, sheet)
    if unknown(view.setup, sheet):
        builder.change(sheets=kept, phase=model.Entering(round, back))
        return
    builder.change(sheets=kept)
    scored = score(view.setup, sheet)
    if back is None:
        _tell_score(builder, round, scored)
        _after_round(builder)
    else:
        _tell_changes(builder, round, scored)
        _go_on(builder, back)


def _tell_score(builder: ThorStepBuilder, round: int, scored: Score) -> None:
    points = scored.points
    builder.tell(RoundOver(round, scored.values), points=(*builder.view.points, points))
    builder.tell_all(_counted(builder.view, round, scored, points))


def _counted(view: ThorView, round: int, scored: Score, points: tuple[int, ...]) -> Iterator[object]:
    totals, gods = view.totals, view.gods
    for seat, hand, gifts, gained in zip(view.seats, scored.counts, scored.gifts, points, strict=True):
        for god, value, number in zip(gods, scored.values, hand, strict=True):
            if number:
                yield GodScored(seat, god, value, number, value * number)
        if gifts:
            yield GiftsScored(seat, gifts, gifts * GIFT_POINTS)
        yield RoundScored(round, seat, gained, totals[seat])


def _tell_changes(builder: ThorStepBuilder, round: int, scored: Score) -> None:
    before = builder.view.points
    builder.change(points=put(before, round - 1, scored.points))
    totals = builder.view.totals
    for seat, old, new in zip(builder.view.seats, before[round - 1], scored.points, strict=True):
        if old != new:
            builder.tell(RoundScored(round, seat, new, totals[seat]))


def _after_round(builder: ThorStepBuilder) -> None:
    view = builder.view
    if view.round < view.setup.rounds:
        builder.change(phase=model.Between())
    else:
        end(builder, PLAYED)


def _go_on(builder: ThorStepBuilder, back: model.Between | model.Final) -> None:
    if isinstance(back, model.Final):
        end(builder, back.why)
    else:
        builder.change(phase=back)


def end(builder: ThorStepBuilder, why: str) -> None:
    """The match is decided. Announced again after a correction, which may change the winner."""
    builder.tell(Ended(why, builder.view.winners), phase=model.Final(why))
