"""People's own names beside their gods, if the option ``names`` is "yes". A seat is always called by its god.
Its player's name is announced once and shown beside the god; timetables never contain people's names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm_appliance.core.cues import Cue, Props, Show
from gm_appliance.core.cues.props import Plate, Prop
from gm_appliance.core.cues.screens import RingScreen, Screen
from gm_appliance.core.language import Language
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.model import GotterdammerungView


def told_of(view: GotterdammerungView, people: Party) -> Party:
    """The people whose names are announced: all who have one, or nobody."""
    return people if view.setup.names == "yes" else NOBODY


def beside(_: Language, people: Party, cues: Iterable[Cue]) -> Iterator[Cue]:
    """The cues with the marked player's name on the ring, and all names on their plates."""
    for cue in cues:
        if isinstance(cue, Show):
            yield Show(named_screen(people, cue.screen))
        elif isinstance(cue, Props):
            yield named_props(_, people, cue)
        else:
            yield cue


def named_screen(people: Party, screen: Screen) -> Screen:
    """The screen with the player's name below the god's, if it is a ring with one seat marked. A ring without
    a title is unchanged: its only name must be readable from afar."""
    if not isinstance(screen, RingScreen) or not screen.title or len(screen.lines) != 1:
        return screen
    name = next((people.named(seat) for seat, one in enumerate(screen.seats, 1) if one.marked), "")
    return replace(screen, lines=(*screen.lines, name)) if name else screen


def named_props(_: Language, people: Party, props: Props) -> Props:
    return Props(tuple(_named(_, people, prop) for prop in props.items))


def _named(_: Language, people: Party, prop: Prop) -> Prop:
    if not isinstance(prop, Plate) or not people.named(prop.at):
        return prop
    player = people.name(_, prop.at)
    return replace(prop, label=_.pgettext("card", "{seat}, {player}", seat=prop.label, player=player))
