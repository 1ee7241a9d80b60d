"""What lies on the table as JSON data, for the page and for transcripts."""

from __future__ import annotations

import dataclasses
from typing import Any

from gm_appliance.core.cues import BoardFrame, Cell, Deck, Prop


def described(prop: Prop) -> dict[str, Any]:
    """Its kind, where it lies, and of everything else what is not as usual."""
    data: dict[str, Any] = {"kind": type(prop).__name__, "at": _place(prop.at)}
    for field in dataclasses.fields(prop):
        value = getattr(prop, field.name)
        if field.name != "at" and value != field.default:
            data[field.name] = _place(value) if isinstance(value, Cell) else value
    if isinstance(prop, Deck):
        data["cards"] = [{**described(card), "count": count} for card, count in prop.cards]
    if isinstance(prop, BoardFrame):
        data["targets"] = [_place(square) for square in prop.targets]
    return data


def _place(at: int | Cell) -> int | list[int]:
    return at if isinstance(at, int) else [at.row, at.column]
