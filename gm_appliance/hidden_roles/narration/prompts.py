"""The questions of every game of hidden roles, in the menu and by decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import PromptText
from gm_appliance.core.table_narration import MISTAKE, TAUGHT, Topic
from gm_appliance.core.values import Value, field, replace
from gm_appliance.hidden_roles.model import Learning, Trial
from gm_appliance.hidden_roles.narration.events import by_round


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


CLOSE = NP_("line", "Close your eyes.")
READ_ALOUD = N_("Somebody who is not playing reads the display aloud. You close your eyes.")


class TimetableText(Value):
    """All words and pictures of a step with a timetable.

    beats:       the words, by the beat's mark.
    interrupted: that {game} was interrupted in this step.
    hint:        shown during the lead-in.
    unheard:     how to do it without hearing the box, agreed on beforehand. In seconds from its beginning:
                 {opens} to {closes}, when some have open eyes, and {last}, when all open theirs.
    later:       instead of `beats`, after the first vote of a game.
    repeated:    instead of `beats`, if only seats with missing thumbs are asked.
    nightly:     instead of `beats`, in turn by the round; with two, the second is for all later rounds.
    """

    title: Message
    beats: Mapping[str, Message]
    interrupted: Message
    hint: Message = CLOSE
    unheard: Message = READ_ALOUD
    later: Mapping[str, Message] = field(default_factory=dict)
    repeated: Mapping[str, Message] = field(default_factory=dict)
    nightly: Mapping[str, tuple[Message, ...]] = field(default_factory=dict)

    def words(self, view: Any, mark: str) -> Message | None:
        """The words at a beat, depending on what was heard before; None for silence."""
        if words := self.nightly.get(mark):
            return by_round(view, *words) if len(words) > 2 else words[0 if view.round == 1 else 1]
        if isinstance(view.phase, Learning | Trial) and view.phase.repeat and mark in self.repeated:
            return self.repeated[mark]
        return self.later.get(mark) if view.ballots and mark in self.later else self.beats.get(mark)


VOTES = "votes"  # the topic of whose thumbs were up or down

AT_YOUR_NAME = N_("Press your pad when you hear your name.")

OPTIONS: Mapping[str, PromptText] = {
    "ballot": PromptText(
        ask=N_("How will you vote: on seat pads, with thumbs, or alone at the box?"),
        again=N_("Seat pads, thumbs, or the box?"),
        title=NP_("title", "How to vote?"),
        help=NP_(
            "help",
            "pads: everybody at a seat pad; thumbs: shown to all and entered;"
            " booth: the box goes round, each votes alone",
        ),
        items={
            "pads": NP_("line", "Seat pads"),
            "thumbs": NP_("line", "Thumbs, shown to all"),
            "booth": NP_("line", "The box goes round"),
        },
    ),
    "roll_call": PromptText(
        ask=N_("Shall I call everyone to their pad?"),
        again=N_("Call the pads?"),
        title=NP_("title", "Call the pads?"),
        help=NP_("help", "yes: each seat is called and presses its pad; no: pad 1 is at seat 1, and so on"),
        items={"yes": NP_("line", "Yes, call them"), "no": NP_("line", "No: pad 1, seat 1")},
    ),
    "count": PromptText(
        ask=N_("Shall I announce every thumb, or only the total?"),
        again=N_("Every thumb, or only the total?"),
        title=NP_("title", "The count"),
        help=NP_(
            "help",
            "seats: all thumbs are shown, and the votes of each card announced; totals: only the sum is "
            "announced",
        ),
        items={"seats": NP_("line", "Every thumb"), "totals": NP_("line", "Only the total")},
    ),
    "talk": PromptText(
        ask=N_("How many minutes of talk before I remind you? Zero: never."),
        again=N_("How many minutes of talk? Zero: never."),
        title=NP_("title", "Talk, minutes"),
        help=NP_(
            "help",
            "minutes of talk before the box reminds the council, without cutting anybody off; 0: never",
        ),
    ),
    "defence": PromptText(
        ask=N_("How many seconds of defence before a reminder? Zero: never."),
        again=N_("How many seconds of defence? Zero: never."),
        title=NP_("title", "Defence, sec."),
        help=NP_(
            "help",
            "seconds of defence before the box reminds the accused, without cutting them off; 0: never",
        ),
    ),
    "drop": PromptText(
        ask=N_("When do you drop an accusation nobody seconds?"),
        again=N_("When do you drop it?"),
        title=NP_("title", "When to drop it?"),
        help=NP_(
            "help", "seconds after which an accusation without support is dropped; 0: when the table says so"
        ),
        items={
            "0": NP_("line", "When we say so"),
            "20": NP_("line", "20 seconds"),
            "30": NP_("line", "30 seconds"),
            "60": NP_("line", "One minute"),
            "120": NP_("line", "Two minutes"),
        },
    ),
    "accused_votes": PromptText(
        ask=N_("Does the accused vote too?"),
        title=NP_("title", "Accused votes?"),
        help=NP_("help", "yes: the accused votes like all others; no: the others decide"),
        items={"yes": NP_("line", "Yes"), "no": NP_("line", "No")},
    ),
    "beat": PromptText(
        ask=N_("How many seconds for each name?"),
        title=NP_("title", "Seconds a name"),
        help=NP_("help", "seconds for each name of the roll call; more where people tap late"),
    ),
    "vote": PromptText(
        ask=N_("How many seconds for a vote?"),
        title=NP_("title", "Vote, seconds"),
        help=NP_("help", "seconds in which everybody votes; more if thumbs are often missing"),
    ),
}

PROMPTS: Mapping[str, DecisionText] = {
    "setup.pad": DecisionText(
        title=NP_("title", "Press your pad"),
        ask=N_("{seat}."),
        cases={
            "named": N_("{seat}: {player}."),
            "swap": N_("{seat}, press your new pad."),
        },
        again=N_("{seat}, press your pad."),
        again_in={"swap": N_("{seat}, press your new pad.")},
        interrupted=N_("{game} was interrupted while calling the pads."),
    ),
    "night.victim": DecisionText(
        title=NP_("title", "Whose card?"),
        ask=N_("Whose card is the die on?"),
        items={"nobody": NP_("line", "No die on any card")},
        interrupted=N_("{game} was interrupted in round {round}, after the night."),
    ),
    "council.accuse": DecisionText(
        title=NP_("title", "Who accuses?"),
        ask=N_("The council is open. Who accuses?"),
        cases={
            "later": N_("The council meets."),
            "latest": N_("The council gathers."),
            "second": N_("One more player may be accused."),
            "on": N_("Go on."),
        },
        again=N_("Who accuses?"),
        own=NP_("word", "I accuse …"),
        items={"close": NP_("line", "End the council")},
        interrupted=N_("{game} was interrupted in round {round}, during the council."),
    ),
    "council.whom": DecisionText(
        title=NP_("title", "Who is accused?"),
        ask=N_("{accuser}, whom do you accuse? Or pass."),
        items={"pass": NP_("line", "Pass")},
        interrupted=N_("{game} was interrupted in round {round}, during an accusation."),
    ),
    "council.support": DecisionText(
        title=NP_("title", "Who seconds it?"),
        ask=N_("Give your reasons against {accused}. Who seconds it?"),
        cases={
            "later": N_("Why {accused}?"),
            "limited": N_("Give your reasons against {accused}. Who seconds it within {seconds}?"),
        },
        again=N_("Who seconds it?"),
        own=NP_("word", "I second it"),
        items={"drop": NP_("line", "Drop it")},
        interrupted=N_("{game} was interrupted in round {round}, during an accusation."),
    ),
    "council.defence": DecisionText(
        title=NP_("title", "Defence"),
        ask=N_("Silence, everyone. {accused}, defend yourself. Tell me when you are done."),
        cases={"later": N_("{accused}, defend yourself.")},
        again=N_("{accused}, are you done?"),
        own=NP_("word", "I’m done"),
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

TOPICS: Mapping[str, Topic] = {
    "recap": Topic(NP_("line", "Where we stand")),
    VOTES: Topic(NP_("line", "Who voted how")),
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
}
"""In menu order."""
