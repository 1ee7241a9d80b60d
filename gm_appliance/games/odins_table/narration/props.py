"""The props of Odin's Table: the board with its pieces, the cards, and each player's counts."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Props
from gm_appliance.core.cues.props import (
    BoardFrame,
    Card,
    Colour,
    Plate,
    Prop,
    Symbol,
    Tally,
    Token,
    drawing_of,
)
from gm_appliance.core.cues.screens import Cell
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import BLACK, COLUMNS, ENERGY, ROWS, WHITE
from gm_appliance.games.odins_table.model import BOX, COLOURS, JUDGE, SEATS, SOLO, OdinView, Targeting
from gm_appliance.games.odins_table.narration.names import (
    COLUMN_LETTERS,
    ROW_NUMBERS,
    OdinWords,
    card_line,
    cell,
    colour_name,
)

_CARD_ROWS = {WHITE: ROWS + 2, BLACK: 1}
"""The row of each colour's cards: behind its energy row, with the board between the two."""

_LOOKS: dict[int, tuple[Colour, Symbol]] = {WHITE: ("plain", "disc"), BLACK: ("grey", "ring")}

_GODS = ("idun", "loki", "njord", "balder", "hel", "freya", "tyr", "vidar", "thor", "odin")


class OdinProps(OdinWords):
    def props(self, view: OdinView) -> Props:
        items: list[Prop] = []
        for seat in SEATS:
            is_box = seat == BOX and view.setup.mode == SOLO
            numbered = not is_box and not self._people.named(seat)
            items.append(Plate(seat, self._player(view, seat), numbered=numbered))
        for seat in SEATS:
            colour = view.colour_of(seat)
            if view.setup.mode == JUDGE:  # otherwise the board shows it
                items.append(Token(seat, colour_name(self._, colour), *_LOOKS[colour], name=COLOURS[colour]))
            # Translators: spaces of the energy row that somebody has conquered.
            items.append(Tally(seat, view.conquests(colour), self._.pgettext("card", "Spaces")))
            if view.setup.games > 1:
                # Translators: games that somebody has won.
                items.append(Tally(seat, view.wins[seat - 1], self._.pgettext("card", "Won")))
        if view.setup.mode != JUDGE:
            items += self._followed(view)
        return Props(tuple(items))

    def _followed(self, view: OdinView) -> Iterator[Prop]:
        yield self._frame(view)
        for colour in (WHITE, BLACK):
            for square in board.bits(view.position[colour]):
                yield self._piece(colour, square)
            for column in range(COLUMNS):
                yield self._card(view, colour, column)
            seat = view.seat_of(colour)
            # Translators: pieces that are off the board.
            yield Tally(seat, board.lost(view.position, colour), self._.pgettext("card", "Lost"))
            if used := view.piles[colour].used:
                label = self._.pgettext("card", "Used: {card}", card=card_line(self._, used[-1]))
                yield Card(seat, label, "grey", drawing_of(_GODS[used[-1]]), idle=True)

    def _frame(self, view: OdinView) -> BoardFrame:
        """White's player sits at the lower edge, as on the display."""
        label = self._.pgettext("card", "The board")
        frame = BoardFrame(COLUMN_LETTERS, ("", *ROW_NUMBERS, ""), view.white, label=label)
        if not isinstance(view.phase, Targeting) or not view.position.own >> view.phase.square & 1:
            return frame  # no piece is chosen, or it has just moved
        targets = board.bits(board.targets(view.position, view.phase.square))
        return replace(frame, chosen=_at(view.phase.square), targets=tuple(map(_at, targets)))

    def _piece(self, colour: int, square: int) -> Token:
        look, symbol = _LOOKS[colour]
        name = colour_name(self._, colour)
        if ENERGY[1 - colour] >> square & 1:
            label = self._.pgettext("card", "{colour}: conqueror", colour=name)
            return Token(_at(square), label, look, "crown", COLOURS[colour])
        return Token(_at(square), name, look, symbol, COLOURS[colour])

    def _card(self, view: OdinView, colour: int, column: int) -> Card:
        at, known = Cell(_CARD_ROWS[colour], column + 1), view.known[colour][column]
        if known is None:
            return Card(at, COLUMN_LETTERS[column], face_down=True)
        return Card(at, card_line(self._, known), "yellow", drawing_of(_GODS[known]), name=str(known))


def _at(square: int) -> Cell:
    shown = cell(square)
    return Cell(shown.row + 1, shown.column)
