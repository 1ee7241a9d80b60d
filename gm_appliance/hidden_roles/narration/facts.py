"""What may be told of a game of hidden roles that is over: facts that everybody knows, at the latest by the
cards turned at the end. Without those only what needs none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from gm_appliance.core.epilogue import Fact, Told
from gm_appliance.hidden_roles import events, model
from gm_appliance.hidden_roles.rules import HiddenRoles

HUNTED, UNANIMOUS = 3, 4
"""The fewest accusations of somebody hunted, and the fewest thumbs that show that all agree."""


def lasting(told: Told) -> list[tuple[Any, Any]]:
    """The events without those of void nights."""
    kept: list[tuple[Any, Any]] = []
    for event, view in told:
        if isinstance(event, events.NightVoid):
            kept = [one for one in kept if one[1].round < view.round]
        kept.append((event, view))
    return kept


def facts(rules: HiddenRoles, told: Told) -> Iterator[Fact]:
    kept = lasting(told)
    over = kept[-1][1]
    yield from _without_cards(kept, over)
    if over.factions:
        hidden = frozenset(seat for seat in over.seats if rules.hides(over.factions[seat - 1]))
        yield from _accusations(kept, hidden)
        yield from _ballots(kept, hidden)
        yield from _falls(rules, kept, hidden, over)


def _without_cards(kept: Told, over: Any) -> Iterator[Fact]:
    quiet = sum(_saved_a_night(event, view) for event, view in kept)
    if quiet > 1:
        yield Fact("quiet nights", words={"nights": quiet})
    accused = Counter(event.accused for event, _view in kept if isinstance(event, events.Accused))
    for seat in over.places.inside:
        if accused[seat] >= max((HUNTED, *accused.values())):
            yield Fact("hunted", {"seat": seat}, {"times": accused[seat]})
    if len(over.places.inside) == 1 and over.outcome.winners:
        yield Fact("alone", {"seat": over.places.inside[0]})
    for event, view in kept:
        if isinstance(event, events.Counted):
            yield from _count(event, view)


def _saved_a_night(event: Any, view: Any) -> bool:
    by_card = isinstance(event, events.Protected) and not isinstance(view.phase, model.Trial)
    return by_card or isinstance(event, events.NobodyBanished)


def _count(event: events.Counted, view: Any) -> Iterator[Fact]:
    """A ballot that cards turned, or in which all agreed."""
    count, verdict = event.count, view.verdicts[-1]
    seats, words = {"accused": event.accused}, {"round": view.round}
    by_thumbs = count.raw_down > count.raw_up
    if verdict.fell and count.modifiers and not by_thumbs:
        yield Fact("felled by cards", seats, words)
    if by_thumbs and count.modifiers and count.down <= count.up:
        yield Fact("saved by cards", seats, words)
    if not count.raw_up and count.raw_down >= UNANIMOUS:
        yield Fact("unanimous", seats, words)


def _accusations(kept: Told, hidden: frozenset[int]) -> Iterator[Fact]:
    made = [(event, view.round) for event, view in kept if isinstance(event, events.Accused)]
    for first, _round in made[:1]:
        if first.accused in hidden and first.accuser not in hidden:
            yield Fact("first was right", {"accuser": first.accuser, "accused": first.accused})
    for one, round in made:
        if {one.accuser, one.accused} <= hidden:
            yield Fact("own side", {"accuser": one.accuser, "accused": one.accused}, {"round": round})
    right = {one.accuser for one, _round in made} - hidden
    right -= {one.accuser for one, _round in made if one.accused not in hidden}
    for seat, times in Counter(one.accuser for one, _round in made).items():
        if times > 1 and seat in right:
            yield Fact("always right", {"seat": seat}, {"times": times})


def _ballots(kept: Told, hidden: frozenset[int]) -> Iterator[Fact]:
    accuser = 0
    for event, view in kept:
        if isinstance(event, events.Accused):
            accuser = event.accuser
        elif isinstance(event, events.Protected):
            if isinstance(view.phase, model.Trial) and event.seat in hidden:
                yield Fact("kept by a card", {"accused": event.seat}, {"round": view.round})
        elif isinstance(event, events.Spared) and event.accused in hidden and accuser not in hidden:
            last, seats = view.verdicts[-1], {"accuser": accuser, "accused": event.accused}
            if last.up - last.down > 1:
                yield Fact("right but spared", seats, {"round": view.round})
            else:
                yield Fact("almost caught", seats, {"round": view.round, "down": last.down, "up": last.up})


def _falls(rules: HiddenRoles, kept: Told, hidden: frozenset[int], over: Any) -> Iterator[Fact]:
    falls = [(event, view.round) for event, view in kept if isinstance(event, events.Banished)]
    by_vote = [event.seat for event, _round in falls if event.by == "council"]
    if len(by_vote) > 1 and hidden.isdisjoint(by_vote):
        yield Fact("all innocent")
    for event, round in falls:
        if event.by == rules.NIGHT[0] and event.seat in hidden and rules.only_they_kill(over):
            yield Fact("hit their own", {"seat": event.seat}, {"round": round})
    won = over.outcome.winners
    lost = {seat for seat in over.seats if rules.side(over.factions[seat - 1]) not in won} if won else set()
    theirs = [(event, round) for event, round in falls if event.seat in lost]
    if lost.isdisjoint(over.places.inside):
        for (before, earlier), (last, round) in [*pairwise(theirs)][-1:]:
            if (before.by, earlier) != (last.by, round):  # nobody fell beside it
                yield Fact("stood longest", {"seat": last.seat}, {"round": round})
