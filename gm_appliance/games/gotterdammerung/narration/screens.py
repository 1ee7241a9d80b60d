"""The display while a decision of Götterdämmerung is open; the host adds what to press."""

from __future__ import annotations

from gm_appliance.core.game import Choice, Face, MenuFace
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.gods import GODS, ORACLE
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.gods import god_name
from gm_appliance.games.gotterdammerung.narration.prompts import PROMPTS
from gm_appliance.games.gotterdammerung.narration.props import GodSeats
from gm_appliance.hidden_roles.narration.screens import ABOUT_A_SEAT, HiddenRolesScreens


class GotterdammerungScreens(GodSeats, HiddenRolesScreens):
    PROMPTS = PROMPTS
    ABOUT_A_SEAT = ("conspiracy.die", *ABOUT_A_SEAT)

    def dealt(self, view: GotterdammerungView) -> tuple[str, ...]:
        protectors, conspirators = model.FACTIONS[len(view.places)]
        return (
            self._.npgettext("line", "{n} protector", "{n} protectors", protectors),
            self._.npgettext("line", "{n} conspirator", "{n} conspirators", conspirators),
        )

    def banish_or_spare(self) -> str:
        return self._.pgettext("line", "▼ banish  ▲ spare")

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
