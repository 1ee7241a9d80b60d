"""Odin's Table told: what people move back by hand when something was taken back."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Say
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import BLACK, NAMES, WHITE
from gm_appliance.games.odins_table.model import JUDGE, View
from gm_appliance.games.odins_table.narration.names import square_name


def taken_back(_: Language, people: Party, before: View, view: View) -> Iterator[Say]:
    """What lies elsewhere in `view` than in `before`; nothing where the box does not follow the board."""
    if before.game != view.game:
        yield Say(_("Lay the table as game {number} ended.", number=view.game))
        return
    if view.setup.mode == JUDGE:
        return
    for colour in (WHITE, BLACK):
        yield from _pieces(_, people, before, view, colour)
    for colour in (WHITE, BLACK):
        if colour == view.box:
            continue  # nobody moves its cards
        if before.piles[colour] != view.piles[colour] or before.known[colour] != view.known[colour]:
            player = people.name(_, view.seat_of(colour))
            yield Say(_("{player}, put your cards back as they were.", player=player))


def _pieces(_: Language, people: Party, before: View, view: View, colour: int) -> Iterator[Say]:
    """A colour has one piece that stands elsewhere, at most."""
    had, has = before.position[colour], view.position[colour]
    off, on = ([square_name(NAMES[at]) for at in board.bits(one)] for one in (had & ~has, has & ~had))
    if off and on:
        yield Say(_("The piece on {square} goes back to {to}.", square=off[0], to=on[0]))
    elif on:
        player = people.name(_, view.seat_of(colour))
        yield Say(_("{player}, your piece is back on {square}.", player=player, square=on[0]))
    elif off:
        yield Say(_("The piece on {square} leaves the board.", square=off[0]))
