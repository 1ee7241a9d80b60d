"""Götterdämmerung's narration: its tables and parts come together here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import Decision
from gm_appliance.core.table_narration import TABLE_MATCHES
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration import TITLE, prompts, props, topics
from gm_appliance.games.gotterdammerung.narration.events import SIDE_WON, GotterdammerungEvents
from gm_appliance.games.gotterdammerung.narration.gods import god_name, place_name
from gm_appliance.games.gotterdammerung.narration.options import OPTIONS
from gm_appliance.games.gotterdammerung.narration.screens import GotterdammerungScreens
from gm_appliance.games.gotterdammerung.narration.teaching import GotterdammerungTeaching
from gm_appliance.games.gotterdammerung.narration.timetables import GotterdammerungTimetables
from gm_appliance.games.gotterdammerung.places import VALKYRIE, Place
from gm_appliance.games.gotterdammerung.rules import RULES
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration


class Gotterdammerung(HiddenRolesNarration):
    """The narration in one language; see `narration.GameNarration` for its methods."""

    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = prompts.PROMPTS
    TOPICS = topics.TOPICS
    TEACHING = GotterdammerungTeaching
    RULES = RULES
    EVENTS = GotterdammerungEvents
    SCREENS = GotterdammerungScreens
    TIMETABLES = GotterdammerungTimetables
    SIDE_WON = SIDE_WON

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
                protectors, conspirators = model.FACTIONS[len(view.places)]
                values["protectors"] = self._.ngettext("{n} protector", "{n} protectors", protectors)
                values["conspirators"] = self._.ngettext("{n} conspirator", "{n} conspirators", conspirators)
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
        return self._beside(view, props.moved_back(self._, before, view))

    def recap(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        match view.phase:
            case model.Picking() | model.Seating() | kit.Calling() | kit.Deal() | kit.Learning():
                return ()
            case kit.Night() if view.round > 1:
                return ()  # the beginning of the round, just announced, was a recap
        spoken = props.worlds(self._, view)
        if view.cards.away:
            spoken = (*props.full_recap(self._, view), Say(self._(TABLE_MATCHES)))
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
        return topics.offered(view, on_request)

    def topic(self, topic: str) -> str:
        if topic in GODS:
            return self._(self.TOPICS[topic].line, god=god_name(self._, topic))
        return super().topic(topic)

    def explain(self, topic: str, view: GotterdammerungView) -> tuple[Cue, ...]:
        return props.full_recap(self._, view) if topic == "recap" else super().explain(topic, view)
