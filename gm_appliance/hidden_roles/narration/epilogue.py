"""The epilogue of a game of hidden roles: what everybody knows once the cards are turned at the end. If the
box does not know them, only what needs none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from gm_appliance.core.epilogue import Fact, Told
from gm_appliance.core.language import N_, Message
from gm_appliance.hidden_roles import events, model
from gm_appliance.hidden_roles.rules import HiddenRoles

if TYPE_CHECKING:
    from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration

HUNTED, UNANIMOUS = 3, 4
"""The fewest accusations of somebody hunted, and the fewest thumbs that show that all agree."""

SENTENCES: Mapping[str, Message] = {
    "decided by a fall": N_("Round {round} decided it: {accused} fell, {down} to {up}."),
    "decided by sparing": N_("Round {round} decided it: {accused} was spared, {up} to {down}."),
    "hit their own": N_("On the night of round {round}, they struck one of their own: {seat}."),
    "quiet nights": N_("On {nights} nights, nobody fell."),
    "unanimous": N_("In round {round}, not one thumb went up for {accused}."),
    "hunted": N_("{seat} was accused {times} times, and never fell."),
    "always right": N_("{seat} accused {times} times, and was right every time."),
    "felled by cards": N_("Without the cards, {accused} would have been spared in round {round}."),
    "saved by cards": N_("Without the cards, {accused} would have fallen in round {round}."),
    "first was right": N_("The very first accusation was right: {accuser} against {accused}."),
    "alone": N_("In the end only {seat} was left."),
    "almost caught": N_("{accuser} almost caught {accused} in round {round}: {down} to {up}."),
    "own side": N_("In round {round}, {accuser} accused one of their own: {accused}."),
    "all innocent": N_("Every time you voted somebody out, it was the wrong one."),
    "right but spared": N_("In round {round}, {accuser} rightly accused {accused}, who was spared."),
    "stood longest": N_("Of those who lost, {seat} held out longest, until round {round}."),
}
"""The vote that decided it, and then what happens most rarely."""


def facts(words: HiddenRolesNarration, told: Told) -> Iterator[Fact]:
    over = told[-1][1]
    made = [(event, view.round) for event, view in told if isinstance(event, events.Accused)]
    yield from _without_cards(made, over)
    if (nights := quiet_nights(told)) > 1:
        yield Fact("quiet nights", words={"nights": nights})
    if not over.factions:
        return
    hidden = {*words.hidden_side(over.factions, over)[2]}
    yield from _accusations(made, hidden)
    yield from _ballots(over, hidden)
    yield from _falls(words.RULES, told, hidden)
    if one := words.RULES.decisive(over):
        kind = "decided by a fall" if one.fell else "decided by sparing"
        yield Fact(kind, {"accused": one.accused}, {"round": one.round, "down": one.down, "up": one.up})


def quiet_nights(told: Told) -> int:
    """Nights in which nobody fell."""
    rounds: set[int] = set()
    for event, view in told:
        by_card = isinstance(event, events.Protected) and not isinstance(view.phase, model.Trial)
        if by_card or isinstance(event, events.NobodyBanished):
            rounds.add(view.round)
        elif isinstance(event, events.NightVoid):
            rounds.discard(view.round)
    return len(rounds)


def _without_cards(made: list[tuple[events.Accused, int]], over: Any) -> Iterator[Fact]:
    accused = Counter(one.accused for one, _round in made)
    for seat in over.places.inside:
        if accused[seat] >= max((HUNTED, *accused.values())):
            yield Fact("hunted", {"seat": seat}, {"times": accused[seat]})
    if len(over.places.inside) == 1 and over.outcome.winners:
        yield Fact("alone", {"seat": over.places.inside[0]})
    for one in over.verdicts:
        down = sum(thumb == model.DOWN for thumb in one.thumbs.values())
        up = len(one.thumbs) - down
        seats, words, by_cards = (
            {"accused": one.accused},
            {"round": one.round},
            (down, up) != (one.down, one.up),
        )
        if one.thumbs and by_cards and one.fell and down <= up:
            yield Fact("felled by cards", seats, words)
        if one.thumbs and by_cards and down > up and one.down <= one.up:
            yield Fact("saved by cards", seats, words)
        if not up and down >= UNANIMOUS:
            yield Fact("unanimous", seats, words)


def _accusations(made: list[tuple[events.Accused, int]], hidden: set[int]) -> Iterator[Fact]:
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


def _ballots(over: Any, hidden: set[int]) -> Iterator[Fact]:
    """Members of the hidden side who were accused and spared."""
    for one in over.verdicts:
        seats = {"accuser": one.accuser, "accused": one.accused}
        if one.fell or one.down > one.up or one.accused not in hidden or one.accuser in hidden:
            continue
        if one.up - one.down > 1:
            yield Fact("right but spared", seats, {"round": one.round})
        else:
            yield Fact("almost caught", seats, {"round": one.round, "down": one.down, "up": one.up})


def _falls(rules: HiddenRoles, told: Told, hidden: set[int]) -> Iterator[Fact]:
    over = told[-1][1]
    by_vote = [one.accused for one in over.verdicts if one.fell]
    if len(by_vote) > 1 and hidden.isdisjoint(by_vote):
        yield Fact("all innocent")
    by = {event.seat: event.by for event, _view in told if isinstance(event, events.Banished)}
    fell = {seat: (by[seat], round) for seat, round in over.falls.items()}
    for seat in hidden & {*fell}:
        if by[seat] == rules.NIGHT[0] and rules.only_they_kill(over):
            yield Fact("hit their own", {"seat": seat}, {"round": over.falls[seat]})
    won = over.outcome.winners
    lost = {seat for seat in over.seats if rules.side(over.factions[seat - 1]) not in won} if won else set()
    if lost.isdisjoint(over.places.inside):
        for before, last in [*pairwise(seat for seat in fell if seat in lost)][-1:]:
            if fell.get(before) != fell[last]:  # nobody fell beside it
                yield Fact("stood longest", {"seat": last}, {"round": over.falls[last]})
