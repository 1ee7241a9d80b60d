"""The epilogue of Götterdämmerung: its own facts, and how rare each is."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.epilogue import Fact, Told
from gm_appliance.core.language import N_
from gm_appliance.games.gotterdammerung.events import Looked
from gm_appliance.games.gotterdammerung.rules import RULES, look_candidates
from gm_appliance.hidden_roles.narration import facts as kit
from gm_appliance.hidden_roles.narration.epilogue import epilogue


def facts(told: Told) -> Iterator[Fact]:
    yield from kit.facts(RULES, told)
    kept = kit.lasting(told)
    cards = kept[-1][1].factions
    for event, view in kept:
        if cards and isinstance(event, Looked) and (seen := look_candidates(view)):
            knows = RULES.hides(cards[view.oracle - 1])
            if not knows and all(RULES.hides(cards[seat - 1]) for seat in seen):
                yield Fact("oracle", {"oracle": view.oracle}, {"round": view.round})


EPILOGUE = epilogue(
    facts,
    {
        "almost caught": 0.35,
        "right but spared": 0.56,
        "hit their own": 0.0,
        "stood longest": 1.0,
        "alone": 0.3,
        "hunted": 0.08,
        "all innocent": 0.43,
        "own side": 0.41,
        "first was right": 0.28,
        "always right": 0.16,
        "felled by cards": 0.2,
        "saved by cards": 0.25,
        "unanimous": 0.04,
        "quiet nights": 0.0,
        "kept by a card": 0.0,
        "oracle": 0.1,
    },
    {
        "kept by a card": N_("In round {round}, Dvalin's card saved a conspirator: {accused}."),
        "oracle": N_("As Oracle in round {round}, {oracle} could only see conspirators."),
    },
)
