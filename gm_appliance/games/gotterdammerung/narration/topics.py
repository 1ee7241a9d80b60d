"""Questions people can ask in Götterdämmerung, in the menu behind BACK."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.table_narration import MISTAKE, TAUGHT, Topic
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.model import GotterdammerungView, Picking, Seating
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF
from gm_appliance.games.gotterdammerung.narration.prompts import PROMPTS

TOPICS: Mapping[str, Topic] = {
    "recap": Topic(NP_("line", "Where we stand")),
    **{name: Topic(prompt.topic) for name, prompt in PROMPTS.items() if prompt.topic},
    "mistake": Topic(
        MISTAKE.line,
        (
            N_("To take back your last open choice, hold the back button."),
            N_("In a vote, your last press counts, until time is up."),
            N_("Shown thumbs stay. Nobody votes again."),
            N_("If somebody peeks while eyes are closed, hold the repeat button."),
        ),
    ),
    **TAUGHT,
    "ring": Topic(
        NP_("line", "Marks on the ring"),
        (
            N_("The ring on the display is your table, clockwise."),
            N_("A white block is a player in Asgard."),
            N_("An open box is a player in the Underworld."),
            N_("A cross below is a wound."),
            N_("A small bar below is any other action card."),
            N_("While pads are called, a bar is a pad."),
            N_("The eye is the Oracle."),
            N_("The frame marks who is chosen now."),
        ),
    ),
    **{god: Topic(NP_("line", "What {god} does"), (WORDS_OF[god].explained,)) for god in GODS},
}
"""In menu order; the gods in order of play."""


def offered(view: GotterdammerungView, on_request: tuple[str, ...]) -> tuple[str, ...]:
    """The topics on offer now, in order. on_request: the decisions open on request, by name."""
    if isinstance(view.phase, Picking | Seating):
        return (*TAUGHT, *on_request)
    gods = sorted(view.places.gods, key=lambda god: GODS[god].order)
    return ("recap", *on_request, "mistake", *TAUGHT, "ring", *gods)
