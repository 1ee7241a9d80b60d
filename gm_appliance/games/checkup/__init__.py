"""The check-up: each part of the box is tried, and the people say what came of it.

From the main menu. It is a game like any other, and not kept: BACK leads from there to the menu.
"""

from gm_appliance.core.game import Game
from gm_appliance.games.checkup import rules
from gm_appliance.games.checkup.rules import CheckupView


def checkup(before: str = "") -> Game[CheckupView, CheckupView]:
    """The check-up. before: the version to which people can go back instead; empty if there is none."""
    return Game(
        name="checkup",
        rules=1,
        options=(),
        begin=lambda _options: CheckupView(phase="first" if before else "voice", before=before),
        public=rules.public,
        decision=rules.decision,
        apply=rules.apply,
        outcome=rules.outcome,
        kept=False,
    )
