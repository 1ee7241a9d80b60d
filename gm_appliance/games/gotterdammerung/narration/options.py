"""How the menu asks for Götterdämmerung's options."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText

OPTIONS: Mapping[str, PromptText] = {
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
    "ballot": PromptText(
        ask=N_("How will you vote: at seat pads, with thumbs, or alone with the box?"),
        again=N_("Seat pads, thumbs, or the box?"),
        title=NP_("title", "How to vote?"),
        help=NP_(
            "help",
            "pads: everybody at a seat pad; thumbs: shown to all and entered;"
            " booth: the box goes round, each votes alone",
        ),
        items={
            "pads": NP_("line", "Seat pads"),
            "thumbs": NP_("line", "Thumbs, shown to all"),
            "booth": NP_("line", "The box goes round"),
        },
    ),
    "roll_call": PromptText(
        ask=N_("Shall I call each seat to its pad?"),
        again=N_("Call the pads?"),
        title=NP_("title", "Call the pads?"),
        help=NP_("help", "yes: each seat is called and presses its pad; no: pad 1 is at seat 1, and so on"),
        items={"yes": NP_("line", "Yes, call them"), "no": NP_("line", "No: pad 1, seat 1")},
    ),
    "count": PromptText(
        ask=N_("Shall I announce every thumb, or only the total?"),
        again=N_("Every thumb, or only the total?"),
        title=NP_("title", "The count"),
        help=NP_(
            "help",
            "seats: all thumbs are shown, and the votes of each card announced; totals: only the sum is "
            "announced",
        ),
        items={"seats": NP_("line", "Every thumb"), "totals": NP_("line", "Only the total")},
    ),
    "talk": PromptText(
        ask=N_("How many minutes of talk before I remind you? Zero: never."),
        again=N_("How many minutes of talk? Zero: never."),
        title=NP_("title", "Talk, minutes"),
        help=NP_(
            "help",
            "minutes of talk before the box reminds the council, without cutting anybody off; 0: never",
        ),
    ),
    "defence": PromptText(
        ask=N_("How many seconds of defence before a reminder? Zero: never."),
        again=N_("How many seconds of defence? Zero: never."),
        title=NP_("title", "Defence, sec."),
        help=NP_(
            "help",
            "seconds of defence before the box reminds the accused, without cutting them off; 0: never",
        ),
    ),
    "drop": PromptText(
        ask=N_("When is an accusation without support dropped?"),
        again=N_("Dropped after how long?"),
        title=NP_("title", "Drop it when?"),
        help=NP_(
            "help", "seconds after which an accusation without support is dropped; 0: when the table says so"
        ),
        items={
            "0": NP_("line", "When we say so"),
            "20": NP_("line", "20 seconds"),
            "30": NP_("line", "30 seconds"),
            "60": NP_("line", "One minute"),
            "120": NP_("line", "Two minutes"),
        },
    ),
    "accused_votes": PromptText(
        ask=N_("Does the accused vote too?"),
        title=NP_("title", "Accused votes?"),
        help=NP_("help", "yes: the accused votes like all others; no: the others decide"),
        items={"yes": NP_("line", "Yes"), "no": NP_("line", "No")},
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
    "beat": PromptText(
        ask=N_("How many seconds for each name?"),
        title=NP_("title", "Seconds a name"),
        help=NP_("help", "seconds for each name of the roll call; more where people tap late"),
    ),
    "look": PromptText(
        ask=N_("How many seconds for the Oracle's look?"),
        title=NP_("title", "Oracle, seconds"),
        help=NP_("help", "seconds in which the Oracle looks at a card; more at a long table"),
    ),
    "vote": PromptText(
        ask=N_("How many seconds for a vote?"),
        title=NP_("title", "Vote, seconds"),
        help=NP_("help", "seconds in which everybody votes; more if thumbs are often missing"),
    ),
}
