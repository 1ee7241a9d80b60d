"""The score pad told: everything said and shown at one decision stands in one place."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText, Unspoken

ROUND_OVER = NP_("title", "Round {number} over")
FINAL_STANDINGS = NP_("title", "Final standings")

PROMPTS: Mapping[str, PromptText] = {
    "entry.points": PromptText(
        ask=N_("{player}, enter your points: up and down, then OK."),
        again=N_("Points of {player}: up and down, then OK."),
        title=NP_("title", "{player}"),
    ),
    "free.who": PromptText(
        ask=N_("Who scores? Choose the player, then press OK."),
        again=N_("Who scores? Up and down, then OK."),
        title=NP_("title", "Who scores?"),
    ),
    "round.next": PromptText(
        ask=N_("For the next round, press OK. For more, press down."),
        again=N_("Next round: OK. More: down."),
        title=ROUND_OVER,
    ),
    "dealer.who": PromptText(
        ask=N_("Who deals? Choose the player, then press OK."),
        again=N_("Who deals? Up and down, then OK."),
        title=NP_("title", "Who deals?"),
    ),
    "reached.target": PromptText(
        ask=N_("The target is reached. OK ends the game, down for more."),
        again=N_("The target is reached. End: OK. More: down."),
        title=NP_("title", "Target reached"),
    ),
    "reached.rounds": PromptText(
        ask=N_("All rounds are played. OK ends the game, down for more."),
        again=N_("All rounds are played. End: OK. More: down."),
        title=NP_("title", "Rounds played"),
    ),
    "end.confirm": PromptText(
        ask=N_("End the game? OK ends it. To go on, down, then OK."),
        again=N_("End the game? OK, or down to go on."),
        title=NP_("title", "End the game?"),
    ),
    "standings.read": PromptText(
        ask=N_("To go on, press OK."),
        again=N_("To go on, press OK."),
        title=NP_("title", "Standings"),
    ),
    "final.read": PromptText(
        ask=N_("To finish, press OK."),
        again=N_("To finish, press OK."),
        title=FINAL_STANDINGS,
    ),
    "correct.round": PromptText(
        ask=N_("Which round is to be corrected? Choose, then press OK."),
        again=N_("Which round? Up and down, then OK."),
        title=NP_("title", "Correct: round"),
    ),
    "correct.who": PromptText(
        ask=N_("Round {number}: whose points are wrong? Choose, then press OK."),
        again=N_("Whose points are wrong? Up and down, then OK."),
        title=NP_("title", "Correct: round {number}"),
    ),
    "correct.entry": PromptText(
        ask=N_("Which entry of {player} is wrong? Choose, then press OK."),
        again=N_("Which entry is wrong? Up and down, then OK."),
        title=NP_("title", "Correct: {short}"),
    ),
    "correct.points": PromptText(
        ask=N_("{player}, round {number}: enter the right points, then press OK."),
        again=N_("The right points of {player}: up and down, then OK."),
        title=NP_("title", "{short}, round {number}"),
    ),
}

_ITEMS: Mapping[str, Message] = {
    "next": NP_("line", "Next round"),
    "round": NP_("line", "This round is over"),
    "standings": NP_("line", "Standings"),
    "correct": NP_("line", "Correct points"),
    "dealer": NP_("line", "Another dealer"),
    "end": NP_("line", "End the game"),
    "on": NP_("line", "Play on"),
    "back": NP_("line", "Back, change nothing"),
}


def prompt(decision: str) -> PromptText:
    """The words of the decision of that name. Raises Unspoken."""
    if decision not in PROMPTS:
        raise Unspoken(f"ask {decision!r}")
    return PROMPTS[decision]


def item(value: object) -> Message:
    """A line of a menu that is no number. Raises Unspoken."""
    if not isinstance(value, str) or value not in _ITEMS:
        raise Unspoken(f"the item {value!r}")
    return _ITEMS[value]
