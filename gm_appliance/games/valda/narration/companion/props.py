"""What lies on the companion's table: followers and resources before the players, the drakkar and everybody's
buildings in the middle."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Props
from gm_appliance.core.cues.props import Card, Prop, ThrownDie
from gm_appliance.core.cues.screens import Cell
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion.model import BUILDINGS, GODS, RESOURCES, View
from gm_appliance.games.valda.narration.names import COLOURS, SYMBOLS, amount, building_label
from gm_appliance.games.valda.narration.tree import COLOURS as SEAT_COLOURS
from gm_appliance.games.valda.narration.tree import drakkar, plates

HEAD = 1
"""The row of what can be built; below it each player has one."""

PLAYER, FIRST = 1, 2
"""The columns of the players' names, and of the first building."""


def props(_: Language, people: Party, view: View) -> Props:
    """Everything that lies there, as far as the box knows."""
    items = [*plates(_, people, view.followers), *_stashes(_, view)]
    items += [*_heads(_, people, view), *_rows(_, people, view), *_dice(_, view)]
    return Props(tuple(items))


def _stashes(_: Language, view: View) -> Iterator[Prop]:
    """Resources; nothing of what a player has none of."""
    for seat in view.seats:
        for what in RESOURCES:
            if number := view.has(seat).of(what):
                label = amount(_, what, number)
                yield Card(seat, label, COLOURS[what], SYMBOLS[what], name=f"{number}-{what}")


def _heads(_: Language, people: Party, view: View) -> Iterator[Prop]:
    """Mines, drills and the gods' areas; a locked one has the colour of whose it is."""
    yield drakkar(_, max(1, view.round), Cell(HEAD, PLAYER))
    for column, what in enumerate(BUILDINGS, FIRST):
        owner, label = view.owner(what) if what in GODS else 0, building_label(_, what)
        colour = SEAT_COLOURS[owner - 1] if owner else "plain"
        yield Card(Cell(HEAD, column), label, colour, name=f"{what}-locked" if owner else what)


def _rows(_: Language, people: Party, view: View) -> Iterator[Prop]:
    """How many of each building each player has."""
    for seat in view.seats:
        row, colour = HEAD + seat, SEAT_COLOURS[seat - 1]
        yield Card(Cell(row, PLAYER), people.short(_, seat), colour, name=f"pawn-{seat}")
        for column, what in enumerate(BUILDINGS, FIRST):
            if number := view.has(seat).of(what):
                yield Card(Cell(row, column), str(number), colour, name=f"{number}-{what}")


def _dice(_: Language, view: View) -> Iterator[Prop]:
    """Dice that lie where they were thrown, as long as they can still be turned."""
    if view.lying is None:
        return
    for kind in view.lying.yellow:
        yield ThrownDie(0, 1, amount(_, kind, 1), symbol="coin" if kind == "gold" else "gem")
    for blood in view.lying.blue:
        yield ThrownDie(0, blood, amount(_, "blood", blood), symbol="drop")
    for followers in view.lying.white:
        label = _.pgettext("card", "Loki's die: {n}", n=f"{followers:+}" if followers else "0")
        yield ThrownDie(0, followers, label, signed=True)
