"""Names at Odin's Table: the gods, colours, squares, columns, and the box as a player.

Squares are named as on a chess board, seen by White: columns A to F from White's left, rows 1 to 5 from
White's energy row. A letter without a number is a column, and the card behind the wall that guards it. Voice,
display and page use the same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gm_appliance.core.cues.screens import Cell
from gm_appliance.core.language import NP_, Language, Message, Name
from gm_appliance.core.table_narration import Words
from gm_appliance.games.odins_table.board import COLUMNS, ROWS, WHITE
from gm_appliance.games.odins_table.model import BOX, COLUMN_NAMES, SOLO, OdinView

COLUMN_LETTERS = tuple(COLUMN_NAMES.upper())
ROW_NUMBERS = tuple(str(row) for row in range(ROWS, 0, -1))
"""From top to bottom, as the board is drawn."""

_GODS: Mapping[int, Message] = {
    9: NP_("name", "Odin"),
    8: NP_("name", "Thor"),
    7: NP_("name", "Vidar"),
    6: NP_("name", "Tyr"),
    5: NP_("name", "Freya"),
    4: NP_("name", "Hel"),
    3: NP_("name", "Baldr"),
    2: NP_("name", "Njord"),
    1: NP_("name", "Loki"),
    0: NP_("name", "Idunn"),
}

_COLOURS: tuple[Message, Message] = (NP_("name", "White"), NP_("name", "Black"))


@lru_cache(maxsize=64)
def god_name(_: Language, card: int) -> Name:
    return _.name(_GODS[card])


def card_line(_: Language, card: int) -> str:
    return _.pgettext("line", "{strength} {god}", strength=card, god=god_name(_, card))


def colour_name(_: Language, colour: int) -> Name:
    return _.name(_COLOURS[colour])


def square_name(square: str) -> Name:
    """ "A1" for "a1", and "A" for the column "a": the same in every language."""
    return Name(square.upper())


def cell(square: int) -> Cell:
    """Where the display draws a square: White's energy row is the lowest."""
    row, column = divmod(square, COLUMNS)
    return Cell(ROWS - row, column + 1)


def is_hollow(colour: int) -> bool:
    """White's pieces are discs, Black's are rings."""
    return colour != WHITE


class OdinWords(Words):
    def _player(self, view: OdinView, seat: int) -> Name:
        """The name of the player at a seat; in solo games one of them is the box."""
        if view.setup.mode == SOLO and seat == BOX:
            # Translators: the box as a player, within a sentence and a line.
            return Name(self._.pgettext("line", "the box"))
        return self.player(seat)
