"""The words for the options of Odin's Table, in the menu and on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText

OPTIONS: Mapping[str, PromptText] = {
    "mode": PromptText(
        ask=N_("Shall I follow the board, judge fights, or play against you?"),
        again=N_("Follow the board, judge fights, or play you?"),
        title=NP_("title", "What shall I do?"),
        items={
            "referee": NP_("line", "Follow the board"),
            "judge": NP_("line", "Judge the fights"),
            "solo": NP_("line", "Play against you"),
        },
        help=NP_(
            "help",
            "judge: fights are judged and spaces counted; referee: the whole board is followed; "
            "solo: one person plays against the box",
        ),
    ),
    "players": PromptText(
        ask=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "number of players: one against the box, otherwise two"),
    ),
    "games": PromptText(
        ask=N_("One game, or best of several?"),
        again=N_("How many games?"),
        title=NP_("title", "How many games?"),
        items={
            "1": NP_("line", "A single game"),
            "3": NP_("line", "Best of three"),
            "5": NP_("line", "Best of five"),
            "7": NP_("line", "Best of seven"),
        },
        help=NP_("help", "the most games in a match; to win more than half of them wins it"),
    ),
    "white": PromptText(
        ask=N_("White begins. Who plays white?"),
        again=N_("Who plays white?"),
        title=NP_("title", "Who plays white?"),
        items={
            "1": NP_("line", "Player 1"),
            "2": NP_("line", "Player 2"),
            # Translators: who plays white, or which colour.
            "lots": NP_("line", "Drawn by lot"),
        },
        help=NP_("help", "who plays white in the first game: player 1 or 2; lots: the box draws lots"),
    ),
    "side": PromptText(
        ask=N_("White begins. Which colour will you play?"),
        again=N_("White or black?"),
        title=NP_("title", "Which colour?"),
        items={
            "white": NP_("line", "White"),
            "black": NP_("line", "Black"),
            "lots": NP_("line", "Drawn by lot"),
        },
        help=NP_("help", "what the person plays in the first game; lots: the box draws lots"),
    ),
    "strength": PromptText(
        ask=N_("How well shall I play?"),
        again=N_("How well?"),
        title=NP_("title", "How strong?"),
        items={
            "easy": NP_("line", "For beginners"),
            # Translators: the box, between a beginner and its best.
            "normal": NP_("line", "Plays well"),
            "strong": NP_("line", "Plays its best"),
        },
        help=NP_("help", "how well the box plays against one person"),
    ),
}
