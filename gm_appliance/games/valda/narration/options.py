"""The options, as the menu asks for them and the command line explains them."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText
from gm_appliance.games.valda.narration.names import PARTS

_BOX = {"box": NP_("line", "The box"), "hand": NP_("line", "We do it by hand")}
"""Who takes care of a part of a turn."""

OPTIONS: Mapping[str, PromptText] = {
    "players": PromptText(
        ask=N_("Valda. How many players?"),
        again=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "number of players, 2 to 5"),
    ),
    "mode": PromptText(
        ask=N_("Shall I guide you, track everything, or track followers only?"),
        again=N_("Guide you, track everything, or followers only?"),
        title=NP_("title", "What shall I do?"),
        items={
            "guide": NP_("line", "Guide us"),
            "companion": NP_("line", "Track everything"),
            "score": NP_("line", "Followers only"),
        },
        help=NP_(
            "help",
            "guide: the box leads through every turn; companion: it also keeps track of resources and what "
            "cards do; score: it keeps track of rounds and followers",
        ),
    ),
    "turnaround": PromptText(
        ask=N_("Play the Turnaround? The highest roll begins, the last round runs backwards."),
        again=N_("Play the Turnaround?"),
        title=NP_("title", "The Turnaround?"),
        items={"no": NP_("line", "No Turnaround"), "yes": NP_("line", "Turnaround")},
        help=NP_("help", "yes: the highest roll begins, and the last round goes the other way"),
    ),
    "race": PromptText(
        ask=N_("Six rounds, or a race to 20 followers?"),
        again=N_("Six rounds, or a race?"),
        title=NP_("title", "How does it end?"),
        items={"no": NP_("line", "After six rounds"), "yes": NP_("line", "At 20 followers")},
        help=NP_("help", "yes: the first to reach 20 followers wins, however many rounds it takes"),
    ),
    "dice": PromptText(
        ask=N_("Shall I roll the dice, or will you?"),
        again=N_("Who rolls the dice?"),
        title=NP_("title", "Who rolls?"),
        items={"box": NP_("line", "The box"), "own": NP_("line", "We do")},
        help=NP_("help", "box: the box rolls; own: you roll, and tell the box"),
    ),
    "trades": PromptText(
        ask=N_("Shall I keep track of trades?"),
        again=N_("Who keeps track of trades?"),
        title=PARTS["trades"],
        items=_BOX,
        help=NP_("help", "box: the box keeps track of trades; hand: you do"),
    ),
    "cards": PromptText(
        ask=N_("Shall I keep track of what cards do?"),
        again=N_("Who keeps track of what cards do?"),
        title=PARTS["cards"],
        items=_BOX,
        help=NP_("help", "box: the box is told what actions and cards bring; hand: it is not"),
    ),
    "buildings": PromptText(
        ask=N_("Shall I keep track of buildings?"),
        again=N_("Who keeps track of buildings?"),
        title=PARTS["buildings"],
        items=_BOX,
        help=NP_("help", "box: the box keeps track of what is built; hand: you do"),
    ),
    "attacks": PromptText(
        ask=N_("Shall I judge attacks?"),
        again=N_("Who judges attacks?"),
        title=PARTS["attacks"],
        items=_BOX,
        help=NP_("help", "box: the box judges attacks; hand: you do"),
    ),
    "conversions": PromptText(
        ask=N_("Shall I turn resources into followers?"),
        again=N_("Who turns resources into followers?"),
        title=PARTS["conversions"],
        items=_BOX,
        help=NP_("help", "box: the box turns resources into followers; hand: you do"),
    ),
    "weapons": PromptText(
        ask=N_("Shall I keep track of god weapons?"),
        again=N_("Who keeps track of god weapons?"),
        title=PARTS["weapons"],
        items=_BOX,
        help=NP_("help", "box: god weapons can be told to the box; hand: they are not asked"),
    ),
    "trade": PromptText(
        ask=N_("Do you trade four of one kind, or any four?"),
        again=N_("Four of one kind, or any four?"),
        title=NP_("title", "Trade four"),
        items={"same": NP_("line", "Four of one kind"), "any": NP_("line", "Any four")},
        help=NP_("help", "same: four of one kind buy a resource; any: any four do"),
    ),
    "yellow_gold": PromptText(
        ask=N_("Yellow die: how many sides show gold?"),
        title=NP_("title", "Yellow: gold"),
        help=NP_("help", "how many sides of a yellow die show gold; the others show diamond"),
    ),
    "blue_two": PromptText(
        ask=N_("Blue die: how many sides show two drops?"),
        title=NP_("title", "Blue: two drops"),
        help=NP_("help", "how many sides of a blue die show 2 blood; the others show 1"),
    ),
    "white_minus": PromptText(
        ask=N_("White die: how many sides lose a follower?"),
        title=NP_("title", "White: minus 1"),
        help=NP_("help", "how many sides of a white die lose a follower"),
    ),
    "white_zero": PromptText(
        ask=N_("White die: how many sides change nothing?"),
        title=NP_("title", "White: nothing"),
        help=NP_("help", "how many sides of a white die change nothing"),
    ),
    "white_one": PromptText(
        ask=N_("White die: how many sides gain one follower?"),
        title=NP_("title", "White: plus 1"),
        help=NP_("help", "how many sides of a white die gain one follower; the others gain two"),
    ),
}
