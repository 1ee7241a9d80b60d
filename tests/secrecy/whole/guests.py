"""The people at a whole box, and what they plan."""

from __future__ import annotations

from random import Random

from gm_appliance.core.game import AllSeats, Choice, Decision, Seat
from gm_appliance.core.ports import PANEL, Stop
from gm_appliance.core.values import replace
from tests.secrecy.crowd import Crowd
from tests.secrecy.drawn import Evening, Secrets
from tests.secrecy.whole.hands import APART, WholeHands
from tests.secrecy.whole.world import World
from tests.secrecy.windows import Plan, Press, Window

DIMMED, OFF = (70.0, 110.0), (310.0, 330.0)
"""Seconds that somebody takes alone at the panel, for the display to dim meanwhile and to go off."""


class Guests(Crowd):
    """The crowd, who first find their game in the menu, go on with one cut off, and go home after it. Where
    names are known they take their seats by name."""

    def __init__(self, hands: WholeHands, evening: Evening, secrets: Secrets, world: World) -> None:
        super().__init__(hands, evening, secrets, world.unsure)
        self._world = world
        self._began = self._cut_off = False

    def go_dark(self) -> None:
        self._cut_off = True
        for diary in (self._openly, self._secretly):
            diary.cancel(after=self.now())

    def heard(self, window: Window) -> Window:
        """Without what was pressed at a pad while its cable was out."""
        gone = self._world.unheard

        def out(press: Press) -> bool:
            t = window.onset + press.at
            return press.seat != PANEL and any(begins <= t <= ends for begins, ends in gone)

        return replace(window, presses=tuple(one for one in window.presses if not out(one)))

    def asked(self, prompt_id: int, decision: Decision) -> None:
        asking = not decision.name.startswith(("menu.", "option."))
        if asking:
            self._world.asked(self.asked_so_far, decision)
        beats = [self.now() + beat.at for beat in decision.beats]
        self._openly.beats = self._secretly.beats = beats
        self._secretly.void = "up" if decision.name == "conspiracy" else ""
        if asking:
            if self._cut_off and self._began:
                self._world.goes_on()
            self._began, self._cut_off = True, False
            super().asked(prompt_id, decision)
        elif self._began and decision.name != "menu.resume":
            self._hands.post(self.now() + 5.0, Stop())
        else:
            self._tap(self.now() + 1.0, PANEL, "ok", prompt_id=prompt_id)

    def chose(self, decision: Decision, choice: Choice) -> None:
        if self._began and not self._cut_off:
            super().chose(decision, choice)
            self._world.chose(self.asked_so_far, decision)

    def _tap(
        self, t: float, source: int, button: str, held: float = 0.1, prompt_id: int | None = None
    ) -> bool:
        """At a bot's pad is nobody else's hand."""
        if source in {self.pads.get(seat) for seat in self._evening.bots}:
            return False
        return super()._tap(t, source, button, held, prompt_id)

    def _press_alone(self, rng: Random, number: int, prompt_id: int, decision: Decision) -> None:
        """A bot that is alone presses by itself; if it could not, somebody hands the box on."""
        if not isinstance(decision.who, Seat) or decision.who.seat not in self._evening.bots:
            super()._press_alone(rng, number, prompt_id, decision)
            return
        self._secretly.cancel(after=self.now())
        self.window = Window(prompt_id, self.now(), decision, ())
        for after in (40.0, 80.0, 120.0, 160.0):
            self._tap(self.now() + after, PANEL, "ok", prompt_id=prompt_id)

    def announced(self, name: str) -> None:
        """Somebody sees that it is still paused: REPEAT beside BACK is swallowed by the guarded hold."""
        if "paused" in name:
            for after in (30.0, 61.0):
                self._tap(self.now() + after, PANEL, "repeat")

    def _time_alone(self, rng: Random) -> float:
        """Some take so long that the display dims, or goes off, over them; now and then REPEAT wakes it."""
        if rng.random() < 0.7:
            return super()._time_alone(rng)
        seconds = rng.uniform(*rng.choice((DIMMED, DIMMED, OFF)))
        if rng.random() < 0.5:
            self._tap(self.now() + rng.uniform(DIMMED[0], seconds), PANEL, "repeat")
        return seconds

    def _mark(self, aim: Random, rng: Random, decision: Decision, plan: Plan) -> None:
        """Thumbs up, which count for nothing, come as near to the beats as can be."""
        super()._mark(aim, rng, decision, plan)
        assert isinstance(decision.who, AllSeats)
        for beat in decision.beats if decision.who.seats else ():  # every pad may be broken
            plan.mash(rng.choice(decision.who.seats), ("up",), (beat.at - APART, beat.at + APART))
