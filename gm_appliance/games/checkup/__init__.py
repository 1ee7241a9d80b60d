"""The check-up: each part of the box is tried, and the people say what came of it.

From the main menu. It is a game like any other, and not kept: BACK leads from there to the menu.
"""

from gm_appliance.core.game import Game
from gm_appliance.games.checkup import rules
from gm_appliance.games.checkup.rules import CheckupView

CHECKUP: Game[CheckupView, CheckupView] = Game(
    name="checkup",
    rules=1,
    options=(),
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
    kept=False,
)
