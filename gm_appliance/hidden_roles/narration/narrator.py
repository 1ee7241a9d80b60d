"""The narration of a game of hidden roles: the kit's parts and the game's come together here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Light, PressHint, Props, Say, Show, Sound, Suggestion
from gm_appliance.core.cues.screens import BarScreen, Lines, RingScreen, Screen, TextScreen
from gm_appliance.core.game import Beat, BlankFace, Choice, Decision, Face, First, MenuFace, Pad, Seat
from gm_appliance.core.language import N_, Message
from gm_appliance.core.narration import ButtonLabels, MissingWords, PromptText
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import events, model
from gm_appliance.hidden_roles.hooks import ACCUSE, BANISH
from gm_appliance.hidden_roles.model import DOWN, GOES_ON, NOBODY, UP, Count, Trial
from gm_appliance.hidden_roles.narration import epilogue, story
from gm_appliance.hidden_roles.narration.events import HiddenRolesEvents, by_round
from gm_appliance.hidden_roles.narration.prompts import (
    AT_YOUR_NAME,
    PROMPTS,
    VOTES,
    DecisionText,
    TimetableText,
)
from gm_appliance.hidden_roles.rules import HiddenRoles

_MENU_OF = {"council.close": "council.accuse", "council.drop": "council.support"}
"""Decisions without words of their own, and the decision whose menu shows them as a line."""

_UNSAID = ("thunder", "tick", "end")
"""Beats without words: the thunder, a bar that shrinks, the end."""


class HiddenRolesNarration(HiddenRolesEvents):
    """A game sets the tables and parts below; see `narration.GameNarration` for the methods."""

    PROMPTS: ClassVar[Mapping[str, PromptText]] = PROMPTS
    STEPS: ClassVar[Mapping[str, TimetableText]]
    """By decision; these decisions have no prompt."""
    ABOUT_A_SEAT: ClassVar[tuple[str, ...]] = ("somebody.leaves", "somebody.comes", "pad.broken")
    """Decisions of the table that are about a seat."""
    VOTE: ClassVar[Message]
    """What the thumbs mean in a vote, in a line."""
    FAREWELL: ClassVar[Message]
    """The last words of a game that the table ends before it is over."""
    STORY = story.STORY
    EPILOGUE = epilogue.SENTENCES
    facts = epilogue.facts

    def prompt(self, decision: Decision, view: Any) -> PromptText:
        prompt = super().prompt(decision, view)
        return prompt.in_case(self.case(decision, view)) if isinstance(prompt, DecisionText) else prompt

    def case(self, decision: Decision, view: Any) -> str:
        """The key in `DecisionText.cases`; empty for none."""
        if decision.name in ("somebody.leaves", "somebody.comes") and decision.domain.contains(NOBODY):
            return "none"
        known = "later" if view.round > 1 else ""
        match view.phase:
            case model.EndCheck() if len(view.places.inside) <= self.RULES.LAST:
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
                return "named" if self.told_of(view).named(view.phase.seat) else ""
            case model.Trial(step="support") if view.setup.drop:
                return "limited"
            case model.Trial(step="support" | "defence"):
                return known
            case model.Trial(begun=True):
                return "next"
            case model.Trial(asked=asked, accused=accused) if asked == self.RULES.voters(view, accused):
                return "first"
        return ""

    def values(self, decision: Decision, view: Any) -> Mapping[str, object]:
        phase, name = view.phase, self.name
        values: dict[str, object] = {"round": view.round, "game": self.title()}
        if seat := getattr(phase, "seat", 0):
            values |= {"seat": name(view, seat), "player": self.told_of(view).name(self._, seat)}
        elif asked := getattr(phase, "asked", ()):
            values["seat"] = name(view, asked[0])
        if isinstance(phase, model.Trial):
            values["accuser"] = name(view, phase.accuser)
            if phase.accused:
                values["accused"] = name(view, phase.accused)
            values["seconds"] = self._.ngettext("{n} second", "{n} seconds", view.setup.drop)
        return values

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        if decision.name in self.STEPS:
            return ()
        first = isinstance(decision.who, Pad) and self.case(decision, view) == "first"
        hint = (PressHint(self._(AT_YOUR_NAME), "name"),) if first else ()
        return (*hint, *super().ask(decision, view))

    def question(self, decision: Decision, view: Any) -> Say:
        """If people may call the end, OK goes on, so the question is a suggestion."""
        said = super().question(decision, view)
        goes_on = decision.name == "end.called" and decision.domain.contains(GOES_ON)
        return Suggestion(said.text) if goes_on else said

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return () if decision.name in self.STEPS else super().again(decision, view)

    def on_repeat(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """With all explanations, as in the first round: of a role, the council, voting."""
        if isinstance(view.phase, model.Council):
            view = replace(view, phase=replace(view.phase, resumed=False))
        elif isinstance(view.phase, model.Trial):
            view = replace(view, phase=replace(view.phase, begun=False))
        return self.ask(decision, replace(view, round=1))

    def labels(self, decision: Decision, view: Any, face: Face) -> ButtonLabels | None:
        if decision.name == "night.void":
            return ButtonLabels(
                ok=self._.pgettext("button", "the night is void"), back=self._.pgettext("button", "it is not")
            )
        if isinstance(view.phase, model.Calling) and view.phase.swap:
            return ButtonLabels(ok=self._.pgettext("button", "go without a pad"))
        # The question contains it, and is put to one seat after the other.
        return ButtonLabels() if decision.name == "council.thumb" else None

    def remind(self, decision: Decision, view: Any, times: int) -> tuple[Cue, ...]:
        if decision.name == "council.accuse":
            said = self._.ngettext(
                "You have talked for {n} minute. Take your time.",
                "You have talked for {n} minutes. Take your time.",
                times * view.setup.talk,
            )
        elif decision.name == "council.defence":
            said = self._.ngettext(
                "{n} second of defence. Please finish, {accused}.",
                "{n} seconds of defence. Please finish, {accused}.",
                times * view.setup.defence,
                **self.values(decision, view),
            )
        else:
            return super().remind(decision, view, times)
        return (Say(said),)

    def barred(self, decision: Decision, view: Any) -> Mapping[int, str]:
        if decision.name != "council.whom":
            return {}
        prevented = dict.fromkeys(
            self.RULES.prevented(view, ACCUSE), self._.pgettext("word", "cannot be accused today")
        )
        return prevented | dict.fromkeys(view.phase.spared, self._.pgettext("word", "voted on today"))

    def lights(self, decision: Decision, view: Any) -> frozenset[int]:
        if isinstance(decision.who, Pad):
            return frozenset(view.pads)  # those called so far
        if isinstance(decision.who, First):
            return frozenset(decision.who.seats)
        return super().lights(decision, view)

    def marked_seat(self, decision: Decision, view: Any, face: Face) -> int:
        """The seat under the cursor; 0 for none."""
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        return value if isinstance(value, int) else 0

    def prefetch(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        cues: list[Cue] = []
        for event in outcomes(self.RULES, decision, view):
            cues += super().tell(event, view)
        for step, then in closed_steps(self.RULES, view):
            cues += [cue for beat in step.beats for cue in self.beat(step, then, beat)]
        return tuple(cues)

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        title = self.heading(decision, view)
        return self.named_screen(view, self._drawn(decision, view, face, title, minutes))

    def _drawn(self, decision: Decision, view: Any, face: Face, title: str, minutes: int) -> Screen:
        phase = view.phase
        if isinstance(phase, model.Deal) and decision.name == "setup.deal":
            return Lines(title, self.dealt(view))
        if (
            isinstance(phase, model.Calling)
            or isinstance(face, BlankFace)
            or decision.name == "council.thumb"
        ):
            return self._one_seat(title, view)
        if not isinstance(face, MenuFace):
            return self.picture(decision, view, face, title)
        if isinstance(decision.who, First) and face.at < 0:
            return self._waiting(title, view, minutes)
        if len(face.items) > 1 and (isinstance(decision.who, Seat) or decision.name in self.ABOUT_A_SEAT):
            line = self.item(face.current, view) if face.current else self._.pgettext("line", "Nobody yet")
            return RingScreen(title, self.ring(view, self.marked_seat(decision, view, face)), (line,))
        if isinstance(phase, model.Trial) and decision.name == "council.defence":
            return self.marked(title, view, phase.accused).screen
        return self.picture(decision, view, face, title)

    def dealt(self, view: Any) -> tuple[str, ...]:
        """The numbers of cards to deal, a line each."""
        raise NotImplementedError

    def _one_seat(self, title: str, view: Any) -> Screen:
        """One seat is asked in secret, so its answer is not shown: a pad's call, a thumb, a booth."""
        phase = view.phase
        if isinstance(phase, model.Calling):
            # Only the name, as large as possible.
            seats = self.ring(view, phase.seat, lit=frozenset(view.pads))
            return RingScreen("", seats, (self.name(view, phase.seat),))
        asked = phase.asked if isinstance(phase, model.Learning | model.Trial) else ()
        name = self.name(view, asked[0]) if asked else ""
        if isinstance(phase, model.Trial) and phase.step == "booth":
            votes = self._.pgettext("line", "{seat} votes", seat=name)
            return Lines(title, (self.against(view, phase.accused), self._(self.VOTE), votes))
        return Lines(title, (name,))

    def _waiting(self, title: str, view: Any, minutes: int) -> Screen:
        """Anybody may press first: the council's talk, or an accusation's supporter."""
        if isinstance(view.phase, model.Trial):
            accuser = self.name(view, view.phase.accuser)
            accuses = self._.pgettext("line", "{accuser} accuses", accuser=accuser)
            return Lines(title, (accuses, self.against(view, view.phase.accused)))
        talk = (self._.pgettext("line", "{n} min of talk", n=minutes),) if minutes else ()
        return RingScreen(title, self.ring(view), talk)

    def item(self, choice: Choice, view: Any) -> str:
        """A line of the menu. Raises MissingWords."""
        if isinstance(choice.value, int):
            return self.name(view, choice.value)
        return self._(self.PROMPTS[_MENU_OF.get(choice.name, choice.name)].item(choice.value, choice.name))

    def beat(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        """The cues at a beat. Raises MissingWords."""
        self._step(decision)
        thunder = (Sound("thunder"),) if beat.mark == "thunder" else ()
        cues = (*thunder, *self.shown(decision, view, beat))
        spoken = self.spoken(decision, view, beat)
        return self.beside(view, (*cues, Say(spoken)) if spoken else cues)

    def unheard(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """How to do a step with closed eyes without hearing the box. Raises MissingWords.

        The seconds are those of its timetable, and the display shows the same to those with open eyes.
        """
        at = {beat.mark: beat.at for beat in decision.beats}
        seconds = {}
        if "die" in at:
            seconds = {"opens": ceil(at["die"]), "closes": int(at["reclose"]), "last": ceil(at["open"])}
        text = self._(self._step(decision).unheard, **seconds)
        return (Show(TextScreen(text)), Say(text))

    def _step(self, decision: Decision) -> TimetableText:
        if decision.name not in self.STEPS:
            raise MissingWords(f"the timetable of {decision.name!r}", "add it to STEPS")
        return self.STEPS[decision.name]

    def shown(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        step = self._step(decision)
        title = self._(step.title, round=view.round)
        if beat.mark == "open":
            return (self.table(view),)
        if beat.mark == "lead":
            shown = Lines(title, (self._vote_against(view), "", "", self._(step.hint)))
            return (Light(), Show(shown), self.table(view))
        if beat.mark in ("now", "tick") and decision.name == "council.vote":
            lines = (self._vote_against(view), self._(step.hint))
            return (Show(BarScreen(title, int(beat.about), view.setup.vote, lines)),)
        return ()

    def spoken(self, decision: Decision, view: Any, beat: Beat) -> str:
        """The words of a beat; empty for silence. Raises MissingWords."""
        if beat.mark == "count":
            return str(beat.about)
        if beat.mark == "name":
            return str(self.name(view, int(beat.about)))
        if beat.mark in _UNSAID:
            return ""
        said = self._step(decision).words(view, beat.mark)
        if said is None:
            raise MissingWords(f"beat {beat.mark!r} of {decision.name!r}", "add it to its beats in STEPS")
        return self._(said, **self.values(decision, view))

    def _vote_against(self, view: Any) -> str:
        """The accused, in a line; empty outside a vote."""
        return self.against(view, view.phase.accused) if isinstance(view.phase, Trial) else ""

    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        """Update the table first, unless the event does so itself."""
        cues = super().tell(event, view)
        if not any(isinstance(cue, Props) for cue in cues):
            cues = (self.table(view), *cues)
        return self.beside(view, cues)

    def remembered(self, view: Any) -> tuple[str, ...]:
        """The first topics: where the game stands and, unless only totals were announced, the last votes."""
        return ("recap", VOTES) if view.verdicts and view.verdicts[-1].thumbs else ("recap",)

    def explain(self, topic: str, view: Any) -> tuple[Cue, ...]:
        return (*self._votes(view),) if topic == VOTES else super().explain(topic, view)

    def _votes(self, view: Any) -> Iterator[Cue]:
        """Who voted down and who up, in each vote of the last round that had one."""
        for one in view.verdicts:
            if one.round != view.verdicts[-1].round:
                continue
            accused = self.name(view, one.accused)
            yield Say(self._("Round {round}, the vote on {accused}.", round=one.round, accused=accused))
            for thumb, told in ((DOWN, N_("Thumb down: {names}.")), (UP, N_("Thumb up: {names}."))):
                voted = [seat for seat, given in one.thumbs.items() if given == thumb]
                yield from (Say(self._(told, names=names)) for names in self.in_groups(view, voted))

    def farewell(self, view: Any) -> tuple[Cue, ...]:
        return (Say(self._(self.FAREWELL)),)

    def props(self, view: Any) -> Props:
        return self.named_props(view, self.table(view))

    def interrupted(self, decision: Decision, view: Any) -> str:
        words = self.STEPS.get(decision.name) or self.PROMPTS.get(decision.name)
        where = getattr(words, "interrupted", None)
        if where is None:
            return self._("{game} was interrupted in round {round}.", **self.values(decision, view))
        return self._(where, **self.values(decision, view))

    def side_won(self, side: str) -> str:
        return self._(self.SIDES[side].line) if side in self.SIDES else super().side_won(side)


def outcomes(rules: HiddenRoles, decision: Decision, view: Any) -> Iterator[Any]:
    """The events that may follow, except those that name missing seats, of which there are too many."""
    if decision.name in ("setup.factions", "setup.faction"):
        yield from (events.FactionsLearned(True), events.FactionsLearned(False))
    elif isinstance(view.phase, model.Trial) and view.phase.step in ("vote", "booth"):
        accused = view.phase.accused
        # Once, because it is the same for later voters.
        if view.phase.asked[0] == rules.voters(view, accused)[0]:
            yield from _verdicts(rules, view, accused)
    else:
        yield from rules.outcomes(decision, view)


def _verdicts(rules: HiddenRoles, view: Any, accused: int) -> Iterator[Any]:
    voting = rules.voters(view, accused)
    for down in range(len(voting) + 1):
        thumbs = {seat: DOWN if n < down else UP for n, seat in enumerate(voting)}
        yield events.ThumbsShown(accused, thumbs)
    for thumb in (DOWN, UP):
        yield events.Counted(accused, Count(0, 0, rules.modifiers(view, accused, thumb), 0, 0))
    yield from (events.Spared(accused, tie) for tie in (False, True))
    kept = accused in rules.prevented(view, BANISH)
    yield events.Protected(accused) if kept else events.Banished(accused, "council")
    yield from (events.CouncilEnds("second"), events.CouncilEnds("nobody"))


def closed_steps(rules: HiddenRoles, view: Any) -> Iterator[tuple[Decision, Any]]:
    """If seats are known and the game has not begun: learning the cards, then the first night, each with
    its view. Players without a pad get one."""
    phase = view.phase
    while isinstance(phase, model.Calling):
        phase = phase.back
    if not isinstance(phase, model.Deal | model.Learning):
        return
    ready = replace(view, pads={seat: seat for seat in view.seats})
    learning = (model.Learning(view.seats),) if view.with_pads else ()
    for then in (replace(ready, phase=step) for step in (*learning, model.Night())):
        if decision := rules.decision(then):
            yield decision, then
