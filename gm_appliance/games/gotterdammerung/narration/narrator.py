"""Götterdämmerung's narration: its tables and parts come together here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import Choice, Decision, Face, MenuFace
from gm_appliance.core.language import N_, NP_
from gm_appliance.core.table_narration import MISTAKE, TABLE_MATCHES, TAUGHT, Topic
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.gods import GODS, ORACLE
from gm_appliance.games.gotterdammerung.model import VALKYRIE, GotterdammerungView, Place
from gm_appliance.games.gotterdammerung.narration import TITLE
from gm_appliance.games.gotterdammerung.narration.events import SIDE_WON, GotterdammerungEvents
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name, place_name
from gm_appliance.games.gotterdammerung.narration.prompts import OPTIONS, PROMPTS
from gm_appliance.games.gotterdammerung.narration.props import GodSeats
from gm_appliance.games.gotterdammerung.narration.teaching import GotterdammerungTeaching
from gm_appliance.games.gotterdammerung.narration.timetables import GotterdammerungTimetables
from gm_appliance.games.gotterdammerung.rules import RULES
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration
from gm_appliance.hidden_roles.narration.screens import ABOUT_A_SEAT, HiddenRolesScreens

TOPICS: Mapping[str, Topic] = {
    "recap": Topic(NP_("line", "Where we stand")),
    **{name: Topic(prompt.topic) for name, prompt in PROMPTS.items() if prompt.topic},
    "mistake": Topic(
        MISTAKE.line,
        (
            N_("To take back your last open choice, hold the back button."),
            N_("In a vote, your last press counts, until time is up."),
            N_("Shown thumbs stay. Nobody votes again."),
            N_("If somebody peeks while eyes are closed, hold the repeat button."),
        ),
    ),
    **TAUGHT,
    "ring": Topic(
        NP_("line", "Marks on the ring"),
        (
            N_("The ring on the display is your table, clockwise."),
            N_("A white block is a player in Asgard."),
            N_("An open box is a player in the Underworld."),
            N_("A cross below is a wound."),
            N_("A small bar below is any other action card."),
            N_("While pads are called, a bar is a pad."),
            N_("The eye is the Oracle."),
            N_("The frame marks who is chosen now."),
        ),
    ),
    **{god: Topic(NP_("line", "What {god} does"), (WORDS_OF[god].explained,)) for god in GODS},
}
"""In menu order; the gods in order of play."""


class GotterdammerungScreens(GodSeats, HiddenRolesScreens):
    PROMPTS = PROMPTS
    ABOUT_A_SEAT = ("conspiracy.die", *ABOUT_A_SEAT)
    VOTE = NP_("line", "▼ banish  ▲ spare")

    def dealt(self, view: GotterdammerungView) -> tuple[str, ...]:
        protectors, conspirators = model.FACTIONS[len(view.places)]
        return (
            self._.npgettext("line", "{n} protector", "{n} protectors", protectors),
            self._.npgettext("line", "{n} conspirator", "{n} conspirators", conspirators),
        )

    def item(self, choice: Choice, view: GotterdammerungView) -> str:
        value = choice.value
        if isinstance(value, int) and isinstance(view.phase, model.Seating):
            return self._.pgettext("line", "Seat {n}", n=value)
        if value in GODS and isinstance(view.phase, model.Picking):
            return god_name(self._, str(value))
        if value in view.cards:
            card, seat = god_name(self._, str(value)), self.name(view, view.cards[str(value)])
            return self._.pgettext("line", "{card}: {seat}", card=card, seat=seat)
        return super().item(choice, view)

    def aimed_at(self, view: GotterdammerungView, face: Face) -> int:
        """Also the seat of the card or Oracle under the cursor; 0 before everybody has a seat."""
        if isinstance(view.phase, model.Picking | model.Seating):
            return 0
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        if isinstance(value, str):
            return view.oracle if value == ORACLE else view.cards.get(value, 0)
        return super().aimed_at(view, face)


class Gotterdammerung(HiddenRolesNarration):
    """The narration in one language; see `narration.GameNarration` for its methods."""

    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = PROMPTS
    TOPICS = TOPICS
    TEACHING = GotterdammerungTeaching
    RULES = RULES
    EVENTS = GotterdammerungEvents
    SCREENS = GotterdammerungScreens
    TIMETABLES = GotterdammerungTimetables
    SIDE_WON = SIDE_WON
    FAREWELL = N_("The game ends here. Turn your faction cards.")

    _events: GotterdammerungEvents

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._.pgettext(
            "line",
            "{players}, {gods}",
            players=self.players(int(options["players"])),
            gods=self._.npgettext("line", "{n} god", "{n} gods", int(options["gods"])),
        )

    # ------------------------------------------------------------ prompts

    def case(self, decision: Decision, view: GotterdammerungView) -> str:
        phase = view.phase
        if isinstance(phase, model.Turn) and decision.name.startswith("action."):
            return ("later" if view.round > 1 else "") if phase.by == view.seat_of(phase.god) else "deputy"
        return super().case(decision, view)

    def values(self, decision: Decision, view: GotterdammerungView) -> Mapping[str, object]:
        values = {**super().values(decision, view)}
        match view.phase:
            case kit.Deal():
                values |= self._events.sides(view)
            case model.Seating() as phase:
                values["god"] = god_name(self._, phase.gods[len(phase.seats)])
            case model.Turn() as phase:
                values["god"] = god_name(self._, phase.god)
                values["by"] = self._events.name(view, phase.by)
        return values

    def before(self, decision: Decision, view: GotterdammerungView) -> Iterator[Say]:
        """Name the god whose action it is, if another player decides."""
        if self.case(decision, view) == "deputy":
            yield Say(self._("{by} acts in place of {god}.", **self.values(decision, view)))

    # ------------------------------------------------------------ recaps

    def known(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self._beside(view, self._events.called(view))

    def back(self, before: GotterdammerungView, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self._beside(view, self._events.moved_back(before, view))

    def recap(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        match view.phase:
            case model.Picking() | model.Seating() | kit.Calling() | kit.Deal() | kit.Learning():
                return ()
            case kit.Night() if view.round > 1:
                return ()  # the beginning of the round, just announced, was a recap
        spoken = self._events.worlds(view)
        if view.cards.away:
            spoken = (*self._events.full_recap(view), Say(self._(TABLE_MATCHES)))
        if isinstance(view.phase, model.Look) and decision.closed:
            return (*spoken, Say(self._("The look is repeated. If you looked at a card, take it again.")))
        return spoken

    def role(self, role: str) -> str:
        god, _space, number = role.partition(" ")
        if god not in GODS and (god, number.isdecimal()) != (VALKYRIE, True):
            return super().role(role)
        return place_name(self._, Place(god=god, number=int(number or 0)))

    # ------------------------------------------------------------ topics

    def topics(self, view: GotterdammerungView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        if isinstance(view.phase, model.Picking | model.Seating):
            return (*TAUGHT, *on_request)
        gods = sorted(view.places.gods, key=lambda god: GODS[god].order)
        return ("recap", *on_request, "mistake", *TAUGHT, "ring", *gods)

    def topic(self, topic: str) -> str:
        if topic in GODS:
            return self._(self.TOPICS[topic].line, god=god_name(self._, topic))
        return super().topic(topic)

    def explain(self, topic: str, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self._events.full_recap(view) if topic == "recap" else super().explain(topic, view)
