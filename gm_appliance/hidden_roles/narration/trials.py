"""What screens with room show of a trial: who accuses whom, and how the votes add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gm_appliance.core.cues.props import Accusation
from gm_appliance.core.language import Language, Name
from gm_appliance.hidden_roles.model import DOWN, UP, Count, Trial


def accusation(_: Language, view: Any, name: Callable[[Any, int], Name]) -> Iterable[Accusation]:
    """The one that is heard now; a ballot ends it, whose result tells the view of before."""
    phase = view.phase
    if isinstance(phase, Trial) and phase.step in ("support", "defence"):
        by, accused = name(view, phase.accuser), name(view, phase.accused)
        label = _("{accuser} accuses {accused}.", accuser=by, accused=accused)
        told = _("{accused}, you are accused.", accused=accused)
        yield Accusation(phase.accuser, phase.accused, label, told)


def adding_up(_: Language, counted: Count, said: Sequence[str]) -> Iterable[tuple[str, int, int]]:
    """The thumbs as shown, and each modifier with the votes as they are then."""
    votes = {DOWN: counted.raw_down, UP: counted.raw_up}
    yield _.pgettext("title", "The thumbs"), counted.raw_down, counted.raw_up
    for one, text in zip(counted.modifiers, said, strict=True):
        votes[one.thumb] += one.votes or 1
        if not one.votes:  # turned from the other side
            votes[UP if one.thumb == DOWN else DOWN] -= 1
        yield text, votes[DOWN], votes[UP]
