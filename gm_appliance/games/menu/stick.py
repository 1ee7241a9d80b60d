"""Questions asked between games, before installing the update on a USB stick, copying to the stick, taking in
the results of another box, or going back to the previous version. Anything that brings back an older version
takes two questions."""

from __future__ import annotations

from gm_appliance.core.game import Choice, Decision, Game, Outcome, Ready, Step, Table
from gm_appliance.core.values import Value, replace

INSTALL, OLDER, COPY, BACK, TAKE = "install", "older", "copy", "back", "take"


class StickView(Value):
    """Public. what: INSTALL, OLDER, COPY, BACK or TAKE. version: to install, or the box whose results are
    taken. agreed: to how many questions."""

    what: str
    version: str = ""
    agreed: int = 0

    @property
    def done(self) -> bool:
        return self.agreed == (2 if self.what in (OLDER, BACK) else 1)


def stick_question(what: str, version: str = "") -> Game[StickView, StickView]:
    begin = StickView(what, version)
    return Game(
        "stick", 1, (), lambda _options: begin, lambda view: view, _decision, _apply, _outcome, kept=False
    )


def _decision(view: StickView) -> Decision | None:
    name = f"stick.{view.what}{'-again' if view.agreed else ''}"
    return None if view.done else Decision(name, Table(), Ready((view.what,)))


def _apply(view: StickView, choice: Choice) -> Step[StickView, StickView]:
    return Step(replace(view, agreed=view.agreed + 1))


def _outcome(view: StickView) -> Outcome | None:
    return Outcome((), view.what) if view.done else None
