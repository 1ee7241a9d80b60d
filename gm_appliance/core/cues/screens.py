"""What the display may show, as data, drawn in one place (`devices.display.drawing`).

The display holds a title of 16 columns and four lines of 21 columns, or one picture. Every text here
is already in the players' language.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from gm_appliance.core.values import immutable


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
