"""What the box may do in front of the players. A cue is data; the ports perform it.

Screens are data too, drawn in one place (`devices.display.drawing`). The display holds a title of
16 columns and four lines of 21 columns, or one picture. So is what lies on the table: every game
says it in the same few props, and the virtual table draws them knowing no game. Every text here is
already in the players' language.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from gm_appliance.core.values import immutable

# ---------------------------------------------------------------- screens


@immutable
class Lines:
    """A title and up to four lines; the last says what the buttons do now."""

    title: str
    lines: tuple[str, ...] = ()


@immutable
class MenuScreen:
    """A list to choose from, scrolled so that `at` (from 0) is visible; then the hint line."""

    title: str
    items: tuple[str, ...]
    at: int
    hint: str = ""


@immutable
class NumberScreen:
    """A number being entered, drawn large; `line` below it: what it will be added to, say."""

    title: str
    value: int
    hint: str = ""
    line: str = ""


@immutable
class RingSeat:
    """One place of the ring. What its marks mean the game decides.

    label:   one or two letters.
    hollow:  drawn as a pit, not as a solid stone: a shape, so that it tells in black and white.
    crosses: how many crosses lie under it, on the left. bars: how many bars, on the right.
    eye:     an eye lies there between them. marked: the marker is on this seat now.
    """

    label: str
    hollow: bool = False
    crosses: int = 0
    bars: int = 0
    eye: bool = False
    marked: bool = False


@immutable
class RingScreen:
    """The ring of seats, clockwise from the top, with a title and a hint beside it."""

    title: str
    seats: tuple[RingSeat, ...]
    lines: tuple[str, ...] = ()
    hint: str = ""


@immutable
class Pile:
    """One of several piles in a row, such as a god's cards with what was offered for them.

    label:  one or two letters. number: what it counts for now, drawn large.
    sign:   what changes that number, in one or two characters: "+3".
    lying:  the numbers of what lies on it, the last one on top, each of one digit.
    left:   how many things are left of `most`, drawn as blocks; no blocks where `most` is 0.
    marked: the marker is on this pile now.
    """

    label: str
    number: int
    sign: str = ""
    lying: tuple[int, ...] = ()
    left: int = 0
    most: int = 0
    marked: bool = False


@immutable
class PilesScreen:
    """Up to eight piles side by side; below them what is chosen, and what the buttons do now."""

    title: str
    piles: tuple[Pile, ...]
    line: str = ""
    hint: str = ""


@immutable
class Cell:
    """A square of the board in the middle of the table, counted from 1 at its top left."""

    row: int
    column: int


@immutable
class BoardPiece:
    """A piece of one of two sides on its square.

    hollow: of the other side: a ring, not a disc. stays: it has come where it stays, such as a conqueror.
    """

    at: Cell
    hollow: bool = False
    stays: bool = False


@immutable
class BoardScreen:
    """A board of up to 8 × 8 squares, with pieces; beside it what is chosen, and what the buttons do now.

    columns, rows: their names, of one letter, from the left and from the top.
    targets: where the chosen piece may go, or what else may be chosen. chosen: the square of the piece whose
    move is asked for. cursor: the square under the cursor. line: what that stands for, in words.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    pieces: tuple[BoardPiece, ...] = ()
    targets: tuple[Cell, ...] = ()
    chosen: Cell | None = None
    cursor: Cell | None = None
    line: str = ""
    hint: str = ""


@immutable
class BarScreen:
    """A title and a bar that is `left` of `whole` full: time that shrinks."""

    title: str
    left: int
    whole: int
    lines: tuple[str, ...] = ()


@immutable
class VersusScreen:
    """Two numbers against each other, drawn large, and the reasons.

    thumbs: they are those of a ballot, thumbs down on the left and thumbs up on the right.
    """

    title: str
    left: int
    right: int
    lines: tuple[str, ...] = ()
    thumbs: bool = False


DieSymbol: TypeAlias = Literal["coin", "gem", "drop"]
"""What the side of a die can show instead of pips."""


