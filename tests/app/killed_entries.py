"""People who tell the box what they play, and a box that kills itself again and again, each life in a
process of its own: for the tests.

Arguments: the folder of the journal, how many lives, a seed, and what is answered in the menu, as JSON.
Each life is killed after a random number of calls to ports and journal. It announces what it finds and all
that is committed, as `killed_evening` does, and after each life whether it was killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

# Started by its path, so that only the folder of the tests is known.
sys.path.insert(0, str(Path(__file__).parents[2]))

from gm_appliance.core.game import Chance, Choice, Decision, Number, OneOf, Plain
from gm_appliance.pickers import presses
from gm_appliance.testing.life import Life
from gm_appliance.testing.players import Players
from tests.app.killed_evening import Mortal, announce

POINTS = (0, 7, -12, 37, 85, -140, 1250, 20_000)
"""What is entered of a number that has no end."""

INSTEAD: Mapping[tuple[str, Plain], Plain] = {
    ("round.next", "end"): "next",
    ("match.over", "done"): "correct",
}
"""Nobody ends the game."""


class RandomKeepers(Players):
    """People who enter anything that can be and never end it; they go on from what the display shows."""

    def __init__(self, life: Life, menu: Mapping[str, Plain], seed: str) -> None:
        super().__init__(life, {**menu, "menu.resume": "resume"})
        self._rng = Random(seed)

    def answer(self, decision: Decision) -> Choice | None:
        domain = decision.domain
        if decision.name.startswith(("menu.", "option.")):
            return super().answer(decision)
        if isinstance(decision.who, Chance):
            return None
        if isinstance(domain, Number) and domain.lo < min(POINTS):
            return Choice(decision.name, self._rng.choice(POINTS))
        assert isinstance(domain, Number | OneOf)
        value = domain.sample(self._rng)
        return Choice(decision.name, INSTEAD.get((decision.name, value), value))

    def press(self, prompt_id: int, choice: Choice | None, decision: Decision) -> None:
        if choice is None:
            return
        journal = self._life.journal
        draft = journal.draft_now if journal else None
        at = draft[1] if draft and draft[0] == decision.name else None
        t = self._life.inbox.now() + 1.0
        for stroke in presses(decision, choice, at=at if isinstance(at, int) else None):
            self._life.inbox.press_at(t, stroke.source, stroke.button, stroke.held, prompt_id)
            t += stroke.held + 0.2


def main() -> None:
    folder, lives, seed = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    menu: dict[str, Plain] = json.loads(sys.argv[4])
    rng = Random(seed)
    for number in range(lives):
        lasts = rng.randint(8, 200)
        child = os.fork()
        if not child:
            life = Mortal(folder, lasts)
            life.run(RandomKeepers(life, menu, f"{seed} {number}"))
            os._exit(1)  # it came to an end of its own
        _pid, status = os.waitpid(child, 0)
        announce(killed=os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL)


if __name__ == "__main__":
    main()
