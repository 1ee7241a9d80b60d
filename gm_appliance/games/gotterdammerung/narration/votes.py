"""The words and pictures for a vote: the thumbs, the effects of cards, and the result."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Light, Pause, Props, Say, Show
from gm_appliance.core.cues.props import ShownThumb
from gm_appliance.core.cues.screens import Lines, VersusScreen
from gm_appliance.core.language import N_, NP_, Message, Name, Names
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.table_narration import EventWords
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.gods import wounds
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.props import NAMES, may_have_taken, name_of, props

BREATH = 1.0
"""Seconds of silence before the suspense is over."""


class SeatWords(EventWords):
    def _table(self, view: GotterdammerungView) -> Props:
        return props(self._, view)

    def _name(self, view: GotterdammerungView, seat: int) -> Name:
        return name_of(self._, view, seat)

    def _names(self, view: GotterdammerungView, seats: tuple[int, ...]) -> Names:
        return self._.names(self._name(view, seat) for seat in seats)


class Votes(SeatWords):
    def thumbs(self, event: events.ThumbsShown, view: GotterdammerungView) -> tuple[Cue, ...]:
        """All thumbs at once: lamps for those down, all of them on the table, the numbers on the display."""
        # An accused Balder shows a thumb for his card even if the accused has no vote.
        counting = voters(view, event.accused)
        down = frozenset(seat for seat in counting if event.thumbs[seat] == model.DOWN)
        up = len(counting) - len(down)
        shown = tuple(
            ShownThumb(seat, self._(_THUMB_CARDS[thumb]), up=thumb != model.DOWN)
            for seat, thumb in event.thumbs.items()
        )
        return (
            Light(down),
            Show(VersusScreen(self._.pgettext("title", "The thumbs"), len(down), up, thumbs=True)),
            Props((*self._table(view).items, *shown)),
            Say(self._("{down} down, {up} up.", down=len(down), up=up)),
            *self._whose(down, counting, view),
        )

    def _whose(
        self, down: frozenset[int], counting: tuple[int, ...], view: GotterdammerungView
    ) -> tuple[Cue, ...]:
        """Whose thumb is down, unless everybody saw it. Lamps at pads show it, which is explained once."""
        if self._people.lamps and all(seat in view.pads for seat in counting):
            return (Say(self._("A lit pad voted down.")),) if view.ballots == 1 else ()
        if view.setup.ballot == "thumbs" or len(down) in (0, len(counting)):
            return ()
        seats = tuple(sorted(down))
        some = [self._names(view, seats[at : at + NAMES]) for at in range(0, len(seats), NAMES)]
        return tuple(Say(self._("Thumb down: {names}.", names=names)) for names in some)

    def counted(self, event: events.Counted, view: GotterdammerungView) -> tuple[Cue, ...]:
        """Each modifier with its reason, then the total; nothing if no card changed the thumbs."""
        counted = event.count
        if not counted.modifiers:
            return ()
        title = self._.pgettext("title", "Vote")
        told = [self._modifier(one, view) for one in counted.modifiers]
        lines = tuple(line for line, _said in told)
        shown = Show(VersusScreen(title, counted.down, counted.up, lines, thumbs=True))
        total = self._("{down} down, {up} up.", down=counted.down, up=counted.up)
        # One picture for every reason, and for the total.
        return tuple(cue for said in (*(said for _line, said in told), Say(total)) for cue in (shown, said))

    def _modifier(self, one: model.Modifier, view: GotterdammerungView) -> tuple[str, Say]:
        words, seat = WORDS_OF[one.card].count, self._name(view, one.seat)
        if words is None:
            raise MissingWords(f"what {one.card!r} changed in the count")
        if one.card in wounds(view, one.seat) and may_have_taken(view, one.seat):
            line = words.line_down if one.thumb == model.DOWN else words.line_up
            held = _HELD[one.thumb, one.votes > 0]
            return self._(line, seat=seat), Say(self._(held, seat=seat, owner=god_name(self._, one.card)))
        if one.thumb == model.DOWN:
            return self._(words.line_down, seat=seat), Say(self._(words.down, seat=seat))
        return self._(words.line_up, seat=seat), Say(self._(words.up, seat=seat))

    def totals(self, event: events.Totals, view: GotterdammerungView) -> tuple[Cue, ...]:
        """One total, cards included, which does not reveal anybody's thumb."""
        shown = VersusScreen(self._.pgettext("title", "Vote"), event.down, event.up, thumbs=True)
        said = self._("With all cards: {down} down, {up} up.", down=event.down, up=event.up)
        return (Light(), Show(shown), Say(said))

    def spared(self, event: events.Spared, view: GotterdammerungView) -> tuple[Cue, ...]:
        accused = self._name(view, event.accused)
        if event.tie:
            said = self._("A tie. {accused} stays.", accused=accused)
        else:
            said = self._("{accused} stays.", accused=accused)
        shown = Show(Lines(self._.pgettext("title", "Stays in Asgard"), (accused,)))
        return (Pause(BREATH), shown, Say(said))


_HELD: Mapping[tuple[str, bool], Message] = {
    (model.DOWN, True): N_("{seat} holds {owner}'s card: one more down."),
    (model.UP, True): N_("{seat} holds {owner}'s card: one more up."),
    (model.DOWN, False): N_("{seat} holds {owner}'s card: one less down."),
    (model.UP, False): N_("{seat} holds {owner}'s card: one less up."),
}
"""The effect of a wound at Loki, by the thumb and whether it adds a vote: he may have taken the card."""

_THUMB_CARDS: Mapping[str, Message] = {
    model.DOWN: NP_("card", "Thumb down"),
    model.UP: NP_("card", "Thumb up"),
}
