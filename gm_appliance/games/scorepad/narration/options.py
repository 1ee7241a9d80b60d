"""The score pad's options, as the menu asks for them and the command line explains them."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText

OPTIONS: Mapping[str, PromptText] = {
    "players": PromptText(
        ask=N_("The score pad. How many players?"),
        again=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "number of players, 2 to 15"),
    ),
    "mode": PromptText(
        ask=N_("Points once a round, or whenever somebody scores?"),
        again=N_("Once a round, or whenever somebody scores?"),
        title=NP_("title", "Scoring"),
        items={"round": NP_("line", "Once a round"), "free": NP_("line", "Whenever you score")},
        help=NP_("help", "round: everybody's points once a round; free: choose a player, then the points"),
    ),
    "enters": PromptText(
        ask=N_("Who enters the points?"),
        title=NP_("title", "Who enters?"),
        items={
            "all": NP_("line", "At the box, for all"),
            "keeper": NP_("line", "A player, for all"),
            "each": NP_("line", "Each for themselves"),
        },
        help=NP_(
            "help", "all: at the box, for all; keeper: one player, for all; each: all players their own"
        ),
    ),
    "keeper": PromptText(
        ask=N_("Which player enters the points?"),
        again=N_("Which player?"),
        title=NP_("title", "Who enters?"),
        help=NP_("help", "with enters = keeper: the player who enters all points, 1 to 15"),
    ),
    "wins": PromptText(
        ask=N_("Do the most points win, or the fewest?"),
        again=N_("Most points, or fewest?"),
        title=NP_("title", "Who wins?"),
        items={"highest": NP_("line", "Most points"), "lowest": NP_("line", "Fewest points")},
        help=NP_("help", "highest: most points win; lowest: fewest points win"),
    ),
    "until": PromptText(
        ask=N_("How does it end?"),
        title=NP_("title", "How does it end?"),
        items={
            "none": NP_("line", "When we say so"),
            "target": NP_("line", "At a points target"),
            "rounds": NP_("line", "After some rounds"),
        },
        help=NP_(
            "help", "none: when the table says so; target: at a points target; rounds: after some rounds"
        ),
    ),
    "target": PromptText(
        ask=N_("How many points end the game?"),
        again=N_("How many points end it?"),
        title=NP_("title", "Points to reach"),
        help=NP_("help", "with until = target: the points that end the game, -999999 to 999999"),
    ),
    "rounds": PromptText(
        ask=N_("How many rounds will you play?"),
        again=N_("How many rounds?"),
        title=NP_("title", "How many rounds?"),
        help=NP_("help", "with until = rounds: how many are played, 1 to 99"),
    ),
}
