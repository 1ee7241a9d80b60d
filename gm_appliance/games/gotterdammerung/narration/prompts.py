"""The questions of Götterdämmerung, by decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from gm_appliance.core.game import Decision
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import PromptText
from gm_appliance.core.people import Party
from gm_appliance.core.values import field, replace
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.props import name_of

T = TypeVar("T")


class DecisionText(PromptText):
    """A prompt that is worded differently in some cases.

    cases:       the question in a case: "first" of several, "second" accusation, "swap" of a pad, "named"
                 with its player, "over" if the game must be, "deputy" if another player decides,
                 "limited" by the clock, "later" and "latest" in rounds after the first, when everybody knows
                 the purpose, "on" after an accusation that came to nothing, "none" if there is nobody
                 to choose, "next" for people who have just heard it.
    again_in:    the shorter question in a case.
    interrupted: where the game was interrupted, if naming the round is not enough.
    topic:       the line of the menu behind BACK, for a decision on request.
    """

    cases: Mapping[str, Message] = field(default_factory=dict)
    again_in: Mapping[str, Message] = field(default_factory=dict)
    interrupted: Message | None = None
    topic: Message | None = None

    def in_case(self, case: str) -> DecisionText:
        ask, again = self.cases.get(case, self.ask), self.again_in.get(case, self.shorter)
        return replace(self, ask=ask, again=again)


PROMPTS: Mapping[str, DecisionText] = {
    # ------------------------------------------------------------ before the first night
    "setup.god": DecisionText(
        title=NP_("title", "Next god"),
        ask=N_("Which god joins next?"),
        interrupted=N_("Götterdämmerung was interrupted during setup."),
    ),
    "setup.seat": DecisionText(
        title=NP_("title", "{god}: seat?"),
        ask=N_("Odin sits at seat 1. Where does {god} sit?"),
        again=N_("Where does {god} sit?"),
        interrupted=N_("Götterdämmerung was interrupted during the seating."),
    ),
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
        interrupted=N_("Götterdämmerung was interrupted while calling the pads."),
    ),
    "setup.deal": DecisionText(
        title=NP_("title", "Deal the cards"),
        ask=N_("Deal {protectors} and {conspirators}. Look at your own card. Ready?"),
        again=N_("Are the faction cards dealt?"),
        interrupted=N_("Götterdämmerung was interrupted during the deal."),
    ),
    "setup.faction": DecisionText(
        title=NP_("title", "The factions"),
        ask=N_("{seat}, come to the box alone. Down: you conspire. Up: you protect."),
        again=N_("{seat}: down if you conspire, up if you protect."),
        interrupted=N_("Götterdämmerung was interrupted before I knew your factions."),
    ),
    # ------------------------------------------------------------ night and dice
    "conspiracy.die": DecisionText(
        title=NP_("title", "Whose card?"),
        ask=N_("Whose card is the die on?"),
        items={"nobody": NP_("line", "No die on any card")},
        interrupted=N_("Götterdämmerung was interrupted in round {round}, after the night."),
    ),
    "oracle.first-die": DecisionText(
        title=NP_("title", "First die"),
        ask=N_("Silence until the council. Roll two dice. The first?"),
        again=N_("What does the first die show?"),
        interrupted=N_("Götterdämmerung was interrupted in round {round}, before the dice."),
    ),
    "oracle.second-die": DecisionText(
        title=NP_("title", "Second die"),
        ask=N_("And the second die?"),
        again=N_("What does the second die show?"),
        interrupted=N_("Götterdämmerung was interrupted in round {round}, between the dice."),
    ),
    # ------------------------------------------------------------ the gods act
    **{
        f"action.{god}": DecisionText(
            title=words.title,
            ask=words.ask,
            cases={"later": N_("{by}."), "deputy": words.deputy or words.ask},
            again_in={"deputy": words.deputy or words.ask},
            items={"pass": NP_("line", "Pass"), "oracle": NP_("line", "The Oracle")},
            interrupted=N_("Götterdämmerung was interrupted in round {round}, during the turn of {god}."),
        )
        for god, words in WORDS_OF.items()
    },
    # ------------------------------------------------------------ the council
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
        interrupted=N_("Götterdämmerung was interrupted in round {round}, during the council."),
    ),
    "council.whom": DecisionText(
        title=NP_("title", "Who is accused?"),
        ask=N_("{accuser} accuses. Whom, or pass?"),
        again=N_("{accuser}, whom do you accuse? Or pass."),
        items={"pass": NP_("line", "Pass")},
        interrupted=N_("Götterdämmerung was interrupted in round {round}, during an accusation."),
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
        interrupted=N_("Götterdämmerung was interrupted in round {round}, during an accusation."),
    ),
    "council.defence": DecisionText(
        title=NP_("title", "Defence"),
        ask=N_("Nobody else speaks. {accused}, your defence. Tell me when you are done."),
        cases={"later": N_("{accused}, your defence.")},
        again=N_("{accused}, are you done?"),
        interrupted=N_("Götterdämmerung was interrupted in round {round}, before the defence of {accused}."),
    ),
    "council.booth": DecisionText(
        title=NP_("title", "Vote"),
        ask=N_("{seat}, take the box. Down banishes {accused}, up spares."),
        cases={
            "first": N_("Pass the box. {seat} first. Down banishes {accused}, up spares."),
            "next": N_("{seat}, take the box."),
        },
        again=N_("{seat}: down banishes {accused}, up spares."),
        interrupted=N_("Götterdämmerung was interrupted in round {round}, during the vote on {accused}."),
    ),
    "council.thumb": DecisionText(
        title=NP_("title", "Whose thumb"),
        ask=N_("{seat}: up or down?"),
        cases={"first": N_("Enter the thumbs, one press each. {seat}: up or down?")},
        again=N_("{seat}: up or down?"),
        interrupted=N_("Götterdämmerung was interrupted in round {round}, during the vote on {accused}."),
    ),
    # ------------------------------------------------------------ people
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


def values_of(_: Language, view: GotterdammerungView, people: Party) -> dict[str, object]:
    """The names and numbers a prompt may use. people: the players whose names are announced."""
    phase = view.phase
    values: dict[str, object] = {"round": view.round}
    match phase:
        case model.Deal():
            protectors, conspirators = model.FACTIONS[len(view.places)]
            values["protectors"] = _.ngettext("{n} protector", "{n} protectors", protectors)
            values["conspirators"] = _.ngettext("{n} conspirator", "{n} conspirators", conspirators)
        case model.Seating():
            values["god"] = god_name(_, phase.gods[len(phase.seats)])
        case model.Turn():
            values["god"] = god_name(_, phase.god)
            values["by"] = name_of(_, view, phase.by)
        case model.Calling() | model.Leaving():
            values["seat"] = name_of(_, view, phase.seat)
            values["player"] = people.name(_, phase.seat)
        case model.Learning(asked=(seat, *_others)) | model.Trial(asked=(seat, *_others)):
            values["seat"] = name_of(_, view, seat)
    if isinstance(phase, model.Trial):
        values["accuser"] = name_of(_, view, phase.accuser)
        if phase.accused:
            values["accused"] = name_of(_, view, phase.accused)
        values["seconds"] = _.ngettext("{n} second", "{n} seconds", view.setup.drop)
    return values


def case_of(decision: Decision, view: GotterdammerungView, people: Party) -> str:
    """The key in `DecisionText.cases`; empty for none."""
    if decision.name in ("somebody.leaves", "somebody.comes") and decision.domain.contains("nobody"):
        return "none"
    known = "later" if view.round > 1 else ""
    match view.phase:
        case model.EndCheck() if len(view.asgard) <= 1:
            return "over"
        case model.Council(resumed=True):
            return "on"
        case model.Council(spared=spared):
            return "second" if spared else by_round(view, "", "later", "latest")
        case model.Turn(god=god, by=by) if decision.name.startswith("action."):
            return known if by == view.seat_of(god) else "deputy"
        case model.Calling(swap=True):
            return "swap"
        case model.Calling(seat=seat, rest=rest):
            named = "named" if people.named(seat) else ""
            return "first" if len(rest) == len(view.present) - 1 else named
        case model.Trial(step="support") if view.setup.drop:
            return "limited"
        case model.Trial(step="support" | "defence"):
            return known
        case model.Trial(begun=True):
            return "next"
        case model.Trial(asked=asked, accused=accused) if asked == voters(view, accused):
            return "first"
    return ""


def by_round(view: GotterdammerungView, *words: T) -> T:
    """One of these, by round, to vary what is repeated every round."""
    return words[(view.round - 1) % len(words)]
