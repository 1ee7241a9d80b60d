"""The questions of Götterdämmerung, by decision."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF
from gm_appliance.hidden_roles.narration import prompts
from gm_appliance.hidden_roles.narration.prompts import DecisionText

PROMPTS: Mapping[str, DecisionText] = {
    **prompts.PROMPTS,
    "setup.god": DecisionText(
        title=NP_("title", "Next god"),
        ask=N_("Which god joins next?"),
        interrupted=N_("{game} was interrupted during setup."),
    ),
    "setup.seat": DecisionText(
        title=NP_("title", "{god}: seat?"),
        ask=N_("Odin sits at seat 1. Where does {god} sit?"),
        again=N_("Where does {god} sit?"),
        interrupted=N_("{game} was interrupted during the seating."),
    ),
    "setup.deal": DecisionText(
        title=NP_("title", "Deal the cards"),
        ask=N_("Deal {protectors} and {conspirators}. Look at your own card. Ready?"),
        again=N_("Are the faction cards dealt?"),
        interrupted=N_("{game} was interrupted during the deal."),
    ),
    "setup.faction": DecisionText(
        title=NP_("title", "The factions"),
        ask=N_("{seat}, come to the box alone. Down: you conspire. Up: you protect."),
        again=N_("{seat}: down if you conspire, up if you protect."),
        interrupted=N_("{game} was interrupted before I knew your factions."),
    ),
    "conspiracy.die": DecisionText(
        title=NP_("title", "Whose card?"),
        ask=N_("Whose card is the die on?"),
        items={"nobody": NP_("line", "No die on any card")},
        interrupted=N_("{game} was interrupted in round {round}, after the night."),
    ),
    "oracle.first-die": DecisionText(
        title=NP_("title", "First die"),
        ask=N_("Silence until the council. Roll two dice. The first?"),
        again=N_("What does the first die show?"),
        interrupted=N_("{game} was interrupted in round {round}, before the dice."),
    ),
    "oracle.second-die": DecisionText(
        title=NP_("title", "Second die"),
        ask=N_("And the second die?"),
        again=N_("What does the second die show?"),
        interrupted=N_("{game} was interrupted in round {round}, between the dice."),
    ),
    **{
        f"action.{god}": DecisionText(
            title=words.title,
            ask=words.ask,
            cases={"later": N_("{by}."), "deputy": words.deputy or words.ask},
            again_in={"deputy": words.deputy or words.ask},
            items={"pass": NP_("line", "Pass"), "oracle": NP_("line", "The Oracle")},
            interrupted=N_("{game} was interrupted in round {round}, during the turn of {god}."),
        )
        for god, words in WORDS_OF.items()
    },
    "council.booth": DecisionText(
        title=NP_("title", "Vote"),
        ask=N_("{seat}, take the box. Down banishes {accused}, up spares."),
        cases={
            "first": N_("Pass the box. {seat} first. Down banishes {accused}, up spares."),
            "next": N_("{seat}, take the box."),
        },
        again=N_("{seat}: down banishes {accused}, up spares."),
        interrupted=N_("{game} was interrupted in round {round}, during the vote on {accused}."),
    ),
    "end.called": DecisionText(
        title=NP_("title", "Is it over?"),
        ask=N_("Conspirators, is it over? Then say so. If nobody speaks, anyone press OK."),
        cases={"over": N_("One is left in Asgard. Which faction won?")},
        again=N_("Is it over? If so, who won?"),
        again_in={"over": N_("Which faction won?")},
        items={
            "on": NP_("line", "It goes on"),
            "protect": NP_("line", "Protectors won"),
            "conspire": NP_("line", "Conspirators won"),
        },
    ),
}
