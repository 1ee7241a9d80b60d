"""Valda's rules: which of its modes is played, and the four functions of that mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from gm_appliance.core.game import Choice, Decision, Game, Outcome, Step
from gm_appliance.games.valda import score
from gm_appliance.games.valda.companion import rules as companion
from gm_appliance.games.valda.companion.model import View as CompanionView
from gm_appliance.games.valda.options import OPTIONS
from gm_appliance.games.valda.score import ScoreView

ValdaView: TypeAlias = "ScoreView | CompanionView"
"""What is known of a game, by its mode. Nothing is secret, so it is the state too."""


def begin(options: Mapping[str, int | str]) -> ValdaView:
    return score.begin(options) if options["mode"] == "score" else companion.begin(options)


def public(view: ValdaView) -> ValdaView:
    return view


def decision(view: ValdaView) -> Decision | None:
    return score.decision(view) if isinstance(view, ScoreView) else companion.decision(view)


def apply(view: ValdaView, choice: Choice) -> Step[Any, Any]:
    return score.apply(view, choice) if isinstance(view, ScoreView) else companion.apply(view, choice)


def outcome(view: ValdaView) -> Outcome | None:
    return score.outcome(view) if isinstance(view, ScoreView) else companion.outcome(view)


VALDA: Game[Any, Any] = Game(
    name="valda",
    rules=1,
    options=OPTIONS,
    begin=begin,
    public=public,
    decision=decision,
    apply=apply,
    outcome=outcome,
)
