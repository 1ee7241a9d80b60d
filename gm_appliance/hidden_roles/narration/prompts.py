"""The questions of every game of hidden roles, by decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText
from gm_appliance.core.values import field, replace
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.hooks import Hooks
from gm_appliance.hidden_roles.model import NOBODY
from gm_appliance.hidden_roles.narration.seats import by_round


class DecisionText(PromptText):
    """A prompt that is worded differently in some cases.

    cases:       the question in a case: "first" of several, "second" accusation, "swap" of a pad, "named"
                 with its player, "over" if the game must be, "deputy" if another player decides,
                 "limited" by the clock, "later" and "latest" in rounds after the first, when everybody knows
                 the purpose, "on" after an accusation that came to nothing, "none" if there is nobody
                 to choose, "next" for people who have just heard it.
    again_in:    the shorter question in a case.
    interrupted: where {game} was interrupted, if naming the round is not enough.
    topic:       the line of the menu behind BACK, for a decision on request.
    """

    cases: Mapping[str, Message] = field(default_factory=dict)
    again_in: Mapping[str, Message] = field(default_factory=dict)
    interrupted: Message | None = None
    topic: Message | None = None

    def in_case(self, case: str) -> DecisionText:
        """The prompt with the questions for this case, if it has any."""
        ask, again = self.cases.get(case, self.ask), self.again_in.get(case, self.shorter)
        return replace(self, ask=ask, again=again)


PROMPTS: Mapping[str, DecisionText] = {
    "setup.pad": DecisionText(
        title=NP_("title", "Press your pad"),
        ask=N_("{seat}."),
        cases={
            "first": N_("Press your pad when you hear your name. {seat}."),
            "named": N_("{seat}: {player}."),
            "swap": N_("{seat}, press your new pad."),
        },
        again=N_("{seat}, press your pad."),
        again_in={"swap": N_("{seat}, press your new pad.")},
        interrupted=N_("{game} was interrupted while calling the pads."),
    ),
    "council.accuse": DecisionText(
        title=NP_("title", "Who accuses?"),
        ask=N_("The council is open. Who accuses?"),
        cases={
            "later": N_("The council meets."),
            "latest": N_("The council gathers."),
            "second": N_("One more accusation."),
            "on": N_("Go on."),
        },
        again=N_("Who accuses?"),
        items={"close": NP_("line", "End the council")},
        interrupted=N_("{game} was interrupted in round {round}, during the council."),
    ),
    "council.whom": DecisionText(
        title=NP_("title", "Who is accused?"),
        ask=N_("{accuser} accuses. Whom, or pass?"),
        again=N_("{accuser}, whom do you accuse? Or pass."),
        items={"pass": NP_("line", "Pass")},
        interrupted=N_("{game} was interrupted in round {round}, during an accusation."),
    ),
    "council.support": DecisionText(
        title=NP_("title", "Who seconds it?"),
        ask=N_("Your reasons against {accused}. Who seconds it?"),
        cases={
            "later": N_("Your reasons against {accused}."),
            "limited": N_("Your reasons against {accused}. Who seconds it within {seconds}?"),
        },
        again=N_("Who seconds it?"),
        items={"drop": NP_("line", "Drop it")},
        interrupted=N_("{game} was interrupted in round {round}, during an accusation."),
    ),
    "council.defence": DecisionText(
        title=NP_("title", "Defence"),
        ask=N_("Nobody else speaks. {accused}, your defence. Tell me when you are done."),
        cases={"later": N_("{accused}, your defence.")},
        again=N_("{accused}, are you done?"),
        interrupted=N_("{game} was interrupted in round {round}, before the defence of {accused}."),
    ),
    "council.thumb": DecisionText(
        title=NP_("title", "Whose thumb"),
        ask=N_("{seat}: up or down?"),
        cases={"first": N_("Enter the thumbs, one press each. {seat}: up or down?")},
        again=N_("{seat}: up or down?"),
        interrupted=N_("{game} was interrupted in round {round}, during the vote on {accused}."),
    ),
    "night.void": DecisionText(
        title=NP_("title", "Void the night?"),
        ask=N_("Did somebody peek?"),
        items={"void": NP_("line", "Yes, it is void")},
        topic=NP_("line", "Somebody peeked"),
    ),
    "ballot.unheard": DecisionText(
        title=NP_("title", "Without a voice"),
        ask=N_("You cannot hear me, and pads need my voice at night. How will you go on?"),
        again=N_("How will you go on?"),
        items={
            "booth": NP_("line", "The box goes round"),
            "thumbs": NP_("line", "Thumbs, shown to all"),
            "pads": NP_("line", "Pads anyway"),
        },
        topic=NP_("line", "Nobody hears the box"),
    ),
    "somebody.leaves": DecisionText(
        title=NP_("title", "Who is leaving?"),
        ask=N_("Who is leaving for good?"),
        again=N_("Who is leaving?"),
        cases={"none": N_("Will you play on, or end the game?")},
        again_in={"none": N_("Play on, or end?")},
        items={"nobody": NP_("line", "Play on"), "end": NP_("line", "End the game")},
        topic=NP_("line", "Somebody is leaving"),
    ),
    "somebody.left": DecisionText(
        title=NP_("title", "Leave for good?"),
        ask=N_("Is {seat} leaving for good?"),
        again=N_("Is {seat} leaving?"),
        items={
            "on": NP_("line", "Nobody is leaving"),
            "nobody": NP_("line", "Play on without"),
            "end": NP_("line", "End the game"),
        },
    ),
    "somebody.comes": DecisionText(
        title=NP_("title", "Who is coming?"),
        ask=N_("Which empty place does the newcomer take? Or will you start over?"),
        again=N_("Which place?"),
        cases={"none": N_("All places are taken. Will you play on, or start over?")},
        again_in={"none": N_("Play on, or start over?")},
        items={"nobody": NP_("line", "Play on"), "anew": NP_("line", "End, start over")},
        topic=NP_("line", "Somebody came late"),
    ),
    "pad.broken": DecisionText(
        title=NP_("title", "Whose pad?"),
        ask=N_("Whose pad is it? Or is it everybody's?"),
        again=N_("Whose pad?"),
        items={"everybody": NP_("line", "Everybody's pads")},
        topic=NP_("line", "A pad is broken"),
    ),
}


def case_of(decision: Decision, view: Any, rules: Hooks, named: bool) -> str:
    """The key in `DecisionText.cases`; empty for none. named: whether the called seat's player has a name."""
    if decision.name in ("somebody.leaves", "somebody.comes") and decision.domain.contains(NOBODY):
        return "none"
    known = "later" if view.round > 1 else ""
    match view.phase:
        case model.EndCheck() if len(view.places.inside) <= rules.LAST:
            return "over"
        case model.Council(resumed=True):
            return "on"
        case model.Council(spared=spared):
            return "second" if spared else by_round(view, "", "later", "latest")
        case model.Calling(swap=True):
            return "swap"
        case model.Calling(rest=rest) if len(rest) == len(view.present) - 1:
            return "first"
        case model.Calling():
            return "named" if named else ""
        case model.Trial(step="support") if view.setup.drop:
            return "limited"
        case model.Trial(step="support" | "defence"):
            return known
        case model.Trial(begun=True):
            return "next"
        case model.Trial(asked=asked, accused=accused) if asked == rules.voters(view, accused):
            return "first"
    return ""
