"""Valda's rules: which of its modes is played, and the four functions of that mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from gm_appliance.core.game import Choice, Decision, Game, Outcome, Step
from gm_appliance.games.valda import score
from gm_appliance.games.valda.options import OPTIONS
from gm_appliance.games.valda.score import ScoreView

View: TypeAlias = "ScoreView"
"""What is known of a game, by its mode. Nothing is secret, so it is the state too."""


def begin(options: Mapping[str, int | str]) -> View:
    return score.begin(options)


def public(view: View) -> View:
    return view


def decision(view: View) -> Decision | None:
    return score.decision(view)


def apply(view: View, choice: Choice) -> Step[View, View]:
    return score.apply(view, choice)


def outcome(view: View) -> Outcome | None:
    return score.outcome(view)


VALDA: Game[View, View] = Game(
    name="valda",
    rules=1,
    options=OPTIONS,
    begin=begin,
    public=public,
    decision=decision,
    apply=apply,
    outcome=outcome,
)
