"""What lies on Odin's Table: the board with its pieces, the cards, what both have won and lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gm_appliance.core.cues import Props
from gm_appliance.core.cues.props import BoardFrame, Card, Colour, Plate, Prop, Symbol, Tally, Token
from gm_appliance.core.cues.screens import Cell
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import BLACK, COLUMNS, ENERGY, ROWS, WHITE
from gm_appliance.games.odins_table.model import COLOURS, JUDGE, SEATS, Targeting, View
from gm_appliance.games.odins_table.narration.names import (
    COLUMN_LETTERS,
    ROW_NUMBERS,
    card_line,
    cell,
    colour_name,
)

_SLOTS = {WHITE: ROWS + 2, BLACK: 1}
"""The row of each player's cards, before his energy row; the board lies between them."""

_LOOKS: dict[int, tuple[Colour, Symbol]] = {WHITE: ("plain", "disc"), BLACK: ("grey", "ring")}
"""A piece of each colour."""


def props(_: Language, people: Party, view: View) -> Props:
    """Everything that lies there, as far as the box knows."""
    items: list[Prop] = [Plate(seat, people.name(_, seat), numbered=not people.named(seat)) for seat in SEATS]
    for seat in SEATS:
        colour = view.colour_of(seat)
        if view.setup.mode == JUDGE:  # else the board tells it
            items.append(Token(seat, colour_name(_, colour), *_LOOKS[colour], name=COLOURS[colour]))
        items.append(Tally(seat, view.conquests(colour), _.pgettext("card", "Spaces")))
        if view.setup.games > 1:
            items.append(Tally(seat, view.wins[seat - 1], _.pgettext("card", "Won")))
    if view.setup.mode != JUDGE:
        items += _followed(_, view)
    return Props(tuple(items))


def _followed(_: Language, view: View) -> Iterator[Prop]:
    yield _frame(_, view)
    for colour in (WHITE, BLACK):
        for square in board.bits(view.position[colour]):
            yield _piece(_, colour, square)
        for column in range(COLUMNS):
            yield _card(_, view, colour, column)
        seat = view.seat_of(colour)
        yield Tally(seat, board.lost(view.position, colour), _.pgettext("card", "Lost"))
        if used := view.piles[colour].used:
            yield Card(
                seat, _.pgettext("card", "Used: {card}", card=card_line(_, used[-1])), "grey", idle=True
            )


def _frame(_: Language, view: View) -> BoardFrame:
    """White's player sits at the lower edge, as on the display."""
    label = _.pgettext("card", "The board")
    frame = BoardFrame(COLUMN_LETTERS, ("", *ROW_NUMBERS, ""), view.white, label=label)
    if not isinstance(view.phase, Targeting) or not view.position.own >> view.phase.square & 1:
        return frame  # or it has just moved
    targets = board.bits(board.targets(view.position, view.phase.square))
    return replace(frame, chosen=_at(view.phase.square), targets=tuple(map(_at, targets)))


def _at(square: int) -> Cell:
    """A square below the row of Black's cards."""
    shown = cell(square)
    return Cell(shown.row + 1, shown.column)


def _piece(_: Language, colour: int, square: int) -> Token:
    """A conqueror wears a crown."""
    look, symbol = _LOOKS[colour]
    name = colour_name(_, colour)
    if ENERGY[1 - colour] >> square & 1:
        label = _.pgettext("card", "{colour}: conqueror", colour=name)
        return Token(_at(square), label, look, "crown", COLOURS[colour])
    return Token(_at(square), name, look, symbol, COLOURS[colour])


def _card(_: Language, view: View, colour: int, column: int) -> Card:
    """The card that guards a column, behind the wall or open."""
    at, known = Cell(_SLOTS[colour], column + 1), view.known[colour][column]
    if known is None:
        return Card(at, COLUMN_LETTERS[column], face_down=True)
    return Card(at, card_line(_, known), "yellow", name=str(known))
