"""Sentences of a finished game's story that differ from those at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gm_appliance.core.cues import Cue, Say, Show, StoryLine
from gm_appliance.core.table_narration import untold
from gm_appliance.hidden_roles import events, model

if TYPE_CHECKING:
    from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration


def until_it_is_said(words: Any, event: Any, view: Any) -> tuple[Say, ...]:
    """Up to the sentence that belongs to the picture, without what there is to do then."""
    told = words.tell(event, view)
    shown = next(at for at, cue in enumerate(told) if isinstance(cue, Show))
    until = next(at for at, cue in enumerate(told) if at > shown and isinstance(cue, Say))
    return tuple(cue for cue in told[: until + 1] if isinstance(cue, Say))


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
    events.Banished: until_it_is_said,
    events.ThumbsShown: _voted,
    events.Won: _won,
}
