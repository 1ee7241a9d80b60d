"""What Götterdämmerung asks, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Handling, Say
from gm_appliance.core.game import Decision, Seat
from gm_appliance.core.language import N_, NP_, Language
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.model import (
    FACTIONS,
    Calling,
    Council,
    Deal,
    EndCheck,
    Learning,
    Leaving,
    Seating,
    Trial,
    Turn,
    View,
)
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.props import name_of
from gm_appliance.games.gotterdammerung.narration.wording import DecisionText, Wording, variant

_AIM = Wording(
    N_("Up steps, hold chooses. Hold down passes."),
    N_("Up and down, then OK. Pass is the last."),
)
"""How one seat chooses another: whoever has done it once knows it for all."""

PROMPTS: Mapping[str, DecisionText] = {
    # ------------------------------------------------------------ before the first night
    "setup.god": DecisionText(
        title=NP_("title", "Next god"),
        ask=Wording(N_("Which god joins next? Choose, then press OK.")),
        again=Wording(N_("Which god joins next? Up and down, then OK.")),
        interrupted=N_("The setup was interrupted."),
    ),
    "setup.seat": DecisionText(
        title=NP_("title", "{god} sits at"),
        ask=Wording(N_("Odin sits at seat 1. Where does {god} sit? Choose, then press OK.")),
        again=Wording(N_("Where does {god} sit? Up and down, then OK.")),
        interrupted=N_("The seating was interrupted."),
    ),
    "setup.pad": DecisionText(
        title=NP_("title", "Press your pad"),
        ask=Wording(N_("{seat}.")),
        cases={
            "first": Wording(N_("Press your pad at your name. {seat}.")),
            "named": Wording(N_("{seat}: {player}.")),
            "swap": Wording(N_("{seat}, press your new pad. Without one, OK: then use the box.")),
        },
        again=Wording(N_("{seat}, press any thumb. No pad there? Then OK.")),
        hint=Wording(NP_("line", "No pad: OK")),
        interrupted=N_("The call of the pads was interrupted."),
    ),
    "setup.deal": DecisionText(
        title=NP_("title", "Deal the cards"),
        ask=Wording(
            N_("Deal {protectors} and {conspirators}. Look at your own card. Then press OK."),
        ),
        again=Wording(N_("Deal the faction cards, then press OK.")),
        interrupted=N_("The deal was interrupted."),
    ),
    "setup.faction": DecisionText(
        title=NP_("title", "The factions"),
        ask=Wording(
            N_("{seat}, come to the box alone. Down: you conspire. Up: you protect. Then OK."),
        ),
        again=Wording(N_("{seat}: down if you conspire, up if you protect. Then OK.")),
        hint=Wording(NP_("line", "▲ or ▼, then OK")),
        interrupted=N_("The learning of the factions was interrupted."),
    ),
    # ------------------------------------------------------------ night and dice
    "conspiracy.die": DecisionText(
        title=NP_("title", "Die lies at"),
        ask=Wording(N_("At whose card does the die lie? Choose, then OK.")),
        again=Wording(N_("Where does the die lie? Up and down, then OK.")),
        items={"nobody": NP_("line", "No die lies there")},
        interrupted=N_("Round {round} was interrupted, after the night."),
    ),
    "oracle.first-die": DecisionText(
        title=NP_("title", "First die"),
        ask=Wording(N_("Silence until the council. Throw two dice.")),
        how=Wording(N_("Enter the first, then press OK.")),
        again=Wording(N_("Enter the first die, then press OK.")),
        interrupted=N_("Round {round} was interrupted, before the dice."),
    ),
    "oracle.second-die": DecisionText(
        title=NP_("title", "Second die"),
        ask=Wording(N_("Enter the second die, then press OK.")),
        again=Wording(N_("Enter the second die, then press OK.")),
        interrupted=N_("Round {round} was interrupted, between the dice."),
    ),
    # ------------------------------------------------------------ the gods act
    **{
        f"action.{god}": DecisionText(
            title=words.title,
            ask=Wording(N_("{by}.")),
            cases={"deputy": Wording(N_("Niörd acts in place of {god}."))},
            tasks={"": words.ask, "deputy": words.deputy or words.ask},
            how=_AIM,
            again=Wording(
                N_("{by}: up steps, hold chooses. Hold down passes."),
                N_("{by}: up and down, then OK. Pass is the last."),
            ),
            items={"pass": NP_("line", "Pass"), "oracle": NP_("line", "The Oracle")},
            interrupted=N_("Round {round} was interrupted, at the turn of {god}."),
        )
        for god, words in WORDS_OF.items()
    },
    # ------------------------------------------------------------ the council
    "council.accuse": DecisionText(
        title=NP_("title", "Council"),
        ask=Wording(N_("The council is open.")),
        how=Wording(N_("To accuse, hold thumb down."), N_("To accuse, choose who accuses, then OK.")),
        cases={
            "later": Wording(N_("The council meets.")),
            "latest": Wording(N_("The council gathers.")),
            "second": Wording(N_("One other can be accused.")),
            "on": Wording(N_("Go on.")),
        },
        again=Wording(
            N_("To accuse, hold thumb down. To end the council: up, then OK."),
            N_("To accuse: down, then OK. To end the council: up, then OK."),
        ),
        items={"close": NP_("line", "End the council")},
        hint=Wording(NP_("line", "Accuse: hold ▼"), NP_("line", "Accuse: ↓ OK")),
        interrupted=N_("Round {round} was interrupted, in the council."),
    ),
    "council.whom": DecisionText(
        title=NP_("title", "Accused is"),
        ask=Wording(N_("{accuser} accuses. Whom?")),
        how=_AIM,
        again=Wording(
            N_("{accuser}: up steps, hold accuses."),
            N_("{accuser}: up and down, then OK."),
        ),
        items={"pass": NP_("line", "Pass")},
        interrupted=N_("Round {round} was interrupted, at an accusation."),
    ),
    "council.support": DecisionText(
        title=NP_("title", "Who seconds it?"),
        ask=Wording(N_("Your reasons against {accused}.")),
        how=Wording(N_("Who seconds it: thumb up."), N_("Who seconds it? Choose, then OK.")),
        cases={
            "limited": Wording(
                N_("Your reasons against {accused}. Without support it is dropped after {seconds}."),
            )
        },
        again=Wording(
            N_("Who seconds it: thumb up. To drop it: up at the box, then OK."),
            N_("Who seconds it: down, then OK. To drop it: up, then OK."),
        ),
        items={"drop": NP_("line", "Nobody: drop it")},
        hint=Wording(NP_("line", "Second it: press ▲"), NP_("line", "Second it: ↓ OK")),
        interrupted=N_("Round {round} was interrupted, at an accusation."),
    ),
    "council.defence": DecisionText(
        title=NP_("title", "Defence"),
        ask=Wording(N_("{accused}, your defence.")),
        how=Wording(
            N_("All others silent. Press when done."),
            N_("All others silent. OK when done."),
        ),
        again=Wording(
            N_("{accused}, press when you are done."),
            N_("{accused}, OK when you are done."),
        ),
        hint=Wording(NP_("line", "Thumb: done"), NP_("line", "OK: done")),
        interrupted=N_("Round {round} was interrupted, before the defence of {accused}."),
    ),
    "council.booth": DecisionText(
        title=NP_("title", "Vote"),
        ask=Wording(N_("{seat}, take the box. Down banishes {accused}, up spares. Then OK.")),
        cases={
            "first": Wording(N_("Pass the box. {seat} first. Down banishes {accused}, up spares. Then OK."))
        },
        again=Wording(N_("{seat}: up spares, down banishes. Then OK.")),
        hint=Wording(NP_("line", "▲ or ▼, then OK")),
        interrupted=N_("Round {round} was interrupted, in the vote on {accused}."),
    ),
    "council.thumb": DecisionText(
        title=NP_("title", "Whose thumb"),
        ask=Wording(N_("{seat}: up or down?")),
        cases={"first": Wording(N_("Enter the thumbs, one press each. {seat}: up or down?"))},
        again=Wording(N_("{seat}: up or down? One press.")),
        hint=Wording(NP_("line", "▲ up       ▼ down")),
        interrupted=N_("Round {round} was interrupted, in the vote on {accused}."),
    ),
    # ------------------------------------------------------------ people
    "end.called": DecisionText(
        title=NP_("title", "Is it over?"),
        ask=Wording(N_("Conspirators, is it over? Then say so. If all are silent, anybody: OK.")),
        cases={"over": Wording(N_("One is left in Asgard. Which faction won? Choose, then OK."))},
        again=Wording(N_("Is it over? Then choose who won. If not: OK.")),
        items={
            "on": NP_("line", "It goes on"),
            "protect": NP_("line", "Protectors won"),
            "conspire": NP_("line", "Conspirators won"),
        },
    ),
    "night.void": DecisionText(
        title=NP_("title", "Night is void?"),
        ask=Wording(N_("Did somebody peek? Then the night is void. OK, or back.")),
        again=Wording(N_("OK: the night is void. Back: it is not.")),
        items={"void": NP_("line", "Yes, it is void")},
        topic=NP_("line", "Somebody peeked"),
    ),
    "somebody.leaves": DecisionText(
        title=NP_("title", "Who leaves?"),
        ask=Wording(N_("Who leaves for good? Choose, then OK. Back: nobody.")),
        again=Wording(N_("Who leaves? Up and down, then OK.")),
        items={"end": NP_("line", "End the game")},
        topic=NP_("line", "Somebody leaves"),
    ),
    "somebody.left": DecisionText(
        title=NP_("title", "Without?"),
        ask=Wording(N_("{seat} leaves. Play on without {seat}, or end the game? Choose, then OK.")),
        again=Wording(N_("Play on without {seat}? Up and down, then OK.")),
        items={"nobody": NP_("line", "Play on without"), "end": NP_("line", "End the game")},
    ),
    "somebody.comes": DecisionText(
        title=NP_("title", "Who comes?"),
        ask=Wording(N_("Whoever comes takes an empty place, or you begin anew. Choose, then OK.")),
        again=Wording(N_("Which place? Up and down, then OK.")),
        items={"anew": NP_("line", "End, begin anew")},
        topic=NP_("line", "Somebody comes late"),
    ),
    "pad.broken": DecisionText(
        title=NP_("title", "Whose pad?"),
        ask=Wording(N_("Whose pad is it? Choose, then OK. At the end: everybody's.")),
        again=Wording(N_("Whose pad? Up and down, then OK.")),
        items={"everybody": NP_("line", "Everybody's pads")},
        topic=NP_("line", "A pad is broken"),
    ),
}


def prompt_of(decision: Decision, what: str) -> DecisionText:
    """The prompt of a decision. Raises Unspoken, which says `what` there are no words for."""
    if decision.name not in PROMPTS:
        raise Unspoken(f"{what} {decision.name!r}")
    return PROMPTS[decision.name]


def opening(_: Language, decision: Decision, view: View, people: Party = NOBODY) -> tuple[Cue, ...]:
    """A decision's first words. people: who is told of by name, once, as their pads are called."""
    prompt, case = prompt_of(decision, "ask"), _case(view, people)
    at_panel = without_pad(decision, view)
    wording = prompt.cases.get(case, prompt.ask)
    asked: tuple[Cue, ...] = (Say(_(wording.at(at_panel), **values_of(_, view, people))),)
    if prompt.tasks:
        asked = (*asked, Handling(_(prompt.tasks.get(case, prompt.tasks[""]))))
    if prompt.how:
        asked = (*asked, Handling(_(prompt.how.at(at_panel))))
    return asked


