"""How the menu asks for the options of every game of hidden roles."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText

OPTIONS: Mapping[str, PromptText] = {
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
    "beat": PromptText(
        ask=N_("How many seconds for each name?"),
        title=NP_("title", "Seconds a name"),
        help=NP_("help", "seconds for each name of the roll call; more where people tap late"),
    ),
    "vote": PromptText(
        ask=N_("How many seconds for a vote?"),
        title=NP_("title", "Vote, seconds"),
        help=NP_("help", "seconds in which everybody votes; more if thumbs are often missing"),
    ),
}
