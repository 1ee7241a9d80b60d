"""Götterdämmerung told: thumbs, what cards change about them, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Light, Pause, Props, Say, Show
from gm_appliance.core.cues.props import ShownThumb
from gm_appliance.core.cues.screens import Lines, VersusScreen
from gm_appliance.core.language import N_, NP_, Language, Message, Name, Names
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.people import Party
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.gods import wounds
from gm_appliance.games.gotterdammerung.model import DOWN, View
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.props import NAMES, may_have_taken, name_of, props

BREATH = 1.0
"""Seconds before what everybody waits for."""


class Telling:
    """What every method needs that tells an event. people: who sits where."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people

    def _table(self, view: View) -> Props:
        return props(self._, view, forward=False)

    def _name(self, view: View, seat: int) -> Name:
        return name_of(self._, view, seat)

    def _names(self, view: View, seats: tuple[int, ...]) -> Names:
        return self._.names(self._name(view, seat) for seat in seats)


class Votes(Telling):
    """One method an event of a vote."""

    def thumbs(self, event: events.ThumbsShown, view: View) -> tuple[Cue, ...]:
        """All thumbs at once: lamps and cards for those down, the raw numbers on the display."""
        # An accused who has no vote may show a thumb all the same, for Balder's card.
        counting = voters(view, event.accused)
        down = frozenset(seat for seat in counting if event.thumbs[seat] == DOWN)
        up = len(counting) - len(down)
        shown = tuple(
            ShownThumb(seat, self._(_THUMB_CARDS[thumb]), up=thumb != DOWN)
            for seat, thumb in event.thumbs.items()
        )
        return (
            Light(down),
            Show(VersusScreen(self._.pgettext("title", "The thumbs"), len(down), up, thumbs=True)),
            Props((*self._table(view).items, *shown)),
            Say(self._("{down} down, {up} up.", down=len(down), up=up)),
            *self._whose(down, counting, view),
        )

    def _whose(self, down: frozenset[int], counting: tuple[int, ...], view: View) -> tuple[Cue, ...]:
        """Whose thumb is down, where not everybody saw it: at pads the lamps tell, once it is said how."""
        if self._people.lamps and all(seat in view.pads for seat in counting):
            return (Say(self._("A lit pad voted down.")),) if view.ballots == 1 else ()
        if view.setup.ballot == "thumbs" or len(down) in (0, len(counting)):
            return ()
        seats = tuple(sorted(down))
        some = [self._names(view, seats[at : at + NAMES]) for at in range(0, len(seats), NAMES)]
        return tuple(Say(self._("Thumb down: {names}.", names=names)) for names in some)

    def counted(self, event: events.Counted, view: View) -> tuple[Cue, ...]:
        """Each modifier with its reason, then the total; nothing where the thumbs were the total."""
        counted = event.count
        if not counted.modifiers:
            return ()
        title = self._.pgettext("title", "Vote")
        told = [self._modifier(one, view) for one in counted.modifiers]
        lines = tuple(line for line, _said in told)
        shown = Show(VersusScreen(title, counted.down, counted.up, lines, thumbs=True))
        total = self._("{down} to {up}.", down=counted.down, up=counted.up)
        # It is the picture of every reason, and of the total.
        return tuple(cue for said in (*(said for _line, said in told), Say(total)) for cue in (shown, said))

    def _modifier(self, one: model.Modifier, view: View) -> tuple[str, Say]:
        """What a card changed, as a line and as said."""
        words, seat = WORDS_OF[one.card].count, self._name(view, one.seat)
        if words is None:
            raise Unspoken(f"what {one.card!r} changed in the count")
        if one.card in wounds(view, one.seat) and may_have_taken(view, one.seat):
            line = words.line_down if one.thumb == DOWN else words.line_up
            held = _HELD[one.thumb, one.votes > 0]
            return self._(line, seat=seat), Say(self._(held, seat=seat, owner=god_name(self._, one.card)))
        if one.thumb == DOWN:
            return self._(words.line_down, seat=seat), Say(self._(words.down, seat=seat))
        return self._(words.line_up, seat=seat), Say(self._(words.up, seat=seat))

    def totals(self, event: events.Totals, view: View) -> tuple[Cue, ...]:
        """One total, cards and all: nobody's thumb can be read from it."""
        shown = VersusScreen(self._.pgettext("title", "Vote"), event.down, event.up, thumbs=True)
        said = self._("With all cards: {down} down, {up} up.", down=event.down, up=event.up)
        return (Light(), Show(shown), Say(said))

    def spared(self, event: events.Spared, view: View) -> tuple[Cue, ...]:
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
"""What a wound changes that may have been taken, by the thumb and whether it brings a vote."""

_THUMB_CARDS: Mapping[str, Message] = {
    model.DOWN: NP_("card", "Thumb down"),
    model.UP: NP_("card", "Thumb up"),
}
