"""How the menu asks for Götterdämmerung's options."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText
from gm_appliance.hidden_roles.narration import options

OPTIONS: Mapping[str, PromptText] = {
    **options.OPTIONS,
    "players": PromptText(
        ask=N_("Götterdämmerung. How many players?"),
        again=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "number of players, 7 to 15"),
    ),
    "gods": PromptText(
        ask=N_("How many gods take part? Three for a first game."),
        again=N_("How many gods take part?"),
        title=NP_("title", "How many gods?"),
        help=NP_(
            "help", "how many gods take part, the other players being Valkyries; 3 to the number of players"
        ),
    ),
    "pick": PromptText(
        ask=N_("Which gods? The recommended ones, or your choice?"),
        again=N_("Which gods?"),
        title=NP_("title", "Which gods?"),
        help=NP_("help", "recommended: the gods join in the book's order; choose: the table names them"),
        items={"recommended": NP_("line", "Recommended"), "choose": NP_("line", "We choose")},
    ),
    "names": PromptText(
        ask=N_("Show the players' names beside their gods?"),
        again=N_("Names beside the gods?"),
        title=NP_("title", "Players' names"),
        help=NP_("help", "yes: the names of those who play stand beside their gods; no: the gods' alone"),
        items={"no": NP_("line", "No"), "yes": NP_("line", "Yes")},
    ),
    "dice": PromptText(
        ask=N_("Shall I roll the dice, or will you?"),
        again=N_("Who rolls the dice?"),
        title=NP_("title", "Dice: who?"),
        help=NP_("help", "box: the box rolls the dice; own: the table rolls its own and enters them"),
        items={"box": NP_("line", "The box"), "own": NP_("line", "We roll our own")},
    ),
    "seating": PromptText(
        ask=N_("How do the gods sit?"),
        title=NP_("title", "Seating"),
        help=NP_("help", "spread: the gods sit evenly spread; choose: the table says where each sits"),
        items={"spread": NP_("line", "Spread evenly"), "choose": NP_("line", "We choose")},
    ),
    "agree": PromptText(
        ask=N_("How many seconds to agree at night?"),
        title=NP_("title", "Seconds at night"),
        help=NP_("help", "seconds in which the conspirators agree on a victim; more for players new to it"),
    ),
    "look": PromptText(
        ask=N_("How many seconds for the Oracle's look?"),
        title=NP_("title", "Oracle, seconds"),
        help=NP_("help", "seconds in which the Oracle looks at a card; more at a long table"),
    ),
}
