"""What a screen should show, found out by other means than the drawing's."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from gm_appliance.core.cues.screens import (
    BarScreen,
    BarsScreen,
    BoardPiece,
    BoardScreen,
    Cell,
    ClosedScreen,
    DiceScreen,
    Foothold,
    GridScreen,
    Lane,
    Lines,
    MenuScreen,
    NumberScreen,
    Pile,
    PilesScreen,
    RingScreen,
    RingSeat,
    Screen,
    StashScreen,
    Stock,
    TextScreen,
    TrackScreen,
    VersusScreen,
)
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing import frame
from gm_appliance.devices.display.drawing.text import TEXT, Canvas, Typeface

texts = st.text(st.characters() | st.sampled_from("äß▲…\n\t 🎲\u200d\u0301\ud800"), max_size=40) | st.just(
    "Long " * 400
)
words = st.lists(texts, max_size=6).map(tuple)
ring_seats = st.builds(
    RingSeat, texts, st.booleans(), st.integers(), st.integers(), st.booleans(), st.booleans()
)
piles = st.builds(
    Pile,
    texts,
    st.integers(),
    texts,
    st.lists(st.integers(), max_size=9).map(tuple),
    st.integers(),
    st.integers(),
    st.booleans(),
)
cells = st.builds(Cell, st.integers(-1, 10), st.integers(-1, 10))
board_pieces = st.builds(BoardPiece, cells, st.booleans(), st.booleans())
lanes = st.lists(st.builds(Lane, texts, st.integers(), st.booleans()), max_size=9).map(tuple)
stocks = st.builds(Stock, texts, st.sampled_from(("coin", "drill", "drop", "gem", "person")), st.integers())
footholds = st.builds(Foothold, texts, st.integers(), st.booleans())
anything: st.SearchStrategy[Screen] = st.one_of(
    st.builds(Lines, texts, words),
    st.builds(MenuScreen, texts, words, st.integers(), texts),
    st.builds(NumberScreen, texts, st.integers(), texts, texts),
    st.builds(RingScreen, texts, st.lists(ring_seats, max_size=20).map(tuple), words, texts),
    st.builds(PilesScreen, texts, st.lists(piles, max_size=12).map(tuple), texts, texts),
    st.builds(
        BoardScreen,
        texts,
        words,
        words,
        st.lists(board_pieces, max_size=9).map(tuple),
        st.lists(cells, max_size=9).map(tuple),
        st.none() | cells,
        st.none() | cells,
        texts,
        texts,
    ),
    st.builds(BarScreen, texts, st.integers(), st.integers(), words),
    st.builds(VersusScreen, texts, st.integers(), st.integers(), words, st.booleans()),
    st.builds(
        DiceScreen,
        texts,
        st.lists(st.integers(-1, 100), max_size=12).map(tuple),
        words,
        st.sampled_from((4, 6, 8, 10, 12, 20, 100)),
        st.booleans(),
        st.lists(st.sampled_from(("coin", "gem", "drop")), max_size=12).map(tuple),
    ),
    st.builds(GridScreen, texts, st.lists(words, max_size=30).map(tuple), texts),
    st.builds(BarsScreen, texts, st.lists(st.tuples(texts, st.integers()), max_size=20).map(tuple), texts),
    st.builds(TrackScreen, texts, lanes, st.integers(), st.lists(st.integers()).map(tuple), texts),
    st.builds(
        StashScreen,
        texts,
        st.lists(stocks, max_size=9).map(tuple),
        st.lists(footholds, max_size=12).map(tuple),
        texts,
    ),
    st.builds(TextScreen, texts, texts, st.booleans()),
    st.builds(ClosedScreen),
)


class Written(NamedTuple):
    """Words on the picture, by the place of their first letter."""

    text: str
    x: int
    y: int
    face: Typeface

    @property
    def right(self) -> int:
        return self.x + len(self.text) * self.face.width

    @property
    def bottom(self) -> int:
        return self.y + self.face.height


def written(screen: Screen, **mode: bool) -> list[Written]:
    """All words drawn, in the order of their rows."""
    found: list[Written] = []

    def write(self: Canvas, x: int, y: int, text: str, face: Typeface = TEXT, ink: int = 1) -> None:
        if text:
            found.append(Written(text, x, y, face))
        real(self, x, y, text, face, ink)

    real = Canvas.write
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "write", write)
        frame.__wrapped__(screen, **mode)
    return sorted(found, key=lambda one: (one.y, one.x))


def said(words: list[Written]) -> str:
    """All that can be read, without blanks and hyphens."""
    return "".join("".join(one.text.split()).rstrip("-") for one in words)


def bare(text: str) -> str:
    return "".join(fonts.tidy(text).split())


def essential(screen: Screen) -> list[str]:
    """Title, the thing that matters now, and what the buttons do."""
    match screen:
        case Lines():
            return [screen.title, *[line for line in screen.lines if line][:1], *screen.lines[-1:]]
        case MenuScreen():
            return [screen.title, screen.items[screen.at], screen.hint]
        case NumberScreen():
            return [screen.title, str(screen.value), screen.line or screen.hint]
        case RingScreen():
            return [screen.title, *screen.lines[:1], screen.hint]
        case BoardScreen():
            # Word by word: beside them, in the same rows, stand the names of the board's.
            return [*screen.title.split(), *screen.line.split(), *screen.hint.split()]
        case PilesScreen():
            return [screen.title, screen.line, screen.hint]
        case BarScreen() | DiceScreen():
            return [screen.title, *screen.lines[-1:]]
        case VersusScreen():
            return [screen.title, str(screen.left), str(screen.right)]
        case GridScreen():
            return [screen.title, screen.hint, *[row[-1] for row in screen.rows[:2]]]
        case BarsScreen():
            return [screen.title, screen.hint, *[str(number) for _label, number in screen.bars[:1]]]
        case TrackScreen():
            moved = [str(lane.at) for lane in screen.lanes if lane.marked]
            return [screen.title, screen.hint, *(moved or [str(screen.lanes[0].at)])]
        case StashScreen():
            return [screen.title, screen.hint, *[str(stock.number) for stock in screen.stocks]]
        case TextScreen():
            return [screen.text, screen.hint]
        case ClosedScreen():
            return []


def lost(screen: Screen, **mode: bool) -> list[str]:
    """What of a screen cannot be read; with few words, of what matters."""
    shown = said(written(screen, **mode))
    if mode or isinstance(screen, BoardScreen):
        return [text for text in essential(screen) if bare(text) not in shown]
    texts = [getattr(screen, "title", ""), getattr(screen, "hint", ""), getattr(screen, "line", "")]
    texts += [*getattr(screen, "lines", ()), getattr(screen, "text", "")]
    if isinstance(screen, MenuScreen):
        texts = [screen.title, screen.hint, screen.items[screen.at]]
    if isinstance(screen, VersusScreen):
        texts += [str(screen.left), str(screen.right)]
    if isinstance(screen, GridScreen):
        # Names may be cut, for the players know themselves; points never.
        texts += [cell for row in screen.rows for cell in row[1:]]
    if isinstance(screen, BarsScreen):
        texts += [str(number) for _label, number in screen.bars[:5]]
    if isinstance(screen, TrackScreen | StashScreen):
        texts += essential(screen)
    return [text for text in texts if bare(text) not in shown]
