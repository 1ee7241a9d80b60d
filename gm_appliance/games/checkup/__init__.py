"""The check-up: tries each part of the box and asks people for the result. A game like any other, started
from the main menu but not kept: BACK returns to the menu."""

from gm_appliance.core.game import Game
from gm_appliance.games.checkup import rules
from gm_appliance.games.checkup.rules import CheckupView


def checkup(before: str = "") -> Game[CheckupView, CheckupView]:
    """The check-up. before: the version people can go back to; empty if there is none."""
    return Game(
        name="checkup",
        rules=1,
        options=(),
        begin=lambda _options: CheckupView(phase="first" if before else "voice", before=before),
        public=lambda view: view,
        decision=rules.decision,
        apply=rules.apply,
        outcome=rules.outcome,
        kept=False,
    )
