"""Screens as text, for screen readers and phones."""

from __future__ import annotations

from typing import assert_never

from gm_appliance.core.cues.screens import (
    BarScreen,
    BarsScreen,
    BoardPiece,
    BoardScreen,
    ClosedScreen,
    CodeScreen,
    DiceScreen,
    GridScreen,
    Lines,
    MenuScreen,
    NumberScreen,
    Pile,
    PilesScreen,
    RingScreen,
    Screen,
    StashScreen,
    TextScreen,
    TrackScreen,
    VersusScreen,
)


def in_words(screen: Screen) -> str:
    """The texts of a screen, in reading order."""
    return " · ".join(part for part in parts(screen) if part)


def parts(screen: Screen) -> tuple[str, ...]:
    """The texts of a screen: its title, where it has one, then the others; some may be empty."""
    match screen:
        case Lines():
            return (screen.title, *screen.lines)
        case MenuScreen():
            items = (f"▸{item}" if at == screen.at else item for at, item in enumerate(screen.items))
            return (screen.title, *items, screen.hint)
        case NumberScreen():
            return (screen.title, str(screen.value), screen.line, screen.hint)
        case RingScreen():
            return (screen.title, *(seat.label for seat in screen.seats), *screen.lines, screen.hint)
        case PilesScreen():
            return (screen.title, *map(_pile, screen.piles), screen.line, screen.hint)
        case BoardScreen():
            return (screen.title, *(_pieces(screen)), f"▸{screen.line}" if screen.line else "", screen.hint)
        case BarScreen():
            return (screen.title, f"{screen.left}/{screen.whole}", *screen.lines)
        case VersusScreen():
            down, up, between = (" ▼", " ▲", "") if screen.thumbs else ("", "", " :")
            return (screen.title, f"{screen.left}{down}{between} {screen.right}{up}", *screen.lines)
        case DiceScreen():
            sign = "+" if screen.signed else ""
            dice = () if screen.symbols else (f"{value:{sign if value else ''}}" for value in screen.dice)
            return (screen.title, *dice, *screen.lines)
        case GridScreen():
            return (screen.title, *(" ".join(row) for row in screen.rows), screen.hint)
        case BarsScreen():
            return (screen.title, *(f"{label} {number}" for label, number in screen.bars), screen.hint)
        case TrackScreen():
            lanes = (f"{'▸' * lane.marked}{lane.label} {lane.at}" for lane in screen.lanes)
            return (screen.title, *lanes, screen.hint)
        case StashScreen():
            stocks = (f"{stock.label} {stock.number}" for stock in screen.stocks)
            footholds = (f"{one.label} {one.number}" for one in screen.footholds if one.number)
            return (screen.title, *stocks, *footholds, screen.hint)
        case TextScreen():
            return (screen.text, screen.hint)
        case CodeScreen():
            return (screen.title, "".join(screen.typed), *screen.lines, screen.hint)
        case ClosedScreen():
            return ()
        case _:
            assert_never(screen)


def _pile(pile: Pile) -> str:
    """A pile from top to bottom: "▸Fr +3: 5 (0 2) 3/5"."""
    name = " ".join(filter(None, (pile.label, pile.sign)))
    lying = f" ({' '.join(map(str, pile.lying))})" if pile.lying else ""
    left = f" {pile.left}/{pile.most}" if pile.most else ""
    return f"{'▸' * pile.marked}{name}: {pile.number}{lying}{left}"


def _pieces(screen: BoardScreen) -> tuple[str, ...]:
    """The squares of each side's pieces: "● A1 C2", "○ B5×"."""
    return tuple(
        f"{sign} {' '.join(_square(screen, piece) for piece in screen.pieces if piece.hollow == hollow)}"
        for sign, hollow in (("●", False), ("○", True))
        if any(piece.hollow == hollow for piece in screen.pieces)
    )


def _square(screen: BoardScreen, piece: BoardPiece) -> str:
    column, row = screen.columns[piece.at.column - 1], screen.rows[piece.at.row - 1]
    return f"{column}{row}{'×' * piece.stays}"
