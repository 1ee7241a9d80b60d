"""Props: everything on the table, as data, in the same few kinds for every game.

The virtual table draws them without knowing the game. Texts are in the players' language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from gm_appliance.core.cues.screens import Cell, DieSymbol
from gm_appliance.core.values import Kind

Colour: TypeAlias = Literal["plain", "red", "orange", "yellow", "green", "blue", "purple", "grey"]
"""Colours that colour-blind people can distinguish. A colour never adds information to the label."""

Symbol: TypeAlias = Literal[
    "",
    "bolt",
    "bow",
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
    "moon",
    "person",
    "pick",
    "ring",
    "shield",
    "star",
    "sword",
    # the gods, each by a characteristic object
    "balder",
    "brynhild",
    "dvalin",
    "freya",
    "freyr",
    "heimdall",
    "hel",
    "idun",
    "loki",
    "njord",
    "odin",
    "saga",
    "sif",
    "skadi",
    "surtur",
    "thor",
    "tyr",
    "valkyrie",
    "vidar",
]
"""Drawings beside a label; "" for none."""

Emblem: TypeAlias = str
"""A drawing that a game brings, `game.name`: a symbol of that id in the file `emblems.svg` of its package."""


At: TypeAlias = "int | Cell"
"""A place: a seat's number from 1; 0 for the middle; or a square of the board."""


class _Prop(Kind, omit_defaults=True):
    """A prop. Fields with their default value are not encoded."""


class Plate(_Prop):
    """A seat's plate with the player's name; with a symbol it is a card, the player's own.

    numbered: whether the name contains the seat's number, as "Player 3" does.
    player:   the person's name, if the label also has the seat's.
    top:      whether its place is at the top of the ring; otherwise seat 1 is in front of the box.
    turned:   whether it is turned round and grey, for a player who is out; the note says why.
    told:     to a player who is out: first what happened, then what that player may still do, a line each.

    Raises ValueError for an unknown symbol.
    """

    at: int
    label: str
    note: str = ""
    numbered: bool = False
    turned: bool = False
    symbol: Symbol | Emblem = ""
    player: str = ""
    top: bool = False
    told: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check("plain", self.symbol)


class Card(_Prop):
    """A card. Its label may have details after a colon: "Odin: shield".

    name:      identifies it in any language, for scripts and tests: ``"odin"``.
    face_down: whether it is face down; the label is then that of its back.
    own:       whether it is the seat's own card from the deck, which its owner may look at.
    viewable:  whether those whom a beat wakes to look may look at it; it is drawn towards the middle.
    idle:      whether it has no effect there; it is drawn small if there is little room.

    Raises ValueError for an unknown colour or symbol, and for a face-down card with a name, colour or symbol.
    """

    at: At
    label: str
    colour: Colour = "plain"
    symbol: Symbol | Emblem = ""
    name: str = ""
    face_down: bool = False
    own: bool = False
    viewable: bool = False
    idle: bool = False

    def __post_init__(self) -> None:
        _check(self.colour, self.symbol)
        if self.face_down and (self.name, self.symbol, self.colour) != ("", "", "plain"):
            raise ValueError(f"{self.label!r} lies face down, so it has no name, symbol or colour")


class Token(_Prop):
    """A marker, or a piece on a board. Its name is like a card's.

    Raises ValueError for an unknown colour or symbol.
    """

    at: At
    label: str
    colour: Colour = "plain"
    symbol: Symbol | Emblem = ""
    name: str = ""

    def __post_init__(self) -> None:
        _check(self.colour, self.symbol)


class Tally(_Prop):
    """A number at a place, with a label: points, followers, cards in hand."""

    at: At
    number: int
    label: str = ""


class ThrownDie(_Prop):
    """A thrown die, with its value in the label too. Only plain six-sided dice have pips.

    sides, signed: as in `DiceScreen`. symbol: shown instead, as often as the number says.
    """

    at: At
    number: int
    label: str
    sides: int = 6
    signed: bool = False
    symbol: DieSymbol | None = None


class ShownThumb(_Prop):
    """A thumb shown at a seat, up or down, which the label says too."""

    at: int
    label: str
    up: bool


class Deck(_Prop):
    """Cards to be dealt by hand, one to each seat from seat 1.

    cards: each kind with its number, but not who gets which.
    """

    at: At
    label: str
    cards: tuple[tuple[Card, int], ...] = ()


class BoardFrame(_Prop):
    """The names of the board's squares, and the choices there. There is at most one frame.

    columns, rows: their names, from the left and from the top. A row without a name is beside the board, for
    cards; its squares are not drawn.
    near: the seat at the lower edge, from which the board is seen; 0 for any side.
    chosen: the square of the piece to move. targets: the squares it can move to.
    label: for the screen reader.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    near: int = 0
    chosen: Cell | None = None
    targets: tuple[Cell, ...] = ()
    label: str = ""
    at: int = 0


Sky: TypeAlias = Literal["shines", "burns"]


class Banner(_Prop):
    """How a game ended, over everything: who won, in a word or two, and how long it took.

    mood: whether the world shines or burns.
    """

    label: str
    note: str
    mood: Sky
    at: int = 0


class Accusation(_Prop):
    """One player accuses another one.

    by, against: their seats. label: in a sentence; told: the same to the accused.
    """

    by: int
    against: int
    label: str
    told: str
    at: int = 0


Prop: TypeAlias = (
    "Plate | Card | Token | Tally | ThrownDie | ShownThumb | Deck | BoardFrame | Banner | Accusation"
)

_COLOURS = frozenset(get_args(Colour))
_SYMBOLS: Mapping[str, Symbol] = {one: one for one in get_args(Symbol)}
_SPELLINGS = {"baldur": "balder", "niord": "njord"}


def drawing_of(god: str) -> Symbol:
    """The drawing of a god, in any game's spelling of the name. Raises KeyError if there is none."""
    return _SYMBOLS[_SPELLINGS.get(god, god)]


def _check(colour: str, symbol: str) -> None:
    if colour not in _COLOURS:
        raise ValueError(f"no colour {colour!r}; there are: {', '.join(sorted(_COLOURS))}")
    if symbol not in _SYMBOLS and "." not in symbol:
        raise ValueError(f"no symbol {symbol!r}; there are: {', '.join(sorted(_SYMBOLS.keys() - {''}))}")
