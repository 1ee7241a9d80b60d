"""Valda told: everything said and shown at a decision of the score stands in one place."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText, Unspoken

ENTER = N_("Up and down, then OK.")
"""How something is entered at the panel: whoever has done it once knows it for all."""

OLDEST = N_("The oldest of you begins. Choose the player, then OK.")
"""Who begins, where nobody rolls for it."""

SILENT = frozenset(("first.die",))
"""Decided by the box, so nobody is asked."""

PROMPTS: Mapping[str, PromptText] = {
    "first.who": PromptText(
        ask=N_("Each of you, roll a die. Who rolled highest? Choose, then OK."),
        again=N_("Who begins? Up and down, then OK."),
        title=NP_("title", "Who begins?"),
    ),
    "turn.followers": PromptText(
        ask=N_("{player}, your turn. At its end, set your followers."),
        again=N_("{player}, your followers at the end of the turn?"),
        title=NP_("line", "{player} plays"),
    ),
    "other.who": PromptText(
        ask=N_("Whose followers changed?"),
        again=N_("Whose followers changed?"),
        title=NP_("title", "Whose followers?"),
    ),
    "other.followers": PromptText(
        ask=N_("{player}, how many followers have you now?"),
        again=N_("{player}, how many followers have you now?"),
        title=NP_("line", "{player} has"),
    ),
    "correct.who": PromptText(
        ask=N_("Whose followers are wrong?"),
        again=N_("Whose followers are wrong?"),
        title=NP_("title", "Correct: who?"),
        items={"back": NP_("line", "Back, change nothing")},
    ),
    "correct.followers": PromptText(
        ask=N_("How many followers does {player} really have?"),
        again=N_("How many followers does {player} really have?"),
        title=NP_("line", "Correct {player}"),
    ),
    "tie.buildings": PromptText(
        ask=N_("{player}, how many mines, drills and temples in all?"),
        again=N_("{player}, how many mines, drills and temples in all?"),
        title=NP_("title", "Buildings"),
    ),
    "tie.resources": PromptText(
        ask=N_("{player}, how many resources are left?"),
        again=N_("{player}, how many resources are left?"),
        title=NP_("title", "Resources left"),
    ),
    "game.over": PromptText(
        ask=N_("To finish, press OK. To correct something, press down."),
        again=N_("To finish: OK. To correct: down."),
        title=NP_("title", "Final standings"),
        items={"done": NP_("line", "Finish"), "correct": NP_("line", "Correct an entry")},
    ),
}


def prompt(decision: str) -> PromptText:
    """The words of the decision of that name. Raises Unspoken."""
    if decision not in PROMPTS:
        raise Unspoken(f"ask {decision!r}")
    return PROMPTS[decision]