def shorter(_: Language, decision: Decision, view: View) -> tuple[Cue, ...]:
    """The same once more, shorter."""
    again = prompt_of(decision, "ask again").again
    return (Say(_(again.at(without_pad(decision, view)), **values_of(_, view))),)


def reminder(_: Language, decision: Decision, view: View, times: int) -> tuple[Cue, ...]:
    """How long they have talked by now."""
    if decision.name == "council.accuse":
        said = _.ngettext(
            "{n} minute of talk. Take the time you need.",
            "{n} minutes of talk. Take the time you need.",
            times * view.setup.talk,
        )
    elif decision.name == "council.defence":
        said = _.ngettext(
            "{n} second of defence. Please finish, {accused}.",
            "{n} seconds of defence. Please finish, {accused}.",
            times * view.setup.defence,
            **values_of(_, view),
        )
    else:
        raise Unspoken(f"remind of {decision.name!r}")
    return (Say(said),)


def without_pad(decision: Decision, view: View) -> bool:
    """Whether those who decide have no pad."""
    has_none = isinstance(decision.who, Seat) and decision.who.seat not in view.pads
    return has_none or not view.with_pads


def values_of(_: Language, view: View, people: Party = NOBODY) -> dict[str, object]:
    """The names and numbers a prompt may use."""
    phase = view.phase
    values: dict[str, object] = {"round": view.round}
    if isinstance(phase, Deal):
        protectors, conspirators = FACTIONS[len(view.places)]
        values["protectors"] = _.ngettext("{n} protector", "{n} protectors", protectors)
        values["conspirators"] = _.ngettext("{n} conspirator", "{n} conspirators", conspirators)
    elif isinstance(phase, Seating):
        values["god"] = god_name(_, phase.gods[len(phase.seats)])
    elif isinstance(phase, Turn):
        values["god"] = god_name(_, phase.god)
        values["by"] = name_of(_, view, phase.by)
    elif isinstance(phase, Calling | Leaving):
        values["seat"] = name_of(_, view, phase.seat)
        values["player"] = people.name(_, phase.seat)
    elif isinstance(phase, Learning | Trial):
        if phase.asked:
            values["seat"] = name_of(_, view, phase.asked[0])
        if isinstance(phase, Trial):
            values["accuser"] = name_of(_, view, phase.accuser)
            if phase.accused:
                values["accused"] = name_of(_, view, phase.accused)
            values["seconds"] = _.ngettext("{n} second", "{n} seconds", view.setup.drop)
    return values


def _case(view: View, people: Party) -> str:
    """What sets this prompt apart from others of its name; as in `DecisionText.cases`."""
    phase = view.phase
    if isinstance(phase, EndCheck) and len(view.asgard) <= 1:
        return "over"
    if isinstance(phase, Council):
        if phase.resumed:
            return "on"
        return "second" if phase.spared else variant(view, "", "later", "latest")
    if isinstance(phase, Turn) and phase.by != view.seat_of(phase.god):
        return "deputy"
    if isinstance(phase, Calling):
        if phase.swap:
            return "swap"
        named = "named" if people.named(phase.seat) else ""
        return "first" if len(phase.rest) == len(view.present) - 1 else named
    if isinstance(phase, Trial) and phase.step == "support" and view.setup.drop:
        return "limited"
    if isinstance(phase, Trial) and phase.asked == voters(view, phase.accused):
        return "first"
    return ""
