"""The whole daemon on virtual time, and people who play for hours: `gm-appliance run` on models of the parts.

The models keep nothing, so that all growth is the daemon's.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from gpiozero.pins.mock import MockFactory

from gm_appliance.app import real_table, signals
from gm_appliance.app.evening_settings import Environment
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.game import Choice, Clock, Decision, Opponent
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS, Stop
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads import reader
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound import espeak_engine, keeper, voice
from gm_appliance.games.registry import GAMES
from gm_appliance.pickers import presses
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People, Temper
from gm_appliance.testing.clock import WatchfulInbox
from tests.secrecy import outputs
from tests.secrecy.whole.box import of_any_box
from tests.secrecy.whole.cable import Cable
from tests.secrecy.whole.hub import SeatHub
from tests.secrecy.whole.parts import Disk, Engine, Record, RecordingBus, SoundCards, VirtualPads
from tests.secrecy.whole.workers import LivelyClock


class Counted(Record):
    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(now)
        self.bytes: Counter[str] = Counter()

    def put(self, port: str, data: bytes) -> None:
        self.bytes[port] += len(data)


class Parts:
    """What the box is wired to: buttons, pads, hub, display, sound card, speech engine. The cables of hub,
    sound card and display can be pulled."""

    def __init__(self) -> None:
        self.clock = LivelyClock()
        self.record = Counted(self.clock.now)
        self.disk = Disk()
        self.bus = RecordingBus(self.record)
        self.cards = SoundCards(self.record, self.clock)
        self.cable = Cable(self.clock, self.record.put)
        self.hub = SeatHub(self.clock, self.cable, self._light)
        self.pins = MockFactory()
        self.inbox: TableInbox | None = None
        self._numbers = PanelSettings().pins

    def _light(self, shifted: int) -> None:
        self.record.put("lamps", shifted.to_bytes(2, "big"))

    def press(self, source: int, button: str, down: bool) -> None:
        """Close or open a contact of a panel button or a pad."""
        if source != PANEL:
            self.hub.move(source, button, down)
            return
        pin = self.pins.pin(self._numbers[button])
        (pin.drive_low if down else pin.drive_high)()
        pin.clear_states()  # it writes down all it was driven to

    def made_inbox(self, _clock: object) -> TableInbox:
        self.inbox = WatchfulInbox(self.clock)
        return self.inbox

    def made_pads(self, inbox: Any, port: str | None) -> VirtualPads:
        pads = VirtualPads(inbox, port, self.cable.open)
        pads.clock, pads.cable = self.clock, self.cable
        self.cable.heard_by_host = pads._ring
        return pads


@contextmanager
def on_virtual_time(parts: Parts, seed: int) -> Iterator[None]:
    """Replace the daemon's threads, clocks, chance and child processes."""
    with ExitStack() as stack:
        replaced: list[tuple[Any, str, object]] = [
            *of_any_box(parts.clock),
            (outputs, "DAY", sys.float_info.max),
            (real_table, "TableInbox", parts.made_inbox),
            (signals, "on_end", lambda stop: None),
            (reader, "SeatPads", parts.made_pads),
            (voice, "Card", partial(keeper.Card, list=parts.cards.playing)),
            (voice, "PygameDevice", lambda device: parts.cards.open()),
            (voice, "keeps_first_words", lambda device: True),
            (espeak_engine, "ask_child", Engine(parts.record, parts.clock, parts.disk, "quick").ask),
            (real_table, "Environment", partial(Environment, Random(f"box {seed}"))),
        ]
        for owner, name, instead in replaced:
            stack.enter_context(patch.object(owner, name, instead))
        yield


TEMPER = Temper(pause=(1.5, 20.0), talk=(10.0, 120.0))

TRIED, MOST = 25, (40, 100, 300)
"""Decisions after which they leave a game, at the first time and later."""

AGAIN = 240.0
"""Seconds without a choice before somebody retries."""

CABLE, OUT = 2400.0, 20.0
"""Average seconds between pulled cables, and the seconds until they are plugged in."""

WAYS = {"menu.resume": "new", "menu.again": "other", "menu.same": "no", "menu.rules": "start"}


