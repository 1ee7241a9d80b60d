"""Thor's options, as the menu asks for them and the command line explains them."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText

OPTIONS: Mapping[str, PromptText] = {
    "players": PromptText(
        ask=N_("Thor. How many players?"),
        again=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "number of players, 2 to 6"),
    ),
    "mode": PromptText(
        ask=N_("Shall I count at the end, or follow every turn?"),
        again=N_("At the end, or every turn?"),
        title=NP_("title", "Count or follow?"),
        items={"final": NP_("line", "Count at the end"), "live": NP_("line", "Follow every turn")},
        help=NP_(
            "help", "final: what lies on the table at the end of a round is entered; live: every turn is"
        ),
    ),
    "game": PromptText(
        ask=N_("The basic game, or the big one with Baldur?"),
        again=N_("Basic or big game?"),
        title=NP_("title", "Which game?"),
        items={"basic": NP_("line", "Basic: five gods"), "big": NP_("line", "Big: six gods")},
        help=NP_("help", "with 4 or 5 players: basic, without Baldur; big, with all six gods"),
    ),
    "will_of_thor": PromptText(
        ask=N_("With the action cards of The Will of Thor?"),
        again=N_("With action cards?"),
        title=NP_("title", "Action cards?"),
        items={"no": NP_("line", "No action cards"), "yes": NP_("line", "With action cards")},
        help=NP_("help", "the action cards of The Will of Thor, for 3 players or more"),
    ),
    "match": PromptText(
        ask=N_("As many rounds as players, or a single one?"),
        again=N_("A whole match, or one round?"),
        title=NP_("title", "How many rounds?"),
        items={"full": NP_("line", "One for each player"), "single": NP_("line", "A single round")},
        help=NP_("help", "full: as many rounds as players; single: one round"),
    ),
    "first": PromptText(
        ask=N_("Shall I draw lots for who begins, or will you choose?"),
        again=N_("Who begins: shall I draw lots, or will you choose?"),
        title=NP_("title", "Who begins?"),
        items={"lots": NP_("line", "Draw lots"), "choose": NP_("line", "You choose")},
        help=NP_("help", "lots: the box draws lots for the first player; choose: the table chooses"),
    ),
    "last_card": PromptText(
        ask=N_("When you end a round, may or must you take a card?"),
        again=N_("The last card: may you take it, or must you?"),
        title=NP_("title", "The last card"),
        items={"may": NP_("line", "May be taken"), "must": NP_("line", "Must be taken")},
        help=NP_("help", "with mode live: if you end a round with an offer, you may or must take a god card"),
    ),
    "floor_at_zero": PromptText(
        ask=N_("Can a god be worth less than nothing?"),
        again=N_("Can a god go below zero?"),
        title=NP_("title", "Below zero?"),
        items={"no": NP_("line", "Yes, below zero"), "yes": NP_("line", "No, never below zero")},
        help=NP_("help", "with action cards; yes: no god is worth less than 0, whatever cards lie there"),
    ),
}
