"""People from a seed, and not of the calm kind: they change their minds, undo, pause and move cursors."""

from __future__ import annotations

from random import Random
from typing import Any

from gm_appliance.games.game import Choice, Clock, Decision
from gm_appliance.pickers import presses
from gm_appliance.simulator.people import People
from gm_appliance.table.ports import PANEL
from tests.virtual_evening import Life

HELD = 0.75


def dealt(seed: int, players: int) -> dict[int, str]:
    """The faction cards of an evening: they lie on the table, whatever becomes of the box."""
    conspirators = {7: 2, 8: 2, 9: 3}[players]
    cards = ["conspire"] * conspirators + ["protect"] * (players - conspirators)
    Random(f"deal {seed}").shuffle(cards)
    return dict(enumerate(cards, 1))


class Fidgety:
    """They go on with the old game, or begin one of `players`, and go home after it."""

    def __init__(self, life: Life, seed: str, cards: dict[int, str], dice: str) -> None:
        self._life = life
        self._rng = Random(f"fidgety {seed}")
        self._menu: dict[str, int | str] = {"menu.game": "gotterdammerung", "menu.same": "yes"}
        self._menu |= {"menu.resume": "resume", "option.players": len(cards), "option.dice": dice}
        seats = frozenset(cards)
        openly, secretly = Random(f"open {seed}"), Random(f"secret {seed}")
        self._people = People(life.inbox, lambda: seats, cards.get, frozenset, openly, secretly, panel=True)

    def asked(self, asking: int, decision: Decision) -> None:
        self._life.open_now(decision)
        if decision.name == "menu.again":
            self._life.stop()
        elif decision.name in self._menu:
            self._choose(asking, decision)
        else:
            self._fidget(asking, decision)
            self._people.asked(asking, decision)

    def _choose(self, asking: int, decision: Decision) -> None:
        t = self._life.inbox.now() + 2.0
        for stroke in presses(decision, Choice(decision.name, self._menu[decision.name])):
            self._life.inbox.press_at(t, stroke.source, stroke.button, stroke.held, asking)
            t += 0.5

    def _fidget(self, asking: int, decision: Decision) -> None:
        rng, inbox = self._rng, self._life.inbox
        onset = inbox.now()
        while rng.random() < 0.3:
            inbox.press_at(onset + rng.uniform(0.3, 6.0), PANEL, rng.choice(("up", "down")), 0.1, asking)
        if rng.random() < 0.1:
            inbox.press_at(onset + rng.uniform(0.3, 3.0), PANEL, "back", HELD, asking)
        if rng.random() < 0.05:
            t = onset + rng.uniform(0.3, 3.0)
            inbox.press_at(t, PANEL, "repeat", HELD, asking)
            inbox.press_at(t + 9.0, PANEL, "repeat", 0.1)
        if not isinstance(decision.who, Clock):
            # A hand in the way may have spoilt an answer: in the end the panel gives one.
            for again in range(1, 5):
                inbox.press_at(onset + 150.0 + 10.0 * again, PANEL, "down", 0.1, asking)
                inbox.press_at(onset + 151.0 + 10.0 * again, PANEL, "ok", 0.1, asking)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._life.chose(choice)
        self._people.chose(decision, choice)

    def told(self, event: Any) -> None: ...

    def rested(self, seconds: float) -> None: ...
