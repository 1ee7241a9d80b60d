"""Phones join the table: which Wi-Fi they use, the code they scan, and whose pad is released."""

from __future__ import annotations

from gm_appliance.core.game import Game
from gm_appliance.games.joining.rules import JoiningView, apply, decision, outcome


def joining(view: JoiningView) -> Game[JoiningView, JoiningView]:
    return Game(
        "joining", 1, (), lambda _options: view, lambda view: view, decision, apply, outcome, kept=False
    )
