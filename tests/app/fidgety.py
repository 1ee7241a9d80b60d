"""People who act at random from a seed: they change their minds, undo, pause, move cursors, peek, leave,
come back, and break their pads."""

from __future__ import annotations

from random import Random

from gm_appliance.core.game import Choice, Clock, Decision, Opponent, Pad
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.pickers import presses
from gm_appliance.simulator.dealer import unturned
from gm_appliance.simulator.people import People
from tests.app.life import Life

HELD = 0.75


def dealt(seed: int, players: int) -> dict[int, str]:
    """The faction cards of an evening, which survive a power cut."""
    conspirators = {7: 2, 8: 2, 9: 3}[players]
    cards = ["conspire"] * conspirators + ["protect"] * (players - conspirators)
    Random(f"deal {seed}").shuffle(cards)
    return dict(enumerate(cards, 1))


class Fidgety(Observer):
    """They resume the old game, or begin one for these cards, and go home after it. options: by name, as
    chosen in the menu; other questions get the first choice."""

    def __init__(self, life: Life, seed: str, cards: dict[int, str], options: dict[str, str]) -> None:
        self._life = life
        self._rng = Random(f"fidgety {seed}")
        self._menu: dict[str, int | str] = {"menu.game": "gotterdammerung", "menu.same": "yes"}
        self._menu |= {"menu.resume": "resume", "menu.rules": "start", "option.players": len(cards)}
        self._menu |= {f"option.{name}": value for name, value in options.items()}
        self._menu |= {"somebody.left": "nobody"}
        self.card_of, seats = cards.get, frozenset((PANEL, *cards))
        openly, secretly = Random(f"open {seed}"), Random(f"secret {seed}")
        self._people = People(life.inbox, self, openly, secretly, lambda: seats)
        self._requested: Choice | None = None  # the side decision they are about to make

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._life.open_now(decision)
        if decision.name.startswith("leave."):
            return  # BACK was held too early by mistake
        if decision.name == "menu.again":
            self._life.stop()
        elif decision.name in self._menu:
            self._choose(prompt_id, decision, Choice(decision.name, self._menu[decision.name]))
        elif self._requested and decision.name == "questions":
            self._choose(prompt_id, decision, Choice("questions", self._requested.name))
        elif self._requested and decision.name == self._requested.name:
            self._choose(prompt_id, decision, self._requested)
            self._requested = None
        elif self._wants_something(decision):
            self._life.inbox.press_at(self._life.inbox.now() + 1.0, PANEL, "back", 0.1, prompt_id)
        else:
            self._fidget(prompt_id, decision)
            self._people.asked(prompt_id, decision)

    def unturned(self) -> frozenset[int]:
        return unturned(self._life.of("lay")[-1])

    def shown_thumb(self, seat: int) -> None: ...

    def _choose(self, prompt_id: int, decision: Decision, choice: Choice) -> None:
        t = self._life.inbox.now() + 2.0
        for stroke in presses(decision, choice):
            self._life.inbox.press_at(t, stroke.source, stroke.button, stroke.held, prompt_id)
            t += 0.5

    def _wants_something(self, decision: Decision) -> bool:
        """Report that somebody peeked, left, came back, or lost a pad; never end the game."""
        self._requested = None
        if decision.on_request and not decision.beats and self._rng.random() < 0.08:
            one = self._rng.choice(decision.on_request)
            values = [value for value in getattr(one.domain, "options", ()) if value not in ("end", "anew")]
            few = one.name != "somebody.leaves" or len(values) > 4
            self._requested = Choice(one.name, self._rng.choice(values)) if values and few else None
        return self._requested is not None

    def _fidget(self, prompt_id: int, decision: Decision) -> None:
        rng, inbox = self._rng, self._life.inbox
        onset = inbox.now()
        while rng.random() < 0.3:
            inbox.press_at(onset + rng.uniform(0.3, 6.0), PANEL, rng.choice(("up", "down")), 0.1, prompt_id)
        if rng.random() < 0.1:
            inbox.press_at(onset + rng.uniform(0.3, 3.0), PANEL, "back", HELD, prompt_id)
        if isinstance(decision.who, Pad) and rng.random() < 0.1:
            inbox.press_at(onset + 0.3, PANEL, "ok", 0.1, prompt_id)  # no pad at this place
        if rng.random() < 0.05:
            t = onset + rng.uniform(0.3, 3.0)
            inbox.press_at(t, PANEL, "repeat", HELD, prompt_id)
            inbox.press_at(t + 9.0, PANEL, "repeat", 0.1)
        if not isinstance(decision.who, Clock | Opponent):
            # Random presses may have spoilt an answer, so finally the panel gives one.
            for again in range(1, 5):
                inbox.press_at(onset + 150.0 + 10.0 * again, PANEL, "down", 0.1, prompt_id)
                inbox.press_at(onset + 151.0 + 10.0 * again, PANEL, "ok", 0.1, prompt_id)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._life.chose(choice)
        self._people.chose(decision, choice)
