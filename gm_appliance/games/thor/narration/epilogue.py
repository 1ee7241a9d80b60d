"""The epilogue of Thor: what turned the match. Facts without points or an order of play tell nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from gm_appliance.core.epilogue import Fact, Told, race
from gm_appliance.core.language import N_, Message
from gm_appliance.core.standings import alone_ahead
from gm_appliance.core.table_narration import Words
from gm_appliance.games.thor.events import Corrected, FollowsTurns, OfferCorrected, OfferPlaced, RoundOver
from gm_appliance.games.thor.model import ThorView
from gm_appliance.games.thor.narration.names import god_name
from gm_appliance.games.thor.sheets import worths

SENTENCES: Mapping[str, Message] = {
    "from behind": N_("{player} was last before the last round, and won."),
    "below zero": N_("In round {round}, {player} ended below zero."),
    "by one": N_("A single point decided the match."),
    "offer": N_("One offer turned the match: {player} on {god}, {n}."),
    "lead lost": N_("Before the last round, {player} still led."),
}


def facts(words: Words, told: Told) -> Iterator[Fact]:
    over: ThorView = told[-1][1]
    points, totals, won = over.points, over.totals, over.winners
    for round, scored in enumerate(points, 1):
        for seat in over.seats:
            if scored[seat - 1] < 0:
                yield Fact("below zero", {"player": seat}, {"round": round})
    if not points:
        return
    before = {seat: totals[seat] - points[-1][seat - 1] for seat in over.seats}
    yield from race(totals, before if len(points) > 1 else {}, won)
    turned = _turned(told, over) if len(won) == 1 else None
    if turned:
        god = god_name(words._, turned.god)
        yield Fact("offer", {"player": turned.seat}, {"god": god, "n": turned.value})


def _turned(told: Told, over: ThorView) -> OfferPlaced | None:
    """The offer of the last round with which the winner passed somebody who was ahead, and stayed ahead until
    its end; none if the box did not see all turns rightly, or if hands hold unknown points."""
    unseen = any(isinstance(event, Corrected | OfferCorrected | FollowsTurns) for event, _view in told)
    if unseen or over.setup.will or over.setup.mode != "live":
        return None
    last = [
        (event, _ahead(view))
        for event, view in told
        if len(view.points) == len(over.points) - 1 and not isinstance(event, RoundOver)
    ]
    turned = None
    for (_event, before), (event, ahead) in pairwise(last):
        if ahead != over.winners[0]:
            turned = None
        elif isinstance(event, OfferPlaced) and before not in (0, ahead):
            turned = event
    return turned


def _ahead(view: ThorView) -> int:
    """Who would win if the round ended now."""
    values, totals = worths(view.setup, view.board), view.totals
    hands = zip(view.seats, view.board.hands, strict=True)
    at_gods = {seat: sum(a * b for a, b in zip(values, hand, strict=True)) for seat, hand in hands}
    return alone_ahead({seat: totals[seat] + at_gods[seat] for seat in view.seats})
