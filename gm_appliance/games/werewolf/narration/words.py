"""The words of Werewolf: roles, options, questions, and the steps with closed eyes."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText
from gm_appliance.core.table_narration import MISTAKE, TAUGHT, Topic
from gm_appliance.core.values import Value
from gm_appliance.hidden_roles.narration import options, prompts
from gm_appliance.hidden_roles.narration.prompts import DecisionText
from gm_appliance.hidden_roles.narration.timetables import TimetableText


class RoleWords(Value):
    """The words of one role. name: on its card. explained: what it does."""

    name: Message
    explained: Message


WORDS_OF: Mapping[str, RoleWords] = {
    "werewolf": RoleWords(
        NP_("name", "Werewolf"),
        N_("The werewolves agree on a victim each night. They win when they are as many as the others."),
    ),
    "seer": RoleWords(NP_("name", "Seer"), N_("The seer looks at one card each night.")),
    "witch": RoleWords(
        NP_("name", "Witch"),
        N_("The witch has two potions, each for once. One heals tonight's victim, one kills."),
    ),
    "hunter": RoleWords(NP_("name", "Hunter"), N_("When the hunter falls, somebody else may fall too.")),
    "guard": RoleWords(
        NP_("name", "Guard"),
        N_("The guard protects somebody from the werewolves. Never the same player two nights in a row."),
    ),
    "villager": RoleWords(NP_("name", "Villager"), N_("Villagers find the werewolves by talking.")),
}

OPTIONS: Mapping[str, PromptText] = {
    **options.OPTIONS,
    "players": PromptText(
        ask=N_("Werewolf. How many players?"),
        again=N_("How many players?"),
        title=NP_("title", "Players?"),
        help=NP_("help", "number of players, 6 to 15"),
    ),
    "roles": PromptText(
        ask=N_("How many special roles? Seer, witch, hunter, guard, in this order."),
        again=N_("How many special roles?"),
        title=NP_("title", "Special roles?"),
        help=NP_("help", "how many special roles: 1 seer, 2 and a witch, 3 and a hunter, 4 and a guard"),
    ),
    "reveal": PromptText(
        ask=N_("Do the fallen turn their cards?"),
        title=NP_("title", "Cards turned?"),
        help=NP_("help", "yes: those who fall turn their cards for all to see; no: cards stay hidden"),
        items={"yes": NP_("line", "Yes"), "no": NP_("line", "No")},
    ),
    "second": PromptText(
        ask=N_("Does an accusation need a second?"),
        title=NP_("title", "A second?"),
        help=NP_("help", "yes: somebody must second an accusation; no: the accused speaks at once"),
        items={"yes": NP_("line", "Yes"), "no": NP_("line", "No")},
    ),
    "ties": PromptText(
        ask=N_("As many up as down: is the accused spared, or condemned?"),
        again=N_("On a tie: spared, or condemned?"),
        title=NP_("title", "On a tie?"),
        help=NP_("help", "spare: on a tie the accused lives; fall: on a tie the accused falls"),
        items={"spare": NP_("line", "Spared"), "fall": NP_("line", "Condemned")},
    ),
    "agree": PromptText(
        ask=N_("How many seconds to agree at night?"),
        title=NP_("title", "Seconds at night"),
        help=NP_("help", "seconds in which the werewolves agree on a victim; more for players new to it"),
    ),
    "look": PromptText(
        ask=N_("How many seconds for the seer and the witch?"),
        title=NP_("title", "Seer, seconds"),
        help=NP_("help", "seconds for the seer's look, and for the witch without pads"),
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
        ask=N_("{seat}, come to the box alone. Press DOWN by your card's number."),
        again=N_("{seat}: press DOWN by your card's number."),
        interrupted=N_("{game} was interrupted before I knew your cards."),
    ),
    "night.victim": DecisionText(
        title=NP_("title", "Whose card?"),
        ask=N_("Whose card is the die on?"),
        items={"nobody": NP_("line", "No die on any card")},
        interrupted=N_("{game} was interrupted in round {round}, after the night."),
    ),
    "hunter.shot": DecisionText(
        title=NP_("title", "The hunter"),
        ask=N_("{seat}, you were the hunter. Who falls with you? Or pass."),
        again=N_("{seat}, who falls with you? Or pass."),
        items={"pass": NP_("line", "Nobody")},
    ),
    "hunter.fell": DecisionText(
        title=NP_("title", "The hunter?"),
        ask=N_("Did the hunter fall? Then who falls with the hunter?"),
        again=N_("Who falls with the hunter?"),
        items={"nobody": NP_("line", "No hunter fell")},
    ),
    "council.booth": DecisionText(
        title=NP_("title", "Vote"),
        ask=N_("{seat}, take the box. Down condemns {accused}, up spares."),
        cases={
            "first": N_("Pass the box. {seat} first. Down condemns {accused}, up spares."),
            "next": N_("{seat}, take the box."),
        },
        again=N_("{seat}: down condemns {accused}, up spares."),
        interrupted=N_("{game} was interrupted in round {round}, during the vote on {accused}."),
    ),
    "end.called": DecisionText(
        title=NP_("title", "Is it over?"),
        ask=N_("Werewolves, is it over? Then say so. If nobody speaks, anyone press OK."),
        cases={"over": N_("One is left. Which side won?")},
        again=N_("Is it over? If so, who won?"),
        again_in={"over": N_("Which side won?")},
        items={
            "on": NP_("line", "It goes on"),
            "village": NP_("line", "The village won"),
            "wolves": NP_("line", "The werewolves won"),
        },
    ),
}

_NIGHT = TimetableText(
    title=NP_("title", "Night {round}"),
    beats={
        "close": N_("Close your eyes."),
        "look": N_("Seer, open your eyes. Look at one card."),
        "look.over": N_("Seer, put it back. Close your eyes."),
        "die": N_("Werewolves, open your eyes. Lay the die on one card. Not a sound."),
        "reclose": N_("Werewolves, close your eyes."),
        "brew": N_("Witch, open your eyes. Once a game you may take the die away."),
        "brew.over": N_("Witch, close your eyes."),
        "open": N_("All eyes open."),
    },
    nightly={
        "lead": (
            N_("Cards forward. Night falls."),
            N_("Cards forward. Dusk comes."),
            N_("Cards forward. The light fades."),
        ),
        "agree": (
            N_("Werewolves, open your eyes. Agree on one. Not a sound."),
            N_("Werewolves, open your eyes."),
        ),
        "rollcall": (
            N_("Tap up at each name. If you act tonight, down at yours."),
            N_("Tap up at each name, or down."),
        ),
    },
    interrupted=N_("{game} was interrupted in round {round}, during the night."),
)

STEPS: Mapping[str, TimetableText] = {
    "setup.factions": TimetableText(
        title=NP_("title", "Your cards"),
        beats={
            "lead": N_("I learn your cards now."),
            "close": N_("Close your eyes."),
            "rollcall": N_("Tap up at each card. Thumb down at your own."),
            "open": N_("All eyes open."),
        },
        interrupted=N_("{game} was interrupted before I knew your cards."),
        repeated={"lead": N_("Once more, for those still missing.")},
    ),
    "night": _NIGHT,
    "night.die": _NIGHT,
    "council.vote": TimetableText(
        title=NP_("title", "Vote"),
        beats={"lead": N_("Vote on {accused}. Down condemns, up spares."), "now": N_("Now.")},
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ condemn  ▲ spare"),
        later={"lead": N_("Vote on {accused}. Down condemns.")},
        repeated={"lead": N_("Down condemns {accused}.")},
    ),
    "council.show": TimetableText(
        title=NP_("title", "Vote"),
        beats={
            "lead": N_("Vote on {accused}. When I say now: thumb down condemns, thumb up spares."),
            "now": N_("Now. Keep it there."),
        },
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ condemn  ▲ spare"),
    ),
}

TOPICS: Mapping[str, Topic] = {
    "recap": Topic(NP_("line", "Where we stand")),
    **{name: Topic(prompt.topic) for name, prompt in PROMPTS.items() if prompt.topic},
    "mistake": Topic(
        MISTAKE.line,
        (
            N_("To take back your last open choice, hold the back button."),
            N_("In a vote, your last press counts, until time is up."),
            N_("If somebody peeks while eyes are closed, hold the repeat button."),
        ),
    ),
    **TAUGHT,
    **{
        role: Topic(NP_("line", "What is the {role}?"), (words.explained,))
        for role, words in WORDS_OF.items()
    },
}
"""In menu order."""
