"""The words and pictures for who sits where, with which cards and which pad."""

from __future__ import annotations

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import RingScreen
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.beside import told_of
from gm_appliance.games.gotterdammerung.narration.gods import god_name
from gm_appliance.games.gotterdammerung.narration.props import ring_seats
from gm_appliance.games.gotterdammerung.narration.votes import SeatWords


class WhoIsWho(SeatWords):
    def seated(self, event: events.Seated, view: GotterdammerungView) -> tuple[Cue, ...]:
        god = god_name(self._, event.god)
        return (Say(self._("{god} sits at seat {number}.", god=god, number=event.seat)),)

    def all_seated(self, event: events.AllSeated, view: GotterdammerungView) -> tuple[Cue, ...]:
        """Seat by seat, marked on the ring. If pads are called, the other seats follow with their pads."""
        first, *others = view.seats
        cues: list[Cue] = [self._table(view), self._who(first, view), Say(self._top(view, first))]
        if isinstance(view.phase, model.Calling):
            return tuple(cues)
        for seat in others:
            cues += [self._who(seat, view), Say(self._next(view, seat))]
        return (*cues, *self._cards(view))

    def called(self, view: GotterdammerungView) -> tuple[Cue, ...]:
        """Who sits at a seat whose pad is not called; nothing for the first seat, which was announced."""
        assert isinstance(view.phase, model.Calling)
        seat = view.phase.seat
        return () if seat == view.seats[0] else (self._who(seat, view), Say(self._next(view, seat)))

    def _cards(self, view: GotterdammerungView) -> tuple[Cue, ...]:
        """The cards people lay out once everybody knows their role. No card shows a Valkyrie's number."""
        cues: list[Cue] = [Say(self._("Lay out your god card. Take your action card."))]
        if any(place.number for place in view.places):
            cues.append(Say(self._("Valkyries, remember your number.")))
        starts = Say(self._("The Oracle starts beside {seat}.", seat=self._name(view, view.oracle)))
        return (*cues, self._who(view.oracle, view), starts)

    def _top(self, view: GotterdammerungView, seat: int) -> str:
        people, name = told_of(view, self._people), self._name(view, seat)
        if not people.named(seat):
            return self._("{seat} sits at the top. We go clockwise.", seat=name)
        player = people.name(self._, seat)
        return self._("{seat} sits at the top: {player}. We go clockwise.", seat=name, player=player)

    def _next(self, view: GotterdammerungView, seat: int) -> str:
        people, name = told_of(view, self._people), self._name(view, seat)
        if not people.named(seat):
            return self._("{seat}.", seat=name)
        return self._("{seat}: {player}.", seat=name, player=people.name(self._, seat))

    def _who(self, seat: int, view: GotterdammerungView) -> Show:
        title = self._.pgettext("title", "Who is who")
        return Show(RingScreen(title, ring_seats(self._, view, seat), (self._name(view, seat),)))

    def pad_called(self, event: events.PadCalled, view: GotterdammerungView) -> tuple[Cue, ...]:
        seat = self._name(view, event.seat)
        told: tuple[Cue, ...] = ()
        if event.none:
            told = (Say(self._("{seat} has no pad, and decides at the box.", seat=seat)),)
        elif event.swap:
            told = (Say(self._("{seat} has a pad again.", seat=seat)),)
        if event.swap or not isinstance(view.phase, model.Deal):
            return told
        return (*told, *self._cards(view))
