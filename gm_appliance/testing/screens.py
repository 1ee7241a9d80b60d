"""What stands on the display, as words."""

from __future__ import annotations

from gm_appliance.core.cues.screens import BoardScreen, MenuScreen, PilesScreen, RingScreen, Screen


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
    """What OK would choose, in the words of the display."""
    if isinstance(screen, MenuScreen):
        return screen.items[screen.at]
    if isinstance(screen, PilesScreen | BoardScreen):
        return screen.line
    assert isinstance(screen, RingScreen), screen
    return screen.lines[0]
