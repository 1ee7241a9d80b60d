"""The words of each of the menu's decisions."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core import table_narration
from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText
from gm_appliance.games.menu import rules

ALPHABET = NP_("letters", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""The letters for entering names, in order, as capitals if they have one."""

SAMPLE = N_("This is how I would sound. Night falls over Asgard.")

_SAME = N_("The same {players} as last time?"), N_("The same people?")

PROMPTS: Mapping[str, PromptText] = {
    "menu.game": PromptText(
        ask=N_("Good evening. Choose a game."),
        again=N_("Choose a game."),
        title=NP_("title", "Choose a game"),
        items={
            rules.UNFINISHED: NP_("line", "Unfinished games"),
            rules.RESULTS: NP_("line", "Last games"),
            rules.PHONES: NP_("line", "Phones"),
            rules.NAMES: NP_("line", "Play with names"),
            rules.LANGUAGE: NP_("line", "Language"),
            rules.VOICE: NP_("line", "Voice"),
            rules.VOLUME: NP_("line", "Volume"),
            rules.STICK: NP_("line", "USB stick"),
            rules.PARTS: NP_("line", "Check the parts"),
            rules.OFF: NP_("line", "Switch off"),
        },
    ),
    "menu.same": PromptText(
        ask=_SAME[0],
        again=_SAME[1],
        title=NP_("title", "Same people?"),
        items={"yes": NP_("line", "Yes, the same {players}"), "no": NP_("line", "No, others")},
    ),
    "menu.preset": PromptText(
        ask=N_("Which game are you playing?"),
        again=N_("Which game?"),
        title=NP_("title", "Which game?"),
        items={"own": NP_("line", "Another game")},
    ),
    "menu.rules": PromptText(
        ask=N_("Ready to begin?"),
        again=N_("Ready?"),
        title=NP_("title", "Begin?"),
        items={"start": NP_("line", "Begin"), "rules": NP_("line", "House rules")},
    ),
    "menu.resume": PromptText(
        ask=N_("{interrupted} Shall we go on?"),
        again=N_("Shall we go on with it?"),
        title=NP_("title", "Go on?"),
        items={"resume": NP_("line", "Go on"), "new": NP_("line", "New game")},
    ),
    "menu.again": PromptText(
        ask=N_("Again, with the same people?"),
        again=N_("Once more?"),
        title=NP_("title", "Once more?"),
        items={"again": NP_("line", "Same people, again"), "other": NP_("line", "The menu")},
    ),
    "menu.unfinished": PromptText(ask=N_("Which game shall we continue?"), title=NP_("title", "Unfinished")),
    "menu.forget": PromptText(
        ask=N_("What shall I delete?"),
        title=NP_("title", "Delete"),
        items={
            rules.KEEP: NP_("line", "Nothing"),
            rules.EVERYTHING: NP_("line", "All games and names"),
        },
    ),
    "menu.sure": PromptText(
        ask=N_("Delete it for good?"),
        title=NP_("title", "For good?"),
        items={rules.KEEP: NP_("line", "Keep it"), "delete": NP_("line", "Delete it")},
    ),
    "menu.language": table_narration.LANGUAGE,
    rules.TRIED_VOICE: PromptText(
        ask=N_("Which voice do you like?"), again=N_("Which voice?"), title=NP_("title", "Voice")
    ),
    rules.VOLUME: table_narration.VOLUME,
    rules.LETTERS: PromptText(
        ask=N_("Which letters can everybody read from their seat?"),
        again=N_("Which letters can everybody read?"),
        title=NP_("title", "Can you read me?"),
        items={"0": NP_("line", "Normal letters"), "1": NP_("line", "Larger letters")},
    ),
    "menu.off": PromptText(
        ask=N_("Shall I switch off?"),
        title=NP_("title", "Switch off?"),
        items={rules.OFF: NP_("line", "Switch off")},
    ),
    "menu.people": PromptText(
        ask=N_("Shall I use your names?"),
        title=NP_("title", "Who is playing?"),
        items={"choose": NP_("line", "Choose by name"), "none": NP_("line", "Without names")},
    ),
    "menu.person": PromptText(
        ask=N_("Player {number}: {name}?"),
        title=NP_("title", "Player {number}"),
        items={
            "nobody": NP_("line", "No name"),
            "new": NP_("line", "A new name"),
            "change": NP_("line", "Change a name"),
            "rest": NP_("line", "No more names"),
        },
    ),
    "menu.change": PromptText(
        ask=N_("Which name shall I change?"),
        again=N_("Which name?"),
        title=NP_("title", "Change a name"),
        items={"keep": NP_("line", "Keep all names")},
    ),
    "menu.mend": PromptText(
        ask=N_("{old}: change the spelling, or delete the name?"),
        title=NP_("title", "{old}"),
        items={"mend": NP_("line", "Change the spelling"), "delete": NP_("line", "Delete the name")},
    ),
    "menu.letter": PromptText(
        ask=N_("Enter the name, letter by letter."),
        again=N_("Which letter is next?"),
        title=NP_("title", "The name"),
        items={
            " ": NP_("line", "Blank"),
            "-": NP_("line", "Hyphen"),
            "'": NP_("line", "Apostrophe"),
            "rub": NP_("line", "Erase"),
            "done": NP_("line", "Done"),
        },
    ),
}

WITH_NAMES = N_("Names come after the settings. Choose a game.")

OTHERWISE: Mapping[tuple[str, str], tuple[Message, Message]] = {
    ("menu.people", "none"): (N_("No names, as last time?"), N_("No names?")),
    ("menu.people", "same"): _SAME,
    ("menu.people", "typed"): (N_("Are the names from the phones right?"), N_("Are these the players?")),
    ("menu.letter", "done"): (N_("No room for more letters."),) * 2,
    ("menu.person", "new"): (N_("Player {number}: enter a name?"),) * 2,
}
"""The question, first and repeated, if this is the first of the answers."""