@immutable
class DiceScreen:
    """Dice as thrown: six-sided ones with pips for 1 to 6, any others with their number in their outline.

    sides:   how many each has.
    signed:  their numbers are written, with a sign, for they are added to something.
    symbols: what each shows instead, once or, where its number is two, twice.
    """

    title: str
    dice: tuple[int, ...]
    lines: tuple[str, ...] = ()
    sides: int = 6
    signed: bool = False
    symbols: tuple[DieSymbol, ...] = ()


@immutable
class GridScreen:
    """Rows of short cells under a title: standings, scores. The first column is left-aligned."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    hint: str = ""


@immutable
class BarsScreen:
    """Bars one under the other, each as long as its number, none below 0: a label and a number each."""

    title: str
    bars: tuple[tuple[str, int], ...]
    hint: str = ""


@immutable
class Lane:
    """Whoever moves along a track: where they are on it, from 0.

    label:  at most three letters. marked: this one is being moved; its number is drawn large.
    """

    label: str
    at: int
    marked: bool = False


@immutable
class TrackScreen:
    """A track on which everybody has a lane of their own, one under the other, up to six.

    length: the last space; longer where somebody is further. zones: spaces drawn across all lanes.
    """

    title: str
    lanes: tuple[Lane, ...]
    length: int
    zones: tuple[int, ...] = ()
    hint: str = ""


StockSymbol: TypeAlias = Literal["coin", "drill", "drop", "gem", "house", "person", "pick"]
"""What a stock is known by where there is no room for its name."""


@immutable
class Stock:
    """How many there are of something. label: its name, for whoever does not see the symbol."""

    label: str
    symbol: StockSymbol
    number: int


@immutable
class Foothold:
    """How many somebody has at a place, up to three: a block each.

    label: one or two letters. closed: nobody else may come there, which a frame shows.
    """

    label: str
    number: int
    closed: bool = False


@immutable
class StashScreen:
    """What somebody has: up to six stocks in a row, and below them up to eight footholds."""

    title: str
    stocks: tuple[Stock, ...]
    footholds: tuple[Foothold, ...] = ()
    hint: str = ""


@immutable
class TextScreen:
    """What is being said, for those who read it: nothing but its words, as large as they fit.

    hint: what the buttons do now, below. bright: black on white, so that the whole display lights up.
    """

    text: str
    hint: str = ""
    bright: bool = False


@immutable
class ClosedScreen:
    """Closed eyes: one still picture. Nothing on it moves while they are closed."""


Screen: TypeAlias = (
    "Lines | MenuScreen | NumberScreen | RingScreen | PilesScreen | BoardScreen | BarScreen"
    " | VersusScreen | DiceScreen | GridScreen | BarsScreen | TrackScreen | StashScreen | TextScreen"
    " | ClosedScreen"
)


# ---------------------------------------------------------------- what lies on the table

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


# ---------------------------------------------------------------- cues


@immutable
class Say:
    """Speak this sentence."""

    text: str


@immutable
class Handling(Say):
    """Say what to do or to press, in a prompt. Left out once whoever decides has done it this evening, but
    for a silence or a question: so it is a sentence of its own, and the same wherever the same is pressed.
    """


@immutable
class Remark(Say):
    """Say this with the prompt that comes next, before its words: nobody waits for it, and whoever presses
    cuts it off. Its prompt's picture has to show it too. Where nobody hears, it is written out at once.
    """


@immutable
class Pause:
    """Be silent for so many seconds."""

    seconds: float


@immutable
class Show:
    """Put this on the display."""

    screen: Screen


@immutable
class Light:
    """Light the lamps of these seats and no others."""

    lit: frozenset[int] = frozenset()


@immutable
class Storm:
    """Start or end the storm. While it sounds, eyes are closed."""

    on: bool


@immutable
class Sound:
    """A short sound by name: ``"horn"``, which words wait for; ``"thunder"``, which they do not."""

    name: str


@immutable
class Props:
    """Everything that lies on the table now. On a real table people move it, told by the voice."""

    items: tuple[Prop, ...]


Cue: TypeAlias = "Say | Pause | Show | Light | Storm | Sound | Props"
