"""The props on the table, in no language."""

from __future__ import annotations

from gm_appliance.core.cues.props import (
    Banner,
    BoardFrame,
    Card,
    Deck,
    Plate,
    Prop,
    ShownThumb,
    Tally,
    ThrownDie,
    Token,
)


def in_no_language(prop: Prop) -> str:
    """A prop's description without its label: "thor", "turned plate", "5 protect, 2 conspire"."""
    match prop:
        case Plate():
            return "turned plate" if prop.turned else "plate"
        case Card() if prop.face_down:
            return "face down"
        case Card() | Token():
            return prop.name
        case ShownThumb():
            return "thumb up" if prop.up else "thumb down"
        case BoardFrame():
            return "board"
        case Banner():
            return prop.mood
        case Deck():
            return ", ".join(f"{count} {card.name}" for card, count in prop.cards)
        case Tally() | ThrownDie():
            return str(prop.number)
