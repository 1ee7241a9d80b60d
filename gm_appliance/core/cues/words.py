"""Screens as text, for screen readers and phones."""

from __future__ import annotations

from typing import assert_never

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import BoardPiece, Pile, Screen


def in_words(screen: Screen) -> str:
    """The texts of a screen, in reading order."""
    return " · ".join(part for part in parts(screen) if part)


def parts(screen: Screen) -> tuple[str, ...]:
    """The texts of a screen: its title, if it has one, then the others; some may be empty."""
    match screen:
        case screens.Lines():
            return (screen.title, *screen.lines)
        case screens.MenuScreen():
            items = (f"▸{item}" if at == screen.at else item for at, item in enumerate(screen.items))
            return (screen.title, *items, screen.hint)
        case screens.NumberScreen():
            return (screen.title, str(screen.value), screen.line, screen.hint)
        case screens.RingScreen():
            return (screen.title, *(seat.label for seat in screen.seats), *screen.lines, screen.hint)
        case screens.PilesScreen():
            return (screen.title, *map(_pile, screen.piles), screen.line, screen.hint)
        case screens.BoardScreen():
            return (screen.title, *(_pieces(screen)), f"▸{screen.line}" if screen.line else "", screen.hint)
        case screens.BarScreen():
            return (screen.title, f"{screen.remaining}/{screen.whole}", *screen.lines)
        case screens.VersusScreen():
            down, up, between = (" ▼", " ▲", "") if screen.thumbs else ("", "", " :")
            return (screen.title, f"{screen.left}{down}{between} {screen.right}{up}", *screen.lines)
        case screens.DiceScreen():
            sign = "+" if screen.signed else ""
            dice = () if screen.symbols else (f"{value:{sign if value else ''}}" for value in screen.dice)
            return (screen.title, *dice, *screen.lines)
        case screens.GridScreen():
            return (screen.title, *(" ".join(row) for row in screen.rows), screen.hint)
        case screens.BarsScreen():
            return (screen.title, *(f"{label} {number}" for label, number in screen.bars), screen.hint)
        case screens.TrackScreen():
            lanes = (f"{'▸' * lane.marked}{lane.label} {lane.at}" for lane in screen.lanes)
            return (screen.title, *lanes, screen.hint)
        case screens.StashScreen():
            stocks = (f"{stock.label} {stock.number}" for stock in screen.stocks)
            footholds = (f"{one.label} {one.number}" for one in screen.footholds if one.number)
            return (screen.title, *stocks, *footholds, screen.hint)
        case screens.TextScreen():
            return (screen.text, screen.hint)
        case screens.CodeScreen():
            return (screen.title, "".join(screen.typed), *screen.lines, screen.hint)
        case screens.ClosedScreen():
            return ()
        case _:
            assert_never(screen)


def _pile(pile: Pile) -> str:
    """A pile from top to bottom: "▸Fr +3: 5 (0 2) 3/5"."""
    name = " ".join(filter(None, (pile.label, pile.sign)))
    lying = f" ({' '.join(map(str, pile.lying))})" if pile.lying else ""
    left = f" {pile.remaining}/{pile.most}" if pile.most else ""
    return f"{'▸' * pile.marked}{name}: {pile.number}{lying}{left}"


def _pieces(screen: screens.BoardScreen) -> tuple[str, ...]:
    """The squares of each side's pieces: "● A1 C2", "○ B5×"."""
    return tuple(
        f"{sign} {' '.join(_square(screen, piece) for piece in screen.pieces if piece.hollow == hollow)}"
        for sign, hollow in (("●", False), ("○", True))
        if any(piece.hollow == hollow for piece in screen.pieces)
    )


def _square(screen: screens.BoardScreen, piece: BoardPiece) -> str:
    column, row = screen.columns[piece.at.column - 1], screen.rows[piece.at.row - 1]
    return f"{column}{row}{'×' * piece.stays}"
