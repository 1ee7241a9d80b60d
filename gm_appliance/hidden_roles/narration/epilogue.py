"""The sentences of the epilogue that every game of hidden roles shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gm_appliance.core.epilogue import Epilogue, Fact, Sentence, Told
from gm_appliance.core.language import N_, Message

_SAID: Mapping[str, Message] = {
    "almost caught": N_("{accuser} almost caught {accused} in round {round}: {down} to {up}."),
    "right but spared": N_("In round {round}, {accuser} rightly accused {accused}, who was spared."),
    "hit their own": N_("The night of round {round} hit its own side: {seat}."),
    "stood longest": N_("Among those who lost, {seat} stood longest, until round {round}."),
    "alone": N_("In the end only {seat} was left."),
    "hunted": N_("{seat} was accused {times} times, and never fell."),
    "all innocent": N_("Every vote that felled somebody hit the wrong one."),
    "own side": N_("In round {round}, {accuser} accused one of their own: {accused}."),
    "first was right": N_("The very first accusation was right: {accuser} against {accused}."),
    "always right": N_("{seat} accused {times} times, and was right every time."),
    "felled by cards": N_("Without the cards, {accused} would have stayed in round {round}."),
    "saved by cards": N_("Without the cards, {accused} would have fallen in round {round}."),
    "unanimous": N_("In round {round}, not one thumb was up for {accused}."),
    "quiet nights": N_("In {nights} nights nobody fell."),
}


def epilogue(
    facts: Callable[[Told], Iterable[Fact]], shares: Mapping[str, float], own: Mapping[str, Message]
) -> Epilogue:
    """Of one game. shares: as in `Sentence`, by kind of fact. own: for facts that only it has."""
    said = {**_SAID, **own}
    return Epilogue(facts, {kind: Sentence(said[kind], share) for kind, share in shares.items()})
