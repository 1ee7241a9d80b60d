"""Anything that may be secret is left out of `repr`: every value that holds it declares it redacted."""

from __future__ import annotations

import importlib
import pkgutil

import gm_appliance
from gm_appliance.core.values import Redacted, Value

SECRET = frozenset(("button", "draft", "pressed", "thumb", "thumbs"))
"""Field names for a press or a thumb."""

GAMES = ("gm_appliance.games.", "gm_appliance.hidden_roles.")
"""Their states hide all but views, and all else is public: see `tests/secrecy/test_any_game.py`."""

OPEN = frozenset(
    (
        *("Unheard.thumbs", "VersusScreen.thumbs"),  # shown to all
        *("Echoed.button", "Finding.button", "CheckupView.button"),  # pressed to test the buttons
        *("KeyLayout.thumbs", "Stroke.button", "_Pad.thumbs"),  # which can be pressed, and by bots
        *("Mood.thumbs", "ProcessTick.thumbs", "Versus.thumbs"),  # whether they are asked for, or counted
        "Place.thumb",  # one that the table shows by name
    )
)
"""Public despite their names."""


def kinds(kind: type[Value] = Value) -> set[type[Value]]:
    return {kind}.union(*map(kinds, kind.__subclasses__()))


def shown(kind: type[Value]) -> set[str]:
    hidden = kind.redacted if issubclass(kind, Redacted) else ()
    fields = SECRET.intersection(kind.__struct_fields__) - {*hidden}
    return {f"{kind.__name__}.{name}" for name in fields}


def test_no_value_of_the_package_shows_what_may_be_secret() -> None:
    for module in pkgutil.walk_packages(gm_appliance.__path__, "gm_appliance."):
        importlib.import_module(module.name)
    others = (kind for kind in kinds() if not kind.__module__.startswith(GAMES))
    assert sorted(set().union(*map(shown, others)) - OPEN) == []


def test_one_that_does_is_found() -> None:
    class Leaking(Value):
        seat: int
        thumb: str

    assert "Leaking.thumb" in set().union(*map(shown, kinds()))
