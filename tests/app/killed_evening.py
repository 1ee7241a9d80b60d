"""One life of the box in a process of its own, which kills itself: for `test_kill`.

Arguments: the folder of the journal, and after how many calls to ports and journal it is killed. It
announces, a JSON line each, what it finds, every decision opened and everything committed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

# Started by its path, so that only the folder of the tests is known.
sys.path.insert(0, str(Path(__file__).parents[2]))

from gm_appliance.core.game import Decision
from gm_appliance.testing.life import Life
from gm_appliance.testing.players import LIVELY, Players


def announce(**what: object) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


class Mortal(Life):
    """Announces what is in the journal as soon as a call to it has returned."""

    announced: dict[str, object] | None = None

    def tick(self) -> None:
        if self.journal:
            kept = [[one.name, one.value] for one in self.journal.standing]
            state: dict[str, object] = {"kept": kept, "draft": self.journal.draft_now}
            if state != self.announced:
                announce(**state)
                self.announced = state
        super().tick()

    def open_now(self, decision: Decision) -> None:
        super().open_now(decision)
        announce(asked=decision.name, asking=self.inbox.askings[-1])

    def cut(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    folder, lasts = Path(sys.argv[1]), int(sys.argv[2])
    life = Mortal(folder, lasts)
    life.run(Players(life, {"option.dice": "own"}, LIVELY))
    announce(ended=life.ended)


if __name__ == "__main__":
    main()