class Fingers:
    """Presses contacts at their time, unless the prompt they were meant for is over."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.now = parts.clock.now
        self.pressed = 0

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        self._parts.clock.at(t, lambda: self._press(t, source, button, held, prompt_id))

    def _press(self, t: float, source: int, button: str, held: float, prompt_id: int | None) -> None:
        inbox = self._parts.inbox
        if inbox is None or prompt_id not in (None, inbox.stamp[0]):
            return
        self.pressed += 1
        self._parts.press(source, button, True)
        self._parts.clock.at(t + held, lambda: self._parts.press(source, button, False))


class Guests(Observer):
    """The people: an observer, and the tabletop they deal on. in_menu: called whenever the list of games is
    shown. hours: when they go home. begun: the games they started."""

    def __init__(self, parts: Parts, seed: int, hours: float, in_menu: Callable[[float], None]) -> None:
        self._parts = parts
        self._rng = Random(f"soak {seed}")
        self._fingers = Fingers(parts)
        self._in_menu = in_menu
        self._until = hours * 3600.0
        self._games = 0
        self._left = 0
        self._leaves = False
        self._open: tuple[int, Decision] | None = None
        self._last = 0.0
        self.begun: Counter[str] = Counter()
        self.decided: Counter[str] = Counter()
        self._sit_down()
        self._look_again()
        self._pull_something()

    @property
    def pressed(self) -> int:
        return self._fingers.pressed

    def _sit_down(self) -> None:
        self._dealer = dealer = Dealer(self._rng)
        self._people = People(self._fingers, dealer, self._rng, self._rng, temper=TEMPER)

    def lay(self, items: Sequence[Prop]) -> None:
        self._dealer.lay(items)

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._open = prompt_id, decision
        self.decided[decision.name] += 1
        if decision.name == "menu.game":
            self._in_menu(self._fingers.now())
            if self._fingers.now() >= self._until:
                assert self._parts.inbox
                self._parts.inbox.post(Stop(off=True))
                return
        self._answer(prompt_id, decision)

    def _answer(self, prompt_id: int, decision: Decision) -> None:
        name = decision.name
        if name == "menu.game":
            self._begin(prompt_id, decision)
        elif name in WAYS:
            self._choose(prompt_id, decision, WAYS[name])
        elif name == "questions" and self._leaves:
            self._choose(prompt_id, decision, "end")
        elif name == "leave.end" and self._leaves:
            self._fingers.press_at(self._fingers.now() + 2.0, PANEL, "ok", 0.1, prompt_id)
        elif self._left < 0 and not name.startswith(("menu.", "option.", "questions", "leave.")):
            self._leaves = True
            self._fingers.press_at(self._fingers.now() + 5.0, PANEL, "back", 0.1, prompt_id)
        elif name == "menu.off" or (self._left < 0 and name.startswith("option.")):
            # What is not kept leads back to its options, and from there to the menu; a wrong press there
            # sends nobody home.
            self._fingers.press_at(self._fingers.now() + 2.0, PANEL, "back", 0.1, prompt_id)
        else:
            self._play(prompt_id, decision)

    def _begin(self, prompt_id: int, decision: Decision) -> None:
        self._left, self._leaves = self._rng.choice(MOST) if self._games >= len(GAMES) else TRIED, False
        game = [*GAMES][self._games % len(GAMES)]
        self._games += 1
        self.begun[game] += 1
        self._sit_down()
        self._choose(prompt_id, decision, game)

    def _choose(self, prompt_id: int, decision: Decision, value: str) -> None:
        t = self._fingers.now() + 3.0
        for stroke in presses(decision, Choice(decision.name, value)):
            self._fingers.press_at(t, stroke.source, stroke.button, stroke.held, prompt_id)
            t += 0.5

    def _play(self, prompt_id: int, decision: Decision) -> None:
        if not decision.name.startswith(("menu.", "option.")):
            self._left -= 1
            if self._rng.random() < 0.3:
                self._press_wrongly(decision)
        self._people.asked(prompt_id, decision)

    def _press_wrongly(self, decision: Decision) -> None:
        rng, now = self._rng, self._fingers.now()
        for _ in range(rng.choice((1, 1, 2, 5))):
            if rng.random() < 0.5:
                source, button = PANEL, rng.choice(PANEL_BUTTONS)
            else:
                source, button = rng.randint(1, 15), rng.choice(PAD_BUTTONS)
            held = rng.choice((0.03, 0.1, 0.1, 0.3, 0.8, 1.5))
            self._fingers.press_at(now + rng.uniform(0.1, 25.0), source, button, held)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._last = self._fingers.now()
        self._people.chose(decision, choice)

    def _look_again(self) -> None:
        """Retry if nothing has happened: an answer may have been spoilt, or a pause forgotten."""
        now = self._fingers.now()
        self._parts.clock.at(now + AGAIN / 2, self._look_again)
        if now - self._last > AGAIN and self._open:
            prompt_id, decision = self._open
            self._last = now
            self._fingers.press_at(now + 1.0, PANEL, "repeat", 0.1)  # goes on after a pause
            self._fingers.press_at(now + 20.0, PANEL, self._rng.choice(("ok", "ok", "back")), 0.1)
            if not decision.beats and not isinstance(decision.who, Clock | Opponent):
                self._answer(prompt_id, decision)

    def _pull_something(self) -> None:
        clock, parts = self._parts.clock, self._parts
        begins = clock.now() + self._rng.uniform(0.5, 1.5) * CABLE
        clock.at(begins, self._pull_something)
        out, back = self._rng.choice(
            (
                (lambda: parts.cable.plugged_in(False), lambda: parts.cable.plugged_in(True)),
                (lambda: setattr(parts.bus, "there", False), lambda: setattr(parts.bus, "there", True)),
                (parts.cards.pull, parts.cards.plug_in),
            )
        )
        clock.at(begins, out)
        clock.at(begins + OUT, back)
