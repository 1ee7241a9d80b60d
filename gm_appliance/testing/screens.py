"""The words on the display, and the props on the table, in no language."""

from __future__ import annotations

from gm_appliance.core import narration
from gm_appliance.core.cues import props
from gm_appliance.core.cues.props import Prop
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
    return narration.marked_on(screen) if screen else ""


def in_no_language(prop: Prop) -> str:
    """A prop's description without its label: "thor", "turned plate", "5 protect, 2 conspire"."""
    match prop:
        case props.Plate():
            return "turned plate" if prop.turned else "plate"
        case props.Card() if prop.face_down:
            return "face down"
        case props.Card() | props.Token():
            return prop.name
        case props.ShownThumb():
            return "thumb up" if prop.up else "thumb down"
        case props.BoardFrame():
            return "board"
        case props.Banner():
            return prop.mood
        case props.Accusation():
            return f"{prop.by} accuses {prop.against}"
        case props.Deck():
            return ", ".join(f"{count} {card.name}" for card, count in prop.cards)
        case props.Tally() | props.ThrownDie():
            return str(prop.number)
