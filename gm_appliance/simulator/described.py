"""What lies on the table as JSON data, for the page and for transcripts."""

from __future__ import annotations

import dataclasses
from functools import cache, lru_cache
from typing import Any

from gm_appliance.core.cues.props import BoardFrame, Deck, Prop
from gm_appliance.core.cues.screens import Cell


def described(prop: Prop) -> dict[str, Any]:
    """Its kind, where it lies, and of everything else what is not as usual."""
    return dict(_described(prop))


@lru_cache(maxsize=1024)  # the same things lie there evening after evening
def _described(prop: Prop) -> dict[str, Any]:
    kind: type = type(prop)
    data: dict[str, Any] = {"kind": kind.__name__, "at": _place(prop.at)}
    for name, usual in fields_of(kind):
        value = getattr(prop, name)
        if name != "at" and value != usual:
            data[name] = _place(value) if isinstance(value, Cell) else value
    if isinstance(prop, Deck):
        data["cards"] = [{**described(card), "count": count} for card, count in prop.cards]
    if isinstance(prop, BoardFrame):
        data["targets"] = [_place(square) for square in prop.targets]
    return data


@cache
def fields_of(kind: type) -> tuple[tuple[str, Any], ...]:
    """The names of a dataclass's fields, each with what it is by default."""
    return tuple((field.name, field.default) for field in dataclasses.fields(kind))


def _place(at: int | Cell) -> int | list[int]:
    return at if isinstance(at, int) else [at.row, at.column]
