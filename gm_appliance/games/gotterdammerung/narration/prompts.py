"""The questions of Götterdämmerung, in the menu and by decision, and its steps with a timetable."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import PromptText
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF
from gm_appliance.hidden_roles.narration import prompts
from gm_appliance.hidden_roles.narration.prompts import DecisionText, TimetableText

OPTIONS: Mapping[str, PromptText] = {
    **prompts.OPTIONS,
    "players": PromptText(
        ask=N_("Götterdämmerung. How many players?"),
        again=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "number of players, 7 to 15"),
    ),
    "gods": PromptText(
        ask=N_("How many gods take part? Three for a first game."),
        again=N_("How many gods take part?"),
        title=NP_("title", "How many gods?"),
        help=NP_(
            "help", "how many gods take part, the other players being Valkyries; 3 to the number of players"
        ),
    ),
    "pick": PromptText(
        ask=N_("Which gods? The recommended ones, or your choice?"),
        again=N_("Which gods?"),
        title=NP_("title", "Which gods?"),
        help=NP_("help", "recommended: the gods join in the book's order; choose: the table names them"),
        items={"recommended": NP_("line", "Recommended"), "choose": NP_("line", "We choose")},
    ),
    "names": PromptText(
        ask=N_("Show the players' names beside their gods?"),
        again=N_("Names beside the gods?"),
        title=NP_("title", "Players' names"),
        help=NP_("help", "yes: the names of those who play stand beside their gods; no: the gods' alone"),
        items={"no": NP_("line", "No"), "yes": NP_("line", "Yes")},
    ),
    "dice": PromptText(
        ask=N_("Shall I roll the dice, or will you?"),
        again=N_("Who rolls the dice?"),
        title=NP_("title", "Dice: who?"),
        help=NP_("help", "box: the box rolls the dice; own: the table rolls its own and enters them"),
        items={"box": NP_("line", "The box"), "own": NP_("line", "We roll our own")},
    ),
    "seating": PromptText(
        ask=N_("How are the gods seated?"),
        title=NP_("title", "Seating"),
        help=NP_("help", "spread: the gods sit evenly spread; choose: the table says where each sits"),
        items={"spread": NP_("line", "Spread evenly"), "choose": NP_("line", "We choose")},
    ),
    "agree": PromptText(
        ask=N_("How many seconds do the conspirators get at night?"),
        title=NP_("title", "Seconds at night"),
        help=NP_("help", "seconds in which the conspirators agree on a victim; more for players new to it"),
    ),
    "look": PromptText(
        ask=N_("How many seconds may the Oracle look?"),
        title=NP_("title", "Oracle, seconds"),
        help=NP_("help", "seconds in which the Oracle looks at a card; more at a long table"),
    ),
}

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
        ask=N_("{seat}, come to the box alone. Down: conspirator. Up: protector."),
        again=N_("{seat}: down for conspirator, up for protector."),
        interrupted=N_("{game} was interrupted before I knew your factions."),
    ),
    "conspiracy.die": prompts.PROMPTS["night.victim"],
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
            interrupted=N_("{game} was interrupted in round {round}, during {god}'s turn."),
        )
        for god, words in WORDS_OF.items()
    },
    "council.booth": DecisionText(
        title=NP_("title", "Vote"),
        ask=N_("{seat}, take the box. Down to banish {accused}, up to spare."),
        cases={
            "first": N_("Pass the box. {seat} first. Down to banish {accused}, up to spare."),
            "next": N_("{seat}, take the box."),
        },
        again=N_("{seat}: down to banish {accused}, up to spare."),
        interrupted=N_("{game} was interrupted in round {round}, during the vote on {accused}."),
    ),
    "end.called": DecisionText(
        title=NP_("title", "Is it over?"),
        ask=N_("Conspirators, if it is over, say so. If nobody speaks, press OK."),
        cases={"over": N_("Only one is left in Asgard. Which faction won?")},
        again=N_("Is it over? If so, who won?"),
        again_in={"over": N_("Which faction won?")},
        items={
            "on": NP_("line", "It goes on"),
            "protect": NP_("line", "Protectors won"),
            "conspire": NP_("line", "Conspirators won"),
        },
    ),
}

_COUNT_ALOUD = N_(
    "When night falls, one of you counts aloud to {last}, eyes closed. From {opens} to {closes}, conspirators"
    " lay the die. Then all look."
)

_NIGHT = TimetableText(
    title=NP_("title", "Night {round}"),
    beats={
        "close": N_("Close your eyes."),
        "die": N_("Conspirators, open your eyes. Lay the die on one card. Not a sound."),
        "reclose": N_("Conspirators, close your eyes."),
        "open": N_("All eyes open."),
    },
    nightly={
        "lead": (
            N_("Night falls."),
            N_("Dusk falls."),
            N_("The light fades."),
        ),
        "agree": (
            N_("Conspirators, open your eyes. Agree on one. Not a sound."),
            N_("Conspirators, open your eyes."),
        ),
        "rollcall": (
            N_("Everybody, tap thumb up once at every name. Conspirators, thumb down on your victim's name."),
            N_("Tap up at each name. Conspirators, down for your victim."),
        ),
    },
    interrupted=N_("{game} was interrupted in round {round}, during the night."),
)

STEPS: Mapping[str, TimetableText] = {
    "setup.factions": TimetableText(
        title=NP_("title", "The factions"),
        beats={
            "lead": N_("Now tell me your factions, in secret."),
            "close": N_("Close your eyes."),
            "explain": N_("Conspirators: thumb down. Protectors: thumb up."),
            "now": N_("Now."),
            "open": N_("All eyes open."),
        },
        interrupted=N_("{game} was interrupted before I knew your factions."),
        repeated={"lead": N_("Once more, for those still missing.")},
    ),
    "conspiracy": _NIGHT,
    "conspiracy.night": replace(_NIGHT, unheard=_COUNT_ALOUD),
    "oracle.look": TimetableText(
        title=NP_("title", "The Oracle"),
        beats={
            # The lead-in depends on where the Oracle is: see `_look`.
            "close": N_("Everyone but {oracle}, close your eyes."),
            "look": N_("{oracle}, look at one card."),
            "return": N_("Oracle, put the card back."),
            "open": N_("Eyes open. Cards back."),
        },
        interrupted=N_("{game} was interrupted in round {round}, while the Oracle was looking."),
        unheard=N_("Only the Oracle looks, reads the display, then says: eyes open."),
    ),
    "council.vote": TimetableText(
        title=NP_("title", "Vote"),
        beats={
            "lead": N_("Vote on {accused}. Down to banish, up to spare."),
            "now": N_("Now."),
        },
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ banish  ▲ spare"),
        later={"lead": N_("Vote on {accused}. Down to banish.")},
        repeated={"lead": N_("Thumbs down to banish {accused}.")},
    ),
    "council.show": TimetableText(
        title=NP_("title", "Vote"),
        beats={
            "lead": N_("Vote on {accused}. When I say now: thumbs down to banish, up to spare."),
            "now": N_("Now. Keep it there."),
        },
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ banish  ▲ spare"),
    ),
}
"""By decision; these decisions have no prompt."""
