"""The words of each of the score pad's decisions."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText

_BACK = {"back": NP_("line", "Back, change nothing")}

_MORE: Mapping[str, Message] = {
    "next": NP_("line", "Next round"),
    "round": NP_("line", "This round is over"),
    "standings": NP_("line", "Standings"),
    "correct": NP_("line", "Correct points"),
    "dealer": NP_("line", "Another dealer"),
    "end": NP_("line", "End the game"),
    "on": NP_("line", "Play on"),
    **_BACK,
}

PROMPTS: Mapping[str, PromptText] = {
    "dealer.first": PromptText(ask=N_("Who deals first?"), title=NP_("title", "Who deals first?")),
    "entry.points": PromptText(ask=N_("{player}, how many points?"), title=NP_("title", "{player}")),
    "free.who": PromptText(
        ask=N_("Who scores?"), title=NP_("title", "Who scores?"), items=_MORE, own=NP_("word", "I score")
    ),
    "free.more": PromptText(ask=N_("Who scores?"), title=NP_("title", "Who scores?"), items=_MORE),
    "round.next": PromptText(ask=N_("Next round?"), title=NP_("title", "Round {number} over"), items=_MORE),
    "dealer.who": PromptText(ask=N_("Who deals?"), title=NP_("title", "Who deals?"), items=_BACK),
    "reached.target": PromptText(
        ask=N_("The target is reached. End the game?"), title=NP_("title", "Target reached"), items=_MORE
    ),
    "reached.rounds": PromptText(
        ask=N_("That was the last round. End the game?"), title=NP_("title", "Rounds played"), items=_MORE
    ),
    "end.confirm": PromptText(ask=N_("End the game?"), title=NP_("title", "End the game?"), items=_MORE),
    "standings.read": PromptText(ask=N_("Those are the standings."), title=NP_("title", "Standings")),
    "final.read": PromptText(ask=N_("That was the game."), title=NP_("title", "Final standings")),
    # ------------------------------------------------------------ corrections
    "correct.round": PromptText(
        ask=N_("Which round is wrong?"), title=NP_("title", "Correct: round"), items=_BACK
    ),
    "correct.who": PromptText(
        ask=N_("Round {number}: whose points are wrong?"),
        again=N_("Whose points are wrong?"),
        title=NP_("title", "Correct: round {number}"),
        items=_BACK,
    ),
    "correct.entry": PromptText(
        ask=N_("{player}: which entry is wrong?"),
        again=N_("Which entry is wrong?"),
        title=NP_("title", "Correct: {short}"),
        items=_BACK,
    ),
    "correct.how": PromptText(
        ask=N_("{player}, round {number}: what is wrong?"),
        again=N_("What is wrong?"),
        title=NP_("title", "What is wrong?"),
        items={
            "points": NP_("line", "The points"),
            "move": NP_("line", "The player"),
            "delete": NP_("line", "Delete the entry"),
            **_BACK,
        },
    ),
    "correct.to": PromptText(
        ask=N_("Whose points are they?"), title=NP_("title", "Whose points?"), items=_BACK
    ),
    "correct.points": PromptText(
        ask=N_("{player}, round {number}: how many points?"), title=NP_("title", "{short}, round {number}")
    ),
    # ------------------------------------------------------------ how points are asked for
    "follow.stop": PromptText(
        ask=N_("Shall I stop asking everybody in turn?"),
        title=NP_("title", "Stop asking?"),
        items={"stop": NP_("line", "Whenever you score")},
    ),
    "follow.again": PromptText(
        ask=N_("Shall I ask everybody, once a round?"),
        title=NP_("title", "Ask everybody?"),
        items={"follow": NP_("line", "Once a round")},
    ),
    # ------------------------------------------------------------ players who join or leave
    "somebody.leaves": PromptText(ask=N_("Who is leaving?"), title=NP_("title", "Who is leaving?")),
    "somebody.comes": PromptText(
        ask=N_("Who is joining?"),
        title=NP_("title", "Who is joining?"),
        items={"new": NP_("line", "Somebody new")},
    ),
    "join.name": PromptText(
        ask=N_("Who is joining?"), title=NP_("title", "Who is joining?"), items={"": NP_("line", "No name")}
    ),
    "join.points": PromptText(
        ask=N_("How many points does {player} begin with?"), title=NP_("title", "{player}")
    ),
}
