"""How a game calls its seats and draws its table, and people's own names beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from gm_appliance.core.cues import Cue, Props, Show
from gm_appliance.core.cues.props import Plate, Prop
from gm_appliance.core.cues.screens import RingScreen, RingSeat, Screen
from gm_appliance.core.language import Name, Names
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import TableNarration, Teaching
from gm_appliance.core.values import replace

T = TypeVar("T")

BREATH = 1.0
"""Seconds of silence before the suspense is over."""

DAWN = 1.5
"""Seconds of silence after the storm."""

NAMES = 4
"""Names in one sentence; four keep it within twelve words."""


class SeatWords(TableNarration, Teaching):
    """A game defines `name`, `ring` and `table`. Its lesson is part of its narration.

    A seat is called by its name, such as its god's. If the option ``names`` is "yes", its player's name is
    announced once and shown beside it; timetables never contain people's names.
    """

    BEFORE = frozenset(("setup.deal",))

    def __init_subclass__(cls) -> None:
        cls.TEACHING = cls

    def name(self, view: Any, seat: int) -> Name:
        raise NotImplementedError

    def ring(self, view: Any, marked: int = 0, lit: frozenset[int] | None = None) -> tuple[RingSeat, ...]:
        """The ring of seats. marked: the seat with the marker; 0 for none. lit: the seats with a bar, instead
        of those with cards."""
        raise NotImplementedError

    def table(self, view: Any, forward: bool = False) -> Props:
        """Everything on the table. forward: whether cards are pushed out, to be looked at."""
        raise NotImplementedError

    def names(self, view: Any, seats: Iterable[int]) -> Names:
        return self._.names(self.name(view, seat) for seat in seats)

    def in_groups(self, view: Any, seats: Iterable[int], most: int = NAMES) -> list[Names]:
        """The names of many seats, a few in each sentence."""
        seats = tuple(seats)
        return [self.names(view, seats[at : at + most]) for at in range(0, len(seats), most)]

    def against(self, view: Any, accused: int) -> str:
        return self._.pgettext("line", "Against {accused}", accused=self.name(view, accused))

    def marked(self, title: str, view: Any, seat: int) -> Show:
        """The ring with this seat marked and named."""
        return Show(RingScreen(title, self.ring(view, seat), (self.name(view, seat),)))

    def pads(self, view: Any) -> Mapping[int, str]:
        return {seat: self.name(view, seat) for seat in view.padded}

    def told_of(self, view: Any) -> Party:
        """The people whose names are announced: all who have one, or nobody."""
        return self._people if view.setup.names == "yes" else NOBODY

    def beside(self, view: Any, cues: Iterable[Cue]) -> tuple[Cue, ...]:
        """The cues with the marked player's name on the ring, and all names on their plates."""
        named: list[Cue] = []
        for cue in cues:
            if isinstance(cue, Show):
                cue = Show(self.named_screen(view, cue.screen))
            named.append(self.named_props(view, cue) if isinstance(cue, Props) else cue)
        return tuple(named)

    def named_screen(self, view: Any, screen: Screen) -> Screen:
        """The screen with the player's name below the seat's, if it is a ring with one seat marked.

        A ring without a title is unchanged: its only name must be readable from afar.
        """
        if not isinstance(screen, RingScreen) or not screen.title or len(screen.lines) != 1:
            return screen
        people = self.told_of(view)
        name = next((people.named(seat) for seat, one in enumerate(screen.seats, 1) if one.marked), "")
        return replace(screen, lines=(*screen.lines, name)) if name else screen

    def named_props(self, view: Any, props: Props) -> Props:
        people = self.told_of(view)

        def named(prop: Prop) -> Prop:
            if not isinstance(prop, Plate) or not people.named(prop.at):
                return prop
            player = people.name(self._, prop.at)
            label = self._.pgettext("card", "{seat}, {player}", seat=prop.label, player=player)
            return replace(prop, label=label)

        return Props(tuple(map(named, props.items)))


def by_round(view: Any, *words: T) -> T:
    """One of these, by round, to vary what is repeated every round."""
    number: int = view.round
    return words[(number - 1) % len(words)]
