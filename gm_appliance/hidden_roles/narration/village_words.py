"""The words of every game of a village: options, questions, and the steps with closed eyes."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText
from gm_appliance.hidden_roles.narration import prompts
from gm_appliance.hidden_roles.narration.prompts import DecisionText, TimetableText

OPTIONS: Mapping[str, PromptText] = {
    **prompts.OPTIONS,
    "players": PromptText(
        ask=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "how many players there are"),
    ),
    "roles": PromptText(
        ask=N_("How many special roles?"),
        title=NP_("title", "Special roles?"),
        help=NP_("help", "how many special roles join"),
    ),
    "reveal": PromptText(
        ask=N_("Do players turn their cards when they fall?"),
        title=NP_("title", "Cards turned?"),
        help=NP_("help", "yes: those who fall turn their cards for all to see; no: cards stay hidden"),
        items={"yes": NP_("line", "Yes"), "no": NP_("line", "No")},
    ),
    "second": PromptText(
        ask=N_("Must somebody second an accusation?"),
        title=NP_("title", "Seconding?"),
        help=NP_("help", "yes: somebody must second an accusation; no: the accused speaks at once"),
        items={"yes": NP_("line", "Yes"), "no": NP_("line", "No")},
    ),
    "ties": PromptText(
        ask=N_("On a tie, is the accused spared, or condemned?"),
        again=N_("On a tie: spared, or condemned?"),
        title=NP_("title", "On a tie?"),
        help=NP_("help", "spare: on a tie the accused lives; fall: on a tie the accused falls"),
        items={"spare": NP_("line", "Spared"), "fall": NP_("line", "Condemned")},
    ),
    "agree": PromptText(
        ask=N_("How many seconds do you get to agree at night?"),
        title=NP_("title", "Seconds at night"),
        help=NP_("help", "seconds to agree on a victim at night; more for players new to the game"),
    ),
    "look": PromptText(
        ask=N_("How many seconds do you get to look at night?"),
        title=NP_("title", "Look, seconds"),
        help=NP_("help", "seconds for those who wake alone at night, to look at a card or to act"),
    ),
}

PROMPTS: Mapping[str, DecisionText] = {
    **prompts.PROMPTS,
    "setup.deal": DecisionText(
        title=NP_("title", "Deal the cards"),
        ask=N_("Deal these cards. Look at your own. Ready?"),
        again=N_("Are the cards dealt?"),
        interrupted=N_("{game} was interrupted during the deal."),
    ),
    "setup.faction": DecisionText(
        title=NP_("title", "Your card?"),
        ask=N_("{seat}, come to the box alone, and enter your card's number."),
        again=N_("{seat}, enter your card's number."),
        interrupted=N_("{game} was interrupted before I knew your cards."),
    ),
    "council.booth": DecisionText(
        title=NP_("title", "Vote"),
        ask=N_("{seat}, take the box. Down to condemn {accused}, up to spare."),
        cases={
            "first": N_("Pass the box. {seat} first. Down to condemn {accused}, up to spare."),
            "next": N_("{seat}, take the box."),
        },
        again=N_("{seat}: down to condemn {accused}, up to spare."),
        interrupted=N_("{game} was interrupted in round {round}, during the vote on {accused}."),
    ),
    "end.called": DecisionText(
        title=NP_("title", "Is it over?"),
        ask=N_("If you know it is over, say so. If nobody speaks, press OK."),
        cases={"over": N_("Which side won?")},
        again=N_("Is it over? If so, who won?"),
        again_in={"over": N_("Which side won?")},
        items={"on": NP_("line", "It goes on")},
    ),
}

NIGHT = TimetableText(
    title=NP_("title", "Night {round}"),
    beats={"close": N_("Close your eyes."), "open": N_("All eyes open.")},
    nightly={
        "lead": (
            N_("Cards forward. Night falls."),
            N_("Cards forward. Dusk falls."),
            N_("Cards forward. The light fades."),
        ),
        "rollcall": (
            N_("Tap up at each name. If you act tonight, down once."),
            N_("Tap up at each name, or down."),
        ),
    },
    interrupted=N_("{game} was interrupted in round {round}, during the night."),
)
"""A game adds the beats at which its roles open and close their eyes."""

STEPS: Mapping[str, TimetableText] = {
    "setup.factions": TimetableText(
        title=NP_("title", "Your cards"),
        beats={
            "lead": N_("Now tell me your cards, in secret."),
            "close": N_("Close your eyes."),
            "rollcall": N_("Tap up at each card. Thumb down at your own."),
            "open": N_("All eyes open."),
        },
        interrupted=N_("{game} was interrupted before I knew your cards."),
        repeated={"lead": N_("Once more, for those still missing.")},
    ),
    "council.vote": TimetableText(
        title=NP_("title", "Vote"),
        beats={"lead": N_("Vote on {accused}. Down to condemn, up to spare."), "now": N_("Now.")},
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ condemn  ▲ spare"),
        later={"lead": N_("Vote on {accused}. Down to condemn.")},
        repeated={"lead": N_("Thumbs down to condemn {accused}.")},
    ),
    "council.show": TimetableText(
        title=NP_("title", "Vote"),
        beats={
            "lead": N_("Vote on {accused}. When I say now: thumbs down to condemn, up to spare."),
            "now": N_("Now. Keep it there."),
        },
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ condemn  ▲ spare"),
    ),
}
