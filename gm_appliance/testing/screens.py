"""The words on the display."""

from __future__ import annotations

from typing import assert_never

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import Screen


def words_of(screen: Screen | None) -> list[str]:
    """A screen's words, its title first."""
    words = [str(getattr(screen, "title", ""))]
    for part in ("lines", "items"):
        words += getattr(screen, part, ())
    words += [" ".join(row) for row in getattr(screen, "rows", ())]
    words += [f"{label} {number}" for label, number in getattr(screen, "bars", ())]
    words += [f"{lane.label} {lane.at}" for lane in getattr(screen, "lanes", ())]
    words += [f"{stock.label} {stock.number}" for stock in getattr(screen, "stocks", ())]
    words += [f"{one.label} {one.number}" for one in getattr(screen, "footholds", ())]
    words.append(str(getattr(screen, "hint", "")))
    for part in ("line", "text", "value", "dice", "remaining", "left", "right"):
        if hasattr(screen, part):
            words.append(str(getattr(screen, part)))
    return words


def marked_on(screen: Screen | None) -> str:
    """The words of the marked item; empty if there is none."""
    match screen:
        case screens.MenuScreen(items=items, at=at):
            return items[at] if at >= 0 else ""
        case screens.NumberScreen(value=value):
            return str(value)
        case screens.RingScreen(lines=lines):
            return "".join(lines[:1])
        case screens.PilesScreen(line=line) | screens.BoardScreen(line=line):
            return line
        case screens.TrackScreen(lanes=lanes):
            return "".join(str(lane.at) for lane in lanes if lane.marked)
        case (
            screens.Lines()
            | screens.TextScreen()
            | screens.GridScreen()
            | screens.BarsScreen()
            | screens.StashScreen()
            | screens.ClosedScreen()
            | None
        ):
            return ""
        case screens.CodeScreen() | screens.BarScreen() | screens.VersusScreen() | screens.DiceScreen():
            return ""
        case _:
            assert_never(screen)
