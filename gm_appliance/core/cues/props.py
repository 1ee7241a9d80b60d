"""What lies on the table, as data: every game says it in the same few props.

The virtual table draws them knowing no game. Every text here is already in the players' language.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from gm_appliance.core.cues.screens import Cell, DieSymbol
from gm_appliance.core.values import immutable

Colour: TypeAlias = Literal["plain", "red", "orange", "yellow", "green", "blue", "purple", "grey"]
"""Told apart by colour-blind people too; all the same it never says alone what a label does not."""

Symbol: TypeAlias = Literal[
    "",
    "bolt",
    "coin",
    "crown",
    "dealer",
    "disc",
    "drill",
    "drop",
    "eye",
    "gem",
    "heart",
    "house",
    "person",
    "pick",
    "ring",
    "shield",
    "star",
    "sword",
]
"""Drawings a thing can carry beside its label; none is as good."""


At: TypeAlias = "int | Cell"
"""Where something lies: before a seat, by its number from 1; in the middle, 0; or on a square of a board."""


@immutable
class Plate:
    """Who sits at a seat: the name on its plate.

    numbered: the name tells the seat's number already, as "Player 3" does.
    turned:   turned round and grey, as somebody out of the game; the note says why.
    """

    at: int
    label: str
    note: str = ""
    numbered: bool = False
    turned: bool = False


@immutable
class Card:
    """A card. What is written on it is its label, with details after a colon: "Odin: shield".

    name:      what it is in no language, for scripts and tests: ``"odin"``.
    face_down: the label is what its back says, and nothing else is told of it.
    own:       the one card that a deck dealt this seat, whose owner may look at it.
    forward:   pushed towards the middle.
    idle:      it does nothing where it lies; drawn smallest where there is little room.

    Raises ValueError for an unknown colour or symbol, and where a card that lies face down tells more.
    """

    at: At
    label: str
    colour: Colour = "plain"
    symbol: Symbol = ""
    name: str = ""
    face_down: bool = False
    own: bool = False
    forward: bool = False
    idle: bool = False

    def __post_init__(self) -> None:
        _check(self.colour, self.symbol)
        if self.face_down and (self.name, self.symbol, self.colour) != ("", "", "plain"):
            raise ValueError(f"{self.label!r} lies face down, so it has no name, symbol or colour")


@immutable
class Token:
    """A small thing that is moved about: a marker, a piece on a board. Its name is as a card's.

    Raises ValueError for an unknown colour or symbol.
    """

    at: At
    label: str
    colour: Colour = "plain"
    symbol: Symbol = ""
    name: str = ""

    def __post_init__(self) -> None:
        _check(self.colour, self.symbol)


@immutable
class Tally:
    """A number that stands at a place, and what it counts: points, followers, cards in hand."""

    at: At
    number: int
    label: str = ""


@immutable
class ThrownDie:
    """A die as it was thrown; the label says so. Of 1 to 6 the pips are seen, of any other the number.

    sides, signed: as those of a `DiceScreen`; no pips are on any but a plain die of six sides.
    symbol: what it shows instead, as often as its number says.
    """

    at: At
    number: int
    label: str
    sides: int = 6
    signed: bool = False
    symbol: DieSymbol | None = None


@immutable
class ShownThumb:
    """A thumb shown by a seat, up or down; the label says so."""

    at: int
    label: str
    up: bool


@immutable
class Deck:
    """Cards to be dealt by hand, one to each seat from the first on; and how many there are of each.

    Only what they are is told here: who has which nobody knows who has not looked.
    """

    at: At
    label: str
    cards: tuple[tuple[Card, int], ...]


@immutable
class BoardFrame:
    """What the squares of the board are called, and what is asked of them now. There is one at most.

    columns, rows: their names, from the left and from the top. A row without a name is beside the board,
    such as one for cards: its squares are not drawn.
    near: the seat at the lower edge: the table is seen from there; 0: from any side.
    chosen: the square of the piece whose move is asked for. targets: where it may go.
    label: what the board is, for those who do not see it.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    near: int = 0
    chosen: Cell | None = None
    targets: tuple[Cell, ...] = ()
    label: str = ""
    at: int = 0


Prop: TypeAlias = "Plate | Card | Token | Tally | ThrownDie | ShownThumb | Deck | BoardFrame"

_COLOURS = frozenset(get_args(Colour))
_SYMBOLS = frozenset(get_args(Symbol))


def _check(colour: str, symbol: str) -> None:
    if colour not in _COLOURS:
        raise ValueError(f"no colour {colour!r}; there are: {', '.join(sorted(_COLOURS))}")
    if symbol not in _SYMBOLS:
        raise ValueError(f"no symbol {symbol!r}; there are: {', '.join(sorted(_SYMBOLS - {''}))}")
