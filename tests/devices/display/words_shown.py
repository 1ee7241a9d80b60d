"""The words a screen should show, found independently of the drawing."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import Screen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing import frame
from gm_appliance.devices.display.drawing.text import TEXT, Canvas, Typeface

texts = st.text(st.characters() | st.sampled_from("äß▲…\n\t 🎲\u200d\u0301\ud800"), max_size=40) | st.just(
    "Long " * 400
)
st.register_type_strategy(str, texts)
kinds = [kind for name, kind in vars(screens).items() if name == "Lines" or name.endswith("Screen")]
sides = st.sampled_from((4, 6, 8, 10, 12, 20, 100))
anything: st.SearchStrategy[Screen] = st.one_of(
    st.builds(screens.DiceScreen, sides=sides),
    *(st.from_type(kind) for kind in kinds if isinstance(kind, type) and kind is not screens.DiceScreen),
)


class Written(NamedTuple):
    """Words on the picture, at the position of their first letter."""

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
    """All words joined, without spaces and trailing hyphens."""
    return "".join("".join(one.text.split()).rstrip("-") for one in words)


def bare(text: str) -> str:
    return "".join(fonts.tidy(text).split())


def marked(screen: screens.MenuScreen) -> list[str]:
    return [screen.items[screen.at]] if screen.at >= 0 else []


def essential(screen: Screen) -> list[str]:
    """The words that matter most: the title, the current choice or state, and what to press."""
    texts: list[str] = [getattr(screen, name, "") for name in ("title", "hint", "text")]
    lines: tuple[str, ...] = getattr(screen, "lines", ())
    match screen:
        case screens.Lines():
            texts += [*[line for line in lines if line][:1], *lines[-1:]]
        case screens.MenuScreen():
            texts += marked(screen)
        case screens.NumberScreen():
            return [screen.title, str(screen.value), screen.line or screen.hint]
        case screens.RingScreen():
            texts += lines[:1]
        case screens.BoardScreen():
            # Word by word, because the board's names share these rows.
            return " ".join((screen.title, screen.line, screen.hint)).split()
        case screens.PilesScreen():
            texts.append(screen.line)
        case screens.BarScreen() | screens.DiceScreen():
            texts += lines[-1:]
        case screens.VersusScreen():
            texts += [str(screen.left), str(screen.right)]
        case screens.GridScreen():
            texts += [row[-1] for row in screen.rows[:2]]
        case screens.BarsScreen():
            texts += [str(number) for _label, number in screen.bars[:1]]
        case screens.TrackScreen():
            texts += [str(lane.at) for lane in screen.lanes if lane.marked] or [str(screen.lanes[0].at)]
        case screens.StashScreen():
            texts += [str(stock.number) for stock in screen.stocks]
        case screens.CodeScreen():
            return [screen.title, *screen.typed, *screen.hint.split("  ")]
    return texts


def lost(screen: Screen, **mode: bool) -> list[str]:
    """The texts of a screen that cannot be read; in large or upright mode, only essential ones."""
    shown, texts = said(written(screen, **mode)), essential(screen)
    if not mode and not isinstance(screen, screens.BoardScreen):
        texts += [getattr(screen, "hint", ""), getattr(screen, "line", ""), *getattr(screen, "lines", ())]
        if isinstance(screen, screens.GridScreen):
            # Names may be cut, points may not.
            texts += [cell for row in screen.rows for cell in row[1:]]
        if isinstance(screen, screens.BarsScreen):
            texts += [str(number) for _label, number in screen.bars[:5]]
    return [text for text in dict.fromkeys(texts) if bare(text) not in shown]
