"""The people at a whole box: fingers on real contacts, or on its page, and what they plan.

They press no shorter and no nearer to a beat than contacts and cable can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gm_appliance.core.game import AllSeats, Choice, Decision, Seat
from gm_appliance.core.ports import PANEL, Input, Stop
from gm_appliance.core.values import replace
from gm_appliance.devices.panel import CHATTER
from tests.secrecy.crowd import Crowd
from tests.secrecy.drawn import Evening, Secrets
from tests.secrecy.hands import Diary, Hands, Key
from tests.secrecy.ledger import Press
from tests.secrecy.whole.workers import LivelyClock
from tests.secrecy.whole.world import World
from tests.secrecy.windows import Plan, Window

APART = 0.05
"""Seconds between a press and a beat, and between two presses of one button.

Nearer than that, contacts and cable decide what a press belongs to, and the ledger knows neither."""

AT_ONCE = 0.02
"""Seconds between presses of two buttons of one pad: nearer than that, bounce and scan decide their order."""

SHORTEST = 0.03
"""Seconds a button is held at least: what is shorter is taken for its contacts' bounce."""

TICK = 0.0005
"""Seconds between a beat and even a press that counts for nothing: what comes at once, to the last bit of
a float, has no order that a table would give it."""

LONGEST = 50.0
"""Seconds a button is held at most: after a minute it counts as stuck, which the box may tell."""

DIMMED, OFF = (70.0, 110.0), (310.0, 330.0)
"""Seconds that somebody takes alone at the panel, for the display to dim meanwhile and to go off."""


class RoomyDiary(Diary):
    """A diary that keeps presses apart from each other and from the beats.

    beats: absolute times. void: a button that counts in none of them, so it may come as near as can be.
    unsure: from when to when no press is entered at all.
    """

    def __init__(self, unsure: Callable[[], list[tuple[float, float]]]) -> None:
        super().__init__()
        self.beats: list[float] = []
        self.void = ""
        self._unsure = unsure

    def enter(self, key: Key, begins: float, ends: float) -> bool:
        if ends - begins < SHORTEST:
            return False
        apart = TICK if key[1] == self.void else APART
        if any(abs(begins - beat) < apart for beat in self.beats):
            return False
        if any(first < begins < last for first, last in self._unsure()):
            return False
        beside = (down for one, down in self._down.items() if one[0] == key[0] and one != key)
        if any(abs(begin + APART - begins) < AT_ONCE for down in beside for begin, _end in down):
            return False
        return super().enter(key, begins - APART, ends + APART)


class WholeHands(Hands):
    """Fingers on real contacts, or on the page.

    panel: told of a pin; hub: of a switch's contact; page: of a key. on_page: what only the page has.
    When the box goes dark everybody lets go, and what was planned is not done any more.
    """

    panel: Callable[[str, bool], None]
    hub: Callable[[int, str, bool], None]
    page: Callable[[int, str, bool], None]
    on_page: frozenset[int] = frozenset()

    def __init__(self, clock: LivelyClock) -> None:
        super().__init__(clock)
        self._life = 0
        self._down: set[Key] = set()

    def press(self, t: float, key: Key, held: float, prompt_id: int | None = None) -> None:
        life = self._life

        def press() -> None:
            if self._life == life and prompt_id in (None, self.inbox.prompt_id):
                self._move(key, True)
                self.clock.at(t + min(held, LONGEST), release)

        def release() -> None:
            if self._life == life:
                self._move(key, False)

        self.clock.at(t, press)

    def post(self, t: float, item: Input) -> None:
        life = self._life

        def post() -> None:
            if self._life == life:
                self.inbox.post(item)

        self.clock.at(t, post)

    def go_dark(self) -> None:
        """The box has no power: its next life has an inbox of its own."""
        self._life += 1
        for key in sorted(self._down):
            self._move(key, False)
        before, self.inbox = self.inbox, type(self.inbox)(self.clock)
        self.inbox.stamps, self.inbox.waits = before.stamps, before.waits

    def _move(self, key: Key, down: bool) -> None:
        (self._down.add if down else self._down.discard)(key)
        source, button = key
        if source in self.on_page:
            self.page(source, button, down)
        elif source:
            self.hub(source, button, down)
        else:
            self.clock.at(self.clock.now() + CHATTER, lambda: self.panel(button, down))


class Guests(Crowd):
    """The crowd, who first find their game in the menu, go on with one cut off, and go home after it.

    Where names are known they take their seats by name.
    """

    def __init__(self, hands: Hands, evening: Evening, secrets: Secrets, world: World) -> None:
        super().__init__(hands, evening, secrets)
        self._world = world
        self._openly: RoomyDiary = RoomyDiary(world.unsure)
        self._secretly: RoomyDiary = RoomyDiary(world.unsure)
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
