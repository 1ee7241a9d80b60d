"""The night: some agree on a victim, and mark it in the roll call, or lay a die on its card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gm_appliance.core.game import AllSeats, Clock, Decision, OneOf, PerSeat, Table
from gm_appliance.hidden_roles import model, timetable
from gm_appliance.hidden_roles.events import Banished, NobodyBanished
from gm_appliance.hidden_roles.hooks import Builder, Hooks
from gm_appliance.hidden_roles.people import NOBODY


class NightRules(Hooks):
    def night(self, view: Any, phase: model.Night) -> Decision:
        """The open decision at night. Without pads the clock answers it, and it sounds different."""
        beats, lead = self.night_steps(view), timetable.LEAD
        at_pads, by_die, _victim = self.NIGHT
        if not view.with_pads:
            return Decision(by_die, Clock(), OneOf(("over",)), closed=True, beats=beats, lead=lead)
        asked = self.marking(view)
        names = tuple(beat.about for beat in beats if beat.listens)
        marks = PerSeat(tuple(map(str, asked)), OneOf(names), partial=True)
        by_card = self.marks_of(view, names)
        return Decision(at_pads, AllSeats(asked), marks, True, True, beats, lead, by_card=by_card)

    def night_over(self, builder: Builder, phase: model.Night, value: Any) -> None:
        # Final without pads too: undoing the die's place must not make everybody close their eyes again.
        builder.final = True
        if isinstance(value, dict):
            # In C, because each mark is work that might be measured.
            self.marked(builder, dict(zip(map(int, value), value.values(), strict=True)))
        else:
            builder.change(phase=model.Die())

    def _die(self, view: Any, phase: model.Die) -> Decision:
        return Decision(self.NIGHT[2], Table(), OneOf((*view.places.inside, NOBODY)))

    def _die_found(self, builder: Builder, phase: model.Die, victim: int | str) -> None:
        self.falls_at_night(builder, victim if isinstance(victim, int) else 0)

    def outcomes(self, decision: Decision, view: Any) -> Iterable[Any]:
        if decision.name == self.NIGHT[0]:
            yield NobodyBanished()
            yield from (Banished(seat, self.NIGHT[0]) for seat in view.places.inside)
