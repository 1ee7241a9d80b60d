"""The props on the table, in no language."""

from __future__ import annotations

from gm_appliance.core.cues import props
from gm_appliance.core.cues.props import Prop


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
