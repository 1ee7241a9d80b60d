"""People's own names beside their gods, where the table wants them.

A seat is called by its god, always: who plays it is told once, and is read beside it. So no step with closed
eyes, and no timetable, has a person's name in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from gm_appliance.core.cues import Cue, Props, Show
from gm_appliance.core.cues.props import Plate, Prop
from gm_appliance.core.cues.screens import RingScreen, Screen
from gm_appliance.core.language import Language
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.gotterdammerung.model import View


def told_of(view: View, people: Party) -> Party:
    """The people whose names the table wants to hear; nobody where it wants none."""
    return people if view.setup.names == "yes" else NOBODY


def beside(_: Language, people: Party, cues: Iterable[Cue]) -> Iterator[Cue]:
    """The same, with the name of whoever is marked on the ring, and of all on their plates."""
    for cue in cues:
        if isinstance(cue, Show):
            yield Show(named_screen(people, cue.screen))
        elif isinstance(cue, Props):
            yield named_props(_, people, cue)
        else:
            yield cue


def named_screen(people: Party, screen: Screen) -> Screen:
    """A ring on which one seat is marked has its player's name below the god's.

    Not where it has no title: who is called there is read from afar, so nothing stands beside it.
    """
    if not isinstance(screen, RingScreen) or not screen.title or len(screen.lines) != 1:
        return screen
    name = next((people.named(seat) for seat, one in enumerate(screen.seats, 1) if one.marked), "")
    return replace(screen, lines=(*screen.lines, name)) if name else screen


def named_props(_: Language, people: Party, props: Props) -> Props:
    """What lies on the table, with the players' names on the plates."""
    return Props(tuple(_named(_, people, prop) for prop in props.items))


def _named(_: Language, people: Party, prop: Prop) -> Prop:
    if not isinstance(prop, Plate) or not people.named(prop.at):
        return prop
    player = people.name(_, prop.at)
    return replace(prop, label=_.pgettext("card", "{seat}, {player}", seat=prop.label, player=player))
