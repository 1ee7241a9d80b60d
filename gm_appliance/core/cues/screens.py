"""Screens: the display's contents, as data, drawn by `devices.display.drawing`.

The display has room for a title of 16 columns and four lines of 21 columns, or one picture. Texts are in the
players' language.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from gm_appliance.core.values import Kind, Value


class Lines(Kind):
    """A title and up to four lines; the last one may be a press hint."""

    title: str
    lines: tuple[str, ...] = ()


class MenuScreen(Kind):
    """A list with a cursor at `at`, from 0; -1 for none. It scrolls to keep the cursor visible."""

    title: str
    items: tuple[str, ...]
    at: int
    hint: str = ""


class NumberScreen(Kind):
    """A number being entered, drawn large. line: text below it, such as the number it is added to."""

    title: str
    value: int
    hint: str = ""
    line: str = ""


class RingSeat(Value):
    """One place of a ring. The game decides what its marks mean.

    label:   one or two letters.
    hollow:  whether it is drawn as an outline.
    crosses: the number of crosses below it, on the left. bars: the number of bars, on the right.
    eye:     whether there is an eye between them. marked: whether the cursor is there.
    """

    label: str
    hollow: bool = False
    crosses: int = 0
    bars: int = 0
    eye: bool = False
    marked: bool = False


class RingScreen(Kind):
    """A ring of seats, clockwise from the top, with a title, lines and a press hint beside it."""

    title: str
    seats: tuple[RingSeat, ...]
    lines: tuple[str, ...] = ()
    hint: str = ""


class Pile(Value):
    """One of several piles in a row, such as a god's cards with the offers for them.

    label:  one or two letters. number: its value, drawn large.
    sign:   a change to the value, in one or two characters: "+3".
    lying:  the one-digit numbers on it, the top one last.
    remaining: the cards left of `most`, drawn as blocks; without blocks if `most` is 0.
    marked: whether the cursor is there.
    """

    label: str
    number: int
    sign: str = ""
    lying: tuple[int, ...] = ()
    remaining: int = 0
    most: int = 0
    marked: bool = False


class PilesScreen(Kind):
    """Up to eight piles side by side; below them the choice, and a press hint."""

    title: str
    piles: tuple[Pile, ...]
    line: str = ""
    hint: str = ""


class Cell(Value, array_like=True):
    """A square of a board, counted from 1 at the top left. It is encoded as ``[row, column]``."""

    row: int
    column: int


class BoardPiece(Value):
    """A piece of one of two sides on its square.

    hollow: whether it belongs to the other side and is drawn as a ring. stays: whether it stays there for
            good, as a conqueror does.
    """

    at: Cell
    hollow: bool = False
    stays: bool = False


class BoardScreen(Kind):
    """A board of up to 8 × 8 squares with pieces; beside it the choice, and a press hint.

    columns, rows: their names of one letter, from the left and from the top.
    targets: the squares that can be chosen, such as those the chosen piece can move to.
    chosen: the square of the piece to move. cursor: the square under the cursor. line: its meaning.
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


class BarScreen(Kind):
    """A title and a bar for the remaining time: `remaining` of `whole`."""

    title: str
    remaining: int
    whole: int
    lines: tuple[str, ...] = ()


class VersusScreen(Kind):
    """Two numbers side by side, drawn large, and the reasons for them, as short lines.

    thumbs:  whether they are a vote's, with thumbs down on the left and thumbs up on the right.
    reasons: the same in whole sentences, for screens with room, each with the two numbers as they are then.
    """

    title: str
    left: int
    right: int
    lines: tuple[str, ...] = ()
    thumbs: bool = False
    reasons: tuple[tuple[str, int | None, int | None], ...] = ()


DieSymbol: TypeAlias = Literal["coin", "gem", "drop"]
"""A drawing on the side of a die instead of pips."""


class DiceScreen(Kind):
    """Thrown dice: 1 to 6 as pips on six-sided dice, otherwise as a number in the die's outline.

    sides:   of each die.
    signed:  whether numbers are written with a sign, because they are added to something.
    symbols: a drawing for each die instead, twice if its number is 2.
    """

    title: str
    dice: tuple[int, ...]
    lines: tuple[str, ...] = ()
    sides: int = 6
    signed: bool = False
    symbols: tuple[DieSymbol, ...] = ()


class GridScreen(Kind):
    """Rows of short cells below a title, such as standings. The first column is left-aligned."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    hint: str = ""


class BarsScreen(Kind):
    """Horizontal bars, each with a label and a number from 0, which is its length."""

    title: str
    bars: tuple[tuple[str, int], ...]
    hint: str = ""


class Lane(Value):
    """One player's position on a track, from 0.

    label: at most three letters. marked: whether it is being moved; its number is drawn large.
    """

    label: str
    at: int
    marked: bool = False


class TrackScreen(Kind):
    """A track with up to six lanes, one for each player, below each other.

    length: the last space; the track grows if somebody is beyond it. zones: spaces drawn across all lanes.
    """

    title: str
    lanes: tuple[Lane, ...]
    length: int
    zones: tuple[int, ...] = ()
    hint: str = ""


StockSymbol: TypeAlias = Literal["coin", "drill", "drop", "gem", "house", "person", "pick"]
"""The drawing of a stock, shown instead of its name."""


class Stock(Value):
    """A player's stock of something. label: its name, for the screen reader."""

    label: str
    symbol: StockSymbol
    number: int


class Foothold(Value):
    """A player's pieces at a place, up to three, drawn as blocks.

    label: one or two letters. closed: whether nobody else may come there, drawn as a frame.
    """

    label: str
    number: int
    closed: bool = False


class StashScreen(Kind):
    """A player's holdings: up to six stocks in a row, and below them up to eight footholds."""

    title: str
    stocks: tuple[Stock, ...]
    footholds: tuple[Foothold, ...] = ()
    hint: str = ""


class TextScreen(Kind):
    """Spoken words in writing, as large as they fit.

    hint: a press hint below them. bright: black on white, to light up the whole display.
    """

    text: str
    hint: str = ""
    bright: bool = False


class CodeScreen(Kind):
    """A QR code for phones, and beside it the text to type instead.

    link: the content of the code. typed: an address, or a Wi-Fi's name and password, in parts that may each
    begin a row. lines: below it.
    """

    title: str
    link: str
    typed: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    hint: str = ""


class ClosedScreen(Kind):
    """The still picture shown while eyes are closed."""


Screen: TypeAlias = (
    "Lines | MenuScreen | NumberScreen | RingScreen | PilesScreen | BoardScreen | BarScreen"
    " | VersusScreen | DiceScreen | GridScreen | BarsScreen | TrackScreen | StashScreen | TextScreen"
    " | CodeScreen | ClosedScreen"
)
