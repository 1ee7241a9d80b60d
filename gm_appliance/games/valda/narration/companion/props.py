"""What lies on the companion's table: stashes before the players; the drakkar, Yggdrasil and temples in the
middle."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Card, Cell, Prop, Props, ThrownDie, Token
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion.model import DRILL, GODS, MINE, RESOURCES, View
from gm_appliance.games.valda.narration.names import COLOURS, SYMBOLS, amount, god_name
from gm_appliance.games.valda.narration.tree import BOARD_ROWS, board, plates
from gm_appliance.games.valda.narration.tree import COLOURS as SEAT_COLOURS

AREAS = BOARD_ROWS + 1
"""The row of the gods' areas; their temples lie below, a row each."""


def props(_: Language, people: Party, view: View) -> Props:
    """Everything that lies there, as far as the box knows."""
    items = [*plates(_, people, view.followers), *_stashes(_, view)]
    items += board(_, people, max(1, view.round), view.followers)
    items += _areas(_, people, view)
    items += _dice(_, view)
    if view.first:
        items.append(Token(view.first, _.pgettext("card", "Begins"), "grey", "dealer", name="first"))
    return Props(tuple(items))


def _stashes(_: Language, view: View) -> Iterator[Prop]:
    """Resources, mines and drills; nothing of what a player has none of."""
    for seat in view.seats:
        for what in (*RESOURCES, MINE, DRILL):
            if number := view.has(seat).of(what):
                label = amount(_, what, number)
                yield Card(seat, label, COLOURS[what], SYMBOLS[what], name=f"{number}-{what}")


def _areas(_: Language, people: Party, view: View) -> Iterator[Prop]:
    """Each god's area with its temples; a locked one says whose it is."""
    for column, god in enumerate(GODS, 1):
        owner, name = view.owner(god), god_name(_, god)
        if owner:
            label = _.pgettext("card", "{god}: {player}", god=name, player=people.short(_, owner))
            yield Card(Cell(AREAS, column), label, SEAT_COLOURS[owner - 1], "shield", name=f"{god}-locked")
        else:
            yield Card(Cell(AREAS, column), name, name=god)
        yield from _temples(_, people, view, god, column)


def _temples(_: Language, people: Party, view: View, god: str, column: int) -> Iterator[Prop]:
    row = AREAS
    for seat in view.seats:
        for _temple in range(view.has(seat).of(god)):
            row += 1
            label = people.short(_, seat)
            yield Token(Cell(row, column), label, SEAT_COLOURS[seat - 1], "house", name=f"temple-{seat}")


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
