"""The words on the display."""

from __future__ import annotations

from typing import assert_never

from gm_appliance.core.cues.screens import (
    BarScreen,
    BarsScreen,
    BoardScreen,
    ClosedScreen,
    CodeScreen,
    DiceScreen,
    GridScreen,
    Lines,
    MenuScreen,
    NumberScreen,
    PilesScreen,
    RingScreen,
    Screen,
    StashScreen,
    TextScreen,
    TrackScreen,
    VersusScreen,
)


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
    for part in ("line", "text", "value", "dice", "left", "right"):
        if hasattr(screen, part):
            words.append(str(getattr(screen, part)))
    return words


def marked_on(screen: Screen | None) -> str:
    """The words of the marked item; empty if there is none."""
    match screen:
        case MenuScreen(items=items, at=at):
            return items[at] if at >= 0 else ""
        case NumberScreen(value=value):
            return str(value)
        case RingScreen(lines=lines):
            return "".join(lines[:1])
        case PilesScreen(line=line) | BoardScreen(line=line):
            return line
        case TrackScreen(lanes=lanes):
            return "".join(str(lane.at) for lane in lanes if lane.marked)
        case Lines() | TextScreen() | GridScreen() | BarsScreen() | StashScreen() | ClosedScreen() | None:
            return ""
        case CodeScreen() | BarScreen() | VersusScreen() | DiceScreen():
            return ""
        case _:
            assert_never(screen)
