"""The epilogue of Thor: what turned the match. Facts without points or an order of play tell nothing."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.epilogue import Epilogue, Fact, Sentence, Told
from gm_appliance.core.language import N_
from gm_appliance.core.standings import alone_ahead
from gm_appliance.games.thor.events import Corrected, FollowsTurns, OfferCorrected, OfferPlaced, RoundOver
from gm_appliance.games.thor.model import ThorView
from gm_appliance.games.thor.sheets import worths


def facts(told: Told) -> Iterator[Fact]:
    over: ThorView = told[-1][1]
    points, totals, won = over.points, over.totals, over.winners
    for round, scored in enumerate(points, 1):
        for seat in over.seats:
            if scored[seat - 1] < 0:
                yield Fact("below zero", {"player": seat}, {"round": round})
    if len(won) != 1:
        return
    if sorted(totals.values())[-2] == totals[won[0]] - 1:
        yield Fact("single point")
    if len(points) > 1:
        before = {seat: totals[seat] - points[-1][seat - 1] for seat in over.seats}
        led = alone_ahead(before)
        if led and led not in won:
            yield Fact("lead lost", {"player": led})
            if before[won[0]] == min(before.values()):
                yield Fact("from behind", {"player": won[0]})
    if turned := _turned(told, over):
        yield Fact("offer", {"player": turned.seat}, {"god": turned.god, "n": turned.value})


def _turned(told: Told, over: ThorView) -> OfferPlaced | None:
    """The offer of the last round with which the winner passed somebody who was ahead, and stayed ahead until
    its end; none if the box did not see all turns rightly, or if hands hold unknown points."""
    unseen = any(isinstance(event, Corrected | OfferCorrected | FollowsTurns) for event, _view in told)
    if unseen or over.setup.will or over.setup.mode != "live":
        return None
    turned, before = None, 0
    for event, view in told:
        if isinstance(event, RoundOver) and len(view.points) == len(over.points):
            break
        if len(view.points) < len(over.points) - 1 or isinstance(event, RoundOver):
            continue
        ahead = _ahead(view)
        if ahead != over.winners[0]:
            turned = None
        elif isinstance(event, OfferPlaced) and before not in (0, ahead):
            turned = event
        before = ahead
    return turned


def _ahead(view: ThorView) -> int:
    """Who would win if the round ended now."""
    values, totals = worths(view.setup, view.board), view.totals
    hands = zip(view.seats, view.board.hands, strict=True)
    at_gods = {seat: sum(a * b for a, b in zip(values, hand, strict=True)) for seat, hand in hands}
    return alone_ahead({seat: totals[seat] + at_gods[seat] for seat in view.seats})


EPILOGUE = Epilogue(
    facts,
    {
        "lead lost": Sentence(N_("Before the last round, {player} still led."), 0.2),
        "from behind": Sentence(N_("{player} was last before the last round, and won."), 0.01),
        "single point": Sentence(N_("A single point decided the match."), 0.13),
        "below zero": Sentence(N_("In round {round}, {player} ended below zero."), 0.04),
        "offer": Sentence(N_("One offer turned the match: {player} on {god}, {n}."), 0.13),
    },
)
