"""What another program does, asked between games: install an update from a USB stick, make a copy on it, or go
back to the version before."""

from __future__ import annotations

from gm_appliance.core.game import Choice, Decision, Game, Outcome, Ready, Step, Table
from gm_appliance.core.values import Value, replace

INSTALL, COPY, BACK = "install", "copy", "back"


class StickView(Value):
    """Nothing is secret. what: INSTALL, COPY or BACK. version: to be installed. agreed: it is to be done."""

    what: str
    version: str = ""
    agreed: bool = False


def stick_question(what: str, version: str = "") -> Game[StickView, StickView]:
    """The question whether to do it; its outcome's reason is what was agreed to."""
    begin = StickView(what, version)
    return Game("stick", 1, (), lambda _options: begin, _public, _decision, _apply, _outcome, kept=False)


def _public(view: StickView) -> StickView:
    return view


def _decision(view: StickView) -> Decision | None:
    return None if view.agreed else Decision(f"stick.{view.what}", Table(), Ready((view.what,)))


def _apply(view: StickView, choice: Choice) -> Step[StickView, StickView]:
    return Step(replace(view, agreed=True))


def _outcome(view: StickView) -> Outcome | None:
    return Outcome((), view.what) if view.agreed else None
