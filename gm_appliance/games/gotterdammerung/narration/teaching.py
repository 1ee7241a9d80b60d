"""Götterdämmerung in a minute, and in thirty seconds for latecomers."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Cue
from gm_appliance.core.cues.screens import DiceScreen, RingScreen, VersusScreen
from gm_appliance.core.language import N_
from gm_appliance.core.table_narration import Teaching
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.props import GodSeats

_SIDES = N_("{protectors} guard Asgard, {conspirators} betray it.")
_WIN = N_("To win, banish everybody in the other faction.")
_VOTE = N_("Thumb down banishes, thumb up spares.")


class GotterdammerungTeaching(GodSeats, Teaching):
    BEFORE = frozenset(("setup.deal",))

    def minute(self, view: GotterdammerungView) -> Iterator[Cue]:
        table, pads = self._table(view), view.with_pads
        yield from self.told(table, _SIDES, **self.sides(view))
        yield from self.told(
            table, N_("Your faction card is secret. Only the conspirators know each other."), _WIN
        )
        yield from self.told(
            self._one_below(table), N_("If you are banished, you play on, and keep your faction secret.")
        )
        yield from self.told(
            None,
            N_("A round begins at night. All close their eyes."),
            N_("The conspirators open their eyes, and agree on somebody to banish."),
        )
        if pads:
            yield from self.told(
                None,
                N_("I read out names. Everybody taps thumb up at every name."),
                N_("Conspirators tap thumb down at the one they agreed on."),
            )
        else:
            yield from self.told(None, N_("They lay the die on that player's god card."))
        dice = DiceScreen(self._.pgettext("title", "The Oracle"), (3, 5))
        yield from self.told(dice, N_("By day, two dice choose the Oracle."))
        yield from self.told(None, N_("Then the gods act in silence, as their cards say."))
        yield from self.told(None, N_("The Oracle looks at one faction card in the same world."))
        yield from self.told(
            None, N_("Then the council: talk, lie, accuse. Somebody must second an accusation.")
        )
        if pads:
            yield from self.told(None, N_("To accuse, hold thumb down."))
        vote = VersusScreen(self._.pgettext("title", "Vote"), 4, 2, thumbs=True)
        yield from self.told(vote, N_("Then all vote."), _VOTE, N_("A tie spares the accused."))

    def half_minute(self, view: GotterdammerungView) -> Iterator[Cue]:
        table = self._table(view)
        yield from self.told(table, _SIDES, **self.sides(view))
        yield from self.told(table, _WIN)
        yield from self.told(
            self._one_below(table), N_("By night the conspirators banish somebody, who plays on.")
        )
        if view.with_pads:
            yield from self.told(
                None, N_("At every name, tap thumb up. Conspirators mark theirs with thumb down.")
            )
        yield from self.told(
            None,
            N_("By day the gods act in silence. The Oracle sees a card."),
            N_("In the council, talk and accuse. Then all vote."),
            _VOTE,
        )

    def pads(self, view: GotterdammerungView) -> dict[int, str]:
        return {seat: self.name(view, seat) for seat in view.padded}

    def _table(self, view: GotterdammerungView) -> RingScreen | None:
        if isinstance(view.phase, model.Picking | model.Seating):
            return None
        return RingScreen(self._.pgettext("title", "Your table"), self.ring(view))

    def _one_below(self, table: RingScreen | None) -> RingScreen | None:
        if table is None:
            return None
        *others, last = table.seats
        return replace(table, seats=(*others, replace(last, hollow=True)))
