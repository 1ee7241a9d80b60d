"""What the story of a finished game tells in other words than the table heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gm_appliance.core.cues import Cue, Say, StoryLine
from gm_appliance.core.table_narration import untold
from gm_appliance.hidden_roles import events, model

if TYPE_CHECKING:
    from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration


def _fell(words: HiddenRolesNarration, event: events.Banished, view: Any) -> tuple[Cue, ...]:
    """The morning before, but not what there is to do."""
    told = words.tell(event, view)
    until = told.index(words.fall(event, view)) + 1
    return tuple(cue for cue in told[:until] if isinstance(cue, Say))


def _voted(words: HiddenRolesNarration, event: events.ThumbsShown, view: Any) -> tuple[Cue, ...]:
    counting = words.RULES.voters(view, event.accused)
    against = [seat for seat in counting if event.thumbs[seat] == model.DOWN]
    down, up = len(against), len(counting) - len(against)
    who = words._("Thumb down: {names}.", names=words.names(view, against))
    return (Say(words._("{down} down, {up} up.", down=down, up=up)), *((StoryLine(who),) if against else ()))


def _won(words: HiddenRolesNarration, event: events.Won, view: Any) -> tuple[Cue, ...]:
    """The hidden side in one sentence."""
    won = Say(words._(words.SIDES[event.faction].said))
    if not event.factions:
        return (won,)
    heading, _who, them = words.hidden_side(event.factions, view)
    return (won, StoryLine(f"{heading} {words.names(view, them)}."))


STORY: Mapping[type, Callable[..., Iterable[Cue]]] = {
    **untold(events.AllSeated, events.PadCalled, events.Missing, events.FactionsLearned),
    **untold(events.Accuses, events.Withdrawn, events.RoundBegins, events.BallotChanged),
    **untold(events.CouncilEnds),
    events.Banished: _fell,
    events.ThumbsShown: _voted,
    events.Won: _won,
}

CONTINUES: frozenset[type] = frozenset(
    (
        *(events.Supported, events.Dropped, events.ThumbsShown, events.Counted, events.Totals),
        *(events.Spared, events.Protected, events.Banished, events.Missing),
    )
)
